"""Accounts: the name, language, settings and lessons of each person, found by their identity."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import msgspec

from uno_server.person import Person
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.local.settings import Settings
from uno_tui.plain.table_output import LineSettings
from uno_tui.plain.tutor import Tutor
from uno_tui.speech.results import own_lines
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.tui.session import SessionOptions

SSH_PORT: Final = 22
RESUME: Final = "resume"
"""Word of the command line that is followed by a guest's resume code."""


class Accounts:
    """The accounts of the people on one server, stored in its journal; without a journal, nothing is stored."""

    def __init__(self, journal: Journal | None) -> None:
        self.public_name = ""
        """Host name, with a port if needed, at which people reach the server; if empty, the address that each
        client used.
        """
        self._journal = journal

    def sign_in(self, person: Person, words: list[str]) -> tuple[Person, list[str]]:
        """Return the person with their registered name and language, and the words without ``resume CODE``.

        Raises:
            EntryError: the words hold a resume code that was given to nobody.
        """
        journal = self._journal
        if RESUME in words[:2]:
            place = words.index(RESUME)
            code = "".join(words[place + 1 :])
            user = journal.guest_of(code) if journal else None
            if user is None:
                raise EntryError(EntryProblem.NO_GUEST, code[:20])
            words = words[:place]
        elif journal:
            user = journal.people.welcome(person.identity, person.name)
        else:
            return person, words
        known = replace(person, identity=user.identity, name=user.name, guest=user.guest, resume_code=user.resume_code)
        return replace(known, language=self.language(known), resume_command=self._resume_command(known)), words

    def _resume_command(self, person: Person) -> str:
        """Return the command line by which a guest reconnects; empty for people with keys or if it is unknown."""
        if not person.resume_code:
            return ""
        host, port = person.reached or ("", SSH_PORT)
        if self.public_name:
            host, _, number = self.public_name.partition(":")
            port = int(number) if number else port
        place = f"-p {port} {host}" if port != SSH_PORT else host
        return f"ssh -t {place} {RESUME} {person.resume_code}" if host else ""

    def language(self, person: Person) -> str:
        """Return the language from the person's settings, or else the language of their environment."""
        if self._journal is None:
            return person.language
        return restored(Settings(), self._journal.people.settings(person.identity)).language or person.language

    def wants_lessons(self, identity: str) -> bool:
        """Return whether a person who chose nothing gets lessons: they had one before, or never finished a match.

        Without a journal, nobody gets any.
        """
        if self._journal is None:
            return False
        return "taught" in self._journal.people.settings(identity) or not self._journal.results(identity, 1)

    def session_options(self, options: SessionOptions, identity: str) -> SessionOptions:
        """Return the person's session options with their stored settings applied; later changes are stored."""
        journal = self._journal
        if journal is None:
            return options
        stored = journal.people.settings(identity)
        chosen = restored(options.settings, stored)
        options = replace(
            options,
            words=Words(chosen.language) if "language" in stored else options.words,
            theme=chosen.theme,
            ascii=chosen.ascii or options.ascii,
            motion=chosen.motion,
            bell=chosen.bell,
            pace=chosen.pace,
            lessons=chosen.lessons,
            taught=chosen.taught,
        )
        before = msgspec.to_builtins(options.settings)

        def keep(settings: Settings) -> None:
            for name, value in msgspec.to_builtins(settings).items():
                if value != before[name] and name != "name":  # a name belongs to a key, not to a session's settings
                    before[name] = value
                    journal.people.set(identity, name, msgspec.json.encode(value).decode())

        return replace(options, keep=keep)

    def tutor(self, identity: str) -> Tutor:
        """Return the lessons for a table in text mode, whose progress is stored.

        They are on if the person chose so, or chose nothing and is new or has begun them.
        """
        journal = self._journal
        if journal is None:
            return Tutor()
        chosen = restored(Settings(lessons=self.wants_lessons(identity)), journal.people.settings(identity))

        def keep(name: str, value: bool | tuple[str, ...]) -> None:
            journal.people.set(identity, name, msgspec.json.encode(value).decode())

        return Tutor(on=chosen.lessons, taught=chosen.taught, keep=keep)

    def line_settings(self, identity: str) -> LineSettings:
        """Return the person's settings for text mode; changes that the person makes later are stored."""
        journal = self._journal
        if journal is None:
            return LineSettings()
        chosen = restored(Settings(), journal.people.settings(identity))

        def keep(name: str, value: bool | str) -> None:
            journal.people.set(identity, name, msgspec.json.encode(value).decode())

        return LineSettings(brief=chosen.brief, bell=chosen.bell, pace=chosen.pace, keep=keep)

    def results(self, words: Words, user: User) -> Callable[[], list[str]] | None:
        """Return a function that returns this person's match results as lines of text; None without a journal."""
        journal = self._journal
        if journal is None:
            return None
        resume = user.resume_command or (f"{RESUME} {user.resume_code}" if user.resume_code else "")
        return lambda: own_lines(words, journal.results(user.identity), journal.ranks(user.identity), resume)


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
