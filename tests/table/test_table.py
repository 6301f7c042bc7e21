"""Tables: the way of a request, the views, the start."""

import gc
import weakref

from tests.tables import QUICK, House, Noting, Person, bots_play_out, now
from uno_tui.game.actions import CallUno, CatchUno, Draw
from uno_tui.game.errors import Reason
from uno_tui.game.events import Drew
from uno_tui.game.rules import Rules
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import (
    Closed,
    Ending,
    NoticeKind,
    Refused,
    Right,
    Sitter,
    Stage,
    TableView,
)


class TestRequests:
    def test_a_move_is_shown_to_everybody_the_mover_first(self) -> None:
        """One action gives each person one new view, and the mover gets it first."""
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
        """A request out of turn is refused with the reason and the request's number, and nobody gets a new view."""
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

    def test_b3_a_second_press_from_the_same_view_is_stale(self) -> None:
        """Two presses of the same key act once: the second is from a stale view."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=Rules(draw="one"))
        mover = house.turn_of(ann, bob)
        version = mover.view.version
        mover.handle.act(Draw(), version, 1)
        mover.handle.act(Draw(), version, 2)
        assert [Refused(2, None)] == mover.refusals
        assert version + 1 == mover.view.version

    def test_a_call_is_judged_by_legality_alone(self) -> None:
        """A UNO call from a stale view gets the answer of the rules, not a refusal as stale."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        house.turn_of(ann, bob).move()
        ann.handle.act(CallUno(), 0, 3)
        why = ann.refusals[0].why
        assert why
        assert Reason.NO_CALL_DUE == why.reason

    def test_a_catch_in_between_makes_no_turn_stale(self) -> None:
        """A play from a view that is only older than a catch is accepted: a catch changes no turn."""
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
        """A spectator's action is refused because they have no seat."""
        house = House()
        house.people("Ann", "Bob")
        zoe = house.watch(Person("Zoe"))
        zoe.act(Draw(), request=1)
        why = zoe.refusals[0].why
        assert why
        assert Reason.NOT_SEATED == why.reason

    def test_b16_only_the_host_has_the_hosts_rights(self) -> None:
        """Only the host can start, ask for a rematch, send people away and change rules; nothing else happens."""
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
        """Pressing start twice at the same moment starts one match."""
        house = House()
        ann = house.open(Person("Ann"))
        ann.handle.start()
        first = house.table().state
        ann.handle.start()
        assert first is house.table().state
        assert [Sitter.HUMAN, *3 * [Sitter.BOT]] == [seat.sitter for seat in ann.view.seats]


class TestViews:
    def test_spectators_share_one_view(self) -> None:
        """All spectators share one view, made once for each change."""
        house = House()
        house.people("Ann", "Bob")
        zoe, yan = house.watch(Person("Zoe")), house.watch(Person("Yan"))
        zoe.handle.chat("hello")
        assert zoe.view is yan.view

    def test_b7_nobody_sees_cards_that_another_holds_or_draws(self) -> None:
        """In everybody's views and logs the only hidden cards are their own."""
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
        """Everybody's log has the same consecutive numbers and at most 200 entries."""
        house = House()
        ann = house.open(Person("Ann"), bots=3, rules=Rules(target=200))
        zoe = house.watch(Person("Zoe"))
        bots_play_out(house, ann)
        numbers = [entry.number for entry in ann.view.log]
        assert 200 == len(numbers)
        assert list(range(numbers[0], numbers[0] + 200)) == numbers
        assert numbers == [entry.number for entry in zoe.view.log]

    def test_the_handle_shows_the_view_as_it_is_now(self) -> None:
        """The `view` of a handle is the one that its listener got last."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        assert ann.view is ann.handle.view


class TestStart:
    def test_it_starts_when_every_seat_is_taken(self) -> None:
        """The last person to sit down starts the match, and everybody gets a view."""
        house = House()
        ann = house.open(Person("Ann"), seats=2)
        before = ann.view.stage
        bob = house.join(Person("Bob"))
        assert (Stage.WAITING, Stage.PLAYING, Stage.PLAYING) == (before, ann.view.stage, bob.view.stage)

    def test_without_bots_empty_seats_are_left_out(self) -> None:
        """Without the option to fill seats, the host starts with the people who are there."""
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
        """Rules whose hands do not fit the deck are refused with a reason."""
        house = House()
        ann = house.open(Person("Ann"), seats=10)
        ann.handle.change_rules(Rules(hand_size=15))
        assert [NoticeKind.TOO_MANY_CARDS] == ann.notices
        assert Rules() == ann.view.rules
        ann.handle.change_rules(QUICK)
        assert QUICK == ann.view.rules


def test_a_closed_table_notifies_everybody_and_leaves_nothing() -> None:
    """When the program stops, everybody is notified before the end, and no timer is left."""
    house = House()
    ann, bob = house.people("Ann", "Bob", turn_seconds=30)
    zoe = house.watch(Person("Zoe"))
    now(house.lobby.close())
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
    """The default table has four seats, no clock, and admits spectators."""
    options = TableOptions()
    assert (4, None, True) == (options.seats, options.turn_seconds, options.spectators > 0)
    assert now(House().lobby.list()) == ()


def test_a_closed_table_is_freed_at_once() -> None:
    """Nothing of a table that was left, with its match, stays in memory until a garbage collection."""
    house = House()
    ann, bob = house.people("ann", "bob")
    for _ in range(5):
        house.turn_of(ann, bob).move()
    seen = weakref.ref(house.table())
    gc.disable()
    try:
        ann.handle.leave()
        bob.handle.leave()
        ann, bob = Person("ann"), Person("bob")
        house.clock.pass_(1000)
        assert seen() is None
    finally:
        gc.enable()
