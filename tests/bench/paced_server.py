"""The program `uno`, whose bots and autopilots play at the pace of the other benchmarks: a move in 2.5 s at a table.

``python -m tests.bench.paced_server serve`` is otherwise ``uno serve``. From SIGUSR1 until SIGUSR2 it samples its own
stack, 100 times in a second of CPU time; then it writes a line per stack to the file named in `STACKS`: the frames from
the outermost, with `;` between them, and the number of samples.
"""

import os
import signal
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

from tests.bench.ssh_servers import PACE
from uno_tui.__main__ import start
from uno_tui.lobby.lobby import Lobby

STACKS: Final = "UNO_BENCH_STACKS"
_SECONDS: Final = 0.01


class Sampler:
    """Samples of the stack of this process."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._found: Counter[str] = Counter()
        signal.signal(signal.SIGPROF, self._sample)
        signal.signal(signal.SIGUSR1, lambda *_: signal.setitimer(signal.ITIMER_PROF, _SECONDS, _SECONDS))
        signal.signal(signal.SIGUSR2, self._end)

    def _sample(self, _number: int, frame: FrameType | None) -> None:
        names = []
        while frame is not None:
            names.append(f"{frame.f_code.co_qualname} ({frame.f_code.co_filename})")
            frame = frame.f_back
        self._found[";".join(reversed(names))] += 1

    def _end(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        unfinished = self._file.with_suffix(".part")
        unfinished.write_text("".join(f"{stack} {count}\n" for stack, count in self._found.items()))
        unfinished.rename(self._file)


if __name__ == "__main__":
    assert Lobby.__init__.__kwdefaults__ is not None
    Lobby.__init__.__kwdefaults__["pace"] = PACE
    if file := os.environ.get(STACKS):
        sampler = Sampler(Path(file))
    start()
