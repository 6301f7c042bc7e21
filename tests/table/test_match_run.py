"""A match at a table: the clock, the bots and the rematch."""

from hashlib import sha256
from random import Random

import pytest

from tests.tables import QUICK, House, Person, bots_play_out, finish
from uno_tui.bots import chance as chance_module
from uno_tui.bots.chance import VisibleChance, chance_digest
from uno_tui.game.actions import Action, CallUno, CatchUno, Deal, Draw, Take
from uno_tui.game.events import Caught, Kept, MatchWon
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import seed_hash
from uno_tui.game.view import Phase, PlayerView
from uno_tui.table.options import Medium
from uno_tui.table.protocol import BotPace, Deadline, Happening, Refused, Right, Sitter, Stage
from uno_tui.table.state.pace import Pace


class TestClock:
    def test_b1_the_clock_plays_for_an_idle_player(self) -> None:
        """When the turn clock runs out, and not before, the idle action is played for the whole turn and announced."""
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
        """The second missed turn in a row puts a seat on autopilot; one action of its owner ends it."""
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
        """An idle draw that brings a playable card gives the player no extra time."""
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
        """Two missed turns with a played one between them do not turn on the autopilot."""
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
        """Calls and catches by others give the player on turn no extra time."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30)
        ends = Deadline(30, house.clock.time)
        house.clock.pass_(20)
        ann.handle.chat("well?")
        assert ends == bob.view.deadline
        house.turn_of(ann, bob).move()
        assert Deadline(30, house.clock.time) == bob.view.deadline

    def test_the_clock_deals_for_an_idle_dealer(self) -> None:
        """Between rounds the clock runs for the next dealer, and deals when it runs out."""
        house = House()
        ann, bob = house.people("Ann", "Bob", turn_seconds=30, rules=Rules(target=5000))
        finish(house, ann, bob, rounds=1)
        dealer = house.turn_of(ann, bob)
        assert (Deal(),) == dealer.legal
        house.clock.pass_(30)
        assert dealer.view.game
        assert 2 == dealer.view.game.round

    def test_without_a_clock_people_take_their_time(self) -> None:
        """With the turn clock off a table waits for a person for hours."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        house.clock.pass_(10_000)
        assert 0 == ann.view.version
        assert ann.view.deadline is None

    def test_the_only_answer_is_given_after_a_moment(self) -> None:
        """The table takes a penalty for a player who has no other choice, but not at once."""
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
        """A whole match against bots ends with a winner, and no bot's turn takes less than half a second."""
        house = House()
        ann = house.open(Person("Ann"), bots=3, rules=Rules(target=100))
        ann.handle.autopilot(True)
        house.clock.pass_(0.59)
        assert 0 == ann.view.version
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
        """If a bot raises or chooses an illegal action, the idle action is played and the match continues."""

        def broken(view: PlayerView, chance: RandomSource) -> Draw:
            if chance.random() < 0.5:
                raise RuntimeError(f"I hold {view.hand}")
            return Draw()

        house = House(bots={"medium": broken})
        ann = house.open(Person("Ann"), bots=3, rules=QUICK)
        ann.handle.autopilot(True)
        house.clock.pass_(60)
        assert ann.view.version > 30
        assert "a bot failed" in caplog.text
        assert "card(" not in caplog.text

    def test_bots_catch_a_forgotten_call(self) -> None:
        """Bots sometimes catch a player with one card who has not called UNO."""
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

    @pytest.mark.parametrize(("medium", "caught"), [(Medium.SCREEN, True), (Medium.LINES, False)])
    def test_bots_give_a_person_in_lines_time_to_call(self, medium: Medium, caught: bool) -> None:
        """A forgotten call is caught within 3 s on a screen; in lines 8 s later: time to hear of it and type."""

        def catcher(view: PlayerView, chance: RandomSource) -> Action | None:
            return min(view.legal, key=lambda one: not isinstance(one, CatchUno), default=None)

        house = House(bots={"medium": catcher})
        ann = house.open(Person("Ann", medium=medium), seats=2, bots=1, rules=Rules(target=5000))

        def forgot() -> bool:
            return any(isinstance(one, CallUno) for one in ann.legal)

        for _ in range(10_000):
            actions = [one for one in ann.legal if not isinstance(one, CallUno | CatchUno)]
            if forgot():
                break
            if ann.on_turn and actions:
                ann.act(min(actions, key=lambda one: (one == Draw(), "!" in one.text)))
            else:
                house.clock.pass_(0.1)
        assert forgot()
        for seconds, expected in ((3, caught), (9, True)):
            house.clock.pass_(seconds)
            assert expected is any(isinstance(one.what, Caught) for one in ann.view.log[-9:])

    def test_bots_hurry_only_where_programs_are_among_themselves(self) -> None:
        """With pace 0 bots move at once while only programs are there; a person who comes to watch slows them down."""
        house = House()
        program = house.open(Person("Ann", medium=Medium.PROGRAM), seats=4, bots=3, pace=0, rules=Rules(target=5000))
        program.handle.autopilot(True)
        house.clock.pass_(1)
        hurried = program.view.version
        house.watch(Person("Bob"))
        house.clock.pass_(10)
        assert hurried > 50 > program.view.version - hurried

    def test_a_bot_that_catches_on_its_turn_plays_on(self) -> None:
        """A catch does not use up a bot's turn: play continues after it."""

        def catcher(view: PlayerView, chance: RandomSource) -> Action | None:
            catches = [one for one in view.legal if isinstance(one, CatchUno)]
            if not view.on_turn:
                return None
            return catches[0] if catches else min(view.legal, key=lambda one: (one == Draw(), "!" in one.text))

        house = House(bots={"medium": catcher})
        ann = house.open(Person("Ann"), bots=3)
        ann.handle.autopilot(True)
        house.clock.pass_(200)
        assert any(isinstance(entry.what, Caught) for entry in ann.view.log)
        assert ann.view.version > 150

    def test_autopilot_plays_and_shows(self) -> None:
        """On autopilot a bot plays the seat while its owner watches, and the owner can take it back at any time."""
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
        """A rematch has the same people on the same seats, the same spectators, no points, and higher versions."""
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
        """Nothing requested from a view of the last match happens in the next."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        old = ann.view.version
        ann.handle.rematch()
        mover = house.turn_of(ann, bob)
        mover.handle.act(mover.legal[0], old, 9)
        assert [Refused(9, None)] == mover.refusals

    def test_who_left_is_replaced_by_a_bot(self) -> None:
        """A seat given up in the match is a bot's in the next one; a chosen seed gives a new deal."""
        house = House()
        ann, bob, cat = house.people("Ann", "Bob", "Cat", rules=QUICK, seed="mine")
        bob.handle.leave()
        assert [Sitter.NOBODY, "Bob"] == [ann.view.seats[1].sitter, ann.view.seats[1].name]
        finish(house, ann, cat)
        ann.handle.rematch()
        assert [Sitter.HUMAN, Sitter.BOT, Sitter.HUMAN] == [seat.sitter for seat in ann.view.seats]
        match = house.table().state.match
        assert match
        assert "mine/2" == match.seed


def test_what_people_can_watch_comes_from_a_hash_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No random generator at a table is seeded with a text that holds the match's secret seed."""
    seeds: list[object] = []

    class Watched(Random):
        def __init__(self, seed: object) -> None:
            seeds.append(seed)
            super().__init__(str(seed))

    monkeypatch.setattr(chance_module, "Random", Watched)
    for seat in range(3):
        chance = VisibleChance(chance_digest("bot", "a secret", 7, seat))
        assert 40 == len({chance.random() for _ in range(40)})
    assert 3 == len(set(seeds))
    assert all(isinstance(seed, int) and b"a secret" not in seed.to_bytes(32) for seed in seeds)
    assert int(seed_hash("a secret"), 16) not in seeds


def test_a_bot_and_its_pace_get_numbers_of_a_hash() -> None:
    """They are SHA-256 of purpose, seed, number of actions and seat, so the match's secret seed stays secret."""
    numbers: list[tuple[int, int | None, float]] = []

    def bot(view: PlayerView, chance: RandomSource) -> Action | None:
        state = house.table().state
        if view.on_turn and state.match:
            numbers.append((state.match.version, view.seat, chance.random()))
        return None

    def hashed(purpose: str, version: int, seat: int | None) -> float:
        digest = sha256(f"{purpose}\nfamily evening\n{version}\n{seat}".encode()).digest()
        return (int.from_bytes(digest[:8]) >> 11) / 2**53

    house = House(bots={"medium": bot}, pace=Pace(think=(10.0, 20.0), scores=15.0, moment=15.0))
    ann = house.open(Person("Ann"), seats=2, bots=1, rules=Rules(target=5000))
    waited = 0
    for _ in range(20):
        if ann.on_turn:
            ann.move()
            continue
        state = house.table().state
        assert state.match
        if state.match.round.phase is Phase.OVER or state.answers() == [Take()]:
            house.clock.pass_(20)
            continue
        seconds = 10.0 + 10.0 * hashed("pace", state.match.version, state.match.turn)
        house.clock.pass_(0.999 * seconds)
        assert state.number == house.table().state.number
        house.clock.pass_(0.001 * seconds + 1e-9)
        assert state.number < house.table().state.number
        waited += 1
    assert waited
    assert numbers
    assert [hashed("bot", version, seat) for version, seat, _ in numbers] == [number for _, _, number in numbers]


class TestPace:
    """How long a single person waits for bots, and what hurries them."""

    @staticmethod
    def wait(house: House, person: Person) -> float:
        """Return the seconds until the person's next turn, in a match of one round that they do not win."""
        began = house.clock.time
        for _ in range(6000):
            if person.on_turn or (person.view.game and person.view.game.winner is not None):
                break
            house.clock.pass_(0.01)
        return house.clock.time - began

    def waits(self, pace: BotPace | None, *, hurry: bool = False) -> list[float]:
        """Return the waits between twelve turns of a person among nine bots."""
        house = House()
        ann = house.open(Person("Ann"), seats=10, bots=9, rules=Rules(target=5000))
        if pace is not None:
            ann.handle.set_pace(pace)
        self.wait(house, ann)
        waits = []
        for _ in range(12):
            ann.move()
            if ann.on_turn:
                continue
            if hurry:
                ann.handle.hurry()
            before, wait = ann.view.game, self.wait(house, ann)
            if before and ann.view.game and before.round == ann.view.game.round:
                waits.append(wait)
        return waits

    def test_the_pace_is_the_only_person_s_wish(self) -> None:
        """Bots play three times as fast when brisk, and half as fast when slow."""
        brisk, normal, slow = (
            sum(waits) / len(waits) for waits in map(self.waits, (BotPace.BRISK, BotPace.NORMAL, BotPace.SLOW))
        )
        assert normal == sum(self.waits(None)) / len(self.waits(None))
        assert brisk < 0.5 * normal
        assert slow > 1.6 * normal

    def test_hurried_bots_play_at_once(self) -> None:
        """After `hurry` nine bots take less than a second to the person's next turn; it holds for that wait only."""
        assert all(wait < 1 for wait in self.waits(BotPace.SLOW, hurry=True))

    def test_only_a_single_person_can_hurry(self) -> None:
        """Among two people there is no such right, and bots keep the normal pace whatever one wishes."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        bob.handle.autopilot(True)
        for person in (ann, bob):
            assert Right.HURRY not in person.view.rights
            person.handle.set_pace(BotPace.BRISK)
        if ann.on_turn:
            ann.move()
        version = ann.view.version
        ann.handle.hurry()
        house.clock.pass_(0.59)
        assert version == ann.view.version

    def test_hurrying_does_not_save_from_being_caught(self) -> None:
        """While the person owes an UNO call, bots take their usual time, however often they are hurried."""
        house = House()
        ann = house.open(Person("Ann"), seats=2, bots=1, rules=Rules(hand_size=2, target=5000))
        for _ in range(200):
            self.wait(house, ann)
            if ann.view.game and ann.view.game.seats[ann.seat].owes_call:
                break
            ann.move()
            if ann.view.game and ann.view.game.seats[ann.seat].owes_call and not ann.on_turn:
                version = ann.view.version
                for _ in range(10):
                    ann.handle.hurry()
                    house.clock.pass_(0.05)
                assert version == ann.view.version
                return
        raise AssertionError("nobody owed a call")

    def test_the_next_round_can_be_hurried(self) -> None:
        """At the scores, `hurry` lets the bot deal at once."""
        house = House()
        ann = house.open(Person("Ann"), seats=2, bots=1, rules=Rules(hand_size=2, target=5000))
        for _ in range(5000):
            game = ann.view.game
            if game and game.phase is Phase.OVER and not ann.on_turn:
                break
            if ann.on_turn:
                ann.move()
            house.clock.pass_(0.1)
        assert ann.view.game
        number = ann.view.game.round
        ann.handle.hurry()
        house.clock.pass_(1.1)
        assert number + 1 == ann.view.game.round
