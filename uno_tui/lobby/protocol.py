"""Messages between the lobby and a person: the lobby's view one way, requests the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from uno_tui.table.options import TableInfo, TableOptions
from uno_tui.table.protocol import Closed, Handle, Listener, LogEntry, Notice


@dataclass(frozen=True, slots=True)
class PersonInfo:
    """A person in the lobby or at one of its tables, as the lobby lists them."""

    name: str
    """Cleaned for display."""
    guest: bool
    """The person has no key: anybody can use the name."""
    table: str | None
    """The code of the person's table, empty for a private one; None in the lobby."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that a person sees of the lobby. A newer view replaces an older one."""

    tables: tuple[TableInfo, ...]
    """The public tables: those with free seats first, the fullest of them first."""
    people: tuple[PersonInfo, ...]
    """Everybody who is here, once each."""
    talk: tuple[LogEntry, ...]
    """The newest lines of chat, oldest first; at most 50."""
    defaults: TableOptions
    """Options of a table that is opened without any."""
    levels: tuple[str, ...]
    """The levels of bots, weakest first."""
    muted: frozenset[str] = frozenset()
    """Names of the people here whose chat this person has muted; their chat is not in `talk`."""


LobbyMessage = LobbyView | Notice | Closed
LobbyListener = Callable[[LobbyMessage], None]
"""Receives the messages in order; `Closed` is the last. It may be called in any context, so it should only queue them.
A listener that raises is not called again."""


class LobbyHandle(Protocol):
    """The requests of one person in the lobby; an `EntryError` from one means that nothing has changed."""

    @property
    def name(self) -> str:
        """The person's name here."""

    @property
    def view(self) -> LobbyView:
        """The view as it is now."""

    def chat(self, text: str) -> None:
        """Say something to everybody in the lobby."""

    def mute(self, name: str, on: bool) -> None:
        """Hide the chat of the person of that name from this one, here and at tables, or show it again."""

    def leave(self) -> None:
        """Leave the lobby; the listener is not called any more."""

    async def open(self, listener: Listener, options: TableOptions | None = None) -> Handle:
        """Open a table and sit down as its host."""

    async def join(self, listener: Listener, code: str) -> Handle:
        """Sit down at the table of that code, or watch if it has begun; open a table if there is none."""

    async def watch(self, listener: Listener, code: str) -> Handle:
        """Watch the table of that code."""

    async def quick_play(self, listener: Listener) -> Handle:
        """Sit down at the open table with the most people, or at a new one with bots on all other seats."""


EnterLobby = Callable[[LobbyListener], LobbyHandle]
"""Enters the lobby and returns the handle; from then on the listener is called."""

Results = Callable[[], Sequence[str]]
"""Returns a person's results as sentences in their language, newest first."""
