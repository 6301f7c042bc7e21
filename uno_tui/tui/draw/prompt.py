"""The lines at the foot of a screen: a hint, a question, and the answer to what the person did."""

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.text import shortened, wrap, wrap_messages


def paint_foot(canvas: Canvas, y: int, line: str, style: Style) -> bool:
    """Write a line into row `y`, and a long line also into the next row; return whether the next row stays free."""
    room = canvas.width - 3
    lines = wrap(line, room)[: canvas.height - y] if cell_len(line) > room else [line]
    canvas.put_lines(y, lines, style)
    return len(lines) < 2


def paint_answer(
    canvas: Canvas,
    y: int,
    line: tuple[str, Style],
    answer: tuple[str, Style],
    *,
    whole: bool = True,
    asks: bool = False,
) -> None:
    """Write a line into row `y` and an answer below it.

    An answer that is to be read `whole` takes the rows it needs: that of the line, unless the line `asks`, and those
    above. Another one is shortened.
    """
    text, style = answer
    lines = wrap_messages(text, canvas.width - 3)
    if not whole or len(lines) == 1:
        paint_question(canvas, y, *line)
        canvas.put(1, y + 1, f" {shortened(text, canvas.width - 3)} ", style)
        return
    y = max(y + 2 - len(lines), 1)
    canvas.put_lines(y, lines, style)
    if asks:
        paint_question(canvas, y - 1, *line)


def paint_question(canvas: Canvas, y: int, line: str, style: Style) -> None:
    """Draw a question in one row, shortened if needed: the row below belongs to an input line."""
    canvas.put_lines(y, [shortened(line, canvas.width - 3)], style)
