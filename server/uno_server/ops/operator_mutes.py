"""People whom operators have muted: nobody in the lobby or at any table sees their chat."""

from collections.abc import Callable

from uno_server.ops.people_here import PeopleHere, Present
from uno_server.person import Person
from uno_server.ssh.addresses import client_network
from uno_tui.lobby.operator import LobbyOperator


class OperatorMutes:
    """The mutes of a server, by mute key: a person's identity, or the network of a guest's address."""

    def __init__(self, here: PeopleHere, operator: LobbyOperator) -> None:
        self.changed: Callable[[str, bool], None] = lambda _key, _on: None
        """Called with the mute key and the new state when an operator mutes or unmutes somebody on this server."""
        self._here = here
        self._operator = operator
        self._muted: set[str] = set()

    def __contains__(self, person: Person) -> bool:
        """Return whether a person is muted."""
        return _mute_key(person) in self._muted

    async def learn(self, key: str, on: bool) -> None:
        """Mute or unmute a person here, because an operator did so on another server of the cluster."""
        (self._muted.add if on else self._muted.discard)(key)
        for one in self._here.sessions:
            if _mute_key(one.person) == key:
                await self._operator.silence(self._here.known(one).identity, on)

    async def mute(self, session: Present) -> str:
        """Hide a person's chat; return the answer for the operator."""
        key = await self._set(session, on=True)
        return f"muted {key}"

    async def unmute(self, session: Present) -> str:
        """Show a person's chat again; return the answer for the operator."""
        return _may_talk(await self._set(session, on=False))

    def unmute_absent(self, key: str) -> str | None:
        """Delete a mute by its key; return the answer for the operator, None if there is no such mute."""
        if key not in self._muted:
            return None
        self._muted.remove(key)
        self.changed(key, False)
        return _may_talk(key)

    async def _set(self, session: Present, *, on: bool) -> str:
        key = _mute_key(session.person)
        await self.learn(key, on)
        self.changed(key, on)
        return key


def _may_talk(key: str) -> str:
    return f"{key} may talk again"


def _mute_key(person: Person) -> str:
    """Return the key under which a person is muted: their identity, or the client network of a guest's address."""
    return client_network(person.address) if person.guest and person.address else person.identity
