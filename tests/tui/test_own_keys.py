"""Changed keys: they replace the usual ones, every screen shows them, and conflicts are reported."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste

from tests.tables import House
from tests.tui.menu.test_start import starting
from tests.tui.playing import Playing, playing
from tests.tui.scenes import table
from tests.tui.visiting import visiting
from uno_tui.local.own_keys import COMMANDS, OwnKeys
from uno_tui.local.settings import Settings
from uno_tui.tui.keyboard.session_keys import USUAL
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.key_tables import SCREENS, keyboard_for
from uno_tui.tui.settings.keys_page import KeysScreen
from uno_tui.tui.settings.session_screen import SessionSettingsScreen
from uno_tui.tui.table.scene import TableMode

MINE = "r2 r5 rS draw"


def session(**keys: str) -> SessionOptions:
    """Return the options of a session with these keys."""
    return SessionOptions(keys=OwnKeys.of(keys))


def page(person: Any) -> list[str]:
    """Return the rows of the page of keys."""
    screen = person.app.screen
    assert isinstance(screen, KeysScreen)
    assert screen.body.canvas is not None
    return ["".join(row).rstrip() for row in screen.body.canvas.chars]


def test_every_command_that_can_have_other_keys_is_in_a_key_table() -> None:
    """The names that the settings file accepts are those of the key tables, each in the page of keys."""
    assert COMMANDS == {name for _screen, one in SCREENS for name in map(one.setting, one.names - {*one.clicks})} - {""}


async def test_a_changed_key_works_and_the_usual_one_does_nothing() -> None:
    """The new key runs the command, on other keyboards and with Caps Lock too; the foot, help and answers name it."""
    async with playing(table(legal=MINE), session=session(draw="v", help="F2", left="z", right="Tab")) as person:
        assert " v  draw" in person.text
        assert " d  draw" not in person.text
        for key in ("v", "V", "ვ"):
            assert await person.press(key) == ["draw"]
        assert await person.press("d") == []
        assert "That key does nothing here. Press F2 to see the keys." in person.text
        await person.press("right", "tab")
        assert 2 == person.screen.scene.selected
        await person.press("left", "z")
        assert 0 == person.screen.scene.selected
        await person.press("f2")
        assert isinstance(person.app.screen, PageScreen)
        for line in ("v Draw instead of playing.", "Tab Select the card to the right. Also: →."):
            assert line in [" ".join(row.split()) for row in person.rows]
        await person.press("f2")
        assert not isinstance(person.app.screen, PageScreen)


async def test_lessons_and_questions_name_changed_keys() -> None:
    """Lessons and color choices name the person's own keys."""
    keys = {"play": "Tab", "left": "z", "right": "f", "lessons": "w"}
    taught = replace(session(**keys), lessons=True)
    async with playing(table(turn=1), session=taught) as person:
        await person.send(table(legal="r2 r5 rS draw", version=8))
        assert "To play it: 1, or z f and Tab." in " ".join(person.text.split())
        assert " w  end lessons" in person.text
    wild = table(hand="W b1", legal="W:r W:y W:g W:b draw")
    async with playing(wild, session=session(red="z")) as person:
        await person.press("enter")
        assert person.screen.scene.mode is TableMode.COLOR
        assert "z  red" in person.text
        assert await person.press("r") == []
        assert await person.press("z") == ["W:r"]


async def test_keys_that_always_work_stay() -> None:
    """With every possible change, Ctrl-C asks to leave, F1 shows the keys, Esc returns and arrows select."""
    changed = session(leave="X", help="F2", left="z", right="b")

    async with playing(table(legal=MINE), session=changed) as person:

        def mode() -> TableMode:
            return person.screen.scene.mode

        await person.press("right", "f1")
        assert isinstance(person.app.screen, PageScreen)
        assert person.text.rstrip().splitlines()[-1].startswith(" X  back")
        await person.press("X", "ctrl+c")
        assert mode() is TableMode.LEAVE
        await person.press("escape", "X")
        assert mode() is TableMode.LEAVE
        await person.press("n", "q")
        assert mode() is TableMode.TABLE
        person.app.post_message(Paste("/hello"))
        await person.pilot.pause()
        assert mode() is TableMode.TALK


@pytest.mark.parametrize(
    ("keys", "kept", "said"),
    [
        ({"draw": "k"}, {}, "k is already used: Keep the card you drew. draw keeps its usual key."),
        ({"draw": "k", "keep": "d"}, {"draw": "k", "keep": "d"}, ""),
        ({"draw": "y"}, {}, "y is already used: Choose yellow. draw keeps its usual key."),
        ({"draw": "n", "deal": "v", "start": "v", "rematch": "v"}, {"draw": "n", "deal": "v"}, ""),
        ({"down": "j"}, {}, "j is already used: Look for games on this network. down keeps its usual key."),
        ({"down": "j", "start_join": "a"}, {"down": "j", "start_join": "a"}, ""),
        ({"sort": "Space"}, {}, "Space is already used: Let the bots play at once until your turn."),
        ({"draw": "ლ"}, {}, "l is already used: Select the card to the right."),
    ],
)
async def test_a_key_of_another_command_is_left_out_and_told(
    keys: dict[str, str], kept: dict[str, str], said: str
) -> None:
    """A conflict names the key and what it does; commands that change places, or meet in no scene, are none."""
    own = OwnKeys.of(keys)
    used = keyboard_for(own)[0].own
    assert kept.items() <= used.settings.items()
    async with playing(table(legal=MINE), session=SessionOptions(keys=own)) as person:
        assert (said != "") is ("is already used" in person.text)
        assert said in " ".join(person.text.split())


async def test_the_lobby_its_menu_and_the_start_screen_name_changed_keys(tmp_path: Path) -> None:
    """The menu at the head of the lobby, its sentences and the rows of the start screen show the person's keys."""
    async with visiting(House(), session=session(quick="a", new="Insert", talk=";")) as person:
        for text in (" a  quick play", " Insert  new table", "Press a to play at once", "or Insert to open a table"):
            assert text in person.text
        assert "Press ; to say something." in person.text
        await person.press("insert")
        assert "A new table" in person.text
    async with starting(tmp_path, keys=OwnKeys.of({"start_play": "x", "settings": "E"})) as start:
        assert " x  Play " in start.text
        assert " E  Settings" in start.text


async def change(person: Playing, *keys: str) -> str:
    """Open the page of keys from the table, press keys there, and return what it answers."""
    await person.press("S", "end", "up", "enter", *keys)
    return page(person)[-1].strip()


async def test_a_key_is_changed_in_the_settings() -> None:
    """The page shows each command; a new key works at once everywhere and is saved; reset brings the usual one back."""
    kept: list[Settings] = []
    options = SessionOptions(keep=kept.append)
    async with playing(table(legal=MINE), session=options) as person:
        assert "v: Draw instead of playing." == await change(person, *["down"] * 10, "enter", "v")
        assert any(row.split()[:4] == ["»", "v", "*", "Draw"] for row in page(person))
        assert {"draw": "v"} == kept[-1].keys
        await person.press("q")
        assert isinstance(person.app.screen, SessionSettingsScreen)
        assert ("keys", "1 changed") in person.app.screen.scene.rows
        await person.press("q")
        assert await person.press("v") == ["draw"]
        assert "The command has its usual key." == await change(person, *["down"] * 10, "backspace")
        assert {} == kept[-1].keys
        await person.press("enter", "v", "down", "enter", "w", "R")
        assert {} == kept[-1].keys
        await person.press("q", "q")
        assert await person.press("d") == ["draw"]


async def test_the_page_refuses_in_words() -> None:
    """A key of another command, one that never changes, and one that cannot be chosen are refused; Esc changes none."""
    async with playing(table(legal=MINE), (60, 20)) as person:
        await change(person, *["down"] * 10, "enter", "y")
        refused = "y is already used: Choose yellow. Press it again to swap the keys."
        assert refused in " ".join(" ".join(page(person)).split())
        await person.press("escape", "enter", "n")
        refused = "n is already used: Deal the next round. Choose another key, or change that one first."
        assert refused in " ".join(" ".join(page(person)).split())
        for key, said in (("home", "Home always does the same thing."), ("shift+f7", "That key cannot be chosen.")):
            await person.press("enter", key)
            assert said in " ".join(page(person))
        await person.press("enter")
        assert any(row.strip().startswith("Press the new key, or Esc") for row in page(person))
        await person.press("escape")
        assert "settings.toml: draw" in page(person)[-2]
        await person.press("q", "q")
        assert await person.press("d") == ["draw"]


async def test_while_a_key_is_awaited_the_foot_shows_only_how_to_cancel() -> None:
    """The foot of the page shows what works: all of it, and nothing but Esc while any other key would be taken."""
    async with playing(table(legal=MINE)) as person:
        await change(person, "enter")
        screen = person.app.screen
        assert isinstance(screen, KeysScreen)
        assert ["Esc"] == [one.cap for one in screen.key_table.hints(screen.scene)]
        await person.press("escape")
        assert "Enter" in [one.cap for one in screen.key_table.hints(screen.scene)]


async def test_two_commands_change_keys() -> None:
    """The key of another command, pressed twice, is given in exchange; any other key after the first takes it back."""
    kept: list[Settings] = []
    async with playing(table(legal=MINE), session=SessionOptions(keep=kept.append)) as person:
        await change(person, *["down"] * 10, "enter", "k")
        assert "Press it again to swap the keys." in " ".join(page(person))
        assert [] == kept
        await person.press("k")
        assert {"draw": "k", "keep": "d"} == kept[-1].keys
        await person.press("enter", "t", "v")
        assert {"draw": "v", "keep": "d"} == kept[-1].keys
        await person.press("enter", "h", "h")
        assert {"draw": "h", "keep": "d", "left": "< v"} == kept[-1].keys
        await person.press("q", "q")
        assert await person.press("h") == ["draw"]


async def test_a_usual_key_that_was_given_away_is_not_taken_back() -> None:
    """Reset says which command has the key now."""
    own = {"draw": "k", "keep": "d"}
    async with playing(table(legal=MINE), session=session(**own)) as person:
        await change(person, *["down"] * 10, "delete")
        assert "d is already used: Keep the card you drew. Change that one first." in " ".join(page(person))
        assert person.screen.session.keys.settings == own


async def test_saved_settings_have_the_page_too(tmp_path: Path) -> None:
    """From the start screen, keys are changed by mouse as well, saved, and shown there at once."""
    async with starting(tmp_path) as person:
        await person.press("s", "end", *["up"] * 3, "enter", "end", "enter", "x")
        assert {"slower": "x"} == person.kept[-1].keys
        await person.press("q")
        assert "1 changed" in person.text


def test_sessions_with_equal_keys_share_a_keyboard() -> None:
    """Sessions without own keys share one keyboard, and those with equal ones another."""
    mine, too = (OwnKeys.of({"draw": "v"}) for _ in range(2))
    assert keyboard_for(OwnKeys())[0] is USUAL
    assert keyboard_for(mine)[0] is keyboard_for(too)[0] is not USUAL


async def test_own_keys_work_while_the_terminal_reports_no_focus() -> None:
    """A key that arrives after the terminal lost its focus acts as well, a usual one and one's own."""
    async with playing(table(legal=MINE), session=session(draw="v")) as person:
        person.app.app_focus = False
        assert await person.press("v") == ["draw"]
        assert await person.press("u") == ["uno"]
        person.app.app_focus = True
        await person.press("colon", "v")
        assert person.screen.scene.mode is TableMode.TYPE
