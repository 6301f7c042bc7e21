"""Admission: which connections get in and when, and how many are in. It knows no sockets; callers pass the time."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection

from uno_server.counters import Counters
from uno_server.limits import Limits
from uno_server.logs import note
from uno_server.ssh.addresses import AddressBlock, client_network, is_loopback, wide_network, within
from uno_server.ssh.bans import Bans
from uno_server.ssh.guesses import Guesses
from uno_server.ssh.logins import Logins
from uno_tui.token_bucket import ClientBuckets


class RefusedError(Exception):
    """A refused connection; the text is the reason, as used in the log and the metrics."""


class Arrival:
    """An admitted connection, from its first byte until it is closed."""

    __slots__ = ("address", "authenticates", "counted", "drop", "logged_in")

    def __init__(self, peer: str) -> None:
        self.address: str | None = None
        """The client's address; None until a proxy's header has given it."""
        self.counted = peer
        """The address whose login slot this connection uses: the proxy's until the client's address is known."""
        self.authenticates = False
        """Whether the client has begun to log in."""
        self.logged_in = False
        self.drop: Callable[[], object] = lambda: None
        """Closes the connection to free its slot for a newer one. The server sets it."""


class Admission:
    """The connections of one server by state and by client, and the rules that a further one must pass.

    For each connection the server calls `arrive`, then `log_in` once it has logged in, and `leave` at its end, however
    far it came. The slots before login are shared: when all are taken, a newcomer gets the slot of the oldest
    connection of the network and client with the most of them. So connections that never log in cost only their owner.
    """

    def __init__(self, bans: Bans, counters: Counters) -> None:
        self.bans = bans
        self.counters = counters
        self._guesses = Guesses()
        self.logged_in = 0
        """Number of logged-in sessions; a connection without a session counts as one."""
        self._arrivals: dict[Arrival, None] = {}
        """Connections that have not logged in yet, oldest first."""
        self._clients: Counter[str] = Counter()
        """Number of connections of each client, plus one for each session after a connection's first."""
        self._connects = ClientBuckets()
        """Rate limit of new connections, by client."""
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
    def waiting(self) -> int:
        """Number of connections that have not logged in yet."""
        return len(self._arrivals)

    @property
    def full(self) -> bool:
        """Whether the limit of logged-in people is reached."""
        return self.logged_in >= self.limits.sessions

    def origin(self, address: str) -> str:
        """Return the network of an address; empty for this machine and for proxies, whose address many people share."""
        return "" if is_loopback(address) or within(address, self._trusted) else client_network(address)

    def arrive(self, peer: str) -> Arrival:
        """Count a new connection as waiting, and for its client unless its address is still to come from a proxy.

        The address is that of the connection's other end. If the arrival has none, this is a proxy's: the caller reads
        its header and calls `enter`.

        Raises:
            RefusedError: `enter` refused it; nothing was counted.
        """
        arrival = Arrival(peer)
        if not within(peer, self._trusted):
            self.enter(arrival, peer)
        self._arrivals[arrival] = None
        while len(self._arrivals) > self.limits.before_login:
            self._evict(self._arrivals, arrival)
        return arrival

    def enter(self, arrival: Arrival, address: str) -> None:
        """Count a connection for its client.

        Raises:
            RefusedError: the address is not allowed, or its client has too many connections, all of which have logged
                in; nothing was counted.
        """
        if not self.logins.allows_address(address):
            raise RefusedError("address")
        client = client_network(address)
        if self._clients[client] >= self.limits.per_address:
            own = [one for one in self._arrivals if one.address and client_network(one.address) == client]
            if not own:
                raise RefusedError("per-address")
            self._evict(own, arrival)
        self._clients[client] += 1
        arrival.address = arrival.counted = address

    def _evict(self, arrivals: Collection[Arrival], newcomer: Arrival) -> None:
        """Drop one of some waiting connections, but not the newcomer.

        It is one of the network with the most of them, there of the client with the most, there one that has not begun
        to log in, and of those the oldest.
        """
        networks = Counter(wide_network(one.counted) for one in arrivals)
        clients = Counter(client_network(one.counted) for one in arrivals)
        victim = max(
            (one for one in arrivals if one is not newcomer),
            key=lambda one: (
                networks[wide_network(one.counted)],
                clients[client_network(one.counted)],
                not one.authenticates,
            ),
            default=newcomer,
        )
        self.leave(victim)
        self.counters.refused["door"] += 1
        victim.drop()

    def pace(self, address: str, now: float) -> float:
        """Count one connection or session against its client's rate; return the seconds it has to wait.

        Raises:
            RefusedError: it would have to wait longer than a login may take; nothing was counted.
        """
        limits = self.limits
        bucket = self._connects.of(client_network(address), limits.connect_rate, limits.connect_burst, now)
        if -bucket.available(now) / bucket.rate > limits.login_seconds:
            raise RefusedError("rate")
        return bucket.take(1, now)

    def log_in(self, arrival: Arrival) -> None:
        """Count a connection as logged in."""
        del self._arrivals[arrival]
        arrival.logged_in = True
        self.logged_in += 1

    def leave(self, arrival: Arrival) -> None:
        """Stop counting a closed connection; a second call does nothing."""
        if arrival.logged_in:
            self.logged_in -= 1
            arrival.logged_in = False
        elif arrival in self._arrivals:
            del self._arrivals[arrival]
        if arrival.address is not None:
            self._leave_client(arrival.address)
            arrival.address = None

    def open_session(self, address: str, *, always: bool = False) -> None:
        """Count one more session on a connection that has one already, as if it were a connection of its own.

        An operator's is counted `always`, even if the server is full.

        Raises:
            RefusedError: the server or the client has too many sessions; nothing was counted.
        """
        if self.full and not always:
            raise RefusedError("full")
        client = client_network(address)
        if self._clients[client] >= self.limits.per_address:
            raise RefusedError("per-address")
        self._clients[client] += 1
        self.logged_in += 1

    def close_session(self, address: str) -> None:
        """Stop counting a session that `open_session` has counted."""
        self.logged_in -= 1
        self._leave_client(address)

    def _leave_client(self, address: str) -> None:
        client = client_network(address)
        self._clients[client] -= 1
        if not self._clients[client]:
            del self._clients[client]

    def refuse(self, reason: str, address: str) -> None:
        """Count and log a refused connection; at most one log line a minute for each reason."""
        self.counters.refused[reason] += 1
        note("refused", repeats=reason, reason=reason, address=address, so_far=self.counters.refused[reason])

    async def forgiven(self, kind: str, address: str) -> None:
        """Wait until a client that has guessed too often may guess again; call this before looking at what it sent."""
        loop = asyncio.get_running_loop()
        while True:  # while it waited, another connection of the same client may have guessed
            wait = self._guesses.owed(kind, client_network(address), self.limits, loop.time())
            if not wait:
                return
            await asyncio.sleep(wait)

    def guess(self, kind: str, address: str, now: float | None = None) -> float:
        """Count a wrong code, password or signature, and return the seconds that the answer has to wait.

        Guesses that have to wait are logged. `now` is the loop's time if it is left out.
        """
        now = asyncio.get_running_loop().time() if now is None else now
        self.counters.guesses[kind] += 1
        pause = self._guesses.count(kind, client_network(address), self.limits, now)
        if pause:
            note("guessing", repeats=kind, level=logging.WARNING, kind=kind, address=address)
        return pause
