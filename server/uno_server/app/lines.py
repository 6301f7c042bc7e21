"""The game in lines over ssh: plain mode for people, JSON for their programs.

Seats are kept as on the screen: who drops, or types Ctrl-C, may come back to theirs. The end of the input is another
thing: it is meant, so the lines before it are still read, each in its time, and then the seat is given up.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from uno_server.app.commands import IN_LINES
from uno_server.line.line import Line
from uno_server.line.text_io import Said, Talk
from uno_server.person import Person
from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.protocol import Results
from uno_tui.lobby.relay import Relay
from uno_tui.local.output import INTERRUPTED
from uno_tui.plain import PlainSession
from uno_tui.plain.jsonlines import JsonSession, ending_line, entry_error_line, error_line, hello_line
from uno_tui.plain.lobby import HandleFactory, PlainLobby, screen_hint, table_options, unknown_destination
from uno_tui.plain.parser import ParseError
from uno_tui.plain.tutor import Tutor
from uno_tui.speech import entry_error_sentence
from uno_tui.table.options import EntryError
from uno_tui.table.protocol import Ending, Handle, Notice, NoticeKind

_ASKED: Final = [[word] for word in IN_LINES]
_FOR_GOOD: Final = frozenset({Ending.TAKEN_OVER, Ending.SERVER_STOPPED, Ending.HOST_ENDED})
"""Endings after which the person does not go back to the lobby."""


def wants_lines(line: Line, words: list[str]) -> bool:
    """Whether a session is held in lines: because it was asked for, or because no screen can be drawn."""
    return words[:1] in _ASKED or line.terminal.dumb


async def in_lines(
    lobby: Lobby,
    line: Line,
    person: Person,
    words: list[str],
    tutor: Callable[[], Tutor] = Tutor,
    results: Results | None = None,
) -> int:
    """Run a session in lines until it ends; the exit status.

    `tutor` makes who teaches the person, at each table; `results` tells what the person has reached, if that is known.
    """
    asked = words[:1] in _ASKED
    kind = JsonLineSession if words[:1] == ["json"] else LineSession
    talk = Talk(line, echo=line.pty and kind is LineSession)
    try:
        conversation = kind(lobby, talk, person, tutor, results)
        if words and not asked and not line.pty:
            talk.say(screen_hint(conversation.words))
        await conversation.hold(words[1:] if asked else words)
        return INTERRUPTED if talk.interrupted else conversation.status
    finally:
        talk.close()


class LineSession:
    """One person's session in lines."""

    with_lobby = True
    """Whether who came in without further words is in the lobby when not at a table."""

    def __init__(
        self, lobby: Lobby, talk: Talk, person: Person, tutor: Callable[[], Tutor], results: Results | None
    ) -> None:
        self.status = 0
        self.user = person.user
        self.words = Words(person.language)
        self._lobby = lobby
        self._talk = talk
        self._tutor = tutor
        self._results = results
        self._told: set[object] = set()

    async def hold(self, way: list[str]) -> None:
        """Hold it from the first line to the last; `way`: words that lead straight to a table, or none."""
        relay = Relay()
        try:
            handle = await (self._way(way[0], " ".join(way[1:]), relay) if way else self._start(relay))
        except (EntryError, ParseError) as error:
            self.status = 2
            self._talk.say(self._refusal(error))
        else:
            await self._go_on(relay.to(handle) if handle else None, back=self.with_lobby and not way)

    async def _go_on(self, seated: HandleFactory | None, *, back: bool) -> None:
        """Play there and, if it goes `back` to the lobby, find the next table, until there is an end."""
        while True:
            if seated:
                ending = await self._at_table(seated)
                if self._talk.over or not back or ending in _FOR_GOOD:
                    return
            if not (seated := await self._in_lobby()):
                return

    async def _start(self, relay: Relay) -> Handle | None:
        """The table where this person has a seat, if any."""
        return await self._lobby.resume(self.user, relay)

    async def _way(self, word: str, rest: str, relay: Relay) -> Handle:
        """The table that the words lead to."""
        lobby, user = self._lobby, self.user
        ways: dict[str, Callable[[], Awaitable[Handle]]] = {
            "join": lambda: lobby.join(user, relay, rest),
            "watch": lambda: lobby.watch(user, relay, rest),
            "quick": lambda: lobby.quick_play(user, relay),
            "new": lambda: lobby.open(user, relay, table_options(self.words, lobby.defaults, rest)),
        }
        if word not in ways:
            raise ParseError(unknown_destination(self.words, word, ways))
        return await ways[word]()

    async def _in_lobby(self) -> HandleFactory | None:
        """Find a table in the lobby; None when the person goes."""
        talk = self._talk
        lobby = PlainLobby(
            lambda listener: self._lobby.enter(self.user, self._once(listener)), self.words, talk.say, self._results
        )
        try:
            while (line := await talk.next(lambda: True, lambda: lobby.done)) is not None:
                if seated := await lobby.feed(line):
                    return seated
            return None
        finally:
            lobby.leave()

    async def _at_table(self, seated: HandleFactory) -> Ending | None:
        """Be at a table until leaving it; why it was left, if the table said so."""
        talk = self._talk
        session = self._session(lambda listener: seated(self._once(listener)))
        try:
            while (line := await talk.next(lambda: session.waits, lambda: session.done)) is not None:
                session.feed(line)
            if not talk.cut:
                session.leave()
            return session.ending
        finally:
            session.hang_up()

    def _session(self, seated: HandleFactory) -> PlainSession | JsonSession:
        """The session at that table."""
        return PlainSession(seated, self.words, self._talk.say, tutor=self._tutor())

    def _once(self, listener: Callable[[Said], None]) -> Callable[[Said], None]:
        """The listener, but that how a guest comes back is told once in a session, not at each table."""
        mailbox = self._talk.mailbox(listener)

        def hear(message: Said) -> None:
            if isinstance(message, Notice) and message.kind is NoticeKind.RESUME:
                if message in self._told:
                    return
                self._told.add(message)
            mailbox(message)

        return hear

    def _refusal(self, error: EntryError | ParseError) -> str:
        """Why there is no table."""
        return entry_error_sentence(self.words, error) if isinstance(error, EntryError) else str(error)


class JsonLineSession(LineSession):
    """One program's session in lines of JSON, at one table."""

    with_lobby = False

    def __init__(
        self, lobby: Lobby, talk: Talk, person: Person, tutor: Callable[[], Tutor], results: Results | None
    ) -> None:
        super().__init__(lobby, talk, person, tutor, results)
        talk.line.phrase = lambda _row: ending_line(self.words, Ending.SERVER_STOPPED)
        talk.say(hello_line(self.user))

    async def _start(self, relay: Relay) -> Handle | None:
        """The table where this program has a seat, else the best open one, or a new one with bots."""
        return await self._lobby.resume(self.user, relay) or await self._lobby.quick_play(self.user, relay)

    def _session(self, seated: HandleFactory) -> JsonSession:
        return JsonSession(seated, self.words, self._talk.say)

    def _refusal(self, error: EntryError | ParseError) -> str:
        return (
            entry_error_line(self.words, error)
            if isinstance(error, EntryError)
            else error_line("malformed", str(error))
        )
