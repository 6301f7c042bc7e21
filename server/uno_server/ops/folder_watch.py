"""Watch over the data folder while the server runs: files that vanish with it are put back once it is there again.

The journal looks after its own file. Here it is the host key, without which clients would warn after the next start,
the bans, and the lock.
"""

import asyncio
import logging
from contextlib import ExitStack
from contextvars import Context
from pathlib import Path
from typing import Final

from uno_server.logs import note
from uno_server.ssh.server import Server
from uno_tui.local.folder_lock import FolderLockError, lock_folder

INTERVAL: Final = 20.0
"""Seconds between two checks of the data folder."""


class FolderWatch:
    """Checks the server's data folder regularly, from `start` to `stop`."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server, self._folder = server, folder
        self._lock = _identity(folder / "lock")
        self._locks = ExitStack()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to look."""
        self._timer = asyncio.get_running_loop().call_later(INTERVAL, self._run, context=Context())

    def _run(self) -> None:
        self.look()
        self.start()

    def look(self) -> None:
        """Write missing files of the data folder again; log what was restored and what failed."""
        if not self._folder.is_dir():
            return
        try:
            for name in self._server.restore_files(self._folder):
                note("file-written-anew", level=logging.WARNING, path=str(self._folder / name))
            if _identity(self._folder / "lock") != self._lock:
                self._locks.enter_context(lock_folder(self._folder))
                self._lock = _identity(self._folder / "lock")
        except FolderLockError as error:
            note("folder-lost", level=logging.ERROR, reason=str(error))
        except OSError as error:
            note("folder-lost", level=logging.ERROR, reason=error.strerror or type(error).__name__)

    def stop(self) -> None:
        """Stop looking."""
        if self._timer is not None:
            self._timer.cancel()
        self._locks.close()


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode numbers of a file; None if the file does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
