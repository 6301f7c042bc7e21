"""The program `uno` as a module: ``python -m uno_tui``."""

import sys
from importlib.util import find_spec
from pathlib import Path

from uno_tui.cli.commands import main

if __name__ == "__main__":
    if find_spec("uno_server") is None:  # in a checkout that is not installed, it lies in the folder server
        sys.path.append(str(Path(__file__).parents[1] / "server"))
    main(prog_name="uno")
