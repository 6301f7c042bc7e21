"""How much of the server one stranger, one address, and all of them together may take."""

import ipaddress
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The server's caps, each with its unit and reason."""

    sessions: int = 1000
    """Logged-in connections: what one core plays without lag. The next one is told that the server is full."""
    per_address: int = 32
    """Connections from one address (of IPv6: one /64), so that a classroom behind one router still fits."""
    before_login: int = 100
    """Connections that have not logged in: strangers may not fill the room by standing in the door."""
    login_seconds: float = 20.0
    """Time to log in, and then again to ask for a session."""
    keepalive_seconds: float = 20.0
    keepalive_count: int = 3
    """Unanswered questions, so many seconds apart, after which a peer counts as dead: within about a minute."""
    stall_seconds: float = 60.0
    """Time a peer may not read before it is dropped."""
    write_buffer: int = 64 * 1024
    """Bytes waiting for one peer from which on frames are dropped."""
    window: int = 64 * 1024
    """Bytes one peer may send ahead of what was taken."""
    command_length: int = 1024
    """Characters of a command line."""
    environment: int = 32
    """Environment values kept of one session."""
    closing_seconds: float = 3.0
    """Time a peer has to read the last bytes and close by itself."""


class Door:
    """Counts who is in; knows no sockets."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.logged_in = 0
        self.waiting = 0
        self._addresses: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Whether nobody more may log in."""
        return self.logged_in >= self.limits.sessions

    def enter(self, address: str) -> bool:
        """Let a connection in as far as the login; False if it must be closed."""
        place = neighborhood(address)
        if self.waiting >= self.limits.before_login or self._addresses[place] >= self.limits.per_address:
            return False
        self._addresses[place] += 1
        self.waiting += 1
        return True

    def log_in(self) -> None:
        """Count one of those waiting as logged in."""
        self.waiting -= 1
        self.logged_in += 1

    def leave(self, address: str, *, logged_in: bool) -> None:
        """Count a connection as gone."""
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
