"""Errors of joining a game."""

import os
import socket

import asyncssh

from uno_tui.i18n import Words, fill
from uno_tui.local.system_reasons import system_reason


class JoinError(Exception):
    """A game could not be joined; the text is either an untranslated message with values, or a finished sentence."""

    def __init__(self, message: str, /, **named: object) -> None:
        self.message, self.named = message, named
        super().__init__(fill(message, named))

    def spoken(self, words: Words) -> str:
        """Return the error text in the given language."""
        named = self.named
        if isinstance(why := named.get("reason"), str):
            named = {**named, "reason": system_reason(words, why)}
        return words(self.message, **named)


class EndedError(JoinError):
    """The session was ended on this machine: by a signal, or because the terminal was closed."""


class UnreachableError(JoinError):
    """The host does not answer; the caller may try another game."""


CONNECTION_ERRORS = (OSError, asyncssh.Error, TimeoutError)
"""All types of exceptions that a failing connection raises."""


def reason(error: BaseException) -> str:
    """Return the reason of a connection error, in a few words."""
    if isinstance(error, TimeoutError) and not getattr(error, "errno", None):
        return "no answer in time"
    if isinstance(error, socket.gaierror):
        return error.strerror or "Name or service not known"
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__
