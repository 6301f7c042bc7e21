"""Settings of people on a server."""

from server.preferences import recalled, remembered
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.settings import Settings
from uno_tui.tui.session import Session

IRISH = Words("ga")


async def test_what_somebody_set_is_there_the_next_time() -> None:
    """A person's next session begins as they left the last one, somebody else's does not."""
    people = Journal(None).people
    session = remembered(Session(words=IRISH), people, "ssh:ann")
    assert session.keep is not None
    session.keep(Settings(theme="dark", bell=True, language="ga"))
    again = remembered(Session(words=IRISH), people, "ssh:ann")
    assert ("dark", True, "ga") == (again.theme, again.bell, again.words.language)
    assert again.keep is not None
    again.keep(Settings(theme="dark", bell=True, language="ms"))
    assert "ms" == remembered(Session(words=IRISH), people, "ssh:ann").words.language
    assert Session().settings == remembered(Session(), people, "ssh:bob").settings


async def test_only_what_was_changed_is_kept() -> None:
    """Nothing is kept of what a person never touched."""
    people = Journal(None).people
    session = remembered(Session(words=IRISH), people, "ssh:ann")
    assert session.keep is not None
    session.keep(Settings(theme="dark", bell=True, language="ga"))
    session.keep(Settings(theme="dark", language="ga"))
    assert {"theme": '"dark"', "bell": "false"} == people.settings("ssh:ann")


def test_what_cannot_be_read_any_more_is_left_out() -> None:
    """Values of another time do no harm."""
    kept = {"theme": '"dark"', "bell": '"loud"', "motion": "maybe", "horn": "true", "language": '"tlh"'}
    assert Settings(theme="dark") == recalled(Settings(), kept)
