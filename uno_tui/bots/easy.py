"""The easy bot."""

from collections.abc import Sequence
from typing import TypeVar

from uno_tui.bots.plays import of_kind
from uno_tui.game.actions import Action, CatchUno, Deal, Draw, Keep, NameColor, Play, Take
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.view import PlayerView

Choice = TypeVar("Choice")


def easy(view: PlayerView, chance: RandomSource) -> Action | None:
    """Play like a child: any card that goes, often no UNO call, hardly ever a catch, never a challenge."""
    if not view.on_turn:
        loose = [action for action in view.legal if not isinstance(action, CatchUno) or chance.random() < 0.15]
        return pick(loose, chance) if loose and chance.random() < 0.3 else None
    if (catches := of_kind(view.legal, CatchUno)) and chance.random() < 0.1:
        return catches[0]
    plays = of_kind(view.legal, Play)
    if plays and chance.random() < 0.9:
        cards = sorted({play.card for play in plays}, key=lambda card: card.order)
        card = pick(cards, chance)
        plays = [play for play in plays if play.card is card]
        if any(play.uno for play in plays):
            remembers = chance.random() < 0.6
            plays = [play for play in plays if play.uno is remembers] or plays
        return pick(plays, chance)
    others = [action for action in view.legal if isinstance(action, Deal | Draw | Keep | NameColor | Take)]
    return pick(others or plays, chance)


def pick(choices: Sequence[Choice], chance: RandomSource) -> Choice:
    """One of the choices, each as likely."""
    return choices[int(chance.random() * len(choices))]
