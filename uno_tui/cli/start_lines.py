"""The start menu in lines of text: play, continue, host, join, replay, rules, statistics and settings."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from msgspec import structs

from uno_tui import INTERRUPTED
from uno_tui.cli.daily_game import DailyGame
from uno_tui.cli.options import is_terminal, words_in
from uno_tui.cli.play import MatchLostError, OwnGame, game_in_lines
from uno_tui.cli.start_commands import ENTRIES, StartCommand, numbered, numbered_rows, own_options, row_text
from uno_tui.game.rules import PRESETS
from uno_tui.game.verify import RecordError
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.lessons import stored_lessons
from uno_tui.local.daily_tries import NoTryError, own_tries
from uno_tui.local.kept_matches import InterruptedMatch, own_matches
from uno_tui.local.last_used import LastUsed, last_used_file, save_last_used
from uno_tui.local.record_folder import MAX_BYTES, own_record_folder
from uno_tui.local.replay import Replay
from uno_tui.local.setting_rows import LOCAL, in_lines
from uno_tui.local.settings import Settings, load_or_default, save, settings_file
from uno_tui.local.signals import SIGNALED, exit_status
from uno_tui.local.theme_files import available
from uno_tui.plain.own_lines import OwnLines
from uno_tui.plain.replay import ReplaySession, go_through
from uno_tui.plain.setting_lines import SettingLines, setting_lines, with_setting
from uno_tui.plain.table_options import table_options
from uno_tui.plain.table_output import printable
from uno_tui.speech import entry_error_sentence
from uno_tui.speech.daily import daily_lines
from uno_tui.speech.errors import fault_sentence
from uno_tui.speech.lessons import progress_lines
from uno_tui.speech.results import statistics_lines
from uno_tui.speech.rules_text import rules_lines
from uno_tui.table.options import EntryError, Medium, TableOptions
from uno_tui.tui.menu.lists import continued
from uno_tui.typed.commands import Commands
from uno_tui.typed.parser import ParseError, hint, read_rules

ROWS: Final = in_lines(*LOCAL)


def run_start_lines(settings: Settings, overrides: Mapping[str, str], login: str) -> int:
    """Run the start menu in text mode until the person leaves or the input ends; return the exit status.

    `settings` are the saved ones, `overrides` those of the command line, and `login` is the name without a setting.
    """

    async def run() -> int:
        with OwnLines() as lines:
            menu = StartLines(lines, settings, overrides, login)
            with lines.repeating(menu.show_prompt):
                await menu.run()
        return lines.status()

    try:
        return asyncio.run(run())
    except KeyboardInterrupt:
        return INTERRUPTED


# Translators: an answer in the start menu in lines.
class StartLines:
    """The start menu in text mode, for one person."""

    def __init__(self, lines: OwnLines, settings: Settings, overrides: Mapping[str, str], login: str) -> None:
        self._lines, self._login = lines, login
        self._overrides = dict(overrides)
        self._adopt(settings)
        self._told: tuple[StartCommand, ...] = ()
        """The commands in the order in which the menu last numbered them."""

    def _adopt(self, settings: Settings) -> None:
        """Use newly saved settings; if a setting has changed, its command-line override is dropped."""
        before: Settings = getattr(self, "_saved", settings)
        for name in [one for one in self._overrides if getattr(settings, one) != getattr(before, one)]:
            del self._overrides[name]
        self._saved = settings
        self._chosen: Settings = structs.replace(settings, **self._overrides)
        if not is_terminal():  # scripts get no lessons
            self._chosen = structs.replace(self._chosen, lessons=False)
        self._words = words_in(self._chosen.language)
        self._commands = Commands(self._words, ENTRIES)

    @property
    def _name(self) -> str:
        return self._saved.name or self._login

    def _say(self, *texts: str) -> None:
        for text in texts:
            self._lines.write(printable(text))

    async def run(self) -> None:
        """Show the menu and carry out choices until the person leaves."""
        self._say(self._words("UNO in the terminal"))
        self._show_menu()
        while (line := await self._lines.next()) is not None:
            try:
                if not await self._carried_out(printable(line).strip()):
                    return
            except ParseError as error:
                self._say(str(error))
            except EntryError as error:
                self._say(entry_error_sentence(self._words, error))
            self.show_prompt()

    async def _carried_out(self, text: str) -> bool:
        """Carry out a typed line; return False if the person leaves the menu."""
        word, _, rest = text.partition(" ")
        command = self._command(word) if word else StartCommand.MENU
        if command is StartCommand.QUIT:
            return False
        if command is None:
            known = self._commands.word(StartCommand.HELP)
            typed = word[:40] + hint(self._words, self._commands.near(word))
            self._say(self._words("Unknown command: {text}. Type {help} for the commands.", text=typed, help=known))
        else:
            await self._METHODS[command](self, rest.strip())
        return True

    def _command(self, word: str) -> StartCommand | None:
        """Return the command for a typed word, letter or number; numbers are those of the menu last printed."""
        if (at := numbered(word, self._told)) is not None:
            return self._told[at]
        return self._commands.command(word)

    def _show_menu(self) -> None:
        interrupted, last = own_matches().interrupted(), LastUsed.load(last_used_file())
        daily = own_tries().history()
        self._told = numbered_rows(bool(interrupted))
        for number, command in enumerate(self._told, 1):
            text = row_text(self._words, command, last, interrupted, daily)
            self._say(self._words("{number}: {text}", number=number, text=text))
        words = {"menu": self._commands.word(StartCommand.MENU), "help": self._commands.word(StartCommand.HELP)}
        self._say(self._words("Type a number or a word from this list. For what can follow a word: {help}.", **words))

    def show_prompt(self) -> None:
        """Print that the person is back in the menu; print the whole menu if its numbers have changed."""
        if self._told != numbered_rows(bool(own_matches().interrupted())):
            self._show_menu()
        else:
            word = self._commands.word(StartCommand.MENU)
            self._say(self._words("You are in the menu. To read it again: {menu}.", menu=word))

    async def _pick(self, title: str, rows: Sequence[str], typed: str = "") -> int | None:
        """Return the index of the row whose number was typed; if none was typed, ask for one. None means going back."""
        if typed:
            if (at := numbered(typed, rows)) is None:
                raise ParseError(self._words("There is no number {text} in this list.", text=typed[:40]))
            return at
        self._say(title, *(self._words("{number}: {text}", number=at, text=row) for at, row in enumerate(rows, 1)))
        self._say(self._words("Type a number; anything else goes back."))
        return numbered((await self._lines.next() or "").strip(), rows)

    # The commands

    async def _read_menu(self, _rest: str) -> None:
        self._told = ()  # the prompt reads it

    async def _help(self, _rest: str) -> None:
        self._say(*self._commands.help())

    async def _continue(self, rest: str) -> None:
        matches = own_matches().interrupted()
        if not matches:
            self._say(self._words("There is no match to continue."))
            return
        rows = [continued(self._words, match) for match in matches]
        at = 0 if len(matches) == 1 and not rest else await self._pick(self._words("Continue which match?"), rows, rest)
        if at is not None:
            await self._play_match(matches[at])

    async def _play(self, rest: str) -> None:
        options = own_options(self._words, LastUsed.load(last_used_file()).play.options, rest)
        await self._play_match(options)

    async def _play_match(self, wish: TableOptions | InterruptedMatch) -> None:
        await self._run(OwnGame(wish, self._name, self._words))

    async def _daily(self, _rest: str) -> None:
        history = own_tries().history()
        if history.over:
            self._say(*daily_lines(self._words, history))
        else:
            await self._run(DailyGame.of(self._name, self._words))

    async def _run(self, game: OwnGame) -> None:
        game.medium = Medium.LINES
        try:
            await game_in_lines(game, self._lines, self._chosen)
        except MatchLostError:
            self._say(self._words("The match cannot be continued."))
        except NoTryError as error:
            self._say(error.text(self._words))
        self._read_settings()

    async def _host(self, rest: str) -> None:
        from uno_server.lan.host import HostOptions, host_game  # noqa: PLC0415  # only what is wished is loaded
        from uno_server.lan.lan_server import Network  # noqa: PLC0415  # the same

        options = table_options(self._words, LastUsed.load(last_used_file()).host.options, rest)
        save_last_used(host=options)
        name, words, looks, signaled = self._name, self._words, self._chosen, exit_status(signal.SIGTERM)
        hosting = HostOptions(options, name, words, looks, Network(), keep=False, signaled=signaled)
        status = await host_game(replace(hosting, lines=self._lines, in_lines=True))
        if status > SIGNALED:
            raise SystemExit(status)
        self._read_settings()

    async def _join(self, rest: str) -> None:
        from uno_tui.net.join import JoinError, split_address  # noqa: PLC0415  # the same
        from uno_tui.net.join.run import join_game  # noqa: PLC0415  # the same

        try:
            place = split_address(rest) if rest else None
            await join_game(place, None, self._name, self._words, self._lines)
        except JoinError as error:
            self._say(error.text(self._words))

    async def _replay(self, rest: str) -> None:
        words, kept = self._words, own_record_folder().summaries()
        if not kept:
            self._say(words("No finished matches yet."))
            return
        rows = [f"{one.played or one.path.name} {', '.join(one.names)}" for one in kept]
        at = await self._pick(words("Replay"), rows, rest)
        if at is None:
            return
        try:
            replay = Replay.read(_text(kept[at].path))
        except OSError as error:
            self._say(f"{system_reason(words, error)}: {kept[at].path}")
        except RecordError as error:
            self._say(fault_sentence(words, error))
        else:
            await go_through(ReplaySession(replay, words, self._lines.write), self._lines)

    async def _rules(self, rest: str) -> None:
        if not rest:
            at = await self._pick(self._words("Which rules?"), list(PRESETS))
            if at is None:
                return
            rest = list(PRESETS)[at]
        rules, taught = read_rules(self._words, rest), stored_lessons(self._saved.taught)
        self._say(*filter(None, rules_lines(rules, self._words)))
        if taught:
            self._say(*progress_lines(self._words, rules, taught))

    async def _statistics(self, _rest: str) -> None:
        self._say(*statistics_lines(self._words, own_matches().finished()))

    async def _settings(self, rest: str) -> None:
        if not rest:
            self._say(*setting_lines(self._words, ROWS, self._saved))
            words = {"settings": self._commands.word(StartCommand.SETTINGS)}
            self._say(
                self._words("To change one: {settings} theme mono. Saved in {path}", **words, path=settings_file())
            )
            return
        name, value = SettingLines(self._words, ROWS, available).read(self._saved, rest)
        settings = with_setting(self._saved, name, value)
        try:
            save(settings_file(), settings)
        except OSError as error:
            self._say(self._words("This could not be saved: {reason}.", reason=system_reason(self._words, error)))
        self._adopt(settings)
        self._say(SettingLines(self._words, ROWS).changed(settings, name))
        if name == "language":
            self._told = ()  # its words are others now

    def _read_settings(self) -> None:
        """Read the settings file again, because settings can be changed at a table."""
        settings, wrong = load_or_default(settings_file())
        if not wrong:
            self._adopt(settings)

    _METHODS: ClassVar[Mapping[StartCommand, Callable[["StartLines", str], Awaitable[None]]]] = {
        StartCommand.CONTINUE: _continue,
        StartCommand.PLAY: _play,
        StartCommand.DAILY: _daily,
        StartCommand.HOST: _host,
        StartCommand.JOIN: _join,
        StartCommand.REPLAY: _replay,
        StartCommand.RULES: _rules,
        StartCommand.SETTINGS: _settings,
        StartCommand.STATISTICS: _statistics,
        StartCommand.MENU: _read_menu,
        StartCommand.HELP: _help,
    }
    """The method that carries out each command except `QUIT`."""


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_BYTES).decode("utf-8", "replace")
