"""The Textual driver over a line: input on its way in, frames on their way out."""

import logging
import re
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from uno_server.line.lexer import InputLexer, Kind, Token
from uno_server.line.line import Line
from uno_server.line.terminal import giveback, takeover
from uno_server.line.timers import Cancellable, Later, StallTimer
from uno_tui.faults import describe
from uno_tui.token_bucket import TokenBucket

logger = logging.getLogger(__name__)

INPUT_DELAY = 0.05
"""Seconds between two helpings of input that waits."""
HELPING = 8
"""Keys and clicks of one helping: an app answers all that it has before anybody else's turn comes."""
BACKLOG_HIGH, BACKLOG_LOW = 4096, 1024
"""Characters that wait: above the first the line is held, at the second it is released."""
RESIZE_DELAY = 0.04
"""Seconds in which sizes that follow each other count as one."""

_MOUSE = re.compile(r"\x1b\[<(\d{1,3});(-?\d{1,9});(-?\d{1,9})([Mm])")
_ABSURD = re.compile(r"\d{8}|t\Z")
_BELIEVED = (events.Key, events.MouseEvent, messages.TerminalSupportsSynchronizedOutput)


class SessionParser(XTermParser):
    """Textual's parser without its cache, which would keep every parser, its last event and so its app alive."""

    _uncached = XTermParser._parse_extended_key.__wrapped__  # noqa: SLF001 -- the same method below the cache

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]  # not cached
        return self._uncached(sequence)


class LineApp(Protocol):
    """What the driver needs of its app beside what every Textual app has."""

    line: Line
    later: Later

    def line_closed(self) -> None:
        """End the app because its person has gone."""


class SessionDriver(Driver):
    """Moves input and frames between one app and its line."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        session = cast("LineApp", app)
        self._line, self._later = session.line, session.later
        self._on_closed = session.line_closed
        self._stall = StallTimer(self._line.abort, self._later)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._lexer = InputLexer(self._line.limits.paste_length)
        self._parser = SessionParser()
        self._backlog: deque[Token] = deque()
        self._waiting = 0  # characters in the backlog
        limits, now = self._line.limits, self._loop.time()
        helping = max(HELPING, limits.keys_rate * INPUT_DELAY)
        self._keys = TokenBucket(limits.keys_rate, limits.keys_burst, now)
        self._helping = TokenBucket(helping / INPUT_DELAY, helping, now)
        self._sizes = TokenBucket(limits.sizes_rate, limits.sizes_burst, now)
        self._frame: list[str] = []
        self._stale = self._losing = False
        self._timers: dict[str, Cancellable] = {}

    def _after(self, name: str, delay: float, callback: Callable[[], None]) -> None:
        """Set the timer of that name anew."""
        self._call_off(name)

        def fire() -> None:
            self._timers.pop(name, None)
            callback()

        self._timers[name] = self._later(delay, fire)

    def _call_off(self, name: str) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()

    # The terminal, taken and given back.

    def start_application_mode(self) -> None:
        """Take the terminal over and begin to listen."""
        line = self._line
        line.arm(giveback(line.terminal).encode())
        line.write(takeover(line.terminal).encode())
        line.on_resize, line.on_closed = self._on_resize, self._on_closed
        line.on_pause, line.on_resume = self._on_pause, self._on_resume
        line.listen(self._on_bytes)
        if line.paused:
            self._on_pause()
        if line.hung_up:
            self._on_closed()

    def disable_input(self) -> None:
        """Listen no more."""
        self._line.unlisten()
        self._backlog.clear()
        self._stall.stop()
        for name in list(self._timers):
            self._call_off(name)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self.disable_input()
        self._line.restore()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    # Frames.

    def write(self, data: str) -> None:
        """Add to the frame, or lose it while the line is paused."""
        if self._line.paused:
            self._stale = self._losing = True
        else:
            self._frame.append(data)

    def flush(self) -> None:
        """Send the frame in one piece."""
        if self._losing:
            self._losing = False
            self._line.dropped += 1
        if self._frame:
            data = "".join(self._frame)
            self._frame.clear()
            self._line.write(data.encode("utf-8", "replace"))

    def _on_pause(self) -> None:
        self._stall.start(self._line.limits.stall_seconds)

    def _on_resume(self) -> None:
        self._stall.stop()
        if self._stale:
            self._stale = False
            self._app.call_later(self._app.refresh)  # the whole screen at once, in the app's own context

    # Sizes.

    def _on_resize(self, size: tuple[int, int]) -> None:  # noqa: ARG002 -- the newest one counts when the timer fires
        if "resize" not in self._timers:
            pause = self._sizes.take(1, self._loop.time())
            self._after("resize", max(RESIZE_DELAY, pause), self._tell_size)

    def _tell_size(self) -> None:
        self._size = self._line.size
        self.send_message(events.Resize(Size(*self._size), Size(*self._size)))

    # Input.

    def send_message(self, message: Message) -> None:
        """Give the app a message; this runs on the loop, never in a thread."""
        del self._down_buttons[:-8]  # a button pressed again and again is never released
        self._app.post_message(message)

    def _on_bytes(self, data: bytes) -> None:
        self._take(self._lexer.feed(self._decode(data)))

    def _take(self, tokens: Iterable[Token]) -> None:
        self._backlog.extend(tokens)
        self._waiting = sum(len(token.text) for token in self._backlog)
        if "input" not in self._timers:
            self._spend()
        if self._waiting > BACKLOG_HIGH:
            self._line.hold()
        if (patience := self._lexer.patience) is None:
            self._call_off("lexer")
        else:
            self._after("lexer", patience, self._stop_waiting)

    def _stop_waiting(self) -> None:
        self._take(self._lexer.flush())

    def _spend(self) -> None:
        """Deliver as much of the backlog as there is credit for."""
        now = self._loop.time()
        room = min(self._keys.available(now), self._helping.available(now))
        while self._backlog and room >= 1:
            token = self._backlog.popleft()
            if token.kind is Kind.TEXT and len(token.text) > room:
                cut = int(room)
                self._backlog.appendleft(Token(Kind.TEXT, token.text[cut:]))
                token = Token(Kind.TEXT, token.text[:cut])
            self._waiting -= len(token.text)
            if not self._overtaken(token):
                cost = len(token.text) if token.kind is Kind.TEXT else 1
                self._keys.take(cost, now)
                self._helping.take(cost, now)
                room -= cost
                self._deliver(token)
        if self._backlog:
            self._after("input", INPUT_DELAY, self._spend)
        if self._waiting <= BACKLOG_LOW:
            self._line.release()

    def _overtaken(self, token: Token) -> bool:
        """Whether a token is a mouse motion right before a newer one."""
        here, there = _MOUSE.fullmatch(token.text), self._backlog and _MOUSE.fullmatch(self._backlog[0].text)
        return bool(here and there and int(here[1]) & 32 and here[1] == there[1])

    def _deliver(self, token: Token) -> None:
        if token.kind is Kind.ESCAPE:
            self.process_message(events.Key("escape", "\x1b"))
        elif token.kind is Kind.PASTE:
            self.process_message(events.Paste(token.text))
        elif token.kind is Kind.TEXT:
            self._parse("".join(char for char in token.text if not "\x80" <= char < "\xa0"))
        elif mouse := _MOUSE.fullmatch(token.text):
            (width, height), (button, x, y, press) = self._line.size, mouse.groups()
            x, y = min(max(int(x), 1), width), min(max(int(y), 1), height)
            self._parse(f"\x1b[<{button};{x};{y}{press}")
        elif not _ABSURD.search(token.text):
            self._parse(token.text)
            self._settle(alt=len(token.text) == 2)

    def _parse(self, text: str) -> None:
        """Feed the parser and pass on what is believed of its events."""
        try:
            found = list(self._parser.feed(text)) if text else []
        except Exception as error:  # noqa: BLE001 -- whatever a stranger's input makes of the parser, the session lives
            logger.debug("input parser replaced: %s", describe(error))
            self._parser = SessionParser()
            return
        for event in found:
            if isinstance(event, _BELIEVED):
                self.process_message(event)

    def _settle(self, *, alt: bool) -> None:
        """Leave the parser at rest after a whole sequence: it shall not wait for more, nor type what it cannot read."""
        if self._parser._timeout_time is None:  # noqa: SLF001 -- the parser says no other way that it waits
            return
        if alt:
            self._parser._timeout_time = 0.0  # noqa: SLF001 -- the rest came or never will
            for event in list(self._parser.tick()):
                self.process_message(event)
        else:
            self._parser = SessionParser()
