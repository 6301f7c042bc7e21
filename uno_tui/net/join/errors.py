"""Errors of joining a game."""

from typing import Final

import asyncssh

from uno_tui.i18n import Sentence, TranslatableError, mark
from uno_tui.i18n.system_reasons import reason_of


class JoinError(TranslatableError):
    """A game could not be joined."""


class EndedError(JoinError):
    """The session was ended on this machine: by a signal, or because the terminal was closed."""


class UnreachableError(JoinError):
    """The host does not answer; the caller may try another game."""


CONNECTION_ERRORS = (OSError, asyncssh.Error, TimeoutError)
"""All types of exceptions that a failing connection raises."""


# Translators: why an ssh connection failed, after a colon.
_OF_SSH: Final = (
    (asyncssh.PermissionDenied, mark("the login was refused")),
    (asyncssh.HostKeyNotVerifiable, mark("the key of the host is another one")),
    (asyncssh.KeyExchangeFailed, mark("no common encryption")),
    (asyncssh.ConnectionLost, mark("the connection was lost")),
    (asyncssh.ChannelOpenError, mark("the server opens no session")),
    (asyncssh.ProtocolError, mark("the other side did not follow the protocol")),
    (asyncssh.KeyEncryptionError, mark("the key is protected by a passphrase")),
    (asyncssh.KeyImportError, mark("this is not a private key")),
)
"""Sentences for errors of asyncssh, the more specific class first."""


def reason(error: BaseException) -> Sentence:
    """Return the reason of a connection error, in a few words; the text of a server's farewell stays as it is."""
    message = next((text for kind, text in _OF_SSH if isinstance(error, kind)), None)
    return reason_of(error) if message is None else Sentence(message)
