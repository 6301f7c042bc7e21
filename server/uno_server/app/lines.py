"""Sessions in lines of text over ssh: plain mode for people, JSON for their programs.

A lost connection and Ctrl-C keep the seat, as on a screen. The end of the input (Ctrl-D, the end of a script) means
that the person leaves: the lines before it are still executed, each when the game waits for one; then the seat is given
up.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from uno_server.app.endings import speaks_json
from uno_server.line.line import Line
from uno_server.line.text_io import TextLine
from uno_server.person import Person
from uno_server.ssh.command_line import IN_LINES
from uno_tui import INTERRUPTED
from uno_tui.daily import DailyPage
from uno_tui.lobby.protocol import Results
from uno_tui.lobby.relay import ConnectTable, LobbyRelay, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.plain import PlainSession
from uno_tui.plain.daily_json import daily_line
from uno_tui.plain.jsonlines import JsonSession, entry_error_line, error_line, hello_line
from uno_tui.plain.lobby import PlainLobby, screen_hint, unknown_destination
from uno_tui.plain.table_options import table_options
from uno_tui.plain.table_output import LineSettings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech import entry_error_sentence
from uno_tui.speech.daily import page_lines
from uno_tui.table.options import EntryError, EntryProblem, Medium
from uno_tui.table.protocol import Ending
from uno_tui.table.requests import Handle
from uno_tui.table.timers import loop_call_later
from uno_tui.typed.parser import ParseError

_ASKED: Final = [[word] for word in IN_LINES]
_FINAL: Final = frozenset({Ending.TAKEN_OVER, Ending.SERVER_STOPPED, Ending.HOST_ENDED})
"""Reasons for leaving a table that end the session, too; after other reasons, the person returns to the lobby."""


def medium_of(line: Line, words: list[str]) -> Medium:
    """Return the session's interface: the requested one, or text mode if the terminal cannot show a full screen."""
    if speaks_json(words):
        return Medium.PROGRAM
    return Medium.LINES if words[:1] in _ASKED or line.terminal.dumb else Medium.SCREEN


async def run_lines(
    visit: Visit,
    line: Line,
    person: Person,
    words: list[str],
    tutor: Callable[[], Tutor] = Tutor,
    results: Results | None = None,
    settings: LineSettings | None = None,
) -> int:
    """Run a session in lines until it ends, and return its exit status.

    `tutor` makes the lessons for each table that the person comes to; `results` returns the person's own results;
    `settings` are the person's for lines.
    """
    asked = words[:1] in _ASKED
    kind = JsonLineSession if speaks_json(words) else LineSession
    programs = kind is JsonLineSession
    text_line = TextLine(line, echo=line.pty and not programs, for_programs=programs)
    try:
        session = kind(visit, text_line, person, tutor, results, settings or LineSettings())
        if words and not asked and not line.pty:
            text_line.say(screen_hint(session.words))
        await session.run(words[1:] if asked else words)
        return INTERRUPTED if text_line.interrupted else session.status
    finally:
        text_line.close()


class LineSession:
    """One person's session in text mode (lines of text, no full screen)."""

    with_lobby = True
    """Whether a session without a command opens the lobby if the person is at no table."""

    def __init__(
        self,
        visit: Visit,
        text_line: TextLine,
        person: Person,
        tutor: Callable[[], Tutor],
        results: Results | None,
        settings: LineSettings,
    ) -> None:
        self.status = 0
        self.words = person.words
        self._visit = visit
        self._text_line = text_line
        self._tutor = tutor
        self._results = results
        self._settings = settings
        self._ssh_command = person.ssh_command
        settings.ring = text_line.ring
        self._greet(person)

    def _greet(self, person: Person) -> None:
        """Write the first line of the session; people get none."""

    async def run(self, destination: list[str]) -> None:
        """Run the session; `destination` is empty, or the command that leads to a table, such as ``join FAMILY``."""
        relay = TableRelay()
        try:
            handle = await (
                self._enter(destination[0], " ".join(destination[1:]), relay) if destination else self._start(relay)
            )
        except (EntryError, ParseError) as error:
            self._text_line.say(self._refusal(error))
            if self._can_ask and isinstance(error, EntryError) and error.problem is EntryProblem.NEAR_CODE:
                await self._play(None, back=True)
            else:
                self.status = 2
        else:
            await self._play(relay.to(handle) if handle else None, back=self.with_lobby and not destination)

    @property
    def _can_ask(self) -> bool:
        """Return whether a person can answer a question, so that the session may show the lobby."""
        return self.with_lobby and self._text_line.line.pty

    async def _play(self, seated: ConnectTable | None, *, back: bool) -> None:
        """Play at the given table; if `back`, return to the lobby afterwards and play at tables chosen in the lobby."""
        while True:
            if seated:
                ending = await self._at_table(seated)
                if self._text_line.over or not back or ending in _FINAL:
                    return
            if not (seated := await self._in_lobby()):
                return

    async def _start(self, relay: TableRelay) -> Handle | None:
        """Return a handle on the table where this person already has a seat; None if they have no seat."""
        return await self._visit.resume(relay)

    async def _enter(self, word: str, rest: str, relay: TableRelay) -> Handle:
        """Return a handle on the table that the command words name."""
        visit = self._visit
        entrances: dict[str, Callable[[], Awaitable[Handle]]] = {
            "join": lambda: visit.join(relay, rest),
            "watch": lambda: visit.watch(relay, rest),
            "quick": lambda: visit.quick_play(relay),
            "daily": lambda: visit.play_daily(relay),
            "new": lambda: visit.open(relay, table_options(self.words, visit.defaults, rest)),
        }
        if word not in entrances:
            raise ParseError(unknown_destination(self.words, word, entrances))
        return await entrances[word]()

    async def _in_lobby(self) -> ConnectTable | None:
        """Run the lobby until the person chooses a table; return None if they leave instead."""
        text_line = self._text_line
        relay = LobbyRelay()
        connect = relay.to(await self._visit.enter(relay))
        lobby = PlainLobby(
            lambda listener: connect(text_line.mailbox(listener)),
            self._visit,
            self.words,
            text_line.say,
            self._results,
            self._settings,
            await self._visit.daily_page(),
        )
        try:
            while (line := await text_line.next(lambda: True, lambda: lobby.done)) is not None:
                with text_line.together():
                    seated = await lobby.feed(line)
                text_line.charge(lobby.price)
                if seated:
                    return seated
            return None
        finally:
            lobby.leave()

    async def _at_table(self, seated: ConnectTable) -> Ending | None:
        """Play at a table until the person leaves it; return the reason, if the table gave one."""
        text_line = self._text_line
        session = self._session(lambda listener: seated(text_line.mailbox(listener)))
        try:
            while (line := await text_line.next(lambda: session.waits, lambda: session.done)) is not None:
                with text_line.together():
                    session.feed(line)
                text_line.charge(session.price)
            if not text_line.cut:
                session.leave()
            if session.is_once and (page := await self._visit.daily_page()):
                self._say_daily(page)
            return session.ending
        finally:
            session.hang_up()

    def _session(self, seated: ConnectTable) -> PlainSession | JsonSession:
        return PlainSession(
            seated,
            self.words,
            self._text_line.say,
            call_later=loop_call_later,
            tutor=self._tutor(),
            settings=self._settings,
            ssh_command=self._ssh_command,
            keeps_match=False,
        )

    def _say_daily(self, page: DailyPage) -> None:
        """Print the result of a try at the daily deal, if it is over."""
        if page.history.over:
            self._text_line.say("\n".join(page_lines(self.words, page)))

    def _refusal(self, error: EntryError | ParseError) -> str:
        return entry_error_sentence(self.words, error) if isinstance(error, EntryError) else str(error)


class JsonLineSession(LineSession):
    """One program's session, in lines of JSON, at a single table."""

    with_lobby = False

    def _greet(self, person: Person) -> None:
        self._text_line.say(hello_line(person.user, self.words.language))

    async def _start(self, relay: TableRelay) -> Handle | None:
        """Return a handle on the table where this program already has a seat, else on an open table or a new one."""
        return await self._visit.resume(relay) or await self._visit.quick_play(relay)

    def _session(self, seated: ConnectTable) -> JsonSession:
        return JsonSession(seated, self.words, self._text_line.say)

    def _say_daily(self, page: DailyPage) -> None:
        self._text_line.say(daily_line(self.words, page))

    def _refusal(self, error: EntryError | ParseError) -> str:
        return (
            entry_error_line(self.words, error)
            if isinstance(error, EntryError)
            else error_line("malformed", str(error))
        )
