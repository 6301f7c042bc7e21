"""A line: one person's connection as the driver sees it, whatever carries its bytes.

The carrier calls `received`, `resized`, `pause_writing`, `resume_writing` and `lost`; the driver sets the `on_...`
callbacks and calls the rest. Every session ends with `close`, whatever the reason: it restores the terminal, unless
`restore` did so before, and sends the exit status. After `restore` only `say` writes.
"""

import time
from collections.abc import Callable
from typing import Protocol

from uno_server.limits import Limits
from uno_tui.i18n import Words
from uno_tui.i18n.ascii_text import ascii_text
from uno_tui.local.terminal import DEFAULT_SIZE, Terminal, clamp_size
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Ending

EARLY_BYTES = 4096
"""Bytes of input kept until a listener is set; more are dropped."""
ANSWER_SECONDS = 1.0
"""Seconds after an input during which the next output counts as its answer, for measuring response times."""


class Carrier(Protocol):
    """Transport of a line's bytes, such as an ssh channel."""

    def write(self, data: bytes) -> None:
        """Queue bytes for the terminal without waiting; do nothing after the client has disconnected."""

    def finish(self, status: int) -> None:
        """Send the exit status after all queued output, then close."""

    def abort(self) -> None:
        """Drop the connection at once; queued output is lost."""

    def pause_reading(self) -> None:
        """Stop reading from the client until `resume_reading`."""

    def resume_reading(self) -> None:
        """Read again."""


class Line:
    """One person's connection, with the properties of their terminal."""

    def __init__(
        self, carrier: Carrier, terminal: Terminal, size: tuple[int, int] = DEFAULT_SIZE, *, pty: bool = True
    ) -> None:
        self.terminal = terminal
        self.pty = pty
        """Whether the client has a terminal, of any kind, rather than a pipe."""
        self.size = clamp_size(*size)
        self.paused = False
        self.gone = False
        """Whether the client has disconnected, so that output is lost."""
        self.closed = False
        """Whether `close` was called."""
        self.hung_up = False
        """Whether the client ended its input or disconnected before `close` was called."""
        self.restored = False
        """Whether the terminal was restored; afterwards only `say` may write."""
        self.written = 0
        """Number of bytes passed to the carrier so far."""
        self.limits = Limits()
        """The limits that the driver applies; the owner of the carrier may replace them before the driver starts."""
        self._asked = 0.0
        self.dropped = 0
        """Number of frames dropped because the client did not read."""
        self.last_input = time.monotonic()
        """Time of the last input, in seconds of `time.monotonic`."""
        self.on_answer: Callable[[float], None] | None = None
        """Called with the seconds from an input to the next output."""
        self.on_bytes: Callable[[bytes], None] | None = None
        self.on_resize: Callable[[tuple[int, int]], None] | None = None
        self.on_resume: Callable[[], None] | None = None
        self.on_pause: Callable[[], None] | None = None
        self.on_take_screen: Callable[[], None] | None = None
        """Called after a suspended program resumes, to set up and redraw the full screen."""
        self.on_suspend: Callable[[], None] | None = None
        """Called after Ctrl-Z to suspend the program; None where that is impossible, as on a server."""
        self.on_closed: Callable[[], None] | None = None
        self.on_cut: Callable[[], None] | None = None
        """Called when output becomes impossible: the client disconnected, or the terminal was restored."""
        self.report_ending: Callable[[Ending], str] = _in_english
        """Returns the text that the client sees when the server ends the session; the service replaces it."""
        self._carrier = carrier
        self._held = False
        self._early = b""
        self._restore_sequence = b""

    # For the driver.

    @property
    def newline(self) -> str:
        """The line end that the client expects: CR LF on a terminal, LF on a pipe."""
        return "\r\n" if self.pty else "\n"

    def write(self, data: bytes) -> None:
        """Send bytes, unless the terminal was already restored."""
        if not self.restored:
            self._send(data)

    def set_restore_sequence(self, restore_sequence: bytes) -> None:
        """Set the bytes that restore the terminal; they are sent whenever the session ends."""
        self._restore_sequence = restore_sequence

    def restore(self) -> None:
        """Restore the terminal, only once; afterwards only `say` may write."""
        if not self.restored:
            self._send(self._restore_sequence)
            self.restored = True
            self._cut()

    def give_screen_back(self) -> None:
        """Restore the terminal until `take_screen`, because the program is about to be suspended."""
        if not self.restored:
            self._send(self._restore_sequence)

    def take_screen(self) -> None:
        """Set up and redraw the full screen, if the session has one."""
        if not self.restored and self.on_take_screen is not None:
            self.on_take_screen()

    def suspend(self) -> None:
        """Suspend the program after Ctrl-Z, where that is possible."""
        if self.on_suspend is not None:
            self.on_suspend()

    def say(self, text: str, *, exactly: bool = False) -> None:
        """Restore the terminal and print lines of text with control characters removed.

        `exactly`: also on a terminal that has only ASCII, accents are kept.
        """
        self.restore()
        for row in (text if exactly or self.terminal.is_utf8 else ascii_text(text)).splitlines():
            self._send((_plain(row) + self.newline).encode())

    def end(self, ending: Ending) -> None:
        """Restore the terminal and print why the session ends; the caller then closes the line."""
        if not self.restored:
            self.say(self.report_ending(ending))

    def close(self, status: int) -> None:
        """Restore the terminal, send the exit status and close; a second call does nothing."""
        if self.closed:
            return
        self.restore()
        self.closed = True
        if not self.gone:
            self._carrier.finish(status)

    def abort(self) -> None:
        """Drop the connection at once, without any message to the client."""
        if not self.gone:
            self._carrier.abort()

    def pause_reading(self) -> None:
        """Stop reading input until `resume_reading`."""
        if not self._held and not self.gone:
            self._held = True
            self._carrier.pause_reading()

    def resume_reading(self) -> None:
        """Resume reading after `pause_reading`."""
        if self._held and not self.gone:
            self._held = False
            self._carrier.resume_reading()

    def listen(self, on_bytes: Callable[[bytes], None]) -> None:
        """Set the function that receives all input, and pass it the input that arrived earlier."""
        self.on_bytes = on_bytes
        early, self._early = self._early, b""
        if early:
            on_bytes(early)

    def unlisten(self) -> None:
        """Remove every callback, so that the line keeps no reference to its driver."""
        self.on_bytes = self.on_resize = self.on_resume = self.on_pause = self.on_closed = self.on_cut = None
        self.on_take_screen = None

    def _send(self, data: bytes) -> None:
        if data and not self.gone and not self.closed:
            self.written += len(data)
            self._carrier.write(data)
            if self._asked:
                waited, self._asked = time.monotonic() - self._asked, 0.0
                if waited < ANSWER_SECONDS and self.on_answer is not None:
                    self.on_answer(waited)

    # For the carrier.

    def received(self, data: bytes) -> None:
        """Forward bytes that the person typed."""
        self.last_input = time.monotonic()
        if self.last_input - self._asked > ANSWER_SECONDS:
            self._asked = self.last_input
        if self.on_bytes is not None:
            self.on_bytes(data)
        elif not self.restored:
            self._early = (self._early + data)[:EARLY_BYTES]

    def forget_input(self) -> None:
        """Stop measuring the response time of the last input, because the terminal sent it and nobody typed."""
        self._asked = 0.0

    def resized(self, width: int, height: int) -> None:
        """Set the terminal's new size in cells, limited to a sensible range."""
        size = clamp_size(width, height)
        if size != self.size:
            self.size = size
            if self.on_resize is not None:
                self.on_resize(size)

    def pause_writing(self) -> None:
        """Stop writing, because the client does not read fast enough."""
        if not self.paused:
            self.paused = True
            if self.on_pause is not None:
                self.on_pause()

    def resume_writing(self) -> None:
        """Resume writing, because the client has read its output."""
        if self.paused:
            self.paused = False
            if self.on_resume is not None:
                self.on_resume()

    def hang_up(self) -> None:
        """Mark the input as ended; output may still be delivered."""
        if not self.closed and not self.hung_up:
            self.hung_up = True
            if self.on_closed is not None:
                self.on_closed()

    def lost(self) -> None:
        """Mark the peer as gone."""
        self.gone = True
        self.hang_up()
        self._cut()

    def _cut(self) -> None:
        if self.on_cut is not None:
            self.on_cut()


def _plain(row: str) -> str:
    """Return a line of text without its control characters."""
    return "".join(char for char in row if char.isprintable())


def _in_english(ending: Ending) -> str:
    return Speaker(Words("en"), ()).ending(ending)


def restore_all(lines: "list[Line]", ending: Ending) -> None:
    """Restore every terminal and print the reason before any line closes: closing is slow and may be cut short."""
    for line in lines:
        line.end(ending)
