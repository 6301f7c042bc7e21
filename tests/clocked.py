"""`python -m tests.clocked FILE ...` is `uno ...` on a machine whose clock is wrong: FILE has its error in seconds.

The file is read at each look at the clock, so that a test can set the clock of a running program.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path


def set_wrong(clock: Callable[[], float], file: Path) -> None:
    """Let `time.time` return another clock's time with the error that a file has."""
    time.time = lambda: clock() + float(file.read_text())


if __name__ == "__main__":
    set_wrong(time.time, Path(sys.argv[1]))
    from uno_tui.__main__ import start

    sys.argv = ["uno", *sys.argv[2:]]
    start()
