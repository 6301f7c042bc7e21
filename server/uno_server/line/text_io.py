"""A session in lines of text on one line: input at a limited rate, and output that never piles up in memory."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

from uno_server.line.line import Line
from uno_server.line.timers import StallTimer
from uno_tui.i18n.ascii_text import ascii_text
from uno_tui.lobby.protocol import LobbyView
from uno_tui.plain.keyboard import Keyboard
from uno_tui.plain.streams import LineQueue
from uno_tui.table.protocol import TableView
from uno_tui.token_bucket import TokenBucket

BACKLOG_HIGH, BACKLOG_LOW = 64, 16
"""Lines in the queue: above the first number no input is read, at the second it is read again."""
BURST: Final = 32.0
"""Number of lines that are accepted at once before the rate limit applies."""
PER_SECOND: Final = 32.0
"""Lines accepted per second after the burst."""
KEPT: Final = 100
"""Maximum number of messages that are queued for a client that does not read."""

Message = TypeVar("Message")


class Mailbox(Generic[Message]):
    """A listener that queues messages while the client does not read: only the newest view, and a few others."""

    def __init__(self, text_line: "TextLine", listener: Callable[[Message], None]) -> None:
        self._text_line = text_line
        self._listener = listener
        self._kept: list[Message] = []

    def __call__(self, message: Message) -> None:
        """Pass a message on, or keep it."""
        if self._text_line.line.paused:
            if isinstance(message, TableView | LobbyView):
                self._kept = [one for one in self._kept if not isinstance(one, TableView | LobbyView)]
            self._kept = [*self._kept[1 - KEPT :], message]
        else:
            self._listener(message)
        self._text_line.queue.nudge()

    def open(self) -> None:
        """Pass the messages kept so far to the listener."""
        kept, self._kept = self._kept, []
        for message in kept:
            self._listener(message)


class TextLine:
    """A line that carries lines of text both ways.

    It must be made before anything is awaited, or early input would have no listener, and closed at the end.
    """

    def __init__(self, line: Line, *, echo: bool, for_programs: bool = False) -> None:
        """`for_programs`: the text is written as it is, also if the terminal has only ASCII."""
        self.line = line
        self._ascii_only = not (for_programs or line.terminal.is_utf8)
        self.queue = LineQueue()
        """Lines that the person has typed and the program has not yet read."""
        self._keyboard = Keyboard(self._write if echo else None)
        self._stall = StallTimer(line.abort)
        self._writable = asyncio.Event()
        self._mailbox: Mailbox[object] | None = None
        self._loop = asyncio.get_running_loop()
        self._unsent: list[str] | None = None
        self._rate = TokenBucket(PER_SECOND, BURST, self._loop.time())
        line.on_closed, line.on_cut = self._on_closed, self._on_cut
        line.on_pause, line.on_resume = self._on_pause, self._on_resume
        line.listen(self._on_bytes)
        if line.paused:
            self._on_pause()
        if line.hung_up:
            self._on_closed()

    @property
    def cut(self) -> bool:
        """Whether the session was interrupted: the connection is lost, the server stops, or the person typed Ctrl-C."""
        return self.line.gone or self.line.restored or self._keyboard.interrupted

    @property
    def interrupted(self) -> bool:
        """Whether the person typed Ctrl-C."""
        return self._keyboard.interrupted

    @property
    def over(self) -> bool:
        """Whether no further typed line will be read."""
        return self.cut or (self.queue.ended and not self.queue)

    def say(self, text: str) -> None:
        """Write a line; if the terminal's last line is half typed, start a new one.

        The half-typed text is written again after it, or after the last of several lines.
        """
        fresh = self.line.newline if self._keyboard.begun else ""
        self._keyboard.begun = False
        self._write(f"{fresh}{text}{self.line.newline}")
        if fresh:
            self._loop.call_soon(self._keyboard.show_again)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._write("\a")

    def mailbox(self, listener: Callable[[Message], None]) -> Mailbox[Message]:
        """Return a mailbox that forwards to a listener; it works until the next mailbox is requested."""
        mailbox = Mailbox(self, listener)
        self._mailbox = mailbox  # type: ignore[assignment]  # it is only opened
        return mailbox

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """Return the next line once the rate allows it and the session waits for one.

        Args:
            waits: whether the session waits for a line.
            over: whether the session is over.

        Returns:
            The line, or None if the session is over or broke off, or no further line comes.
        """

        def ended() -> bool:
            return over() or self.cut

        await self._pace()
        line = await self.queue.next(waits, ended)
        if len(self.queue) <= BACKLOG_LOW:
            self.line.resume_reading()
        return line

    def charge(self, price: float) -> None:
        """Charge the rate limit for the last line; `price` is its cost, in ordinary lines."""
        self._rate.take(price - 1, self._loop.time())

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send all output of the ``with`` block at once, because each write becomes an encrypted packet."""
        self._unsent = []
        try:
            yield
        finally:
            text, self._unsent = "".join(self._unsent), None
            if text:
                self._write(text)

    def close(self) -> None:
        """Detach from the line and cancel the timer."""
        self.line.unlisten()
        self._stall.stop()

    async def _pace(self) -> None:
        """Wait until the client has read the output and the rate limit allows another line."""
        while self.line.paused and not self.cut:
            self._writable.clear()
            await self._writable.wait()
        if wait := self._rate.take(1, self._loop.time()):
            await asyncio.sleep(wait)

    def _write(self, text: str) -> None:
        text = ascii_text(text) if self._ascii_only else text
        if self._unsent is None:
            self.line.write(text.encode("utf-8", "replace"))
        else:
            self._unsent.append(text)

    def _on_bytes(self, data: bytes) -> None:
        self._keyboard.show_again()
        for line in self._keyboard.lines(data):
            self.queue.put(line)
        if self._keyboard.ended:
            self.queue.end()
        if self._keyboard.interrupted:
            self._on_cut()
        if len(self.queue) > BACKLOG_HIGH:
            self.line.pause_reading()

    def _on_closed(self) -> None:
        """End the input; an unfinished last line counts as a line."""
        if rest := self._keyboard.rest():
            self.queue.put(rest)
        self.queue.end()

    def _on_cut(self) -> None:
        self._writable.set()
        self.queue.nudge()

    def _on_pause(self) -> None:
        self._stall.start(self.line.limits.stall_seconds)

    def _on_resume(self) -> None:
        self._stall.stop()
        if self._mailbox is not None:
            self._mailbox.open()
        self._writable.set()
