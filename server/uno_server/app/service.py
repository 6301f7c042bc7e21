"""What is behind the ssh server: the lobby, its tables, and the answers to command lines."""

import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

from uno_server.app.commands import IN_LINES, OPENING, unknown
from uno_server.app.help import help_text
from uno_server.app.lines import in_lines, wants_lines
from uno_server.app.preferences import language_of, remembered, tutor_for
from uno_server.app.results import ResultCommands
from uno_server.app.sign_in import SignIn
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.line.terminal import ColorDepth
from uno_server.person import Person
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.lobby.relay import Relay
from uno_tui.plain.jsonlines import entry_error_line
from uno_tui.plain.tutor import Tutor
from uno_tui.speech import entry_error_sentence
from uno_tui.speech.errors import rules_error_sentence
from uno_tui.speech.results import own_lines
from uno_tui.speech.rules_text import rules_text
from uno_tui.table.options import EntryError, User
from uno_tui.table.protocol import Handle
from uno_tui.tui.app import UnoApp
from uno_tui.tui.draw.theme import DEFAULT
from uno_tui.tui.lobby.text import state
from uno_tui.tui.session import SessionOptions, theme_for

logger = logging.getLogger(__name__)


class RemoteApp(SessionApp, UnoApp):
    """The game in one person's ssh session."""


_ANYWHERE: Final = [["join"], *([one, "join"] for one in IN_LINES)]
"""Words of who would sit down and names no table."""


class GameService:
    """What the ssh server opens for people: the lobby, its tables, and the answers to command lines."""

    def __init__(self, lobby: Lobby, journal: Journal | None = None) -> None:
        self.lobby = lobby
        self.table = ""
        """The code of the table that people come for; none where there are many."""
        self.present: WeakKeyDictionary[Line, Person] = WeakKeyDictionary()
        """Who is here, as they are known after the reception."""
        self._journal = journal
        self._sign_in = SignIn(journal)
        self._result_commands = ResultCommands(journal)
        self._personal = {"stats": self._result_commands.stats, "record": self._result_commands.record}
        self._answers = {"help": self._help, "rooms": self._rooms, "rules": self._rules}

    async def open_session(self, line: Line, person: Person, words: list[str]) -> int:
        """Show a person the lobby, or first the table they asked for or have a seat at, until they quit.

        The result is the exit status.
        """
        relay = Relay()
        try:
            person, words = self._sign_in.receive(person, words)
            person = self._spoken_to(person)
            self.present[line] = person
            words = self._led(person, words)
            if wants_lines(line, words):
                tutors, results = self._tutors(line, person.user), self._results(Words(person.language), person.user)
                return await in_lines(self.lobby, line, person, words, tutors, results)
            user = person.user
            handle = await self._enter(user, relay, words)
        except EntryError as error:
            spoken = Words(person.language)
            line.say(entry_error_line(spoken, error) if words[:1] == ["json"] else entry_error_sentence(spoken, error))
            return 2
        facts = line.terminal
        session = SessionOptions(
            words=Words(person.language),
            theme=theme_for(DEFAULT, few=facts.depth is ColorDepth.SIXTEEN),
            mono=facts.depth is ColorDepth.NONE,
            ascii=facts.ascii_only,
            lessons=self._is_new(user),
        )
        if self._journal is not None:
            session = remembered(session, self._journal.people, user.identity)
        connect = None if handle is None else relay.to(handle)
        results = self._results(session.words, user)
        app = RemoteApp(session, connect, enter=partial(self.lobby.enter, user), results=results)
        try:
            return await run(app, line)
        finally:  # whoever left has nothing to drop; whose line went keeps the seat
            app.hang_up()
            if handle is not None:
                handle.drop()

    def _spoken_to(self, person: Person) -> Person:
        """The person with the language in which they want to be spoken to."""
        if self._journal is None:
            return person
        return replace(person, language=language_of(self._journal.people, person.identity, person.language))

    def _is_new(self, user: User) -> bool:
        """Whether it is known that this person has finished no match here."""
        return self._journal is not None and not self._journal.results(user.identity, 1)

    def _tutors(self, line: Line, user: User) -> Callable[[], Tutor]:
        """What makes those who teach a person in lines; whoever has no terminal is taught only if they ask for it."""
        journal = self._journal
        if journal is None or not line.pty:
            return Tutor
        return lambda: tutor_for(journal.people, user.identity, new=self._is_new(user))

    def _led(self, person: Person, words: list[str]) -> list[str]:
        """The words, but that `join` alone leads to the table people come for; to one's seat or the lobby else."""
        if words not in _ANYWHERE:
            return words
        goes_there = self.table in self.lobby.tables and not LobbyOperator(self.lobby).has_seat(person.identity)
        return [*words, self.table] if goes_there else words[:-1]

    def _results(self, words: Words, user: User) -> Callable[[], list[str]] | None:
        """What tells a person's results, if they are known here."""
        journal = self._journal
        if journal is None:
            return None
        return lambda: own_lines(words, journal.results(user.identity), journal.ranks(user.identity), user.resume_code)

    async def _enter(self, user: User, relay: Relay, words: list[str]) -> Handle | None:
        if not words:
            return await self.lobby.resume(user, relay)
        code = " ".join(words[1:])
        if words[0] == "watch":
            return await self.lobby.watch(user, relay, code)
        return await self.lobby.join(user, relay, code)

    async def answer(self, person: Person, words: list[str], others: Iterable[str] = ()) -> tuple[str, int]:
        """Answer a command line with text and an exit status; `others`: commands the person has beside these."""
        spoken = Words(self._spoken_to(person).language)
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
        return "\n".join(lines) if lines else words("No open tables; join CODE opens one."), 0
