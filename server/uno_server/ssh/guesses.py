"""Guessing: wrong codes, passwords and signatures, counted for each client over all of its connections."""

from typing import Final

from uno_server.limits import Limits
from uno_tui.token_bucket import TokenBucket

LONGEST_WAIT: Final = 30.0
"""Maximum delay of an answer to a wrong guess, in seconds."""
TRACKED: Final = 4096
"""Number of tracked clients above which those without a recent guess are forgotten."""


class Guesses:
    """Rate limit of wrong guesses per client: the first few are free, later ones are delayed."""

    def __init__(self) -> None:
        self._clients: dict[str, TokenBucket] = {}

    def count(self, client: str, limits: Limits, now: float) -> float:
        """Count a client's wrong guess and return the seconds by which to delay the answer."""
        if len(self._clients) >= TRACKED:
            self._clients = {one: left for one, left in self._clients.items() if left.available(now) < left.burst}
        bucket = self._clients.get(client)
        if bucket is None:
            bucket = self._clients[client] = TokenBucket(limits.guess_rate, limits.guess_burst, now)
        bucket.rate, bucket.burst = limits.guess_rate, limits.guess_burst  # a reload may have changed them
        if -bucket.available(now) / bucket.rate >= LONGEST_WAIT:
            return LONGEST_WAIT  # no further debt: a client that stops guessing is soon forgiven
        return bucket.take(1, now)
