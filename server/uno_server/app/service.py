"""The game behind the ssh server: sessions at the tables of a lobby, and the answers to command lines."""

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

from uno_server.app.accounts import Accounts
from uno_server.app.commands import help_text, unknown
from uno_server.app.endings import ending_reporter, refusal, speaks_json
from uno_server.app.lines import run_lines, wants_lines
from uno_server.app.results import ResultCommands
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_server.ssh.command_line import IN_LINES, OPENING
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.lobby.protocol import EnterLobby
from uno_tui.lobby.relay import Relay
from uno_tui.local.settings import Settings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech.errors import entry_error_sentence, rules_error_sentence
from uno_tui.speech.rules_text import rules_text
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Handle
from uno_tui.tui.app import UnoApp
from uno_tui.tui.draw.theme import DEFAULT
from uno_tui.tui.lobby.text import state
from uno_tui.tui.session import SessionOptions


class RemoteApp(SessionApp, UnoApp):
    """The game's app for one person's ssh session."""


_JOIN_ALONE: Final = [["join"], *([one, "join"] for one in IN_LINES)]
"""Command lines that ask for a seat without naming a table."""


class GameService:
    """The lobby and its tables, as served to people over ssh."""

    def __init__(self, lobby: Lobby, journal: Journal | None = None, public_name: str = "") -> None:
        self.lobby = lobby
        self.people = journal.people if journal else None
        """The stored people; None without a journal."""
        self.table = ""
        """Code of the table that `join` without a code opens; empty on a server of many tables."""
        self.present: WeakKeyDictionary[Line, Person] = WeakKeyDictionary()
        """The signed-in people, by the line (connection) of each."""
        self._guess: Callable[[str, str], float] = lambda _kind, _address: 0.0
        self._accounts = Accounts(journal)
        self._accounts.public_name = public_name
        self._result_commands = ResultCommands(journal)
        self._personal = {"stats": self._result_commands.stats, "record": self._result_commands.record}
        self._answers = {"help": self._help, "rooms": self._rooms, "rules": self._rules}

    def limit_guesses(self, guess: Callable[[str, str], float]) -> None:
        """Set the function called for a wrong code: it gets kind and address, and returns a delay in seconds."""
        self._guess = guess
        self.lobby.guessed = lambda user: guess("table-code", user.address) if user.address else 0.0

    async def open_session(self, line: Line, person: Person, words: list[str]) -> int:
        """Run a person's session until they quit, and return its exit status.

        It begins at the table that the words name, else at the one where the person has a seat, else in the lobby.
        """
        relay = Relay()
        line.report_ending = ending_reporter(self.lobby, person, program=speaks_json(words))
        try:
            person, words = self._accounts.sign_in(person, words)
            self.present[line] = person
            line.report_ending = ending_reporter(self.lobby, person, program=speaks_json(words))
            words = self._with_table(person, words)
            if wants_lines(line, words):
                results = self._accounts.results(Words(person.language), person.user)
                settings = self._accounts.line_settings(person.identity)
                tutors = self._tutors(line, person.user)
                return await run_lines(self.lobby, line, person, words, tutors, results, settings)
            user = person.user
            handle, asked = await self._enter_or_ask(user, relay, words)
        except EntryError as error:
            if error.problem is EntryProblem.NO_GUEST:
                await asyncio.sleep(self._guess("resume-code", person.address))
            line.say(refusal(person, words, error))
            return 2
        options = self._session_options(line, person)
        results = self._accounts.results(options.words, user)
        connect = None if handle is None else relay.to(handle)
        app = RemoteApp(options, connect, enter=self._entrance(user, told=handle is not None), results=results)
        if asked is not None:
            app.complaint = entry_error_sentence(options.words, asked)
        try:
            return await run(app, line)
        finally:  # a person who left has nothing to drop; one whose line is down keeps the seat
            app.hang_up()
            if handle is not None:
                handle.drop()

    def _entrance(self, user: User, *, told: bool) -> EnterLobby:
        """Return the way into the lobby for one session.

        A guest is told only once how to come back. Told again after a table has closed, it would stand in the place of
        the reason. `told` says whether a table has told it.
        """
        first = iter(() if told else (user,))
        later = replace(user, resume_code="")
        return lambda listener: self.lobby.enter(next(first, later), listener)

    def _session_options(self, line: Line, person: Person) -> SessionOptions:
        """Return the options for a person's screen: from their terminal, overridden by their stored settings."""
        chosen = Settings(theme=DEFAULT, lessons=self._accounts.wants_lessons(person.identity))
        options = SessionOptions.on(line.terminal, Words(person.language), chosen)
        return self._accounts.session_options(options, person.identity)

    def _tutors(self, line: Line, user: User) -> Callable[[], Tutor]:
        """Return a factory of the lessons in text mode; without a terminal, lessons stay off unless the person asks."""
        return partial(self._accounts.tutor, user.identity) if line.pty else Tutor

    def _with_table(self, person: Person, words: list[str]) -> list[str]:
        """Return the words, `join` without a code completed by the server's one table.

        A person who has a seat already, or a server without such a table, needs no `join`: the words lose it.
        """
        if words not in _JOIN_ALONE:
            return words
        named = self.table in self.lobby.tables and not LobbyOperator(self.lobby).has_seat(person.identity)
        return [*words, self.table] if named else words[:-1]

    async def _enter_or_ask(
        self, user: User, relay: Relay, words: list[str]
    ) -> tuple[Handle | None, EntryError | None]:
        """Return the handle that the words lead to; or None and the error for the lobby to show as a question."""
        try:
            return await self._enter(user, relay, words), None
        except EntryError as error:
            if error.problem is not EntryProblem.NEAR_CODE:
                raise
            return None, error

    async def _enter(self, user: User, relay: Relay, words: list[str]) -> Handle | None:
        if not words:
            return await self.lobby.resume(user, relay)
        code = " ".join(words[1:])
        if words[0] == "watch":
            return await self.lobby.watch(user, relay, code)
        return await self.lobby.join(user, relay, code)

    async def answer(self, person: Person, words: list[str], others: Iterable[str] = ()) -> tuple[str, int]:
        """Return the text and the exit status that answer a command line.

        `others` are commands that this person has beside those of this class; an error lists them as well.
        """
        spoken = Words(self._accounts.language(person))
        if words[0] == "scores":
            return self._result_commands.scores(spoken, words[1:])
        if words[0] in self._personal:
            return self._personal[words[0]](spoken, person, words[1:])
        if words[0] not in self._answers:
            return unknown(spoken, words[0], [*self._answers, "scores", *self._personal, *OPENING, *others])
        return await self._answers[words[0]](spoken, words[1:])

    async def _help(self, words: Words, _rest: list[str]) -> tuple[str, int]:
        return help_text(words), 0

    async def _rules(self, words: Words, rest: list[str]) -> tuple[str, int]:
        if rest[1:]:
            return words("rules takes a preset or nothing, not {word}", word=ascii(rest[1][:20])), 2
        try:
            return rules_text(Rules.parse(*rest), words), 0
        except RulesError as error:
            return rules_error_sentence(words, error), 2

    async def _rooms(self, words: Words, rest: list[str]) -> tuple[str, int]:
        rooms = await self.lobby.list()
        if rest == ["--json"]:
            listed = [
                {
                    "code": room.code, "host": room.host, "stage": room.stage.value, "rules": room.rules.text,
                    "seats": room.seats, "people": room.people, "bots": room.bots, "watchers": room.watchers,
                }
                for room in rooms
            ]  # fmt: skip  # a table
            return json.dumps({"rooms": listed}), 0
        if rest:
            return words("rooms takes --json or nothing, not {word}", word=ascii(rest[0][:20])), 2
        lines = [
            f"{room.code:12} {room.host:16} {state(words, room):8} "
            f"{room.people + room.bots}/{room.seats} {room.rules.text}"
            for room in rooms
        ]
        return "\n".join(lines) if lines else words("No open tables. join CODE opens one."), 0
