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
from uno_tui.local.terminal import DEFAULT_SIZE, Terminal, clamp_size
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Ending

EARLY_BYTES = 4096
"""Bytes of input kept until a listener is set; more are dropped."""
ANSWER_SECONDS = 1.0
"""Seconds after some input in which the next write counts as the answer to it."""


class Carrier(Protocol):
    """Transport of a line's bytes, such as an ssh channel."""

    def write(self, data: bytes) -> None:
        """Send bytes to the terminal without waiting; do nothing once the peer is gone."""

    def finish(self, status: int) -> None:
        """Send the exit status after all that was written, then close."""

    def abort(self) -> None:
        """Drop the connection at once; what was not sent yet is lost."""

    def pause_reading(self) -> None:
        """Read nothing from the peer until `resume_reading`."""

    def resume_reading(self) -> None:
        """Read again."""


class Line:
    """One person's connection, with the facts of the terminal at its far end."""

    def __init__(
        self, carrier: Carrier, terminal: Terminal, size: tuple[int, int] = DEFAULT_SIZE, *, pty: bool = True
    ) -> None:
        self.terminal = terminal
        self.pty = pty
        """Whether the client has a terminal, however limited, and not a pipe."""
        self.size = clamp_size(*size)
        self.paused = False
        self.gone = False
        """Whether the peer is gone, so that nothing written arrives."""
        self.closed = False
        """Whether `close` was called."""
        self.hung_up = False
        """Whether the peer ended its input, or went, before `close` was called."""
        self.restored = False
        """Whether the terminal was restored; from then on only `say` writes."""
        self.written = 0
        """Bytes passed to the carrier so far."""
        self.limits = Limits()
        """The limits that the driver applies; the owner of the carrier may replace them before the driver starts."""
        self._asked = 0.0
        self.dropped = 0
        """Frames dropped because the peer did not read."""
        self.last_input = time.monotonic()
        """When the last input came, in seconds of `time.monotonic`."""
        self.on_answer: Callable[[float], None] | None = None
        """Called with the seconds between some input and the next write."""
        self.on_bytes: Callable[[bytes], None] | None = None
        self.on_resize: Callable[[tuple[int, int]], None] | None = None
        self.on_resume: Callable[[], None] | None = None
        self.on_pause: Callable[[], None] | None = None
        self.on_take_screen: Callable[[], None] | None = None
        """Called when a full screen is to be set up and drawn again, after the program was stopped."""
        self.on_suspend: Callable[[], None] | None = None
        """Called after Ctrl-Z; None where the program cannot be stopped, as on a server."""
        self.on_closed: Callable[[], None] | None = None
        self.on_cut: Callable[[], None] | None = None
        """Called when writes stop having an effect: the peer is gone, or the terminal was restored."""
        self.report_ending: Callable[[Ending], str] = _in_english
        """Returns what the peer reads when the server ends the session; the service replaces it."""
        self._carrier = carrier
        self._held = False
        self._early = b""
        self._restore_sequence = b""

    # For the driver.

    @property
    def newline(self) -> str:
        """The line end of the client: CR LF on a terminal, LF on a pipe."""
        return "\r\n" if self.pty else "\n"

    def write(self, data: bytes) -> None:
        """Send bytes, unless the terminal was restored already."""
        if not self.restored:
            self._send(data)

    def set_restore_sequence(self, restore_sequence: bytes) -> None:
        """Set the bytes that restore the terminal; they are sent however the session ends."""
        self._restore_sequence = restore_sequence

    def restore(self) -> None:
        """Restore the terminal, once; from now on only `say` writes."""
        if not self.restored:
            self._send(self._restore_sequence)
            self.restored = True
            self._cut()

    def give_screen_back(self) -> None:
        """Restore the terminal until `take_screen`: the program is about to be stopped."""
        if not self.restored:
            self._send(self._restore_sequence)

    def take_screen(self) -> None:
        """Set up and draw the full screen again, if there is one."""
        if not self.restored and self.on_take_screen is not None:
            self.on_take_screen()

    def suspend(self) -> None:
        """Stop the program after Ctrl-Z, where it can be stopped."""
        if self.on_suspend is not None:
            self.on_suspend()

    def say(self, text: str) -> None:
        """Restore the terminal and print lines of text on it, without their control characters."""
        self.restore()
        for row in text.splitlines():
            self._send((_plain(row) + self.newline).encode())

    def end(self, ending: Ending) -> None:
        """Restore the terminal and report why the session ends; the owner then closes the line."""
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
        """Drop the connection without a word: the peer reads nothing."""
        if not self.gone:
            self._carrier.abort()

    def pause_reading(self) -> None:
        """Stop reading input until `resume_reading`."""
        if not self._held and not self.gone:
            self._held = True
            self._carrier.pause_reading()

    def resume_reading(self) -> None:
        """Read input again, if `pause_reading` stopped it."""
        if self._held and not self.gone:
            self._held = False
            self._carrier.resume_reading()

    def listen(self, on_bytes: Callable[[bytes], None]) -> None:
        """Set the function that gets all input, and pass it what came before."""
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
        """Pass on bytes the person typed."""
        self.last_input = time.monotonic()
        if self.last_input - self._asked > ANSWER_SECONDS:
            self._asked = self.last_input
        if self.on_bytes is not None:
            self.on_bytes(data)
        elif not self.restored:
            self._early = (self._early + data)[:EARLY_BYTES]

    def resized(self, width: int, height: int) -> None:
        """Set the terminal's new size in cells, clamped to a sane one."""
        size = clamp_size(width, height)
        if size != self.size:
            self.size = size
            if self.on_resize is not None:
                self.on_resize(size)

    def pause_writing(self) -> None:
        """Stop writing: the peer does not read fast enough."""
        if not self.paused:
            self.paused = True
            if self.on_pause is not None:
                self.on_pause()

    def resume_writing(self) -> None:
        """Write again: the peer has read."""
        if self.paused:
            self.paused = False
            if self.on_resume is not None:
                self.on_resume()

    def hang_up(self) -> None:
        """Mark the input as ended; what is written may still arrive."""
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
    """Return a row without its control characters."""
    return "".join(char for char in row if char.isprintable())


def _in_english(ending: Ending) -> str:
    return Speaker(Words("en"), ()).ending(ending)


def restore_all(lines: "list[Line]", ending: Ending) -> None:
    """Restore every terminal, with the reason, before any is closed: closing takes time, and a server may be killed."""
    for line in lines:
        line.end(ending)
