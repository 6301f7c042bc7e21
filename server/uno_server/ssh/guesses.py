"""Guessing: wrong codes, passwords and signatures, counted for each client over all of its connections.

A client that has guessed too often waits before its next guess is looked at, right or wrong: one that did not wait for
the answer to a wrong guess, but connected again, would not be slowed down otherwise. Codes of tables are counted apart,
because opening a table by a new code counts as well: a class of pupils who do so must still get in with a password.
"""

from typing import Final

from uno_server.limits import Limits
from uno_tui.token_bucket import ClientBuckets, TokenBucket

TABLE_CODE: Final = "table-code"
"""The kind of guess that is counted apart from all others."""
SOON: Final = 0.001
"""Seconds that are not worth waiting."""
LONGEST_WAIT: Final = 30.0
"""Maximum delay of an answer to a wrong guess, in seconds."""


class Guesses:
    """Rate limit of wrong guesses per client: the first few are free, later ones are delayed."""

    def __init__(self) -> None:
        self._clients = ClientBuckets()

    def _bucket(self, kind: str, client: str, limits: Limits, now: float) -> TokenBucket:
        name = f"{client} {TABLE_CODE}" if kind == TABLE_CODE else client
        return self._clients.of(name, limits.guess_rate, limits.guess_burst, now)

    def owed(self, kind: str, client: str, limits: Limits, now: float) -> float:
        """Return the seconds that a client has to wait until its next guess of a kind is looked at."""
        bucket = self._bucket(kind, client, limits, now)
        wait = -bucket.available(now) / bucket.rate
        return wait if wait > SOON else 0.0

    def count(self, kind: str, client: str, limits: Limits, now: float) -> float:
        """Count a client's wrong guess and return the seconds by which to delay the answer."""
        bucket = self._bucket(kind, client, limits, now)
        if -bucket.available(now) / bucket.rate >= LONGEST_WAIT:
            return LONGEST_WAIT  # no further debt: a client that stops guessing is soon forgiven
        return bucket.take(1, now)
