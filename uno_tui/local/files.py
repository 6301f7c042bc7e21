"""The folders in which this program keeps a person's files, and how a file is replaced safely."""

import contextlib
import errno
import getpass
import os
import tempfile
import time
from collections.abc import MutableMapping
from pathlib import Path
from typing import Final

from platformdirs import user_config_path, user_data_path

from uno_tui.names import clean_name

_APP: Final = "uno-tui"
_NO_FSYNC: Final = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)
"""Error numbers of a file system that does not support `fsync`; it writes data to disk a little later."""
_NO_RENAME_OVER: Final = (errno.EEXIST, errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOTSUP)
"""Error numbers of a file system that cannot rename a file over an existing one."""
CLAIM_SECONDS: Final = 10.0
"""Age in seconds at which another process's unfinished claim to create a file is ignored."""


NO_HOME: Final = os.devnull
"""Home folder of a user without one: no file in it exists, and none can be written."""


def ensure_user(environment: MutableMapping[str, str]) -> None:
    """Set HOME and LOGNAME if the system does not know this user; the game then runs, but saves nothing."""
    try:
        Path.home()
    except RuntimeError:
        environment["HOME"] = NO_HOME
    try:
        getpass.getuser()
    except (OSError, KeyError):
        environment["LOGNAME"] = clean_name("")


def has_home() -> bool:
    """Return whether this user has a home folder."""
    return os.environ.get("HOME") != NO_HOME


def config_folder() -> Path:
    """Return the folder for files that a person edits, settings and themes. It may not exist yet."""
    return user_config_path(_APP, appauthor=False)


def data_folder() -> Path:
    """Return the folder for files that the program writes: database, keys, records. It may not exist yet."""
    return user_data_path(_APP, appauthor=False)


def keeps_modes(folder: Path) -> bool:
    """Return whether a folder supports private files; FAT and exFAT do not, because the mount sets one mode for all."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        return not os.fstat(file.fileno()).st_mode & 0o077


def replace_file(path: Path, content: str | bytes) -> None:
    """Replace the content of a file as a whole; on `OSError` the old content is still there.

    Only its owner can read the new file.
    """
    draft = _draft(path, content)
    try:
        _rename_over(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def create_file(path: Path, content: str | bytes) -> bool:
    """Create a file with all of its content, and return False if there is one already, which stays as it is.

    Only its owner can read the file. If processes create it at the same time, one of them succeeds.

    Raises:
        OSError: the file cannot be written; there is none.
    """
    draft = _draft(path, content)
    try:
        os.link(draft, path)
    except FileExistsError:
        return False
    except OSError:  # FAT, exFAT, Android and some network file systems have no hard links
        return _create_without_links(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return True


def _draft(path: Path, content: str | bytes) -> Path:
    """Write the content to a new file beside `path`, and return its path."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            try:
                os.fsync(file.fileno())
            except OSError as error:
                if error.errno not in _NO_FSYNC:
                    raise
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    return draft


def _rename_over(draft: Path, path: Path) -> None:
    """Rename the draft to `path`; if an existing file blocks the renaming, move that file aside meanwhile."""
    try:
        draft.replace(path)
    except OSError as error:
        if error.errno not in _NO_RENAME_OVER or not path.is_file():
            raise
        aside = path.with_name(f"{path.name}.old")
        path.rename(aside)
        try:
            draft.rename(path)
        except OSError:
            aside.rename(path)
            raise
        aside.unlink()


def _create_without_links(draft: Path, path: Path) -> bool:
    """Rename the draft to `path` unless that exists. A claim, a further file, keeps other processes from it.

    Raises:
        OSError: another process is just creating the file.
    """
    claim = path.with_name(f".{path.name}.claim")
    with contextlib.suppress(OSError):
        if time.time() - claim.stat().st_mtime > CLAIM_SECONDS:
            claim.unlink()  # left from a process that was killed
    try:
        os.close(os.open(claim, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        if os.path.lexists(path):
            return False
        raise OSError(errno.EBUSY, "another process is just creating it", str(path)) from None
    try:
        if os.path.lexists(path):
            return False
        draft.rename(path)
    finally:
        claim.unlink(missing_ok=True)
    return True
