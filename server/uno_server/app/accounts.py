"""Accounts: the name, language, settings and lessons of each person, found by their identity."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from uno_server.person import Person
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.local.settings import Settings
from uno_tui.plain.table_output import LineSettings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech.results import own_lines
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.tui.session import SessionOptions

SSH_PORT: Final = 22
RESUME: Final = "resume"
"""Command word before a guest's resume code on a command line."""


class Account:
    """One person's account, as loaded when they signed in; without a journal, nothing is stored."""

    def __init__(self, person: Person, journal: Journal | None, stored: Mapping[str, str]) -> None:
        self.person = person
        """The person with their registered name and their language."""
        self._journal = journal
        self._stored = dict(stored)
        """The stored settings, each as JSON."""

    @property
    def wants_lessons(self) -> bool:
        """Whether a person who chose nothing gets lessons: they had one before, or never finished a match.

        Without a journal, nobody gets any.
        """
        if self._journal is None:
            return False
        return "taught" in self._stored or not self._journal.results.of(self.person.identity, 1, tries=True)

    def _set(self, name: str, value: Any) -> None:
        if self._journal is not None:
            self._stored[name] = msgspec.json.encode(value).decode()
            self._journal.people.set(self.person.identity, name, self._stored[name])

    def session_options(self, options: SessionOptions) -> SessionOptions:
        """Return the person's session options with their stored settings applied; later changes are stored."""
        if self._journal is None:
            return options
        chosen = restored(options.settings, self._stored)
        options = options.chosen(chosen)
        if "language" in self._stored:
            options = replace(options, words=Words(chosen.language))
        before = msgspec.to_builtins(options.settings)

        def keep(settings: Settings) -> None:
            for name, value in msgspec.to_builtins(settings).items():
                if value != before[name] and name != "name":  # a name belongs to a key, not to a session's settings
                    before[name] = value
                    self._set(name, value)

        return replace(options, keep=keep)

    def tutor(self) -> Tutor:
        """Return the lessons for a table in text mode, whose progress is stored.

        They are on if the person chose so, or chose nothing and is new or has begun them.
        """
        if self._journal is None:
            return Tutor()
        chosen = restored(Settings(lessons=self.wants_lessons), self._stored)
        return Tutor(on=chosen.lessons, taught=chosen.taught, keep=self._set)

    def line_settings(self) -> LineSettings:
        """Return the person's settings for text mode; changes that the person makes later are stored."""
        if self._journal is None:
            return LineSettings()
        chosen = restored(Settings(lessons=self.wants_lessons), self._stored)
        return LineSettings(chosen, keep=self._set)

    def results(self, words: Words) -> Callable[[], list[str]] | None:
        """Return a function that returns this person's match results as lines of text; None without a journal."""
        journal, person = self._journal, self.person
        if journal is None:
            return None
        resume = person.resume_command or (f"{RESUME} {person.resume_code}" if person.resume_code else "")
        identity, results = person.identity, journal.results
        return lambda: own_lines(words, results.of(identity), results.ranks(identity), results.tally(identity), resume)


class Accounts:
    """The accounts of the people on one server, stored in its journal; without a journal, nothing is stored."""

    def __init__(self, journal: Journal | None) -> None:
        self.public_name = ""
        """Host name, with a port if needed, at which people reach the server; if empty, the address that each
        client used.
        """
        self._journal = journal

    async def sign_in(self, person: Person, words: list[str]) -> tuple[Account, list[str]]:
        """Return the person's account, and the words without ``resume CODE``.

        Raises:
            EntryError: the words hold a resume code that was given to nobody.
        """
        journal = self._journal
        person = replace(person, ssh_command=self.command(person, "").rstrip())
        if RESUME in words[:2]:
            place = words.index(RESUME)
            code = "".join(words[place + 1 :])
            user = await journal.guest_of(code) if journal else None
            if user is None:
                raise EntryError(EntryProblem.NO_GUEST, code[:20])
            words = words[:place]
        elif journal:
            user = await journal.people.welcome(person.identity, person.name)
        else:
            return Account(person, None, {}), words
        known = replace(person, identity=user.identity, name=user.name, guest=user.guest, resume_code=user.resume_code)
        stored = await journal.people.settings(known.identity) if journal else {}
        language = restored(Settings(), stored).language or known.language
        known = replace(known, language=language, resume_command=self._resume_command(known))
        return Account(known, journal, stored), words

    def _resume_command(self, person: Person) -> str:
        """Return the command line by which a guest reconnects; empty for people with keys or if it is unknown."""
        return self.command(person, f"{RESUME} {person.resume_code}") if person.resume_code else ""

    def command(self, person: Person, words: str) -> str:
        """Return the ssh command line that runs `words` on this server; empty if the server's address is unknown."""
        host, port = person.reached or ("", SSH_PORT)
        if self.public_name:
            host, _, number = self.public_name.partition(":")
            port = int(number) if number else port
        place = f"-p {port} {host}" if port != SSH_PORT else host
        return f"ssh -t {place} {words}" if host else ""

    async def language(self, person: Person) -> str:
        """Return the language from the person's settings, or else the language of their environment."""
        if self._journal is None:
            return person.language
        return restored(Settings(), await self._journal.people.settings(person.identity)).language or person.language


def restored(settings: Settings, stored: Mapping[str, str]) -> Settings:
    """Return settings changed by stored values, which are JSON; invalid values are ignored.

    >>> restored(Settings(), {"bell": "true", "motion": "maybe"}).bell
    True
    """
    for name, text in stored.items():
        try:
            value = msgspec.json.decode(text)
            settings = msgspec.convert({**msgspec.to_builtins(settings), name: value}, Settings)
        except (msgspec.DecodeError, ValueError):
            continue
    return settings
