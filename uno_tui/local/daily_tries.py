"""A person's tries at the daily deals on this machine: one a day, kept in a journal of their own.

One process at a time plays a try, since only one can have the journal. A try that was begun is continued first, also
after midnight, and counts for the day of its deal.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from uno_tui.daily import DailyHistory, day_at, day_of, options_of, tries_of
from uno_tui.game.record import Record
from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.journal import Journal
from uno_tui.local.damaged_tries import can_be_continued, file_put_aside, is_damaged, try_put_aside
from uno_tui.local.files import data_folder
from uno_tui.local.folder_lock import FolderLockError
from uno_tui.local.kept_matches import InterruptedMatch, KeptMatches, MatchKeeper
from uno_tui.table.entries.entry import NewerEntryError
from uno_tui.table.options import LOCAL, TableOptions


class NoTryError(TranslatableError):
    """No try can be played now."""


class DailyTries:
    """The tries of one user of this machine."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._matches = KeptMatches(folder, now, journals=1)
        self._now = now

    def history(self) -> DailyHistory:
        """Return the tries as they are now; one that another process is playing is missing."""
        begun = self._matches.interrupted()
        day = day_of(begun[0].options.seed or "", begun[0].began) if begun else None
        return DailyHistory(tries_of(self._matches.seeded()), self._now(), day)

    def record(self) -> Record | None:
        """Return the record of the try that was finished last; None if there is none that can be read."""
        latest = self.history().latest
        return self._matches.record(latest.match) if latest else None

    @contextmanager
    def trying(self) -> Iterator[tuple[MatchKeeper, TableOptions | InterruptedMatch]]:
        """Yield the storage of the next try, and the try: a new one for today, or an unfinished one.

        Damaged files and tries are moved aside first; the storage's `notice` reports that.

        Raises:
            NoTryError: Another process is playing a try, no try can be stored, today's has been played, or a newer
                program began one.
        """
        with ExitStack() as stack:
            keeper = stack.enter_context(self._matches.keeping())
            try:
                if is_damaged(keeper):
                    stack.close()
                    notice: Sentence | None = file_put_aside(self._matches.folder, self._now())
                    keeper = stack.enter_context(self._matches.keeping())
                else:
                    notice = self._damaged_tries_put_aside(keeper.journal) if keeper.journal else None
            except (FolderLockError, OSError, sqlite3.Error) as error:
                raise _unsaved(error) from error
            if keeper.in_use:
                raise NoTryError(Sentence("The daily deal is being played in another window."))
            if keeper.journal is None:
                assert keeper.error, "without a journal there is a reason"
                raise _unsaved(keeper.error)
            yield replace(keeper, notice=notice), self._next(keeper.journal)

    def _damaged_tries_put_aside(self, journal: Journal) -> Sentence | None:
        """Move tries with damaged logs aside, because they cannot be continued; return a notice of that, or None."""
        notice = None
        for key in journal.log.tables():
            try:
                if can_be_continued(journal, key):
                    continue
            except NewerEntryError as error:
                raise NoTryError(
                    Sentence("A newer program began the try, so only that one can continue it.")
                ) from error
            notice = try_put_aside(journal, key, self._matches.folder, self._now())
        return notice

    def _next(self, journal: Journal) -> TableOptions | InterruptedMatch:
        begun = journal.log.unfinished()
        if begun:
            return InterruptedMatch.of(self._matches.folder, *begun[0])
        today = day_at(self._now())
        if any(one.day == today for one in tries_of(journal.results.seeded(LOCAL))):
            raise NoTryError(Sentence("You have played today's deal already."))
        return options_of(today)


def _unsaved(error: Exception) -> NoTryError:
    return NoTryError(Sentence("The try could not be saved, so it was not begun: {reason}.", reason=reason_of(error)))


def own_tries() -> DailyTries:
    """Return the tries of the user who runs this program."""
    return DailyTries(data_folder() / "daily")
