"""Answers to questions about a table in plain mode, as lines."""

from typing import Final

from uno_tui.bots.hints import explain
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Deadline, Suggestion, TableView

_LOG_LINES: Final = 10
_MOST_LOG_LINES: Final = 200


# Translators: an answer to a command in lines.
def cards_line(speaker: Speaker, game: PlayerView) -> str:
    """Return a line with the number of cards of each player, in seat order."""
    words = speaker.words
    counts = [
        words("{name} {count}", name=speaker.who(seat), count=one.cards)
        for seat, one in enumerate(game.seats)
        if one.playing
    ]
    return words("Cards: {counts}", counts=", ".join(counts))


# Translators: an answer to a command in lines.
def turn_lines(speaker: Speaker, view: TableView, game: PlayerView) -> list[str]:
    """Return lines about the turn: whose turn it is, who is next, and the direction of play."""
    status = speaker.status(view)
    if game.phase is Phase.OVER:
        return [status]
    following = speaker.words("Next: {name}", name=speaker.who(game.next_seat(game.turn)))
    return [status, following, speaker.direction(game)]


def seconds_left(deadline: Deadline, now: float) -> float:
    """Return the seconds left until a deadline; `now` is a time on the deadline's clock."""
    return deadline.seconds - (now - deadline.said_at)


# Translators: an answer to a command in lines.
def time_line(words: Words, deadline: Deadline | None, now: float) -> str:
    """Return a line with the seconds remaining in the turn."""
    if deadline is None:
        return words("There is no time limit now.")
    return words.n("{count} second left", "{count} seconds left", max(0, round(seconds_left(deadline, now))))


def log_lines(speaker: Speaker, view: TableView, count: str) -> list[str]:
    """Return the last lines of the log: as many as requested, by default ten."""
    number = int(count[:4]) if count.isascii() and count.isdecimal() else _LOG_LINES
    return [speaker.log(entry) for entry in view.log[-min(max(1, number), _MOST_LOG_LINES) :]]


class HintLines:
    """Puts hints into words; the reason is found once, because that takes longer than most answers."""

    def __init__(self) -> None:
        self._last: tuple[Suggestion, str] | None = None

    # Translators: an answer to a command in lines.
    def line(self, speaker: Speaker, view: TableView | None, suggestion: Suggestion) -> str:
        """Return a line with the suggested action and the reason; empty if the suggestion is for another view."""
        if suggestion.action is None:
            return speaker.words("There is nothing to do now.")
        game = None if view is None else view.game
        if view is None or game is None or view.version != suggestion.version:
            return ""
        if self._last is None or self._last[0] is not suggestion:
            self._last = suggestion, speaker.hint(explain(game, suggestion.action), game.penalty)
        return self._last[1]
