"""A frame is made in several callbacks of the loop, and sent in one piece."""

import asyncio
from dataclasses import replace
from itertools import product

import pytest

from tests.tui.scenes import table
from tests.tui.table.test_one_frame import FrameCounter
from tests.tui.table.test_sent import HAND, Person
from tests.waiting import until, within
from uno_tui.local.settings import SHAPES
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.table.layout import table_layout


class Ticker:
    """Something else that the loop does, once in each of its rounds."""

    def __init__(self) -> None:
        self.count = 0
        self.step()

    def step(self) -> None:
        """Count the round, and come again in the next."""
        self.count += 1
        self.handle = asyncio.get_running_loop().call_soon(self.step)


async def seated() -> FrameCounter:
    """Return a person at a table whose screen is shown."""
    person = FrameCounter(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    await person.settle()
    person.frames = 0
    return person


async def test_other_sessions_run_between_the_widgets_of_a_frame() -> None:
    """While all widgets are drawn, as in another theme, the loop does something else at least once for each of them."""
    person = await seated()
    ticker = Ticker()
    person.screen.restyle(person.screen.appearance)
    await within(person.screen.drawn())
    ticker.handle.cancel()

    assert len(person.screen.placed_widgets) < ticker.count
    assert 1 == person.frames
    await person.leave()


async def test_what_changes_while_a_frame_is_made_is_shown() -> None:
    """A change in the middle of a frame is seen at the end, and no frame mixes two states of the table."""
    person = await seated()
    screen = person.screen
    for step in range(2 * len(screen.placed_widgets)):
        screen.restyle(screen.appearance)
        for _ in range(step):
            await asyncio.sleep(0)
        screen.state.scene = replace(screen.scene, answer=f"answer {step}.")
        screen.show()
        await within(screen.drawn())
        assert person.drawn == person.shown
        assert any(f"answer {step}." in row for row in person.shown)
    await person.leave()


async def test_a_frame_that_another_screen_interrupts_is_not_sent_over_it() -> None:
    """A page that opens while the table draws is not covered by the table, which is whole when the page closes."""
    person = await seated()
    page = PageScreen(person.app.appearance, "A page", ())
    person.screen.restyle(person.screen.appearance)
    await asyncio.sleep(0)
    await person.app.push_screen(page)
    await until(lambda: "A page" in person.shown[0])
    for _ in range(50):
        await asyncio.sleep(0)
    assert "A page" in person.shown[0]
    page.dismiss()
    await until(lambda: not person.screen.covered)
    await person.settle()
    await person.leave()


async def test_screens_that_open_at_once_do_not_wait_for_each_other() -> None:
    """Settings and their help, opened by one packet of keys, are both shown, the upper one first."""
    person = await seated()
    person.line.received(b"S?")
    await until(lambda: "Keys that work now" in person.shown[0])
    person.line.received(b"q")
    await until(lambda: "Settings" in person.shown[0])
    person.line.received(b"q")
    await until(lambda: "UNO" in person.shown[0])
    await person.leave()


async def test_keys_typed_ahead_belong_to_the_page_that_they_open() -> None:
    """Pages that a packet of keys opens and closes leave the table as it was; no key is taken for one of the table."""
    person = await seated()
    before = person.shown
    person.line.received(b"?q" * 20)
    await person.turn()
    await until(lambda: person.app.screen is person.screen and not person.screen.covered)
    await person.settle()
    assert before == person.shown
    await person.leave()


async def test_a_new_size_in_the_middle_of_a_frame_is_drawn_whole() -> None:
    """The screen is complete at its new size, whichever widgets were drawn for the old one."""
    person = await seated()
    for size in ((100, 30), (60, 20), (120, 40), (80, 24)):
        person.screen.restyle(person.screen.appearance)
        await asyncio.sleep(0)
        person.terminal.resize(*reversed(size))
        person.line.resized(*size)
        while person.screen.screen_size != size:
            await person.turn()
        await person.screen.drawn()
        await person.settle()
    await person.leave()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_widgets_of_a_table_cover_the_screen(shape: str) -> None:
    """No cell is left to what was drawn before, at any size and number of seats."""
    for (width, height), seats, rows, (over, waiting), inviting, watching in product(
        [(1, 1), (40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60)],
        (2, 4, 10),
        (1, 2, 3),
        [(False, False), (True, False), (False, True)],
        (False, True),
        (False, True),
    ):
        layout = table_layout(width, height, seats, over=over, waiting=waiting, inviting=inviting, prompt_rows=rows,
                              shape=shape, watching=watching)  # fmt: skip  # one layout
        regions = ("title", "prompt", "seats", "piles", "log", "hand", "scores", "small", "north", "east", "south",
                   "west", "keys")  # fmt: skip  # a list
        assert width * height == sum(getattr(layout, region).area for region in regions)


async def test_a_person_without_frames_of_their_own_sees_the_same() -> None:
    """Where the driver accepts no frames, Textual draws what the screen would have sent."""
    person = Person(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    await person.settle()
    whole = person.cells
    person.app.sends_frames = False
    person.terminal.reset()
    person.app.refresh()
    await person.settle()
    assert whole == person.cells
    await person.leave()
