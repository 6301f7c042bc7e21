"""The Textual driver over a line: it delivers input to the app and sends the app's frames."""

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
from uno_server.line.terminal_dialog import Dialog
from uno_server.line.timers import Cancellable, Later, StallTimer
from uno_tui.faults import describe
from uno_tui.local.terminal import restore_sequence, setup_sequence
from uno_tui.local.terminal_questions import SYNCHRONIZED, TerminalAnswers
from uno_tui.token_bucket import TokenBucket
from uno_tui.tui.terminal_answered import TerminalAnswered

logger = logging.getLogger(__name__)

INPUT_DELAY = 0.05
"""Seconds between two batches of input from the backlog."""
BATCH = 8
"""Maximum number of keys and clicks that an app handles before other sessions get their turn."""
BACKLOG_HIGH, BACKLOG_LOW = 4096, 1024
"""Backlog thresholds in characters: above the first, reading from the line stops; at the second, it resumes."""
SCREEN_PRICE = 16
"""Rate limit cost of opening a screen, in keys: to open and close it takes as long as about 32 keys at a table."""
SHOW_CURSOR, HIDE_CURSOR = "\x1b[?25h", "\x1b[?25l"
RESIZE_DELAY = 0.04
"""Seconds to wait for further resizes before the app gets the newest size."""

_MOUSE = re.compile(r"\x1b\[<(\d{1,3});(-?\d{1,9});(-?\d{1,9})([Mm])")
_REJECTED = re.compile(r"\d{8}|t\Z")
_TRUSTED = (events.Key, events.MouseEvent)


class SessionParser(XTermParser):
    """Textual's input parser, without its method cache, which would keep the parsers of ended apps in memory."""

    _uncached = XTermParser._parse_extended_key.__wrapped__  # noqa: SLF001 -- the method without its cache

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]  # not cached
        return self._uncached(sequence)


class LineApp(Protocol):
    """Protocol of the app, with the attributes of `SessionApp` that the driver uses."""

    line: Line
    later: Later

    def line_closed(self) -> None:
        """End the app because the person disconnected."""


class SessionDriver(Driver):
    """The Textual driver of one app: it passes the line's input to the app and sends the app's frames."""

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
        batch = max(BATCH, limits.keys_rate * INPUT_DELAY)
        self._keys = TokenBucket(limits.keys_rate, limits.keys_burst, now)
        self._batch = TokenBucket(batch / INPUT_DELAY, batch, now)
        self._sizes = TokenBucket(limits.sizes_rate, limits.sizes_burst, now)
        self.dialog = Dialog(self._line.terminal, self._loop.time, self._later)
        self.cursor_visible = False
        """Whether the terminal shows its cursor now."""
        self._frame: list[str] = []
        self._repaint_due = self._dropping = False
        self._timers: dict[str, Cancellable] = {}

    def _start_timer(self, name: str, delay: float, callback: Callable[[], None]) -> None:
        """Start the timer of the given name, or restart it."""
        self._cancel_timer(name)

        def fire() -> None:
            self._timers.pop(name, None)
            callback()

        self._timers[name] = self._later(delay, fire)

    def _cancel_timer(self, name: str) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()

    # The terminal.

    def start_application_mode(self) -> None:
        """Switch the terminal to a full screen and start receiving input."""
        line = self._line
        line.set_restore_sequence(restore_sequence(line.terminal).encode())
        self.dialog.on_answers = self._on_answers
        line.write(setup_sequence(line.terminal, self.dialog.ask()).encode())
        line.on_take_screen = self._take_screen
        line.on_resize, line.on_closed = self._on_resize, self._on_closed
        line.on_pause, line.on_resume = self._on_pause, self._on_resume
        line.listen(self._on_bytes)
        if line.paused:
            self._on_pause()
        if line.hung_up:
            self._on_closed()

    def disable_input(self) -> None:
        """Stop receiving input, and cancel all timers."""
        self._line.unlisten()
        self._backlog.clear()
        self._stall.stop()
        self.dialog.stop()
        for name in list(self._timers):
            self._cancel_timer(name)

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        self.disable_input()
        self._line.restore()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the browser would open on the server."""

    # Frames.

    def write(self, data: str) -> None:
        """Add output to the current frame; drop the output while the client is too slow to read."""
        if self._line.paused:
            self._repaint_due = self._dropping = True
            self.cursor_visible = False  # the dropped data may have been meant to show it
        else:
            self._frame.append(data)

    def flush(self) -> None:
        """Send the frame as one write."""
        if self._dropping:
            self._dropping = False
            self._line.dropped += 1
        if self._frame:
            data = "".join(self._frame)
            self._frame.clear()
            self._line.write(data.encode("utf-8", "replace"))

    def _take_screen(self) -> None:
        """Set up the terminal's full screen again and repaint, after a suspend."""
        self.cursor_visible = False
        self._line.write(setup_sequence(self._line.terminal).encode())
        self._app.call_later(self._app.refresh)  # in the app's own context

    def _on_pause(self) -> None:
        self._stall.start(self._line.limits.stall_seconds)

    def _on_resume(self) -> None:
        self._stall.stop()
        if self._repaint_due:
            self._repaint_due = False
            self._app.call_later(self._app.refresh)  # in the app's own context, not in this callback's

    # Sizes.

    def _on_resize(self, size: tuple[int, int]) -> None:  # noqa: ARG002 -- when the timer fires, the line has the newest
        if "resize" not in self._timers:
            pause = self._sizes.take(1, self._loop.time())
            self._start_timer("resize", max(RESIZE_DELAY, pause), self._send_size)

    def _send_size(self) -> None:
        self._size = self._line.size
        self.send_message(events.Resize(Size(*self._size), Size(*self._size)))

    # Input.

    def send_message(self, message: Message) -> None:
        """Post a message to the app; must be called on the event loop, not from another thread."""
        del self._down_buttons[:-8]  # presses without a release would grow the list without limit
        self._app.post_message(message)

    def charge(self, price: float) -> None:
        """Charge the key rate limit for an expensive key; `price` is its cost, in ordinary keys."""
        self._keys.take(price, self._loop.time())

    def _on_bytes(self, data: bytes) -> None:
        tokens = self._lexer.feed(self._decode(data))
        if tokens and all(token.kind is Kind.REPORT for token in tokens):
            self._line.forget_input()
        self._take(tokens)

    def _take(self, tokens: Iterable[Token]) -> None:
        self._backlog.extend(tokens)
        self._waiting = sum(len(token.text) for token in self._backlog)
        if "input" not in self._timers:
            self._deliver_backlog()
        if self._waiting > BACKLOG_HIGH:
            self._line.pause_reading()
        if (patience := self._lexer.patience) is None:
            self._cancel_timer("lexer")
        else:
            self._start_timer("lexer", patience, self._stop_waiting)

    def _stop_waiting(self) -> None:
        self._take(self._lexer.flush())

    def _deliver_backlog(self) -> None:
        """Deliver as much queued input as the rate limits allow."""
        now = self._loop.time()
        room = min(self._keys.available(now), self._batch.available(now))
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
                self._batch.take(cost, now)
                room -= cost
                self._deliver(token)
        if self._backlog:
            self._start_timer("input", INPUT_DELAY, self._deliver_backlog)
        if self._waiting <= BACKLOG_LOW:
            self._line.resume_reading()

    def _overtaken(self, token: Token) -> bool:
        """Return whether a token is a mouse motion that the next token makes obsolete."""
        here, there = _MOUSE.fullmatch(token.text), self._backlog and _MOUSE.fullmatch(self._backlog[0].text)
        return bool(here and there and int(here[1]) & 32 and here[1] == there[1])

    def _deliver(self, token: Token) -> None:
        if token.kind is Kind.ESCAPE:
            self.process_message(events.Key("escape", "\x1b"))
        elif token.kind is Kind.PASTE:
            self.process_message(events.Paste(token.text))
        elif token.kind is Kind.REPORT:
            self._hear(token.text)
        elif token.kind is Kind.TEXT:
            self._parse("".join(char for char in token.text if not "\x80" <= char < "\xa0"))
        elif mouse := _MOUSE.fullmatch(token.text):
            (width, height), (button, x, y, press) = self._line.size, mouse.groups()
            x, y = min(max(int(x), 1), width), min(max(int(y), 1), height)
            self._parse(f"\x1b[<{button};{x};{y}{press}")
        elif not _REJECTED.search(token.text):
            self._parse(token.text)
            self._reset_parser(alt=len(token.text) == 2)

    def _hear(self, report: str) -> None:
        """Process a report from the terminal about itself; if the app then redraws, charge the price of a screen."""
        asking = not self.dialog.is_closed
        if self.dialog.hear(report) and not asking:
            self.charge(SCREEN_PRICE)

    def _on_answers(self, answers: TerminalAnswers) -> None:
        if answers.modes.get(SYNCHRONIZED):
            self.send_message(messages.TerminalSupportsSynchronizedOutput())
        self.send_message(TerminalAnswered(answers, answers.depth_of(self._line.terminal)))

    def _parse(self, text: str) -> None:
        """Feed input to the parser and forward the kinds of events that are allowed."""
        try:
            found = list(self._parser.feed(text)) if text else []
        except Exception as error:  # noqa: BLE001 -- the parser may raise anything on a stranger's input
            logger.debug("input parser replaced: %s", describe(error))
            self._parser = SessionParser()
            return
        for event in found:
            if isinstance(event, _TRUSTED):
                self.process_message(event)

    def _reset_parser(self, *, alt: bool) -> None:
        """Reset a parser that waits for input after a complete sequence; it would take later input for typed text."""
        if self._parser._timeout_time is None:  # noqa: SLF001 -- nothing else shows that the parser waits
            return
        if alt:
            self._parser._timeout_time = 0.0  # noqa: SLF001 -- ends the wait for the rest
            for event in list(self._parser.tick()):
                self.process_message(event)
        else:
            self._parser = SessionParser()
