"""Admission: which connections get in and when, and how many are in. It knows no sockets; callers pass the time."""

from collections import Counter

from uno_server.counters import Counters
from uno_server.limits import Limits
from uno_server.logs import note
from uno_server.ssh.addresses import AddressBlock, client_network, is_loopback, within
from uno_server.ssh.bans import Bans
from uno_server.ssh.logins import Logins
from uno_tui.token_bucket import TokenBucket

RECENT = 4096
"""Number of clients whose rate is tracked before those with a full bucket are forgotten."""
QUIET_SECONDS = 60.0
"""Seconds after a logged refusal in which further ones for the same reason are only counted."""


class RefusedError(Exception):
    """A connection does not get in; the text is the reason, as the log and the metrics name it."""


class Admission:
    """The connections of one server by state and by client, and the rules that a further one must pass.

    For each connection the server calls `arrive`, then `log_in` once it has logged in, and `leave` at its end, however
    far it came.
    """

    def __init__(self, bans: Bans, counters: Counters) -> None:
        self.bans = bans
        self.counters = counters
        self.waiting = 0
        """Connections that have not logged in."""
        self.logged_in = 0
        self._clients: Counter[str] = Counter()
        """Connections by client."""
        self._connects: dict[str, TokenBucket] = {}
        """Connections that each client may still make without a wait."""
        self._quiet_until: dict[str, float] = {}
        """When a refusal for that reason is logged again."""
        self.configure(Limits(), Logins(), ())

    def configure(self, limits: Limits, logins: Logins, trusted: tuple[AddressBlock, ...]) -> None:
        """Replace the rules; connections that are in stay in.

        Args:
            limits: the server's caps.
            logins: the keys, passwords and addresses that get in.
            trusted: addresses of proxies, whose connections begin with the PROXY protocol.
        """
        self.limits, self.logins = limits, logins
        self._trusted = trusted

    @property
    def full(self) -> bool:
        """Whether as many people are logged in as the limits allow."""
        return self.logged_in >= self.limits.sessions

    def origin(self, address: str) -> str:
        """Return the network of an address; empty for this machine's and a proxy's own, which people have in common."""
        return "" if is_loopback(address) or within(address, self._trusted) else client_network(address)

    def arrive(self, address: str) -> str | None:
        """Count a new connection as waiting, and for its client; return its address, None if a proxy's header has it.

        After None the caller reads the header and calls `enter`.

        Raises:
            RefusedError: too many wait already, or `enter` refused it; nothing was counted.
        """
        proxied = within(address, self._trusted)
        if not proxied:
            self.enter(address)
        if self.waiting >= self.limits.before_login:
            if not proxied:
                self._leave_client(address)
            raise RefusedError("door")
        self.waiting += 1
        return None if proxied else address

    def enter(self, address: str) -> None:
        """Count a connection for its client.

        Raises:
            RefusedError: the address is not allowed, or its client has too many connections; nothing was counted.
        """
        if not self.logins.allows_address(address):
            raise RefusedError("address")
        client = client_network(address)
        if self._clients[client] >= self.limits.per_address:
            raise RefusedError("per-address")
        self._clients[client] += 1

    def pace(self, address: str, now: float, weight: float = 1.0) -> float:
        """Count one connection against its client's rate, or `weight` of them; return the seconds it has to wait."""
        client, limits = client_network(address), self.limits
        if len(self._connects) >= RECENT:
            self._connects = {one: left for one, left in self._connects.items() if left.available(now) < left.burst}
        bucket = self._connects.get(client)
        if bucket is None:
            bucket = self._connects[client] = TokenBucket(limits.connect_rate, limits.connect_burst, now)
        bucket.rate, bucket.burst = limits.connect_rate, limits.connect_burst  # a reload may have changed them
        return bucket.take(weight, now)

    def log_in(self) -> None:
        """Count one of the waiting connections as logged in."""
        self.waiting -= 1
        self.logged_in += 1

    def leave(self, address: str | None, *, logged_in: bool) -> None:
        """Count a connection as gone; its address is None if it never entered."""
        if address is not None:
            self._leave_client(address)
        if logged_in:
            self.logged_in -= 1
        else:
            self.waiting -= 1

    def _leave_client(self, address: str) -> None:
        client = client_network(address)
        self._clients[client] -= 1
        if not self._clients[client]:
            del self._clients[client]

    def refuse(self, reason: str, address: str, now: float) -> None:
        """Count a refusal, and log it unless one for the same reason was logged in the last minute."""
        self.counters.refused[reason] += 1
        if now >= self._quiet_until.get(reason, 0.0):
            self._quiet_until[reason] = now + QUIET_SECONDS
            note("refused", reason=reason, address=address, so_far=self.counters.refused[reason])
