"""The layout of the table screen: the region of every widget."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from uno_tui.local.settings import AUTO, ROUND
from uno_tui.tui.draw.card_faces import COMPACT, GIANT, HUGE, LARGE, LINE, CardSize
from uno_tui.tui.table.round.placement import FELT, RoundPlacement, round_placement

MIN_WIDTH: Final = 40
MIN_HEIGHT: Final = 12
"""Height of the smallest screen that shows a table, in rows; `MIN_WIDTH` is its width."""

PROMPT: Final = 2
"""Height of the prompt in rows, unless an answer needs more."""

ROUND_FROM: Final = (100, 30)
"""Minimum columns and rows of a screen with a round table, unless the person chose a shape."""
LOG_BESIDE: Final = 118
"""Minimum width of a screen that shows the log beside a round table, in columns."""
LOG_LINES: Final = 3
"""Height of the log below a round table, in rows."""

INVITATION_FELT: Final = 60
"""Columns of a round table's felt with an invitation, where there is room: a key's fingerprint fits in one line."""

INVITATION_PANEL: Final = 54
"""Columns of the panel with an invitation beside a list of seats: the same fits."""
LEAST_SEATS: Final = 26
"""Minimum columns of the list of seats."""

NOWHERE: Final = Region(0, 0, 0, 0)
"""Region of a widget that is not shown."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The screen regions of the table, and the sizes of its cards."""

    title: Region = NOWHERE
    seats: Region = NOWHERE
    """Region of the list of seats; empty if the seats are around the piles."""
    north: Region = NOWHERE
    west: Region = NOWHERE
    east: Region = NOWHERE
    south: Region = NOWHERE
    piles: Region = NOWHERE
    log: Region = NOWHERE
    scores: Region = NOWHERE
    prompt: Region = NOWHERE
    hand: Region = NOWHERE
    keys: Region = NOWHERE
    small: Region = NOWHERE
    """Region of the size notice: the whole screen if it is too small for a table, else empty."""
    lent: int = 0
    """Rows that a long prompt took from the list of seats."""
    card: CardSize = LINE
    """Size of the cards in the hand."""
    pile: CardSize = LINE
    """Size of the cards on the piles."""
    placement: RoundPlacement | None = None
    """Positions of the seats on a round table; None if the seats are shown as a list."""


@lru_cache(maxsize=64)
def table_layout(
    width: int,
    height: int,
    seats: int,
    *,
    over: bool = False,
    waiting: bool = False,
    inviting: bool = False,
    prompt_rows: int = PROMPT,
    shape: str = AUTO,
    watching: bool = False,
) -> TableLayout:
    """Return the layout for a screen size and a number of seats.

    Args:
        width: Columns of the screen.
        height: Rows of the screen.
        seats: Number of seats at the table.
        over: Whether the scores replace the table.
        waiting: Whether no match has started, so that nobody has cards.
        inviting: Whether the person waits with an invitation, whose QR code needs the rows of the log.
        prompt_rows: Rows of the prompt. A long answer on a small screen takes them from what is above it.
        shape: Value of the setting `table`, of `SHAPES`.
        watching: Whether the person has no seat, so that the hand needs one row only.
    """
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return TableLayout(small=Region(0, 0, width, height))
    title, keys = Region(0, 0, width, 1), Region(0, height - 1, width, 1)
    if over:
        prompt = Region(0, height - 1 - prompt_rows, width, prompt_rows)
        scores = Region(0, 1, width, height - 2 - prompt_rows)
        return TableLayout(title=title, keys=keys, scores=scores, prompt=prompt)
    if shape == ROUND or (shape == AUTO and width >= ROUND_FROM[0] and height >= ROUND_FROM[1]):
        hand = 0 if waiting else 1 if watching else None
        lines = max(LOG_LINES + PROMPT - prompt_rows, 0)  # a long answer takes them from the log first
        tried = ((0, INVITATION_FELT), (0, FELT)) if waiting and inviting else ((lines, FELT), (0, FELT))
        for lines, felt in tried:
            if (found := _round_layout(title, keys, seats, prompt_rows, lines, hand, felt)) is not None:
                return found
    if waiting:
        return _waiting_layout(title, keys, seats, prompt_rows, inviting)
    return _playing_layout(title, keys, seats, prompt_rows, watching)


def _waiting_layout(title: Region, keys: Region, seats: int, prompt_rows: int, inviting: bool) -> TableLayout:
    """Return the layout before the first match, with the invitation in place of the cards."""
    width, rows = title.width, keys.y - 1 - prompt_rows
    left = _seats_width(width, 22)
    if inviting:
        left = min(left, max(width - INVITATION_PANEL, LEAST_SEATS))
    log = max(rows - max(seats + 1, rows * 3 // 5), 0)
    log = log if log > 3 else 0
    return TableLayout(
        title=title,
        seats=Region(0, 1, left, rows - log),
        log=Region(0, 1 + rows - log, left, log),
        piles=Region(left, 1, width - left, rows),
        prompt=Region(0, 1 + rows, width, prompt_rows),
        keys=keys,
        pile=LARGE,
    )


def _playing_layout(title: Region, keys: Region, seats: int, prompt_rows: int, watching: bool) -> TableLayout:
    """Return the layout during a round."""
    width, height = title.width, keys.y + 1
    card = LINE if watching else _card_size(width, height, seats)
    hand = 1 if watching else card.height + (1 if card is LINE else 2)
    middle = height - hand - 4
    pile = next(
        (one for one in (GIANT, HUGE, LARGE, COMPACT) if middle >= one.height + 4 and width >= one.width * 9), LINE
    )
    piles_width = min(pile.width * 2 + 10 + (4 if width >= 100 else 0), width // 2) if pile is not LINE else 14
    seats_width = _seats_width(width, piles_width)
    log_width = width - seats_width - piles_width
    if log_width < 12:
        piles_width, log_width = width - seats_width, 0
    prompt_rows = min(prompt_rows, middle)
    middle -= prompt_rows - PROMPT
    return TableLayout(
        title=title,
        seats=Region(0, 1, seats_width, middle),
        piles=Region(seats_width, 1, piles_width, middle),
        log=Region(seats_width + piles_width, 1, log_width, middle),
        prompt=Region(0, 1 + middle, width, prompt_rows),
        hand=Region(0, 1 + middle + prompt_rows, width, hand),
        keys=keys,
        lent=prompt_rows - PROMPT,
        card=card,
        pile=pile,
    )


def _round_layout(
    title: Region, keys: Region, seats: int, prompt_rows: int, lines: int, hand: int | None, felt: int
) -> TableLayout | None:
    """Return the layout with the seats around the piles; None if there is no room.

    `lines`: rows of the log if there is no room for it at the side; `hand`: rows of the hand, None for as many as its
    cards need; `felt`: columns of the felt that are reached before the seats' cards get wider.
    """
    width, height = title.width, keys.y + 1
    card = GIANT if height >= 50 and width >= 150 else HUGE if height >= 36 else LARGE
    hand = card.height + 2 if hand is None else hand
    middle = height - 2 - hand - prompt_rows
    log_width = min(width // 4, 48) if width >= LOG_BESIDE else 0
    lines = 0 if log_width else lines
    placement = round_placement(width - log_width, middle - lines, seats, felt)
    if placement is None:
        return None

    def placed(region: Region) -> Region:
        return region.translate((0, 1)) if region.area else NOWHERE

    return TableLayout(
        title=title,
        north=placed(placement.north),
        west=placed(placement.west),
        east=placed(placement.east),
        south=placed(placement.south),
        piles=placed(placement.felt),
        log=(
            Region(width - log_width, 1, log_width, middle)
            if log_width
            else Region(0, 1 + middle - lines, width, lines)
        ),
        prompt=Region(0, 1 + middle, width, prompt_rows),
        hand=Region(0, 1 + middle + prompt_rows, width, hand) if hand else NOWHERE,
        keys=keys,
        card=card,
        pile=placement.pile,
        placement=placement,
    )


def _card_size(width: int, height: int, seats: int) -> CardSize:
    """Return the largest card size that leaves a row for each seat."""
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
    return max(LEAST_SEATS, width - piles) if width < 60 else 32
