"""The words of an ssh command line.

The server runs no programs. The words in `OPENING` open a session; every other command line is answered with text and
an exit status.
"""

from collections.abc import Awaitable, Callable

from uno_server.person import Person

Commands = Callable[[Person, list[str]], Awaitable[tuple[str, int]]]
"""Answers a person's words with text and an exit status."""

IN_LINES = ("plain", "json")
"""Command words that open a session in text mode."""
FOR_PROGRAMS = frozenset({"record", "--json"})
"""Words whose answer is a file or a value for programs, the same on every terminal."""
OPENING = frozenset({"join", "watch", "resume", "daily", "doctor", *IN_LINES})
"""Command words that open a session: on a full screen, or in text mode if the terminal cannot show one or the person
wants lines. `doctor` needs the terminal itself."""


def parse_words(line: str, longest: int) -> list[str]:
    """Return the words of an untrusted command line, without what is not printable.

    Of the line only the first `longest` characters are read.
    """
    return ["".join(char for char in word if char.isprintable()) for word in line[:longest].split()]
