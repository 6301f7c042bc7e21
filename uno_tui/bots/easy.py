"""The easy bot, which plays like a child."""

from collections.abc import Sequence
from typing import TypeVar

from uno_tui.bots.plays import catches_of, of_kind
from uno_tui.game.actions import Action, CatchUno, Deal, Draw, Keep, NameColor, Play, Take
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.view import PlayerView

Choice = TypeVar("Choice")


def easy(view: PlayerView, rng: RandomSource) -> Action | None:
    """Choose any playable card; often forget to call UNO, rarely catch another seat (no partner), never challenge."""
    catches = catches_of(view)
    if not view.on_turn:
        possible = [action for action in view.legal if not isinstance(action, CatchUno) or action in catches]
        wanted = [action for action in possible if not isinstance(action, CatchUno) or rng.random() < 0.15]
        return pick(wanted, rng) if wanted and rng.random() < 0.3 else None
    if catches and rng.random() < 0.1:
        return catches[0]
    plays = of_kind(view.legal, Play)
    if plays and rng.random() < 0.9:
        cards = sorted({play.card for play in plays}, key=lambda card: card.order)
        card = pick(cards, rng)
        plays = [play for play in plays if play.card is card]
        if any(play.uno for play in plays):
            remembers = rng.random() < 0.6
            plays = [play for play in plays if play.uno is remembers] or plays
        return pick(plays, rng)
    others = [action for action in view.legal if isinstance(action, Deal | Draw | Keep | NameColor | Take)]
    return pick(others or plays, rng)


def pick(choices: Sequence[Choice], rng: RandomSource) -> Choice:
    """Return a random choice; all are equally likely."""
    return choices[int(rng.random() * len(choices))]
