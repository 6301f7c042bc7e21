"""What `ssh HOST help` says."""

from typing import Final

from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words, mark

_WIDTH: Final = 37
_LINES: Final = (
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
_LAST: Final = mark("CODE is 3 to 12 letters or digits. Your ssh key is your identity; without one you are a guest.")


def help_text(words: Words) -> str:
    """Every command line, a line each, and what is to be known of codes and keys."""
    presets = ", ".join(PRESETS)
    rows = [f"{line:{_WIDTH}}{words(about, presets=presets)}" for line, about in _LINES]
    return "\n".join([*rows, words(_LAST), ""])
