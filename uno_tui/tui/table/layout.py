"""Where everything goes on a screen of a given size."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from uno_tui.tui.draw.faces import COMPACT, GIANT, HUGE, LARGE, LINE, CardSize

MIN_WIDTH: Final = 40
MIN_HEIGHT: Final = 12
"""The smallest screen that shows a table."""

PROMPT: Final = 2
"""The rows of the prompt."""

NOWHERE: Final = Region(0, 0, 0, 0)
"""The region of what is not shown."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The regions of the table screen and the sizes of cards."""

    title: Region = NOWHERE
    seats: Region = NOWHERE
    piles: Region = NOWHERE
    log: Region = NOWHERE
    scores: Region = NOWHERE
    prompt: Region = NOWHERE
    hand: Region = NOWHERE
    keys: Region = NOWHERE
    small: Region = NOWHERE
    """All of a screen that is too small for a table."""
    card: CardSize = LINE
    """Of the hand."""
    pile: CardSize = LINE
    """Of the piles."""


@lru_cache(maxsize=64)
def plan(width: int, height: int, seats: int, *, over: bool = False, waiting: bool = False, told: int = PROMPT) -> Plan:
    """The plan for a screen and a number of seats.

    `over`: the scores take the place of the table; `waiting`: nobody has cards, so the felt takes all the room; `told`:
    the rows of the prompt, which a long answer on a small screen takes from what is above it.
    """
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return Plan(small=Region(0, 0, width, height))
    title, keys = Region(0, 0, width, 1), Region(0, height - 1, width, 1)
    if over:
        prompt = Region(0, height - 1 - told, width, told)
        return Plan(title=title, keys=keys, scores=Region(0, 1, width, height - 2 - told), prompt=prompt)
    if waiting:
        left, rows, prompt = _seats_width(width, 22), height - 2 - told, Region(0, height - 1 - told, width, told)
        talk = max(rows - max(seats + 1, rows * 3 // 5), 0)
        talk = talk if talk > 3 else 0
        return Plan(
            title=title,
            seats=Region(0, 1, left, rows - talk),
            log=Region(0, 1 + rows - talk, left, talk),
            piles=Region(left, 1, width - left, rows),
            prompt=prompt,
            keys=keys,
            pile=LARGE,
        )
    card = _card_size(width, height, seats)
    hand = card.height + (1 if card is LINE else 2)
    middle = height - hand - 4
    pile = next(
        (one for one in (GIANT, HUGE, LARGE, COMPACT) if middle >= one.height + 4 and width >= one.width * 9), LINE
    )
    piles_width = min(pile.width * 2 + 10 + (4 if width >= 100 else 0), width // 2) if pile is not LINE else 14
    seats_width = _seats_width(width, piles_width)
    log_width = width - seats_width - piles_width
    if log_width < 12:
        piles_width, log_width = width - seats_width, 0
    told = min(told, middle)
    middle -= told - PROMPT
    return Plan(
        title=title,
        seats=Region(0, 1, seats_width, middle),
        piles=Region(seats_width, 1, piles_width, middle),
        log=Region(seats_width + piles_width, 1, log_width, middle),
        prompt=Region(0, 1 + middle, width, told),
        hand=Region(0, 1 + middle + told, width, hand),
        keys=keys,
        card=card,
        pile=pile,
    )


def _card_size(width: int, height: int, seats: int) -> CardSize:
    """The largest cards that leave the seats their rows."""
    rows = height - 4 - (max(seats, 6) + 1)
    if width >= 100 and height >= 34 and rows >= HUGE.height + 2:
        return HUGE
    for size in (LARGE, COMPACT):
        if rows >= size.height + 2:
            return size
    return LINE


def _seats_width(width: int, piles: int) -> int:
    if width >= 100:
        return min(47, width - piles - 36)
    if width >= 72:
        return 36
    return max(26, width - piles) if width < 60 else 32
