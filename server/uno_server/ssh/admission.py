"""The door: counts who is in, and makes those wait who come too fast. Knows no sockets and no clock of its own."""

import ipaddress
from collections import Counter

from uno_server.limits import Limits
from uno_tui.token_bucket import TokenBucket

RECENT = 4096
"""Number of addresses whose rate is tracked before those with a full bucket are forgotten."""


class Door:
    """Who has come in, by state and by address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.logged_in = 0
        self.waiting = 0
        self._addresses: Counter[str] = Counter()
        self._connects: dict[str, TokenBucket] = {}
        """Connections that each address may still make without a wait."""

    @property
    def full(self) -> bool:
        """Whether nobody more may log in."""
        return self.logged_in >= self.limits.sessions

    def arrive(self) -> bool:
        """Let a connection stand in the door; False if it must be closed."""
        if self.waiting >= self.limits.before_login:
            return False
        self.waiting += 1
        return True

    def enter(self, address: str) -> bool:
        """Count an address for one that has arrived; False if it has too many already."""
        place = neighborhood(address)
        if self._addresses[place] >= self.limits.per_address:
            return False
        self._addresses[place] += 1
        return True

    def pace(self, address: str, now: float, weight: float = 1.0) -> float:
        """Return the seconds a connection from there has to wait; a heavier one counts for more."""
        place, limits = neighborhood(address), self.limits
        if len(self._connects) >= RECENT:
            self._connects = {one: left for one, left in self._connects.items() if left.available(now) < left.burst}
        bucket = self._connects.get(place)
        if bucket is None:
            bucket = self._connects[place] = TokenBucket(limits.connect_rate, limits.connect_burst, now)
        bucket.rate, bucket.burst = limits.connect_rate, limits.connect_burst  # a reload may have changed them
        return bucket.take(weight, now)

    def log_in(self) -> None:
        """Count one of those waiting as logged in."""
        self.waiting -= 1
        self.logged_in += 1

    def leave(self, address: str | None, *, logged_in: bool) -> None:
        """Count a connection as gone; without an address it had not entered."""
        if address is not None:
            place = neighborhood(address)
            self._addresses[place] -= 1
            if not self._addresses[place]:
                del self._addresses[place]
        if logged_in:
            self.logged_in -= 1
        else:
            self.waiting -= 1


def neighborhood(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 that one IPv6 customer has."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
