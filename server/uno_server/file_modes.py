"""Files of the server that other users of this machine can read or write, and the commands that end that."""

import os
import shlex
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from uno_tui.i18n import Sentence, mark

READABLE, WRITABLE = 0o044, 0o022


@dataclass(frozen=True, slots=True)
class Exposure:
    """A file or folder that other users of the machine can read or write."""

    path: Path
    writable: bool
    """Whether other users can write it; if not, they can only read it."""
    folder: bool

    @property
    def cure(self) -> str:
        """The shell command that makes the file private to its owner."""
        return f"chmod {700 if self.folder else 600} {shlex.quote(str(self.path))}"

    @property
    def sentence(self) -> Sentence:
        """The problem with the file's permissions, then the shell command that fixes it."""
        message = mark("Warning: other users can read {path}. To prevent that: {cure}")
        if self.writable:
            message = mark("Warning: other users can change {path}. To prevent that: {cure}")
        return Sentence(message, path=self.path, cure=self.cure)


def exposure(path: Path) -> Exposure | None:
    """Return the exposure of a file or folder; None if it is private or missing."""
    try:
        found = path.stat()
    except OSError:
        return None
    if os.name != "posix" or not found.st_mode & (READABLE | WRITABLE):
        return None
    return Exposure(path, bool(found.st_mode & WRITABLE), stat.S_ISDIR(found.st_mode))


def exposures(folder: Path, config: Path | None, *, config_is_secret: bool) -> Iterator[Exposure]:
    """Yield what others can use of the data folder, the files in it, and the configuration file.

    A configuration file without secrets may be read by everybody.
    """
    kept = sorted(folder.iterdir()) if folder.is_dir() else []
    for path in (folder, *(one for one in kept if one.is_file() and one.stat().st_size)):
        if found := exposure(path):
            yield found
    if config and (found := exposure(config)) and (found.writable or config_is_secret):
        yield found
