"""Where everything is on a round table: a function of its size and the number of seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.geometry import Region

from uno_tui.tui.draw.card_faces import COLOSSAL, COMPACT, GIANT, HUGE, LARGE, CardSize

CARD_HEIGHT: Final = 3
"""Height of a seat's card, in rows."""
CARD_WIDTHS: Final = (18, 26)
"""Minimum and maximum width of a seat's card, in columns."""
FELT: Final = 44
"""Default width of the felt, in columns, that is reached before the seats' cards get wider."""
FELT_SHAPE: Final = 3
"""Maximum number of the felt's columns per row, if the felt is wider than `WIDE_FELT`."""
WIDE_FELT: Final = 60
COLOSSAL_FELT: Final = (72, 26)
"""Minimum columns and rows of a felt for the largest cards."""
SIDE_SEATS: Final = (0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
"""Number of seats on the west side, and on the east side, by the number of other players."""


@dataclass(frozen=True, slots=True)
class RoundPlacement:
    """Screen regions of a round table; the first five fields together cover the table exactly."""

    north: Region
    west: Region
    east: Region
    south: Region
    felt: Region
    seats: tuple[Region, ...]
    """The region of each seat, clockwise from the person's own, which is in the middle of the south side."""
    pile: CardSize
    """Size of the cards on the piles."""


@lru_cache(maxsize=64)
def round_placement(width: int, height: int, seats: int, felt_width: int = FELT) -> RoundPlacement | None:
    """Return the placement for a region whose top left corner is at (0, 0), or None if there is no room.

    `felt_width`: width of the felt, in columns, that is reached before the seats' cards get wider.
    """
    sides = SIDE_SEATS[seats - 1]
    top = seats - 1 - 2 * sides
    wide = min((width - felt_width) // 2 - 2, CARD_WIDTHS[1])
    north = CARD_HEIGHT + (height >= 20) if top else 0
    felt_height = height - north - CARD_HEIGHT
    large = felt_height >= COLOSSAL_FELT[1] and width - 2 * (wide + 2) >= COLOSSAL_FELT[0]
    sizes = (*([COLOSSAL] if large else []), GIANT, HUGE, LARGE, COMPACT)
    pile = next((one for one in sizes if felt_height >= one.height + 3), None)
    if wide < CARD_WIDTHS[0] or pile is None or (height - north) < sides * CARD_HEIGHT or top * (wide + 1) > width:
        return None
    margin = max(wide + 2 if sides else 2, (width - max(FELT_SHAPE * felt_height, WIDE_FELT)) // 2)
    felt = Region(margin, north, width - 2 * margin, felt_height)
    return RoundPlacement(
        north=Region(0, 0, width, north),
        west=Region(0, north, margin, height - north),
        east=Region(width - margin, north, margin, height - north),
        south=Region(margin, felt.bottom, felt.width, CARD_HEIGHT),
        felt=felt,
        seats=tuple(_seats(felt, width, height, (top, sides), wide)),
        pile=pile,
    )


def _seats(felt: Region, width: int, height: int, counts: tuple[int, int], wide: int) -> Iterator[Region]:
    """Yield the regions of the seats: south, then up the west, along the north, and down the east."""
    top, sides = counts
    yield Region((width - wide) // 2, height - CARD_HEIGHT, wide, CARD_HEIGHT)
    first = felt.y + (height - felt.y > sides * CARD_HEIGHT)
    rows = [first + _spread(place, sides, height - first, CARD_HEIGHT) for place in range(sides)]
    x = max(felt.x - wide - 2, 0) // 2
    for y in reversed(rows):
        yield Region(x, y, wide, CARD_HEIGHT)
    for place in range(top):
        yield Region(_spread(place, top, width, wide), 0, wide, CARD_HEIGHT)
    for y in rows:
        yield Region(width - x - wide, y, wide, CARD_HEIGHT)


def _spread(place: int, count: int, room: int, size: int) -> int:
    """Return where one of `count` things of a size begins that are spread evenly over a room.

    >>> [_spread(place, 3, 90, 20) for place in range(3)]
    [5, 35, 65]
    """
    return ((2 * place + 1) * room // count - size) // 2
