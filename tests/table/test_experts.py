"""Expert bots at a table: workers choose for them, and the table says when their stand-in chose instead."""

from collections.abc import Callable
from typing import Any

from tests.tables import QUICK, House, Person, bots_play_out, finish
from uno_tui.bots import LEVELS, hard
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.match import BotPlayed
from uno_tui.table.process.choices import PATIENCE, REST_SECONDS
from uno_tui.table.process.delivery import HINT_BURST
from uno_tui.table.protocol import Happening, NoticeKind, Stage, Suggestion
from uno_tui.table.state.pace import Pace
from uno_tui.thinking.thinkers import Answered, Thought


class Asked:
    """A request to `Heads`, which the test answers."""

    def __init__(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> None:
        self.level = level
        self.view = view
        self.digest = digest
        self.answered = answered
        self.canceled = False

    def cancel(self) -> None:
        self.canceled = True

    def answer(self, thought: Thought | None) -> None:
        assert not self.canceled
        self.answered(thought)


class Heads:
    """Thinkers whose requests the test answers; with `think`, each is answered at once."""

    def __init__(self, think: Callable[[PlayerView], Action | None] | None = None) -> None:
        self.think = think
        self.off = False
        self.prepared = 0
        self.asked: list[Asked] = []

    def prepare(self) -> None:
        self.prepared += 1

    def ask(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> Asked | None:
        if self.off:
            return None
        self.asked.append(asked := Asked(level, view, digest, answered))
        return asked

    async def close(self) -> None:
        self.off = True

    def answer_all(self) -> None:
        """Answer all pending requests with the last legal action."""
        asked, self.asked = self.asked, []
        for one in asked:
            if not one.canceled:
                one.answer(Thought(last(one.view)))


def last(view: PlayerView) -> Action | None:
    """Return the last legal action, which a hard bot rarely chooses; None out of turn."""
    return view.legal[-1] if view.on_turn else None


def never(view: PlayerView, chance: RandomSource) -> Action | None:
    raise AssertionError("an expert thinks in no process that serves tables")


def house_of(heads: Heads, pace: Pace = Pace(), **options: Any) -> tuple[House, Person]:  # noqa: B008  # a value
    """Return a house and Ann, who plays against an expert."""
    house = House(thinkers=heads, pace=pace, bots={**LEVELS, "expert": never})
    ann = house.open(Person("Ann"), **{"seats": 2, "bots": 1, "level": "expert", "rules": QUICK, **options})
    ann.handle.start()
    return house, ann


def to_the_expert(house: House, ann: Person) -> None:
    """Play until the expert has to choose among several actions on its turn."""
    for _ in range(200):
        state = house.table().state
        assert state.match
        assert not state.match.over
        if ann.on_turn:
            ann.move()
        elif len(state.match.legal(state.match.turn)) > 1:
            return
        else:
            house.clock.pass_(0.1)
    raise AssertionError("the expert has never a choice")


def test_an_expert_thinks_while_its_waiting_time_runs() -> None:
    """The request with the seat's view is sent when the turn begins; the choice is played when the bot's pause ends."""
    heads = Heads()
    house, ann = house_of(heads)
    to_the_expert(house, ann)
    match = house.table().state.match
    assert match
    (asked,) = [one for one in heads.asked if not one.canceled and one.view.on_turn]
    assert ("expert", match.view(1)) == (asked.level, asked.view)
    asked.answer(Thought(last(asked.view)))
    assert match is house.table().state.match
    house.clock.pass_(10)
    after = house.table().state.match
    assert after
    assert after is not match
    assert [] == ann.saw(Happening.PLAYS_AS)
    assert "" == ann.view.seats[1].plays_as
    assert heads.prepared


def test_a_late_choice_is_waited_for_a_little() -> None:
    """A choice that comes shortly after the bot's pause is played at once; until then nothing happens."""
    heads = Heads()
    house, ann = house_of(heads)
    to_the_expert(house, ann)
    house.clock.pass_(0.01)
    state = house.table().state
    seconds = 0.0
    while "patience:bot:1" not in house.table().timers:
        house.clock.pass_(0.1)
        seconds += 0.1
        assert seconds < 20
    house.clock.pass_(PATIENCE / 2)
    assert state.number == house.table().state.number
    heads.answer_all()
    assert state.number < house.table().state.number
    assert [] == ann.saw(Happening.PLAYS_AS)


def test_without_an_answer_the_hard_bot_plays_and_the_table_says_so() -> None:
    """The stand-in's choice is played, the seat and the log say so once, and the request is canceled."""
    heads = Heads()
    house, ann = house_of(heads)
    to_the_expert(house, ann)
    state = house.table().state
    assert state.match
    wanted = hard(state.match.view(1), never_random())
    house.clock.pass_(5)
    assert wanted
    played = [entry for entry in house.table().state.seats if entry.level]
    assert ["hard"] == [seat.plays_as for seat in played]
    assert ["Ada"] == ann.saw(Happening.PLAYS_AS)
    assert "hard" == ann.view.seats[1].plays_as
    assert all(one.canceled for one in heads.asked)


def never_random() -> RandomSource:
    class Never:
        def random(self) -> float:
            raise AssertionError("the hard bot draws no random number")

    return Never()


def test_after_a_rest_the_expert_is_asked_again_and_the_table_says_so() -> None:
    """A table that got no answer sends no requests for a while; when the expert chooses again, the log says so once."""
    heads = Heads()
    house, ann = house_of(heads, rules=Rules(target=500))
    to_the_expert(house, ann)
    house.clock.pass_(5)
    asked = len(heads.asked)
    to_the_expert(house, ann)
    house.clock.pass_(3)
    assert asked == len(heads.asked)
    house.clock.pass_(REST_SECONDS)
    for _ in range(60):
        heads.answer_all()
        if ann.on_turn:
            ann.move()
        house.clock.pass_(0.2)
    assert ["Ada"] == ann.saw(Happening.PLAYS_AS) == ann.saw(Happening.PLAYS_FULLY)
    assert "" == ann.view.seats[1].plays_as


def test_where_nobody_can_think_experts_play_as_hard_bots_to_the_end() -> None:
    """Without thinkers, experts play exactly the match that hard bots would play, and no entry names another level."""
    heads = Heads()
    heads.off = True
    house, ann = house_of(heads)
    bots_play_out(house, ann)
    other = House()
    bob = other.open(Person("Ann"), seats=2, bots=1, level="hard", rules=QUICK)
    bob.handle.start()
    bots_play_out(other, bob)
    one, two = house.table().state.match, other.table().state.match
    assert one
    assert two
    assert one.round.hands == two.round.hands
    assert 1 == len(ann.saw(Happening.PLAYS_AS))
    assert [] == ann.saw(Happening.PLAYS_FULLY)


def test_the_same_seed_gives_the_same_questions() -> None:
    """Level, view and random numbers of a request depend on the match alone, so two processes would send the same."""
    questions = []
    for _ in range(2):
        heads = Heads()
        house, ann = house_of(heads)
        ann.handle.autopilot(True)
        seen = []
        for _ in range(2000):
            if ann.view.stage is Stage.OVER:
                break
            seen += [(one.level, one.view, one.digest) for one in heads.asked]
            heads.answer_all()
            house.clock.pass_(0.2)
        assert ann.view.stage is Stage.OVER
        questions.append(seen)
    assert questions[0] == questions[1]
    assert len({digest for _, _, digest in questions[0]}) > 5


def test_a_choice_for_a_match_that_has_gone_on_is_dropped() -> None:
    """If the match changes while the expert thinks, its request is canceled, and another is sent with the new view."""
    heads = Heads()
    house, ann = House(thinkers=heads, bots={**LEVELS, "expert": never}), Person("Ann")
    house.open(ann, seats=3, bots=1, level="expert", rules=Rules(target=500))
    bob = house.join(Person("Bob"))
    for _ in range(100):
        if not ann.on_turn and not bob.on_turn and heads.asked:
            break
        (ann if ann.on_turn else bob).move()
    old = heads.asked[-1]
    house.clock.pass_(0.01)
    bob.handle.leave()
    assert old.canceled
    new = heads.asked[-1]
    assert (old.view.seat, len(old.view.history)) < (new.view.seat, len(new.view.history))
    old.answered(Thought(old.view.legal[0]))
    state = house.table().state
    new.answer(Thought(new.view.legal[-1]))
    assert state is house.table().state
    house.clock.pass_(5)
    assert state is not house.table().state


def test_a_table_that_ends_gives_its_questions_up() -> None:
    """When a table closes, all its pending requests are canceled."""
    heads = Heads()
    house, ann = house_of(heads)
    to_the_expert(house, ann)
    house.table().close()
    assert heads.asked
    assert all(one.canceled for one in heads.asked)


def test_a_seat_with_one_legal_action_asks_nobody() -> None:
    """A forced move is made without thinking, and does not change who chose last."""
    heads = Heads()
    house, ann = house_of(heads, rules=Rules(target=200))
    finish_with(house, ann, heads)
    assert all(len(one.view.legal) > 1 or not one.view.on_turn for one in heads.asked)


def finish_with(house: House, ann: Person, heads: Heads) -> None:
    """Play one round in which every request is answered."""
    pass_ = house.clock.pass_

    def passing(seconds: float) -> None:
        for one in heads.asked:
            if not one.canceled and not hasattr(one, "done"):
                one.done = True  # type: ignore[attr-defined]  # a mark of this test
                one.answer(Thought(last(one.view)))
        pass_(seconds)

    house.clock.pass_ = passing  # type: ignore[method-assign]  # so that `finish` answers
    finish(house, ann, rounds=1)


def test_old_entries_and_other_levels_name_no_level() -> None:
    """Entries without a level can still be read; for bots that have no stand-in, they are written without one."""
    text = '{"number":7,"what":{"type":"bot","seat":1,"action":"r5"}}'
    assert BotPlayed(1, "r5") == Entry.read(text).what
    house = House()
    ann = house.open(Person("Ann"), seats=2, bots=1, level="hard", rules=QUICK)
    ann.handle.start()
    bots_play_out(house, ann)
    assert [] == ann.saw(Happening.PLAYS_AS) + ann.saw(Happening.PLAYS_FULLY)


# Hints


def hints(person: Person) -> list[Suggestion]:
    return [message for message in person.told if isinstance(message, Suggestion)]


def to_ann(house: House, ann: Person, heads: Heads, step: float = 0.2) -> None:
    """Let the expert play until it is Ann's turn."""
    for _ in range(300):
        if ann.on_turn and len(ann.legal) > 1:
            return
        if ann.on_turn:
            ann.move()
        heads.answer_all()
        house.clock.pass_(step)
    raise AssertionError("it is never Ann's turn")


def test_a_hint_is_what_an_expert_would_do() -> None:
    """The request goes to the thinkers, and the answer to this person alone; one position causes one request."""
    heads = Heads()
    house, ann = house_of(heads)
    to_ann(house, ann, heads)
    heads.asked.clear()
    ann.handle.hint()
    ann.handle.hint()
    (asked,) = heads.asked
    assert ann.view.game == asked.view
    asked.answer(Thought(ann.legal[-1]))
    wanted = Suggestion(ann.view.version, ann.legal[-1], "expert")
    assert [wanted] == hints(ann)
    ann.handle.hint()
    assert [wanted, wanted] == hints(ann)
    assert 1 == len(heads.asked)


def test_a_hint_for_an_older_position_is_dropped() -> None:
    """If the person moves before the hint is there, it is not shown."""
    heads = Heads()
    house, ann = house_of(heads)
    to_ann(house, ann, heads)
    heads.asked.clear()
    ann.handle.hint()
    (asked,) = heads.asked
    ann.move()
    asked.answered(Thought(asked.view.legal[0]))
    assert [] == hints(ann)


def test_a_hint_is_answered_also_if_the_table_s_timers_stop_meanwhile() -> None:
    """A requested hint still comes if the bots are paused meanwhile, or if another process takes them over."""
    heads = Heads()
    house, ann = house_of(heads)
    to_ann(house, ann, heads)
    heads.asked.clear()
    ann.handle.hint()
    (asked,) = heads.asked
    runner = house.table().runner
    runner.pause(True)
    runner.pause(False)
    runner.run(False)
    asked.answer(Thought(ann.legal[-1]))
    assert [Suggestion(ann.view.version, ann.legal[-1], "expert")] == hints(ann)


def test_without_an_answer_a_hint_is_the_hard_bot_s() -> None:
    """A hint that takes too long is a hard bot's; a table's bots still think."""
    heads = Heads()
    house, ann = house_of(heads)
    to_ann(house, ann, heads)
    assert ann.view.game
    ann.handle.hint()
    assert [] == hints(ann)
    house.clock.pass_(PATIENCE + 0.1)
    assert [Suggestion(ann.view.version, hard(ann.view.game, never_random()), "hard")] == hints(ann)
    ann.move()
    to_the_expert(house, ann)
    assert [one for one in heads.asked if one.view.seat == 1 and not one.canceled]


def test_a_person_who_asks_too_often_gets_hints_of_a_hard_bot() -> None:
    """After `HINT_BURST` hints in a row, further hints come from a hard bot until some time has passed."""
    heads = Heads()
    house, ann = house_of(heads, Pace((0, 0), (0, 0), 0, 0), rules=Rules(target=500))
    levels = []
    for _ in range(int(HINT_BURST) + 5):
        to_ann(house, ann, heads, step=0.0)
        heads.asked.clear()
        ann.handle.hint()
        heads.answer_all()
        levels.append(hints(ann)[-1].level)
        ann.move()
    assert ["expert"] * int(HINT_BURST) + ["hard"] * 5 == levels


def test_a_try_at_the_daily_deal_has_no_hint() -> None:
    """In a try, the table itself refuses hints, so a program gets none either."""
    heads = Heads()
    _, ann = house_of(heads, solo=True, once=True)
    ann.handle.hint()
    assert [] == hints(ann)
    assert [NoticeKind.NOT_ALLOWED] == ann.notices
    assert [] == [one for one in heads.asked if one.view.seat == ann.seat]


def test_there_is_no_hint_for_spectators_and_between_turns() -> None:
    """A person with no legal action gets a suggestion without an action, and no request is sent."""
    heads = Heads()
    house, ann = house_of(heads)
    eve = house.watch(Person("Eve"))
    to_the_expert(house, ann)
    heads.asked.clear()
    eve.handle.hint()
    assert [Suggestion(eve.view.version, None)] == hints(eve)
    ann.handle.hint()
    assert [Suggestion(ann.view.version, None)] == hints(ann)
    assert [] == heads.asked
