"""The two lines below a menu, a form or the lobby: what is selected or asked, and an answer or something less."""

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.canvas import Canvas, shortened, wrap


def paint_foot(canvas: Canvas, y: int, line: str, style: Style) -> bool:
    """A line from that row on, in both rows where one is too narrow; whether the second is still free."""
    room = canvas.width - 3
    lines = wrap(line, room)[: canvas.height - y] if cell_len(line) > room else [line]
    canvas.put_lines(y, lines, style)
    return len(lines) < 2


def paint_answer(canvas: Canvas, y: int, line: tuple[str, Style], answer: tuple[str, Style], *, bad: bool) -> None:
    """A line and an answer below it; a bad one that is too wide for its row takes as many rows as it needs."""
    text, style = answer
    if bad and cell_len(text) > canvas.width - 3:
        canvas.put_message(text, style)
        return
    paint_question(canvas, y, *line)
    canvas.put(1, y + 1, f" {shortened(text, canvas.width - 3)} ", style)


def paint_question(canvas: Canvas, y: int, line: str, style: Style) -> None:
    """A line in one row, because something is typed or told in the row below."""
    canvas.put_lines(y, [shortened(line, canvas.width - 3)], style)
