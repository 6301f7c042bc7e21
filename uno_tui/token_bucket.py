"""The token bucket: the one rate limit of the program. It has no clock; callers pass the time."""

from typing import Final

TRACKED: Final = 4096
"""Number of clients in a `ClientBuckets` above which those with a full bucket are forgotten."""


class TokenBucket:
    """Limits a rate: a burst of tokens at once, then a number of tokens per second.

    All times are seconds on one clock of the caller's choice. The bucket starts full.

    >>> bucket = TokenBucket(rate=2.0, burst=3.0)
    >>> [bucket.try_take(1, now=10.0) for _ in range(4)], bucket.try_take(1, now=10.5)
    ([True, True, True, False], True)
    >>> bucket.take(4, now=10.5), bucket.available(now=12.5)
    (2.0, 0.0)
    """

    __slots__ = ("_level", "_updated", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float = 0.0) -> None:
        self.rate = rate
        """Tokens added per second."""
        self.burst = burst
        """Maximum number of tokens in the bucket."""
        self._level = burst
        self._updated = now

    def available(self, now: float) -> float:
        """Return the number of tokens in the bucket; negative if `take` took more tokens than there were."""
        self._level = min(self.burst, self._level + (now - self._updated) * self.rate)
        self._updated = now
        return self._level

    def take(self, tokens: float, now: float) -> float:
        """Take tokens, even if the bucket has too few; return the seconds until the token count is back at 0."""
        self._level = self.available(now) - tokens
        return max(0.0, -self._level / self.rate)

    def try_take(self, tokens: float, now: float) -> bool:
        """Take tokens if there are enough and return True; otherwise take none and return False."""
        if self.available(now) < tokens:
            return False
        self._level -= tokens
        return True


class ClientBuckets:
    """A token bucket per client. Once there are `TRACKED` buckets, full ones are deleted, which limits memory."""

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, client: str, rate: float, burst: float, now: float) -> TokenBucket:
        """Return a client's bucket, with this rate and burst from now on."""
        if len(self._buckets) >= TRACKED:
            self._buckets = {one: left for one, left in self._buckets.items() if left.available(now) < left.burst}
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(rate, burst, now)
        bucket.rate, bucket.burst = rate, burst
        return bucket
