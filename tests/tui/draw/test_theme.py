"""Themes: they are readable, and errors in them are reported."""

from colorsys import rgb_to_hsv
from pathlib import Path

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color, ColorSystem
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, TerminalTheme

from tests import ROOT
from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.i18n import Words
from uno_tui.local.settings import Settings
from uno_tui.local.theme_files import available
from uno_tui.tui.draw import theme
from uno_tui.tui.draw.color_reduction import downgraded, nearest
from uno_tui.tui.draw.theme import ThemeError, load, load_or_default, parse
from uno_tui.tui.session import SessionOptions

CLASSIC = (ROOT / "themes" / "classic.toml").read_text(encoding="utf-8")


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
    """On bright and dimmed cards and everywhere else, text has a contrast of at least 4.5:1."""
    palette = load(name, Path("/nowhere"))
    styles = {f"card {n}": style for n, style in enumerate((*palette.cards, *palette.dimmed))}
    styles |= {key: style for key, style in palette.table.items() if key != "bar"} | {"text": palette.text}
    assert {key: round(contrast(style), 2) for key, style in styles.items() if contrast(style) < 4.5} == {}


@pytest.mark.parametrize("name", [name for name in available(Path("/nowhere")) if name not in ("mono", "console")])
def test_a_theme_is_readable_in_256_colors(name: str) -> None:
    """In 256 colors text keeps its contrast, and the ten card styles have ten different backgrounds."""
    palette = load(name, Path("/nowhere"))
    styles = {f"card {n}": style for n, style in enumerate((*palette.cards, *palette.dimmed))}
    styles |= {key: style for key, style in palette.table.items() if key != "bar"} | {"text": palette.text}
    found = {key: round(contrast(in_256_colors(style)), 2) for key, style in styles.items()}
    assert {key: value for key, value in found.items() if value < 4.5} == {}
    cards = [in_256_colors(style).bgcolor for style in (*palette.cards, *palette.dimmed)]
    assert 10 == len({card.name for card in cards if card})


def in_256_colors(style: Style) -> Style:
    assert style.color is not None
    assert style.bgcolor is not None
    down = [downgraded(color, ColorSystem.EIGHT_BIT).get_truecolor().hex for color in (style.color, style.bgcolor)]
    return Style(color=down[0], bgcolor=down[1])


@pytest.mark.parametrize("color", ["#2a8032", "#1d5fc4", "#c62828", "#f5c400", "#1d345b", "#1e4429", "#c9dac4"])
def test_a_color_keeps_its_hue_in_256_colors(color: str) -> None:
    """A color reduced to 256 keeps its hue; one that is nearly gray becomes gray; one of the 256 stays the same."""
    wanted = Color.parse(color)
    found = downgraded(wanted, ColorSystem.EIGHT_BIT).get_truecolor()
    assert wanted.triplet is not None
    hue, other = (rgb_to_hsv(*triplet.normalized)[0] for triplet in (wanted.triplet, found))
    assert min(abs(hue - other), 1 - abs(hue - other)) < 0.08
    assert nearest(*found) == downgraded(wanted, ColorSystem.EIGHT_BIT).number
    assert 236 == nearest(43, 48, 61)


@pytest.mark.parametrize("name", available(Path("/nowhere")))
def test_a_bar_is_seen_on_its_ground(name: str) -> None:
    """In every theme a score bar, the winner's bar and an empty bar look different."""
    palette = load(name, Path("/nowhere"))
    assert 3 == len({(palette[key].bgcolor, palette[key].reverse, palette[key].bold) for key in ("row", "bar", "win")})


def test_the_themes_that_come_with_the_game() -> None:
    """These themes ship with the game."""
    assert list(available(Path("/nowhere"))) == [
        "classic", "color-blind", "console", "dark", "high-contrast", "light", "mono", "solarized",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('red = "bold #ffffff on #c62828"', 'red = "bold white"', 25, "cards.red: 'white' is neither"),
        ('red = "bold #ffffff on #c62828"', "red = 3", 25, "cards.red: expected text in quotes, not 3"),
        ('red = "bold #ffffff on #c62828"', 'red = "on"', 25, "cards.red: 'on' must be followed by a color"),
        ('red = "bold #ffffff on #c62828"', 'rde = "bold"', 25, "cards.rde: unknown key (did you mean red?)"),
        ('red = "bold #ffffff on #c62828"\n', "", 24, "cards.red: the key is missing"),
        ('background = "', 'background = "x', 3, "table.background: 'x#1d2029' is not a color"),
        ("[cards]", "[crads]", 24, "crads: unknown section; choose from"),
        ("[table]", "[table", 2, "not TOML"),
    ],
)
def test_a_wrong_file_is_told_by_file_line_key_and_reason(old: str, new: str, line: int, told: str) -> None:
    """The error of a wrong theme names file, line, key and reason."""
    assert old in CLASSIC
    with pytest.raises(ThemeError) as caught:
        parse("mine", CLASSIC.replace(old, new, 1), "mine.toml")
    assert str(caught.value).startswith(f"mine.toml:{line}: {told}")


async def test_a_wrong_theme_falls_back(tmp_path: Path) -> None:
    """If a person's own theme is wrong, the screen shows the error and uses the default theme."""
    (tmp_path / "mine.toml").write_text(CLASSIC.replace("#c62828", "crimson"), encoding="utf-8")
    palette, complaint = load_or_default("mine", tmp_path, Words())
    assert palette.name == theme.DEFAULT
    async with playing(table(), (120, 40), theme="mine", themes=tmp_path) as person:
        assert complaint[:60] in person.text
        assert person.screen.appearance.palette.name == theme.DEFAULT


def test_a_theme_of_one_s_own(tmp_path: Path) -> None:
    """A file in the person's folder is a theme; it replaces a shipped theme of the same name."""
    (tmp_path / "mine.toml").write_text(CLASSIC, encoding="utf-8")
    (tmp_path / "dark.toml").write_text(CLASSIC, encoding="utf-8")
    assert load("mine", tmp_path).background == load("classic", tmp_path).background
    assert load("dark", tmp_path).background == load("classic", tmp_path).background


def test_an_unknown_theme_is_refused() -> None:
    """The error of an unknown theme lists the themes that exist."""
    with pytest.raises(ThemeError, match=r"unknown theme 'nope'; choose from classic, "):
        load("nope", Path("/nowhere"))


def test_the_console_s_theme_is_readable_in_sixteen_colors() -> None:
    """The theme for sixteen colors is readable in the palettes of two terminals, and its cards differ in color."""
    palette = load("console", Path("/nowhere"))
    styles = [*palette.cards, *palette.dimmed, palette.text]
    styles += [style for key, style in palette.table.items() if key != "bar"]
    for theme_of_terminal in (DEFAULT_TERMINAL_THEME, VGA):
        shown = {str(style): in_sixteen_colors(style, theme_of_terminal) for style in styles}
        assert [told for told, style in shown.items() if contrast(style) < 4] == []
        assert len({shown[str(style)] for style in palette.cards}) == 5
    inks = {style.color.downgrade(ColorSystem.STANDARD).number for style in styles if style.color}
    assert {0, 2, 3, 6, 7, 9, 15} == inks, "of the bright ones, which palettes change most, red and white alone"


VGA = TerminalTheme((0, 0, 0), (170, 170, 170), [STANDARD_PALETTE[number] for number in range(16)])
"""Palette of the Linux console."""


def in_sixteen_colors(style: Style, theme_of_terminal: TerminalTheme) -> Style:
    assert style.color is not None
    assert style.bgcolor is not None
    down = [color.downgrade(ColorSystem.STANDARD) for color in (style.color, style.bgcolor)]
    text, ground = [color.get_truecolor(theme_of_terminal) for color in down]
    return Style(color=text.hex, bgcolor=ground.hex)


@pytest.mark.parametrize(
    ("term", "colorterm", "theme"),
    [
        ("linux", "", "console"),
        ("xterm", "", "console"),
        ("xterm-256color", "", "classic"),
        ("xterm", "truecolor", "classic"),
        ("xterm-kitty", "", "classic"),
        ("", "", "mono"),
    ],
)
def test_a_terminal_of_few_colors_begins_with_its_own_theme(term: str, colorterm: str, theme: str) -> None:
    """With sixteen colors the console theme replaces the default theme, but not a theme that was chosen."""
    environment = {"TERM": term, "COLORTERM": colorterm}
    assert theme == SessionOptions.local(environment, Words()).palette_name
    chosen = SessionOptions.local(environment, Words(), Settings(theme="light"))
    assert ("mono" if chosen.mono else "light") == chosen.palette_name
