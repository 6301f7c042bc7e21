"""The automatic theme follows the terminal's answers; a chosen theme does not."""

import pytest

from tests.tui.playing import playing
from tests.tui.scenes import table
from tests.tui.settings.test_settings import page
from uno_tui.local.settings import AUTO, Settings
from uno_tui.local.terminal import ColorDepth
from uno_tui.local.terminal_questions import TerminalAnswers
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.terminal_answered import TerminalAnswered

LIGHT = TerminalAnswered(TerminalAnswers(background=(250, 250, 245), round_trip=0.02), ColorDepth.TRUECOLOR)
DARK = TerminalAnswered(TerminalAnswers(background=(20, 20, 30), round_trip=0.02), ColorDepth.TRUECOLOR)


@pytest.mark.parametrize(
    ("chosen", "answer", "shown"),
    [(AUTO, LIGHT, "light"), (AUTO, DARK, "classic"), ("dark", LIGHT, "dark"), ("classic", LIGHT, "classic")],
)
async def test_the_theme_follows_the_background(chosen: str, answer: TerminalAnswered, shown: str) -> None:
    """On a light background the automatic theme is the light one; a theme that a person chose stays. None is saved."""
    kept: list[Settings] = []
    async with playing(table(), session=SessionOptions(theme=chosen, keep=kept.append)) as person:
        person.app.post_message(answer)
        await person.pilot.pause()

        assert shown == person.screen.appearance.palette.name == person.app.appearance.palette.name
        assert 0.02 == person.screen.session.round_trip
        assert [] == kept


async def test_true_color_ends_the_theme_of_sixteen_colors() -> None:
    """A terminal that proves more than sixteen colors gets the default theme in place of the console's."""
    async with playing(table(), session=SessionOptions(few_colors=True)) as person:
        assert "console" == person.screen.appearance.palette.name
        person.app.post_message(DARK)
        await person.pilot.pause()

        assert "classic" == person.screen.appearance.palette.name


async def test_the_settings_name_the_automatic_theme() -> None:
    """The settings say which theme the automatic one is; a step chooses a theme, which then stays."""
    async with playing(table(), session=SessionOptions()) as person:
        person.app.post_message(LIGHT)
        await person.pilot.pause()
        await person.press("S")
        assert "automatic: light" in page(person)[2]
        await person.press("right")
        assert "classic" == person.app.session.theme


async def test_the_theme_key_goes_on_from_what_is_seen() -> None:
    """T takes the theme after the one on the screen, not after the name of the automatic choice."""
    async with playing(table(), session=SessionOptions()) as person:
        person.app.post_message(LIGHT)
        await person.pilot.pause()
        await person.press("T")

        assert "mono" == person.screen.appearance.palette.name == person.app.session.theme
