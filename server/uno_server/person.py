"""A person as the server knows them: identity, name, rights and language."""

from dataclasses import dataclass, field

from uno_tui.table.options import GUEST, User


@dataclass(frozen=True, slots=True)
class Person:
    """One person who is connected. The identity distinguishes people; the name is only shown."""

    identity: str
    """`ssh:` and the fingerprint of the person's key; for a guest `guest:` and a random token of this connection."""
    name: str
    """The ssh user name, cleaned for display; two people may use the same."""
    guest: bool
    resume_code: str = field(default="", repr=False)
    """Code with which a guest gets their seat back; a secret."""

    resume_command: str = field(default="", repr=False)
    """The whole command line with that code; empty if the server's address is not known."""
    operator: bool = False
    """Whether the configuration lists the person's key as an operator's."""
    address: str = ""
    """IP address of the client."""
    reached: tuple[str, int] | None = None
    """Address and port at which the client reached the server; None if only a proxy in front of it knows."""
    origin: str = ""
    """Network of a guest's address, by which a table refuses a guest who was sent away; empty if it says nothing."""
    language: str = "en"
    """Language that the person chose in the settings, else that of their environment."""
    silenced: bool = False
    """Whether an operator has muted this person."""

    @property
    def user(self) -> User:
        """The person as the lobby knows them, without rights."""
        return User(
            self.identity,
            self.name,
            self.guest,
            self.resume_code,
            resume_command=self.resume_command,
            silenced=self.silenced,
            origin=self.origin,
            address=self.address,
        )

    @property
    def label(self) -> str:
        """Identity as shown in logs and to operators: of a guest's, which is a secret, only the beginning."""
        return self.identity[: len(GUEST) + 6] if self.guest else self.identity
