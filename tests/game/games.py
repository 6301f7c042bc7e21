"""Positions and games as text: the notation the engine's tests are written in.

A position is dealt from its hands, one seat after the other, and played on by action texts. Seats count from 1 here,
as they do in the notation::

    game = deal("r5 gS | b2 W", top="r3")
    game = play(game, "r5", "draw", "2 leave")
    assert turn(game) == 1

A move without a number is made by the seat on turn, ``3 jump:r5`` by seat 3, and ``2 leave`` takes seat 2 out.
"""

import re
from collections.abc import Iterable
from itertools import count
from typing import TypeVar

from uno_tui.game.actions import action
from uno_tui.game.cards import Color
from uno_tui.game.deck import Deck
from uno_tui.game.errors import IllegalAction, Reason, Why
from uno_tui.game.events import Event, RoundEnded, Turned
from uno_tui.game.match import Match
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import setup
from uno_tui.game.rules import OPTIONS, Rules
from uno_tui.game.view import Phase

Game = Round | Match
G = TypeVar("G", Round, Match)

REST = "*"
"""The hand that holds every card that is named nowhere else."""

_MOVE = re.compile(r"(?:(\d+) )?(\S+)")


def ruled(text: str) -> Rules:
    """Return the rules of a text such as ``official stacking=same``; without a preset, settings change the defaults."""
    words = text.split()
    preset = words.pop(0) if words and "=" not in words[0] else "classic"
    return Rules.parse(preset, words)


def changes(rules: Rules) -> dict[str, str]:
    """Return the options that differ from the defaults, with the texts of their values."""
    values = {name: getattr(rules, name) for name in OPTIONS}
    return {name: OPTIONS[name].text(value) for name, value in values.items() if value != OPTIONS[name].default}


def deal(
    hands: str,
    top: str,
    *,
    rules: str = "",
    pile: str | None = None,
    below: str | None = None,
    on: int = 1,
    dealer: int | None = None,
    direction: int = 1,
    number: int = 1,
    seed: str = "a game",
    actions: int = 0,
) -> Round:
    """A round in mid-play: the hands, the top card (a wild with its color, ``W:g``), and seat `on` to move.

    `pile` is the draw pile, the first card drawn first; `below` what lies under the top card. Cards named nowhere are
    in the hand ``*``, else in the pile if none is given, else below the top card. A single card is owed the UNO call
    unless it is written with it: ``r5!``. The last seat dealt unless another did.
    """
    texts = [hand.split() for hand in hands.split("|")]
    match_setup = setup(ruled(rules), len(texts))
    cards = _Cards(match_setup.deck)
    held = [0 if hand == [REST] else cards.take(" ".join(hand).replace("!", "")) for hand in texts]
    face, _, color = top.partition(":")
    upper = cards.take(face).bit_length() - 1
    drawn = [cards.take(face).bit_length() - 1 for face in (pile or "").split()][::-1]
    under = cards.take(below or "")
    rest = cards.left
    if [REST] in texts:
        held[texts.index([REST])] = rest
    elif pile is None:
        drawn = match_setup.deck.ids(rest)
    elif below is None:
        under |= rest
    else:
        raise ValueError("these cards have no place: " + " ".join(map(str, match_setup.deck.list(rest))))
    single = [hand.bit_count() == 1 for hand in held]
    called = ["!" in hand[0] for hand in texts]
    return Round.arrange(
        match_setup,
        hands=held,
        top=upper,
        pile=drawn,
        color=Color.parse(color) if color else None,
        discards=under,
        turn=on - 1,
        dealer=len(held) - 1 if dealer is None else dealer - 1,
        direction=direction,
        number=number,
        seed=seed,
        actions=actions,
        called=_seats(single[seat] and called[seat] for seat in range(len(held))),
        owing=_seats(single[seat] and not called[seat] for seat in range(len(held))),
    )


def matched(game: Round, scores: str | None = None) -> Match:
    """Return a match whose current round is this one, with the given scores."""
    seats = game.setup.seats
    points = tuple(int(score) for score in scores.split()) if scores else (0,) * seats
    return Match(
        game.setup.rules,
        seats,
        game.seed,
        seed_typed=True,
        round=game,
        scores=points,
        live=game.live,
        version=game.actions,
    )


def dealt(first: str, seats: int = 3, rules: str = "", dealer: int = 1) -> tuple[Round, tuple[Event, ...]]:
    """Deal until the first card turned has that rank (``S``, ``+2``, ``W4``); return the round and its events."""
    match_setup = setup(ruled(rules), seats)
    for attempt in count():
        game, events = Round.deal(
            match_setup, dealer=dealer - 1, live=match_setup.everybody, seed=f"{first} first, {attempt}", shuffles=0
        )
        turned = next(event for event in events if isinstance(event, Turned))
        if turned.card.rank.text == first:
            return game, events
    raise AssertionError("no seed turns such a card")


class _Cards:
    """A deck from which cards are taken by name."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.left = deck.all

    def take(self, names: str) -> int:
        """Take cards with those names and return them as a set; `ValueError` if too few are left."""
        taken = 0
        for name in names.split():
            card = next((i for i in self.deck.ids(self.left) if self.deck.cards[i].text == name), None)
            if card is None:
                raise ValueError(f"no {name} is left in the deck")
            self.left &= ~(1 << card)
            taken |= 1 << card
        return taken


def _seats(those: Iterable[bool]) -> int:
    return sum(1 << seat for seat, is_one in enumerate(those) if is_one)


def round_of(game: Game) -> Round:
    """Return the round of a match, or the round itself."""
    return game.round if isinstance(game, Match) else game


def turn(game: Game) -> int:
    """Return the seat on turn, from 1."""
    return game.turn + 1


def _move(game: G, move: str) -> tuple[G, tuple[Event, ...]]:
    found = _MOVE.fullmatch(move)
    assert found, f"no move: {move!r}"
    seat = int(found[1]) - 1 if found[1] else game.turn
    return game.leave(seat) if found[2] == "leave" else game.apply(seat, action(found[2]))


def play(game: G, *moves: str) -> G:
    """Return the game after those moves; a move that is not legal raises `IllegalAction`."""
    for move in moves:
        game, _ = _move(game, move)
    return game


def told(game: G, move: str) -> tuple[Event, ...]:
    """Return the events of that move."""
    return _move(game, move)[1]


def why(game: G, move: str) -> Why:
    """Return why that move is refused; check that it is, and that the game is unchanged."""
    before = repr(round_of(game).facts())
    try:
        _move(game, move)
    except IllegalAction as error:
        assert before == repr(round_of(game).facts())
        return error.why
    raise AssertionError(f"{move} was not refused")


def refused(game: G, move: str) -> Reason:
    """Return only the reason for which that move is refused."""
    return why(game, move).reason


def legal(game: Game, seat: int | None = None) -> set[str]:
    """Return the texts of a seat's legal actions (by default of the seat on turn); check that none is listed twice."""
    actions = game.legal(game.turn if seat is None else seat - 1)
    texts = {one.text for one in actions}
    assert len(texts) == len(actions)
    return texts


def hand(game: Game, seat: int) -> str:
    """Return a seat's hand, in card order."""
    now = round_of(game)
    return " ".join(map(str, now.setup.deck.list(now.hands[seat - 1])))


def sizes(game: Game) -> list[int]:
    """Return the number of cards of each seat."""
    return [cards.bit_count() for cards in round_of(game).hands]


def top(game: Game) -> str:
    """Return the top card, a wild with the color in force."""
    now = round_of(game)
    face = now.setup.deck.cards[now.top]
    return f"{face}:{Color(now.color).letter}" if face.is_wild and now.color >= 0 else str(face)


def below(game: Game) -> str:
    """Return the discards under the top card, in card order."""
    now = round_of(game)
    return " ".join(map(str, now.setup.deck.list(now.discards)))


def pile(game: Game) -> str:
    """Return the draw pile, the next card first."""
    now = round_of(game)
    return " ".join(str(now.setup.deck.cards[card]) for card in reversed(now.pile[: now.left]))


def color(game: Game) -> str:
    """Return the letter of the color in force; empty while the first color is owed."""
    now = round_of(game)
    return Color(now.color).letter if now.color >= 0 else ""


def phase(game: Game) -> Phase:
    """Return the phase."""
    return round_of(game).phase


def over(game: Game) -> bool:
    """Return whether the round is over."""
    return phase(game) is Phase.OVER


def result(game: Game) -> RoundEnded:
    """Return the event that ended the round."""
    ended = round_of(game).result
    assert ended is not None
    return ended


def owing(game: Game) -> list[int]:
    """Return the seats, from 1, that may be caught now."""
    return [seat + 1 for seat in range(round_of(game).setup.seats) if round_of(game).owing >> seat & 1]


def called(game: Game) -> list[int]:
    """Return the seats, from 1, whose UNO call stands."""
    return [seat + 1 for seat in range(round_of(game).setup.seats) if round_of(game).called >> seat & 1]


def direction(game: Game) -> int:
    """Return the direction of play: 1 is clockwise, -1 counterclockwise."""
    return round_of(game).direction


def penalty(game: Game) -> int:
    """Return the number of cards owed by the seat on turn."""
    return round_of(game).penalty


def all_cards(game: Game) -> list[int]:
    """Return the ids of all cards in hands, draw pile and discard pile, sorted, duplicates included."""
    now = round_of(game)
    places = [*now.hands, now.discards, 1 << now.top]
    return sorted([card for place in places for card in now.setup.deck.ids(place)] + list(now.pile[: now.left]))


def is_whole(game: Game) -> bool:
    """Return whether every card of the deck is in exactly one place (R1.1)."""
    return all_cards(game) == list(range(round_of(game).setup.deck.size))
