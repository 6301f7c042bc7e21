"""Who is at the other end of a line."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """One person as the server knows them: the identity decides, the name is only shown."""

    identity: str
    """`ssh:SHA256:...` for the holder of a key, `guest:...` with a token of this one connection for anybody else."""
    name: str
    """The ssh user name, cleaned for display; anybody may come with anybody's name."""
    guest: bool
