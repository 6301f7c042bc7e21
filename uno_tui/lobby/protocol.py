"""What passes between the lobby and a person, as values: the lobby's picture, and the requests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from uno_tui.table.options import TableInfo, TableOptions
from uno_tui.table.protocol import Closed, Handle, Listener, LogEntry, Notice


@dataclass(frozen=True, slots=True)
class PersonInfo:
    """A person who is here, as the lobby lists them."""

    name: str
    """Cleaned for display."""
    guest: bool
    """Without a key: the name proves nothing."""
    table: str | None
    """The code of the table they are at, empty for a private one; None in the lobby."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """All that is seen in the lobby; the newest one replaces any older."""

    tables: tuple[TableInfo, ...]
    """The public ones: those that can be joined first, the fullest of them first."""
    people: tuple[PersonInfo, ...]
    """All who are here, each once."""
    talk: tuple[LogEntry, ...]
    """The newest lines of talk, oldest first; at most 50."""
    defaults: TableOptions
    """How a table is opened when nobody says otherwise."""
    levels: tuple[str, ...]
    """The levels of the bots, weakest first."""
    muted: frozenset[str] = frozenset()
    """The names of those here whose chat this person has muted; the talk lacks it."""


LobbyMessage = LobbyView | Notice | Closed
LobbyListener = Callable[[LobbyMessage], None]
"""Gets the messages, in order; `Closed` is the last. It may be called in anybody's context: queue what it gets, act
later. If it raises, it is not called again."""


class LobbyHandle(Protocol):
    """One person's hold on the lobby. What opens or joins raises `EntryError` if it cannot be; nothing changed then."""

    @property
    def name(self) -> str:
        """What this person is called here."""

    @property
    def view(self) -> LobbyView:
        """The picture as it is now."""

    def chat(self, text: str) -> None:
        """Say something to all in the lobby."""

    def mute(self, name: str, on: bool) -> None:
        """Hide the chat of the person of that name from this one, here and at tables, or show it again."""

    def leave(self) -> None:
        """Go out of the lobby; the listener gets nothing any more."""

    async def open(self, listener: Listener, options: TableOptions | None = None) -> Handle:
        """Open a table and sit down at it as its host."""

    async def join(self, listener: Listener, code: str) -> Handle:
        """Sit down at the table of that code, or watch if it has begun; open it if there is none."""

    async def watch(self, listener: Listener, code: str) -> Handle:
        """Watch the table of that code."""

    async def quick_play(self, listener: Listener) -> Handle:
        """Sit down at the open table that has most people, or at a new one with bots on all other seats."""


EnterLobby = Callable[[LobbyListener], LobbyHandle]
"""Enters the lobby: gives the handle, and from then on calls the listener."""

Results = Callable[[], Sequence[str]]
"""A person's results in their language, the newest first; asked for whenever they want to see or hear them."""
