"""A data folder belongs to one server at a time: two would play the same tables."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ClaimError(OSError):
    """The folder cannot be used, or another server uses it."""


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Have the folder, made if there is none, for oneself.

    The system gives it back when the process ends, however that is.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ClaimError(f"cannot use the folder {folder}: {error.strerror or error}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ClaimError(f"another server uses the folder {folder}") from error
        yield
    finally:
        os.close(lock)
