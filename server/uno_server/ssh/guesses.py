"""Guessing: wrong codes, passwords and signatures, counted for each client over all of its connections."""

from typing import Final

from uno_server.limits import Limits
from uno_tui.token_bucket import ClientBuckets

LONGEST_WAIT: Final = 30.0
"""Maximum delay of an answer to a wrong guess, in seconds."""


class Guesses:
    """Rate limit of wrong guesses per client: the first few are free, later ones are delayed."""

    def __init__(self) -> None:
        self._clients = ClientBuckets()

    def count(self, client: str, limits: Limits, now: float) -> float:
        """Count a client's wrong guess and return the seconds by which to delay the answer."""
        bucket = self._clients.of(client, limits.guess_rate, limits.guess_burst, now)
        if -bucket.available(now) / bucket.rate >= LONGEST_WAIT:
            return LONGEST_WAIT  # no further debt: a client that stops guessing is soon forgiven
        return bucket.take(1, now)
