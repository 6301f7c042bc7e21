"""Each right and transition of a table, as a pure function of entries: no clock, loop, listener or log."""

import re
from collections.abc import Sequence
from typing import get_args

import pytest

from uno_tui.game.actions import CallUno, Draw, Keep, Play
from uno_tui.game.errors import Reason, Why
from uno_tui.game.rules import Rules
from uno_tui.table.entries.entry import Entry, NewerEntryError, What
from uno_tui.table.entries.fold import apply, fold
from uno_tui.table.entries.host import HostPassed, LetBack, PartnerChosen, RulesSet, SentOut
from uno_tui.table.entries.match import (
    Acted,
    AutopilotSet,
    BotPlayed,
    ClockPlayed,
    Hurried,
    PaceSet,
    TableStart,
    start_of,
)
from uno_tui.table.entries.people import (
    Anonymized,
    CameBack,
    GraceOver,
    Joined,
    LeftTable,
    Restarted,
    Seated,
    TableClosed,
    WentAway,
)
from uno_tui.table.entries.transition import EntryRefusedError, Ignored, Line
from uno_tui.table.options import EntryProblem, Medium, TableOptions
from uno_tui.table.protocol import BotPace, Ending, Happening, Notice, NoticeKind, Right, Sitter, Stage, TableNote
from uno_tui.table.state import table_state
from uno_tui.table.state.due import Due, DueKind, due
from uno_tui.table.state.facts import Seat
from uno_tui.table.state.pace import Pace, Tempo
from uno_tui.table.state.table_state import TableState

NOT_ALLOWED = Notice(NoticeKind.NOT_ALLOWED)
TAKEN = Notice(NoticeKind.SEAT_TAKEN)
LONG = Rules(target=5000)
NAMES = ("Ann", "Bob", "Cat", "Dan")
BOT_NAMES = ("Ada", "Bran", "Cleo", "Dato")


def entry(state: TableState, who: int, what: What, request: str = "") -> Entry:
    return Entry(number=state.number + 1, who=who, what=what, follows=state.check_sum, request=request)


def after(state: TableState, who: int, what: What) -> TableState:
    return apply(state, entry(state, who, what))[0]


def lines(state: TableState, who: int, what: What) -> Sequence[Line]:
    return apply(state, entry(state, who, what))[1]


def check(state: TableState, entry: Entry) -> object:
    """Return why the entry is refused; None if it is not."""
    try:
        apply(state, entry)
    except EntryRefusedError as error:
        return error.reason
    return None


def refused(state: TableState, who: int, what: What) -> object:
    return check(state, entry(state, who, what))


def waiting(people: int = 1, **options: object) -> TableState:
    """Return a table of four seats with the given number of people, numbered from 1 in the order of their seats."""
    wanted = TableOptions(**{"seats": 4, "rules": LONG, **options})  # type: ignore[arg-type]  # the test's
    seats = tuple(Seat() for _ in range(wanted.seats))
    start = TableStart(code="FAM", options=wanted, rules=wanted.rules, seats=seats, salt="salt")
    state = fold([Entry(number=1, what=start)])
    assert state
    for name in NAMES[:people]:
        state = after(state, 0, joined(name))
    return state


def joined(name: str, **changes: object) -> Joined:
    return Joined(**{"identity": f"ssh:{name}", "name": name, "session": f"{name}.1", **changes})  # type: ignore[arg-type]


def playing(people: int = 2, **options: object) -> TableState:
    """Return a table whose match has begun, with bots in the other seats of four."""
    state = waiting(people, **options)
    return after(state, 1, start_of(state, "family evening", typed=False, bot_names=BOT_NAMES))


def turn(state: TableState) -> int:
    assert state.match
    return state.match.turn


def on_turn(state: TableState) -> int:
    """Return the number of the person on turn."""
    number = state.seats[turn(state)].member
    assert number
    return number


def play(state: TableState) -> TableState:
    """Return the table after a move of the seat on turn, a play if possible, by its person or bot."""
    seat, action = turn(state), min(state.answers(), key=lambda one: (not isinstance(one, Play), one == Keep())).text
    if state.by_bot(seat):
        return after(state, 0, BotPlayed(seat, action))
    return after(state, state.seats[seat].member, Acted(action, state.version))


def until_person(state: TableState) -> TableState:
    while state.by_bot(turn(state)):
        state = play(state)
    return state


def over(state: TableState) -> TableState:
    """Return the table after everybody but the host has left the match."""
    for number in range(2, len(state.people) + 1):
        state = after(state, number, LeftTable())
    while state.stage is Stage.PLAYING:
        state = play(state)
    return state


class TestComing:
    def test_a_person_gets_the_first_empty_seat_and_the_first_is_host(self) -> None:
        """Each newcomer sits down on the next seat; nobody announces the first host."""
        state = waiting(2)
        assert [1, 2, 0, 0] == [seat.member for seat in state.seats]
        assert (1, True) == (state.host, state.hosted)
        assert (TableNote(Happening.SAT, "Cat"),) == lines(state, 0, joined("Cat"))

    def test_during_a_match_a_newcomer_watches(self) -> None:
        """A person who joins a match in progress, or only wants to watch, has no seat."""
        state = after(playing(), 0, joined("Zoe"))
        assert (None, 1) == (state.seat_of(3), state.watchers)
        assert 1 == after(waiting(), 0, joined("Zoe", watch=True)).watchers

    @pytest.mark.parametrize(
        ("spectators", "watch", "problem"),
        [(0, True, EntryProblem.NO_WATCHING), (0, False, EntryProblem.FULL), (1, True, None)],
    )
    def test_the_number_of_spectators_is_limited(
        self, spectators: int, watch: bool, problem: EntryProblem | None
    ) -> None:
        """A table without room for spectators refuses one more."""
        assert problem == refused(playing(spectators=spectators), 0, joined("Zoe", watch=watch))

    def test_nobody_is_there_twice_and_no_name_is(self) -> None:
        """The identity and the name of a newcomer must be new, in any case."""
        state = waiting()
        assert Ignored.LATE is refused(state, 0, joined("Ann"))
        assert Ignored.LATE is refused(state, 0, joined("ann", identity="ssh:other"))

    def test_being_back_gives_back_the_seat_and_ends_autopilot(self) -> None:
        """A person who was away is back on the same seat, and plays again."""
        state = after(after(playing(), 2, AutopilotSet(True)), 2, WentAway("Bob.1"))
        assert (True, True) == (state.infos[1].away, state.infos[1].autopilot)
        back = after(state, 2, CameBack("Bob.2", Medium.LINES))
        assert (1, False, False) == (back.seat_of(2), back.infos[1].away, back.infos[1].autopilot)
        assert (TableNote(Happening.BACK, "Bob"),) == lines(state, 2, CameBack("Bob.2"))

    def test_another_session_takes_over_without_a_word(self) -> None:
        """The same person in a second session changes nothing that others see."""
        state = playing()
        taken = after(state, 1, CameBack("Ann.2"))
        assert ((), state.infos) == (lines(state, 1, CameBack("Ann.2")), taken.infos)
        assert Ignored.NEEDLESS is refused(taken, 1, CameBack("Ann.2"))


class TestGoing:
    def test_an_older_session_that_ends_takes_nobody_away(self) -> None:
        """Losing a session counts only while it is the current one."""
        state = after(playing(), 1, CameBack("Ann.2"))
        assert Ignored.LATE is refused(state, 1, WentAway("Ann.1"))
        assert refused(state, 1, WentAway("Ann.2")) is None

    def test_a_spectator_who_is_away_is_gone(self) -> None:
        """Nobody waits for a spectator."""
        state = after(after(playing(), 0, joined("Zoe")), 3, WentAway("Zoe.1"))
        assert [1, 2] == [one.number for one in state.people]

    def test_after_the_grace_time_a_bot_holds_the_seat(self) -> None:
        """During a match the seat stays the person's, who plays again on returning."""
        state = after(playing(), 2, WentAway("Bob.1"))
        state = after(state, 0, GraceOver(2, state.number))
        assert (True, Sitter.HUMAN) == (state.by_bot(1), state.infos[1].sitter)
        assert not after(state, 2, CameBack("Bob.2")).by_bot(1)

    def test_before_the_match_the_seat_is_free_again(self) -> None:
        """Outside a match, a person whose grace time is over has left."""
        state = after(waiting(2), 2, WentAway("Bob.1"))
        assert (TableNote(Happening.LEFT, "Bob"),) == lines(state, 0, GraceOver(2, state.number))
        assert not after(state, 0, GraceOver(2, state.number)).seats[1].taken

    def test_the_grace_time_of_an_earlier_absence_counts_for_nothing(self) -> None:
        """A person who was back in between is waited for from the newer absence on."""
        state = after(playing(), 2, WentAway("Bob.1"))
        first = state.number
        state = after(after(state, 2, CameBack("Bob.2")), 2, WentAway("Bob.2"))
        assert Ignored.LATE is refused(state, 0, GraceOver(2, first))

    def test_leaving_a_match_is_final(self) -> None:
        """The seat keeps the name until the match is over, and nobody can take it."""
        state = after(playing(3), 2, LeftTable())
        assert (None, "Bob", Sitter.NOBODY) == (state.person(2), state.seats[1].name, state.infos[1].sitter)
        assert state.match
        assert not state.match.live & 2
        again = after(state, 0, joined("Bob-2", identity="ssh:Bob"))
        assert TAKEN == refused(again, 4, Seated(1))

    def test_without_people_the_table_is_closed(self) -> None:
        """When the last person with a seat leaves, the table is closed and refuses all entries."""
        state = after(after(playing(), 2, LeftTable()), 1, LeftTable())
        assert Ending.TABLE_CLOSED is state.closed
        assert Ignored.LATE is refused(state, 0, joined("Eve"))
        assert Ending.HOST_ENDED is after(playing(), 0, TableClosed(Ending.HOST_ENDED)).closed

    def test_a_restart_waits_for_everybody_with_a_seat(self) -> None:
        """All sessions are over, spectators are gone, and the clocks start again."""
        state = after(after(playing(turn_seconds=30), 0, joined("Zoe")), 0, Restarted())
        assert [("", state.number)] * 2 == [(one.session, one.away) for one in state.people]
        assert state.number == state.turn_entry
        assert (0, 1) == (state.host, state.claim)


class TestHost:
    def test_the_role_passes_at_once_and_returns_in_time(self) -> None:
        """While the host is away, the first of those here has the role."""
        state = after(playing(3), 1, WentAway("Ann.1"))
        assert (2, 1) == (state.host, state.claim)
        assert (1, 0) == ((back := after(state, 1, CameBack("Ann.2"))).host, back.claim)
        gone = after(state, 0, GraceOver(1, state.number))
        assert 2 == after(gone, 1, CameBack("Ann.2")).host

    @pytest.mark.parametrize("end", ["pass", "leave", "kick"])
    def test_passing_on_leaving_and_being_sent_away_end_the_claim(self, end: str) -> None:
        """After any of these the old host is a person like others."""
        state = after(playing(3), 1, WentAway("Ann.1"))
        ends: dict[str, What] = {"pass": HostPassed(3), "leave": LeftTable(), "kick": SentOut(0, 1)}
        state = after(state, 1 if end == "leave" else 2, ends[end])
        assert (3 if end == "pass" else 2, 0) == (state.host, state.claim)

    def test_the_next_host_is_announced(self) -> None:
        """Everybody reads who the host is now, unless nobody else can come."""
        assert TableNote(Happening.HOST, "Bob") in lines(playing(), 1, WentAway("Ann.1"))

    def test_nobody_is_host_while_nobody_is_here(self) -> None:
        """The claim outlives the absence of all."""
        state = after(after(playing(), 1, WentAway("Ann.1")), 2, WentAway("Bob.1"))
        assert (0, 1) == (state.host, state.claim)
        assert 2 == after(state, 2, CameBack("Bob.2")).host


HOSTS: tuple[What, ...] = (SentOut(1, 2), LetBack("Zoe"), HostPassed(2), RulesSet(Rules(target=1)))


class TestRights:
    @pytest.mark.parametrize("what", HOSTS)
    def test_only_the_host(self, what: What) -> None:
        """Others may neither send away, readmit, pass the role on nor choose rules."""
        state = waiting(3)
        assert NOT_ALLOWED == refused(state, 3, what)
        assert NOT_ALLOWED != refused(state, 1, what)

    def test_starting_is_the_hosts(self) -> None:
        """Only the host starts a match, and the table itself once every seat is taken."""
        state = waiting(2)
        start = start_of(state, "s", typed=False, bot_names=BOT_NAMES)
        assert NOT_ALLOWED == refused(state, 2, start)
        assert Ignored.LATE is refused(state, 0, start)
        assert refused(state, 1, start) is None
        full = waiting(4)
        assert refused(full, 0, start_of(full, "s", typed=False, bot_names=BOT_NAMES)) is None

    def test_nobody_sends_away_themselves_or_a_bot_in_play(self) -> None:
        """The host's own seat, an empty one and a bot's during a match are no choice."""
        state = playing()
        for what in (SentOut(0, 1), SentOut(2, 0), SentOut(9, 0), SentOut(-1, 0)):
            assert NOT_ALLOWED == refused(state, 1, what)
        assert Ignored.LATE is refused(state, 1, SentOut(1, 3)), "another person sits there by now"

    def test_who_was_sent_away_is_refused_until_readmitted(self) -> None:
        """So is a new guest of the same network; people with keys of that network are not."""
        state = after(waiting(), 0, joined("Gus", identity="guest:1", guest=True, origin="net"))
        state = after(state, 1, SentOut(1, 2))
        new = joined("New", identity="guest:2", guest=True, origin="net")
        assert EntryProblem.SENT_AWAY is refused(state, 0, new)
        assert refused(state, 0, joined("Key", origin="net")) is None
        assert Notice(NoticeKind.NOBODY, "Zoe") == refused(state, 1, LetBack("Zoe"))
        assert refused(after(state, 1, LetBack("gus")), 0, new) is None

    def test_seats_before_in_and_after_a_match(self) -> None:
        """Before a match an empty seat can be taken, in it a bot's between rounds, after it either."""
        state = after(waiting(2), 0, joined("Zoe", watch=True))
        assert (None, TAKEN) == (refused(state, 3, Seated(3)), refused(state, 3, Seated(0)))
        assert TAKEN == refused(after(playing(), 0, joined("Zoe")), 3, Seated(3))
        done = over(playing(1, rules=Rules(target=1)))
        watched = after(done, 0, joined("Zoe"))
        assert refused(watched, 2, Seated(3)) is None

    def test_rules_are_chosen_outside_a_match_and_must_fit(self) -> None:
        """In play the choice comes too late; rules whose hands do not fit the deck are refused."""
        assert Ignored.LATE is refused(playing(), 1, RulesSet(Rules(target=1)))
        wide = waiting(1, seats=10)
        assert Notice(NoticeKind.TOO_MANY_CARDS) == refused(wide, 1, RulesSet(Rules(hand_size=15)))

    def test_the_host_chooses_a_partner(self) -> None:
        """The chosen player and the one opposite the host change places. A free seat can be chosen for a later player.

        A bot, a person and a free seat can be where the partner sits now. Others may not choose, nor without teams.
        """
        state = waiting(3, rules=Rules(teams="pairs"))
        chosen, lines = apply(state, entry(state, 1, PartnerChosen(1, 2)))
        assert ["Ann", "Cat", "Bob", ""] == [seat.name for seat in chosen.seats]
        assert (TableNote(Happening.PARTNER, "Ann", "Bob"),) == lines
        assert [0, 1, 0, 1] == [info.team for info in chosen.infos]
        free, lines = apply(state, entry(state, 1, PartnerChosen(3, 0)))
        assert (["Ann", "Bob", "", "Cat"], ()) == ([seat.name for seat in free.seats], lines)
        assert Ignored.LATE is refused(state, 1, PartnerChosen(1, 0))
        assert Ignored.NEEDLESS is refused(state, 1, PartnerChosen(2, 3))
        assert Notice(NoticeKind.NOT_ALLOWED) == refused(state, 2, PartnerChosen(2, 3))
        assert Notice(NoticeKind.NOT_ALLOWED) == refused(state, 1, PartnerChosen(0, 1))
        assert Notice(NoticeKind.NOT_ALLOWED) == refused(state, 1, PartnerChosen(7, 0))
        assert Notice(NoticeKind.NOT_ALLOWED) == refused(waiting(3), 1, PartnerChosen(1, 2))

    def test_teams_need_the_right_number_of_seats(self) -> None:
        """The host of three seats cannot choose teams; with four, or without teams, the rules are taken."""
        assert Notice(NoticeKind.NO_TEAMS) == refused(waiting(1, seats=3), 1, RulesSet(Rules(teams="pairs")))
        assert Notice(NoticeKind.NO_TEAMS) == refused(waiting(1, seats=2), 1, RulesSet(Rules(teams="halves")))
        assert refused(waiting(1, seats=4), 1, RulesSet(Rules(teams="pairs"))) is None
        assert Notice(NoticeKind.TOO_MANY_CARDS) == refused(
            waiting(1, seats=10), 1, RulesSet(Rules(teams="pairs", hand_size=15))
        )

    def test_alone_there_is_no_host_and_nobody_to_send_away(self) -> None:
        """At a table for one the rights are those about the match."""
        state = playing(1, solo=True)
        assert frozenset({Right.AUTOPILOT, Right.HURRY}) == state.rights_on(0, state.infos)
        assert not any(seat.host for seat in state.infos)


class TestStart:
    def test_bots_fill_the_seats_under_unused_names(self) -> None:
        """The start holds the bots with names and level; nobody works them out later."""
        state = playing()
        assert ["Ann", "Bob", "Ada", "Bran"] == [seat.name for seat in state.seats]
        assert (Stage.PLAYING, 1) == (state.stage, state.matches)

    def test_without_filling_empty_seats_are_dropped(self) -> None:
        """At least two must play."""
        alone, two = waiting(1, fill=False), waiting(2, fill=False)
        with pytest.raises(EntryRefusedError) as error:
            start_of(alone, "s", typed=False, bot_names=BOT_NAMES)
        assert Notice(NoticeKind.TOO_FEW) == error.value.reason
        assert 2 == len(after(two, 1, start_of(two, "s", typed=False, bot_names=BOT_NAMES)).seats)

    def test_teams_start_with_the_right_number_of_players(self) -> None:
        """Without filling, three people of four seats are no teams; four of six are, in pairs of those left."""
        rules = Rules(teams="pairs")
        with pytest.raises(EntryRefusedError) as error:
            start_of(waiting(3, fill=False, rules=rules), "s", typed=False, bot_names=BOT_NAMES)
        assert Notice(NoticeKind.NO_TEAMS) == error.value.reason
        four = waiting(4, fill=False, seats=6, rules=rules)
        match = after(four, 1, start_of(four, "s", typed=False, bot_names=BOT_NAMES)).match
        assert match
        assert (2,) == match.view(0).partners(0)

    def test_a_rematch_goes_on_counting(self) -> None:
        """Versions rise from match to match; who left is replaced by a bot."""
        done = over(playing(rules=Rules(target=1)))
        again = after(done, 1, start_of(done, "next", typed=False, bot_names=BOT_NAMES))
        assert (done.version + 1, 2) == (again.version, again.matches)
        assert Sitter.BOT is again.infos[1].sitter

    def test_reading_begins_at_the_newest_start(self) -> None:
        """The table folded from the newest start alone is the one folded from its first entry."""
        state = over(playing(3, rules=Rules(target=1)))
        start = entry(state, 1, start_of(state, "next", typed=False, bot_names=BOT_NAMES))
        both = fold([start], state), fold([start])
        assert both[0] == both[1]
        assert both[0]


class TestMoves:
    def test_a_turns_action_must_be_from_the_turn(self) -> None:
        """An action chosen before the last turn's action is late; a call is judged by the rules alone."""
        state = until_person(playing(4))
        person = on_turn(state)
        later = play(state)
        assert Ignored.LATE is refused(later, person, Acted("draw", state.version))
        why = refused(later, person, Acted(CallUno().text, 0))
        assert isinstance(why, Why)
        assert Reason.NO_CALL_DUE is why.reason

    def test_only_seated_people_play_and_only_legally(self) -> None:
        """The rules' reason is given; what is no action is ignored."""
        state = after(playing(4), 0, joined("Zoe"))
        assert Why(Reason.NOT_SEATED) == refused(state, 5, Acted("draw", 0))
        assert Ignored.NEEDLESS is refused(state, on_turn(state), Acted("dance", 0))
        other = next(number for number in range(1, 5) if number != on_turn(state))
        assert isinstance(refused(state, other, Acted(Draw().text, 0)), Why)

    def test_bots_play_for_bots_and_the_absent_only(self) -> None:
        """A bot's move for a person who plays is refused."""
        state = until_person(playing(2))
        seat = turn(state)
        move = BotPlayed(seat, state.match.idle(seat).text if state.match else "")
        assert Ignored.LATE is refused(state, 0, move)
        assert refused(after(state, on_turn(state), AutopilotSet(True)), 0, move) is None

    def test_two_turns_by_the_clock_are_autopilot(self) -> None:
        """The clock plays for a present person; the second turn in a row turns on autopilot, a move turns it off."""
        state = playing(4, turn_seconds=30)
        idler = on_turn(state)
        for times in (1, 2):
            while on_turn(state) != idler:
                state = play(state)
            assert state.match
            state = after(state, 0, ClockPlayed(turn(state), (state.match.idle(turn(state)).text,)))
            assert (times == 2) is state.seats[state.seat_of(idler) or 0].autopilot
        assert Ignored.LATE is refused(playing(4), 0, ClockPlayed(0, ("draw",))), "there is no clock"

    def test_hurrying_is_for_the_only_person_and_ends_with_the_turn(self) -> None:
        """It holds until the person's next turn."""
        assert Ignored.NEEDLESS is refused(playing(2), 1, Hurried())
        state = playing(1)
        while not state.by_bot(turn(state)):
            state = play(state)
        state = after(state, 1, Hurried())
        assert state.hurried
        assert not until_person(state).hurried

    def test_the_pace_is_a_seated_persons(self) -> None:
        """It changes once."""
        state = after(playing(1), 1, PaceSet(BotPace.SLOW))
        assert (BotPace.SLOW, Ignored.NEEDLESS) == (state.pace, refused(state, 1, PaceSet(BotPace.SLOW)))

    def test_who_left_can_be_forgotten(self) -> None:
        """Identity and name of the seat are replaced."""
        state = after(playing(3), 2, LeftTable())
        state = after(state, 0, Anonymized("ssh:Bob", "guest:x", "player"))
        assert ("guest:x", True, "player") == (state.seats[1].left, state.seats[1].left_guest, state.seats[1].name)


class TestDue:
    TEMPO = Tempo(Pace())

    def kinds(self, state: TableState) -> set[DueKind]:
        return {one.kind for one in due(state, self.TEMPO)}

    def test_what_falls_due(self) -> None:
        """A full table starts, an absence ends, the clock runs for people, bots play for the others."""
        assert {DueKind.START} == self.kinds(waiting(4))
        assert {DueKind.CLOCK} == self.kinds(playing(4, turn_seconds=30))
        assert set() == self.kinds(playing(4))
        state = playing(1)
        while not state.by_bot(turn(state)):
            state = play(state)
        assert DueKind.TURN in self.kinds(state)
        away = after(playing(2, grace_seconds=20), 2, WentAway("Bob.1"))
        assert Due(DueKind.GRACE, 2, away.number, (20, 20)) in due(away, self.TEMPO)
        assert () == due(after(away, 0, TableClosed(Ending.IDLE)), self.TEMPO)

    def test_the_turns_time_is_counted_from_its_beginning(self) -> None:
        """Neither joining nor a new pace gives the person on turn more time; the next turn has its full time."""
        state = playing(4, turn_seconds=30)
        (clock,) = due(state, self.TEMPO)
        assert (clock,) == due(after(state, 0, joined("Zoe")), self.TEMPO)
        assert clock.after < due(play(state), self.TEMPO)[0].after


class TestEntries:
    def test_an_entry_that_does_not_follow_is_ignored(self) -> None:
        """Neither an earlier nor a later number is folded, nor a request that is known."""
        state = playing()
        known = apply(state, entry(state, 2, AutopilotSet(True), "a.1"))[0]
        assert Ignored.LATE is check(known, entry(state, 1, AutopilotSet(True)))
        assert Ignored.LATE is check(state, entry(known, 1, AutopilotSet(True)))
        assert Ignored.LATE is check(known, entry(known, 1, AutopilotSet(True), "a.1"))

    def test_the_first_screen_of_the_state_lists_them(self) -> None:
        """The docstring of the state lists every kind of entry under its module."""
        rows = re.findall(r"^    (entries\.\w+) +(.+)$", table_state.__doc__ or "", re.MULTILINE)
        listed = {module: names.split() for module, names in rows}
        found: dict[str, list[str]] = {}
        for kind in get_args(What):
            found.setdefault(kind.__module__.removeprefix("uno_tui.table."), []).append(kind.__name__)
        assert found == listed

    def test_every_kind_has_a_text_form(self) -> None:
        """The printed form can be read back."""
        state = playing(2)
        kinds: list[What] = [
            start_of(waiting(2), "s", typed=True, bot_names=BOT_NAMES), joined("Zoe"), Seated(1), WentAway("x"),
            CameBack("y", Medium.PROGRAM, "net"), GraceOver(1, 2), LeftTable(), SentOut(1, 2), LetBack("Zoë"),
            HostPassed(2), PartnerChosen(1, 2), RulesSet(Rules.parse("party")), Acted("W:g!", 3), BotPlayed(0, "r5"),
            ClockPlayed(0, ("draw", "keep")), AutopilotSet(True), PaceSet(BotPace.BRISK), Hurried(), Restarted(),
            Anonymized("ssh:x", "guest:y", "z"), TableClosed(Ending.IDLE),
        ]  # fmt: skip  # a list of kinds
        assert set(What.__args__) == {type(one) for one in kinds}
        for what in kinds:
            printed = entry(state, 1, what, "a.7")
            assert printed == Entry.read(printed.text)

    @pytest.mark.parametrize("newer", ['"format":3', '"engine":3'])
    def test_a_newer_entry_is_refused_in_words(self, newer: str) -> None:
        """Of an entry that a newer program wrote, the number that is newer is named, whatever else it holds."""
        with pytest.raises(NewerEntryError, match=r"newer than 2"):
            Entry.read(f'{{"number":1,{newer},"what":{{"type":"dream"}}}}')
        with pytest.raises(ValueError, match="no entry"):
            Entry.read('{"number":1,"what":{"type":"dream"}}')

    def test_the_check_sum_sees_hands_piles_turn_and_seats(self) -> None:
        """Tables that differ in any of these have other sums; it fits into four bytes."""
        state = playing()
        others = [play(state), after(state, 1, AutopilotSet(True)), after(state, 2, LeftTable()), waiting(2)]
        sums = {one.check_sum for one in (state, *others)}
        assert 5 == len(sums)
        assert max(sums) < 2**32
