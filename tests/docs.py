"""The parts of docs that are made from the code: ``python -m tests.docs`` writes them, `tests.test_docs` compares them.

A generated part stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->``.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests import ROOT
from uno_tui.i18n import Words
from uno_tui.tui.form.keys import FORM
from uno_tui.tui.keytable import KeyTable, key_label
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.menu.keys import BROWSE, START
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.settings.session_screen import TUNING
from uno_tui.tui.table.keys import TABLE

DOCS: Final = ROOT / "docs"

_SCREENS: Final[dict[str, KeyTable[Any]]] = {
    "At the table": TABLE,
    "In the lobby": LOBBY,
    "In the form of a table": FORM,
    "On the start screen": START,
    "While searching for games": BROWSE,
    "In the settings during a game": TUNING,
    "In a replay": REPLAY,
}


def keys() -> str:
    """Return a table of keys for each screen; a key whose meaning depends on the moment has several rows."""
    words = Words("en")

    def rows(table: KeyTable[Any]) -> Iterator[str]:
        caps: dict[str, dict[str, None]] = {}
        for one in table.commands:
            if not one.hidden:
                caps.setdefault(one.help, {})[key_label(words, one.cap)] = None
        for help_text, labels in caps.items():
            yield f"| {' '.join(f'`{label}`' for label in labels)} | {words(help_text)} |"

    parts = ["\n".join([f"## {title}\n", "| key | what it does |", "|---|---|", *rows(table)])
             for title, table in _SCREENS.items()]  # fmt: skip  # one thought
    return "\n\n".join(parts)


PARTS: Final[dict[str, tuple[str, Callable[[], str]]]] = {"keys": ("keys.md", keys)}
"""Maker of each generated part, and the page of docs that holds it, by name."""


def renewed(name: str) -> str:
    """Return the page of a generated part with that part made anew."""
    page, make = PARTS[name]
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    text = (DOCS / page).read_text()
    return re.sub(f"{start}.*?{end}", lambda _: f"{start}\n{make()}\n\n{end}", text, flags=re.DOTALL)


if __name__ == "__main__":
    for one in PARTS:
        (DOCS / PARTS[one][0]).write_text(renewed(one))
