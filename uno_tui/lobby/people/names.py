"""Display names: no two people in a lobby and at its tables share one, and a person has the same one everywhere."""

from dataclasses import dataclass, replace

from uno_tui.lobby.people.directory import Directory
from uno_tui.names import clean_name, distinct, folded
from uno_tui.table.options import User


@dataclass(slots=True)
class _Held:
    """A person's name, held until their last session ends."""

    name: str
    sessions: int = 0


class NameRegister:
    """The display names in use. A person at a table keeps the name shown there; others get a name on arrival."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._held: dict[str, _Held] = {}
        """The held name of each person, by identity."""
        self._owners: dict[str, str] = {}
        """Identity of the person who holds each name, by folded name."""

    def arrive(self, user: User) -> User:
        """Return the person with a name that nobody else in the lobby or at a table has, kept until `depart`."""
        held = self._held.get(user.identity)
        if held is None:
            held = self._held[user.identity] = _Held(self._name(user))
            self._owners.setdefault(folded(held.name), user.identity)
        held.sessions += 1
        return replace(user, name=held.name)

    def depart(self, identity: str) -> None:
        """End one session of a person; after the last one, other people may use the person's name."""
        if (held := self._held.get(identity)) is None:
            return
        held.sessions -= 1
        if not held.sessions:
            del self._held[identity]
            if self._owners.get(folded(held.name)) == identity:
                del self._owners[folded(held.name)]

    def has(self, identity: str) -> bool:
        """Return whether a person has arrived and not departed."""
        return identity in self._held

    def name_held(self, identity: str) -> str:
        """Return the name of a person who has arrived and not departed; empty for anybody else."""
        held = self._held.get(identity)
        return held.name if held else ""

    def is_free(self, name: str, identity: str = "") -> bool:
        """Return whether the name is used by nobody except the given person, in the lobby and at tables."""
        owner = self._owners.get(folded(name), identity)
        return owner == identity and all(one == identity for one in self._directory.named(name))

    def _name(self, user: User) -> str:
        if (name := self._directory.name_of(user.identity)) is not None:
            return name
        return distinct(clean_name(user.name), lambda one: self.is_free(one, user.identity))
