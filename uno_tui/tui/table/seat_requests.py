"""What a person can do with a seat beside the match: each is a question for a seat's number."""

from typing import Final, NamedTuple

from uno_tui.i18n import Words, mark
from uno_tui.table.protocol import Right, SeatInfo, Sitter, Stage, TableView

QUESTIONS: Final = {
    "kick": mark("Send whom away? Press the number of the seat."),
    "host": mark("Who shall be the host? Press the number of the seat."),
    "sit": mark("Which seat do you want? Press its number."),
    "mute": mark("Whose chat do you want to hide, or show again? Press the number of the seat."),
}
EVERYBODY: Final = ""
"""Stands among muted names for all of them."""


class Errand(NamedTuple):
    """A seat is being named for that command."""

    command: str
    seats: tuple[int, ...]

    def question(self, words: Words) -> str:
        """What is asked."""
        return words(QUESTIONS[self.command])


def seats_for(command: str, view: TableView) -> tuple[int, ...]:
    """The seats that may be named for a command; what is decided is decided by the table."""
    good = {"kick": _kick, "host": _host, "sit": _sit, "mute": _mute}[command]
    return tuple(number for number, seat in enumerate(view.seats) if number != view.you and good(view, seat))


def _kick(view: TableView, seat: SeatInfo) -> bool:
    removable = seat.sitter is Sitter.HUMAN or (seat.sitter is Sitter.BOT and view.stage is not Stage.PLAYING)
    return Right.KICK in view.rights and removable


def _host(view: TableView, seat: SeatInfo) -> bool:
    return Right.KICK in view.rights and seat.sitter is Sitter.HUMAN and not seat.away


def _sit(view: TableView, seat: SeatInfo) -> bool:
    if Right.SIT not in view.rights or seat.sitter is Sitter.HUMAN:
        return False
    return view.stage is Stage.OVER or (seat.sitter is Sitter.BOT) == (view.stage is Stage.PLAYING)


def _mute(_view: TableView, seat: SeatInfo) -> bool:
    return seat.sitter is Sitter.HUMAN


def others_talk(view: TableView) -> bool:
    """Whether there is anybody who may say something."""
    return bool(view.watchers or seats_for("mute", view))


def may_change_rules(view: TableView) -> bool:
    """Whether the next match's rules are this person's to choose now."""
    return Right.KICK in view.rights and view.stage is not Stage.PLAYING
