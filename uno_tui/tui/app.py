"""The app of one session; it does not know whether Textual's own driver shows it here or another elsewhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.screen import Screen

from uno_tui.tableview import Closed, Ending, Handle, Listener
from uno_tui.tui.brush import Brush
from uno_tui.tui.glyphs import ASCII, BOX
from uno_tui.tui.screens.table import TableScreen
from uno_tui.tui.session import Session
from uno_tui.tui.theme import MONO, load_or_default

Connect = Callable[[Listener], Handle]
"""Takes a seat, or watches: gives the handle, and from then on calls the listener."""


class UnoApp(App[int]):
    """Shows a table until the person leaves it; its result and exit status is 0."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(self, session: Session, connect: Connect, themes: Path | None = None) -> None:
        self.session = session
        self.connect = connect
        self.themes = themes
        palette, self.complaint = load_or_default(MONO if session.mono else session.theme, themes)
        self.brush = Brush(session.words, palette, ASCII if session.ascii else BOX)
        super().__init__()
        self.title = "UNO"

    def get_default_screen(self) -> Screen[Any]:
        """The table."""
        return TableScreen(self.brush, self.session, self.connect, self.themes, self.complaint)

    def on_table_screen_left(self, message: TableScreen.Left) -> None:
        """End when the table is left, for whatever reason."""
        self.leave_table(message.closed)

    def leave_table(self, closed: Closed) -> None:
        """End; if it was not the person's wish, say why."""
        sentence = None if closed.reason is Ending.LEFT else TableScreen.ending(self.session.words, closed)
        self.exit(0, message=sentence)

    def action_quit(self) -> Any:
        """Quitting is leaving, which wants to be confirmed."""
        if isinstance(self.screen, TableScreen):
            self.screen.action_press("q")
