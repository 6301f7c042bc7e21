"""One person at one table in plain mode: typed lines in, lines of text out.

The session does no I/O of its own: the caller passes each typed line to `PlainSession.feed`, and the session passes
each line to show to `write`. Every log entry is written once. The situation is written when the person's turn begins
and on request. Lines are never changed after they were written, and hold no color or cursor movement.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from uno_tui.game.errors import Reason
from uno_tui.i18n import Words, latin_keys
from uno_tui.lobby.relay import ConnectTable
from uno_tui.plain.answers import HintLines
from uno_tui.plain.moves import MOVES, Moves
from uno_tui.plain.seen_table import SeenTable
from uno_tui.plain.table_commands import TableCommands
from uno_tui.plain.table_output import LineSettings, TableOutput, printable
from uno_tui.plain.turn_warnings import TurnWarnings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech.closing import closing_question
from uno_tui.speech.daily import try_lost
from uno_tui.table.protocol import (
    BotPace,
    Closed,
    Ending,
    Message,
    Notice,
    Refused,
    Right,
    Stage,
    Suggestion,
    TableView,
)
from uno_tui.table.requests import Handle
from uno_tui.table.timers import CallLater
from uno_tui.typed.commands import TableCommand, vocabulary
from uno_tui.typed.parser import ParseError, is_yes

QUIT_KEY: Final = "q"
"""Key that leaves the full screen; unlike the typed word, the key asks for confirmation first."""
MAX_LINE: Final = 1000
"""Maximum number of characters read from a typed line; the rest is ignored."""
_PRICES: Final[Mapping[TableCommand | None, int]] = {
    TableCommand.RULES: 4,
    TableCommand.TABLE: 2,
    TableCommand.SCORE: 2,
    TableCommand.LOG: 2,
    TableCommand.HELP: 2,
}
"""Cost of commands that are several times as expensive as an ordinary one; measured by `tests.bench.command_cost`."""
_NAMES_NO_MOVE: Final = frozenset({Reason.NO_PENALTY, Reason.NO_CHALLENGE, Reason.NO_COLOR_OWED, Reason.NOTHING_DRAWN})
"""Reasons of refusals that do not say what the person may do instead."""


class TableSession:
    """The part of a session at a table that text mode and the JSON interface for programs have in common."""

    _handle: Handle

    def __init__(self, words: Words, clock: Callable[[], float]) -> None:
        self.done = False
        """Whether the session has ended; nothing more is written."""
        self.ending: Ending | None = None
        """The reason why the table ended the session; None if the table did not end it."""
        self.price = 1
        """Cost of the last line, in ordinary lines, for the caller's rate limit."""
        self._words = words
        self._clock = clock

    def leave(self) -> None:
        """Leave the table and give up the seat; the table's last answer is still written."""
        if not self.done:
            self._handle.leave()

    def hang_up(self) -> None:
        """End the session because the connection was lost; the table keeps the seat for a while."""
        if not self.done:
            self.done = True
            self._handle.drop()


# Translators: an answer to a command in lines.
class PlainSession(TableSession):
    """A person's session at a table in text mode."""

    def __init__(
        self,
        connect: ConnectTable,
        words: Words,
        write: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        call_later: CallLater | None = None,
        tutor: Tutor | None = None,
        settings: LineSettings | None = None,
        invitation: Sequence[str] = (),
        ssh_command: str = "",
        closes_table: bool = False,
        keeps_match: bool = True,
    ) -> None:
        """Begin the session; `call_later` lets it warn before the time for a turn is up.

        `invitation` are the lines that explain to others how to join; without them, the command line `ssh_command`,
        which connects to the server, and the table's code do. `closes_table`: when the person leaves, the table
        is closed for everybody. `keeps_match`: a match of one person against bots can be continued later.
        """
        super().__init__(words.to_hear, clock)
        self._vocabulary = vocabulary(self._words)
        self._tutor = tutor or Tutor()
        self._settings = settings or LineSettings()
        self._output = TableOutput(self._vocabulary, write, self._settings)
        self._warnings = TurnWarnings(self._words, self._output.write, call_later, clock) if call_later else None
        self._table = SeenTable(self._words, self._vocabulary, self._output, clock)
        self._moves = Moves(self._table, clock)
        self._commands = TableCommands(self._table, clock, self._tutor, self._settings, invitation, ssh_command)
        self._hints = HintLines()
        self._closes_table = closes_table
        self._keeps_match = keeps_match
        self._leaving = False
        """Whether the person has been asked to confirm giving up the seat."""
        self._handle = self._table.handle = connect(self._hear)
        if (pace := self._settings.chosen.pace) != BotPace.BRISK:
            self._handle.set_pace(BotPace(pace))
        self._begin()

    def _begin(self) -> None:
        """Print the whole situation, unless the table sent a view while the handle was being created."""
        if self._table.last is None:
            self._hear(self._handle.view)

    @property
    def is_once(self) -> bool:
        """Return whether the match is a try at the daily deal."""
        return self._table.last is not None and self._table.last.once

    @property
    def waits(self) -> bool:
        """Return whether the session is waiting for the person, so that the next line of a script may be read."""
        view = self._table.last
        if self.done or view is None or self._moves.pending or self._table.hinting:
            return self.done
        if view.game is None or view.game.seat is None or view.stage is not Stage.PLAYING:
            return True
        return view.game.on_turn and not view.seats[view.game.seat].autopilot

    def feed(self, line: str) -> None:
        """Carry out a typed line; answers are printed at once, or when the table sends them."""
        text = printable(line[:MAX_LINE]).strip()
        if self.done:
            return
        if not text:
            view = self._table.last
            if view is not None and view.game is not None and Right.HURRY in view.rights and not view.game.on_turn:
                self._handle.hurry()
            return
        self.price = 1
        leaving, self._leaving = self._leaving, False
        try:
            if leaving and is_yes(self._words, text):
                self._moves.forget()
                self.leave()
            elif not self._moves.complete(text):
                self._obey(text)
        except ParseError as error:
            self._output.write(str(error))

    def _hear(self, message: Message) -> None:
        """Receive a message from the table and print it."""
        if self.done:
            return
        if isinstance(message, Suggestion):
            self._show_hint(message)
            return
        answered, self._moves.pending = self._moves.pending, False
        if isinstance(message, TableView):
            before = self._table.take(message)
            speaker, numbered = self._table.speaker(), self._output.numbered
            self._output.show_view(speaker, message, first=before is None)
            if not answered:
                self._moves.note_changed_hand(before, numbered)
            self._tell_autopilot(before, message)
            if self._warnings is not None:
                self._warnings.follow(message)
            self._output.write(*self._tutor.lines(speaker, message, self._vocabulary))
        elif isinstance(message, Refused):
            self._output.write(self._table.speaker().refused(message))
            view = self._table.view()
            if message.why is not None and message.why.reason in _NAMES_NO_MOVE and view.game and view.game.on_turn:
                self._output.write(self._table.speaker().status(view))
            self._moves.ask_for_the_rest(message)
        elif isinstance(message, Notice):
            self._output.write(self._table.speaker().notice(message))
        elif isinstance(message, Closed):
            self._output.write(self._table.speaker().ending(message))
            self.done, self.ending = True, message.reason
            self._stop_warnings()

    def _show_hint(self, suggestion: Suggestion) -> None:
        """Print a hint, unless it is about an older position."""
        if line := self._hints.line(self._table.speaker(), self._table.view(), suggestion):
            self._table.hinting = False
            self._output.write(line)

    def repeat(self) -> None:
        """Print the last question again, or whose turn it is."""
        if not self.done:
            self._commands.obey(TableCommand.REPEAT, "")

    def hang_up(self) -> None:
        """End the session because the connection was lost; the table keeps the seat for a while."""
        super().hang_up()
        self._stop_warnings()

    def _stop_warnings(self) -> None:
        if self._warnings is not None:
            self._warnings.stop()

    def _tell_autopilot(self, before: TableView | None, view: TableView) -> None:
        """When a bot has begun to play for the person, print how to take the seat back."""
        seat = view.you
        if before is None or seat is None or seat != before.you or seat >= len(before.seats):
            return
        if view.seats[seat].autopilot and not before.seats[seat].autopilot:
            word = self._vocabulary.word(TableCommand.AUTO)
            self._output.write(self._words("To take over again, type {auto}.", auto=word))

    def _obey(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        command = self._vocabulary.command(first)
        self.price = _PRICES.get(command, 1)
        if command is None and latin_keys(text).lower() == QUIT_KEY:
            self._ask_to_leave()
        elif command is None:
            self._moves.act(self._moves.read(text))
        elif command is TableCommand.QUIT:
            self.leave()
        elif command in MOVES:
            self._moves.obey(command, rest.strip())
        else:
            if command is TableCommand.HAND:
                self._moves.forget_changed_hands()
            self._commands.obey(command, rest.strip())

    def _ask_to_leave(self) -> None:
        """Leave the table; ask for confirmation if this gives up a seat in a running match or closes the table."""
        view = self._table.view()
        if not self._closes_table and (view.you is None or view.stage is not Stage.PLAYING):
            self.leave()
            return
        self._leaving = True
        named = {"yes": self._words.p("answer", "yes"), "quit": self._vocabulary.word(TableCommand.QUIT)}
        to_leave = self._words("To leave, type {yes} or {quit}.", **named)
        if self._closes_table:
            lost = " ".join([*closing_question(self._words, view), to_leave])
        elif view.code:
            lost = self._words(
                "If you leave, you lose your seat in this match for good. To leave, type {yes} or {quit}.", **named
            )
        elif view.once and not self._keeps_match:
            lost = f"{try_lost(self._words)} {to_leave}"
        else:  # a match of one person against bots
            kept = self._words("If you have made a move, it is kept, and you can continue it.")
            ended = self._words("It ends unfinished and cannot be continued.")
            lost = f"{kept if self._keeps_match else ended} {to_leave}"
        self._output.write(lost)
