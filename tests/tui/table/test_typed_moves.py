"""Cards typed on the full screen after `:`: read, refused and completed as in lines of text."""

import pytest
from textual.events import Paste

from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.game.view import Phase
from uno_tui.i18n import Words
from uno_tui.tui.table.scene import TableMode

HAND = "r2 r5 r5 r7 b1 W"
LEGAL = "r2 r5 r5x2 r7@2 r7@3 W:r W:y W:g W:b draw"


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("r5", "r5"),
        ("red 5", "r5"),
        ("რ5", "r5"),
        ("r5 x2", "r5x2"),
        ("w red", "W:r"),
        ("W:g", "W:g"),
        ("r7 @2", "r7@2"),
        ("r7 otto", "r7@3"),
        ("draw", "draw"),
        ("1", "r2"),
        ("2", "r5"),
        ("b1", "b1"),
        ("r9", "r9"),
    ],
)
async def test_a_typed_card_is_played(typed: str, asked: str) -> None:
    """Notation, names, colors, seats and numbers as in lines; what is not legal goes to the table, which says why."""
    async with playing(table(hand=HAND, legal=LEGAL)) as person:
        await person.press("colon")
        assert "Type a card, such as r5, w red or r7 @2." in person.text
        assert [asked] == await person.press(*("space" if char == " " else char for char in typed), "enter")
        assert "Your turn" in person.text


@pytest.mark.parametrize("key", ["colon", "slash"])
async def test_the_foot_names_the_key_that_cancels(key: str) -> None:
    """While a card or a message is typed, the foot names Enter and Esc, and Esc closes the line."""
    async with playing(table(hand=HAND, legal=LEGAL)) as person:
        await person.press(key, "r")
        assert " Esc  cancel " in person.rows[-1]
        assert [] == await person.press("escape")
        assert person.screen.scene.mode is TableMode.TABLE


async def test_what_is_missing_is_asked_for() -> None:
    """A wild without a color opens the colors, a 7 without a seat the seats; going back leaves the card in the hand."""
    async with playing(table(hand=HAND, legal=LEGAL)) as person:
        assert [] == await person.press("colon", "w", "enter")
        assert "Choose a color." in person.text
        assert ["W:g"] == await person.press("g")
        assert [] == await person.press("colon", "r", "7", "enter")
        assert "Choose a player." in person.text
        assert ["r7@3"] == await person.press("3")
        assert [] == await person.press("colon", "w", "enter", "escape")
        assert person.screen.scene.mode is TableMode.TABLE


async def test_uno_can_be_typed_with_the_card() -> None:
    """`!` or the word calls UNO with the play."""
    for typed in ("r5!", "r5 uno"):
        async with playing(table(hand="r5 b1", legal="r5 r5! draw")) as person:
            assert ["r5!"] == await person.press(
                "colon", *("space" if char == " " else char for char in typed), "enter"
            )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("xyz", "Which card? Type its number or name, such as 1 or r2."),
        ("30", "You have no card 30: you have 6 cards."),
        ("r7 @9", "No player is called 9. Players: 1 Zed, 2 Ann, 3 Otto, 4 Kim."),
    ],
)
async def test_what_cannot_be_read_is_refused_as_in_lines(typed: str, said: str) -> None:
    """The sentence is that of lines, below the prompt, in the person's language."""
    async with playing(table(hand=HAND, legal=LEGAL)) as person:
        assert [] == await person.press("colon", *("space" if char == " " else char for char in typed), "enter")
        assert said in " ".join(person.text.split())
    async with playing(table(hand=HAND, legal=LEGAL), words=Words("ms")) as person:
        await person.press("colon", "x", "enter")
        assert "Kad mana? Taip nombor atau namanya, contohnya 1 atau r2." in person.text


async def test_a_number_never_plays_a_card_that_has_just_changed() -> None:
    """A number that meant another card a moment ago plays nothing, and the screen says so."""
    async with playing(table(hand=HAND, legal=LEGAL)) as person:
        person.screen.shown_scenes.clock = float  # no time passes
        await person.press("colon", "1")
        await person.send(table(hand="r2 y2 r5", legal="y2 draw", version=8))
        assert [] == await person.press("enter")
        assert "The screen changed just before that" in person.text


async def test_the_first_color_of_a_round_can_be_typed() -> None:
    """While a color is to be chosen, a color is read."""
    view = table(hand=HAND, legal="color:r color:y color:g color:b", phase=Phase.COLOR, top="W")
    async with playing(view) as person:
        assert ["color:y"] == await person.press("colon", *"yellow", "enter")


async def test_a_pasted_card_and_an_empty_line() -> None:
    """Pasted text that begins with a colon is typed; an empty line and Esc do nothing; who watches has no such key."""
    async with playing(table(hand=HAND, legal=LEGAL)) as person:
        person.app.post_message(Paste(":b1"))
        await person.pilot.pause()
        assert ["b1"] == await person.press("enter")
        assert [] == await person.press("colon", "enter")
        assert [] == await person.press("colon", "r", "5", "escape")
        assert person.screen.scene.mode is TableMode.TABLE
    async with playing(table(you=None)) as person:
        await person.press("colon")
        assert "That key does nothing here." in person.text
