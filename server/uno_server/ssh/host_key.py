"""The server's host key: generated once and never overwritten."""

import os
import secrets
from pathlib import Path

import asyncssh

from uno_server.file_modes import exposure

KEY_NAME = "ssh_host_ed25519_key"


class HostKeyError(OSError):
    """The host key exists but cannot be used; the server must not start with another one."""


def load_host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the host key in a folder; generate it, and create the folder, if there is none yet.

    Raises:
        HostKeyError: the key cannot be read, parsed or generated, or others can change it; nothing was overwritten.
    """
    path = folder / KEY_NAME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.path.lexists(path):
            save_host_key(path, asyncssh.generate_private_key("ssh-ed25519", comment="uno"))
        _check_mode(path)
        return asyncssh.import_private_key(path.read_bytes())
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise HostKeyError(
            f"the host key {path} is not a private key ({error}); restore it, or move it away"
        ) from error
    except HostKeyError:
        raise
    except OSError as error:
        raise HostKeyError(f"the host key {path} cannot be used: {error.strerror or error}") from error


def _check_mode(path: Path) -> None:
    if (found := exposure(path)) and found.writable:
        raise HostKeyError(
            f"the host key {found.text}; if somebody may have changed it, move it away and a new one is made"
        )


def save_host_key(path: Path, key: asyncssh.SSHKey) -> bool:
    """Write a key to a file that only its owner can read, and return whether that was done: an existing one stays."""
    if os.path.lexists(path):
        return False
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123 -- a file descriptor
            file.write(key.export_private_key("openssh"))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return False  # another process was faster, and its key is used
        return True
    finally:
        draft.unlink(missing_ok=True)
