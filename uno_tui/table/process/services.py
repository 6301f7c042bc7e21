"""The services that all tables of a lobby share."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypedDict

from uno_tui.bots import LEVELS
from uno_tui.game.guess.bot import Bot
from uno_tui.game.shuffle import new_seed
from uno_tui.names import random_code
from uno_tui.table.chat import Mutes
from uno_tui.table.entries.entry import ENGINE
from uno_tui.table.entries.match import TableStart, need_start, start_of
from uno_tui.table.process.log import Log
from uno_tui.table.protocol import BotPace
from uno_tui.table.results import MatchResult
from uno_tui.table.state.pace import Tempo
from uno_tui.table.state.table_state import TableState
from uno_tui.thinking.thinkers import NoThinkers, Thinkers


class ServiceOptions(TypedDict, total=False):
    """The values of `TableServices` that a lobby may be given; each has a default."""

    bots: Mapping[str, Bot]
    thinkers: Thinkers
    new_seed: Callable[[], str]
    lone_person_pace: BotPace
    over: Callable[[MatchResult], object]
    keeps_matches: bool
    today: Callable[[], float]
    shared_log: bool
    engine: Callable[[], int]


def _request_ids() -> Callable[[], str]:
    process, numbers = random_code(8), count(1)
    return lambda: f"{process}.{next(numbers)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableServices:
    """The settings and services that all tables of a lobby share."""

    bots: Mapping[str, Bot] = field(default_factory=lambda: LEVELS)
    """The bots by level."""
    thinkers: Thinkers = NoThinkers()  # noqa: RUF009  # it has no state
    """The workers that choose for expert bots."""
    bot_names: Callable[[], Sequence[str]]
    """Returns the names that a new bot may get, in order of preference."""
    new_seed: Callable[[], str] = new_seed
    tempo: Tempo
    lone_person_pace: BotPace = BotPace.NORMAL
    """Pace of the bots at a table with only one person, unless that person has chosen a pace."""
    log: Log
    mutes: Mutes
    over: Callable[[MatchResult], object] = lambda _result: None
    """Called with the result of each finished match once that result is stored."""
    keeps_matches: bool = False
    """Whether a match stays stored after its last person leaves, so that it can be continued later."""
    today: Callable[[], float] = time.time
    """Returns the wall time in seconds since 1970."""
    shared_log: bool = False
    """Whether other processes serve the same tables, so that play waits while nothing can be stored."""
    engine: Callable[[], int] = lambda: ENGINE
    """Returns the rules engine number to write into new entries."""
    new_id: Callable[[], str] = field(default_factory=_request_ids)
    """Returns a new id for a request or session, unique among all processes."""

    def next_start(self, state: TableState, who: int) -> TableStart:
        """Return the start of a table's next match, on behalf of that person, or of the table itself for 0.

        Raises:
            EntryRefusedError: No match can start now, or not by this person's wish.
        """
        need_start(state, who)
        seed, number = state.options.seed, state.matches + 1
        if seed is None:
            return start_of(state, self.new_seed(), False, self.bot_names())
        return start_of(state, seed if number == 1 else f"{seed}/{number}", True, self.bot_names())
