"""A line: what a driver needs of a connection, whatever carries it.

The carrier calls `received`, `resized`, `choked`, `freed` and `lost`; the driver sets the `on_...` callbacks and calls
the rest. There is one way to end: `restore` gives the terminal back once and makes the line mute, `close` does so if
nobody did, then hands over the exit status. Whoever ends a session, for whatever reason, calls `close`.
"""

import time
from collections.abc import Callable
from typing import Protocol

from uno_server.limits import Limits
from uno_server.line.terminal import DEFAULT_SIZE, Terminal, clamp_size

EARLY_BYTES = 4096
"""Input kept until somebody listens; what comes beyond it is dropped."""
ANSWER_SECONDS = 1.0
"""What is written later than this after some input is no answer to it."""


class Carrier(Protocol):
    """What carries a line: an ssh channel, or a list of bytes in a test."""

    def write(self, data: bytes) -> None:
        """Send bytes to the terminal; never waits, and does nothing once the peer is gone."""

    def finish(self, status: int) -> None:
        """Send the exit status after all bytes, then close."""

    def abort(self) -> None:
        """Drop the connection at once, with everything unsent."""

    def pause_reading(self) -> None:
        """Take no more input from the peer."""

    def resume_reading(self) -> None:
        """Take input again."""


class Line:
    """One person's connection, with the facts of the terminal at its far end."""

    def __init__(
        self, carrier: Carrier, terminal: Terminal, size: tuple[int, int] = DEFAULT_SIZE, *, pty: bool = True
    ) -> None:
        self.terminal = terminal
        self.pty = pty
        """Whether there is a terminal at all, however dumb, or a pipe."""
        self.size = clamp_size(*size)
        self.paused = False
        self.gone = False
        """The peer is not there any more: nothing written arrives."""
        self.closed = False
        """Somebody ended this line; its exit status is on the way."""
        self.hung_up = False
        """The peer went before anybody here ended the line."""
        self.muted = False
        """The terminal was given back; nothing but `say` is written any more."""
        self.written = 0
        """Bytes given to the carrier so far."""
        self.limits = Limits()
        """What whoever drives this line keeps to; the carrier's owner may set others."""
        self._asked = 0.0
        self.dropped = 0
        """Frames lost because the peer did not read."""
        self.heard = time.monotonic()
        """When the person last sent something."""
        self.on_answer: Callable[[float], None] | None = None
        """Told how many seconds after some input the next bytes were written."""
        self.on_bytes: Callable[[bytes], None] | None = None
        self.on_resize: Callable[[tuple[int, int]], None] | None = None
        self.on_resume: Callable[[], None] | None = None
        self.on_pause: Callable[[], None] | None = None
        self.on_closed: Callable[[], None] | None = None
        self.on_cut: Callable[[], None] | None = None
        """Called when nothing that is written arrives any more: the peer is gone, or the line was muted."""
        self.phrase: Callable[[str], str] = _plain
        """Makes of a row that is said what is written; for who reads no plain text."""
        self._carrier = carrier
        self._held = False
        self._early = b""
        self._giveback = b""

    # For the driver.

    @property
    def newline(self) -> str:
        """What ends a row of text there."""
        return "\r\n" if self.pty else "\n"

    def write(self, data: bytes) -> None:
        """Send bytes, unless the terminal was given back already."""
        if not self.muted:
            self._send(data)

    def arm(self, giveback: bytes) -> None:
        """Remember the bytes that give the terminal back; they are written on every way out."""
        self._giveback = giveback

    def restore(self) -> None:
        """Give the terminal back, once, and take nothing but `say` from now on."""
        if not self.muted:
            self._send(self._giveback)
            self.muted = True
            self._cut()

    def say(self, text: str) -> None:
        """Print lines of plain text on the terminal as it was before; control characters are dropped."""
        self.restore()
        for row in text.splitlines():
            self._send((self.phrase(row) + self.newline).encode())

    def close(self, status: int) -> None:
        """Give the terminal back, send the exit status, close; a second call does nothing."""
        if self.closed:
            return
        self.restore()
        self.closed = True
        if not self.gone:
            self._carrier.finish(status)

    def abort(self) -> None:
        """Drop a peer that does not read; to it nothing can be said."""
        if not self.gone:
            self._carrier.abort()

    def hold(self) -> None:
        """Take no more input until `release`."""
        if not self._held and not self.gone:
            self._held = True
            self._carrier.pause_reading()

    def release(self) -> None:
        """Take input again, if `hold` stopped it."""
        if self._held and not self.gone:
            self._held = False
            self._carrier.resume_reading()

    def listen(self, on_bytes: Callable[[bytes], None]) -> None:
        """Set who gets the input, beginning with what came early."""
        self.on_bytes = on_bytes
        early, self._early = self._early, b""
        if early:
            on_bytes(early)

    def unlisten(self) -> None:
        """Forget every callback, so that the line keeps nothing of its driver alive."""
        self.on_bytes = self.on_resize = self.on_resume = self.on_pause = self.on_closed = self.on_cut = None

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
        """Take bytes the person typed."""
        self.heard = time.monotonic()
        if self.heard - self._asked > ANSWER_SECONDS:
            self._asked = self.heard
        if self.on_bytes is not None:
            self.on_bytes(data)
        elif not self.muted:
            self._early = (self._early + data)[:EARLY_BYTES]

    def resized(self, width: int, height: int) -> None:
        """Take the terminal's new size in cells, however absurd."""
        size = clamp_size(width, height)
        if size != self.size:
            self.size = size
            if self.on_resize is not None:
                self.on_resize(size)

    def choked(self) -> None:
        """Learn that the peer does not read fast enough."""
        if not self.paused:
            self.paused = True
            if self.on_pause is not None:
                self.on_pause()

    def freed(self) -> None:
        """Learn that the peer reads again."""
        if self.paused:
            self.paused = False
            if self.on_resume is not None:
                self.on_resume()

    def hang_up(self) -> None:
        """Learn that the person will send nothing more, though what is written may still arrive."""
        if not self.closed and not self.hung_up:
            self.hung_up = True
            if self.on_closed is not None:
                self.on_closed()

    def lost(self) -> None:
        """Learn that the peer is gone."""
        self.gone = True
        self.hang_up()
        self._cut()

    def _cut(self) -> None:
        if self.on_cut is not None:
            self.on_cut()


def _plain(row: str) -> str:
    """The row with nothing in it that acts on a terminal."""
    return "".join(char for char in row if char.isprintable())


def restore_all(lines: "list[Line]", notice: str = "") -> None:
    """Give every terminal back, each with a notice, before any of them is closed."""
    for line in lines:
        line.say(notice)
