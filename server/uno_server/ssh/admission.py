"""The door: counts who is in, and makes those wait who come too fast. Knows no sockets and no clock of its own."""

import ipaddress
from collections import Counter

from uno_server.limits import Limits

RECENT = 4096
"""Addresses whose pace is remembered before those that are slow enough again are forgotten."""


class Door:
    """Who has come in, by state and by address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.logged_in = 0
        self.waiting = 0
        self._addresses: Counter[str] = Counter()
        self._due: dict[str, float] = {}
        """When an address would have used up all it was owed, had it come at the allowed pace."""

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
        if len(self._due) >= RECENT:
            self._due = {one: due for one, due in self._due.items() if due > now}
        due = self._due[place] = max(self._due.get(place, now), now) + weight / limits.connect_rate
        return max(0.0, due - now - limits.connect_burst / limits.connect_rate)

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


class Bucket:
    """Measures a stream of bytes against a rate."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, now

    def take(self, size: int, now: float) -> float:
        """Count bytes that came and return the seconds after which more may be taken."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - size
        self._at = now
        return max(0.0, -self._left / self._rate)


def neighborhood(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 that one IPv6 customer has."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
