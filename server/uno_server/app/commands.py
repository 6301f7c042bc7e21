"""The words of an ssh command line, their help, and the error for a word that is no command.

The server runs no programs. The words in `OPENING` open a session; every other command line is answered with text and
an exit status.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from uno_server.person import Person
from uno_tui.game.rules import PRESETS, near
from uno_tui.i18n import Words, mark

Commands = Callable[[Person, list[str]], Awaitable[tuple[str, int]]]
"""Answers a person's words with text and an exit status."""

IN_LINES = ("plain", "json")
"""Words that open a session in lines of text."""
OPENING = frozenset({"join", "watch", "resume", *IN_LINES})
"""Words that open a session: on a screen, or in lines where a screen cannot be drawn or is not wanted."""

MAX_WORD = 32
"""Characters of an unknown word that the error repeats."""

_HELP_COLUMN: Final = 37
_HELP: Final = (
    (
        "ssh -p PORT HOST",
        mark("the lobby: open tables, quick play, new tables; or your seat, if you have one"),
    ),
    ("ssh -t -p PORT HOST join CODE", mark("sit down at the table CODE; it is opened if there is none")),
    ("ssh -t -p PORT HOST watch CODE", mark("watch the table CODE")),
    ("ssh -T -p PORT HOST", mark("all in lines of text: for screen readers, braille displays and scripts;")),
    ("", mark("also with a dumb terminal, or as: plain [join CODE | watch CODE | quick | new]")),
    (
        "ssh -T -p PORT HOST json",
        mark("a table for a program, one JSON value a line; also: json join CODE and so on"),
    ),
    ("ssh -p PORT HOST rooms [--json]", mark("the open tables")),
    ("ssh -t -p PORT HOST resume CODE", mark("come back as the guest to whom that code was shown")),
    ("ssh -p PORT HOST scores [PRESET]", mark("the best players, also with --json")),
    ("ssh -p PORT HOST stats [NAME]", mark("what you, or somebody, have reached, also with --json")),
    ("ssh -p PORT HOST record [MATCH]", mark("a match you played, as uno replay reads it")),
    ("ssh -p PORT HOST rules [PRESET]", mark("the rules; presets: {presets}")),
    ("ssh -p PORT HOST help", mark("this text")),
)
_FOOTER: Final = mark("CODE is 3 to 12 letters or digits. Your ssh key is your identity; without one you are a guest.")


def parse_words(line: str, longest: int) -> list[str]:
    """Return the words of an untrusted command line, without what is not printable.

    Of the line only the first `longest` characters are read.
    """
    return ["".join(char for char in word if char.isprintable()) for word in line[:longest].split()]


def unknown(words: Words, word: str, known: Iterable[str]) -> tuple[str, int]:
    """Return the error, one line, and the exit status for a word that is not among the known commands."""
    there = sorted(known)
    said = word[:MAX_WORD].encode("ascii", "backslashreplace").decode("ascii")
    meant = near(word[:MAX_WORD], there)
    hint = words(" (did you mean {near}?)", near=meant) if meant else ""
    known = ", ".join(there)
    return words("There is no command {word} here{hint}; there is: {known}", word=repr(said), hint=hint, known=known), 2


def help_text(words: Words) -> str:
    """Return the help: a line for each command line, then a line about codes and keys."""
    presets = ", ".join(PRESETS)
    rows = [f"{line:{_HELP_COLUMN}}{words(about, presets=presets)}" for line, about in _HELP]
    return "\n".join([*rows, words(_FOOTER), ""])
