"""Tables: the way of a request, the clock, bots, chat. Who comes and goes is in `test_comings`."""

import asyncio
import contextvars
import logging
from collections.abc import Callable

import pytest

from tests.tables import Call, House, Person, now
from uno_tui.game.actions import Action, CallUno, CatchUno, Deal, Draw, Take
from uno_tui.game.errors import Reason
from uno_tui.game.events import Caught, Drew, Kept, MatchWon
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase, PlayerView
from uno_tui.lobby import TableOptions
from uno_tui.tableview import (
    Chance,
    Chat,
    Closed,
    Deadline,
    Ending,
    Happening,
    Message,
    NoticeKind,
    Refused,
    Right,
    Sitter,
    Stage,
    TableView,
)
from uno_tui.timers import Timers

QUICK = Rules(target=1)


def finish(house: House, *people: Person, rounds: int = 10_000) -> None:
    """Play on by hand until the match is over, or so many rounds are."""
    for _ in range(100_000):
        view = people[0].view
        assert view.game
        if view.stage is Stage.OVER or (view.game.phase is Phase.OVER and view.game.round >= rounds):
            return
        for person in people:
            if person.on_turn:
                person.move()
                break
        else:
            house.clock.pass_(0.1)
    raise AssertionError("the match never ends")


class TestRequests:
    def test_a_move_is_shown_to_everybody_the_mover_first(self) -> None:
        """One action gives each person one new picture, and the mover has it before anybody else."""
        house = House()
        order: list[str] = []
        people = house.people("Ann", "Bob", "Cat")
        for person in people:
            person.told = Noting(person.told, lambda name=person.user.name: order.append(name))
        movers = set()
        for moves in range(1, 10):
            mover = house.turn_of(*people)
            movers.add(mover)
            order.clear()
            mover.move()
            assert [mover.user.name] == order[:1]
            assert ["Ann", "Bob", "Cat"] == sorted(order)
            assert {moves} == {person.view.version for person in people}
        assert set(people) == movers

    def test_a_refused_action_changes_nothing_and_says_why(self) -> None:
        """Who asks out of turn gets the reason under the request's number, and nobody a new picture."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        other = bob if ann.on_turn else ann
        told = len(ann.told) + len(bob.told)
        other.act(Draw(), request=7)
        assert [7] == [refused.request for refused in other.refusals]
        why = other.refusals[0].why
        assert why
        assert Reason.NOT_YOUR_TURN == why.reason
        assert told + 1 == len(ann.told) + len(bob.told)

    def test_b3_a_second_press_from_the_same_picture_is_stale(self) -> None:
        """Two presses of the same key act once: the second one asks from a picture that has passed."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=Rules(draw="one"))
        mover = house.turn_of(ann, bob)
        version = mover.view.version
        mover.handle.act(Draw(), version, 1)
        mover.handle.act(Draw(), version, 2)
        assert [Refused(2, None)] == mover.refusals
        assert version + 1 == mover.view.version

    def test_a_call_is_judged_by_legality_alone(self) -> None:
        """A UNO call from an old picture gets the rules' answer, not that it came too late."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        house.turn_of(ann, bob).move()
        ann.handle.act(CallUno(), 0, 3)
        why = ann.refusals[0].why
        assert why
        assert Reason.NO_CALL_DUE == why.reason

    def test_a_catch_in_between_makes_no_turn_stale(self) -> None:
        """Who plays from a picture that only a catch has passed is not refused: a catch changes no turn."""
        house = House()
        people = house.people("Ann", "Bob", "Cat", rules=Rules(target=5000))
        for _ in range(5000):
            mover = house.turn_of(*people)
            plays = [one for one in mover.legal if not isinstance(one, CallUno | CatchUno)]
            mover.act(min(plays, key=lambda one: (one == Draw(), "!" in one.text)))
            owing = [seat for seat, one in enumerate(mover.view.game.seats) if one.owes_call] if mover.view.game else []
            mover = house.turn_of(*people)
            catcher = next(one for one in people if one is not mover and one.seat not in owing[:1])
            if owing and owing[0] != mover.seat and any(isinstance(one, CatchUno) for one in catcher.legal):
                version = mover.view.version
                catcher.act(CatchUno(owing[0]))
                assert version + 1 == mover.view.version
                mover.handle.act(mover.legal[0], version, 5)
                assert [] == mover.refusals
                return
        raise AssertionError("nobody ever forgot to call")

    def test_spectators_play_nothing(self) -> None:
        """A spectator's action is refused: they have no seat."""
        house = House()
        house.people("Ann", "Bob")
        zoe = house.watch(Person("Zoe"))
        zoe.act(Draw(), request=1)
        why = zoe.refusals[0].why
        assert why
        assert Reason.NOT_SEATED == why.reason

    def test_b16_what_is_the_hosts_is_the_hosts(self) -> None:
        """Starting, a rematch, sending away and the rules are refused to everybody else, and nothing changes."""
        house = House()
        ann = house.open(Person("Ann"), seats=3)
        bob = house.join(Person("Bob"))
        zoe = house.watch(Person("Zoe"))
        for person in (bob, zoe):
            person.handle.start()
            person.handle.kick(0)
            person.handle.change_rules(QUICK)
            person.handle.pass_host(1)
            assert 4 * [NoticeKind.NOT_ALLOWED] == person.notices
            assert not {Right.START, Right.KICK, Right.REMATCH} & person.view.rights
        assert Stage.WAITING is ann.view.stage
        assert Rules() == ann.view.rules
        ann.handle.change_rules(QUICK)
        ann.handle.start()
        bots_play_out(house, ann, bob)
        bob.handle.rematch()
        assert NoticeKind.NOT_ALLOWED == bob.notices[-1]
        assert Stage.OVER is bob.view.stage

    def test_b3_two_starts_deal_once(self) -> None:
        """Pressing start twice in the same moment starts one match."""
        house = House()
        ann = house.open(Person("Ann"))
        ann.handle.start()
        first = house.table().playing
        ann.handle.start()
        assert first is house.table().playing
        assert [Sitter.HUMAN, *3 * [Sitter.BOT]] == [seat.sitter for seat in ann.view.seats]


class Noting(list[Message]):
    """A list that tells when something is appended."""

    def __init__(self, items: list[Message], told: object) -> None:
        super().__init__(items)
        self._told = told

    def append(self, item: Message) -> None:
        assert callable(self._told)
        self._told()
        super().append(item)


def bots_play_out(house: House, *people: Person) -> None:
    """Let bots play for everybody until the match is over."""
    for person in people:
        person.handle.autopilot(True)
    for _ in range(10_000):
        if people[0].view.stage is Stage.OVER:
            return
        house.clock.pass_(1)
    raise AssertionError("the match never ends")


class TestPictures:
    def test_spectators_share_one_picture(self) -> None:
        """However many watch, what they see is built once a change."""
        house = House()
        house.people("Ann", "Bob")
        zoe, yan = house.watch(Person("Zoe")), house.watch(Person("Yan"))
        house.table().chat(house.table().roster.members["ssh:Zoe"], "hello")
        assert zoe.view is yan.view

    def test_b7_nobody_is_shown_what_another_holds_or_draws(self) -> None:
        """In everybody's pictures and logs the only hidden cards are their own."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        zoe = house.watch(Person("Zoe"))
        for _ in range(60):
            house.turn_of(ann, bob).move() if ann.view.stage is Stage.PLAYING else None
        for person, own in ((ann, 0), (bob, 1), (zoe, None)):
            for view in [message for message in person.told if isinstance(message, TableView) and message.game]:
                assert own == view.you
                assert view.game
                assert own == view.game.seat
                assert own is not None or ((), ()) == (view.game.hand, view.game.legal)
                for event in [*[entry.what for entry in view.log], *view.game.history]:
                    if isinstance(event, Drew):
                        assert (own == event.seat) == (event.cards is not None)

    def test_the_log_is_numbered_without_gaps_and_bounded(self) -> None:
        """Everybody's log has the same numbers, one after the other, and never more than 200 entries."""
        house = House()
        ann = house.open(Person("Ann"), bots=3, rules=Rules(target=200))
        zoe = house.watch(Person("Zoe"))
        bots_play_out(house, ann)
        numbers = [entry.number for entry in ann.view.log]
        assert 200 == len(numbers)
        assert list(range(numbers[0], numbers[0] + 200)) == numbers
        assert numbers == [entry.number for entry in zoe.view.log]

    def test_the_handle_shows_the_picture_as_it_is_now(self) -> None:
        """`view` of a handle is what its listener got last."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        assert ann.view is ann.handle.view


class TestListeners:
    def test_one_that_fails_is_dropped_and_the_others_go_on(self, caplog: pytest.LogCaptureFixture) -> None:
        """A listener that raises counts as a dropped line; everybody else has the picture, the log no hand."""
        house = House()
        ann, bob, cat = house.people("Ann", "Bob", "Cat")
        member = house.table().roster.members["ssh:Bob"]

        def fails(message: Message) -> None:
            raise RuntimeError(repr(message))

        member.listener = fails
        with caplog.at_level(logging.ERROR):
            house.turn_of(ann, cat, bob).move()
        assert 1 == ann.view.version == cat.view.version
        assert ann.view.seats[1].away
        assert ["Bob"] == cat.saw(Happening.AWAY)
        assert "RuntimeError" in caplog.text
        assert "card(" not in caplog.text

    def test_one_that_acts_at_once_is_answered_after_the_others(self) -> None:
        """A listener that asks for something inside its call is not called inside that call."""
        house = House()
        depth: list[int] = []
        ann, bob = house.people("Ann", "Bob")
        for person, member in zip((ann, bob), house.table().roster.members.values(), strict=True):
            member.listener = AtOnce(person, depth)
        house.turn_of(ann, bob).move()
        assert {1} == set(depth)
        assert ann.view.version == bob.view.version == house.table().version > 20

    async def test_timers_hold_no_session(self) -> None:
        """What a timer calls runs in an empty context, whoever's action set it."""
        session: contextvars.ContextVar[str] = contextvars.ContextVar("session")
        session.set("Ann's")
        rang = asyncio.Event()
        seen: list[int] = []

        def ring() -> None:
            seen.append(len(contextvars.copy_context()))
            rang.set()

        timers = Timers(asyncio.get_running_loop().call_later, lambda: 0.0)
        timers.set("turn", 0, ring)
        await rang.wait()
        assert [0] == seen
        assert 0 == len(timers)

    def test_b3_a_canceled_timer_does_nothing_even_if_it_is_called(self) -> None:
        """A timer that was replaced or canceled when its call was on its way does nothing."""
        calls: list[Callable[[], None]] = []
        rung: list[str] = []

        def call_later(seconds: float, callback: Callable[[], None]) -> Call:
            calls.append(callback)
            return Call(callback)

        timers = Timers(call_later, lambda: 0.0)
        timers.set("turn", 1, lambda: rung.append("first"))
        timers.set("turn", 1, lambda: rung.append("second"))
        timers.set("grace", 1, lambda: rung.append("third"))
        timers.cancel("grace")
        for call in calls * 2:
            call()
        assert ["second"] == rung
        timers.stop()
        timers.set("turn", 1, lambda: rung.append("fourth"))
        assert 0 == len(timers)


class AtOnce:
    """A listener that moves as soon as it is on turn, from inside the call."""

    def __init__(self, person: Person, depth: list[int]) -> None:
        self.person, self.depth, self.running = person, depth, 0

    def __call__(self, message: Message) -> None:
        self.running += 1
        self.depth.append(self.running)
        self.person.told.append(message)
        if isinstance(message, TableView) and self.person.on_turn and message.version < 40:
            self.person.move()
        self.running -= 1


class TestClock:
    def test_b1_who_idles_on_turn_is_played_for(self) -> None:
        """When the turn clock runs out, not before, the idle action is played for the whole turn, and all are told."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30)
        idler = house.turn_of(ann, bob)
        assert Deadline(30, house.clock.time) == idler.view.deadline
        house.clock.pass_(29.9)
        assert 0 == idler.view.version
        house.clock.pass_(0.1)
        assert not idler.on_turn
        assert [idler.user.name] == idler.saw(Happening.TIMEOUT)
        assert [] == idler.saw(Happening.AUTOPILOT_ON)

    def test_two_idle_turns_in_a_row_are_autopilot_and_a_hand_ends_it(self) -> None:
        """The second turn missed in a row puts a seat on autopilot; one action of its owner takes it back."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30, rules=Rules(target=5000))
        idler = house.turn_of(ann, bob)
        other = bob if idler is ann else ann
        for turns in (1, 2):
            while not idler.on_turn:
                other.move()
            house.clock.pass_(30)
            assert (turns == 2) is idler.view.seats[idler.seat].autopilot
        while not idler.on_turn:
            other.move()
        idler.move()
        assert not idler.view.seats[idler.seat].autopilot
        assert [idler.user.name] == other.saw(Happening.AUTOPILOT_OFF)

    def test_a_card_drawn_by_the_clock_is_kept_in_the_same_turn(self) -> None:
        """An idle draw that brings a playable card does not give the idler another span to wait."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30, rules=Rules(target=5000))
        kept = 0
        for _ in range(40):
            idler = house.turn_of(ann, bob)
            house.clock.pass_(30)
            kept += sum(isinstance(entry.what, Kept) for entry in idler.view.log[-3:])
            assert not idler.view.game or idler.view.game.phase is not Phase.DRAWN
            idler.handle.autopilot(False)
        assert kept

    def test_a_turn_played_by_hand_in_between_counts_from_new(self) -> None:
        """Two idle turns with a played one between them are no autopilot."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30, rules=Rules(target=5000))
        idler = house.turn_of(ann, bob)
        other = bob if idler is ann else ann
        for by_hand in (False, True, False):
            while not idler.on_turn:
                other.move()
            if by_hand:
                idler.move()
            else:
                house.clock.pass_(30)
        assert 2 == len(other.saw(Happening.TIMEOUT))
        assert not other.view.seats[idler.seat].autopilot

    def test_the_clock_starts_anew_with_each_turn_only(self) -> None:
        """What others say does not give the one on turn more time."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30)
        house.clock.pass_(20)
        ann.handle.chat("well?")
        assert Deadline(10, house.clock.time) == bob.view.deadline
        house.turn_of(ann, bob).move()
        assert Deadline(30, house.clock.time) == bob.view.deadline

    def test_a_dealer_who_waits_is_dealt_for(self) -> None:
        """Between rounds the clock runs for the next dealer and deals when it runs out."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30, rules=Rules(target=5000))
        finish(house, ann, bob, rounds=1)
        dealer = house.turn_of(ann, bob)
        assert (Deal(),) == dealer.legal
        house.clock.pass_(30)
        assert dealer.view.game
        assert 2 == dealer.view.game.round

    def test_without_a_clock_people_take_their_time(self) -> None:
        """With the turn clock off a table waits for who is there, for hours."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        house.clock.pass_(10_000)
        assert 0 == ann.view.version
        assert ann.view.deadline is None

    def test_the_only_answer_is_given_after_a_moment(self) -> None:
        """Who can only take a penalty is not asked: the table takes it for them, but not at once."""
        house = House()
        people = house.people("Ann", "Bob", rules=Rules(target=5000))
        for _ in range(3000):
            mover = house.turn_of(*people)
            if mover.legal == (Take(),):
                break
            mover.move()
        version = mover.view.version
        house.clock.pass_(0.5)
        assert version == mover.view.version
        house.clock.pass_(0.6)
        assert version + 1 == mover.view.version
        assert [] == mover.saw(Happening.TIMEOUT)


class TestBotsAtTheTable:
    def test_bots_take_a_moment_and_play_to_the_end(self) -> None:
        """A whole match against bots ends with a winner, and no bot acts in less than half a second."""
        house = House()
        ann = house.open(Person("Ann"), bots=3, rules=Rules(target=100))
        times: list[float] = []
        ann.told = Noting(ann.told, lambda: times.append(house.clock.time))
        bots_play_out(house, ann)
        assert ann.view.game
        assert ann.view.game.winner is not None
        assert isinstance(ann.view.log[-1].what, MatchWon)
        assert 0 == house.clock.waiting

    def test_a_bot_deals_after_a_pause(self) -> None:
        """People have some seconds to read the scores before a bot deals."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=Rules(target=5000))
        finish(house, ann, bob, rounds=1)
        house.turn_of(ann, bob).handle.autopilot(True)
        house.clock.pass_(5)
        assert ann.view.game
        assert 1 == ann.view.game.round
        house.clock.pass_(2)
        assert 2 == ann.view.game.round

    def test_a33_a_bot_that_fails_or_cheats_is_played_for(self, caplog: pytest.LogCaptureFixture) -> None:
        """A bot that raises, or asks for what is not legal, gets the idle action; the table goes on."""

        def broken(view: PlayerView, chance: Chance) -> Draw:
            if chance.random() < 0.5:
                raise RuntimeError(f"I hold {view.hand}")
            return Draw()

        house = House(bots={"fair": broken})
        ann = house.open(Person("Ann"), bots=3, rules=QUICK)
        ann.handle.autopilot(True)
        house.clock.pass_(60)
        assert ann.view.version > 30
        assert "a bot failed" in caplog.text
        assert "card(" not in caplog.text

    def test_bots_catch_who_forgot_to_call(self) -> None:
        """Somebody who plays down to one card in silence is caught by a bot now and then."""
        house = House()
        ann = house.open(Person("Ann"), bots=3, rules=Rules(target=5000))
        for _ in range(20_000):
            if ann.on_turn and ann.legal != (Take(),):
                actions = [one for one in ann.legal if not isinstance(one, CallUno | CatchUno)]
                ann.act(min(actions, key=lambda one: (one == Draw(), "!" in one.text)))
            house.clock.pass_(1)
            if any(isinstance(entry.what, Caught) and entry.what.offender == ann.seat for entry in ann.view.log):
                return
        raise AssertionError("nobody ever caught Ann")

    def test_a_bot_that_catches_on_its_turn_plays_on(self) -> None:
        """A catch does not use up a bot's turn: the table does not stand still after it."""

        def catcher(view: PlayerView, chance: Chance) -> Action | None:
            catches = [one for one in view.legal if isinstance(one, CatchUno)]
            if not view.on_turn:
                return None
            return catches[0] if catches else min(view.legal, key=lambda one: (one == Draw(), "!" in one.text))

        house = House(bots={"fair": catcher})
        ann = house.open(Person("Ann"), bots=3)
        ann.handle.autopilot(True)
        house.clock.pass_(200)
        assert any(isinstance(entry.what, Caught) for entry in ann.view.log)
        assert ann.view.version > 150

    def test_autopilot_plays_and_shows(self) -> None:
        """On autopilot a bot plays the seat while its owner goes on watching, and takes it back at will."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        mover = house.turn_of(ann, bob)
        mover.handle.autopilot(True)
        assert mover.view.seats[mover.seat].autopilot
        house.clock.pass_(3)
        assert mover.view.version > 0
        version = mover.view.version
        for person in (ann, bob):
            person.handle.autopilot(False)
        house.clock.pass_(100)
        assert [mover.user.name] == mover.saw(Happening.AUTOPILOT_OFF)
        assert mover.view.version - version <= 1


class TestRematch:
    def test_seats_and_spectators_stay(self) -> None:
        """A rematch has the same people on the same seats, the same spectators, no points, and newer versions."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        zoe = house.watch(Person("Zoe"))
        finish(house, ann, bob)
        assert Right.REMATCH in ann.view.rights
        version = ann.view.version
        ann.handle.rematch()
        ann.handle.rematch()
        assert Stage.PLAYING is zoe.view.stage
        assert ["Ann", "Bob"] == [seat.name for seat in zoe.view.seats]
        assert zoe.view.game
        assert [0, 0] == [seat.score for seat in zoe.view.game.seats]
        assert version + 1 == zoe.view.version

    def test_an_action_from_the_match_before_is_stale(self) -> None:
        """Nothing asked for from a picture of the last match happens in the next."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        old = ann.view.version
        ann.handle.rematch()
        mover = house.turn_of(ann, bob)
        mover.handle.act(mover.legal[0], old, 9)
        assert [Refused(9, None)] == mover.refusals

    def test_who_left_is_replaced_by_a_bot(self) -> None:
        """A seat given up in the match is a bot's in the next one; a typed seed gives a new deal."""
        house = House()
        ann, bob, cat = house.people("Ann", "Bob", "Cat", rules=QUICK, seed="mine")
        bob.handle.leave()
        assert [Sitter.NOBODY, "Bob"] == [ann.view.seats[1].sitter, ann.view.seats[1].name]
        finish(house, ann, cat)
        ann.handle.rematch()
        assert [Sitter.HUMAN, Sitter.BOT, Sitter.HUMAN] == [seat.sitter for seat in ann.view.seats]
        match = house.table().playing
        assert match
        assert "mine/2" == match.match.seed


class TestStart:
    def test_it_starts_when_every_seat_is_taken(self) -> None:
        """The last one to sit down starts the match, with a picture for everybody."""
        house = House()
        ann = house.open(Person("Ann"), seats=2)
        before = ann.view.stage
        bob = house.join(Person("Bob"))
        assert (Stage.WAITING, Stage.PLAYING, Stage.PLAYING) == (before, ann.view.stage, bob.view.stage)

    def test_without_bots_empty_seats_are_left_out(self) -> None:
        """Where bots do not fill, the host's start plays with those who are there."""
        house = House()
        ann = house.open(Person("Ann"), seats=4, fill=False)
        ann.handle.start()
        assert [NoticeKind.TOO_FEW] == ann.notices
        bob = house.join(Person("Bob"))
        bob.handle.sit(3)
        assert 3 == bob.seat
        ann.handle.start()
        assert ["Ann", "Bob"] == [seat.name for seat in bob.view.seats]
        assert 1 == bob.seat
        assert bob.view.game
        assert 1 == bob.view.game.seat

    def test_rules_that_do_not_fit_change_nothing(self) -> None:
        """Rules whose hands do not fit the deck are refused to the host, with a reason."""
        house = House()
        ann = house.open(Person("Ann"), seats=10)
        ann.handle.change_rules(Rules(hand_size=15))
        assert [NoticeKind.TOO_FEW] == ann.notices
        assert Rules() == ann.view.rules
        ann.handle.change_rules(QUICK)
        assert QUICK == ann.view.rules


class TestChat:
    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("\x1b[2Jhi\x1b]52;c;eHg=\x07", "[2Jhi]52;c;eHg="),
            ("a\x9b31mb\r\b\x00c", "a31mb c"),
            ("\u202egnp.exe\u200b", "gnp.exe"),
            ("two\nlines", "two lines"),
            ("Gr\u00e1inne \u10d3\u10d0", "Gr\u00e1inne \u10d3\u10d0"),
            ("z" + "\u0301" * 50, "\u017a" + "\u0301" * 3),
        ],
    )
    def test_b9_nothing_said_acts_on_a_terminal(self, typed: str, said: str) -> None:
        """Control and format characters are gone from what is said; everybody gets the same text."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat(typed)
        assert Chat("Ann", said) == bob.view.log[-1].what == ann.view.log[-1].what

    @pytest.mark.parametrize("typed", ["[/", "[0]", "[red]x", "[@click=app.quit]hi[/]", "[true, false]"])
    def test_b10_brackets_are_said_as_typed(self, typed: str) -> None:
        """What looks like markup is text, here untouched."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat(typed)
        assert Chat("Ann", typed) == bob.view.log[-1].what

    def test_nothing_visible_is_not_said(self) -> None:
        """A message without a visible character changes nothing."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        before = len(bob.told)
        ann.handle.chat(" \u200b\x07 ")
        assert before == len(bob.told)

    def test_b19_a_flood_is_cut_and_limited_an_honest_paste_is_not(self) -> None:
        """Five lines at once are all said; ten million characters are one short message; a stream stops being told."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        for line in range(5):
            ann.handle.chat(f"line {line}")
        assert [] == ann.notices
        ann.handle.chat("x" * 10_000_000)
        assert [NoticeKind.CHAT_CUT] == ann.notices
        assert Chat("Ann", "x" * 200) == bob.view.log[-1].what
        for _ in range(100):
            ann.handle.chat("again")
        assert 98 == ann.notices.count(NoticeKind.CHAT_LIMITED)
        house.clock.pass_(2)
        ann.handle.chat("sorry")
        assert Chat("Ann", "sorry") == bob.view.log[-1].what

    def test_spectators_may_talk(self) -> None:
        """They see no hands, so what they say gives nothing away."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        house.watch(Person("Zoe")).handle.chat("go Ann")
        assert Chat("Zoe", "go Ann") == ann.view.log[-1].what


def test_a_closed_table_tells_everybody_and_forgets() -> None:
    """When the program stops everybody is told before the end, and no timer is left."""
    house = House()
    ann, bob = house.people("Ann", "Bob", turn_seconds=30)
    zoe = house.watch(Person("Zoe"))
    house.lobby.close()
    for person in (ann, bob, zoe):
        assert [NoticeKind.SERVER_STOPS] == person.notices
        assert Closed(Ending.SERVER_STOPPED) == person.told[-1]
    assert {} == house.lobby.tables
    assert 0 == house.clock.waiting
    told = len(ann.told)
    ann.handle.chat("hello?")
    ann.handle.leave()
    assert told == len(ann.told)


def test_options_are_checked_when_a_table_is_opened() -> None:
    """The default table has four seats, no clock, and lets people watch."""
    options = TableOptions()
    assert (4, None, True) == (options.seats, options.turn_seconds, options.spectators > 0)
    assert now(House().lobby.list()) == ()
