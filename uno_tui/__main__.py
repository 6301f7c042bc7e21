"""The program `uno`: its first moments, and the module for ``python -m uno_tui``."""

import os
import signal
import sys

from uno_tui import INTERRUPTED


def _leave(*_: object) -> None:
    """End the process at once, without the traceback that an interrupted import would print."""
    os._exit(INTERRUPTED)


def start() -> None:
    """Run the program. Ctrl-C ends the program silently, both while it loads and after its command has ended."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not if it is ignored
        signal.signal(signal.SIGINT, _leave)
    if sys.stderr is None:  # closed: errors would be printed on standard output, or raise another error
        sys.stderr = open(os.devnull, "w", errors="replace")  # noqa: SIM115, PTH123 -- until the process ends
    from uno_tui.cli.commands import main  # noqa: PLC0415  # it takes a while to load
    from uno_tui.local.output import show_all  # noqa: PLC0415  # the same

    show_all(sys.stderr)

    main(prog_name="uno")


if __name__ == "__main__":
    from importlib.util import find_spec
    from pathlib import Path

    if find_spec("uno_server") is None:  # in a checkout that is not installed, it lies in the folder server
        sys.path.append(str(Path(__file__).parents[1] / "server"))
    start()
