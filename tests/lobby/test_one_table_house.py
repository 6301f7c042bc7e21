"""Where nobody can open a table, as under `uno host`, nothing offers it: keys, lines and the help over ssh."""

from tests.plain.test_lobby import Guest
from tests.tables import House, Person
from tests.tui.visiting import visiting
from uno_server.app.commands import help_text
from uno_tui.i18n import Words
from uno_tui.table.options import LOCAL

OPENING = ("opened if", "new table", "open a table", "Open a table", "a new one", "plain new")


def house() -> House:
    """Return a lobby where only the host has opened a table."""
    found = House(join_opens=False)
    found.open(Person("Hal", LOCAL), "FAM")
    return found


async def test_the_screen_offers_no_table_of_one_s_own() -> None:
    """Neither the head, the foot nor the page of keys offers it, and its key says that it does nothing."""
    async with visiting(house()) as zoe:
        assert not any(one in zoe.text for one in OPENING)
        await zoe.press("question_mark")
        assert "Go to the table with a code you know." in zoe.text
        assert not any(one in zoe.text for one in OPENING)
        await zoe.press("q", "n")
        assert "That key does nothing here" in zoe.text


def test_lines_offer_no_table_of_one_s_own() -> None:
    """Help does not list the command, and typing it gets an error that says why."""
    ann = Guest(house())
    said = "\n".join(ann.type("help"))
    assert not any(one in said for one in OPENING)
    assert "join a table by its code: join FAM1" in said


def test_nobody_but_the_host_opens_a_table() -> None:
    """A guest may not open a table by typing the command, nor by quick play while the host's table is full."""
    lobby = house()
    ann = Guest(lobby)
    refusal = "Only the host can open a table here. Join the host's table, or watch it."
    assert refusal in ann.type("new")
    for name in ("Bob", "Cat", "Dan"):
        lobby.join(Person(name))
    assert refusal in ann.type("quick")
    assert ["FAM"] == [*lobby.lobby.tables]


def test_the_help_over_ssh_offers_no_table_of_one_s_own() -> None:
    """It names the same commands without what they would open."""
    said = help_text(Words("en"), may_open=False)
    assert not any(one in said for one in OPENING)
    assert "join table CODE" in said
    assert any(one in help_text(Words("en")) for one in OPENING)
