"""Layouts, hands, canvases and strips, without a screen."""

import itertools
from random import Random

import pyte
import pytest
from rich.console import Console
from rich.style import Style

from uno_tui.game.cards import Color, card
from uno_tui.game.deck import regular_deck, uno_deck
from uno_tui.i18n import Words
from uno_tui.local.settings import SHAPES
from uno_tui.tui.draw.appearance import ASCII, BOX, shared_appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.card_faces import (
    COLOSSAL,
    COMPACT,
    GIANT,
    HUGE,
    LARGE,
    LINE,
    SIZES,
    CardSize,
    draw_card,
    fan,
    line_text,
)
from uno_tui.tui.draw.card_faces import _rows as rows
from uno_tui.tui.draw.frame_writer import FrameWriter, step
from uno_tui.tui.draw.text import TIED, wrap
from uno_tui.tui.draw.theme import load
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH, NOWHERE, TableLayout, table_layout

PLAIN, RED = Style(color="#ffffff", bgcolor="#000000"), Style(color="#ff0000", bgcolor="#000000")


def regions(found: TableLayout) -> list[tuple[int, int, int, int]]:
    names = (
        "title",
        "seats",
        "north",
        "west",
        "east",
        "south",
        "piles",
        "log",
        "scores",
        "prompt",
        "hand",
        "keys",
        "small",
    )
    return [getattr(found, name) for name in names if getattr(found, name) != NOWHERE]


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("told", [2, 5])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_plan_covers_every_cell_once(shape: str, told: int, seats: int, over: bool) -> None:
    """At every size the regions of the table's widgets cover each cell of the screen exactly once."""
    for width in range(1, 210, 7):
        for height in range(1, 70, 3):
            cells = [0] * (width * height)
            found = table_layout(
                width, height, seats, over=over, prompt_rows=told, shape=shape, watching=bool(width % 2)
            )
            for x, y, wide, high in regions(found):
                for row in range(y, y + high):
                    for column in range(x, x + wide):
                        cells[row * width + column] += 1
            assert set(cells) == {1}, (width, height)


@pytest.mark.parametrize("seats", range(2, 11))
def test_all_seats_fit_at_80_by_24(seats: int) -> None:
    """At 80x24 each seat has a row below a header row, and the hand has large cards."""
    found = table_layout(80, 24, seats)
    assert found.seats.height >= seats + 1
    assert found.card is LARGE
    assert table_layout(120, 40, seats).card is HUGE
    assert table_layout(60, 20, 10).card is COMPACT
    assert table_layout(MIN_WIDTH, MIN_HEIGHT, seats).card is LINE


@pytest.mark.parametrize("size", [one for one in SIZES if one is not LINE])
def test_a_fan_shows_every_corner(size: CardSize) -> None:
    """A hand is laid out in order and within the width; each corner is visible, and all of the selected card."""
    for width in (38, 58, 78, 118):
        for count in (1, 2, 3, 7, 10, 20, 40, 80):
            for selected in {0, 1, count // 2, count - 1} & set(range(count)):
                places = fan(count, width, size, selected)
                assert [place.index for place in places] == list(range(places[0].index, places[-1].index + 1))
                assert all(place.shown >= min(size.step, size.width) for place in places)
                assert all(a.x + a.shown <= b.x for a, b in itertools.pairwise(places))
                assert places[0].x >= 0
                assert places[-1].x + places[-1].shown <= width
                assert next(place.shown for place in places if place.index == selected) == size.width


def test_every_card_has_its_letter_and_its_rank_on_it() -> None:
    """Each card of both decks shows its rank, or what it does, and its color's letter; all its rows have one width."""
    mapping = {"jack": "skip", "queen": "reverse", "king": "draw_two", "ace": "number"}
    regular = regular_deck({**mapping, "black_joker": "wild", "red_joker": "wild_draw_four"}, 1)
    for face in (*uno_deck().faces, *regular.faces):
        for size in SIZES:
            for glyphs in (BOX, ASCII):
                drawn = rows(face, size, glyphs)
                assert len(drawn) == size.height
                if size is not LINE:
                    assert {len(row) for row in drawn} == {size.width}
                if face.color is not None and not (size is LINE and face.pip):
                    assert face.color.letter in "".join(drawn)
    assert line_text(card("JC=S"), BOX) == "J♣=(/)"
    assert line_text(card("10H"), ASCII) == "10H"


@pytest.mark.parametrize("size", [COLOSSAL, GIANT, HUGE, LARGE, COMPACT])
def test_a_card_shows_one_sign(size: CardSize) -> None:
    """A card that is not covered shows its rank once, unlike every other card's, and its letter at the lower edge."""
    faces = [face for face in uno_deck().faces if face.color is not None]
    for face in faces:
        inside = "".join(rows(face, size, BOX)[: size.height - 1])
        assert not set(inside) & set("rygb")
        if size is not COMPACT and face.rank.is_number:
            assert not any(map(str.isalnum, inside))
    drawn = {face.rank: rows(face, size, BOX)[: size.height - 1] for face in faces}
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("theme", ["classic", "mono"])
@pytest.mark.parametrize("size", [COLOSSAL, GIANT, HUGE, LARGE, COMPACT])
def test_a_wild_has_four_fields(size: CardSize, theme: str) -> None:
    """Each color has a field of its own with its letter, and the fields are equal in size and do not overlap."""
    look = shared_appearance(Words(), load(theme), BOX)
    for name in ("W", "W4"):
        canvas = Canvas(size.width, size.height, look.palette.text)
        draw_card(canvas, (0, 0), card(name), size, look, bright=True)
        flat = [style for row in canvas.styles for style in row]
        counts = [sum(style is look.palette.card(color) for style in flat) for color in Color]
        assert counts == [counts[0]] * 4
        assert counts[0] >= 2
        assert sorted(char for row in canvas.chars for char in row if char in "rygb") == sorted("rygb")


def test_changes_are_runs_of_cells() -> None:
    """The cells in which two canvases differ are runs, which include short gaps and never cut a wide character."""
    old, new = Canvas(20, 2, PLAIN), Canvas(20, 2, PLAIN)
    new.put(1, 0, "a", PLAIN)
    new.put(4, 0, "b", PLAIN)
    new.put(15, 0, " ", RED)
    new.put(3, 1, "好", PLAIN)
    assert new.changes(old) == {0: ((1, 5), (15, 16)), 1: ((3, 5),)}
    newer = Canvas(20, 2, PLAIN)
    newer.put(4, 1, "x", PLAIN)
    assert newer.changes(new)[1] == ((3, 5),)
    assert new.changes(new) == {}


def test_a_row_that_is_kept_stays_what_it_is() -> None:
    """Putting text on a frozen row changes a copy of the row."""
    first = Canvas(3, 1, PLAIN)
    first.put(0, 0, "abc", PLAIN)
    (row,) = first.freeze()
    second = Canvas(3, 1, PLAIN)
    second.put_row(0, row)
    second.put(1, 0, "x", RED)
    assert (["a", "b", "c"], ["a", "x", "c"]) == (first.chars[0], second.chars[0])
    assert second.changes(first) == {0: ((1, 2),)}


def test_an_equal_style_of_another_theme_is_not_mixed_in() -> None:
    """A blank canvas has the style object it was made with, even if an equal one was used before."""
    style = Style(color="#123456", bold=True) + Style(bgcolor="#654321")
    twin = Style(color="#123456", bgcolor="#654321", bold=True)
    Canvas(7, 1, style)
    assert all(one is twin for one in Canvas(7, 1, twin).styles[0])


def test_a_gap_in_another_color_is_stepped_over() -> None:
    """A short gap is sent only if it has the color of its neighbors and at most the bytes of a cursor movement."""
    old, new = Canvas(12, 1, PLAIN), Canvas(12, 1, PLAIN)
    for canvas in (old, new):
        canvas.put(1, 0, "  ", RED)
        canvas.put(8, 0, "──", PLAIN)
    for x in (0, 3, 6, 7, 10):
        new.put(x, 0, "x", PLAIN)
    assert new.changes(old) == {0: ((0, 1), (3, 8), (10, 11))}


def test_what_is_no_character_is_not_drawn() -> None:
    """Escapes and characters without width take no cells; text is cut at the edges of the canvas."""
    canvas = Canvas(5, 1, PLAIN)
    canvas.put(0, 0, "a\x1b[\u202eb\u0301c", PLAIN)
    canvas.put(4, 0, "xyz", PLAIN)
    canvas.put(-2, 0, "12", PLAIN)
    assert canvas.chars[0] == ["a", "[", "b\u0301", "c", "x"]


def test_a_line_names_a_color_only_where_it_changes() -> None:
    """A strip names for each piece only the colors that differ from the piece before."""
    canvas = Canvas(12, 1, PLAIN)
    canvas.put(6, 0, "new", RED)
    console = Console(color_system="truecolor", force_terminal=True)
    line = canvas.line(0, lambda style: style)
    assert line.render(console) == (
        "\x1b[38;2;255;255;255;48;2;0;0;0m      \x1b[38;2;255;0;0mnew\x1b[38;2;255;255;255m   \x1b[0m"
    )
    assert line.text == "      new   "


def test_a_pen_sends_only_changed_cells() -> None:
    """A frame moves the cursor over unchanged cells, and names each color once."""
    canvas = Canvas(12, 2, PLAIN)
    canvas.put(6, 0, "new", RED)
    canvas.put(0, 1, "red", RED)
    writer = FrameWriter()
    writer.draw(canvas, (10, 4), {0: ((5, 6), (8, 9)), 1: ((0, 2), (6, 7))}, lambda style: style)
    assert writer.text == (
        "\x1b[38;2;255;255;255;48;2;0;0;0m\x1b[5;16H \x1b[B \x1b[38;2;255;0;0m\x1b[A\x1b[Cw\x1b[6;11Hre\x1b[0m"
    )


def test_blanks_go_with_the_text_before_them_where_they_look_the_same_in_its_color() -> None:
    """A blank between two words joins the piece before it, unless its background differs."""
    canvas = Canvas(14, 1, PLAIN)
    canvas.put(0, 0, "one", RED)
    canvas.put(4, 0, "two", RED)
    canvas.put(7, 0, "  ", Style(color="#ffffff", bgcolor="#0000ff"))
    writer = FrameWriter()
    writer.draw(canvas, (0, 0), {0: ((0, 9),)}, lambda style: style)
    assert writer.text == ("\x1b[38;2;255;0;0;48;2;0;0;0m\x1b[1Hone two\x1b[38;2;255;255;255;48;2;0;0;255m  \x1b[0m")


@pytest.mark.parametrize("seed", range(20))
def test_what_a_pen_writes_is_what_the_canvas_shows(seed: int) -> None:
    """A terminal that receives the changes shows the new canvas, with wide characters and edges too."""
    chance = Random(seed)
    green = Style(color="#00ff00", bgcolor="#000000", bold=True)
    styles = [PLAIN, RED, green, Style(color="#00ff00", bgcolor="#ff0000")]
    terminal = pyte.Screen(30, 8)
    stream = pyte.Stream(terminal)
    stream.feed("\x1b[?7l")
    old = Canvas(26, 6, PLAIN)
    writer = FrameWriter()
    writer.draw(old, (4, 2), dict.fromkeys(range(6), ((0, 26),)), lambda style: style)
    stream.feed(writer.text)
    for _ in range(20):
        new = Canvas(26, 6, PLAIN)
        for y, row in enumerate(old.freeze()):
            new.put_row(y, row)
            x = 0
            while x < 20 and chance.random() < 0.8:
                x = new.put(x, y, chance.choice(["x", "ab ", "   ", "好", "──", "é好z"]), chance.choice(styles))
            new.put(x, y, " " * (26 - x), PLAIN)
        writer = FrameWriter()
        writer.draw(new, (4, 2), new.changes(old), lambda style: style)
        stream.feed(writer.text)
        assert ["".join(row) for row in new.chars] == [line[4:] for line in terminal.display[2:]]
        for y, row in enumerate(new.rows):
            for x, style in enumerate(row.styles):
                cell = terminal.buffer[2 + y][4 + x]
                assert style.bgcolor is not None
                assert style.color is not None
                assert style.bgcolor.name == "#" + cell.bg
                if row.chars[x].strip():
                    assert (style.color.name, bool(style.bold)) == ("#" + cell.fg, cell.bold)
        old = new


def test_a_step_is_never_longer_than_saying_where() -> None:
    """Between any two places a step moves the cursor correctly, and is never longer than an absolute movement."""
    terminal = pyte.Screen(12, 6)
    stream = pyte.Stream(terminal)
    places = list(itertools.product(range(6), range(12)))
    for (y, x), (row, column) in itertools.product(places, places):
        text = step(row - y, column - x, row, column)
        assert len(text) <= len(f"\x1b[{row + 1};{column + 1}H")
        stream.feed(f"\x1b[{y + 1};{x + 1}H{text}")
        assert (row, column) == (terminal.cursor.y, terminal.cursor.x)


def test_wrapping_is_by_cells() -> None:
    """Text is wrapped at spaces, long words anywhere; widths are measured in cells."""
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap(f"one two{TIED}three", 10) == ["one", "two three"]
    assert wrap("好好好好", 4) == ["好好", "好好"]
    assert wrap("", 4) == [""]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_of_the_regular_deck_shows_what_it_really_is(size: CardSize) -> None:
    """The corner of a regular card shows its rank and suit, whatever is drawn in its middle."""
    assert "J♣" in "\n".join(rows(card("JC=S"), size, BOX))
