"""The folders in which this program keeps a person's files, and how a file is replaced safely."""

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

_APP: Final = "uno-tui"


def config_folder() -> Path:
    """Return the folder for what a person edits: settings and themes. It may not exist yet."""
    return user_config_path(_APP, appauthor=False)


def data_folder() -> Path:
    """Return the folder for what the program stores: database, keys, records. It may not exist yet."""
    return user_data_path(_APP, appauthor=False)


def replace_file(path: Path, text: str) -> None:
    """Replace the content of a file as a whole; on `OSError` the old content is still there."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
