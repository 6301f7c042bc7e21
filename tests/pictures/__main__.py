"""The pictures of the README, taken from the real program. ``python -m tests.pictures`` writes them."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests import ROOT
from tests.pictures.phone import write_phone
from tests.replays import record
from tests.tui.playing import playing
from tests.tui.scenes import over, table
from uno_tui.game.cards import card
from uno_tui.game.events import Cause, Drew, Played
from uno_tui.local.replay import Replay
from uno_tui.table.protocol import TableView
from uno_tui.tui.film.formats import written
from uno_tui.tui.film.frames import Film
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance

FOLDER: Final = Path(__file__).parent
TOLD: Final = (Played(0, card("g4")), Played(1, card("g7")), Drew(2, 1, 1, Cause.TURN, None), Played(3, card("r7")))


def turn() -> TableView:
    """Return a view in the middle of a round, on the person's own turn."""
    return table(
        hand="r2 r5 rS y3 y+2 g5 bR W W4", legal="r2 r5 rS W:r W:y W:g W:b draw", called=2, cards="9 4 1 6",
        history=TOLD, log=TOLD,
    )  # fmt: skip  # one value


PICTURES: Final = {
    "classic": ("classic", (100, 34), turn()),
    "light": ("light", (80, 24), turn()),
    "high-contrast": ("high-contrast", (80, 24), turn()),
    "mono": ("mono", (80, 24), turn()),
    "scores": ("classic", (80, 24), over()),
}


MOVING: Final = ROOT / "docs" / "match.svg"
"""The README's first picture: a film of a whole match."""


def match() -> str:
    """Return a film of a short match, as the winner saw it."""
    played = replace(record("quick", 4, "f"), names=("Ann", "Ada", "Bran", "Cleo"))
    appearance, _complaint = session_appearance(SessionOptions())
    *_, text = written(Film(appearance, Replay(played), 0), "svg")
    return text


async def main() -> None:
    """Write all pictures."""
    MOVING.write_text(match(), encoding="utf-8")
    for name, (theme, size, view) in PICTURES.items():
        async with playing(view, size, session=SessionOptions(theme=theme)) as person:
            text = person.app.export_screenshot(title="uno-tui")
            (FOLDER / f"{name}.svg").write_text(text + "\n", encoding="utf-8")
    await write_phone(turn(), FOLDER / "phone.png")


if __name__ == "__main__":
    asyncio.run(main())
