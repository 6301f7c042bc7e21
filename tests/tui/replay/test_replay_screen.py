"""The replay screen: stepping with keys and mouse, as any seat or with all hands open."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.pseudo import PseudoWords, unmarked
from tests.replays import NAMES, record
from tests.tui.widgets import click, drawn_rows
from uno_tui.game.record import Record
from uno_tui.i18n import Words
from uno_tui.local.replay import Replay
from uno_tui.local.settings import Settings
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.replay.screen import ReplayScreen, replay_screen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.session_screen import SessionSettingsScreen
from uno_tui.tui.single_screen_app import SingleScreenApp

RECORD = record()
TEN = record("party hand_size=9 target=1", 10)
SIZES = [(80, 24), (120, 40), (60, 20), (40, 12), (200, 60)]


@dataclass
class Watching:
    """A person who watches a replay."""

    app: SingleScreenApp[None]
    pilot: Pilot[Any]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def screen(self) -> ReplayScreen:
        screen = next(one for one in self.app.screen_stack if isinstance(one, ReplayScreen))
        assert isinstance(screen, ReplayScreen)
        return screen

    @property
    def number(self) -> int:
        return self.screen.scene.number

    async def click(self, command: str, number: int | None = None) -> None:
        await click(self.pilot, self.screen.canvas_widgets, command, number)

    @property
    def text(self) -> str:
        """The whole screen as text."""
        screen = self.app.screen
        widgets = [screen.page] if isinstance(screen, PageScreen) else self.screen.canvas_widgets
        return "\n".join(drawn_rows(widgets, *self.app.size))


@asynccontextmanager
async def watching(
    text: str | Record = RECORD, size: tuple[int, int] = (80, 24), number: int = 0, **session: Any
) -> AsyncIterator[Watching]:
    replay = Replay.read(text if isinstance(text, str) else text.text)
    app = SingleScreenApp[None](
        SessionOptions(**session), lambda appearance, _: replay_screen(appearance, replay, number)
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Watching(app, pilot)


async def test_stepping() -> None:
    """Forward and back by one, by ten, and to the ends; never beyond them."""
    async with watching() as person:
        last = len(RECORD.moves)
        for key, number in (
            ("left", 0), ("right", 1), ("l", 2), ("h", 1), ("pagedown", 11), ("pageup", 1), ("pageup", 0),
            ("end", last), ("right", last), ("pagedown", last), ("left", last - 1), ("home", 0),
        ):  # fmt: skip  # a table
            await person.press(key)
            assert (key, number) == (key, person.number)
            assert f"{number}/{last}" in person.text


async def test_a_match_of_one_round_offers_no_next_round() -> None:
    """The key for the next round is shown only while a later round exists; in the last one it does nothing."""
    last = Replay(RECORD).rounds[-1].start
    for text, number in ((TEN, 1), (RECORD, last)):
        async with watching(text, number=number) as person:
            assert "next round" not in person.text
            await person.press("n")
            assert number == person.number
    async with watching(number=last - 1) as person:
        assert "next round" in person.text


async def test_rounds() -> None:
    """To the start of the next round, the end of this one, back to its start, then to the previous one."""
    first, second = Replay(RECORD).rounds[:2]
    async with watching() as person:
        for key, number in (
            ("e", first.end), ("e", second.end), ("b", second.start), ("b", first.start), ("n", second.start),
            ("b", first.start), ("b", 0),
        ):  # fmt: skip  # a table
            await person.press(key)
            assert (key, number) == (key, person.number)
        await person.press("e")
        assert "left in hand" in person.text
        await person.press("right")
        assert "round 2" in person.text


async def test_going_to_a_number() -> None:
    """A number is typed; one that is too high is refused, an empty line goes back, and letters cannot be typed."""
    async with watching() as person:
        await person.press("g", *"2x7", "enter")
        assert 27 == person.number
        await person.press("g", "escape")
        assert (27, False) == (person.number, person.screen.scene.typing)
        await person.press("g", "enter", "g", *"9999999", "enter")
        assert 27 == person.number
        assert f"There is no action 9999999: choose 0 to {len(RECORD.moves)}." in person.text
        await person.press("left")
        assert 26 == person.number


async def test_the_foot_at_the_end_offers_only_what_works() -> None:
    """At the end, the key bar offers neither a step forward nor a next round, and Space plays again."""
    async with watching() as person:
        foot = person.text.splitlines()[-1]
        assert all(one in foot for one in ("play on", "step", "next round"))
        await person.press("end")
        foot = person.text.splitlines()[-1]
        assert not any(one in foot for one in ("play on", "step", "next round", "end of round"))
        assert all(one in foot for one in ("Space  play again", "←  back"))


async def test_playing_and_pausing() -> None:
    """Space starts and stops playback; it stops at the end, and starts over from there."""
    async with watching(number=3) as person:
        await person.press("plus", "plus", "space")
        assert "playing x4" in person.text
        person.screen.playback.tick()
        assert person.number >= 4
        await person.press("space")
        assert "paused" in person.text
        stopped = person.number
        person.screen.playback.tick()
        assert stopped == person.number
        await person.press("minus", "minus", "end", "left", "space")
        person.screen.playback.tick()
        assert (len(RECORD.moves), False) == (person.number, person.screen.scene.playing)
        await person.press("space")
        assert person.screen.scene.playing
        assert person.number < 5


async def test_views() -> None:
    """All hands are open at first; digits, the view key or a click on a row show the view of a seat."""
    async with watching(number=5) as person:
        assert "all hands shown" in person.text
        for name in NAMES[:4]:
            assert name in person.text
        await person.press("3")
        assert ("Otto's view" in person.text, person.screen.board.table.hand.region_given.area > 0) == (True, True)
        await person.press("v", "v")
        assert "all hands shown" in person.text
        await person.press("v")
        assert "Zed's view" in person.text
        await person.press("7", "0")
        assert "Zed's view" in person.text
        await person.press("o")
        await person.click("seat", 1)
        assert "Ann's view" in person.text
        await person.click("view")
        assert "Otto's view" in person.text


async def test_a_seat_s_view_shows_that_hand_alone() -> None:
    """The view of a seat shows its own cards, and only the number of the others'."""
    async with watching(number=5) as person:
        game = Replay(RECORD).open_view(5, 2).view.game
        assert game is not None
        await person.press("3")
        assert game.hand == person.screen.table_scene.cards
        move = RECORD.moves[5]
        assert move.seat != 2
        assert -1 == person.screen.table_scene.selected  # no card is raised but the one that is played next
        await person.press(str(move.seat + 1))
        assert getattr(move.action, "card", None) in (None, person.screen.table_scene.card)
        assert not person.screen.board.hands.region_given.area


async def test_the_mouse() -> None:
    """A click on the timeline goes to that position, one on its left end plays; the wheel steps."""
    async with watching() as person:
        region, number = next((region, number) for region, name, number in person.screen.board.timeline.targets
                              if name == "jump" and number and number > 20)  # fmt: skip  # one thought
        await person.pilot.click(person.screen.board.timeline, offset=region.offset)
        assert number == person.number
        await person.click("play", None)
        assert person.screen.scene.playing
        person.screen.on_mouse_scroll_down()
        assert (False, person.screen.scene.number > (number or 0)) == (person.screen.scene.playing, True)


async def test_what_happened_is_told() -> None:
    """The line below the prompt has the events of the last action; with open hands also which cards were drawn."""
    replay = Replay(RECORD)
    number = next(place for place, move in enumerate(RECORD.moves, 1) if move.text.endswith(" draw"))
    async with watching(number=number) as person:
        seat = RECORD.moves[number - 1].seat
        assert f"{number}: {NAMES[seat]} drew 1 card (" in person.text
        await person.press(str((seat + 1) % 4 + 1))
        assert f"{number}: {NAMES[seat]} drew 1 card " in person.text
        assert " drew 1 card (" not in person.text
    assert replay.shown


async def test_sheets_and_leaving() -> None:
    """Log, rules and keys open over the replay; q leaves it."""
    async with watching(number=8) as person:
        for key, text in (
            ("L", "The first card is"),
            ("R", "Rules: classic target=200"),
            ("question_mark", "Go to the end."),
        ):
            await person.press(key)
            assert text in person.text
            await person.press("q")
        await person.press("T")
        assert "classic" != person.screen.appearance.palette.name
        await person.press("q")
        assert 0 == person.app.return_code


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("played", [RECORD, TEN])
async def test_every_size(size: tuple[int, int], played: Record) -> None:
    """At every size and in every view: whose turn it is, the action's number and its events."""
    async with watching(played, size, number=6) as person:
        for key in ("o", "1"):
            await person.press(key)
            assert "6: " in person.text
            assert any(part in person.text for part in ("'s turn", "Your turn", "faces a penalty"))
            assert all(len(row) == widget.canvas.width for widget in person.screen.canvas_widgets if widget.canvas
                       for row in widget.canvas.chars)  # fmt: skip  # one thought
        await person.pilot.resize_terminal(20, 5)
        await person.pilot.resize_terminal(*size)
        await person.pilot.pause()
        assert "6: " in person.text


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_all_open_cards_are_seen(size: tuple[int, int]) -> None:
    """With ten players all cards of ordinary hands are visible, closer together if they must."""
    async with watching(TEN, size) as person:
        hands = Replay(TEN).open_view(0).hands
        rows = person.text.splitlines()
        for seat, hand in enumerate(hands):
            row = next(row for row in rows if NAMES[seat][:9] in row)
            assert [card.text for card in hand] == [word for word in row.split() if word in {c.text for c in hand}]


@pytest.mark.parametrize("played", [RECORD, TEN])
async def test_every_word_goes_through_the_session_s_words(played: Record) -> None:
    """In the pseudo-language every letter is marked, except in names and notation."""
    async with watching(played, (120, 40), number=9, words=PseudoWords()) as person:
        for keys in ("o", "1", "e", "question_mark", "escape", "space", "space", "g", "escape"):
            await person.press(keys)
            text = person.text
            for name in (*sorted(NAMES, key=len, reverse=True), NAMES[4][:9]):
                text = text.replace(name, "")
            text = text.replace(played.rules.text, "")
            assert [] == [word for word in unmarked(text) if len(word) > 1]


@pytest.mark.parametrize("mono", [False, True])
async def test_ascii_is_ascii(mono: bool) -> None:
    """With ASCII alone, nothing else is drawn."""
    async with watching(TEN, number=9, ascii=True, mono=mono) as person:
        for key in ("o", "2", "end"):
            await person.press(key)
            assert person.text.isascii()


async def test_a_damaged_record_is_shown_up_to_there() -> None:
    """A fault of the record is shown at the beginning and where the readable part ends."""
    lines = RECORD.text.splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("seed chosen")) + 12
    lines[place] = "4 deal"
    async with watching("\n".join(lines), (120, 40)) as person:
        assert f"Line {place + 1}: This action is not legal." in person.text
        assert "damaged" in person.text
        await person.press("right")
        assert "Line " not in person.text
        await person.press("end")
        assert (10, f"Line {place + 1}: " in person.text) == (person.number, True)


@pytest.mark.parametrize("words", [Words(), PseudoWords()])
async def test_a_record_without_its_seed_is_told_in_lines(words: Words) -> None:
    """If a record was cut short, the cards are not known, and its actions are listed."""
    cut = "\n".join(RECORD.text.splitlines()[:30])
    app = SingleScreenApp[None](
        SessionOptions(words=words), lambda appearance, _: replay_screen(appearance, Replay.read(cut))
    )
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        sheet = app.screen
        assert isinstance(sheet, PageScreen)
        assert sheet.page.canvas is not None
        text = "\n".join(map("".join, sheet.page.canvas.chars))
        if words.language == "en":
            assert "Line 30: The record ends here" in text
            assert f"{NAMES[RECORD.moves[0].seat]}: Play " in text
        else:
            for name in NAMES:
                text = text.replace(name, "")
            assert [] == [word for word in unmarked(text.replace(RECORD.rules.text, "")) if len(word) > 1]
        await pilot.press("q")
        await pilot.pause()
        assert 0 == app.return_code


@pytest.mark.parametrize("opened", [True, False])
async def test_a_step_forward_moves_as_the_table_does(opened: bool) -> None:
    """One action forward shows its animation, then the position; jumps, steps back and no motion show none."""
    async with watching(motion=True, size=(100, 30)) as person, watching(size=(100, 30)) as still:
        for one in (person, still):
            one.screen.animations.clock = lambda: 0.0
            one.screen.animations.after = ByHand  # type: ignore[assignment]  # a timer that can be stopped
            await one.press("o" if opened else "2")
        moving = 0
        for _ in range(20):
            for one in (person, still):
                await one.press("right")
            assert still.screen.scene.animation is None
            moving += person.screen.scene.animation is not None and person.text != still.text
            while person.screen.scene.animation is not None:
                person.screen.animations.step()
            assert person.text == still.text
        assert moving > 10
        for key in ("left", "pagedown", "home"):
            await person.press("right")
            await person.press(key)
            assert person.screen.scene.animation is None
    async with watching(motion=True, still=True) as person:
        await person.press("right")
        assert person.screen.scene.animation is None


class ByHand:
    """A timer that never runs out by itself."""

    def __init__(self, _seconds: float, _step: object) -> None: ...

    def cancel(self) -> None: ...


async def test_settings_are_changed_during_a_replay() -> None:
    """`S` opens the settings over the replay. A new language applies at once and is saved; the replay stays there."""
    saved: list[Settings] = []
    async with watching(number=7, keep=saved.append) as person:
        await person.press("T", "S")
        assert isinstance(person.app.screen, SessionSettingsScreen)
        theme = person.screen.appearance.palette.name
        assert theme == person.app.screen.session.theme
        await person.press("down", "right", "q")
        assert ("ga", theme) == (saved[-1].language, saved[-1].theme)
        assert 7 == person.number
        assert Words("ga")("step") in person.text
        assert theme == person.screen.appearance.palette.name
