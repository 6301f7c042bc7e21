"""The interface of a lobby: requests of sessions and operators, and the messages to a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from uno_tui.table.options import TableInfo, TableOptions, User
from uno_tui.table.protocol import Closed, Ending, Handle, Listener, LogEntry, Notice


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


class LobbyService(Protocol):
    """A lobby as sessions use it; it may be in another process, so every question is awaited.

    A way in that raises or is canceled has let nobody in and opened nothing. A person's newest entrance is valid: an
    older handle on the same table gets `Closed`, and the person leaves every other table. People who come in while the
    lobby closes get `Closed` or an `EntryError`.
    """

    defaults: TableOptions
    """Options of a new table that is opened without options."""

    async def arrive(self, user: User) -> User:
        """Return the person under the name by which everybody here knows them until `depart`.

        Nobody else has the name, in the lobby or at a table. All sessions of a person have the same name.
        """

    def depart(self, identity: str) -> None:
        """End a session of a person; after the last one, and if the person is at no table, others may use the name."""

    async def enter(self, user: User, listener: LobbyListener) -> LobbyHandle:
        """Let a person into the lobby; the listener gets a view after each change, until the person leaves."""

    async def list(self) -> tuple[TableInfo, ...]:
        """Return the public tables: first those with free seats, fullest first."""

    async def find(self, code: str) -> TableInfo | None:
        """Return the table with the given code, also a private one; None if there is no such table."""

    async def has_seat(self, identity: str) -> bool:
        """Return whether a person has a seat at any table."""

    async def open(
        self, user: User, listener: Listener, options: TableOptions | None = None, code: str | None = None
    ) -> Handle:
        """Open a new table with this person as its host."""

    async def join(self, user: User, listener: Listener, code: str) -> Handle:
        """Take a seat at the table with the given code, or watch its running match; an unknown code opens a table."""

    async def watch(self, user: User, listener: Listener, code: str) -> Handle:
        """Watch the table with the given code; a person who has a seat there returns to the seat."""

    async def quick_play(self, user: User, listener: Listener) -> Handle:
        """Take a seat at the open table with the most people, or at a new table with bots in the other seats."""

    async def resume(self, user: User, listener: Listener) -> Handle | None:
        """Return to the table where the person has a seat; return None if there is no such table."""

    async def totals(self) -> LobbyTotals:
        """Return the totals now."""

    async def close(self, ending: Ending = Ending.SERVER_STOPPED) -> None:
        """Close all tables, because the program stops; afterwards no table can be opened or joined."""


class OperatorService(Protocol):
    """The requests of an operator. People are given by their identity."""

    async def announce(self, text: str) -> int:
        """Send an announcement to everybody, once per person, and return the number of tables."""

    async def tell(self, identity: str, notice: Notice) -> None:
        """Send a notice to one person, in the lobby and at tables."""

    async def silence(self, identity: str, on: bool) -> None:
        """Stop a person's chat from being sent, or allow it again."""

    async def dismiss(self, identity: str) -> None:
        """Remove a person from every table; the person may return."""

    async def forget(self, identity: str) -> None:
        """Remove a person from every table; in matches still being played, an anonymous guest gets their result."""

    async def close(self, code: str) -> int | None:
        """Close the table with the given code and return how many people were there; None if there is no such table."""

    async def drain(self, on: bool) -> int:
        """Stop (or resume) opening tables and admitting people without a seat; return the number of open tables."""

    async def admits(self, identity: str) -> bool:
        """Return whether a person may enter: always, unless the lobby is being drained and the person has no seat."""

    async def plays(self, identity: str) -> bool:
        """Return whether a person has a seat in a match that is being played."""


Results = Callable[[], Sequence[str]]
"""Returns a person's results as sentences in their language, newest first."""
