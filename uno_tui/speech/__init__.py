"""Sentences for everything that happens or can be done at a table, in a session's language.

A `Speaker` addresses one person: sentences about them say "you". Sentences of events have no full stop, since they are
lines of a log; refusals and notices have one.

>>> from uno_tui.game.cards import card
>>> from uno_tui.game.events import Played
>>> from uno_tui.i18n import Words
>>> speaker = Speaker(Words("en"), ["Ann", "Ben"], you=1)
>>> speaker.event(Played(0, card("r5"))), speaker.event(Played(1, card("bS"), uno=True))
('Ann played a red 5', 'You played a blue Skip and called UNO')
"""

from uno_tui.bots.hints import ActionHint
from uno_tui.game.actions import Action
from uno_tui.game.errors import Why
from uno_tui.game.events import Event, Reversed
from uno_tui.game.view import PlayerView
from uno_tui.lessons import Lesson
from uno_tui.speech.actions import action_sentence
from uno_tui.speech.cards import a_card, card_list, card_name, card_short, color_name, rank_name
from uno_tui.speech.errors import entry_error_sentence, refusal_sentence, refused_sentence
from uno_tui.speech.events import event_sentence, short_reversed_sentence
from uno_tui.speech.hints import hint_sentence
from uno_tui.speech.lessons import How, lesson_sentence
from uno_tui.speech.messages import chat_line, ending_sentence, note_sentence, notice_sentence
from uno_tui.speech.status import (
    call_lines,
    direction_line,
    piles_line,
    score_lines,
    seat_line,
    seat_marks,
    status_line,
    table_lines,
    top_line,
)
from uno_tui.speech.voice import Voice
from uno_tui.table.protocol import Chat, Closed, Ending, LogEntry, Notice, Refused, SeatInfo, TableNote, TableView

__all__ = [
    "Speaker",
    "a_card",
    "card_list",
    "card_name",
    "card_short",
    "color_name",
    "entry_error_sentence",
    "rank_name",
]


class Speaker(Voice):
    """All sentences for one person at one table; `Speaker.of(words, view)` makes the speaker for a view's owner."""

    __slots__ = ()

    def event(self, event: Event) -> str:
        """Return the sentence for an event of the match."""
        return event_sentence(self, event)

    def log(self, what: LogEntry | Event | TableNote | Chat) -> str:
        """Return the line for a log entry, or for a message of the same type."""
        if isinstance(what, LogEntry):
            what = what.what
        if isinstance(what, TableNote):
            return note_sentence(self, what)
        if isinstance(what, Chat):
            return chat_line(self, what)
        return event_sentence(self, what)

    def short_reversed(self, event: Reversed) -> str:
        """Return the line for a turned direction in a log that is too narrow for the words of `log`."""
        return short_reversed_sentence(self, event)

    def action(self, action: Action, penalty: int = 0) -> str:
        """Return an action's label, such as "Play red 5". `penalty`: cards that `Take` would draw, 0 if unknown."""
        return action_sentence(self, action, penalty)

    def hint(self, hint: ActionHint, penalty: int = 0) -> str:
        """Return a hint as text: a good action and its reason."""
        return hint_sentence(self, hint, penalty)

    def lesson(self, lesson: Lesson, game: PlayerView, how: How, end: str) -> str:
        """Return a lesson; `how` returns the key or word for an action, `end` is the key or word to stop lessons."""
        return lesson_sentence(self, lesson, game, how, end)

    def refusal(self, why: Why) -> str:
        """Return why the rules do not allow an action."""
        return refusal_sentence(self, why)

    def refused(self, refused: Refused) -> str:
        """Return the sentence on why a request was refused."""
        return refused_sentence(self, refused)

    def notice(self, notice: Notice) -> str:
        """Return the sentence of a notice."""
        return notice_sentence(self, notice)

    def ending(self, ending: Closed | Ending, *, seated: bool = False) -> str:
        """Return the reason for a session's end; with `seated`, also that the seat is reserved, if it is."""
        return ending_sentence(self, ending, seated=seated)

    def status(self, view: TableView) -> str:
        """Return whose turn it is and what that player may do."""
        return status_line(self, view)

    def calls(self, game: PlayerView) -> list[str]:
        """Return a line for each UNO call that is due: the listener's own to make, others' to catch."""
        return call_lines(self, game)

    def top(self, game: PlayerView) -> str:
        """Return the top card and the color in force."""
        return top_line(self, game)

    def direction(self, game: PlayerView) -> str:
        """Return the direction of play."""
        return direction_line(self, game)

    def piles(self, game: PlayerView) -> str:
        """Return the sizes of the draw pile and the discard pile."""
        return piles_line(self, game)

    def seat(self, view: TableView, seat: int) -> str:
        """Return a line about a seat: player, number of cards, points, state."""
        return seat_line(self, view, seat)

    def marks(self, seat: SeatInfo) -> list[str]:
        """Return the marks of a seat: a bot's level, host, away, on autopilot."""
        return seat_marks(self, seat)

    def table(self, view: TableView) -> list[str]:
        """Return the whole table as text, one line for each part."""
        return table_lines(self, view)

    def scores(self, view: TableView) -> list[str]:
        """Return the scores as text, one line for each player."""
        return score_lines(self, view)
