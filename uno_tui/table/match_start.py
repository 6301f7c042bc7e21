"""How a match begins at a table: who plays it, from which seed, anew or from what was kept of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from uno_tui.game.errors import RulesError
from uno_tui.game.guess.bot import Bot
from uno_tui.game.rules import MIN_SEATS
from uno_tui.table.match_run import MatchRun, Pace
from uno_tui.table.protocol import Notice, NoticeKind, Stage
from uno_tui.table.roster import Member
from uno_tui.table.storage import MatchStart, Step

if TYPE_CHECKING:  # the table's matches begin here
    from uno_tui.table.table import Table


class Beginning:
    """Begins the matches of one table."""

    def __init__(self, table: "Table", bots: Mapping[str, Bot], new_seed: Callable[[], str], pace: Pace) -> None:
        self._table = table
        self._bots = bots
        self._new_seed = new_seed
        self._pace = pace

    def begin(self, asker: Member | None = None) -> None:
        """Start a match with those who sit here, bots in empty seats if the table's options say so."""
        table, roster = self._table, self._table.roster
        players = len(roster.seats) if table.options.fill else sum(seat.taken for seat in roster.seats)
        try:
            table.rules.check_seats(players)
        except RulesError:
            if asker:
                kind = NoticeKind.TOO_FEW if players < MIN_SEATS else NoticeKind.TOO_MANY_CARDS
                table.delivery.send(asker, Notice(kind))
            return table.done(asker)
        for number, seat in enumerate(roster.seats):
            if table.options.fill and not seat.taken:
                roster.sit_bot(number, table.options.level)
        roster.drop_empty()
        for seat in roster.seats:
            seat.attend()
            seat.leaver = None
        table.base = table.version + 1 if table.match_run else 0
        table.matches += 1
        start = MatchStart(table.rules, len(roster.seats), *self._choose_seed(), table.base)
        table.writer.begin(start)
        table.stage = Stage.PLAYING
        self.play(start)
        return table.done(asker)

    def _choose_seed(self) -> tuple[str, bool]:
        """The seed of the next match, and whether a person chose it."""
        seed, number = self._table.options.seed, self._table.matches
        if seed is None:
            return self._new_seed(), False
        return seed if number == 1 else f"{seed}/{number}", True

    def play(self, start: MatchStart, steps: Sequence[Step] = ()) -> None:
        """Have that match begin, or go on after the steps that were kept of it."""
        table = self._table
        table.match_run = MatchRun(
            start,
            table.roster,
            table.timers,
            writer=table.writer,
            turn_seconds=table.options.turn_seconds,
            bots=self._bots,
            pace=self._pace,
            told=table.told,
        )
        table.log.open_seats(start.seats)
        table.note(*table.match_run.opening, *table.match_run.again(steps))
