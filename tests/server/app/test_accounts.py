"""Accounts: a server remembers people's settings, language and lessons."""

from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from tests.server.toy import Tape
from uno_server.app.accounts import Account, Accounts, restored
from uno_server.app.service import GameService
from uno_server.line.line import Line
from uno_server.person import Person
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lessons import Lesson
from uno_tui.lobby.lobby import Lobby
from uno_tui.local.own_keys import OwnKeys
from uno_tui.local.settings import Settings
from uno_tui.local.terminal import Terminal
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.tui.session import SessionOptions
from uno_tui.typed.commands import Vocabulary

IRISH = Words("ga")


async def account(journal: Journal, identity: str) -> Account:
    """Sign in a person, and return the account."""
    found, _ = await Accounts(journal).sign_in(Person(identity, identity, guest=False), [])
    return found


async def test_settings_are_there_the_next_time(journal: Journal) -> None:
    """A person's next session has the settings of their last one; another person's session has the defaults."""
    options = SessionOptions(words=IRISH, lessons=True, motion=True)
    session = (await account(journal, "ssh:ann")).session_options(options)
    assert session.keep is not None
    session.keep(Settings(theme="dark", bell=True, language="ga"))
    again = (await account(journal, "ssh:ann")).session_options(SessionOptions(words=IRISH))
    assert ("dark", True, "ga") == (again.theme, again.bell, again.words.language)
    assert again.keep is not None
    again.keep(Settings(theme="dark", bell=True, language="ms"))
    assert "ms" == (await account(journal, "ssh:ann")).session_options(SessionOptions(words=IRISH)).words.language
    assert SessionOptions().settings == (await account(journal, "ssh:bob")).session_options(SessionOptions()).settings


async def test_own_keys_are_there_the_next_time(journal: Journal) -> None:
    """A person's keys belong to the person, on every later session; values that are wrong by now are left out."""

    async def keys(identity: str) -> dict[str, str]:
        return (await account(journal, identity)).session_options(SessionOptions()).keys.settings

    session = (await account(journal, "ssh:ann")).session_options(SessionOptions())
    assert session.keep is not None
    session.keep(replace(session, keys=OwnKeys.of({"draw": "v", "chat": ";"})).settings)
    assert {"draw": "v", "chat": ";"} == await keys("ssh:ann")
    assert {} == await keys("ssh:bob")
    journal.people.set("ssh:ann", "keys", '{"fly": "v"}')
    assert {} == await keys("ssh:ann")


async def test_only_changed_settings_are_stored(journal: Journal) -> None:
    """Only settings that the person changed are stored."""
    session = (await account(journal, "ssh:ann")).session_options(
        SessionOptions(words=IRISH, lessons=True, motion=True)
    )
    assert session.keep is not None
    session.keep(Settings(theme="dark", bell=True, language="ga"))
    session.keep(Settings(theme="dark", language="ga"))
    assert {"theme": '"dark"', "bell": "false"} == await journal.people.settings("ssh:ann")


async def test_lessons_end_for_good(journal: Journal) -> None:
    """New players have lessons, on screens and in lines, until they turn them off; the choice holds the next time."""
    session = (await account(journal, "ssh:ann")).session_options(SessionOptions(lessons=True))
    assert session.lessons
    assert session.keep is not None
    session.keep(replace(session, lessons=False).settings)
    assert not (await account(journal, "ssh:ann")).session_options(SessionOptions(lessons=True)).lessons
    vocabulary = Vocabulary(Words())
    ann, bob = [(await account(journal, identity)).tutor() for identity in ("ssh:ann", "ssh:bob")]
    assert "Lessons are on" in ann.toggle(vocabulary)
    assert "Lessons are off" in bob.toggle(vocabulary)
    assert [True, False] == [
        (await account(journal, identity)).session_options(SessionOptions()).lessons
        for identity in ("ssh:ann", "ssh:bob")
    ]
    assert not (await account(journal, "ssh:cat")).session_options(SessionOptions(lessons=False)).lessons


async def test_lessons_go_on_in_the_next_session(journal: Journal) -> None:
    """Screens and lines store which lessons were given; the next session gives the others."""
    session = (await account(journal, "ssh:ann")).session_options(SessionOptions(lessons=True))
    assert session.keep is not None
    session.keep(replace(session, taught=("color", "draw")).settings)
    assert ("color", "draw") == (await account(journal, "ssh:ann")).session_options(SessionOptions()).taught
    tutor = (await account(journal, "ssh:ann")).tutor()
    assert {Lesson.COLOR, Lesson.DRAW} == tutor.taught
    assert (await account(journal, "ssh:ann")).wants_lessons
    tutor.restart(Vocabulary(Words()))
    assert () == (await account(journal, "ssh:ann")).session_options(SessionOptions()).taught


@pytest.mark.parametrize("pty", [True, False])
async def test_lessons_in_lines_need_a_terminal(pty: bool, journal: Journal) -> None:
    """New players have lessons in lines at a terminal; input from a pipe has none until it asks for them."""
    service = GameService(Lobby(), journal)
    tutor = service._tutors(Line(Tape(), Terminal(), pty=pty), await account(journal, "ssh:ann"))()
    assert ("Lessons are off" if pty else "Lessons are on") in tutor.toggle(Vocabulary(Words()))


def test_invalid_stored_values_are_ignored() -> None:
    """Invalid stored values are ignored; the others are used."""
    kept = {"theme": '"dark"', "bell": '"loud"', "motion": "maybe", "horn": "true", "language": '"tlh"'}
    assert Settings(theme="dark") == restored(Settings(), kept)


async def test_the_settings_for_lines_are_remembered(journal: Journal) -> None:
    """Choices for lines apply to the person's next session, and to nobody else's."""
    for name in ("brief", "bell"):
        (await account(journal, "ssh:ann")).line_settings().set(name, True)
    ann, ben = (await account(journal, "ssh:ann")).line_settings(), (await account(journal, "ssh:ben")).line_settings()
    assert ((True, True), (False, False)) == ((ann.chosen.brief, ann.chosen.bell), (ben.chosen.brief, ben.chosen.bell))


async def test_only_a_wrong_code_counts_as_a_guess(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page whose person cannot be let in because the broker does not answer has guessed nothing."""
    service, guesses = GameService(Lobby(), journal), list[str]()

    def guess(kind: str, _address: str) -> float:
        guesses.append(kind)
        return 0.0

    async def refuse(_identity: str, _name: str) -> User:
        raise EntryError(EntryProblem.WAITING)

    service.limit_guesses(guess, AsyncMock())
    monkeypatch.setattr(journal.people, "welcome", refuse)
    person = Person("guest:1", "Gus", guest=True, address="192.0.2.1")
    for code, expected in (("", []), ("NOBODY-HAS-IT", ["resume-code"])):
        with pytest.raises(EntryError):
            await service.sign_in_page(person, code)
        assert expected == guesses
