"""A try at the daily deal in this terminal, and the report printed after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar, Final

from uno_tui.cli.play import OwnGame
from uno_tui.daily import DailyHistory
from uno_tui.i18n import Words
from uno_tui.local.daily_tries import DailyTries, own_tries
from uno_tui.local.kept_matches import InterruptedMatch, MatchKeeper
from uno_tui.local.record_folder import record_message
from uno_tui.speech.daily import daily_lines, share_line
from uno_tui.table.options import TableOptions

DAILY: Final = "uno daily"


@dataclass(slots=True)
class DailyGame(OwnGame):
    """One try at the daily deal."""

    remembers: ClassVar[bool] = False
    tries: DailyTries = field(default_factory=own_tries)

    @classmethod
    def of(cls, name: str, words: Words) -> "DailyGame":
        """Return the next try of the user who runs this program; it is chosen when the table opens."""
        return cls(TableOptions(), name, words)

    @contextmanager
    def storage(self) -> Iterator[tuple[MatchKeeper, TableOptions | InterruptedMatch]]:
        """Yield the storage for the try, and the try; raise `NoTryError` if none can be played."""
        with self.tries.trying() as found:
            yield found

    async def history(self) -> DailyHistory | None:
        """Return the person's tries, with one that has just ended."""
        return self.tries.history()

    @property
    def message(self) -> str:
        """How to continue the try, or its result in one line; empty if the person has not played."""
        if self.kept:
            return self.words("The match is saved. To continue it: {command}", command=DAILY)
        if not self._replay:
            return ""
        history = self.tries.history()
        return share_line(self.words, history, history.latest) if history.latest else ""

    @property
    def report(self) -> tuple[str, ...]:
        """The page of the daily deal, and how to replay the try; before its end, how to continue it."""
        if self.kept or not self._replay:
            return (self.message,) if self.kept else ()
        return (*daily_lines(self.words, self.tries.history()), self._replay)

    @property
    def _replay(self) -> str:
        """How to replay the try, or why there is no record; empty if it is not finished."""
        return record_message(self.records, self.words)
