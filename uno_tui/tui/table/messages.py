"""The messages of a table's screen to itself and to the app."""

from textual.message import Message

from uno_tui.table.protocol import Closed
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.session import SessionOptions


class TableMessageArrived(Message, bubble=False):
    """Notification that the inbox has a new message from the table."""


class TableLeft(Message):
    """The person has left the table."""

    def __init__(self, closed: Closed) -> None:
        super().__init__()
        self.closed = closed


class TableSettingsChanged(Message):
    """The person has changed settings while at the table."""

    def __init__(self, session: SessionOptions, appearance: Appearance) -> None:
        super().__init__()
        self.session, self.appearance = session, appearance
