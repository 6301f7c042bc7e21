"""Speech: everything that happens or can be done at a table, as sentences in a session's words.

A `Speaker` speaks to one person: it says "you" where it is about them. Sentences of events have no full stop, since
they are lines of a log; refusals and notices have one.

>>> from uno_tui.game.cards import card
>>> from uno_tui.game.events import Played
>>> from uno_tui.i18n import Words
>>> speaker = Speaker(Words("en"), ["Ann", "Ben"], you=1)
>>> speaker.event(Played(0, card("r5"))), speaker.event(Played(1, card("bS"), uno=True))
('Ann played a red 5', 'You played a blue Skip and called UNO')
"""

from uno_tui.bots.hints import Hint
from uno_tui.game.actions import Action
from uno_tui.game.errors import Why
from uno_tui.game.events import Event
from uno_tui.game.view import PlayerView
from uno_tui.lessons import Lesson
from uno_tui.speech.actions import action_sentence, hint_sentence
from uno_tui.speech.cards import a_card, card_list, card_name, card_short, color_name, rank_name
from uno_tui.speech.errors import entry_error_sentence, refusal_sentence, refused_sentence
from uno_tui.speech.events import event_sentence
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
    """Speaks to one person of one table; `Speaker.of(words, view)` is the one for who has that picture."""

    __slots__ = ()

    def event(self, event: Event) -> str:
        """What happened in the match."""
        return event_sentence(self, event)

    def log(self, what: LogEntry | Event | TableNote | Chat) -> str:
        """One line of the table's log, or what would be one."""
        if isinstance(what, LogEntry):
            what = what.what
        if isinstance(what, TableNote):
            return note_sentence(self, what)
        if isinstance(what, Chat):
            return chat_line(self, what)
        return event_sentence(self, what)

    def action(self, action: Action, penalty: int = 0) -> str:
        """What may be done: "Play red 5". `penalty`: how many cards `Take` would draw, where known."""
        return action_sentence(self, action, penalty)

    def hint(self, hint: Hint, penalty: int = 0) -> str:
        """What would be good to do, and why."""
        return hint_sentence(self, hint, penalty)

    def lesson(self, lesson: Lesson, game: PlayerView, how: How, end: str) -> str:
        """What somebody who never played is told now; `how`: what they press or type, `end`: to hear no more."""
        return lesson_sentence(self, lesson, game, how, end)

    def refusal(self, why: Why) -> str:
        """Why the rules do not allow something."""
        return refusal_sentence(self, why)

    def refused(self, refused: Refused) -> str:
        """Why a request was not carried out."""
        return refused_sentence(self, refused)

    def notice(self, notice: Notice) -> str:
        """What one person is told."""
        return notice_sentence(self, notice)

    def ending(self, ending: Closed | Ending) -> str:
        """Why a person is no longer at the table."""
        return ending_sentence(self, ending)

    def status(self, view: TableView) -> str:
        """Whose turn it is and what may be done, in one line."""
        return status_line(self, view)

    def calls(self, game: PlayerView) -> list[str]:
        """A line for each UNO call to make or to catch."""
        return call_lines(self, game)

    def top(self, game: PlayerView) -> str:
        """The top card and the color in force."""
        return top_line(self, game)

    def direction(self, game: PlayerView) -> str:
        """Which way play goes."""
        return direction_line(self, game)

    def piles(self, game: PlayerView) -> str:
        """How many cards lie on the piles."""
        return piles_line(self, game)

    def seat(self, view: TableView, seat: int) -> str:
        """All there is to say of a seat, in one line."""
        return seat_line(self, view, seat)

    def marks(self, seat: SeatInfo) -> list[str]:
        """What sets a seat apart: a bot's level, the host, away, on autopilot."""
        return seat_marks(self, seat)

    def table(self, view: TableView) -> list[str]:
        """The whole table in lines."""
        return table_lines(self, view)

    def scores(self, view: TableView) -> list[str]:
        """The scores in lines."""
        return score_lines(self, view)
