"""The newest lines of the log, in the session's words."""

from functools import lru_cache
from typing import NamedTuple

from uno_tui.speech import Speaker
from uno_tui.tableview import Chat, LogEntry
from uno_tui.tui.brush import Brush
from uno_tui.tui.canvas import Canvas, cut, wrap
from uno_tui.tui.scene import Scene
from uno_tui.tui.widgets.painted import Painted


class LogLook(NamedTuple):
    """What the widget shows: entries by number, said."""

    entries: tuple[tuple[int, str, bool], ...]
    """Number, sentence, whether a person said it."""


class Log(Painted[LogLook]):
    """The log; it fills downward and starts over at half its height, so that a new line does not move all others."""

    KEPT = 40

    def __init__(self, brush: Brush, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(brush, id)
        self.said: dict[int, tuple[LogEntry, str]] = {}
        self.first = 0
        """The number of the entry at the top."""

    def restyle(self, brush: Brush) -> None:
        """Say everything anew, too."""
        self.said = {}
        super().restyle(brush)

    def look_at(self, scene: Scene) -> LogLook:
        """The newest entries; each is put into words once."""
        entries = scene.log[-self.KEPT :]
        speaker: Speaker | None = None
        said = {}
        for entry in entries:
            known = self.said.get(entry.number)
            if known is None or known[0] is not entry:
                speaker = speaker or Speaker.of(self.brush.words, scene.view)
                known = entry, speaker.log(entry)
            said[entry.number] = known
        self.said = said
        return LogLook(tuple((number, text, isinstance(entry.what, Chat)) for number, (entry, text) in said.items()))

    def paint(self, canvas: Canvas, look: LogLook) -> None:
        """A title, and the entries from the first one on; when they no longer fit, it moves down by half the height."""
        palette, width = self.brush.palette, canvas.width - 3
        if width < 4:
            return
        canvas.fill(0, 0, canvas.width, 1, palette["row"])
        canvas.put(2, 0, cut(self.brush.words("Log"), width), palette["row"])
        room = canvas.height - 1
        lines = [(number, line, chat) for number, text, chat in look.entries for line in self._lines(text, width)]
        shown = lines[self._from(lines, room) :][:room]
        for y, (_number, line, chat) in enumerate(shown, 1):
            canvas.put(2, y, line, palette["next"] if chat else palette["note"])
        self.target((0, 0, canvas.width, canvas.height), "log")

    def _from(self, lines: list[tuple[int, str, bool]], room: int) -> int:
        """The first line to show."""
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

    @staticmethod
    @lru_cache(maxsize=1024)
    def _lines(text: str, width: int) -> list[str]:
        first, *rest = wrap(text, width)
        return [first, *(" " + line for line in wrap(" ".join(rest), width - 1))] if rest else [first]
