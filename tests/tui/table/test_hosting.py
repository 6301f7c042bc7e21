"""The commands outside the match: the host's rights, free seats, and mute."""

import re

import pytest

from tests.pseudo import PseudoWords
from tests.tables import House, Person
from tests.tui.visiting import Visiting, visiting
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Ending, Right, Sitter
from uno_tui.tui.form.screen import FormScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.scene import TableMode

ZOE = User("ssh:zoe", "Zoe")


def names(zoe: Visiting) -> list[str]:
    """The names of the commands that work now."""
    return [one.name for one in TABLE.working(zoe.table.scene)]


async def test_the_host_sends_somebody_away() -> None:
    """K asks for a seat, its number and a yes remove that person; only seats the host may remove can be named."""
    house = House()
    async with visiting(house, code="DEN") as zoe:
        bob = house.join(Person("Bob"), "DEN")
        await zoe.pilot.pause()
        await zoe.press("K")
        assert "Remove who?" in zoe.text
        await zoe.press("3")
        assert "Remove who?" in zoe.text
        await zoe.press("2")
        assert "Remove Bob?" in zoe.text
        assert not bob.ending
        await zoe.press("y")
        assert Ending.KICKED is bob.ending
        assert "You removed Bob" in zoe.text
        assert "kick" not in names(zoe)


async def test_a_bot_is_sent_away_before_the_start_by_mouse() -> None:
    """The rows of seats that can be named can be clicked."""
    house = House()
    async with visiting(house) as zoe:
        await zoe.press("n", "down", "right", "enter", "K")
        await zoe.click("seat", 3)
        assert Sitter.NOBODY is zoe.table.scene.view.seats[3].sitter


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_host_reads_that_bots_take_the_free_seats(size: tuple[int, int]) -> None:
    """Before the match the prompt names the key that starts it with bots; others, and tables without, lack that."""
    said = "Press n to start the match; bots take the free seats."
    house = House()
    async with visiting(house, size, code="DEN") as zoe:
        assert "You opened table DEN" in zoe.text
        assert said in zoe.text
        bob = house.join(Person("Bob"), "DEN")
        assert bob.view.fills
        await zoe.pilot.pause()
        assert "Bob sat down" in " ".join(zoe.text.split())
        assert said in zoe.text
        await zoe.press("W")
        assert said not in zoe.text
        await zoe.press("2", "y")
        assert said not in zoe.text
    house = House(defaults=TableOptions(fill=False))
    async with visiting(house, size, code="DEN") as zoe:
        assert "Waiting for players" in zoe.text
        assert said not in zoe.text


async def test_the_host_passes_the_role_on() -> None:
    """W, a number and a yes make that person the host, with the host's keys."""
    house = House()
    async with visiting(house, code="DEN") as zoe:
        bob = house.join(Person("Bob"), "DEN")
        await zoe.pilot.pause()
        assert {"kick", "host", "options", "start"} <= set(names(zoe))
        await zoe.press("W", "2", "y")
        assert Right.START in bob.view.rights
        assert not {"kick", "host", "options", "start"} & set(names(zoe))


async def test_the_host_changes_the_rules_before_the_deal() -> None:
    """O opens the form with the table's rules; Enter sets them; q discards changes, and says so."""
    house = House()
    async with visiting(house, code="DEN") as zoe:
        await zoe.press("O", "q")
        assert "The rules were not changed." not in zoe.text
        await zoe.press("O", "right", "q")
        assert "The rules were not changed." in zoe.text
        assert "classic" == zoe.table.scene.view.rules.text
        await zoe.press("O")
        assert isinstance(zoe.app.screen, FormScreen)
        assert "Seats" not in zoe.text
        await zoe.press("right", "enter")
        assert "official" == zoe.table.scene.view.rules.text
        assert "You changed" in zoe.text
        await zoe.press("n")
        assert "options" not in names(zoe)


async def test_who_watches_sits_down() -> None:
    """S takes the only free seat, or asks which of several."""
    house = House()
    house.open(Person("Ann"), seats=3)
    async with visiting(house) as zoe:
        await zoe.press("w", "s")
        assert "Which seat do you want?" in zoe.text
        await zoe.press("3")
        assert 2 == zoe.table.scene.view.you
        assert "sit" not in names(zoe)


async def test_a_question_that_is_past_goes_away() -> None:
    """The question ends when no seat is left that can be named."""
    house = House()
    async with visiting(house, code="DEN") as zoe:
        bob = house.join(Person("Bob"), "DEN")
        await zoe.pilot.pause()
        await zoe.press("K")
        bob.handle.leave()
        await zoe.pilot.pause()
        assert TableMode.TABLE is zoe.table.scene.mode
        await zoe.press("K", "W")
        assert TableMode.TABLE is zoe.table.scene.mode


async def test_a_question_can_be_left() -> None:
    """Q goes back without a request to the table."""
    house = House()
    async with visiting(house, code="DEN") as zoe:
        bob = house.join(Person("Bob"), "DEN")
        await zoe.pilot.pause()
        await zoe.press("K", "q", "2")
        assert bob.ending is None
        assert TableMode.TABLE is zoe.table.scene.mode


async def test_chat_is_hidden_by_person_and_altogether() -> None:
    """M and a number mute a person, M M everybody; others still see the chat, and it can be undone."""
    house = House()
    async with visiting(house, (120, 40), code="DEN") as zoe:
        bob = house.join(Person("Bob"), "DEN")
        cat = house.join(Person("Cat"), "DEN")
        await zoe.pilot.pause()
        await zoe.press("M", "2")
        bob.handle.chat("buy this")
        cat.handle.chat("hello")
        await zoe.pilot.pause()
        assert "buy this" not in zoe.text
        assert "hello" in zoe.text
        await zoe.press("L")
        assert "buy this" not in zoe.text
        await zoe.press("q", "M", "M")
        assert "hello" not in zoe.text
        await zoe.press("M", "M", "M", "2")
        assert "buy this" in zoe.text
        assert "hello" in zoe.text


async def test_a_person_muted_by_typing_is_shown_again_by_the_key() -> None:
    """The mute key and the typed commands /mute and /unmute change the same state."""
    house = House()
    async with visiting(house, (120, 40), code="DEN") as zoe:
        bob = house.join(Person("Bob"), "DEN")
        await zoe.pilot.pause()
        await zoe.press("slash", *"/mute", "space", *"Bob", "enter")
        bob.handle.chat("buy this")
        await zoe.pilot.pause()
        assert "buy this" not in zoe.text
        await zoe.press("M", "2")
        assert "Bob's messages are shown again." in zoe.text
        assert "buy this" in zoe.text
        await zoe.press("M", "2")
        assert "Bob's messages are hidden." in zoe.text
        await zoe.press("slash", *"/unmute", "space", *"Bob", "enter")
        assert "Bob's messages are shown again." in zoe.text
        assert "buy this" in zoe.text


async def test_questions_are_in_the_session_s_words() -> None:
    """In the pseudo-language every letter of a question is marked, except in names and keys."""
    house = House()
    async with visiting(house, code="DEN", session=SessionOptions(words=PseudoWords())) as zoe:
        bob = house.join(Person("Bob"), "DEN")
        await zoe.pilot.pause()
        bob.handle.chat("1 2 3")
        for keys in (("K",), ("q", "W"), ("q", "M"), ("2",), ("M", "M"), ("question_mark",)):
            await zoe.press(*keys)
            text = re.sub(r"\b(?:Bob|Zoe|DEN|[A-Zacdknqsuvx])\b", "", zoe.text)
            assert (keys, []) == (keys, re.findall("[a-zA-Z]+", text))
