"""The words of an ssh command line: where they go, and what is said of those that go nowhere.

The server runs no programs. Some words open a session that goes on; every other word is answered with text by the
function that the server was given.
"""

from collections.abc import Awaitable, Callable, Iterable

from uno_server.person import Person
from uno_tui.game.rules import near
from uno_tui.i18n import Words

Commands = Callable[[Person, list[str]], Awaitable[tuple[str, int]]]
"""Answers words with text and an exit status."""

IN_LINES = ("plain", "json")
"""Words that open a session in lines of text."""
OPENING = frozenset({"join", "watch", "resume", *IN_LINES})
"""Words that open a session: on a screen, or in lines where a screen cannot be drawn or is not wanted."""

MAX_WORD = 32


def parse_words(line: str, longest: int) -> list[str]:
    """Cut an untrusted command line into printable words."""
    return ["".join(char for char in word if char.isprintable()) for word in line[:longest].split()]


def unknown(words: Words, word: str, known: Iterable[str]) -> tuple[str, int]:
    """Return the one line, and the status, for a word that is no command."""
    there = sorted(known)
    said = word[:MAX_WORD].encode("ascii", "backslashreplace").decode("ascii")
    meant = near(word[:MAX_WORD], there)
    hint = words(" (did you mean {near}?)", near=meant) if meant else ""
    known = ", ".join(there)
    return words("There is no command {word} here{hint}; there is: {known}", word=repr(said), hint=hint, known=known), 2
