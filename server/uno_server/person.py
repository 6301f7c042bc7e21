"""Who is at the other end of a line."""

from dataclasses import dataclass, field

from uno_tui.table.options import GUEST, User


@dataclass(frozen=True, slots=True)
class Person:
    """One person as the server knows them: the identity decides, the name is only shown."""

    identity: str
    """`ssh:SHA256:...` for the holder of a key, `guest:...` with a token of this one connection for anybody else."""
    name: str
    """The ssh user name, cleaned for display; anybody may come with anybody's name."""
    guest: bool
    resume_code: str = field(default="", repr=False)
    """How a guest comes back; for nobody else's eyes."""

    operator: bool = False
    """Holds a key that the configuration names as an operator's."""
    address: str = ""
    """Where the connection comes from."""
    language: str = "en"
    """What this person chose, else what their environment asks for."""
    silenced: bool = False
    """An operator does not let this person talk to others."""

    @property
    def user(self) -> User:
        """The person as the lobby knows them."""
        return User(self.identity, self.name, self.guest, self.resume_code, self.silenced)

    @property
    def label(self) -> str:
        """How logs and operators call this person; a guest's token is a secret, so only its beginning is told."""
        return self.identity[: len(GUEST) + 6] if self.guest else self.identity
