"""What sessions share lasts as long as one of them shows it."""

import pytest
from rich.segment import Segment
from rich.style import Style

from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.tui.draw import canvas_widget
from uno_tui.tui.draw.canvas import Row
from uno_tui.tui.draw.strip import CompactStrip
from uno_tui.tui.draw.weak_cache import WeakCache
from uno_tui.tui.table.seats import seat_row


def test_equal_arguments_give_the_same_thing_until_nobody_holds_it() -> None:
    """It is made once for all who hold it, and anew for who comes after them."""
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
    """Rows with a name in them, and drawings, are kept while a screen shows them and not after it has moved on."""
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
    """What Textual asks of a strip beside sending it whole, a line has too."""
    line = CompactStrip([Segment("one", Style(bold=True)), Segment(" two")], 7)
    assert ("ne t", 4) == (line.crop(1, 5).text, line.crop(1, 5).cell_length)
    assert ["on", "e two"] == [piece.text for piece in line.divide([2, 7])]
    assert [line] == line.divide([7])
    assert "one two" == line.text
    with pytest.raises(AttributeError, match="nonsense"):
        line.nonsense  # noqa: B018  # that it is not there is the point
