"""One person at one table in plain mode: lines in, lines out.

Sans-IO: whoever owns the terminal, pipe or channel calls `PlainSession.feed` with each line typed and gets each line to
show through `write`. What happened is told once, by the number of its log entry; how things stand is told when it is
the person's turn, and otherwise only when asked. There is no cursor movement, no color, no line that changes later.
"""

import time
from collections.abc import Callable
from typing import Final

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
"""Letters of a typed line that are read; the rest is dropped."""
_AT_ONCE: Final = {
    TableCommand.DRAW: Draw(),
    TableCommand.KEEP: Keep(),
    TableCommand.TAKE: Take(),
    TableCommand.CHALLENGE: Challenge(),
    TableCommand.UNO: CallUno(),
    TableCommand.DEAL: Deal(),
}


class PlainSession:
    """A table told in lines. `handle_factory` comes in with a listener and gives the person's `Handle`."""

    def __init__(
        self,
        handle_factory: Callable[[Listener], Handle],
        words: Words,
        write: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        tutor: Tutor | None = None,
    ) -> None:
        self.done = False
        """Whether the person is no longer at the table: nothing more is written."""
        self.ending: Ending | None = None
        """Why the table let the person go, if it did."""
        self._words = words
        self._clock = clock
        self._vocabulary = Vocabulary(words)
        self._tutor = tutor or Tutor()
        self._output = TableOutput(self._vocabulary, write)
        self._view: TableView | None = None
        self._asking = False
        self._requests = 0
        self._handle = handle_factory(self._hear)
        self._begin()

    def _begin(self) -> None:
        """Tell how things stand, if the table has not said so while the person came in."""
        if self._view is None:
            self._hear(self._handle.view)

    @property
    def waits(self) -> bool:
        """Whether the person may or must do something now: the time for a script to send its next line."""
        view = self._view
        if self.done or view is None or self._asking:
            return self.done
        if view.game is None or view.game.seat is None or view.stage is not Stage.PLAYING:
            return True
        return view.game.on_turn and not view.seats[view.game.seat].autopilot

    def feed(self, line: str) -> None:
        """Take a line that the person typed; answers are written at once or as they come from the table."""
        text = printable(line[:MAX_LINE]).strip()
        if self.done or not text:
            return
        try:
            self._obey(text)
        except ParseError as unread:
            self._output.say(str(unread))

    def leave(self) -> None:
        """The person wants to go: the seat is given up, and what came of it told."""
        if not self.done:
            self._handle.leave()

    def hang_up(self) -> None:
        """The person's line is gone; the seat is kept for them."""
        if not self.done:
            self.done = True
            self._handle.drop()

    def _hear(self, message: Message) -> None:
        """Take what the table says; this is the listener."""
        if self.done:
            return
        self._asking = False
        if isinstance(message, TableView):
            first, self._view = self._view is None, message
            speaker = self._speaker()
            self._output.picture(speaker, message, first)
            self._output.say(*self._tutor.lines(speaker, message, self._vocabulary))
        elif isinstance(message, Refused):
            self._output.say(self._speaker().refused(message))
        elif isinstance(message, Notice):
            self._output.say(self._speaker().notice(message))
        elif isinstance(message, Closed):
            self._output.say(self._speaker().ending(message))
            self.done, self.ending = True, message.reason

    def _obey(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        command = self._vocabulary.command(first)
        if command is None:
            self._act(self._bare(text))
        elif command in _AT_ONCE:
            self._act(_AT_ONCE[command])
        else:
            getattr(self, f"_do_{command.name.lower()}")(rest.strip())

    def _bare(self, text: str) -> Action:
        """The action of a line that begins with no command: a card, a color owed, or the notation."""
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
        told = self._words("No command and no card: {text}. For the commands type {help}.", text=text[:40], help=word)
        raise ParseError(told)

    def _do_play(self, rest: str) -> None:
        self._act(self._parser(drawn=self._game().drawn is not None).play(rest))

    def _do_jump(self, rest: str) -> None:
        top = self._game().top
        self._act(self._parser().play(rest or top.text, jump=True))

    def _do_color(self, rest: str) -> None:
        self._act(self._parser().name_color(rest))

    def _do_catch(self, rest: str) -> None:
        self._act(self._parser().catch(rest, self._game().legal))

    def _do_hand(self, _rest: str) -> None:
        self._output.tell_hand(self._game())

    def _do_table(self, _rest: str) -> None:
        view = self._seen()
        self._output.say(*self._speaker().table(view))
        if view.deadline is not None:
            left = max(0, round(view.deadline.seconds - (self._clock() - view.deadline.said_at)))
            self._output.say(self._words.n("{count} second left", "{count} seconds left", left))

    def _do_score(self, _rest: str) -> None:
        self._output.say(*self._speaker().scores(self._seen()))

    def _do_log(self, _rest: str) -> None:
        self._output.say(*(self._speaker().log(entry) for entry in self._seen().log[-10:]))

    def _do_rules(self, rest: str) -> None:
        if rest:
            self._handle.change_rules(read_rules(self._words, rest))
            return
        self._output.say(*filter(None, rules_lines(self._seen().rules, self._words)))

    def _do_lessons(self, _rest: str) -> None:
        self._output.say(self._tutor.turn(self._vocabulary))
        if self._view is not None:
            self._output.say(*self._tutor.lines(self._speaker(), self._view, self._vocabulary))

    def _do_say(self, rest: str) -> None:
        if rest:
            self._handle.chat(rest)

    def _do_start(self, _rest: str) -> None:
        self._handle.start()

    def _do_again(self, _rest: str) -> None:
        self._handle.rematch()

    def _do_auto(self, _rest: str) -> None:
        view = self._seen()
        self._handle.autopilot(view.you is not None and not view.seats[view.you].autopilot)

    def _do_kick(self, rest: str) -> None:
        self._handle.kick(self._parser().seat(rest))

    def _do_sit(self, rest: str) -> None:
        self._handle.sit(self._parser().seat(rest))

    def _do_host(self, rest: str) -> None:
        self._handle.pass_host(self._parser().seat(rest))

    def _do_help(self, _rest: str) -> None:
        self._output.say(*self._vocabulary.help())

    def _do_quit(self, _rest: str) -> None:
        self.leave()

    def _act(self, action: Action) -> None:
        self._game()
        self._requests += 1
        self._asking = True
        self._handle.act(action, self._seen().version, self._requests)

    def _parser(self, drawn: bool = False) -> ActionParser:
        """Reads what was typed; `drawn`: a play that names no card plays the one just drawn."""
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
        """The match as this person plays it."""
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
