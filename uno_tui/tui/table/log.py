"""The log panel: the newest entries of the log in words."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from uno_tui.game.events import Reversed
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Chat, LogEntry
from uno_tui.tui.draw.appearance import ASCII, Appearance
from uno_tui.tui.draw.canvas import Canvas, Row
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.text import cut, wrap
from uno_tui.tui.draw.weak_cache import WeakCache
from uno_tui.tui.table.scene import TableScene

HEADLESS: Final = 3
"""Maximum height of a log without a title, in rows."""


class LogLine(NamedTuple):
    """An entry of the log in words."""

    place: tuple[int, int]
    """Place of the entry in the log, as in `LogEntry.place`."""
    text: str
    short: str
    """The text if a word of `text` is longer than a line."""
    chat: bool
    """Whether the entry is a line of chat."""

    def fitting(self, width: int) -> str:
        """Return the text for lines of the given width; lines after the first are indented by one cell."""
        return self.short if max(map(cell_len, self.text.split()), default=0) >= width else self.text


class LogPanelLook(NamedTuple):
    """The content of the log panel."""

    entries: tuple[LogLine, ...]


def _lines(text: str, width: int) -> tuple[str, ...]:
    """Return a text wrapped to a width, with all lines but the first indented by one cell."""
    first, *rest = wrap(text, width)
    return (first, *(" " + line for line in wrap(" ".join(rest), width - 1))) if rest else (first,)


@WeakCache
def _row(appearance: Appearance, width: int, line: str, style: str) -> Row:
    """Return a line as a canvas row; with the style `row`, the whole row is colored."""
    palette = appearance.palette
    canvas = Canvas(width, 1, palette["row"] if style == "row" else palette.text, plain=appearance.glyphs is ASCII)
    canvas.put(2, 0, line, palette[style])
    return canvas.freeze()[0]


# Translators: the title of the list of past events.
class LogPanel(CanvasWidget[LogPanelLook]):
    """The log. It scrolls by half its height when full, so that most new entries do not move the others."""

    KEPT = 40

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(appearance, id)
        self.said: dict[tuple[int, int], tuple[LogEntry, LogLine]] = {}
        self.wrapped: dict[tuple[str, int], tuple[str, ...]] = {}
        """Cache of wrapped texts, by text and width."""
        self.first = (0, 0)
        """Place in the log (`LogEntry.place`) of the entry at the top of the panel."""

    def restyle(self, appearance: Appearance) -> None:
        """Discard the drawing and the cached texts of the entries."""
        self.said = {}
        super().restyle(appearance)

    def look_at(self, scene: TableScene) -> LogPanelLook:
        """Return the newest entries as text, each translated only once."""
        entries = scene.view.log[-self.KEPT :]
        speaker: Speaker | None = None
        said = {}
        for entry in entries:
            known = self.said.get(entry.place)
            if known is None or known[0] is not entry:
                speaker = speaker or Speaker.of(self.appearance.words, scene.view)
                known = entry, self._line(speaker, entry)
            said[entry.place] = known
        self.said = said
        return LogPanelLook(tuple([one for _entry, one in said.values()]))

    @staticmethod
    def _line(speaker: Speaker, entry: LogEntry) -> LogLine:
        what, text = entry.what, speaker.log(entry)
        short = speaker.short_reversed(what) if isinstance(what, Reversed) else text
        return LogLine(entry.place, text, short, isinstance(what, Chat))

    def paint(self, canvas: Canvas, look: LogPanelLook) -> None:
        """Draw a title, and the entries starting at the top entry."""
        appearance, width = self.appearance, canvas.width - 3
        if width < 4:
            return
        head = int(canvas.height > HEADLESS)
        if head:
            canvas.put_row(0, _row(appearance, canvas.width, cut(appearance.words("Log"), width), "row"))
        shown = self._shown(look.entries, width, canvas.height - head)
        for y, (_number, line, chat) in enumerate(shown, head):
            canvas.put_row(y, _row(appearance, canvas.width, line, "next" if chat else "note"))
        self.target((0, 0, canvas.width, canvas.height), "log")

    def _shown(self, entries: tuple[LogLine, ...], width: int, room: int) -> list[tuple[tuple[int, int], str, bool]]:
        """Return the visible lines with their entry numbers; scroll if the newest lines do not fit."""
        texts = [(one.fitting(width), width) for one in entries]
        self.wrapped = {one: self.wrapped.get(one) or _lines(*one) for one in texts}
        known = self.first in self.said
        lines = [
            (one.place, line, one.chat)
            for one, text in zip(entries, texts, strict=True)
            if one.place >= self.first or not known
            for line in self.wrapped[text]
        ]
        return lines[self._from(lines, room) :][:room]

    def _from(self, lines: list[tuple[tuple[int, int], str, bool]], room: int) -> int:
        """Return the index of the first visible line."""
        numbers = [number for number, _line, _chat in lines]
        if not numbers:
            return 0
        if self.first not in numbers:
            self.first = numbers[max(len(lines) - room, 0)]
        while len(lines) - numbers.index(self.first) > room:
            later = numbers[max(len(lines) - (room - room // 2), 0)]
            self.first = later if later > self.first else numbers[-1]
            if self.first == numbers[-1]:
                break
        return numbers.index(self.first)
