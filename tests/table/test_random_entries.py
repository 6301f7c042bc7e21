"""Random entries from random people in any order, on the pure table and an independent naive one in lockstep."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.naive import NaivePerson, NaiveTable
from tests.table.test_state import BOT_NAMES, entry
from uno_tui.game.deck import BITS
from uno_tui.game.rules import Rules
from uno_tui.table.entries.entry import Entry, What
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
from uno_tui.table.entries.people import CameBack, GraceOver, Joined, LeftTable, Restarted, Seated, WentAway
from uno_tui.table.entries.transition import EntryRefusedError
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import BotPace, Sitter, Stage
from uno_tui.table.state.facts import Seat
from uno_tui.table.state.table_state import TableState

SEATS = 4
NAMES = ("Ann", "ann", "Bob", "Cat", "Dan", "Eve")
RULES = Rules(target=1, hand_size=2)


def opened(chance: Random) -> TableState:
    rules = replace(RULES, teams=chance.choice(["off", "pairs"]))
    options = TableOptions(
        seats=SEATS, rules=rules, turn_seconds=chance.choice([None, 15]), spectators=chance.choice([0, 2])
    )
    seats = tuple(Seat() for _ in range(SEATS))
    state = fold([Entry(number=1, what=TableStart(code="FAM", options=options, rules=rules, seats=seats, salt="s"))])
    assert state
    return state


class RandomEntries:
    """Makes entries of all kinds, mostly possible ones, sometimes absurd ones."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.sessions = 0

    def entry(self, state: TableState) -> Entry:
        who = self.chance.randint(0, state.joined + 1)
        what = self._move(state) if state.match and self.chance.random() < 0.5 else self._other(state, who)
        if isinstance(what, Joined):
            who = 0
        elif isinstance(what, Acted) and state.match and self.chance.random() < 0.8:
            who = state.seats[state.match.turn].member
        return entry(state, who, what)

    def _move(self, state: TableState) -> What:
        assert state.match
        seat = self.chance.choice([state.match.turn] * 4 + [*range(SEATS)])
        legal = [*state.match.legal(min(seat, state.match.seats - 1))]
        action = self.chance.choice(legal).text if legal and self.chance.random() < 0.9 else self.chance.choice(
            ["draw", "r5", "uno", "catch:9", "jump:b1", "deal", "what?"]
        )  # fmt: skip  # one choice
        version = state.version if self.chance.random() < 0.9 else self.chance.randint(-1, state.version + 1)
        kinds: list[What] = [
            Acted(action, version),
            Acted(action, version),
            BotPlayed(seat, action, self.chance.choice(["", "hard", "expert"])),
        ]
        return self.chance.choice([*kinds, ClockPlayed(seat, (action,))])

    def _other(self, state: TableState, who: int) -> What:
        chance = self.chance
        member = state.person(who)
        seat, number = chance.randint(-1, SEATS), chance.randint(0, state.joined + 1)
        self.sessions += 1
        session, name = f"s{self.sessions}", chance.choice(NAMES)
        start = None
        with suppress(EntryRefusedError):
            start = start_of(state, f"seed {chance.random()}", typed=False, bot_names=BOT_NAMES)
        held = member.session if member else session
        owner = state.seats[seat].member if 0 <= seat < len(state.seats) else 0
        away = state.person(number)
        rules = Rules(target=2, hand_size=2, teams=chance.choice(["off", "pairs"]))
        hosts: list[What] = [PartnerChosen(seat, owner), SentOut(seat, owner)]
        kinds: list[What] = [
            Joined(f"ssh:{chance.randint(1, 7)}", name, session, watch=chance.random() < 0.3),
            Joined(f"ssh:{chance.randint(1, 7)}", name, session),
            Seated(seat), WentAway(chance.choice([held, held, session])), CameBack(session), AutopilotSet(True),
            AutopilotSet(False), GraceOver(number, away.away if away else 7), GraceOver(number, 3),
            SentOut(seat, chance.choice([owner, owner, number])), LetBack(name), HostPassed(number),
            RulesSet(rules), PaceSet(chance.choice([*BotPace])), Hurried(), *([start] * 3 if start else []),
            *(hosts * (4 if who and who == state.host else 1)),
        ]  # fmt: skip  # a list of kinds
        rare: list[What] = [LeftTable(), Restarted()]
        if state.sent_away and chance.random() < 0.1:
            return LetBack(state.sent_away[0].name.upper())
        return chance.choice(rare if chance.random() < 0.05 else kinds)


def _start(naive: NaiveTable, who: int) -> bool:
    if allowed := naive.may_start(who):
        naive.start()
    return allowed


def _restart(naive: NaiveTable, number: int) -> bool:
    naive.restart(number)
    return True


MIRRORS: Final[dict[type, Callable[[NaiveTable, Entry, Any], bool]]] = {
    Joined: lambda naive, _, what: naive.join(what.identity, what.name, what.session, what.watch),
    CameBack: lambda naive, one, what: naive.back(one.who, what.session),
    WentAway: lambda naive, one, what: naive.away(one.who, what.session, one.number),
    GraceOver: lambda naive, _, what: naive.grace_over(what.member, what.since),
    LeftTable: lambda naive, one, _: naive.leave(one.who),
    SentOut: lambda naive, one, what: naive.kick(one.who, what.seat, what.member),
    LetBack: lambda naive, one, what: naive.readmit(one.who, what.name),
    HostPassed: lambda naive, one, what: naive.pass_host(one.who, what.member),
    PartnerChosen: lambda naive, one, what: naive.partner(one.who, what.seat, what.member),
    Seated: lambda naive, one, what: naive.sit(one.who, what.seat),
    AutopilotSet: lambda naive, one, what: naive.autopilot(one.who, what.on),
    TableStart: lambda naive, one, _: _start(naive, one.who),
    Restarted: lambda naive, one, _: _restart(naive, one.number),
}
"""Applies an entry to the naive table and returns whether it was accepted. Other entries depend on the game's rules."""


def moved(naive: NaiveTable, one: Entry) -> None:
    """Tell the naive table of a move that the rules of the game allowed."""
    if isinstance(one.what, Acted):
        naive.moved(naive.seats.index(one.who))
    elif isinstance(one.what, ClockPlayed):
        naive.clock(one.what.seat)


def compare(naive: NaiveTable, state: TableState) -> None:
    """The two tables show the same."""
    assert naive.closed is (state.closed is not None)
    assert naive.stage == state.stage.value
    for index, (info, seat) in enumerate(zip(state.infos, state.seats, strict=True)):
        sitter = naive.seats[index]
        assert sitter == (seat.member or ("bot" if seat.level else None))
        kind = Sitter.NOBODY if sitter is None else Sitter.BOT if sitter == "bot" else Sitter.HUMAN
        assert kind is info.sitter
        if sitter != "bot":
            assert naive.names[index] == info.name
        assert naive.bots_turn(index) is state.by_bot(index)
        owner = naive.person(sitter) if isinstance(sitter, int) else None
        assert (owner is not None and not owner.here, owner is not None and naive.host == sitter) == (
            info.away, info.host
        )  # fmt: skip  # two facts
    assert [(one.number, one.name, one.session, one.away, one.gone) for one in state.people] == [
        (one.number, one.name, one.session, one.away, one.bot_plays) for one in naive.people
    ]
    assert (naive.host, naive.old_host) == (state.host, state.claim)
    assert naive.sent_away == {one.identity: one.name for one in state.sent_away}


def keep_the_cards(state: TableState) -> None:
    """Every card of the deck is in one place."""
    if state.match is None or state.between_rounds or state.match.over:
        return
    played = state.match.round
    pile = sum(BITS[card] for card in played.pile[: played.left])
    places = [*played.hands, pile, played.discards, BITS[played.top]]
    assert sum(places) == played.setup.deck.all
    assert sum(place.bit_count() for place in places) == played.setup.deck.size


def show_no_hand(state: TableState) -> None:
    """A view holds its own seat's hand alone, and a spectator's none."""
    if state.match is None:
        return
    for seat in (None, *range(state.match.seats)):
        view = state.view(seat).game
        assert view
        own = () if seat is None else state.match.round.setup.deck.list(state.match.round.hands[seat])
        assert (seat, tuple(own)) == (view.seat, view.hand)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_random_entries(seed: int) -> None:
    """They never raise, keep the cards and one host while people are here, show no hand; both tables stay equal."""
    chance = Random(seed)
    state, entries = opened(chance), RandomEntries(chance)
    naive = NaiveTable([None] * SEATS, state.options.spectators, names=[""] * SEATS)
    naive.pairs = state.rules.teams == "pairs"
    taken = 0
    for _ in range(120):
        one = entries.entry(state)
        before = state
        try:
            state, _ = apply(state, one)
        except EntryRefusedError:
            assert before is state
        took = state is not before
        taken += took
        if mirror := MIRRORS.get(type(one.what)):
            assert took is mirror(naive, one, one.what), one
        elif took:
            moved(naive, one)
        naive.between_rounds, naive.pairs = state.between_rounds, state.rules.teams == "pairs"
        if state.stage is Stage.OVER:
            naive.stage = "over"
        compare(naive, state)
        keep_the_cards(state)
        here = [person for person in state.seated() if person.session]
        assert bool(here) is bool(state.host)
        if took and taken % 8 == 0:
            show_no_hand(state)
        if state.closed is not None:
            break
    assert isinstance(naive.people, list)
    assert all(isinstance(one, NaivePerson) for one in naive.people)


def test_the_random_entries_are_what_they_should_be() -> None:
    """Over some seeds matches are played to their end and begin again, and every kind of entry is taken."""
    seen: set[str] = set()
    matches = 0
    for seed in range(200):
        chance = Random(seed)
        state, entries = opened(chance), RandomEntries(chance)
        for _ in range(400):
            one = entries.entry(state)
            after = fold([one], state)
            if after is not state and after:
                seen.add(type(one.what).__name__)
                state = after
        matches = max(matches, state.matches)
    assert matches >= 2
    assert {one.__name__ for one in What.__args__} - {"TableClosed", "Anonymized"} == seen
