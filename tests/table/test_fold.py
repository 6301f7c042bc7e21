"""A table in three processes at once, over a log that does everything a log between machines may do.

Acknowledgements come late or not at all, entries reach the processes late, twice and in any order, an append is refused
although it was stored, an entry is stored twice, and the last stored entry is one that every process ignores.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import Clock, Person
from uno_tui import bots
from uno_tui.game.rules import Rules
from uno_tui.table.chat import Mutes
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import fold
from uno_tui.table.entries.match import AutopilotSet, TableStart
from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import EntryError, TableOptions
from uno_tui.table.process.log import Failed, LogFollower, LogKey, Outcome, Stale, Stored, StoredEntry
from uno_tui.table.process.services import TableServices
from uno_tui.table.protocol import Closed, Stage
from uno_tui.table.results import MatchResult
from uno_tui.table.state.pace import Pace, Tempo
from uno_tui.table.state.table_state import TableState
from uno_tui.table.table import Table
from uno_tui.table.timers import Timers

KEY = LogKey("FAM", "1")
PROCESSES = 3
PEOPLE = 6
ENTRIES = 200
OPTIONS = TableOptions(seats=4, rules=Rules(target=1, hand_size=2), turn_seconds=15, grace_seconds=20, spectators=3)


class MessyLog:
    """A log between processes. What it has still to tell waits in `pending`, and `deliver` tells one of it."""

    def __init__(self, chance: Random) -> None:
        self.entries: list[StoredEntry] = []
        self.states: dict[int, TableState] = {}
        """The table after each stored entry, by number of the entry."""
        self.pending: list[Callable[[], None]] = []
        self.deleted = 0
        """Entries before this position are deleted, because a match began at it."""
        self._chance = chance
        self._followers: list[LogFollower] = []

    @property
    def last(self) -> int:
        return self.entries[-1].position if self.entries else 0

    def tables(self) -> Sequence[LogKey]:
        return [KEY]

    def store(self, entry: Entry) -> None:
        """Store an entry, and have it told to everybody, sometimes twice."""
        stored = StoredEntry(self.last + self._chance.randint(1, 3), entry)
        self.entries.append(stored)
        before = self.states[max(self.states)] if self.states else None
        if (after := fold([entry], before)) and after is not before:
            self.states[after.number] = after
            if isinstance(entry.what, TableStart):
                self.pending.append(partial(self.delete, stored.position))
        for follower in self._followers:
            for _ in range(self._chance.choice([1, 1, 1, 2])):
                self.pending.append(partial(follower.take, stored))

    def append(
        self,
        key: LogKey,  # there is one table
        entry: Entry,
        position: int,
        done: Callable[[Outcome], None],
        result: MatchResult | None = None,  # not what is tested
    ) -> None:
        fate = self._chance.choice(["", "", "", "", "lost", "unsent", "denied", "twice"])
        outcome: Outcome = Stale()
        if position == self.last and fate != "unsent":
            for _ in range(1 + (fate == "twice")):
                self.store(entry)
            outcome = Stale() if fate == "denied" else Stored(self.last)
        if fate in ("lost", "unsent"):
            outcome = Failed()
        self.pending.append(partial(done, outcome))

    def read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        self.pending.append(lambda: take(self.kept(after)))

    def delete(self, before: int) -> None:
        """Delete the entries before a position, as is done once the result of the match before is stored."""
        self.deleted = max(self.deleted, before)

    def kept(self, after: int) -> Sequence[StoredEntry]:
        """Return the entries after a position that are not deleted."""
        return [one for one in self.entries if one.position > after and one.position >= self.deleted]

    def follow(self, key: LogKey, follower: LogFollower) -> None:  # there is one table
        self._followers.append(follower)

    def close(self, key: LogKey) -> None:
        """Keep the entries, for others that have not closed the table yet."""

    def deliver(self) -> None:
        """Tell one of what is pending, whichever."""
        self.pending.pop(self._chance.randrange(len(self.pending)))()


class Machines:
    """Three processes with their copies of one table, and six people who come to any of them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.log = MessyLog(chance)
        self.clocks = [Clock() for _ in range(PROCESSES)]
        self.tables = [self._table(number, clock) for number, clock in enumerate(self.clocks)]
        self.people = [Person(f"P{number}") for number in range(PEOPLE)]
        self.homes: dict[Person, Table] = {}
        self.tables[0].begin_life(OPTIONS)
        for other in self.tables[1:]:
            other.replica.read_on()
        while not all(table.replica._state for table in self.tables):
            self.log.deliver()

    def _table(self, number: int, clock: Clock) -> Table:
        mutes = Mutes(Timers(clock.call_later, clock.now), lambda _: True, lambda _: None)
        numbers = iter(range(10**6))
        services = TableServices(
            bots=bots.LEVELS,
            bot_names=lambda: bots.NAMES,
            new_seed=lambda: f"seed {number}",
            tempo=Tempo(Pace()),
            log=self.log,
            mutes=mutes,
            over=lambda _: None,
            today=lambda: 1e9 * number,  # clocks that disagree by decades
            new_id=lambda: f"{number}.{next(numbers)}",
        )
        timers = Timers(clock.call_later, clock.now)
        return Table(KEY, timers, services, closed=lambda _: None, changed=lambda _: None)

    def step(self) -> None:
        """Let one thing happen: a request, a moment of time in one process, or news."""
        doing = self.chance.random()
        if doing < 0.45 and self.log.pending:
            self.log.deliver()
        elif doing < 0.8:
            self.chance.choice(self.clocks).pass_(self.chance.choice([0.5, 2.0, 2.0, 2.0, 16.0, 21.0]))
        else:
            self._ask(self.chance.choice(self.people))
        self.check()

    def _ask(self, person: Person) -> None:
        handle = person._handle
        if handle is None or not handle.holds:
            self._come(person)
        elif person.on_turn and self.chance.random() < 0.7:
            person.move()
        else:
            seat = self.chance.randrange(4)
            requests: list[Callable[[], None]] = [
                handle.start, handle.rematch, handle.drop, handle.hurry, partial(handle.kick, seat),
                partial(handle.sit, seat), partial(handle.pass_host, seat),
                partial(handle.choose_partner, seat), partial(handle.autopilot, True),
                partial(handle.autopilot, False), partial(handle.change_rules, Rules(target=2)),
                partial(handle.readmit, "P1"),
            ]  # fmt: skip  # a list of requests
            self.chance.choice([*requests, handle.leave] if self.chance.random() < 0.3 else requests)()

    def _come(self, person: Person) -> None:
        again = Person(person.user.name, person.user.identity)
        self.people[self.people.index(person)] = again

        def done(answer: MemberHandle | EntryError) -> None:
            if isinstance(answer, MemberHandle):
                again.holds(answer)

        table = self.chance.choice(self.tables)
        MemberHandle(table, again.user, again).join(self.chance.random() < 0.2, done)

    def check(self) -> None:
        """No process has, and so none shows, what is not stored."""
        for table in self.tables:
            assert self.log.states[table.state.number] == table.state

    def settle(self) -> None:
        """Store an entry that everybody ignores, and tell everybody everything."""
        self.log.store(Entry(number=max(self.log.states), who=1, what=AutopilotSet(True), request="x.1"))
        while self.log.pending:
            self.log.deliver()
            self.check()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_any_interleaving_gives_equal_tables(seed: int) -> None:
    """All processes end with the state that the stored entries make, and show everybody the same.

    So does one that missed entries of a match until they were deleted, because the next match had begun.
    """
    machines = Machines(Random(seed))
    for _ in range(1500):
        machines.step()
        if len(machines.log.entries) >= ENTRIES or machines.tables[0].state.closed:
            break
    machines.settle()
    newest = machines.log.states[max(machines.log.states)]
    assert [newest] * PROCESSES == [table.state for table in machines.tables]
    for seat in (None, *range(len(newest.seats))):
        views = [replace(table.audience.view_of(seat), deadline=None) for table in machines.tables]
        first, *others = (replace(view, log=()) for view in views)
        assert [first] * len(others) == others
        lines = {one.number: one for view in views for one in view.log}
        for view in views:  # a process that missed entries until they were deleted has not seen their lines
            assert list(view.log) == [lines[one.number] for one in view.log]
    for person in machines.people:
        endings = [message for message in person.told if isinstance(message, Closed)]
        assert len(endings) <= 1
        assert not endings or person.told[-1] is endings[0]


def test_the_interleavings_are_what_they_should_be() -> None:
    """Over some seeds all of it happens: whole matches, refusals, and entries that are stored and ignored."""
    entries = over = ignored = deleted = 0
    seen: set[str] = set()
    for seed in range(20):
        machines = Machines(Random(seed))
        while len(machines.log.entries) < ENTRIES and not machines.tables[0].state.closed:
            machines.step()
        entries = max(entries, len(machines.log.entries))
        ignored += len(machines.log.entries) - len(machines.log.states)
        deleted += machines.log.deleted > 0
        seen |= {type(one.entry.what).__name__ for one in machines.log.entries}
        over += any(state.stage is Stage.OVER for state in machines.log.states.values())
    assert entries >= ENTRIES
    assert over
    assert {"Acted", "BotPlayed", "ClockPlayed", "WentAway", "CameBack", "GraceOver", "SentOut", "HostPassed"} <= seen
    assert ignored > 100
    assert deleted
