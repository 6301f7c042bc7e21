"""The page of settings."""

from rich.cells import cell_len

from uno_tui.tui.draw.canvas import Canvas, cut, wrap
from uno_tui.tui.draw.painted import Painted
from uno_tui.tui.settings.rows import TuningLook


class Tuning(Painted[TuningLook]):
    """A row for each setting, the selected one marked, and below it what it is about."""

    def paint(self, canvas: Canvas, look: TuningLook) -> None:
        """Title, rows, help."""
        words, palette = self.brush.words, self.brush.palette
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(2, 0, words("Settings"), palette["title"])
        names = max(cell_len(label) for label, _value in look.rows) + 2
        step = 2 if canvas.height >= 2 * len(look.rows) + 6 else 1
        for place, (label, value) in enumerate(look.rows):
            y, selected = 2 + place * step, place == look.selected
            style = palette["turn"] if selected else palette.text
            canvas.fill(0, y, canvas.width, 1, style)
            canvas.put(2, y, label, style)
            canvas.put(4 + names, y, cut(f"< {value} >" if selected else f"  {value}", canvas.width - names - 4), style)
            self.target((0, y, canvas.width, 1), "pick", place)
        y = 2 + len(look.rows) * step + 1
        for place, line in enumerate(wrap(look.help, canvas.width - 4)):
            canvas.put(2, y + place, line, palette["dim"])
        if look.complaint:
            canvas.tell(look.complaint, palette["error"])
