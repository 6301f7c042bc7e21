"""Moves of a match by default rules as one seat sees them, to be shown again to any number of screens."""

from enum import StrEnum
from typing import NamedTuple

from tests.tables import House
from uno_tui.game.actions import Action, Draw, Keep, Play, Take
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase
from uno_tui.table.protocol import TableView
from uno_tui.tui.table.scene import TableScene, labels


class Kind(StrEnum):
    """What a move is to the one who looks."""

    WATCHING = "watching"
    COMING = "own turn comes"
    OWN = "own play"


class Move(NamedTuple):
    """A picture, and how one gets to see it."""

    kind: Kind
    view: TableView
    keys: str
    """What is pressed for it, if it is one's own play."""


def moves(seats: int, count: int) -> list[Move]:
    """The first so many moves of a match; the first of them shows the start. Ends of rounds are left out."""
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
    """The keys that do it; a card without a number under it is drawn for."""
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
