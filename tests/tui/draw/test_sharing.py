"""Drawings that sessions share last as long as one session shows them, and are never confused."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

from tests import ROOT
from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.i18n import Words
from uno_tui.tui.draw import canvas_widget, theme
from uno_tui.tui.draw.canvas import Canvas, Row
from uno_tui.tui.draw.color_reduction import style_filter_for
from uno_tui.tui.draw.frame_writer import cached_style_change
from uno_tui.tui.draw.strip import CompactStrip, style_change
from uno_tui.tui.draw.weak_cache import WeakCache
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.seats import seat_row


def test_equal_arguments_give_the_same_thing_until_nobody_holds_it() -> None:
    """A value is made once while anybody holds it, and again after nobody does."""
    made = []

    def named(width: int, name: str) -> Row:
        made.append(name)
        return Row([*name.ljust(width)], [Style()] * width)

    shared = WeakCache(named)
    mine, other = shared(7, "ann"), shared(7, "bob")
    assert shared(7, "ann") is mine
    assert (["ann", "bob"], 2) == (made, len(shared))
    del mine
    assert 1 == len(shared)
    mine = shared(7, "ann")
    assert (["ann", "bob", "ann"], 2) == (made, len(shared))
    assert other is not mine
    shared.clear()
    assert shared(7, "ann") is not mine


async def test_what_nobody_shows_any_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawings, and rows with a name in them, are in the cache only while a screen shows them."""
    drawings = type(canvas_widget._DRAWINGS)()  # nobody else's
    monkeypatch.setattr(canvas_widget, "_DRAWINGS", drawings)
    seat_row.clear()
    async with playing(table(seats=4)) as person:
        assert 4 == len(seat_row)
        shown = len(drawings)
        assert shown > 0
        await person.send(table(seats=4, legal="draw"))
        assert (4, shown) == (len(seat_row), len(drawings))


def test_a_line_is_cut_like_any_strip() -> None:
    """A compact strip can be cropped and divided like any strip of Textual."""
    line = CompactStrip([Segment("one", Style(bold=True)), Segment(" two")], 7)
    assert ("ne t", 4) == (line.crop(1, 5).text, line.crop(1, 5).cell_length)
    assert ["on", "e two"] == [piece.text for piece in line.divide([2, 7])]
    assert [line] == line.divide([7])
    assert "one two" == line.text
    with pytest.raises(AttributeError, match="nonsense"):
        line.nonsense  # noqa: B018  # that it is not there is the point


async def test_sessions_that_differ_in_one_thing_share_no_drawing() -> None:
    """Theme, language, characters and size are each part of what a shared drawing is found by.

    Each session is drawn again while another shows the same table in another way; the second drawing equals the first.
    """
    ways = [
        (SessionOptions(), (80, 24)),
        (SessionOptions(theme="light"), (80, 24)),
        (SessionOptions(words=Words("ga")), (80, 24)),
        (SessionOptions(ascii=True), (80, 24)),
        (SessionOptions(mono=True), (80, 24)),
        (SessionOptions(), (100, 30)),
    ]
    alone = []
    for session, size in ways:
        canvas_widget._DRAWINGS.clear()
        seat_row.clear()
        async with playing(table(), size, session=session) as person:
            alone.append(drawn(person.screen.canvas_widgets))
    for (other, other_size), _ in zip(ways, alone, strict=True):
        async with playing(table(), other_size, session=other):
            for (session, size), expected in zip(ways, alone, strict=True):
                async with playing(table(), size, session=session) as person:
                    assert expected == drawn(person.screen.canvas_widgets)


def drawn(widgets: Iterable[canvas_widget.CanvasWidget[Any]]) -> list[tuple[list[list[str]], list[list[str]]]]:
    """Return the characters and styles of each widget."""
    canvases = [widget.canvas for widget in widgets if widget.canvas is not None]
    return [(canvas.chars, [list(map(str, row)) for row in canvas.styles]) for canvas in canvases]


def test_a_freed_style_is_never_taken_for_another() -> None:
    """Caches keyed by the id of a style give each style its own result, though ids of freed styles are reused."""
    bright = style_filter_for((Brightened(),), "#000000")
    for number in range(3000):
        assert f"#{number:06x}" == (bright(Style(bgcolor=f"#{number:06x}")).color or Color.default()).name
    for number in range(3000):
        style = Style(color=f"#{number:06x}")
        assert style_change(None, style, ColorSystem.TRUECOLOR) == cached_style_change(None, style)
    for number in range(3000):
        style = Style(color=f"#{number:06x}")
        assert style is Canvas(3, 1, style).styles[0][0]


class Brightened(LineFilter):
    """Shows text in the color of its background."""

    def apply(self, segments: list[Segment], background: object) -> list[Segment]:
        return [Segment(text, Style(color=style.bgcolor)) for text, style, _ in segments if style is not None]


def test_an_edited_theme_is_read_again(tmp_path: Path) -> None:
    """A theme file is parsed once for each text it had: an edit shows at the next load, unchanged text is shared."""
    path = tmp_path / "mine.toml"
    classic = (ROOT / "themes" / "classic.toml").read_text(encoding="utf-8")
    path.write_text(classic, encoding="utf-8")
    before = theme.load("mine", tmp_path)
    assert before is theme.load("mine", tmp_path)
    path.write_text(classic.replace('background = "#1d2029"', 'background = "#000000"'), encoding="utf-8")
    assert ("#1d2029", "#000000") == (before.background, theme.load("mine", tmp_path).background)
