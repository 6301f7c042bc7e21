"""When the clock on screen changes: a few times, since every change is sent to everybody at the table."""

import math
from typing import Final

MARKS: Final = (30, 20, 10, 5, 4, 3, 2, 1)
"""The seconds left at which the clock is drawn."""


def shown(left: float) -> int | None:
    """The seconds to show, or None while there is time enough.

    >>> shown(31.0), shown(29.5), shown(12), shown(4.2), shown(0)
    (None, 30, 20, 5, 1)
    """
    return min((mark for mark in MARKS if mark >= math.ceil(left)), default=None)


def wait(left: float) -> float | None:
    """How long until what is shown changes; None if it does not any more.

    >>> wait(35.0), wait(29.5), wait(0.5)
    (5.0, 9.5, None)
    """
    now = shown(left)
    later = [mark for mark in MARKS if now is None or mark < now]
    return max(left - later[0], 0.01) if later else None
