"""One person at one table in plain mode: typed lines in, lines of text out.

The session does no I/O of its own: the caller passes each typed line to `PlainSession.feed`, and the session passes
each line to show to `write`. Every log entry is written once. The situation is written when the person's turn begins
and on request. Lines are never changed after they were written, and hold no color or cursor movement.
"""

import time
from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from uno_tui.game.actions import Action, CallUno, Challenge, Deal, Draw, Keep, Take
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.plain.commands import TableCommand, Vocabulary
from uno_tui.plain.parser import ActionParser, ParseError, read_rules
from uno_tui.plain.table_output import TableOutput, printable
from uno_tui.plain.tutor import Tutor
from uno_tui.speech import Speaker
from uno_tui.speech.rules_text import rules_lines
from uno_tui.table.protocol import Closed, Ending, Handle, Listener, Message, Notice, Refused, Stage, TableView

MAX_LINE: Final = 1000
"""Characters of a typed line that are read; the rest is ignored."""
_ACTIONS: Final = {
    TableCommand.DRAW: Draw(),
    TableCommand.KEEP: Keep(),
    TableCommand.TAKE: Take(),
    TableCommand.CHALLENGE: Challenge(),
    TableCommand.UNO: CallUno(),
    TableCommand.DEAL: Deal(),
}


HandleFactory = Callable[[Listener], Handle]
"""Takes the listener of a person who came to a table and returns the handle; the listener gets all messages since."""


class TableSession:
    """The part of a session at a table that is the same for a person and for a program."""

    _handle: Handle

    def __init__(self, words: Words, clock: Callable[[], float]) -> None:
        self.done = False
        """Whether the session has ended; nothing is written after that."""
        self.ending: Ending | None = None
        """Why the table ended the session; None if it did not."""
        self._words = words
        self._clock = clock
        self._view: TableView | None = None

    def leave(self) -> None:
        """Leave the table and give up the seat; the table's answer is still written."""
        if not self.done:
            self._handle.leave()

    def hang_up(self) -> None:
        """End the session because the connection was lost; the table keeps the seat for a while."""
        if not self.done:
            self.done = True
            self._handle.drop()


class PlainSession(TableSession):
    """A person's session at a table in lines of text."""

    def __init__(
        self,
        handle_factory: HandleFactory,
        words: Words,
        write: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        tutor: Tutor | None = None,
    ) -> None:
        super().__init__(words, clock)
        self._vocabulary = Vocabulary(words)
        self._tutor = tutor or Tutor()
        self._output = TableOutput(self._vocabulary, write)
        self._asking = False
        self._requests = 0
        self._handle = handle_factory(self._hear)
        self._begin()

    def _begin(self) -> None:
        """Write the situation, unless the table sent a view while the handle was made."""
        if self._view is None:
            self._hear(self._handle.view)

    @property
    def waits(self) -> bool:
        """Whether the session waits for the person, so that a script's next line may be read."""
        view = self._view
        if self.done or view is None or self._asking:
            return self.done
        if view.game is None or view.game.seat is None or view.stage is not Stage.PLAYING:
            return True
        return view.game.on_turn and not view.seats[view.game.seat].autopilot

    def feed(self, line: str) -> None:
        """Carry out a typed line; answers are written at once or when the table sends them."""
        text = printable(line[:MAX_LINE]).strip()
        if self.done or not text:
            return
        try:
            self._obey(text)
        except ParseError as error:
            self._output.write(str(error))

    def _hear(self, message: Message) -> None:
        """Write a message of the table; this is the listener."""
        if self.done:
            return
        self._asking = False
        if isinstance(message, TableView):
            first, self._view = self._view is None, message
            speaker = self._speaker()
            self._output.show_view(speaker, message, first=first)
            self._output.write(*self._tutor.lines(speaker, message, self._vocabulary))
        elif isinstance(message, Refused):
            self._output.write(self._speaker().refused(message))
        elif isinstance(message, Notice):
            self._output.write(self._speaker().notice(message))
        elif isinstance(message, Closed):
            self._output.write(self._speaker().ending(message))
            self.done, self.ending = True, message.reason

    def _obey(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        command = self._vocabulary.command(first)
        if command is None:
            self._act(self._read_action(text))
        elif command in _ACTIONS:
            self._act(_ACTIONS[command])
        else:
            self._COMMANDS[command](self, rest.strip())

    def _read_action(self, text: str) -> Action:
        """Read a line that begins with no command: a card, a color to name, or an action in notation."""
        game, reader = self._game(), self._parser()
        if game.phase is Phase.COLOR and reader.color(text) is not None:
            return reader.name_color(text)
        if (written := reader.notation(text)) is not None:
            return written
        try:
            return reader.play(text)
        except ParseError:
            if text[0].isdecimal() or reader.names_card(text):
                raise
        word = self._vocabulary.word(TableCommand.HELP)
        answer = self._words("No command and no card: {text}. For the commands type {help}.", text=text[:40], help=word)
        raise ParseError(answer)

    def _play(self, rest: str) -> None:
        self._act(self._parser(drawn=self._game().drawn is not None).play(rest))

    def _jump(self, rest: str) -> None:
        top = self._game().top
        self._act(self._parser().play(rest or top.text, jump=True))

    def _color(self, rest: str) -> None:
        self._act(self._parser().name_color(rest))

    def _catch(self, rest: str) -> None:
        self._act(self._parser().catch(rest, self._game().legal))

    def _hand(self, _rest: str) -> None:
        self._output.write_hand(self._game())

    def _table(self, _rest: str) -> None:
        view = self._seen()
        self._output.write(*self._speaker().table(view))
        if view.deadline is not None:
            left = max(0, round(view.deadline.seconds - (self._clock() - view.deadline.said_at)))
            self._output.write(self._words.n("{count} second left", "{count} seconds left", left))

    def _score(self, _rest: str) -> None:
        self._output.write(*self._speaker().scores(self._seen()))

    def _log(self, _rest: str) -> None:
        self._output.write(*(self._speaker().log(entry) for entry in self._seen().log[-10:]))

    def _rules(self, rest: str) -> None:
        if rest:
            self._handle.change_rules(read_rules(self._words, rest))
            return
        self._output.write(*filter(None, rules_lines(self._seen().rules, self._words)))

    def _lessons(self, _rest: str) -> None:
        self._output.write(self._tutor.toggle(self._vocabulary))
        if self._view is not None:
            self._output.write(*self._tutor.lines(self._speaker(), self._view, self._vocabulary))

    def _say(self, rest: str) -> None:
        if rest:
            self._handle.chat(rest)

    def _start(self, _rest: str) -> None:
        self._handle.start()

    def _again(self, _rest: str) -> None:
        self._handle.rematch()

    def _auto(self, _rest: str) -> None:
        view = self._seen()
        self._handle.autopilot(view.you is not None and not view.seats[view.you].autopilot)

    def _kick(self, rest: str) -> None:
        self._handle.kick(self._parser().seat(rest))

    def _sit(self, rest: str) -> None:
        self._handle.sit(self._parser().seat(rest))

    def _host(self, rest: str) -> None:
        self._handle.pass_host(self._parser().seat(rest))

    def _help(self, _rest: str) -> None:
        self._output.write(*self._vocabulary.help())

    def _quit(self, _rest: str) -> None:
        self.leave()

    _COMMANDS: ClassVar[Mapping[TableCommand, Callable[["PlainSession", str], None]]] = {
        TableCommand.PLAY: _play,
        TableCommand.JUMP: _jump,
        TableCommand.COLOR: _color,
        TableCommand.CATCH: _catch,
        TableCommand.HAND: _hand,
        TableCommand.TABLE: _table,
        TableCommand.SCORE: _score,
        TableCommand.LOG: _log,
        TableCommand.RULES: _rules,
        TableCommand.LESSONS: _lessons,
        TableCommand.SAY: _say,
        TableCommand.START: _start,
        TableCommand.AGAIN: _again,
        TableCommand.AUTO: _auto,
        TableCommand.KICK: _kick,
        TableCommand.SIT: _sit,
        TableCommand.HOST: _host,
        TableCommand.HELP: _help,
        TableCommand.QUIT: _quit,
    }
    """The method for each command that is not simply an action of `_ACTIONS`."""

    def _act(self, action: Action) -> None:
        self._game()
        self._requests += 1
        self._asking = True
        self._handle.act(action, self._seen().version, self._requests)

    def _parser(self, drawn: bool = False) -> ActionParser:
        """Return the parser for the current view; with `drawn`, a play without a card plays the drawn card."""
        view = self._seen()
        game = view.game
        return ActionParser(
            self._vocabulary,
            self._output.numbered or (game.hand if game else ()),
            view.rules.deck_for(len(game.seats if game else view.seats)).faces,
            tuple(seat.name for seat in view.seats),
            game.drawn if game and drawn else None,
        )

    def _game(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if they are not playing."""
        game = self._seen().game
        if game is None:
            raise ParseError(self._words("The match has not started."))
        if game.seat is None:
            raise ParseError(self._words("You are only watching."))
        return game

    def _seen(self) -> TableView:
        return self._handle.view if self._view is None else self._view

    def _speaker(self) -> Speaker:
        return Speaker(self._words, ()) if self._view is None else Speaker.of(self._words, self._view)
