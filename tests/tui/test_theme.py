"""Themes: readable, and told about when they are wrong."""

from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style

from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.i18n import Words
from uno_tui.settings import Settings
from uno_tui.tui import theme
from uno_tui.tui.session import Session
from uno_tui.tui.theme import ThemeError, available, load, load_or_default, parse

CLASSIC = (Path(__file__).parents[2] / "themes" / "classic.toml").read_text(encoding="utf-8")


def luminance(rgb: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in rgb]
    red, green, blue = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    shades = sorted(luminance(tuple(color.get_truecolor())) for color in (style.color, style.bgcolor))  # type: ignore[arg-type]  # three numbers
    return (shades[1] + 0.05) / (shades[0] + 0.05)


@pytest.mark.parametrize("name", [name for name in available(Path("/nowhere")) if name != "mono"])
def test_text_on_every_card_is_readable(name: str) -> None:
    """On every card, bright or dimmed, and everywhere else, text has a contrast of 4.5:1 at least."""
    palette = load(name, Path("/nowhere"))
    styles = {f"card {n}": style for n, style in enumerate((*palette.cards, *palette.dimmed))}
    styles |= {key: style for key, style in palette.table.items() if key != "bar"} | {"text": palette.text}
    assert {key: round(contrast(style), 2) for key, style in styles.items() if contrast(style) < 4.5} == {}


def test_the_themes_that_come_with_the_game() -> None:
    """The themes come as files of a package."""
    assert list(available(Path("/nowhere"))) == [
        "classic", "color-blind", "console", "dark", "high-contrast", "light", "mono", "solarized",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('red = "bold #ffffff on #c62828"', 'red = "bold white"', 25, "cards.red: 'white' is neither"),
        ('red = "bold #ffffff on #c62828"', "red = 3", 25, "cards.red: a style is a text"),
        ('red = "bold #ffffff on #c62828"', 'red = "on"', 25, "cards.red: 'on' wants a color"),
        ('red = "bold #ffffff on #c62828"', 'rde = "bold"', 25, "cards.rde: no such key"),
        ('red = "bold #ffffff on #c62828"\n', "", 24, "cards.red: missing"),
        ('background = "', 'background = "x', 3, "table.background: 'x#1d2029' is no color"),
        ("[cards]", "[crads]", 24, "crads: the tables are"),
        ("[table]", "[table", 2, "not TOML"),
    ],
)
def test_a_wrong_file_is_told_by_file_line_key_and_reason(old: str, new: str, line: int, told: str) -> None:
    """A wrong theme names file, line, key and reason."""
    assert old in CLASSIC
    with pytest.raises(ThemeError) as caught:
        parse("mine", CLASSIC.replace(old, new, 1), "mine.toml")
    assert str(caught.value).startswith(f"mine.toml:{line}: {told}")


async def test_a_wrong_theme_falls_back(tmp_path: Path) -> None:
    """A wrong theme of one's own is told on screen and the default one is used."""
    (tmp_path / "mine.toml").write_text(CLASSIC.replace("#c62828", "crimson"), encoding="utf-8")
    palette, complaint = load_or_default("mine", tmp_path)
    assert palette.name == theme.DEFAULT
    async with playing(table(), (120, 40), theme="mine", themes=tmp_path) as person:
        assert complaint[:60] in person.text
        assert person.screen.brush.palette.name == theme.DEFAULT


def test_a_theme_of_one_s_own(tmp_path: Path) -> None:
    """A file in the config folder is a theme, also in the place of one that came with the game."""
    (tmp_path / "mine.toml").write_text(CLASSIC, encoding="utf-8")
    (tmp_path / "dark.toml").write_text(CLASSIC, encoding="utf-8")
    assert load("mine", tmp_path).background == load("classic", tmp_path).background
    assert load("dark", tmp_path).background == load("classic", tmp_path).background


def test_an_unknown_theme_is_refused() -> None:
    """A name that is no theme's is refused with the names there are."""
    with pytest.raises(ThemeError, match=r"no theme 'nope': the themes are classic, "):
        load("nope", Path("/nowhere"))


def test_the_console_s_theme_is_readable_in_sixteen_colors() -> None:
    """The theme for terminals of sixteen colors keeps its contrast when its colors are brought down to those."""
    palette = load("console", Path("/nowhere"))
    styles = [*palette.cards, *palette.dimmed, palette.text]
    styles += [style for key, style in palette.table.items() if key != "bar"]
    assert [str(style) for style in styles if contrast(brought_down(style)) < 4.5] == []
    assert len({brought_down(style) for style in palette.cards}) == 5


def brought_down(style: Style) -> Style:
    assert style.color is not None
    assert style.bgcolor is not None
    ink, ground = (color.downgrade(ColorSystem.STANDARD).get_truecolor() for color in (style.color, style.bgcolor))
    return Style(color=ink.hex, bgcolor=ground.hex)


@pytest.mark.parametrize(
    ("term", "colorterm", "theme"),
    [
        ("linux", "", "console"),
        ("xterm", "", "console"),
        ("xterm-256color", "", "classic"),
        ("xterm", "truecolor", "classic"),
        ("xterm-kitty", "", "classic"),
        ("", "", "classic"),
    ],
)
def test_a_terminal_of_few_colors_begins_with_its_own_theme(term: str, colorterm: str, theme: str) -> None:
    """Where there are sixteen colors the console's theme stands for the default one, but not for one that is chosen."""
    environment = {"TERM": term, "COLORTERM": colorterm}
    assert theme == Session.local(environment, Words()).theme
    assert "light" == Session.local(environment, Words(), Settings(theme="light")).theme
