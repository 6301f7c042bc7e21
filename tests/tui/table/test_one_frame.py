"""Each page that opens or closes is one frame, in the colors of the terminal."""

import asyncio

import pytest

from tests.tui.scenes import table
from tests.tui.table.test_sent import HAND, Person
from tests.waiting import until, within
from uno_tui.tui.one_frame import OneFrameScreen

FRAME = 1000
"""Bytes from which a write draws most of a screen."""


class FrameCounter(Person):
    """A person whose terminal counts the large frames."""

    frames = 0
    data = b""

    def write(self, data: bytes) -> None:
        self.frames += len(data) >= FRAME
        self.data += data
        super().write(data)

    async def opens(self, key: str, title: str) -> None:
        """Press a key and wait for the page of that title."""
        self.line.received(key.encode())
        while title not in self.shown[0]:
            self.wrote.clear()
            await self.wrote.wait()


@pytest.mark.parametrize(
    ("key", "title"), [("?", "Keys that work now"), ("L", "Log"), ("S", "Settings"), ("R", "Rules")]
)
async def test_a_page_that_opens_or_closes_is_one_frame(key: str, title: str) -> None:
    """A page is drawn once when it opens, the table once when it closes, never in colors that the terminal lacks."""
    person = FrameCounter(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    await person.settle()
    person.frames, person.data = 0, b""
    for _ in range(5):
        await person.opens(key, title)
        await person.opens("q", "UNO")

    assert 10 == person.frames
    assert b"8;2;" not in person.data
    await person.leave()


async def test_a_screen_that_opens_while_drawing_is_delayed_is_drawn_afterwards() -> None:
    """A page that is complete while the app delays all drawing, as at a slow start, is drawn when the delay ends."""
    person = FrameCounter(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    await person.settle()
    with person.app.batch_update():
        await person.press("?", page=True)
        page = person.app.screen
        assert isinstance(page, OneFrameScreen)
        await until(lambda: page.is_mounted and page.size.width)
        revealed = asyncio.Event()
        page.call_later(page.reveal)
        page.call_later(revealed.set)
        await within(revealed.wait())
        assert "Keys that work now" not in person.shown[0]

    await until(lambda: "Keys that work now" in person.shown[0])
    await person.leave()
