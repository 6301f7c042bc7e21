"""The messages between a lobby and one person, and the requests of the person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from uno_tui.table.options import TableInfo, TableOptions
from uno_tui.table.protocol import Closed, LogEntry, Notice


@dataclass(frozen=True, slots=True)
class PersonInfo:
    """A person in the lobby or at one of its tables, as the lobby lists them."""

    name: str
    """The person's name; nobody else in the lobby or at the lobby's tables has that name."""
    guest: bool
    """Whether the person has no key; anybody could use the same name."""
    table: str | None
    """The code of the person's table; empty for a private table; None for a person in the lobby."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that a person sees of the lobby. A new view replaces the older one."""

    tables: tuple[TableInfo, ...]
    """The public tables: first those with free seats, fullest first."""
    people: tuple[PersonInfo, ...]
    """All people in the lobby and at tables, each once."""
    talk: tuple[LogEntry, ...]
    """The newest lines of chat, oldest first; at most 50."""
    defaults: TableOptions
    """Options of a new table that is opened without options."""
    levels: tuple[str, ...]
    """The names of the bot levels, weakest first."""
    may_open: bool = True
    """Whether people can open tables here; False with `uno host`, which has one table."""
    muted: frozenset[str] = frozenset()
    """Names of present people whose chat this person has muted; chat from them is missing from `talk`."""


LobbyMessage = LobbyView | Notice | Closed
LobbyListener = Callable[[LobbyMessage], None]
"""Receives the messages in order; `Closed` is the last. It may be called in any context, so it should only queue them.
A listener that raises is not called again."""


class LobbyHandle(Protocol):
    """The requests of one person in the lobby. They return nothing; answers are sent to the listener."""

    @property
    def name(self) -> str:
        """The person's name here."""

    @property
    def view(self) -> LobbyView:
        """The view as it is now."""

    def chat(self, text: str) -> None:
        """Send a line of chat to everybody in the lobby."""

    def mute(self, name: str, on: bool) -> None:
        """Mute or unmute the chat of the person with the given name, for this person, in the lobby and at tables."""

    def leave(self) -> None:
        """Leave the lobby; the listener is no longer called."""


@dataclass(frozen=True, slots=True)
class LobbyTotals:
    """Totals of a lobby, for metrics."""

    tables: int
    """Number of open tables."""
    moves: int
    """Number of actions at all tables so far; tables that are closed are counted too."""


Results = Callable[[], Sequence[str]]
"""Returns a person's results as sentences in their language, newest first."""
