"""The object of a command: a card, a seat or an action, not a place on the screen."""

from uno_tui.game.actions import CatchUno, JumpIn, Take
from uno_tui.game.cards import Card
from uno_tui.tui.table.choice import ActionChoice
from uno_tui.tui.table.scene import TableScene, labels


def labeled_card(scene: TableScene, number: int) -> Card | None:
    """Return the card labeled with a digit, given by its index in `1234567890`."""
    digits = labels(scene.cards, scene.playable)
    digit = "1234567890"[number]
    return scene.cards[digits.index(digit)] if digit in digits else None


def command_meaning(scene: TableScene, name: str, number: int | None) -> object:
    """Return a command and its target in a scene, such as a card; None if the command does nothing then."""
    about = _about(scene, name, number)
    return None if about is None else (name, about)


def _about(scene: TableScene, name: str, number: int | None) -> object:
    match name:
        case "play" | "double":
            return scene.card if scene.card in scene.playable else None
        case "label" if number is not None:
            return labeled_card(scene, number)
        case "card" if number is not None:
            return scene.cards[number] if number < len(scene.cards) else None
        case "seat" if number is not None:
            name_there = scene.view.seats[number].name if number in scene.seats_wanted else ""
            return (scene.seat_request, scene.choice, name_there) if name_there else None
        case "jump":
            return ActionChoice.of_kind(scene.legal, JumpIn).options or None
        case "catch":
            caught = ActionChoice.of_kind(scene.legal, CatchUno)
            return (caught if number is None else caught.with_seat(number)).options or None
        case "draw_or_take":
            return Take() in scene.legal
        case "red" | "yellow" | "green" | "blue":
            return scene.choice or scene.legal
        case "confirm":
            return scene.confirming
    return (number,)
