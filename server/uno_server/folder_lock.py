"""The lock on a data folder: one server at a time uses it, because two would play the same tables."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class FolderLockError(OSError):
    """The folder cannot be used, or another server uses it."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Create the folder if it is missing and hold its lock inside the ``with`` block.

    The system releases the lock when the process dies, so a crash leaves no stale lock.

    Raises:
        FolderLockError: the folder cannot be used, or another process holds its lock.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise FolderLockError(f"cannot use the folder {folder}: {error.strerror or error}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FolderLockError(f"another server uses the folder {folder}") from error
        yield
    finally:
        os.close(lock)
