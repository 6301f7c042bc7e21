"""The lobby in plain mode: one person's visit in lines of text, until they are at a table."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import ClassVar, Final

from uno_tui.daily import DailyPage
from uno_tui.game.options import near
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words, mark, mark_p
from uno_tui.lobby.protocol import LobbyMessage, LobbyView, Results
from uno_tui.lobby.relay import ConnectLobby, ConnectTable, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.names import folded, unaccented
from uno_tui.plain.lobby_commands import ENTRIES, HOUSE_ENTRIES, PRICES, LobbyCommand
from uno_tui.plain.session import MAX_LINE
from uno_tui.plain.setting_lines import AT_A_TABLE, SettingLines, setting_lines
from uno_tui.plain.table_options import table_options
from uno_tui.plain.table_output import LineSettings, printable
from uno_tui.speech import Speaker, entry_error_sentence
from uno_tui.speech.daily import daily_row, daily_title, page_lines
from uno_tui.speech.rules_text import rules_lines
from uno_tui.table.options import EntryError, TableInfo
from uno_tui.table.protocol import Closed, Notice, Stage
from uno_tui.table.requests import Handle
from uno_tui.typed.capabilities import LOBBY_PARTS
from uno_tui.typed.commands import Commands
from uno_tui.typed.parser import ParseError, hint, read_rules

# Translators: the state of a table, in a row of the list of tables.
_STAGES: Final = {
    Stage.WAITING: mark("waiting for players"),
    Stage.PLAYING: mark("in progress"),
    Stage.OVER: mark("finished"),
}
_BOARD: Final = mark_p("after the lobby command daily", "board")


# Translators: an answer in lines in the lobby, or a part of a row of the list of tables.
def unknown_destination(words: Words, word: str, known: Iterable[str]) -> str:
    """Return the error text for an unknown destination in an ssh command, suggesting the most similar known word."""
    known = tuple(known)
    text = printable(word[:40]) + hint(words, near(word, known))
    return words("Unknown: {text}. Choose from: {known}", text=text, known=", ".join(known))


# Translators: an answer in lines in the lobby, or a part of a row of the list of tables.
def screen_hint(words: Words) -> str:
    """Return the line that tells a person in text mode how to get the full screen."""
    return words("This is the plain-text game. For the full screen, connect with {option}.", option="ssh -t")


# Translators: an answer in lines in the lobby, or a part of a row of the list of tables.
class PlainLobby:
    """One person's visit to the lobby in text mode."""

    def __init__(
        self,
        connect: ConnectLobby,
        visit: Visit,
        words: Words,
        write: Callable[[str], None],
        results: Results | None = None,
        settings: LineSettings | None = None,
        daily: DailyPage | None = None,
    ) -> None:
        """Enter the lobby; `daily` is the page of the daily deal, None if the server offers none."""
        self.done = False
        """Whether the person left the lobby without joining a table."""
        self.price = 1
        """Cost of the last line, in ordinary lines, for the caller's rate limit."""
        self._words = words.to_hear
        self._speaker = Speaker(self._words, ())
        self._write = write
        self._results = results
        self._settings = settings or LineSettings()
        self._commands = Commands(words, ENTRIES)
        self._last_entry = -1
        self._listed: tuple[str, ...] = ()
        """The names in the order of the last printed list, because the person can type a number from it."""
        self._visit = visit
        self._handle = connect(self._hear)
        self._may_open = self._handle.view.may_open
        if not self._may_open:
            self._commands = Commands(words, HOUSE_ENTRIES)
        self._daily = daily
        self._last_entry = max((entry.number for entry in self._handle.view.talk), default=0)
        self._greet()

    def leave(self) -> None:
        """Leave the lobby."""
        self.done = True
        self._handle.leave()

    async def feed(self, line: str) -> ConnectTable | None:
        """Carry out a typed line; return a function that connects to the table if the person joined one, else None."""
        text = printable(line[:MAX_LINE]).strip()
        self.price = 1
        if self.done or not text:
            return None
        word, _, rest = text.partition(" ")
        command = self._commands.command(word)
        self.price = PRICES.get(command, 1)
        try:
            if command is None:
                self._write_lines(self._unknown(word))
                return None
            return await self._obey(command, rest.strip())
        except ParseError as error:
            self._write_lines(str(error))
        except EntryError as error:
            self._write_lines(entry_error_sentence(self._words, error))
        return None

    async def _obey(self, command: LobbyCommand, rest: str) -> ConnectTable | None:
        relay, visit = TableRelay(), self._visit
        entrances: dict[LobbyCommand, Callable[[], Awaitable[Handle]]] = {
            LobbyCommand.JOIN: lambda: visit.join(relay, rest),
            LobbyCommand.WATCH: lambda: visit.watch(relay, rest),
            LobbyCommand.QUICK: lambda: visit.quick_play(relay),
            LobbyCommand.DAILY: lambda: visit.play_daily(relay),
            LobbyCommand.NEW: lambda: visit.open(relay, table_options(self._words, visit.defaults, rest)),
        }
        if command in (LobbyCommand.JOIN, LobbyCommand.WATCH) and not rest:
            raise ParseError(self._words("Which table? For example: {word} FAM1.", word=self._commands.word(command)))
        if command is LobbyCommand.DAILY and await self._told_daily(rest):
            return None
        if command in entrances:
            return relay.to(await entrances[command]())
        self._COMMANDS[command](self, rest)
        return None

    async def _told_daily(self, rest: str) -> bool:
        """Print the daily deal's page if the person wants the board or has nothing to play; return whether it was.

        Raises:
            ParseError: The text after the command is not understood.
        """
        if rest and unaccented(rest) not in (unaccented(self._words.p(*_BOARD)), _BOARD[1]):
            word = self._commands.word(LobbyCommand.DAILY)
            raise ParseError(self._words("{daily} or {daily} {board}", daily=word, board=self._words.p(*_BOARD)))
        page = await self._visit.daily_page()
        told = page is not None and (bool(rest) or page.history.over)
        if page is not None and told:
            self._write_lines(*page_lines(self._words, page))
        return told

    def _hear(self, message: LobbyMessage) -> None:
        if isinstance(message, LobbyView) and self._last_entry >= 0:
            self._write_lines(*(self._speaker.log(entry) for entry in message.talk if entry.number > self._last_entry))
            self._last_entry = max((entry.number for entry in message.talk), default=0)
        elif isinstance(message, Notice):
            self._write_lines(self._speaker.notice(message))
        elif isinstance(message, Closed):
            self._write_lines(self._speaker.ending(message))
            self.done = True

    def _greet(self) -> None:
        word = self._commands.word(LobbyCommand.HELP)
        self._write_lines(self._words("You are in the lobby. Type {help} for the commands.", help=word))
        if tables := len(self._handle.view.tables):
            self._write_lines(self._words.n("{count} table is open", "{count} tables are open", tables))
        else:
            self._write_lines(self._no_tables())
        if self._daily is not None:
            row = daily_row(self._words, self._daily.history)
            self._write_lines(self._words("{title}: {text}", title=daily_title(self._words), text=row))

    def _rooms(self, _rest: str) -> None:
        tables = self._handle.view.tables
        if not tables:
            self._write_lines(self._no_tables())
        self._write_lines(*map(self._room, tables))

    def _no_tables(self) -> str:
        word = self._commands.word(LobbyCommand.QUICK)
        return self._words("No tables are open. Type {quick} to play now.", quick=word)

    def _room(self, info: TableInfo) -> str:
        words = self._words
        parts = [
            words(_STAGES[info.stage]),
            words("{taken} of {seats} seats taken", taken=str(info.people + info.bots), seats=str(info.seats)),
            words("{rules} rules", rules=info.rules.text),
        ]
        if info.host:
            parts.append(words("hosted by {name}", name=info.host))
        return words("{name}: {text}", name=info.code, text=", ".join(parts))

    def _who(self, _rest: str) -> None:
        words, people = self._words, self._handle.view.people
        self._listed = tuple(person.name for person in people)
        for number, person in enumerate(people, 1):
            name = words("{name} (you)", name=person.name) if person.name == self._handle.name else person.name
            if person.table is None:
                text = words("{name}, in the lobby", name=name)
            elif person.table:
                text = words("{name}, at table {code}", name=name, code=person.table)
            else:
                text = words("{name}, at a table", name=name)
            self._write_lines(words("{number}: {text}", number=number, text=text))

    def _score(self, _rest: str) -> None:
        lines = self._results() if self._results is not None else ()
        self._write_lines(*(lines or [self._words("No finished matches yet.")]))

    def _chat(self, rest: str) -> None:
        self._handle.chat(rest)

    def _mute(self, rest: str) -> None:
        view = self._handle.view
        if not rest:
            names = ", ".join(person.name for person in view.people)
            raise ParseError(self._words("Which player? {names}.", names=names))
        if rest.isascii() and rest.isdecimal() and 1 <= int(rest[:4]) <= len(self._listed):
            rest = self._listed[int(rest[:4]) - 1]
        self._handle.mute(rest, folded(rest) not in {folded(name) for name in view.muted})

    def _rules(self, rest: str) -> None:
        if rest:
            self._write_lines(*filter(None, rules_lines(read_rules(self._words, rest), self._words)))
        else:
            self._write_lines(self._words("Presets: {presets}.", presets=", ".join(PRESETS)))

    def _settings_read_or_changed(self, rest: str) -> None:
        settings = self._settings
        if not rest:
            self._write_lines(*setting_lines(self._words, settings.rows, settings.chosen))
            return
        lines = SettingLines(self._words, settings.rows, settings.themes)
        name, value = lines.read(settings.chosen, rest)
        settings.set(name, value)
        self._write_lines(lines.changed(settings.chosen, name))
        if name not in AT_A_TABLE:
            self._write_lines(self._words("This holds from the next time on."))

    def _help(self, _rest: str) -> None:
        without = set() if self._may_open else {LobbyCommand.NEW}
        self._write_lines(*self._commands.help(without if self._daily else without | {LobbyCommand.DAILY}, LOBBY_PARTS))

    def _quit(self, _rest: str) -> None:
        self.leave()

    _COMMANDS: ClassVar[Mapping[LobbyCommand, Callable[["PlainLobby", str], None]]] = {
        LobbyCommand.ROOMS: _rooms,
        LobbyCommand.WHO: _who,
        LobbyCommand.SCORE: _score,
        LobbyCommand.SAY: _chat,
        LobbyCommand.MUTE: _mute,
        LobbyCommand.RULES: _rules,
        LobbyCommand.SETTINGS: _settings_read_or_changed,
        LobbyCommand.HELP: _help,
        LobbyCommand.QUIT: _quit,
    }
    """The handler method of each command that does not join a table."""

    def _unknown(self, word: str) -> str:
        word = word[:40] + hint(self._words, self._commands.near(word))
        known = self._commands.word(LobbyCommand.HELP)
        return self._words("Unknown command: {text}. Type {help} for the commands.", text=word, help=known)

    def _write_lines(self, *lines: str) -> None:
        for line in lines:
            self._write(printable(line))
