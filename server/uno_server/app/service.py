"""The game behind the ssh server: sessions at the tables of a lobby, and the answers to command lines."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

from uno_server.app.accounts import RESUME, Account, Accounts
from uno_server.app.commands import help_text, unknown
from uno_server.app.daily import DailyDeals
from uno_server.app.daily_commands import DAILY, RECORD, WATCH, DailyCommands
from uno_server.app.doctor import DOCTOR, run_doctor
from uno_server.app.endings import ending_reporter, refusal, speaks_json
from uno_server.app.lines import medium_of, run_lines
from uno_server.app.links import LinkCommands
from uno_server.app.results import ResultCommands
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_server.ssh.command_line import IN_LINES, OPENING
from uno_server.ssh.guesses import TABLE_CODE
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import LobbyRelay, TableRelay
from uno_tui.lobby.visit import Visit, at_once, slow_guesses
from uno_tui.local.settings import Settings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech.errors import entry_error_sentence, rules_error_sentence
from uno_tui.speech.rules_text import rules_text
from uno_tui.table.options import EntryError, EntryProblem, Medium, User
from uno_tui.table.requests import Handle
from uno_tui.tui.app import UnoApp
from uno_tui.tui.draw.theme import preload
from uno_tui.tui.lobby.text import state
from uno_tui.tui.session import SessionOptions


class RemoteApp(SessionApp, UnoApp):
    """The game's app for one person's ssh session."""


_JOIN_ALONE: Final = [["join"], *([one, "join"] for one in IN_LINES)]
"""Command lines that ask for a seat but name no table."""


class GameService:
    """The lobby and its tables, as served to people over ssh."""

    def __init__(self, lobby: Lobby, journal: Journal | None = None, public_name: str = "") -> None:
        self.lobby = lobby
        self.people = journal.people if journal else None
        """The part of the journal that stores people; None without a journal."""
        self.table = ""
        """Code of the table that `join` without a code opens; empty on a server of many tables."""
        self.present: WeakKeyDictionary[Line, Person] = WeakKeyDictionary()
        """The signed-in people, by the line (connection) of each."""
        self._guess: Callable[[str, str], float] = lambda _kind, _address: 0.0
        self._forgiven: Callable[[str, str], Awaitable[None]] = at_once
        self._accounts = Accounts(journal)
        self._accounts.public_name = public_name
        self._result_commands = ResultCommands(journal)
        self.links = LinkCommands(journal)
        self.daily = DailyDeals(lobby, journal)
        self._daily_commands = DailyCommands(self.daily)
        self._personal = {
            "link": self.links.link,
            "links": self.links.links,
            "stats": self._result_commands.stats,
            "record": self._result_commands.record,
        }
        preload()
        self._answers = {"help": self._help, "rooms": self._rooms, "rules": self._rules}

    def limit_guesses(
        self, guess: Callable[[str, str], float], forgiven: Callable[[str, str], Awaitable[None]]
    ) -> None:
        """Limit how fast codes are guessed. Both functions get the kind of code and the client's address.

        Args:
            guess: Called for each wrong code; returns the seconds by which to delay the answer.
            forgiven: Called before a code is looked at; waits while the client has guessed too often.
        """
        self._guess, self._forgiven = guess, forgiven

    async def open_session(self, line: Line, person: Person, words: list[str]) -> int:
        """Run a person's session until they quit, and return its exit status.

        It begins at the table that the words name, else at the one where the person has a seat, else in the lobby.
        """
        line.report_ending = ending_reporter(person, None, program=speaks_json(words))
        try:
            account, words = await self._sign_in(person, words)
        except EntryError as error:
            line.say(refusal(person, words, error))
            return 2
        if words == [DOCTOR]:
            again = self._accounts.command(account.person, DOCTOR) or f"ssh -t HOST {DOCTOR}"
            return await run_doctor(line, account.person.words, self._session_options(line, account), again)
        person = account.person
        if answer := await self._daily_commands.answer(person, words):
            line.say(answer[0], exactly=words[-1] == RECORD)
            return answer[1]
        if words == [DAILY, WATCH]:
            return await self._daily_commands.watch(line, account.person, self._session_options(line, account))
        medium = medium_of(line, words)
        visit = await self.visit(replace(person.user, medium=medium))
        visit.deals = self.daily
        self.present[line] = person = replace(person, name=visit.name)
        line.report_ending = ending_reporter(person, visit, program=medium is Medium.PROGRAM)
        try:
            words = await self._with_table(person, words)
            if medium is Medium.SCREEN:
                status = await self._run_screen(visit, line, account, words)
            else:
                settings, tutors = account.line_settings(), self._tutors(line, account)
                status = await run_lines(visit, line, person, words, tutors, account.results(person.words), settings)
            if words == [DAILY] and medium is Medium.SCREEN and (page := await self._daily_commands.result(person)):
                line.say(page)
            return status
        finally:  # a person who left has nothing to drop; one whose line is down keeps the seat
            visit.end()

    async def _run_screen(self, visit: Visit, line: Line, account: Account, words: list[str]) -> int:
        """Run a session on a full screen, and return its exit status."""
        relay, lobby_relay = TableRelay(), LobbyRelay()
        options = self._session_options(line, account)
        question = ""
        try:
            handle = await _way_in(visit, relay, words)
        except EntryError as error:
            if error.problem is not EntryProblem.NEAR_CODE:
                line.say(refusal(account.person, words, error))
                return 2
            handle, question = None, entry_error_sentence(account.person.words, error)
        connect = relay.to(handle) if handle else None
        connect_lobby = None if handle else lobby_relay.to(await visit.enter(lobby_relay))
        results = account.results(options.words)
        back = None if words == [DAILY] else visit  # after a try the page of the deal comes, not the lobby
        app = RemoteApp(options, connect, connect_lobby=connect_lobby, visit=back, results=results,
                        tries=visit.daily_tries)  # fmt: skip  # one call
        app.complaint = question or app.complaint
        try:
            return await run(app, line)
        finally:
            app.hang_up()

    async def sign_in_page(self, person: Person, resume_code: str) -> Person:
        """Return a person who came by a browser with their registered name, or the guest who has a resume code.

        Raises:
            EntryError: the code was given to nobody; the answer is delayed for people who try many. Or nobody can sign
                in at the moment.
        """
        account, _ = await self._sign_in(person, [RESUME, resume_code] if resume_code else [])
        return replace(account.person, language=person.language)

    async def _sign_in(self, person: Person, words: list[str]) -> tuple[Account, list[str]]:
        """Return the person's account, and the words without ``resume CODE``; a wrong code counts as a guess."""
        if RESUME in words[:2]:
            await self._forgiven("resume-code", person.address)
        try:
            return await self._accounts.sign_in(person, words)
        except EntryError as error:
            if error.problem is EntryProblem.NO_GUEST:
                await asyncio.sleep(self._guess("resume-code", person.address))
            raise

    async def sign_in_linked(self, person: Person, *, ticket: str = "", secret: str = "") -> tuple[Person, str] | None:
        """Return the person of a linked phone, and the phone's secret; None if ticket and secret are worth nothing.

        A ticket links the phone and gives it its secret. The answer is delayed for people who try many.
        """
        found: tuple[str, str] | None = None
        await self._forgiven("link", person.address)
        if ticket:
            found = await self.links.redeem(ticket)
        elif identity := await self.links.identity_of(secret):
            found = identity, secret
        user = await self.people.user_of(found[0]) if found and self.people else None
        if found is None or user is None:
            await asyncio.sleep(self._guess("link", person.address))
            return None
        return replace(person, identity=user.identity, name=user.name, guest=False), found[1]

    async def visit(self, user: User) -> Visit:
        """Return a new session's visit, which has begun; the caller must end it."""
        if not user.address:
            return await Visit.begin(self.lobby, user)
        return await Visit.begin(self.lobby, user, *self._code_limits(user.address))

    def _code_limits(self, address: str) -> tuple[Callable[[], float], Callable[[], Awaitable[None]]]:
        """Return the functions that limit how fast a client guesses codes of tables; see `limit_guesses`."""
        return partial(self._guess, TABLE_CODE, address), partial(self._forgiven, TABLE_CODE, address)

    async def check_code(self, code: str, address: str) -> None:
        """Check that a code leads to a table, as `Lobby.check_code` does; a code of no table counts as a guess.

        Raises:
            EntryError: it leads to none; the answer is delayed for people who try many.
        """
        await slow_guesses(self.lobby, code, *self._code_limits(address))
        await self.lobby.check_code(code)

    def _session_options(self, line: Line, account: Account) -> SessionOptions:
        """Return the options for a person's screen: from their terminal, overridden by their stored settings."""
        chosen = Settings(lessons=account.wants_lessons)
        options = SessionOptions.on(line.terminal, account.person.words, chosen)
        return account.session_options(replace(options, ssh_command=account.person.ssh_command))

    def _tutors(self, line: Line, account: Account) -> Callable[[], Tutor]:
        """Return a factory of the lessons in text mode; without a terminal, lessons stay off unless the person asks."""
        return account.tutor if line.pty else Tutor

    async def _with_table(self, person: Person, words: list[str]) -> list[str]:
        """Return the words, `join` without a code completed by the server's one table.

        A person who has a seat already, or a server without such a table, needs no `join`: the words lose it.
        """
        if words not in _JOIN_ALONE:
            return words
        named = await self.lobby.find(self.table) is not None and await self.lobby.table_of(person.identity) is None
        return [*words, self.table] if named else words[:-1]

    async def answer(self, person: Person, words: list[str], others: Iterable[str] = ()) -> tuple[str, int]:
        """Return the text and the exit status that answer a command line.

        `others` are commands that this person has beside those of this class; an error lists them as well.
        """
        spoken = replace(person, language=await self._accounts.language(person)).words
        if words[0] == "scores":
            return self._result_commands.scores(spoken, words[1:])
        if words[0] in self._personal:
            return await self._personal[words[0]](spoken, person, words[1:])
        if words[0] not in self._answers:
            return unknown(spoken, words[0], [*self._answers, "scores", *self._personal, *OPENING, *others])
        return await self._answers[words[0]](spoken, words[1:])

    async def _help(self, words: Words, _rest: list[str]) -> tuple[str, int]:
        return help_text(words, may_open=self.lobby.presence.may_open), 0

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


async def _way_in(visit: Visit, relay: TableRelay, words: list[str]) -> Handle | None:
    """Return a handle on the table that the words name, or where the person has a seat; None to open the lobby."""
    if not words:
        return await visit.resume(relay)
    if words == [DAILY]:
        return await visit.play_daily(relay)
    code = " ".join(words[1:])
    return await (visit.watch(relay, code) if words[0] == "watch" else visit.join(relay, code))
