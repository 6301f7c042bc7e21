"""What a person can do with a seat beside the match: each is a question for a seat's number."""

from typing import Final, NamedTuple

from uno_tui.i18n import Words, mark
from uno_tui.table import rights
from uno_tui.table.protocol import Right, Sitter, TableView

QUESTIONS: Final = {
    "kick": mark("Send whom away? Press the number of the seat."),
    "host": mark("Who shall be the host? Press the number of the seat."),
    "sit": mark("Which seat do you want? Press its number."),
    "mute": mark("Whose chat do you want to hide, or show again? Press the number of the seat."),
}


class Errand(NamedTuple):
    """A seat is being named for that command."""

    command: str
    seats: tuple[int, ...]

    def question(self, words: Words) -> str:
        """What is asked."""
        return words(QUESTIONS[self.command])


_RIGHTS: Final = {"kick": Right.KICK, "host": Right.HOST, "sit": Right.SIT}


def seats_for(command: str, view: TableView) -> tuple[int, ...]:
    """Return the seats that may be named for a command."""
    if command == "mute":
        people = (number for number, seat in enumerate(view.seats) if seat.sitter is Sitter.HUMAN)
        return tuple(number for number in people if number != view.you)
    return rights.seats_for(_RIGHTS[command], view)


def others_talk(view: TableView) -> bool:
    """Return whether there is anybody who may say something."""
    return bool(view.watchers or seats_for("mute", view))
