"""One person at one table in plain mode: typed lines in, lines of text out.

The session does no I/O of its own: the caller passes each typed line to `PlainSession.feed`, and the session passes
each line to show to `write`. Every log entry is written once. The situation is written when the person's turn begins
and on request. Lines are never changed after they were written, and hold no color or cursor movement.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from uno_tui.game.actions import Action, CallUno, Challenge, Deal, Draw, JumpIn, Keep, Play, Take
from uno_tui.game.cards import Color
from uno_tui.game.errors import Reason
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words, latin_keys
from uno_tui.names import folded, unaccented
from uno_tui.plain.answers import cards_line, hint_line, log_lines, time_line, turn_lines
from uno_tui.plain.commands import AMONG_PEOPLE, PACES, TableCommand, Vocabulary
from uno_tui.plain.parser import ActionParser, ParseError, hint, read_rules
from uno_tui.plain.table_output import LineSettings, TableOutput, printable
from uno_tui.plain.turn_warnings import TurnWarnings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech import Speaker, color_name
from uno_tui.speech.rules_text import rules_lines
from uno_tui.table.protocol import (
    BotPace,
    Closed,
    Ending,
    Handle,
    Listener,
    Message,
    Notice,
    Refused,
    Right,
    Stage,
    TableView,
)
from uno_tui.table.timers import CallLater

QUIT_KEY: Final = "q"
"""Key of the full screen for leaving; unlike the word, it asks first."""
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


_PRICES: Final[Mapping[TableCommand | None, int]] = {
    TableCommand.RULES: 4,
    TableCommand.TABLE: 2,
    TableCommand.SCORE: 2,
    TableCommand.LOG: 2,
    TableCommand.HELP: 2,
}
"""Prices of commands that cost several times what an ordinary one costs; `tests.bench.command_cost` measures them."""

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
        self.price = 1
        """Cost of the last line, in ordinary lines, for a caller that limits the rate."""
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


# Translators: an answer to a command in lines.
class PlainSession(TableSession):
    """A person's session at a table in lines of text."""

    def __init__(
        self,
        handle_factory: HandleFactory,
        words: Words,
        write: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        call_later: CallLater | None = None,
        tutor: Tutor | None = None,
        settings: LineSettings | None = None,
    ) -> None:
        """Begin the session; `call_later` lets it warn before the time for a turn is up."""
        super().__init__(words.to_hear, clock)
        self._vocabulary = Vocabulary(self._words)
        self._tutor = tutor or Tutor()
        self._settings = settings or LineSettings()
        self._output = TableOutput(self._vocabulary, write, self._settings)
        self._warnings = TurnWarnings(self._words, self._output.write, call_later, clock) if call_later else None
        self._asking = False
        self._asked: tuple[int, Action] | None = None
        """The last move that was asked for, and the view's version then."""
        self._unfinished: tuple[int, Play | JumpIn] | None = None
        """A play that lacks a color or a seat, and the view's version when it was asked for."""
        self._leaving = False
        """Whether the question was asked that comes before giving up the seat."""
        self._hinted: tuple[int, str] | None = None
        """The last hint, and the view's version that it was for."""
        self._requests = 0
        self._handle = handle_factory(self._hear)
        if self._settings.pace != BotPace.BRISK:
            self._handle.set_pace(BotPace(self._settings.pace))
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
        if self.done:
            return
        if not text:
            view = self._view
            if view is not None and view.game is not None and Right.HURRY in view.rights and not view.game.on_turn:
                self._handle.hurry()
            return
        self.price = 1
        unfinished, self._unfinished = self._unfinished, None
        leaving, self._leaving = self._leaving, False
        try:
            if not (leaving and self._confirmed(text)) and not self._finished(unfinished, text):
                self._obey(text)
        except ParseError as error:
            self._output.write(str(error))

    def _confirmed(self, text: str) -> bool:
        """Leave if the text is a yes to the question whether to leave; return whether it is one."""
        yes = self._words.p("answer", "yes")
        confirmed = unaccented(text) in {unaccented(yes), unaccented(yes)[:1], "yes", "y"}
        if confirmed:
            self.leave()
        return confirmed

    def _finished(self, unfinished: tuple[int, Play | JumpIn] | None, text: str) -> bool:
        """Make the move that lacked a color or a seat, if the text names one; return whether it does."""
        if unfinished is None or unfinished[0] != self._seen().version:
            return False
        play, parser = unfinished[1], self._parser()
        if isinstance(play, Play) and play.color is None and play.card.is_wild:
            color = parser.color(text)
            if color is None:
                return False
            self._act(replace(play, color=color))
            return True
        try:
            self._act(replace(play, swap=parser.seat(text)))
        except ParseError:
            return False
        return True

    def _hear(self, message: Message) -> None:
        """Write a message of the table; this is the listener."""
        if self.done:
            return
        self._asking = False
        if isinstance(message, TableView):
            before, self._view = self._view, message
            speaker = self._speaker()
            self._output.show_view(speaker, message, first=before is None)
            self._tell_autopilot(before, message)
            if self._warnings is not None:
                self._warnings.follow(message)
            self._output.write(*self._tutor.lines(speaker, message, self._vocabulary))
        elif isinstance(message, Refused):
            self._output.write(self._speaker().refused(message))
            self._ask_for_the_rest(message)
        elif isinstance(message, Notice):
            self._output.write(self._speaker().notice(message))
        elif isinstance(message, Closed):
            self._output.write(self._speaker().ending(message))
            self.done, self.ending = True, message.reason
            self._stop_warnings()

    def hang_up(self) -> None:
        """End the session because the connection was lost; the table keeps the seat for a while."""
        super().hang_up()
        self._stop_warnings()

    def _stop_warnings(self) -> None:
        if self._warnings is not None:
            self._warnings.stop()

    def _tell_autopilot(self, before: TableView | None, view: TableView) -> None:
        """Tell the way back when a bot has begun to play for the person."""
        seat = view.you
        if before is None or seat is None or seat != before.you or seat >= len(before.seats):
            return
        if view.seats[seat].autopilot and not before.seats[seat].autopilot:
            word = self._vocabulary.word(TableCommand.AUTO)
            self._output.write(self._words("To take over again, type {auto}.", auto=word))

    def _ask_for_the_rest(self, refused: Refused) -> None:
        """After a play without its color or seat, say what to type; the next line is then read as the answer."""
        if refused.why is None or self._asked is None or refused.request != self._requests:
            return
        version, action = self._asked
        if not isinstance(action, Play | JumpIn):
            return
        if refused.why.reason is Reason.COLOR_MISSING:
            colors = ", ".join(f"{color.letter} {color_name(self._words, color)}" for color in Color)
            self._output.write(self._words("Type the color: {colors}", colors=colors))
        elif refused.why.reason is Reason.SWAP_MISSING:
            names = self._parser().players()
            self._output.write(self._words("Type the player: {names}", names=names))
        else:
            return
        self._unfinished = version, action

    def _obey(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        command = self._vocabulary.command(first)
        self.price = _PRICES.get(command, 1)
        if command is None and latin_keys(text).lower() == QUIT_KEY:
            self._ask_to_leave()
        elif command is None:
            self._act(self._read_action(text))
        elif command is TableCommand.DRAW and self._game().phase is Phase.ANSWER:
            self._act(Take())
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
        typed = text[:40] + hint(self._words, self._vocabulary.near(text.partition(" ")[0]))
        answer = self._words("{text} is not a command or a card. Type {help} for the commands.", text=typed, help=word)
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

    def _top(self, _rest: str) -> None:
        self._output.write(self._speaker().top(self._round()))

    def _cards(self, _rest: str) -> None:
        self._output.write(cards_line(self._speaker(), self._round()))

    def _turn(self, _rest: str) -> None:
        self._output.write(*turn_lines(self._speaker(), self._seen(), self._round()))

    def _time(self, _rest: str) -> None:
        self._output.write(time_line(self._words, self._seen().deadline, self._clock()))

    def _repeat(self, _rest: str) -> None:
        self._output.write(*(self._output.question or [self._speaker().status(self._seen())]))

    def _hint(self, _rest: str) -> None:
        game, version = self._game(), self._seen().version
        if self._hinted is None or self._hinted[0] != version:  # a hint takes long to find
            self._hinted = version, hint_line(self._speaker(), game)
        self._output.write(self._hinted[1])

    def _table(self, rest: str) -> None:
        view = self._seen()
        self._output.write(*self._speaker().table(view))
        if view.deadline is not None:
            self._time(rest)

    def _score(self, _rest: str) -> None:
        self._output.write(*self._speaker().scores(self._seen()))

    def _log(self, rest: str) -> None:
        self._output.write(*log_lines(self._speaker(), self._seen(), rest))

    def _rules(self, rest: str) -> None:
        if rest:
            self._handle.change_rules(read_rules(self._words, rest))
            return
        self._output.write(*filter(None, rules_lines(self._seen().rules, self._words)))

    def _lessons(self, _rest: str) -> None:
        self._output.write(self._tutor.toggle(self._vocabulary))
        if self._view is not None:
            self._output.write(*self._tutor.lines(self._speaker(), self._view, self._vocabulary))

    def _brief(self, _rest: str) -> None:
        self._settings.set("brief", True)
        word = self._vocabulary.word(TableCommand.FULL)
        self._output.write(self._words("Turns are now one line. For everything: {word}.", word=word))

    def _full(self, _rest: str) -> None:
        self._settings.set("brief", False)
        word = self._vocabulary.word(TableCommand.BRIEF)
        self._output.write(self._words("Turns are now told in full. For one line: {word}.", word=word))

    def _bell(self, _rest: str) -> None:
        self._settings.set("bell", not self._settings.bell)
        on = self._words("The bell rings when your turn begins.")
        self._output.write(on if self._settings.bell else self._words("The bell is off."))

    def _mute(self, rest: str) -> None:
        view = self._seen()
        if rest:
            self._handle.mute(rest, folded(rest) not in {folded(name) for name in view.muted})
        else:
            self._handle.mute(None, not view.all_muted)

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

    def _faster(self, _rest: str) -> None:
        view = self._seen()
        if Right.HURRY not in view.rights:
            raise ParseError(self._words("Bots hurry only when you are alone with them."))
        if view.game is not None and view.game.on_turn:
            self._output.write(self._speaker().status(view))
        self._handle.hurry()

    def _pace(self, rest: str) -> None:
        for pace, word in PACES.items():
            if self._vocabulary.is_word(rest, word):
                self._handle.set_pace(pace)
                self._output.write(self._words("Bots' pace: {pace}", pace=self._words.p(*word)))
                self._settings.set("pace", pace.value)
                return
        paces = ", ".join(self._words.p(*word) for word in PACES.values())
        raise ParseError(self._words("The paces are {paces}.", paces=paces))

    def _kick(self, rest: str) -> None:
        self._handle.kick(self._parser().seat(rest))

    def _readmit(self, rest: str) -> None:
        self._handle.readmit(rest)

    def _sit(self, rest: str) -> None:
        self._handle.sit(self._parser().seat(rest))

    def _host(self, rest: str) -> None:
        self._handle.pass_host(self._parser().seat(rest))

    def _help(self, _rest: str) -> None:
        alone = not self._seen().code
        self._output.write(*self._vocabulary.help(AMONG_PEOPLE if alone else frozenset()))

    def _quit(self, _rest: str) -> None:
        self.leave()

    def _ask_to_leave(self) -> None:
        """Leave, but first ask a person who would give up a seat in a running match."""
        view = self._seen()
        if view.you is None or view.stage is not Stage.PLAYING:
            self.leave()
            return
        self._leaving = True
        named = {"yes": self._words.p("answer", "yes"), "quit": self._vocabulary.word(TableCommand.QUIT)}
        self._output.write(
            self._words(
                "If you leave, you lose your seat in this match for good. To leave, type {yes} or {quit}.", **named
            )
        )

    _COMMANDS: ClassVar[Mapping[TableCommand, Callable[["PlainSession", str], None]]] = {
        TableCommand.PLAY: _play,
        TableCommand.JUMP: _jump,
        TableCommand.COLOR: _color,
        TableCommand.CATCH: _catch,
        TableCommand.HINT: _hint,
        TableCommand.HAND: _hand,
        TableCommand.TOP: _top,
        TableCommand.CARDS: _cards,
        TableCommand.TURN: _turn,
        TableCommand.TIME: _time,
        TableCommand.REPEAT: _repeat,
        TableCommand.TABLE: _table,
        TableCommand.SCORE: _score,
        TableCommand.LOG: _log,
        TableCommand.RULES: _rules,
        TableCommand.LESSONS: _lessons,
        TableCommand.BRIEF: _brief,
        TableCommand.FULL: _full,
        TableCommand.BELL: _bell,
        TableCommand.SAY: _say,
        TableCommand.MUTE: _mute,
        TableCommand.START: _start,
        TableCommand.AGAIN: _again,
        TableCommand.AUTO: _auto,
        TableCommand.FASTER: _faster,
        TableCommand.PACE: _pace,
        TableCommand.KICK: _kick,
        TableCommand.READMIT: _readmit,
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
        self._asked = self._seen().version, action
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

    def _round(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if it has not started."""
        game = self._seen().game
        if game is None:
            raise ParseError(self._words("The match hasn't started yet."))
        return game

    def _game(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if they are not playing."""
        game = self._round()
        if game.seat is None:
            raise ParseError(self._words("You are only watching this game."))
        return game

    def _seen(self) -> TableView:
        return self._handle.view if self._view is None else self._view

    def _speaker(self) -> Speaker:
        return Speaker(self._words, ()) if self._view is None else Speaker.of(self._words, self._view)
