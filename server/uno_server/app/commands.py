"""The help for ssh command lines, and the error for a word that is no command."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Final

from uno_tui.game.options import near
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words, mark

MAX_WORD = 32
"""Most characters of an unknown command word that the error message repeats."""

_HELP_COLUMN: Final = 37
_HELP_WIDTH: Final = 80
"""Width of the help in characters, because the width of the person's terminal may be unknown."""
# Translators: the help of ssh HOST help: what a command does; CODE is typed as it is.
_HELP: Final = (
    (
        "ssh -p PORT HOST",
        mark("open the lobby, or return to your seat if you have one"),
    ),
    ("ssh -t -p PORT HOST join CODE", mark("join table CODE (opened if it doesn't exist)")),
    ("ssh -t -p PORT HOST watch CODE", mark("watch table CODE")),
    (
        "ssh -T -p PORT HOST",
        mark("play in plain text, as on dumb terminals: for screen readers, braille displays and scripts"),
    ),
    (
        "ssh -T -p PORT HOST plain join CODE",
        mark("the same at table CODE; also: plain watch CODE, plain quick, plain new"),
    ),
    (
        "ssh -T -p PORT HOST json",
        mark("JSON for bots, one value per line; also: json join CODE, and so on"),
    ),
    ("ssh -t -p PORT HOST daily", mark("play the deal of the day: the same cards for everyone, one try")),
    ("ssh -p PORT HOST daily board", mark("show the board of the day (--json for programs)")),
    ("ssh -t -p PORT HOST daily watch", mark("watch the best try, after your own; daily record prints it")),
    ("ssh -p PORT HOST rooms [--json]", mark("list the open tables")),
    ("ssh -t -p PORT HOST resume CODE", mark("return as the guest who was given CODE")),
    ("ssh -t -p PORT HOST link", mark("play as yourself on your phone: shows a code to scan")),
    ("ssh -p PORT HOST links", mark("list the phones linked to your key, and end links")),
    ("ssh -p PORT HOST scores [PRESET]", mark("show the leaderboard (--json for programs)")),
    ("ssh -p PORT HOST stats [NAME]", mark("show your results, or another player's (--json for programs)")),
    ("ssh -p PORT HOST record [MATCH]", mark("print the record of a match you played, for uno replay")),
    ("ssh -p PORT HOST record --cast", mark("the same as a film for asciinema; --svg: for a web page")),
    ("ssh -p PORT HOST rules [PRESET]", mark("print the rules; presets: {presets}")),
    ("ssh -t -p PORT HOST doctor", mark("check what your terminal supports, and suggest changes")),
    ("ssh -p PORT HOST help", mark("show this help")),
)
# Translators: the help of ssh HOST help: what a command does; CODE is typed as it is.
_IN_HOUSE: Final = {
    "join table CODE (opened if it doesn't exist)": mark("join table CODE"),
    "the same at table CODE; also: plain watch CODE, plain quick, plain new": mark(
        "the same at table CODE; also: plain watch CODE, plain quick"
    ),
}
"""Texts where nobody can open a table, by the usual text."""
# Translators: the help of ssh HOST help: what a command does; CODE is typed as it is.
_FOOTER: Final = mark(
    "CODE is 3 to 12 letters or digits. Your ssh key identifies you; without one you play as a guest."
)


def unknown(words: Words, word: str, known: Iterable[str]) -> tuple[str, int]:
    """Return a one-line error and the exit status for an unknown command word."""
    there = sorted(known)
    said = word[:MAX_WORD].encode("ascii", "backslashreplace").decode("ascii")
    meant = near(word[:MAX_WORD], there)
    hint = words(" (did you mean {near}?)", near=meant) if meant else ""
    known = ", ".join(there)
    return words("Unknown command: {word}{hint}. Commands: {known}", word=repr(said), hint=hint, known=known), 2


def help_text(words: Words, *, may_open: bool = True) -> str:
    """Return the help text: each command, then table codes and ssh keys; no line is too long for 80 columns.

    `may_open`: whether people can open tables here.
    """
    presets = ", ".join(PRESETS)
    texts = [(line, about if may_open else _IN_HOUSE.get(about, about)) for line, about in _HELP]
    rows = [row for line, about in texts for row in _help_rows(line, words(about, presets=presets))]
    return "\n".join([*rows, *wrap(words(_FOOTER), _HELP_WIDTH), ""])


def _help_rows(line: str, about: str) -> list[str]:
    """Return a command with its description beside it, which may need several rows."""
    first, *others = wrap(about, _HELP_WIDTH - _HELP_COLUMN)
    return [f"{line:{_HELP_COLUMN}}{first}", *(" " * _HELP_COLUMN + other for other in others)]
