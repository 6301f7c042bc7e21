"""The start screen and its pages: rows by key, Enter and mouse; settings that show and are saved at once."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.pseudo import PseudoWords, unmarked
from tests.replays import NAMES, record
from tests.tui.widgets import click, drawn_rows
from uno_tui.daily import DailyHistory, DailyTry
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.local.kept_matches import InterruptedMatch
from uno_tui.local.last_used import LastUsed, StoredOptions
from uno_tui.local.record_folder import RecordFolder
from uno_tui.local.settings import Settings
from uno_tui.net.lan import Game
from uno_tui.table.options import TableOptions
from uno_tui.table.process.log import LogKey
from uno_tui.table.results import FinishedMatch
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.text import wrap
from uno_tui.tui.form.screen import FormScreen
from uno_tui.tui.menu.lists import continued, to_continue
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.menu.screen import MenuScreen
from uno_tui.tui.menu.start import StartChoice, StartContext, StartScreen, hosted
from uno_tui.tui.replay.screen import ReplayScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance
from uno_tui.tui.single_screen_app import SingleScreenApp

SIZES = [(80, 24), (60, 20), (120, 40), (40, 12), (200, 60)]


def game(name: str, code: str = "K7Q2") -> Game:
    return Game(
        service=f"{name}/{code}", name=name, addresses=("192.168.1.7",), port=2222, code=code, seats="4", free="3",
        rules="party", version="1", fingerprint="SHA256:x",
    )  # fmt: skip  # a value


class Network:
    """A network on which a test lets games appear and vanish."""

    def __init__(self, error: OSError | None = None) -> None:
        self.error = error
        self.changed: Callable[[tuple[Game, ...]], None] | None = None

    @contextlib.asynccontextmanager
    async def browse(self, changed: Callable[[tuple[Game, ...]], None]) -> AsyncIterator[None]:
        if self.error is not None:
            raise self.error
        self.changed = changed
        try:
            yield
        finally:
            self.changed = None

    def show(self, *games: Game) -> None:
        assert self.changed is not None
        self.changed(games)


@dataclass
class Starting:
    """A person at the start screen."""

    app: SingleScreenApp[StartChoice]
    pilot: Pilot[Any]
    network: Network
    kept: list[Settings] = field(default_factory=list)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    @property
    def widgets(self) -> Sequence[Any]:
        screen = self.app.screen
        if isinstance(screen, PageScreen):
            return [screen.page]
        if isinstance(screen, ReplayScreen):
            return screen.canvas_widgets
        assert isinstance(screen, MenuScreen | FormScreen)
        return [screen.body, screen.keys]

    @property
    def menu(self) -> MenuScreen[Any]:
        assert isinstance(self.app.screen, MenuScreen)
        return self.app.screen

    @property
    def at(self) -> str:
        """Class name of the screen on top."""
        return type(self.app.screen).__name__

    async def click(self, command: str, number: int | None = None) -> None:
        await click(self.pilot, self.widgets, command, number)

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(drawn_rows(self.widgets, *self.app.size))


NO_TRIES = DailyHistory((), 0)
LAST = LastUsed(play=StoredOptions(seats=3, bots=2, level="easy", rules="irish"))


@asynccontextmanager
async def starting(
    tmp_path: Path, size: tuple[int, int] = (80, 24), *, error: OSError | None = None, full: bool = False,
    answer: str = "", interrupted: tuple[InterruptedMatch, ...] = (), finished: tuple[FinishedMatch, ...] = (),
    daily: DailyHistory = NO_TRIES, **session: Any,
) -> AsyncIterator[Starting]:  # fmt: skip  # one line too long
    network, kept = Network(error), list[Settings]()

    def save(settings: Settings) -> None:
        if full:
            raise OSError(28, "No space left on device")
        kept.append(settings)

    def appearance_for(settings: Settings) -> Appearance:
        words = Words(settings.language) if settings.language else session.get("words", Words())
        plain, mono = settings.ascii or session.get("ascii", False), session.get("mono", False)
        return session_appearance(SessionOptions(words=words, theme=settings.theme, ascii=plain, mono=mono))[0]

    start = StartContext(
        last=LAST, records=RecordFolder(tmp_path), browse=network.browse, settings=Settings(),
        daily=daily, save=save,
        appearance_for=appearance_for, themes=tmp_path / "themes", answer=answer, bad=bool(answer),
        interrupted=interrupted, finished=finished,
    )  # fmt: skip  # a value
    app = SingleScreenApp[StartChoice](SessionOptions(**session), lambda appearance, _: StartScreen(appearance, start))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Starting(app, pilot, network, kept)


@pytest.mark.parametrize("size", SIZES)
async def test_an_interrupted_match_is_offered_first(tmp_path: Path, size: tuple[int, int]) -> None:
    """Its row is selected, so Enter continues it, as its key does; only the smallest screen has a row below."""
    match = InterruptedMatch(tmp_path, LogKey("FAM", "1"), 1_700_000_000, TableOptions(), ("Ada", "Bran"))
    for key in ("enter", "c"):
        async with starting(tmp_path, size, interrupted=(match,)) as person:
            for part in (
                "Continue",
                "Play",
                "Host",
                "Join",
                "Replay",
                "Rules",
                "Settings",
                "Started 2023-11-1",
            ):
                assert part in person.text
            assert ("1 more below" if size == (40, 12) else "Quit") in person.text
            await person.press(key)
            assert StartChoice(match=match) == person.app.result
    async with starting(tmp_path, size) as person:
        await person.press("c")
        assert "StartScreen" == person.at
        assert "Continue" not in person.text


@pytest.mark.parametrize("size", SIZES)
async def test_older_interrupted_matches_are_offered(tmp_path: Path, size: tuple[int, int]) -> None:
    """With several, the newest stands in the row with the number of others, and the list offers each."""
    matches = tuple(
        InterruptedMatch(tmp_path, LogKey(code, "1"), 1_700_000_000 - at * 86_400, TableOptions(), names)
        for at, (code, names) in enumerate({"NEW": ("Ada", "Bran"), "OLD": ("Cleo",), "OLDEST": ("Dato",)}.items())
    )
    for keys, chosen in ((("c", "enter"), 0), (("enter", "down", "down", "enter"), 2)):
        async with starting(tmp_path, size, interrupted=matches) as person:
            assert "3 matches, the newest from 2023-11-1" in " ".join(person.text.split())
            await person.press(keys[0])
            assert "InterruptedScreen" == person.at
            for part in ("Continue which match?", "2023-11-1", "Ada, Bran; classic", "Cleo; classic", "Dato; classic"):
                assert part in person.text
            await person.press(*keys[1:])
            assert StartChoice(match=matches[chosen]) == person.app.result
    async with starting(tmp_path, size, interrupted=matches) as person:
        await person.press("c", "q")
        assert ("StartScreen", None) == (person.at, person.app.result)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_many_names_some(language: str) -> None:
    """A match of ten fits into two lines of sixty cells, with its rules at the end; many matches, into half of one."""
    names = ("Aleksandra", "Bartholomew", "Christopher", *(f"Bot {number}" for number in range(6)))
    match = InterruptedMatch(Path(), LogKey("FAM", "1"), 1_700_000_000, TableOptions(), names)
    words = Words(language)
    assert 50 >= cell_len(to_continue(words, (match,) * 12))
    assert to_continue(words, (match,)) in continued(words, match)
    text = continued(words, match)
    assert 2 >= len(wrap(text, 57))
    assert "classic" in text
    assert "7" in text.replace("2023-11-14", "").replace("1_700", "")


async def test_own_statistics(tmp_path: Path) -> None:
    """The totals stand below the menu, and `t` opens them by preset and level."""
    finished = tuple(FinishedMatch(at, "party" if at else "quick", "easy", won=at > 0) for at in range(3))
    async with starting(tmp_path, finished=finished) as person:
        assert "3 matches, 2 wins; current streak 2, best streak 2" in person.text
        assert "New to UNO?" not in person.text
        await person.press("t")
        assert "party, easy bot: 2 matches, 2 wins; current streak 2, best streak 2" in person.text
        assert "quick, easy bot: 1 match, 0 wins; current streak 0, best streak 0" in person.text


@pytest.mark.parametrize("size", SIZES)
async def test_all_is_offered(tmp_path: Path, size: tuple[int, int]) -> None:
    """At every size all rows are visible, and the explanation of the selected one."""
    async with starting(tmp_path, size) as person:
        for part in ("Play", "Host", "Join", "Replay", "Rules", "Settings", "Quit", "2 bots, easy"):
            assert part in person.text
        assert "New to UNO? Play: the game explains" in person.text
        assert (["r", "y", "g", "b", "W"][0] in person.text) is True
        await person.pilot.resize_terminal(30, 8)
        await person.pilot.pause()
        assert "larger" in person.text
        await person.pilot.resize_terminal(*size)
        await person.pilot.pause()
        assert "2 bots, easy" in person.text


@pytest.mark.parametrize("way", ["key", "enter", "mouse"])
async def test_play_and_host_as_last_time(tmp_path: Path, way: str) -> None:
    """Play and Host use the options of the last time, by key, Enter or click."""
    for place, name, key in ((0, "play", "p"), (2, "host", "h")):
        async with starting(tmp_path) as person:
            if way == "key":
                await person.press(key)
            elif way == "enter":
                await person.press(*["down"] * place, "enter")
            else:
                await person.click("row", place)
            wish = person.app.result
            assert wish is not None
            options = wish.play if name == "play" else wish.host
            assert (LAST.play if name == "play" else LAST.host).options == options
            assert 0 == person.app.return_code


async def test_the_daily_deal(tmp_path: Path) -> None:
    """It is played by key; once it was, its page opens instead."""
    async with starting(tmp_path) as person:
        await person.press("d")
        assert StartChoice(daily=True) == person.app.result
    done = DailyHistory((DailyTry(date(2026, 12, 1), True, 87, 14, 1),), 1_796_126_400)
    async with starting(tmp_path, daily=done) as person:
        assert "Today: 87 points in 14 moves, streak 1" in person.text
        await person.press("d")
        assert "PageScreen" == person.at
        assert "UNO daily 2026-12-01: 87 points in 14 moves, streak 1" in person.text


async def test_play_by_other_options(tmp_path: Path) -> None:
    """The form has the options of the last time; confirming it starts play, with bots on all other seats."""
    async with starting(tmp_path) as person:
        await person.press("o")
        assert isinstance(person.app.screen, FormScreen)
        for text in ("A new match", "Bots", "How many bots you play against.", "Enter  play"):
            assert text in person.text
        for text in ("table", "Seats"):
            assert text not in person.text
        await person.press("q")
        assert "Your changes to the options were not kept." not in person.text
        await person.press("o", "4", "q")
        assert "Your changes to the options were not kept." in person.text
        await person.press("o", "4", "enter")
        assert person.app.result == StartChoice(
            play=TableOptions(seats=5, bots=4, level="easy", rules=PRESETS["irish"])
        )
    async with starting(tmp_path) as person:
        await person.press("down", "down", "o", "2", "enter")
        assert person.app.result == StartChoice(host=TableOptions(seats=2))


async def test_escape_ends_a_number_before_it_leaves_the_form(tmp_path: Path) -> None:
    """The first Escape keeps the typed number and all other changes, and the second leaves; a typed 0 is shown as 0."""
    async with starting(tmp_path) as person:
        await person.press("o", "4", "escape")
        assert "FormScreen" == person.at
        assert "4_" not in person.text
        await person.press("5")
        assert "5_" in person.text
        await person.press("escape", "0")
        assert "0_" in person.text
        assert "none" not in person.text
        await person.press("escape", "5", "escape", "escape")
        assert "FormScreen" != person.at
        assert "Your changes to the options were not kept." in person.text


async def test_quitting(tmp_path: Path) -> None:
    """q, Ctrl-C and the last row quit without a result."""
    for keys in (("q",), ("ctrl+c",), ("end", "enter")):
        async with starting(tmp_path) as person:
            await person.press(*keys)
            assert (None, 0) == (person.app.result, person.app.return_code)


async def test_escape_leaves_no_start_screen(tmp_path: Path) -> None:
    """Esc goes back to the start screen from its pages; pressed once too often, it does not end the program."""
    async with starting(tmp_path) as person:
        for keys in (("s",), ("R",), ("t",), ("question_mark",)):
            await person.press(*keys, "escape")
            assert isinstance(person.app.screen, StartScreen)
            await person.press("escape")
            assert isinstance(person.app.screen, StartScreen)


async def test_games_appear_and_vanish(tmp_path: Path) -> None:
    """The list follows the network, the selected game stays selected, and Enter joins it."""
    async with starting(tmp_path) as person:
        await person.press("j")
        assert "Searching for games" in person.text
        person.network.show(game("Ann"), game("Ben"))
        await person.pilot.pause()
        assert all(part in person.text for part in ("Ann", "Ben", "K7Q2", "1/4", "party"))
        await person.press("down")
        person.network.show(game("Ben"), game("Zoe"))
        await person.pilot.pause()
        assert ("Ann" in person.text, "Ben") == (False, person.menu.scene.row and person.menu.scene.row.label)
        await person.press("enter")
        assert person.app.result is not None
        assert person.app.result.join is not None
        assert person.app.result.join.game == game("Ben")
    assert person.network.changed is None


async def test_joining_by_address(tmp_path: Path) -> None:
    """An address can be typed; an empty line and Escape cancel; closing the page ends the search."""
    async with starting(tmp_path) as person:
        await person.press("j", "a", "escape", "a", "enter")
        assert "Searching for games" in person.text
        await person.press("q")
        await person.pilot.pause()
        assert (None, "StartScreen") == (person.network.changed, person.at)
        await person.press("j", "a", *"den", "colon", *"2300", "enter")
        assert person.app.result is not None
        assert person.app.result.join is not None
        assert "den:2300" == person.app.result.join.address


async def test_no_network_is_told(tmp_path: Path) -> None:
    """Without a network the page shows the reason, and an address can still be typed."""
    async with starting(tmp_path, error=OSError(101, "Network is unreachable")) as person:
        await person.press("j")
        await asyncio.wait_for(person.app.workers.wait_for_complete(), 5)
        await person.pilot.pause()
        assert "Network is unreachable" in person.text
        await person.press("a", "x", "enter")
        assert person.app.result is not None


async def test_kept_matches_are_replayed(tmp_path: Path) -> None:
    """Finished matches are listed with the newest first and can be opened; q goes back step by step."""
    times = iter([1_700_000_000.0, 1_700_086_400.0])
    records = RecordFolder(tmp_path, now=lambda: next(times))
    records.add(record("party hand_size=9 target=1", 10))
    records.add(record())
    async with starting(tmp_path) as person:
        await person.press("r")
        assert "; classic, Points to win: 200 points" in person.text
        assert person.text.index("2023-11-15") < person.text.index("2023-11-14")
        await person.press("enter")
        assert "ReplayScreen" == person.at
        assert "all hands shown" in person.text
        await person.press("right", "q", "q")
        assert "StartScreen" == person.at


async def test_what_is_no_record_is_told(tmp_path: Path) -> None:
    """A missing record, a wrong one, and one deleted meanwhile each give a message in the list."""
    async with starting(tmp_path) as person:
        await person.press("r")
        assert "You have not finished a match here yet." in person.text
    wrong = tmp_path / "match-20231114-221320.uno"
    wrong.write_text("hello\n")
    async with starting(tmp_path) as person:
        await person.press("r", "enter")
        assert "Line 1: This is not a match record." in person.text
        wrong.unlink()
        await person.press("enter")
        assert "No such file" in person.text


async def test_rules_of_any_preset(tmp_path: Path) -> None:
    """Each preset opens its rules."""
    async with starting(tmp_path) as person:
        await person.press("R", "down", "down", "enter")
        assert "Rules: irish" in person.text
        await person.press("q", "q")
        assert "StartScreen" == person.at


async def test_settings_are_seen_and_kept_at_once(tmp_path: Path) -> None:
    """Each change of a setting shows and is saved at once; the start screen then has the new look."""
    async with starting(tmp_path) as person:
        await person.press("s", "enter", *"Zoe", "enter")
        assert [Settings(name="Zoe")] == person.kept
        assert "Saved." in person.text
        await person.press("down", "right")
        theme = person.kept[-1].theme
        assert (theme, False) == (person.menu.appearance.palette.name, theme == "auto")
        await person.press("down", "right", "left", "down", "space", "down", "l", "down", "right")
        assert Settings(name="Zoe", theme=theme, bell=True, notify=False, cursor=False) == person.kept[-1]
        await person.press("down", "right", "down", "down", "right")
        chosen = {"motion": False, "bell": True, "notify": False, "cursor": False, "ascii": True}
        assert Settings(name="Zoe", theme=theme, **chosen) == person.kept[-1]  # type: ignore[arg-type]  # switches
        assert person.text.isascii()
        await person.press("left", "home", "enter", *["backspace"] * 3, "minus", "enter")
        assert ("", False) == (person.kept[-1].name, person.kept[-1].ascii)
        await person.click("row_more", 3)
        await person.click("row_less", 3)
        assert [False, True] == [settings.bell for settings in person.kept[-2:]]
        await person.press("q")
        assert (theme, "UNO in the terminal" in person.text) == (person.menu.appearance.palette.name, True)


async def test_settings_that_cannot_be_kept_are_told(tmp_path: Path) -> None:
    """If a change cannot be saved, the reason is shown, and the change lasts until the program ends."""
    async with starting(tmp_path, full=True) as person:
        await person.press("s", "down", *["right"] * 2)
        assert "No space left on device" in person.text
        assert "classic" != person.menu.appearance.palette.name


async def test_a_wrong_theme_of_one_s_own_is_told(tmp_path: Path) -> None:
    """Choosing a wrong theme shows file, line and reason."""
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "classie.toml").write_text("[table]\nbackground = 'red'\n")
    async with starting(tmp_path, (200, 40)) as person:
        await person.press("s", "down", *["right"] * 2)
        assert "classie.toml:2: table.background" in person.text


async def test_what_went_wrong_is_told_first(tmp_path: Path) -> None:
    """When the start screen comes back after an error, it shows the error."""
    async with starting(tmp_path, answer="No game answers.") as person:
        assert "No game answers." in person.text
        await person.press("down")
        assert "No game answers." not in person.text


ALLOWED = ("target", "English", "Gaeilge", "Bahasa Melayu", "HOST", "PORT")
"""Words on the screen that are the same in every language."""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_every_word_goes_through_the_session_s_words(tmp_path: Path, size: tuple[int, int]) -> None:
    """In the pseudo-language every letter is marked, except in names, notation, typed text and files."""
    RecordFolder(tmp_path).add(record())
    async with starting(tmp_path, size, words=PseudoWords()) as person:
        for keys in (
            (), ("question_mark", "q"), ("down",), ("j",), ("question_mark", "q"), ("a", "escape", "q"), ("r",),
            ("q", "R"), ("q", "s"), ("down",), ("down",), ("question_mark", "q"), ("home", "enter"), ("escape", "q"),
        ):  # fmt: skip  # a table
            await person.press(*keys)
            text = person.text
            allowed = (*NAMES, NAMES[4][:9], *PRESETS, *ALLOWED)
            for name in sorted(allowed, key=len, reverse=True):
                text = text.replace(name, "")
            assert [] == [word for word in unmarked(text) if len(word) > 1 and not set(word) <= set("rygb")]


@pytest.mark.parametrize("mono", [False, True])
async def test_ascii_is_ascii(tmp_path: Path, mono: bool) -> None:
    """With `ascii` only ASCII is drawn."""
    async with starting(tmp_path, ascii=True, mono=mono) as person:
        for keys in ((), ("s",), ("q", "j"), ("q", "R")):
            await person.press(*keys)
            assert "ქართული" not in person.text
            assert person.text.isascii()


def test_the_host_row_says_whether_bots_take_the_free_seats() -> None:
    """The row counts the bots seated from the start; if there are none, it says whether bots will take free seats."""
    words = Words("en")
    assert hosted(words, TableOptions()) == "On this network, 4 seats, bots fill in; rules: classic"
    assert hosted(words, TableOptions(fill=False)) == "On this network, 4 seats, no bots; rules: classic"
    assert hosted(words, TableOptions(bots=2)) == "On this network, 4 seats, 2 bots; rules: classic"
