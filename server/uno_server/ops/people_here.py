"""The people whom operators see and act on: everybody who is connected, over ssh or by a browser."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from uno_server.app.service import GameService
from uno_server.person import Person
from uno_server.ssh.channel import SshSession
from uno_server.ssh.server import Server
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.names import folded, near_name
from uno_tui.table.protocol import Ending

Answer = tuple[str, int]
"""The text and the exit status of a command."""


class Present(Protocol):
    """A person who is connected now, over ssh or by a browser."""

    @property
    def person(self) -> Person:
        """The person, as the server knew them when they connected."""

    def end(self, ending: Ending) -> None:
        """Notify the person of the reason, then end the session."""


@dataclass(slots=True)
class OperatorAct:
    """An operator's command, as it was typed."""

    rest: str
    """The arguments: the words after the command."""
    by: str
    """The operator: name and the beginning of their key."""
    whom: str = ""
    """Identity or ban entry of the person that the command is about, for the log; set while the command runs."""


class PeopleHere:
    """The sessions of players on this server. `server` is set before the first session, once it has been made."""

    def __init__(self, service: GameService, operator: LobbyOperator) -> None:
        self.server: Server | None = None
        self.page_visits: Callable[[], Sequence[Present]] = tuple
        """Returns the visits of people who use a browser; set by a server with a web page."""
        self._service = service
        self._operator = operator

    @property
    def sessions(self) -> list[Present]:
        """The sessions of players, without sessions that were opened for a single command."""
        here = self.server.sessions if self.server is not None else []
        in_ssh = [one for one in here if one.line is not None and one.line in self._service.present]
        return [*in_ssh, *self.page_visits()]

    def known(self, session: Present) -> Person:
        """Return a session's person; after sign-in, with the name and identity that other people see."""
        if not isinstance(session, SshSession):
            return session.person
        return (session.line and self._service.present.get(session.line)) or session.person

    async def owner(self, name: str) -> Person | None:
        """Return the person who owns a name, here or not; None if nobody owns it."""
        people = self._service.people
        identity = await people.named(name) if people and name else None
        return Person(identity, name, guest=False) if identity and identity.startswith("ssh:") else None

    async def name_of(self, fingerprint: str) -> str:
        """Return the name that the owner of a key used last; empty if they were never here.

        Raises:
            EntryError: the broker of a cluster does not answer.
        """
        people = self._service.people
        return await people.name_of(f"ssh:{fingerprint}") if people else ""

    async def apply(self, act: OperatorAct, who: str, do: Callable[[Present], Awaitable[str]]) -> Answer:
        """Apply a function to the session of the person that `who` names; return an error unless one person matches."""
        if not who:
            return "name somebody; ssh -p PORT HOST who lists everybody", 2
        meant: dict[str, Present] = {}
        for session in self.sessions:
            one = self.known(session)
            if folded(one.name) == folded(who) or (len(who) > 6 and one.label.startswith(who)):
                meant.setdefault(one.identity, session)
        if len(meant) != 1:
            found = "several people are" if meant else "nobody here is"
            near = near_name(who, (self.known(session).name for session in self.sessions))
            hint = f" (did you mean {near}?)" if near and not meant else ""
            return f"{found} called {who[:60]!a}{hint}; ssh -p PORT HOST who lists everybody", 1
        session = next(iter(meant.values()))
        act.whom = self.known(session).label
        return await do(session), 0

    async def send_away(self, session: Present, ending: Ending = Ending.REMOVED) -> str:
        """End all sessions of a person, and free their seat; return the answer for the operator."""
        known = self.known(session)
        self.end_all(known.identity, ending)
        await self._operator.dismiss(known.identity)
        return f"sent away {known.name}"

    def end_all(self, identity: str, ending: Ending = Ending.REMOVED) -> None:
        """End all sessions of a person."""
        for session in self.sessions:
            if self.known(session).identity == identity:
                session.end(ending)
