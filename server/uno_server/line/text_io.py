"""One person's line as a talk in lines of text: input in lines at a bearable rate, output never without bound."""

import asyncio
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from uno_server.line.keyboard import Keyboard
from uno_server.line.line import Line
from uno_server.line.timers import StallTimer
from uno_tui.lobby.protocol import LobbyView
from uno_tui.plain.streams import LineQueue
from uno_tui.table.protocol import TableView
from uno_tui.token_bucket import TokenBucket

BACKLOG_HIGH, BACKLOG_LOW = 64, 16
"""Lines that wait: above the first the line is held, at the second it is released."""
BURST: Final = 32.0
PER_SECOND: Final = 32.0
"""Lines that are read in one go, and in a second after that; the rest waits."""
KEPT: Final = 100
"""Messages kept for who does not read."""

Said = TypeVar("Said")


class Mailbox(Generic[Said]):
    """Passes messages on while the person reads, else keeps the newest picture and a few of the rest."""

    def __init__(self, talk: "Talk", listener: Callable[[Said], None]) -> None:
        self._talk = talk
        self._listener = listener
        self._kept: list[Said] = []

    def __call__(self, message: Said) -> None:
        """Take a message; this makes it a listener."""
        if self._talk.line.paused:
            if isinstance(message, TableView | LobbyView):
                self._kept = [one for one in self._kept if not isinstance(one, TableView | LobbyView)]
            self._kept = [*self._kept[1 - KEPT :], message]
        else:
            self._listener(message)
        self._talk.script.nudge()

    def open(self) -> None:
        """Pass on what was kept."""
        kept, self._kept = self._kept, []
        for message in kept:
            self._listener(message)


class Talk:
    """What is said on one line, both ways. Make it before anything is awaited, `close` it at the end."""

    def __init__(self, line: Line, *, echo: bool) -> None:
        self.line = line
        self.script = LineQueue()
        self._keyboard = Keyboard(self._show if echo else None)
        self._stall = StallTimer(line.abort)
        self._freed = asyncio.Event()
        self._mailbox: Mailbox[object] | None = None
        self._loop = asyncio.get_running_loop()
        self._lines = TokenBucket(PER_SECOND, BURST, self._loop.time())
        line.on_closed, line.on_cut = self._on_closed, self._on_cut
        line.on_pause, line.on_resume = self._on_pause, self._on_resume
        line.listen(self._on_bytes)
        if line.paused:
            self._on_pause()
        if line.hung_up:
            self._on_closed()

    @property
    def cut(self) -> bool:
        """Whether the person is gone without having said so: the line is down, the server stops, or Ctrl-C."""
        return self.line.gone or self.line.muted or self._keyboard.interrupted

    @property
    def interrupted(self) -> bool:
        """Whether the person typed Ctrl-C."""
        return self._keyboard.interrupted

    @property
    def over(self) -> bool:
        """Whether nothing more will be read."""
        return self.cut or (self.script.ended and not self.script)

    def say(self, text: str) -> None:
        """Write a line."""
        fresh = self.line.newline if self._keyboard.begun else ""
        self._keyboard.begun = False
        self._show(f"{fresh}{text}{self.line.newline}")

    def mailbox(self, listener: Callable[[Said], None]) -> Mailbox[Said]:
        """A listener in place of another, for as long as no further one is asked for."""
        mailbox = Mailbox(self, listener)
        self._mailbox = mailbox  # type: ignore[assignment]  # it is only opened
        return mailbox

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """The next line when its time has come; None when none will come, or the person is gone, or it is `over`."""

        def ended() -> bool:
            return over() or self.cut

        await self._pace()
        line = await self.script.next(waits, ended)
        if len(self.script) <= BACKLOG_LOW:
            self.line.release()
        return line

    def close(self) -> None:
        """Talk no more."""
        self.line.unlisten()
        self._stall.stop()

    async def _pace(self) -> None:
        """Wait until the person has read what was said, and there is credit for a line."""
        while self.line.paused and not self.cut:
            self._freed.clear()
            await self._freed.wait()
        if wait := self._lines.take(1, self._loop.time()):
            await asyncio.sleep(wait)

    def _show(self, text: str) -> None:
        self.line.write(text.encode("utf-8", "replace"))

    def _on_bytes(self, data: bytes) -> None:
        for line in self._keyboard.lines(data):
            if line:
                self.script.put(line)
        if self._keyboard.ended:
            self.script.end()
        if self._keyboard.interrupted:
            self._on_cut()
        if len(self.script) > BACKLOG_HIGH:
            self.line.hold()

    def _on_closed(self) -> None:
        """Take the end of input: a last line without an end is one, too."""
        if rest := self._keyboard.rest():
            self.script.put(rest)
        self.script.end()

    def _on_cut(self) -> None:
        self._freed.set()
        self.script.nudge()

    def _on_pause(self) -> None:
        self._stall.start(self.line.limits.stall_seconds)

    def _on_resume(self) -> None:
        self._stall.stop()
        if self._mailbox is not None:
            self._mailbox.open()
        self._freed.set()
