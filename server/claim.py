"""A data folder belongs to one server at a time: two would play the same tables."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ClaimError(OSError):
    """Another server uses the folder."""


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Have the folder for oneself; the system gives it back when the process ends, however that is."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ClaimError(f"another server uses the folder {folder}") from error
        yield
    finally:
        os.close(lock)
