"""The help for ssh command lines, and the error for a word that is no command."""

from collections.abc import Iterable
from typing import Final

from uno_tui.game.rules import PRESETS, near
from uno_tui.i18n import Words, mark

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
