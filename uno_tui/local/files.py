"""The folders in which this program keeps a person's files, and how a file is replaced safely."""

import contextlib
import getpass
import os
import tempfile
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

from uno_tui.names import clean_name

_APP: Final = "uno-tui"


NO_HOME: Final = os.devnull
"""Home of a person who has none: files in it are missing, and none can be written."""


def ensure_user(environment: MutableMapping[str, str]) -> None:
    """Set HOME and LOGNAME if the system does not know this user, so that everything runs and nothing is kept."""
    try:
        Path.home()
    except RuntimeError:
        environment["HOME"] = NO_HOME
    try:
        getpass.getuser()
    except (OSError, KeyError):
        environment["LOGNAME"] = clean_name("")


def has_home() -> bool:
    """Return whether this person has a home."""
    return os.environ.get("HOME") != NO_HOME


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
