"""What may go wrong on the way to a game."""

import os
import socket

import asyncssh

from uno_tui.i18n import Words, fill


class JoinError(Exception):
    """The game could not be joined; the text is a message for the person, to be put into words, or a sentence."""

    def __init__(self, message: str, /, **named: object) -> None:
        self.message, self.named = message, named
        super().__init__(fill(message, named))

    def spoken(self, words: Words) -> str:
        """The text in the words' language."""
        return words(self.message, **self.named)


class EndedError(JoinError):
    """The line was cut on this side: the program was told to end, or its terminal has gone."""


class UnreachableError(JoinError):
    """Nothing answers there; another game may."""


TROUBLE = (OSError, asyncssh.Error, TimeoutError)
"""What a connection may fail with."""


def reason(error: BaseException) -> str:
    """Why, in a few words."""
    if isinstance(error, TimeoutError) and not getattr(error, "errno", None):
        return "no answer in time"
    if isinstance(error, socket.gaierror):
        return error.strerror or "the name is not known"
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__
