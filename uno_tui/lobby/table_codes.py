"""Codes of tables: whether one is valid, which others it may be a mistyped form of, and new ones."""

from collections.abc import Sequence
from string import digits
from typing import Final

from uno_tui.names import MAX_CODE, is_table_code, random_code
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.timers import Now

_NEW_CODE_LENGTH: Final = 6
ASK_AGAIN_SECONDS: Final = 120.0
"""Seconds in which a repeated request opens a table with a code that was refused as similar to another."""
MAX_ASKED: Final = 100
"""Maximum number of such codes that are remembered."""


def clean_code(code: str) -> str:
    """Return the code in capitals; raise `EntryError` unless it is 3-12 letters or digits.

    >>> clean_code("fam1")
    'FAM1'
    """
    if not is_table_code(code):
        raise EntryError(EntryProblem.BAD_CODE, code[: 2 * MAX_CODE])
    return code.upper()


def is_similar(one: str, other: str) -> bool:
    """Return whether a code is another one mistyped: one letter is wrong, missing or too many, or two are swapped.

    Words that differ in their numbers are similar on purpose, like FAM1 and FAM2.

    >>> [is_similar("D34FDB", code) for code in ("D34FDP", "D34FD", "D3F4DB", "D34FPP")]
    [True, True, True, False]
    >>> is_similar("FAM1", "FAM2"), is_similar("FAM", "FAM2")
    (False, False)
    """
    if (word := one.rstrip(digits)).isalpha() and word == other.rstrip(digits):
        return False
    if len(one) > len(other):
        one, other = other, one
    first = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    if len(one) < len(other):
        return one[first:] == other[first + 1 :]
    swapped = one[first : first + 2] == other[first : first + 2][::-1] and one[first + 2 :] == other[first + 2 :]
    return swapped or one[first + 1 :] == other[first + 1 :]


def new_code() -> str:
    """Return a random table code that cannot be guessed."""
    return random_code(_NEW_CODE_LENGTH)


class UnknownCodes:
    """Decides the answer to a person who asks for a table code that does not exist."""

    def __init__(self, now: Now, *, opens: bool) -> None:
        """`opens`: whether joining with an unknown code opens a new table."""
        self._now = now
        self._opens = opens
        self._asked: dict[str, float] = {}
        """Codes that are similar to another code, with the time when they were asked for last, oldest first."""

    def meant(self, code: str, public: Sequence[str]) -> tuple[str, ...]:
        """Return the public codes that the person may have meant: similar ones, or all if joining opens no table."""
        return tuple(other for other in public if not self._opens or is_similar(code, other))

    def check(self, code: str, public: Sequence[str]) -> None:
        """Raise `EntryError` if this code opens no table.

        A code that is similar to a public one is refused the first time, and accepted if the person asks again.
        """
        meant = self.meant(code, public)
        if not self._opens:
            raise EntryError(EntryProblem.NO_TABLE, code, meant)
        if meant and not self._is_asked_again(code):
            raise EntryError(EntryProblem.NEAR_CODE, code, meant)

    def _is_asked_again(self, code: str) -> bool:
        asked, now = self._asked.pop(code, None), self._now()
        self._asked[code] = now
        while len(self._asked) > MAX_ASKED:
            del self._asked[next(iter(self._asked))]
        return asked is not None and now <= asked + ASK_AGAIN_SECONDS
