"""The lock on a data folder: one process at a time uses it, because two would play the same tables."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of

_NO_LOCKS: Final = (errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK, errno.EINVAL, errno.EPERM, errno.ENOTTY)
"""Error numbers of a file system without locks; a folder on such a file system is used without a lock."""


class FolderLockError(TranslatableError, OSError):
    """The folder cannot be used, or another process is using it."""


class FolderInUseError(FolderLockError):
    """Another process is using the folder."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Create the folder if it is missing and hold its lock inside the ``with`` block.

    The system releases the lock when the process dies, so a crash leaves no stale lock.

    Raises:
        FolderInUseError: another process holds its lock.
        FolderLockError: the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unusable(folder, error) from error
    try:
        _lock(lock, folder)
        yield
    finally:
        os.close(lock)


def _lock(number: int, folder: Path) -> None:
    """Lock the open file with this descriptor; on Windows nothing is locked."""
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  # there is none on Windows

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FolderInUseError(Sentence("another server uses the folder {folder}", folder=folder)) from error
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise _unusable(folder, error) from error


def _unusable(folder: Path, error: OSError) -> FolderLockError:
    return FolderLockError(Sentence("cannot use the folder {folder}: {reason}", folder=folder, reason=reason_of(error)))
