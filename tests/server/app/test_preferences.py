"""Settings of people on a server."""

from dataclasses import replace

import pytest

from tests.server.toy import Tape
from uno_server.app.preferences import recalled, remembered, tutor_for
from uno_server.app.service import GameService
from uno_server.line.line import Line
from uno_server.line.terminal import Terminal
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby, User
from uno_tui.local.settings import Settings
from uno_tui.plain.commands import Vocabulary
from uno_tui.tui.session import SessionOptions

IRISH = Words("ga")


async def test_what_somebody_set_is_there_the_next_time(journal: Journal) -> None:
    """A person's next session begins as they left the last one, somebody else's does not."""
    people = journal.people
    session = remembered(SessionOptions(words=IRISH, lessons=True), people, "ssh:ann")
    assert session.keep is not None
    session.keep(Settings(theme="dark", bell=True, language="ga"))
    again = remembered(SessionOptions(words=IRISH), people, "ssh:ann")
    assert ("dark", True, "ga") == (again.theme, again.bell, again.words.language)
    assert again.keep is not None
    again.keep(Settings(theme="dark", bell=True, language="ms"))
    assert "ms" == remembered(SessionOptions(words=IRISH), people, "ssh:ann").words.language
    assert SessionOptions().settings == remembered(SessionOptions(), people, "ssh:bob").settings


async def test_only_what_was_changed_is_kept(journal: Journal) -> None:
    """Nothing is kept of what a person never touched."""
    people = journal.people
    session = remembered(SessionOptions(words=IRISH, lessons=True), people, "ssh:ann")
    assert session.keep is not None
    session.keep(Settings(theme="dark", bell=True, language="ga"))
    session.keep(Settings(theme="dark", language="ga"))
    assert {"theme": '"dark"', "bell": "false"} == people.settings("ssh:ann")


async def test_lessons_end_for_good(journal: Journal) -> None:
    """Somebody new is taught until they want no more, on screens and in lines; what they left is so the next time."""
    people = journal.people
    session = remembered(SessionOptions(lessons=True), people, "ssh:ann")
    assert session.lessons
    assert session.keep is not None
    session.keep(replace(session, lessons=False).settings)
    assert not remembered(SessionOptions(lessons=True), people, "ssh:ann").lessons
    vocabulary = Vocabulary(Words())
    ann, bob = (tutor_for(people, identity, new=True) for identity in ("ssh:ann", "ssh:bob"))
    assert "now on" in ann.toggle(vocabulary)
    assert "over" in bob.toggle(vocabulary)
    assert [True, False] == [
        remembered(SessionOptions(), people, identity).lessons for identity in ("ssh:ann", "ssh:bob")
    ]
    assert not remembered(SessionOptions(lessons=False), people, "ssh:cat").lessons


@pytest.mark.parametrize("pty", [True, False])
async def test_only_who_has_a_terminal_is_taught_in_lines(pty: bool, journal: Journal) -> None:
    """A person at a terminal is taught in lines; what comes through a pipe hears what it always heard."""
    house = GameService(Lobby(), journal)
    tutor = house._tutors(Line(Tape(), Terminal(), pty=pty), User("ssh:ann", "Ann"))()
    assert ("over" if pty else "now on") in tutor.toggle(Vocabulary(Words()))


def test_what_cannot_be_read_any_more_is_left_out() -> None:
    """Values of another time do no harm."""
    kept = {"theme": '"dark"', "bell": '"loud"', "motion": "maybe", "horn": "true", "language": '"tlh"'}
    assert Settings(theme="dark") == recalled(Settings(), kept)
