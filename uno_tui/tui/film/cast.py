"""Films as asciicasts, which asciinema and its players show: https://docs.asciinema.org/manual/asciicast/v2/."""

import json
from typing import Final

from rich.style import Style

from uno_tui.tui.draw.canvas import Canvas, Runs
from uno_tui.tui.draw.frame_writer import FrameWriter
from uno_tui.tui.film.frames import Frame

VERSION: Final = 2
_BEGIN: Final = "\x1b[?25l\x1b[2J\x1b[H"
_END: Final = "\x1b[?25h"


class CastWriter:
    """Collects the frames of a film: the changed cells of each, at the time it is shown."""

    def __init__(self) -> None:
        self._events: list[str] = []
        self._before: Canvas | None = None
        self._seconds = 0.0

    def add(self, frame: Frame) -> None:
        """Add a frame."""
        canvas, before = frame.canvas, self._before
        if before is None:
            changes: dict[int, Runs] = dict.fromkeys(range(canvas.height), ((0, canvas.width),))
        else:
            changes = canvas.changes(before)
        writer = FrameWriter()
        writer.draw(canvas, (0, 0), changes, _as_it_is)
        if changes:
            self._event(writer.text if before is not None else _BEGIN + writer.text)
        self._before = canvas
        self._seconds += frame.seconds

    def text(self, title: str) -> str:
        """Return the whole asciicast: a line for the header and for each event. There must be a frame."""
        last = self._before
        assert last is not None, "a film has a frame"
        header = {"version": VERSION, "width": last.width, "height": last.height, "title": title}
        self._event(f"{_END}\x1b[{last.height};1H")
        return "".join([_line({**header, "env": {"TERM": "xterm-256color"}}), *self._events])

    def _event(self, text: str) -> None:
        self._events.append(_line([round(self._seconds, 3), "o", text]))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _as_it_is(style: Style) -> Style:
    return style
