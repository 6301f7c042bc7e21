"""Films of finished matches, made between the turns of the sessions: one at a time, a frame at a time."""

import asyncio
from dataclasses import dataclass
from typing import Final, Self

from uno_tui.game.record import Record
from uno_tui.i18n import Words
from uno_tui.local.replay import Replay
from uno_tui.names import is_table_code
from uno_tui.tui.film.formats import FORMATS, written
from uno_tui.tui.film.frames import Film
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance

BREATH: Final = 0.004
"""Seconds to sleep after each frame of a film, so that other sessions run; drawing a frame takes half as long."""
_OPEN: Final = "--open"
_SEAT: Final = "--seat"


@dataclass(frozen=True, slots=True)
class RecordRequest:
    """The parsed arguments of the command `record`."""

    match: str = ""
    """Number of the match, or code of its table; empty for the newest."""
    form: str = ""
    """Format of the film, `cast` or `svg`; empty to get the record itself instead of a film."""
    seat: int | None = None
    """The seat, from 1, whose view the film shows; None to show all hands."""

    @classmethod
    def of(cls, words: list[str]) -> Self | None:
        """Parse ``[MATCH] [--cast|--svg] [--seat N|--open]``, in any order; return None if the words are invalid."""
        match, form, seat = "", "", None
        left = [part for word in words for part in (word.split("=", 1) if word.startswith(f"{_SEAT}=") else [word])]
        while left:
            word = left.pop(0)
            if (word.isdecimal() or is_table_code(word)) and not match:
                match = word
            elif word.removeprefix("--") in FORMATS and word.startswith("--") and not form:
                form = word.removeprefix("--")
            elif word == _SEAT and left and left[0].isdecimal() and 1 <= int(left[0][:3]) <= 10 and seat is None:
                seat = int(left.pop(0))
            elif word != _OPEN:
                return None
        wrong = (seat is not None or _OPEN in words) and not form
        return None if wrong or (seat is not None and _OPEN in words) else cls(match, form, seat)


class FilmStudio:
    """Makes films of records."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()

    async def film(self, words: Words, record: Record, request: RecordRequest) -> str:
        """Return a record as the text of a film in the default theme; raise `LookupError` if the seat is not in it."""
        async with self._one:
            replay = Replay(record)
            if request.seat is not None and request.seat > replay.seats:
                raise LookupError
            appearance, _complaint = session_appearance(SessionOptions(words=words))
            film = Film(appearance, replay, None if request.seat is None else request.seat - 1)
            text = ""
            for made in written(film, request.form):
                text = made
                await asyncio.sleep(BREATH)
            return text
