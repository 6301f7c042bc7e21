"""Random rules and actions, and the facts on which engine and naive program must agree."""

from random import Random
from typing import Any

from tests.game import naive
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import RulesError
from uno_tui.game.match import Match
from uno_tui.game.rules import MAPPING, MAX_SEATS, OPTIONS, PRESETS, Rules
from uno_tui.game.view import Phase


def any_rules(chance: Random) -> tuple[Rules, int]:
    """Return a random preset or random options, and a number of seats that they allow."""
    seats = chance.randint(2, 10)
    if chance.random() < 1 / 3:
        return chance.choice(list(PRESETS.values())), seats
    while True:
        chosen: dict[str, Any] = {}
        for name, option in OPTIONS.items():
            if chance.random() < 1 / 2:
                chosen[name] = chance.randint(*option.values) if option.is_range else chance.choice(option.values)
        chosen["target"] = chance.choice([1, 50, 500, 5000])
        if chosen.get("deck") != "regular":
            chosen = {name: value for name, value in chosen.items() if name not in MAPPING}
        rules = Rules(**chosen)
        try:
            rules.check_seats(seats)
        except RulesError:
            continue
        return rules, seats


def moves(match: Match) -> list[tuple[int, Action]]:
    """Return all pairs of a seat and an action that is legal for it now; leaving is not included."""
    return [(seat, one) for seat in range(match.seats) for one in match.legal(seat)]


def any_action(chance: Random, match: Match) -> Action:
    """Return a random action that the notation can express, legal or not."""
    deck = match.round.setup.deck
    kind = chance.randrange(8)
    if kind == 0:
        return chance.choice([Draw(), Keep(), Take(), Challenge(), CallUno(), Deal()])
    if kind == 1:
        return CatchUno(chance.randrange(min(match.seats + 1, MAX_SEATS)))
    if kind == 2:
        return NameColor(chance.choice(list(Color)))
    face = chance.choice([*deck.faces, card("r5"), card("5H")])
    swap = chance.choice([None, None, *range(min(match.seats + 1, MAX_SEATS))])
    uno = chance.random() < 1 / 3
    if kind == 3:
        return JumpIn(face, swap, uno)
    color = chance.choice([None, *Color]) if face.is_wild or chance.random() < 1 / 8 else None
    return Play(face, color, swap, double=chance.random() < 1 / 4, uno=uno)


def options(rules: Rules) -> dict[str, object]:
    """Return the rules in the form that the naive program takes."""
    return {name: getattr(rules, name) for name in OPTIONS}


def facts(match: Match) -> dict[str, Any]:
    """Return what the naive program's `summary` must be for the same match."""
    now = match.round
    deck = now.setup.deck

    def seats(those: int) -> list[int]:
        return [seat for seat in range(match.seats) if those >> seat & 1]

    def texts(cards: int) -> list[str]:
        return [face.text for face in deck.list(cards)]

    return {
        "hands": [texts(hand) for hand in now.hands],
        "top": deck.cards[now.top].text,
        "color": Color(now.color).letter if now.color >= 0 else None,
        "turn": None if now.phase is Phase.OVER else now.turn,
        "direction": now.direction,
        "phase": now.phase.value,
        "penalty": now.penalty,
        "pile": now.left,
        "discards": texts(now.discards | 1 << now.top),
        "calls": seats(now.called),
        "owing": seats(now.owing),
        "scores": list(match.scores),
        "dealer": now.dealer,
        "winner": match.winner,
        "round": now.number,
        "live": seats(match.live),
    }


def both_legal(match: Match, second: naive.State) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
    """Return the legal actions by seat, as texts, by the engine and by the naive program."""
    ours = {seat: {one.text for one in match.legal(seat)} for seat in range(match.seats)}
    return ours, naive.legal(second)
