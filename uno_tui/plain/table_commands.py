"""The commands of a person at a table in plain mode, except moves: questions, settings and requests to the table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from uno_tui.local.setting_rows import PACE
from uno_tui.local.settings import Settings
from uno_tui.names import folded
from uno_tui.plain.answers import cards_line, log_lines, time_line, turn_lines
from uno_tui.plain.seen_table import SeenTable
from uno_tui.plain.setting_lines import AT_A_TABLE, SettingLines, setting_lines, with_setting
from uno_tui.plain.table_output import LineSettings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech.daily import no_hints
from uno_tui.speech.lessons import progress_lines
from uno_tui.speech.messages import invitation_lines
from uno_tui.speech.rules_text import rules_lines
from uno_tui.table.protocol import BotPace, Right, Sitter, Stage
from uno_tui.typed.commands import AMONG_PEOPLE, NOT_ONCE, TableCommand
from uno_tui.typed.parser import ParseError, read_rules


# Translators: an answer to a command in lines.
class TableCommands:
    """Carries out the commands of one person at one table."""

    def __init__(
        self,
        table: SeenTable,
        clock: Callable[[], float],
        tutor: Tutor,
        settings: LineSettings,
        invitation: Sequence[str] = (),
        ssh_command: str = "",
    ) -> None:
        self._table = table
        self._words = table.words
        self._vocabulary = table.vocabulary
        self._output = table.output
        self._clock = clock
        self._tutor = tutor
        self._settings = settings
        self._invitation = invitation
        self._ssh_command = ssh_command

    def obey(self, command: TableCommand, rest: str) -> None:
        """Carry out a command; `rest` is the typed line without the command."""
        self.METHODS[command](self, rest)

    def _hint(self, _rest: str) -> None:
        if self._table.view().once:
            raise ParseError(no_hints(self._words))
        self._table.game()
        self._table.hinting = True
        self._table.handle.hint()

    def _hand(self, _rest: str) -> None:
        self._output.write_hand(self._table.game())

    def _top(self, _rest: str) -> None:
        self._output.write(self._table.speaker().top(self._table.round()))

    def _cards(self, _rest: str) -> None:
        self._output.write(cards_line(self._table.speaker(), self._table.round()))

    def _turn(self, _rest: str) -> None:
        self._output.write(*turn_lines(self._table.speaker(), self._table.view(), self._table.round()))

    def _time(self, _rest: str) -> None:
        self._output.write(time_line(self._words, self._table.view().deadline, self._clock()))

    def _repeat(self, _rest: str) -> None:
        self._output.write(*(self._output.question or [self._table.speaker().status(self._table.view())]))

    def _situation(self, rest: str) -> None:
        view = self._table.view()
        self._output.write(*self._table.speaker().table(view))
        if view.deadline is not None:
            self._time(rest)

    def _score(self, _rest: str) -> None:
        self._output.write(*self._table.speaker().scores(self._table.view()))

    def _log(self, rest: str) -> None:
        self._output.write(*log_lines(self._table.speaker(), self._table.view(), rest))

    def _rules(self, rest: str) -> None:
        if rest:
            self._table.handle.change_rules(read_rules(self._words, rest))
            return
        rules = self._table.view().rules
        self._output.write(*filter(None, rules_lines(rules, self._words)))
        if self._tutor.taught:
            self._output.write(*progress_lines(self._words, rules, self._tutor.taught))

    def _lessons(self, rest: str) -> None:
        again = bool(rest) and self._vocabulary.command(rest) is TableCommand.AGAIN
        self._output.write((self._tutor.restart if again else self._tutor.toggle)(self._vocabulary))
        if self._table.last is not None:
            self._output.write(*self._tutor.lines(self._table.speaker(), self._table.last, self._vocabulary))

    def _brief(self, _rest: str) -> None:
        self._settings.set("brief", True)
        word = self._vocabulary.word(TableCommand.FULL)
        self._output.write(self._words("Turns are now one line. For everything: {word}.", word=word))

    def _full(self, _rest: str) -> None:
        self._settings.set("brief", False)
        word = self._vocabulary.word(TableCommand.BRIEF)
        self._output.write(self._words("Turns are now told in full. For one line: {word}.", word=word))

    def _bell(self, _rest: str) -> None:
        self._settings.set("bell", not self._settings.chosen.bell)
        on = self._words("The bell rings when your turn begins.")
        self._output.write(on if self._settings.chosen.bell else self._words("The bell is off."))

    @property
    def _chosen(self) -> Settings:
        """The person's current settings; the settings about lessons are taken from the tutor."""
        chosen = with_setting(self._settings.chosen, "lessons", self._tutor.on)
        return with_setting(chosen, "taught", tuple(self._tutor.taught))

    def _settings_read_or_changed(self, rest: str) -> None:
        rows = self._settings.rows
        if not rest:
            self._output.write(*setting_lines(self._words, rows, self._chosen))
            return
        lines = SettingLines(self._words, rows, self._settings.themes)
        name, value = lines.read(self._chosen, rest)
        self._change(name, value)
        self._output.write(lines.changed(self._chosen, name))
        if name not in AT_A_TABLE:
            self._output.write(self._words("This holds from the next time on."))

    def _change(self, name: str, value: Any) -> None:
        if name == "taught":
            self._tutor.restart(self._vocabulary)
        elif name != "lessons":
            self._settings.set(name, value)
        elif value != self._tutor.on:
            self._tutor.toggle(self._vocabulary)
        if name == "pace":
            self._table.handle.set_pace(BotPace(value))

    def _invite(self, _rest: str) -> None:
        code = self._table.view().code
        if lines := self._invitation or invitation_lines(self._words, self._ssh_command, code):
            self._output.write(*(line.strip() for line in lines if line))
        elif code:
            self._output.write(self._words("Others join this table with its code: {code}.", code=code))
        else:
            self._output.write(self._words("You play alone, so nobody can join."))

    def _mute(self, rest: str) -> None:
        view = self._table.view()
        if rest:
            if rest.removeprefix("@").strip().isdecimal():
                rest = view.seats[self._table.seat(rest)].name or rest
            self._table.handle.mute(rest, folded(rest) not in {folded(name) for name in view.muted})
        else:
            self._table.handle.mute(None, not view.all_muted)

    def _say(self, rest: str) -> None:
        if rest:
            self._table.handle.chat(rest)

    def _start(self, _rest: str) -> None:
        self._table.handle.start()

    def _again(self, _rest: str) -> None:
        self._table.handle.rematch()

    def _auto(self, _rest: str) -> None:
        view = self._table.view()
        if view.once:
            raise ParseError(no_hints(self._words))
        self._table.handle.autopilot(view.you is not None and not view.seats[view.you].autopilot)

    def _faster(self, _rest: str) -> None:
        view = self._table.view()
        if view.stage is Stage.OVER:
            over, again = self._words("The match is over."), self._vocabulary.word(TableCommand.AGAIN)
            more = self._words("To play another match, type: {again}", again=again)
            raise ParseError(f"{over} {more}" if Right.REMATCH in view.rights else over)
        if Right.HURRY not in view.rights:
            raise ParseError(self._words("Bots hurry only when you are alone with them."))
        if view.game is not None and view.game.on_turn:
            self._output.write(self._table.speaker().status(view))
        self._table.handle.hurry()

    def _pace(self, rest: str) -> None:
        for pace, word in PACE.items():
            if self._vocabulary.is_word(rest, word):
                self._change("pace", pace)
                self._output.write(self._words("Bots' pace: {pace}", pace=self._words.p(*word)))
                return
        paces = ", ".join(self._words.p(*word) for word in PACE.values())
        raise ParseError(self._words("The paces are {paces}.", paces=paces))

    def _kick(self, rest: str) -> None:
        view, seat = self._table.view(), self._table.seat(rest)
        if Right.KICK in view.rights and view.stage is Stage.PLAYING and view.seats[seat].sitter is Sitter.BOT:
            raise ParseError(self._words("A bot plays that seat; it can be removed when the match is over."))
        self._table.handle.kick(seat)

    def _readmit(self, rest: str) -> None:
        self._table.handle.readmit(rest)

    def _sit(self, rest: str) -> None:
        self._table.handle.sit(self._table.seat(rest))

    def _host(self, rest: str) -> None:
        self._table.handle.pass_host(self._table.seat(rest))

    def _partner(self, rest: str) -> None:
        self._table.handle.choose_partner(self._table.seat(rest))

    def _help(self, _rest: str) -> None:
        view = self._table.view()
        without = frozenset() if view.code else AMONG_PEOPLE | NOT_ONCE if view.once else AMONG_PEOPLE
        self._output.write(*self._vocabulary.table_help(without))

    METHODS: ClassVar[Mapping[TableCommand, Callable[["TableCommands", str], None]]] = {
        TableCommand.HINT: _hint,
        TableCommand.HAND: _hand,
        TableCommand.TOP: _top,
        TableCommand.CARDS: _cards,
        TableCommand.TURN: _turn,
        TableCommand.TIME: _time,
        TableCommand.REPEAT: _repeat,
        TableCommand.TABLE: _situation,
        TableCommand.SCORE: _score,
        TableCommand.LOG: _log,
        TableCommand.RULES: _rules,
        TableCommand.LESSONS: _lessons,
        TableCommand.BRIEF: _brief,
        TableCommand.FULL: _full,
        TableCommand.BELL: _bell,
        TableCommand.SETTINGS: _settings_read_or_changed,
        TableCommand.SAY: _say,
        TableCommand.MUTE: _mute,
        TableCommand.START: _start,
        TableCommand.AGAIN: _again,
        TableCommand.INVITE: _invite,
        TableCommand.AUTO: _auto,
        TableCommand.FASTER: _faster,
        TableCommand.PACE: _pace,
        TableCommand.KICK: _kick,
        TableCommand.READMIT: _readmit,
        TableCommand.SIT: _sit,
        TableCommand.HOST: _host,
        TableCommand.PARTNER: _partner,
        TableCommand.HELP: _help,
    }
    """The method for each command."""
