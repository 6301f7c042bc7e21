"""An SVG film in a browser: at each moment it shows the frames up to then, and without motion the last one."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.replays import record
from tests.server.web.conftest import browser  # noqa: F401 -- a fixture
from uno_tui.local.replay import Replay
from uno_tui.tui.film.formats import written
from uno_tui.tui.film.frames import LONG_PAUSE, PAUSE, Film
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance

AT = """seconds => {
    document.getAnimations().forEach(one => { one.pause(); one.currentTime = seconds * 1000; });
    return [...document.querySelectorAll(".f")].filter(one => getComputedStyle(one).visibility == "visible").length;
}"""
"""Stops the film at a moment, and returns how many frames after the first are visible then."""


@pytest.mark.asyncio(loop_scope="session")  # the browser's
async def test_a_film_runs_in_a_browser(browser: Browser, tmp_path: Path) -> None:  # noqa: F811 -- the fixture
    """Frame after frame appears and stays; the film repeats; nothing moves if the browser asks for reduced motion."""
    replay = Replay(record("quick"))
    film = Film(session_appearance(SessionOptions())[0], replay, 0)
    *_, text = written(film, "svg")
    path = tmp_path / "film.svg"
    path.write_text(text, "utf-8")
    page = await browser.new_page()
    await page.goto(path.as_uri())
    first, *rest = film.frames()
    now, shown = 0.0, 0
    for before, frame in zip([first, *rest], rest, strict=False):
        now += before.seconds
        shown += bool(frame.canvas.changes(before.canvas))
        if now < LONG_PAUSE + 10 * PAUSE:
            assert shown == await page.evaluate(AT, now + 0.04)
    now += rest[-1].seconds
    assert shown == await page.evaluate(AT, now - 0.1)
    assert 0 == await page.evaluate(AT, now + 0.1)
    still = await browser.new_page(reduced_motion="reduce")
    await still.goto(path.as_uri())
    assert 0 == await still.evaluate("document.getAnimations().length")
