"""The mixin with which a Textual app runs as one of many sessions of one process."""

import asyncio
import inspect
import io
import logging
import sys
from collections.abc import Sequence
from typing import Any, cast
from weakref import WeakSet

from rich.console import Console
from textual.await_remove import AwaitRemove
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome, NoColor
from textual.widget import Widget

from uno_server.line.driver import teardown
from uno_server.line.driver.colors import DEPTH_FILTERS, ansi_filter
from uno_server.line.driver.driver import SCREEN_PRICE, SessionDriver
from uno_server.line.driver.no_server_commands import NoServerCommands
from uno_server.line.driver.styles import SharedStylesheet
from uno_server.line.driver.terminal_output import TerminalOutput
from uno_server.line.line import Line
from uno_server.line.timers import Later, call_later
from uno_tui.faults import describe
from uno_tui.local.terminal import ColorDepth
from uno_tui.tui.session import FAST_LINE
from uno_tui.tui.terminal_answered import TerminalAnswered

logger = logging.getLogger(__name__)

MOST_ANIMATED = 200
"""Number of sessions in this process above which no animations are shown."""
_RUNNING: "set[SessionApp]" = set()
"""The apps of all sessions of this process."""


class SessionApp(NoServerCommands, TerminalOutput):
    """Mixin for an app that runs in one of many sessions of a server: `class Remote(SessionApp, TheApp)`."""

    ENABLE_COMMAND_PALETTE = False
    CRASH_NOTICE = "Something went wrong and this session has ended. Reconnect to continue."
    """Notice printed after a crash; a subclass replaces it with one in the person's language."""

    is_local = False
    """Whether the line is this process's own terminal."""

    later: Later
    color_depth: ColorDepth
    _farewell: str
    _started: bool
    _asked_to_exit: tuple[Any, int, Any] | None
    _known: WeakSet[DOMNode]
    _task_factory: Any

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Look for relative style sheets in the folder of the class that declares them, not in that of its subclass."""
        super().__init_subclass__(**arguments)
        cls._BASE_PATH = next(inspect.getfile(base) for base in cls.__mro__ if "CSS_PATH" in vars(base))

    def attach(self, line: Line, later: Later) -> None:
        """Connect the app to a line and isolate it from process-wide state; called once, before the app runs."""
        self.line, self.later = line, later
        self._farewell = ""
        self._started = self._typing = False
        self._asked_to_exit: tuple[Any, int, Any] | None = None
        self._known = WeakSet()
        self._task_factory = asyncio.get_running_loop().get_task_factory()
        self._capture_stdout, self._capture_stderr = cast("Any", sys.stdout), cast("Any", sys.stderr)
        self.stylesheet = SharedStylesheet(self.stylesheet)
        self._disable_notifications = self._disable_tooltips = True  # two widgets of each screen that show nothing
        self.features = frozenset()
        self.devtools = self._devtools_redirector = self.css_monitor = None
        self.color_depth = line.terminal.depth
        self.no_color = self.color_depth is ColorDepth.NONE
        width, height = line.size
        self.console = Console(
            color_system="truecolor", file=io.StringIO(), width=width, height=height, force_terminal=True,
            markup=True, highlight=False, emoji=False, legacy_windows=False, safe_box=False, _environ={},
        )  # fmt: skip

    def detach(self) -> str:
        """Release all resources after the app's run, and return the output that is still to be printed."""
        self._exception = None
        self.later(teardown.DELAY, lambda: teardown.break_references(self, [*self._known]))
        return self._farewell

    def set_color_depth(self, depth: ColorDepth) -> None:
        """Change the session's color depth and repaint.

        The screens themselves are not refreshed: their widgets cover them, and Textual would draw everything twice.
        """
        self.color_depth = depth
        self.no_color = depth is ColorDepth.NONE
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.refresh()

    def on_terminal_answered(self, message: TerminalAnswered) -> None:
        """Switch to the color depth that the terminal's answers prove."""
        if message.depth is not self.color_depth:
            self.set_color_depth(message.depth)

    def line_closed(self) -> None:
        """End the app because the person disconnected; a subclass may override this to clean up first."""
        self.exit()

    def exit(self, result: Any = None, return_code: int = 0, message: Any = None) -> None:
        """End the app; if it is still starting, end it afterwards, because Textual would fail to mount."""
        self._asked_to_exit = self._asked_to_exit or (result, return_code, message)
        if self._started:
            super().exit(*self._asked_to_exit)

    async def _ready(self) -> None:
        await super()._ready()
        self._started = True
        if self._asked_to_exit is not None:
            super().exit(*self._asked_to_exit)

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        self._known.add(child)
        super()._register_child(parent, child, before, after)

    def _start_widget(self, parent: Widget, widget: Widget) -> None:
        self._known.add(widget)
        super()._start_widget(parent, widget)

    def push_screen(self, *arguments: Any, **named: Any) -> Any:
        """Push a screen, and charge the key rate limit for the cost of opening it."""
        self.charge(SCREEN_PRICE)
        return super().push_screen(*arguments, **named)

    def switch_screen(self, *arguments: Any, **named: Any) -> Any:
        """Replace the current screen, and charge the key rate limit as `push_screen` does."""
        self.charge(SCREEN_PRICE)
        return super().switch_screen(*arguments, **named)

    def charge(self, price: float) -> None:
        """Charge the key rate limit for an expensive key; `price` is its cost, in ordinary keys."""
        if isinstance(self._driver, SessionDriver):
            self._driver.charge(price)

    def _prune(self, *nodes: Widget, parent: DOMNode | None = None) -> AwaitRemove:
        self._empty_later([one for node in nodes for one in teardown.nodes_below(node)])
        return super()._prune(*nodes, parent=parent)

    def _empty_later(self, removed: list[DOMNode]) -> None:
        """Free the memory of removed nodes after their message loops have ended."""

        async def empty() -> None:
            if self._closed:
                return  # the whole app is emptied soon
            if not teardown.has_ended(removed):
                self._empty_later(removed)
                return
            if self.hover_over in removed:
                self.hover_over = None
            if self.mouse_over in removed:
                self.mouse_over = None
            teardown.unsubscribe(removed, [self, *self.screen_stack])
            while removed:  # the app keeps this callback until its next message
                teardown.empty_nodes([removed.pop()])
                await asyncio.sleep(0)

        def ask() -> None:
            self.call_later(empty)  # as a message, because those before it in the app's queue may call a removed node

        self.later(teardown.DELAY, ask)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return this session's color filters, ignoring NO_COLOR in the server's own environment."""
        inherited = [
            ansi_filter(one._terminal_theme) if isinstance(one, ANSIToTruecolor) else one  # noqa: SLF001 -- not public
            for one in super().get_line_filters()
            if not isinstance(one, Monochrome | NoColor)
        ]
        own = DEPTH_FILTERS[self.color_depth]
        return [*inherited, own] if own.enabled else inherited

    def get_driver_class(self) -> type[Driver]:
        """Return the driver over a line."""
        return SessionDriver

    async def _process_messages(self, *arguments: Any, **named: Any) -> None:
        # Textual has just installed the eager task factory on the loop, which all sessions share: with it asyncssh's
        # logins of all later clients would never finish.
        asyncio.get_running_loop().set_task_factory(self._task_factory)
        await super()._process_messages(*arguments, **named)

    def _fatal_error(self) -> None:
        if self._started and self._asked_to_exit is not None:
            # A screen that was opening when the app ended failed to mount; nobody would have seen it.
            self._return_code = self._asked_to_exit[1]
            logger.info("session ended while a screen opened")
        else:
            if self._exception is not None:
                logger.error("session crashed: %s", describe(self._exception))
            self._farewell = self.CRASH_NOTICE
        self._close_messages_no_wait()

    def panic(self, *renderables: Any) -> None:  # noqa: ARG002 -- what it would show may hold a hand
        """End the app after an error, without printing the traceback on the person's terminal."""
        self._fatal_error()

    def _print_error_renderables(self) -> None:
        texts = [one for one in self._exit_renderables if isinstance(one, str)]
        self._exit_renderables.clear()
        self._farewell = self._farewell or "\n".join(texts)

    def can_animate(self, round_trip: float | None) -> bool:
        """Return whether to animate: few sessions run, and this one's connection is fast and not stalled."""
        if self.line.paused or len(_RUNNING) > MOST_ANIMATED:
            return False
        return self.is_local or (round_trip is not None and round_trip <= FAST_LINE)


async def run(app: SessionApp, line: Line, *, later: Later = call_later) -> int:
    """Run an app on a line until it ends, give the terminal back, and return the exit status.

    The caller closes the line with that status. An error inside the app ends it with status 1: the person
    reads a notice, and the log has the error. A person who is gone already sees nothing, and the app does not start.
    """
    if line.hung_up:
        return 0
    app.attach(line, later)
    _RUNNING.add(app)
    try:
        await app.run_async(size=line.size)
    finally:
        _RUNNING.discard(app)
        line.unlisten()
        line.say(app.detach())
    return app.return_code or 0
