"""A person as the server knows them: identity, name, rights and language."""

from dataclasses import dataclass, field

from uno_tui.i18n import Words
from uno_tui.table.options import GUEST, User


@dataclass(frozen=True, slots=True)
class Person:
    """A connected person. The identity distinguishes people; the name is only for display."""

    identity: str
    """`ssh:` and the fingerprint of the person's key; for a guest `guest:` and a random token of this connection."""
    name: str
    """The ssh user name, cleaned for display; not unique."""
    guest: bool
    resume_code: str = field(default="", repr=False)
    """Secret code with which a guest gets their seat back."""

    resume_command: str = field(default="", repr=False)
    """The command line with which a guest gets their seat back; empty if the server's address is unknown."""
    ssh_command: str = ""
    """The command line that connects to the server; a command can be appended. Empty if the address is unknown."""
    operator: bool = False
    """Whether the person's key is an operator key of the configuration."""
    address: str = ""
    """IP address of the client."""
    reached: tuple[str, int] | None = None
    """The server's address and port as the client reached them; None if only a proxy in front of the server knows."""
    origin: str = ""
    """Network of the address, by which a table refuses a guest whom the host sent away, and open tables are counted;
    empty for this machine and for proxies."""
    language: str = "en"
    """Language from the person's settings, or else from their environment."""
    utf8: bool = True
    """Whether the character set of the person's terminal is UTF-8."""
    silenced: bool = False
    """Whether an operator has muted this person."""

    @property
    def words(self) -> Words:
        """The translations for the person's language, or English if their terminal cannot show its letters."""
        words = Words(self.language)
        return words if self.utf8 else words.in_ascii

    @property
    def user(self) -> User:
        """The person as the lobby's type `User`, which does not know whether somebody is an operator."""
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
        """The identity for logs and operators; a guest's identity is secret, so only its beginning is shown."""
        return self.identity[: len(GUEST) + 6] if self.guest else self.identity
