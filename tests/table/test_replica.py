"""A process's copy of a table: what waits, what is dropped, and when it stops following."""

import logging
from collections.abc import Callable, Sequence

import pytest

from tests.memory_log import MemoryLog
from tests.tables import House, Person, now
from uno_tui.game.actions import Draw, Play
from uno_tui.game.cards import Rank
from uno_tui.game.rules import Rules
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import apply
from uno_tui.table.entries.match import Acted, AutopilotSet
from uno_tui.table.entries.people import WentAway
from uno_tui.table.handle import MemberHandle
from uno_tui.table.process import replica
from uno_tui.table.process.log import LogKey, Outcome, Stored, StoredEntry
from uno_tui.table.process.replica import MAX_WAITING
from uno_tui.table.protocol import Deadline, Ending, Happening, NoticeKind, Refused, Stage
from uno_tui.table.results import MatchResult

LONG = Rules(target=5000)


class SlowLog(MemoryLog):
    """A log whose answers wait until `answer` is called, once it is slow."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = False
        self.answers: list[Callable[[], None]] = []
        self.appended: list[Entry] = []

    def append(
        self,
        key: LogKey,
        entry: Entry,
        position: int,
        done: Callable[[Outcome], None],
        result: MatchResult | None = None,
    ) -> None:
        self.appended.append(entry)

        def answered(outcome: Outcome) -> None:
            if self.slow:
                self.answers.append(lambda: done(outcome))
            else:
                done(outcome)

        super().append(key, entry, position, answered, result)

    def answer(self) -> None:
        self.answers.pop(0)()

    def stored(self, key: LogKey) -> Sequence[StoredEntry]:
        found: list[StoredEntry] = []
        self.read(key, 0, found.extend)
        return found


def test_one_entry_is_on_its_way_and_eight_requests_of_a_person_wait() -> None:
    """Requests of others wait as well, in order; nobody sees anything before the log has answered."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    log.slow, before, sent = True, len(log.appended), (len(ann.told), len(bob.told))
    for times in range(2 * MAX_WAITING):
        ann.handle.autopilot(times % 2 == 0)
    bob.handle.autopilot(True)
    assert before + 1 == len(log.appended)
    assert sent == (len(ann.told), len(bob.told))
    while log.answers:
        log.answer()
    asked = [one.who for one in log.appended[before:] if isinstance(one.what, AutopilotSet)]
    assert [1] * (1 + MAX_WAITING) + [2] == asked
    assert bob.view.seats[0].autopilot
    assert bob.view.seats[1].autopilot


def test_a_second_press_while_the_first_is_on_its_way_is_late() -> None:
    """It is checked when its turn comes, with the version that the person saw."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    mover = house.turn_of(ann, bob)
    version, log.slow = mover.view.version, True
    for request in (1, 2):
        mover.handle.act(Draw(), version, request)
    assert [] == mover.refusals
    log.answer()
    assert [Refused(2, None)] == mover.refusals
    assert version + 1 == mover.view.version


def test_a_request_too_many_is_refused() -> None:
    """A person who makes more requests than may wait gets an answer to each, so that a program does not wait for it."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    mover = house.turn_of(ann, bob)
    version, log.slow = mover.view.version, True
    for request in range(MAX_WAITING + 3):
        mover.handle.act(Draw(), version, request)
    assert [Refused(MAX_WAITING + 1, None), Refused(MAX_WAITING + 2, None)] == mover.refusals


class LateLog(SlowLog):
    """A log that answers a read only when `bring` is called, once it is late."""

    def __init__(self) -> None:
        super().__init__()
        self.late = False
        self.bring: Callable[[], None] = lambda: None

    def read(self, key: LogKey, after: int, take: Callable[[Sequence[StoredEntry]], None]) -> None:
        found: list[StoredEntry] = []
        super().read(key, after, found.extend)
        if self.late:
            self.bring = lambda: take(found)
        else:
            take(found)


def test_what_falls_due_while_the_log_is_read_is_not_lost() -> None:
    """If there was nothing new to read, nothing else would wake the clock again."""
    log = LateLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG, turn_seconds=30)
    log.late = True
    house.table().replica.read_on()
    house.clock.pass_(30)
    assert [] == ann.saw(Happening.TIMEOUT)
    log.bring()
    assert [house.table().state.seats[bob.seat if ann.on_turn else ann.seat].name] == ann.saw(Happening.TIMEOUT)


def test_an_entry_that_comes_while_older_ones_are_read_is_read_as_well() -> None:
    """The answer on its way was given before the entry was stored, and news of an entry comes once."""
    log = LateLog()
    house = House(log=log)
    house.people("Ann", "Bob", rules=LONG)
    own = house.table().replica
    state, position, log.late = own.state, own.position, True
    for number in range(3):
        what = AutopilotSet(number % 2 == 0)
        entry = Entry(number=state.number + 1, who=1, request=f"x.{number}", follows=state.check_sum, what=what)
        state, _ = apply(state, entry)
        log.append(own.key, entry, position, lambda _outcome: None)
        position += 1
        if number:  # news of the first is lost
            own.take(StoredEntry(position, entry))
    log.bring()
    log.bring()
    assert position == own.position
    assert state == own.state


def test_the_clock_does_not_play_for_who_moved_before_it() -> None:
    """A move that is on its way when the time runs out counts; a person who is on turn again has the full time."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG, turn_seconds=30)
    for _ in range(400):
        mover = house.turn_of(ann, bob)
        skips = (one for one in mover.legal if isinstance(one, Play) and one.card.rank is Rank.SKIP)
        skip = next(skips, None) if Draw() in mover.legal else None
        if skip:
            break
        mover.move()
    log.slow = True
    mover.handle.act(skip or Draw(), mover.view.version)
    house.clock.pass_(30)
    while log.answers:
        log.answer()
    assert mover.on_turn
    assert [] == mover.saw(Happening.TIMEOUT)
    assert Deadline(30, house.clock.time) == mover.view.deadline


@pytest.mark.parametrize("follows", [0, 12345])
def test_a_table_that_differs_is_not_served_any_more(caplog: pytest.LogCaptureFixture, follows: int) -> None:
    """An entry that follows another state than this process has ends the table here, with a notice; its log stays."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    table = house.table()
    key, number = table.replica.key, table.state.number
    position = log.stored(key)[-1].position
    other = Entry(number=number + 1, who=2, what=AutopilotSet(True), request="other.1", follows=follows)
    answers: list[Outcome] = []
    with caplog.at_level(logging.ERROR):
        log.append(key, other, position, answers.append)
        assert [Stored(position + 1)] == answers
        table.replica.take(StoredEntry(position + 1, other))
    for person in (ann, bob):
        assert [NoticeKind.OTHER_VERSION] == person.notices
        assert Ending.TABLE_CLOSED is person.ending
    assert "another version" in caplog.text
    assert {} == house.lobby.tables
    assert other == log.stored(key)[-1].entry


@pytest.mark.parametrize("read", [True, False])
def test_an_error_in_a_fold_ends_that_table_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, read: bool
) -> None:
    """Its people get a notice, the error is logged without a hand, and the log remains; other tables continue."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    cid = house.open(Person("Cid"), "OTHER")
    table = house.table()
    key, position = table.replica.key, log.stored(table.replica.key)[-1].position
    state = table.state
    stored = Entry(number=state.number + 1, who=1, what=AutopilotSet(True), request="x.1", follows=state.check_sum)
    log.append(key, stored, position, lambda _: None)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(replica, "apply", broken)
        if read:
            table.replica.read_on()
        else:
            table.replica.take(StoredEntry(position + 1, stored))
    for person in (ann, bob):
        assert [NoticeKind.BROKEN] == person.notices
        assert Ending.TABLE_CLOSED is person.ending
    assert "could not be folded" in caplog.text
    assert ["OTHER"] == list(house.lobby.tables)
    assert stored == log.stored(key)[-1].entry
    cid.handle.start()
    assert Stage.PLAYING is cid.view.stage
    assert Stage.PLAYING is house.open(Person("Dee"), seats=2, bots=1, code="LATER").view.stage


def test_another_process_has_stored_an_entry_first() -> None:
    """The request is checked again on what was stored, and its answer follows from both."""
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    state, key = house.table().state, house.table().replica.key
    position = log.stored(key)[-1].position
    first = Entry(number=state.number + 1, who=2, what=AutopilotSet(True), request="x.1", follows=state.check_sum)
    log.append(key, first, position, lambda _: None)
    ann.handle.autopilot(True)
    assert [True, True] == [seat.autopilot for seat in bob.view.seats]
    bob.handle.autopilot(True)
    assert [] == bob.notices


def test_the_lobby_lists_the_host_of_now() -> None:
    """Passing the role on changes the table's line in the list."""
    house = House()
    ann, _bob = house.open(Person("Ann")), house.join(Person("Bob"))
    ann.handle.pass_host(1)
    (info,) = now(house.lobby.list())
    assert ("Bob", Stage.WAITING) == (info.host, info.stage)


@pytest.mark.parametrize(("engine", "served"), [(2, True), (3, False)])
def test_a_step_of_an_older_engine_that_is_refused_ends_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, engine: int, served: bool
) -> None:
    """Under today's engine the log of an older one is not served if a step is refused; else a refused step is ignored.

    What the table was before that is not shown.
    """
    log = SlowLog()
    house = House(log=log)
    ann, bob = house.people("Ann", "Bob", rules=LONG)
    mover = house.turn_of(ann, bob)
    state, key = house.table().state, house.table().replica.key
    who = state.seats[mover.seat].member
    wrong = Entry(
        number=state.number + 1,
        who=who,
        what=Acted("keep", state.version),
        request="x.1",
        follows=state.check_sum,
        engine=2,
    )
    log.append(key, wrong, log.stored(key)[-1].position, lambda _: None)
    monkeypatch.setattr(replica, "ENGINE", engine)
    later = House(log=log)
    later.lobby.restore()
    assert served is ("FAM" in later.lobby.tables) is ("another version" not in caplog.text)


def test_entries_of_a_table_of_teams_have_the_engine_that_knows_teams() -> None:
    """Also while an older process needs older entries, it gets no teams that it would not know: it refuses the table.

    Without teams all entries have the older number.
    """
    log = SlowLog()
    house = House(log=log, engine=lambda: 1)
    house.people("Ann", "Bob", "Cat", "Dan", rules=Rules(teams="pairs"))
    assert {2} == {entry.engine for entry in log.appended}
    house = House(log=(log := SlowLog()), engine=lambda: 1)
    house.people("Ann", "Bob")
    assert {1} == {entry.engine for entry in log.appended}


def test_who_could_not_come_back_is_told_everything_when_they_watch_again() -> None:
    """Another process believed a spectator lost, whose place somebody else has taken until the spectator is back."""
    log = SlowLog()
    house = House(log=log)
    ann, zoe, kim = Person("Ann"), Person("Zoe"), Person("Kim")
    house.open(ann, spectators=1)
    house.watch(zoe)
    table, log.slow = house.table(), True
    member = table.state.known("ssh:Zoe")
    assert member
    table.replica.request(lambda _: (member.number, WentAway(member.session)))
    MemberHandle(table, kim.user, kim).join(True, lambda _: None)
    while log.answers:
        log.answer()
    log.slow = False
    assert [Ending.LEFT, None] == [zoe.ending, kim.ending]
    table.leave("ssh:Kim")
    again = house.watch(Person("Zoe"))
    again.handle.mute("Ann", True)
    assert frozenset({"Ann"}) == again.view.muted
