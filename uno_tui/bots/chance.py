"""Random numbers from a hash, for everything at a table that people can watch."""

from hashlib import sha256
from random import Random


class VisibleChance:
    """Random numbers for something that people can watch, such as how long a bot takes.

    They come from a hash, because a generator's seed can be computed back from enough of its numbers, and the match's
    own seed is a secret.
    """

    def __init__(self, digest: bytes) -> None:
        """`digest`: 32 bytes of `chance_digest`, which determine all numbers."""
        self._digest = digest
        self._used = 0
        self._more: Random | None = None
        """Generator for the numbers after the first four, made only when needed: its seeding is slow."""

    def random(self) -> float:
        """Return the next number, at least 0 and less than 1."""
        if self._used < len(self._digest):
            self._used += 8
            return (int.from_bytes(self._digest[self._used - 8 : self._used]) >> 11) / (1 << 53)
        if self._more is None:
            self._more = Random(int.from_bytes(self._digest))  # noqa: S311  # no secret
        return self._more.random()


def chance_digest(purpose: str, seed: str, version: int, seat: int) -> bytes:
    """Return the SHA-256 from which the random numbers for a purpose come, after `version` actions of a match.

    The purpose stands first, so this is never the hash of the seed that the record shows before the deal.
    """
    return sha256(f"{purpose}\n{seed}\n{version}\n{seat}".encode()).digest()
