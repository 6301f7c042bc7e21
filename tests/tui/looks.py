"""The main states of the table as text: each cell with its character and its style, in three themes.

``python -m tests.tui.looks`` writes the files in ``tests/tui/looks``; ``tests/tui/test_looks.py`` compares them.
A file has the rows of the screen, then the styles of each row as runs of letters with counts, then the style of each
letter in each theme.
"""

import asyncio
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Final

from tests.tui.playing import Playing, playing
from tests.tui.scenes import over, table
from uno_tui.table.protocol import Right, Sitter, Stage, TableView
from uno_tui.tui.session import SessionOptions

FOLDER: Final = Path(__file__).parent / "looks"
THEMES: Final = ("classic", "light", "mono")
SIZES: Final = ((80, 24), (120, 40))
MINE: Final = "r2 r5 rS W:r W:y W:g W:b draw"
INVITATION: Final = ("Others type this line:", "  ssh -t 192.168.1.7 join K7Q2", "█▀▀█", "█▄▄█")


def before_start() -> TableView:
    """Return a table that waits for two more people."""
    view = table(you=0)
    seats = tuple(
        replace(seat, sitter=Sitter.NOBODY, name="", away=False) if number > 1 else seat
        for number, seat in enumerate(view.seats)
    )
    rights = frozenset({Right.START, Right.CHAT, Right.KICK, Right.HOST, Right.RULES})
    return replace(view, stage=Stage.WAITING, game=None, log=(), seats=seats, rights=rights)


LESSON: Final = "a-lesson"
"""The state with lessons."""

STATES: Final[dict[str, tuple[TableView, tuple[str, ...]]]] = {
    "own-turn": (table(legal=MINE, called=2), ()),
    "ten-seats": (table(legal=MINE, seats=10, owes=4), ()),
    LESSON: (table(legal=MINE), ()),
    "others-turn": (table(turn=2, direction=-1, top="W4", color="y", penalty=4), ()),
    "naming-a-color": (table(legal=MINE), ("4",)),
    "many-cards": (table(legal=MINE, hand=" ".join(["r2 r5 rS y3 g5 g9 bR"] * 5)), ("right", "right")),
    "before-the-start": (before_start(), ()),
    "round-over": (over(), ()),
    "match-over": (over(winner=1), ()),
}
"""By state: the view, and the keys pressed then."""


async def look(state: str, size: tuple[int, int]) -> str:
    """Return the text of a state's file."""
    view, keys = STATES[state]
    rows: list[str] = []
    found: list[list[list[str]]] = []
    for theme in THEMES:
        session = SessionOptions(theme=theme, invitation=INVITATION, lessons=state == LESSON)
        async with playing(view, size, session=session) as person:
            await person.press(*keys)
            assert rows in ([], person.rows)
            rows = person.rows
            found.append(cells(person))
    return written(rows, [list(zip(*lines, strict=True)) for lines in zip(*found, strict=True)])


def cells(person: Playing) -> list[list[str]]:
    """Return the style of every cell of the screen."""
    screen = person.screen
    found = [[""] * screen.size.width for _ in range(screen.size.height)]
    for widget in screen.canvas_widgets:
        if widget.region_given.area and widget.canvas is not None:
            x, y = widget.region_given.offset
            for place, row in enumerate(widget.canvas.styles):
                found[y + place][x : x + len(row)] = map(str, row)
    return found


def written(rows: list[str], styles: list[list[tuple[str, ...]]]) -> str:
    """Return rows, runs and legend."""
    letters: dict[tuple[str, ...], str] = {}
    runs = [
        " ".join(f"{len(list(run))}{letters.setdefault(style, letter(len(letters)))}" for style, run in groupby(row))
        for row in styles
    ]
    legend = [
        f"{one}  {theme}: {style}" for key, one in letters.items() for theme, style in zip(THEMES, key, strict=True)
    ]
    return "\n".join([*(row.rstrip() for row in rows), "", *runs, "", *legend, ""])


def letter(number: int) -> str:
    """Return a short name for a style: a to z, then aa and so on."""
    return (chr(97 + number // 26 - 1) if number >= 26 else "") + chr(97 + number % 26)


def path(state: str, size: tuple[int, int]) -> Path:
    """Return the path of a state's file."""
    return FOLDER / f"{state}-{size[0]}x{size[1]}.txt"


async def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for state in STATES:
        for size in SIZES:
            path(state, size).write_text(await look(state, size), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
