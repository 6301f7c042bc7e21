"""The page of settings, the invitation, and how a person notices their turn elsewhere."""

from dataclasses import replace
from time import monotonic
from typing import Any

import pytest

from tests.pseudo import PseudoWords
from tests.tui.playing import Playing, playing
from tests.tui.scenes import over, table
from tests.tui.table.test_keys import waiting
from tests.tui.table.test_screens import unmarked
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.local.setting_rows import SETTINGS
from uno_tui.local.settings import Settings
from uno_tui.table.protocol import Deadline
from uno_tui.tui.app import UnoApp
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.session_screen import SessionSettingsScreen

MINE = "r2 r5 rS draw"
CODE = ("█▀▀█", "█▄▄█")
INVITED = ("Others type this line:", "", "  ssh -t 192.168.1.7 join K7Q2", "", *CODE)


def page(person: Playing) -> list[str]:
    """Return what the page of settings shows."""
    screen = person.app.screen
    assert isinstance(screen, SessionSettingsScreen)
    assert screen.body.canvas is not None
    return ["".join(row).rstrip() for row in screen.body.canvas.chars]


async def test_settings_hold_at_once_and_are_kept() -> None:
    """Each setting is changed by keys; a change shows at once and is saved."""
    kept: list[Settings] = []
    async with playing(table(legal=MINE), session=SessionOptions(lessons=True, keep=kept.append)) as person:
        await person.press("S")
        assert "  theme" in page(person)[2]
        await person.press("right", "right")
        assert "color-blind" == kept[-1].theme == person.screen.appearance.palette.name
        await person.press(
            "down", "left", "down", "enter", "down", "space", *["down", "right"] * 5, "down", "down", "down", "right"
        )
        chosen: dict[str, Any] = {
            "bell": True, "notify": False, "cursor": False, "motion": True, "table": "round", "ascii": True,
            "lessons": False, "pace": "normal",
        }  # fmt: skip  # a table
        assert Settings(theme="color-blind", language="ms", taught=("color",), **chosen) == kept[-1]
        await person.press("down", "left", *["up"] * 11, "right", "q")
        assert "en" == kept[-1].language
        assert person.screen.session.settings == kept[-1]
        assert person.text.isascii()
        assert "Your turn" in person.text
        assert "classic" == person.screen.appearance.palette.name
    assert person.app.session.settings == kept[-1]


async def test_the_first_and_the_last_setting_have_their_keys() -> None:
    """Home and End select the first and the last row, the arrow keys wrap around, and `?` lists these keys."""
    async with playing(table(legal=MINE)) as person:
        await person.press("S")
        for key, label in (("end", "bots'"), ("home", "theme"), ("up", "bots'"), ("down", "theme")):
            await person.press(key)
            assert [label] == [row.split()[0] for row in page(person) if "←" in row]
        await person.press("question_mark")
        for text in ("Home", "Go to the first row.", "End", "Go to the last row."):
            assert text in person.text
        await person.press("q")
        assert "Settings" in page(person)[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_every_setting_can_be_seen(size: tuple[int, int], language: str) -> None:
    """The selected row, its value and its explanation are on the screen at every size."""
    words = Words(language)
    async with playing(table(legal=MINE), size, session=SessionOptions(words=words)) as person:
        await person.press("S")
        for row in SETTINGS:
            rows = page(person)
            (place,) = [at for at, text in enumerate(rows) if "\u2190" in text]
            assert words(row.label) in rows[place]
            below = "".join("".join(rows[place + 1 :]).split())
            assert "".join(words(row.help).split()) in below
            await person.press("down")


async def test_settings_by_mouse() -> None:
    """A click selects a row; a second click changes its value."""
    async with playing(table(legal=MINE), (60, 20)) as person:
        await person.press("S")
        for _ in range(2):
            await person.pilot.click(person.app.screen.query_one("#tuning"), offset=(5, 4))
            await person.pilot.pause()
        assert person.app.session.bell


async def test_the_theme_key_is_remembered() -> None:
    """T takes the next theme, and it is saved for the next session."""
    kept: list[Settings] = []
    async with playing(table(legal=MINE), session=SessionOptions(keep=kept.append)) as person:
        await person.press("T")
        assert ["color-blind"] == [one.theme for one in kept]


async def test_every_letter_of_the_settings_is_in_the_language() -> None:
    """In the pseudo-language every letter on the page is marked, except in names of themes and languages."""
    async with playing(table(), session=SessionOptions(words=PseudoWords())) as person:
        await person.press("S")
        assert ["classic", "en", "pseudo"] == unmarked("\n".join(page(person)))


async def test_an_invitation_is_shown_before_the_start_and_by_its_key() -> None:
    """A host's invitation is shown next to the seats until the start, and on pressing i at any time."""
    async with playing(waiting(), (120, 40), session=SessionOptions(invitation=INVITED)) as person:
        assert INVITED[2] in person.text
        assert CODE[0] in person.text
        await person.send(table(legal=MINE))
        assert INVITED[2] not in person.text
        await person.press("i")
        assert [line in person.text for line in INVITED if line] == [True] * 4
    async with playing(waiting(), (80, 24), session=SessionOptions(invitation=INVITED, ascii=True)) as person:
        assert INVITED[2] in person.text
        assert "?" not in person.text.replace(" ? ", "")
    async with playing(table(legal=MINE)) as person:
        await person.press("i")
        assert not isinstance(person.app.screen, PageScreen)


@pytest.mark.parametrize("key", ["question_mark", "L", "R"])
async def test_a_page_tells_that_one_s_turn_has_come(key: str) -> None:
    """The title of a page over the table shows when the person's turn begins, and no longer when it ends."""
    async with playing(table(turn=1)) as person:
        await person.press(key)
        assert "Your turn" not in person.rows[0]
        await person.send(table(legal=MINE, version=8))
        assert "Your turn" in person.rows[0]
        await person.send(table(turn=1, version=9))
        assert "Your turn" not in person.rows[0]


async def test_the_bell_rings_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bell, if it is on, rings once when the person's turn begins."""
    rung: list[bool] = []
    monkeypatch.setattr(UnoApp, "bell", lambda app: rung.append(app.session.bell))
    for bell in (True, False):
        async with playing(table(turn=1), session=SessionOptions(bell=bell)) as person:
            for view in (table(legal=MINE, version=8), table(legal=MINE, version=9), table(turn=1, version=10)):
                await person.send(view)
    assert [True] == rung


async def test_the_window_s_title_tells_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The title of the terminal's window changes only when the person's turn begins or ends."""
    titles: list[str] = []
    monkeypatch.setattr(UnoApp, "send_title", lambda app, text: titles.append(text))
    async with playing(table(turn=1)) as person:
        for view in (table(turn=2, version=8), table(legal=MINE, version=9), table(turn=1, version=10)):
            await person.send(view)
    assert ["UNO", "UNO: your turn", "UNO"] == titles


async def test_a_clock_that_starts_anew_keeps_its_timer() -> None:
    """With a turn clock, moves do not each start a timer, and the clock is shown correctly."""
    async with playing(table(turn=1, deadline=Deadline(60, monotonic()))) as person:
        timer = person.screen.clock.timer
        assert timer is not None
        await person.send(table(turn=2, version=8, deadline=Deadline(60, monotonic())))
        assert timer is person.screen.clock.timer
        await person.send(table(turn=3, version=9, deadline=Deadline(20, monotonic())))
        assert timer is not person.screen.clock.timer
        assert "20 seconds" in person.text
        await person.send(table(turn=1, version=10))
        assert "seconds" not in person.text


async def test_the_next_round_is_counted_down() -> None:
    """After a round the clock shows when the next one begins."""
    async with playing(replace(over(), deadline=Deadline(9.5, monotonic()))) as person:
        assert "next round in 10 seconds" in person.rows[0]
