"""The server's host key: generated once and never overwritten."""

import os
from pathlib import Path

import asyncssh

from uno_server.file_modes import exposure
from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.local.files import create_file, keeps_modes

KEY_NAME = "ssh_host_ed25519_key"


class HostKeyError(TranslatableError, OSError):
    """The host key file exists but cannot be used; the server must not start with a new key instead."""


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
            Sentence("the host key {path} is not a private key without a passphrase; restore it, or move it away",
                     path=path)
        ) from error  # fmt: skip  # one sentence
    except HostKeyError:
        raise
    except OSError as error:
        raise HostKeyError(
            Sentence("the host key {path} cannot be used: {reason}", path=path, reason=reason_of(error))
        ) from error


def own_host_key(folder: Path) -> str | None:
    """Return the text of the host key in a folder; None if there is none, and nothing is generated."""
    if not os.path.lexists(folder / KEY_NAME):
        return None
    return _text(load_host_key(folder))


def new_host_key() -> str:
    """Return the text of a new host key."""
    return _text(asyncssh.generate_private_key("ssh-ed25519", comment="uno"))


def take_host_key(folder: Path, text: str) -> None:
    """Make the host key of other servers this folder's.

    Raises:
        HostKeyError: the folder has another one.
    """
    key = asyncssh.import_private_key(text)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    save_host_key(folder / KEY_NAME, key)
    own = load_host_key(folder)
    if own.get_fingerprint() != key.get_fingerprint():
        raise HostKeyError(
            Sentence("the host key {path} is {own}, but the cluster's is {others}; move it away to take the "
                     "cluster's, or use another cluster",
                     path=folder / KEY_NAME, own=own.get_fingerprint(), others=key.get_fingerprint())
        )  # fmt: skip  # one sentence


def _text(key: asyncssh.SSHKey) -> str:
    return key.export_private_key("openssh").decode()


def _check_mode(path: Path) -> None:
    if (found := exposure(path)) and found.writable and keeps_modes(path.parent):
        raise HostKeyError(
            Sentence("the host key can be changed by other users; to prevent that: {cure}. If someone may have changed "
                     "it, move it away, and a new one is made", cure=found.cure)
        )  # fmt: skip  # one sentence


def save_host_key(path: Path, key: asyncssh.SSHKey) -> bool:
    """Write a key to a private file unless the file exists; return whether it was written."""
    return not os.path.lexists(path) and create_file(path, key.export_private_key("openssh"))
