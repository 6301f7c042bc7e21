"""The layout of the replay screen: that of the table with a timeline, and with all hands if they are open."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from uno_tui.local.settings import AUTO, ROUND
from uno_tui.tui.draw.card_faces import COMPACT, LARGE, LINE
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH, NOWHERE, PROMPT, ROUND_FROM, TableLayout, table_layout

LEAST: Final = 4
"""Minimum number of rows below the hands in which piles and log are shown."""


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """The regions of the replay screen."""

    table: TableLayout
    timeline: Region = NOWHERE
    hands: Region = NOWHERE


@lru_cache(maxsize=64)
def replay_layout(
    width: int, height: int, seats: int, *, opened: bool, over: bool, prompt_rows: int = PROMPT, shape: str = AUTO
) -> ReplayLayout:
    """Return the layout for a screen size and rows of the prompt.

    `opened`: all hands are shown; `over`: the scores replace the table; `shape`: value of the setting `table`.
    """
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return ReplayLayout(table_layout(width, height, seats))
    timed = int(height > MIN_HEIGHT)
    if shape == AUTO and width >= ROUND_FROM[0] and height >= ROUND_FROM[1]:
        shape = ROUND  # as at a table of this size, although the timeline takes a row
    table = replace(
        table_layout(width, height - timed, seats, over=over, prompt_rows=prompt_rows, shape=shape),
        keys=Region(0, height - 1, width, 1),
    )
    timeline = Region(0, height - 2, width, 1) if timed else NOWHERE
    if not opened or over:
        return ReplayLayout(table, timeline)
    room = height - 2 - prompt_rows - timed
    lines = 2 if room - 2 * seats - 1 >= COMPACT.height + 3 else 1
    rows = min(lines * seats + 1, room)
    left = room - rows
    if left < LEAST:
        rows, left = room, 0
    pile = next((one for one in (LARGE, COMPACT) if left >= one.height + 3 and width >= one.width * 11), LINE)
    piles = min(pile.width * 2 + 12, width // 2) if pile is not LINE else 14
    opened_table = TableLayout(
        title=table.title,
        piles=Region(0, 1 + rows, piles, left) if left else NOWHERE,
        log=Region(piles, 1 + rows, width - piles, left) if left else NOWHERE,
        prompt=Region(0, 1 + room, width, prompt_rows),
        keys=table.keys,
        pile=pile,
    )
    return ReplayLayout(opened_table, timeline, Region(0, 1, width, rows))
