"""The widget of the form: a row for each value, and an explanation of the selected one."""

from typing import Final

from rich.cells import cell_len

from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.prompt import paint_answer, paint_foot
from uno_tui.tui.draw.text import cut, fit, shortened
from uno_tui.tui.form.draft import PRESET, FormScene, takes_digits
from uno_tui.tui.form.text import label, meaning, said

LABEL: Final = 25
VALUE: Final = 25
"""Width of a row's value, in cells; `LABEL` is the width of its label."""


# Translators: the form of a table's options: its title, its value of the row Rules, a note.
class FormWidget(CanvasWidget[FormScene]):
    """The form, without the key bar below it."""

    def paint(self, canvas: Canvas, look: FormScene) -> None:
        """Draw the title, the rows, and two lines of explanation of the selected row."""
        words, palette = self.appearance.words, self.appearance.palette
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(1, 0, self._title(look), palette["title"])
        rows = canvas.height - 3
        lines = self._lines(look)
        at = lines.index(look.row)
        first = max(min(at - rows // 2, len(lines) - rows), 0)
        for y, row in enumerate(lines[first : first + rows], 1):
            if row:
                self._row(canvas, y, look, row)
        below = len(lines) - first - rows
        if below > 0:
            text = words.n("{count} more below", "{count} more below", below)
            canvas.put(canvas.width - cell_len(text) - 1, 0, text, palette["title"])
        self._foot(canvas, look, canvas.height - 2)

    def _title(self, look: FormScene) -> str:
        words = self.appearance.words
        if look.draft.rules_only:
            return words("The rules of the table")
        return words("A new match") if look.draft.solo else words("A new table")

    @staticmethod
    def _lines(look: FormScene) -> list[str]:
        """Return the row of each line, with an empty line between table options and rules."""
        rows = list(look.draft.rows)
        place = rows.index(PRESET)
        return [*rows[:place], "", *rows[place:]] if place else rows

    def _row(self, canvas: Canvas, y: int, look: FormScene, row: str) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        selected = row == look.row
        style = palette["turn"] if selected else palette.text
        width = min(canvas.width, LABEL + VALUE + 8)
        canvas.fill(0, y, canvas.width, 1, style)
        if selected:
            canvas.cursor = 0, y
            canvas.put(0, y, self.appearance.glyphs.turn, style)
        number = look.draft.rows.index(row)
        self.target((0, y, canvas.width, 1), "row", number)
        shown = self._value(look, row)
        if selected and not look.fresh:  # a typed 0 is a digit, not yet a word such as "none"
            shown = f"{shown if look.draft.values[row] else 0}_"
        start, room = LABEL + 2, VALUE
        if canvas.width < LABEL + VALUE + 8:  # values are right-aligned; the label has the rest
            room = min(cell_len(shown) + 1, VALUE)
            start = canvas.width - room - 4
        canvas.put(2, y, cut(label(words, row), start - 3), style)
        less, more = self.appearance.glyphs.sides
        canvas.put(start, y, less, style if selected else palette["dim"])
        canvas.put(start + 2, y, fit(shown, room), style if selected else palette["next"])
        canvas.put(start + room + 2, y, more, style if selected else palette["dim"])
        self.target((start - 1, y, 3, 1), "row_less", number)
        self.target((start + 2, y, room + 3, 1), "row_more", number)
        if canvas.width >= width + 40:
            text = meaning(words, row, solo=look.draft.solo)
            canvas.put(width + 1, y, shortened(text, canvas.width - width - 2), style if selected else palette["dim"])

    def _value(self, look: FormScene, row: str) -> str:
        words, draft = self.appearance.words, look.draft
        if row != PRESET:
            return said(words, row, draft.values[row])
        if draft.preset is not None:
            return draft.preset
        nearest = draft.nearest
        return words("{preset}, modified", preset=nearest) if nearest else words("custom")

    def _foot(self, canvas: Canvas, look: FormScene, y: int) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        line = meaning(words, look.row, solo=look.draft.solo)
        if look.trouble:
            paint_answer(canvas, y, (line, palette["wait"]), (look.trouble, palette["error"]))
        elif paint_foot(canvas, y, line, palette["wait"]) and takes_digits(look):
            canvas.put(
                2,
                y + 1,
                shortened(words("Type a number, or step through the usual ones."), canvas.width - 3),
                palette["dim"],
            )
