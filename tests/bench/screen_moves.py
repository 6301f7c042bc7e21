"""Moves of a match by default rules as one seat sees them, to be shown to any number of screens."""

from enum import StrEnum
from typing import NamedTuple

from tests.tables import House
from uno_tui.game.actions import Action, Draw, Keep, Play, Take
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase
from uno_tui.table.protocol import TableView
from uno_tui.tui.table.scene import TableScene, labels


class Kind(StrEnum):
    """The kind of a move, for the person at the screen."""

    WATCHING = "watching"
    COMING = "own turn comes"
    OWN = "own play"


class Move(NamedTuple):
    """A view, and the move that leads to it."""

    kind: Kind
    view: TableView
    keys: str
    """Keys that make the move, if it is the person's own."""


def moves(seats: int, count: int) -> list[Move]:
    """Return the first `count` moves of a match, starting with its first view; ends of rounds are left out."""
    house = House()
    people = house.people(*(f"Player {n}" for n in range(1, seats + 1)), rules=Rules(target=5000))
    one = people[0]
    found = [Move(Kind.WATCHING, one.view, "")]
    while len(found) < count:
        mover, before = house.turn_of(*people), one.view
        action = mover.move()
        game = one.view.game
        assert game is not None
        if Phase.OVER in (game.phase, before.game and before.game.phase):
            continue
        if mover is one:
            found.append(Move(Kind.OWN, one.view, keys_for(before, action)))
        else:
            found.append(Move(Kind.COMING if game.on_turn else Kind.WATCHING, one.view, ""))
    return found


def keys_for(view: TableView, action: Action) -> str:
    """Return the keys of an action; if the card has no number key, the keys draw a card instead."""
    match action:
        case Play(card=card, color=color):
            scene = TableScene(view)
            digit = labels(scene.cards, scene.playable)[scene.cards.index(card)]
            return digit + (color.letter if color is not None else "")
        case Draw():
            return "d"
        case Keep():
            return "k"
        case Take():
            return "t"
    raise AssertionError(action)
