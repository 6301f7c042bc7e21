"""The line in which a person types: editing keys, limits, wide letters, a long text, and the mouse."""

import pytest
from rich.style import Style

from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.line_input import LineInput

PLAIN = Style()
EDITS = [
    ("ab cd", ["left", "left", "backspace"], "abcd", 2),
    ("ab cd", ["home", "delete", "end"], "b cd", 4),
    ("ab cd", ["ctrl+w"], "ab ", 3),
    ("ab cd", ["ctrl+left", "ctrl+u"], "cd", 0),
    ("ab cd", ["ctrl+a", "ctrl+right", "ctrl+k"], "ab", 2),
    ("ab", ["right", "left", "left", "left", "backspace"], "ab", 0),
    ("e\u0301a", ["left", "left"], "e\u0301a", 0),
    ("ae\u0301", ["backspace"], "a", 1),
    ("ae\u0301b", ["home", "right", "delete"], "ab", 1),
]


def shown(line: LineInput, width: int) -> tuple[str, tuple[int, int] | None]:
    """Return the last row of a canvas with the line, and the cell of the caret."""
    canvas = Canvas(width, 2, PLAIN)
    line.paint(canvas, PLAIN, PLAIN)
    return "".join(canvas.chars[1]), canvas.cursor


@pytest.mark.parametrize(("text", "keys", "left", "caret"), EDITS)
def test_editing_keys(text: str, keys: list[str], left: str, caret: int) -> None:
    """Each key edits as in other programs; a letter and its marks are one."""
    line = LineInput(80).typed(text)
    for key in keys:
        line = line.edited(key) or line
    assert (left, caret) == (line.text, line.caret)


def test_only_what_is_allowed_is_typed_and_no_more_than_fits() -> None:
    """Other characters and control characters are left out, and a long text is cut."""
    assert "1234" == LineInput(4, "[0-9]").typed("1a2\x1b[3\n4567").text
    assert "aXb" == LineInput(3).typed("ab").edited("left").typed("XY").text  # type: ignore[union-attr]


def test_a_key_that_does_not_edit_is_no_edit() -> None:
    """Other keys are commands of the screen."""
    assert [None, None] == [LineInput(3).edited("f1"), LineInput(3).edited("up")]


@pytest.mark.parametrize("width", [12, 20])
def test_a_long_text_scrolls_with_its_caret(width: int) -> None:
    """The caret is always visible, in the text and at its end, wide letters or not."""
    for text in ("0123456789" * 5, "你好" * 20):
        line = LineInput(80).typed(text)
        for _ in text:
            row, caret = shown(line, width)
            assert caret is not None
            assert 1 <= caret[0] < width - 1
            assert row.strip()
            line = line.edited("left") or line
        assert text.startswith(shown(line, width)[0].strip()[:4])


def test_a_click_moves_the_caret() -> None:
    """A click moves the caret before the clicked letter, or to the end if the click was behind the text."""
    line = LineInput(80).typed("a你b")
    assert [0, 1, 2, 3, 3] == [line.pointed(column, 20).caret for column in (0, 1, 3, 4, 15)]


@pytest.mark.parametrize("width", range(6))
def test_a_line_of_nearly_no_width_ends(width: int) -> None:
    """On a canvas of any width a text is drawn."""
    assert width == len(shown(LineInput(80).typed("hello"), width)[0])


@pytest.mark.parametrize(
    ("text", "plain", "column"), [("\u4f60\u597d", False, 5), ("\u4f60\u597d", True, 3), ("\u2764\ufe0f", False, 2)]
)
def test_the_caret_is_where_the_next_letter_is_drawn(text: str, plain: bool, column: int) -> None:
    """In ASCII a wide letter takes one cell, and a heart takes one although it may be drawn as an emoji."""
    canvas = Canvas(20, 1, PLAIN, plain=plain)
    line = LineInput(80).typed(text + "x").edited("left")
    assert line is not None
    line.paint(canvas, PLAIN, PLAIN)
    assert (column, 0) == canvas.cursor
    assert "x" == canvas.chars[0][column]


async def test_typing_on_a_screen() -> None:
    """Keys edit the open line at once, a click moves its caret, pasted lines become one line, Enter sends it."""
    async with playing(table()) as person:
        await person.press("slash", "h", "l", "l", "o", "left", "left", "left", "e")
        region = person.screen.board.prompt.region_given
        row = person.rows[region.bottom - 1]
        assert "hello" == row.strip()
        await person.pilot.click(offset=(1, region.bottom - 1))
        assert 0 == person.screen.line_input.caret  # type: ignore[union-attr]
        await person.screen.paste("oh,\r\nso many\n\nlines, ")
        asked = await person.press("enter")
        assert ["chat(oh, so many lines, hello)"] == asked
        assert person.screen.line_input is None


async def test_an_escaped_line_is_forgotten() -> None:
    """Esc closes the line; the next one is empty."""
    async with playing(table()) as person:
        await person.press("slash", "h", "i", "escape", "slash")
        assert "" == person.screen.line_input.text  # type: ignore[union-attr]
        assert [] == person.table.asked
