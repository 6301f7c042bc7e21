"""Games on the local network: announced and found by multicast DNS (RFC 6762, RFC 6763).

A game is announced as the service `_uno-tui._tcp`, whose TXT record has the facts that lists of games show, and as
`_ssh._tcp`, so that lists of ssh hosts show it as well. Announcements of others are untrusted text.
"""

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import zeroconf
from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from uno_tui.names import MAX_CODE, MIN_CODE, clean_name
from uno_tui.net.addresses import interface, is_wildcard, own_addresses, packed, reachable, with_interface

logger = logging.getLogger(__name__)

SERVICE: Final = "_uno-tui._tcp.local."
SSH_SERVICE: Final = "_ssh._tcp.local."
ASK_MILLISECONDS: Final = 3000
"""Milliseconds to wait for the address of a newly announced game."""
GOODBYE_SECONDS: Final = 1.5
"""Longest time that withdrawing an announcement may take."""
MOST_GAMES: Final = 100
"""Maximum number of games kept, so that a flood of announcements does not fill the memory."""
MOST_ADDRESSES: Final = 8
MOST_TEXT: Final = 200
"""Maximum length in bytes of a value in an announcement; a TXT string has 255 bytes including the key."""

_ZEROCONF_ERRORS: Final = (OSError, RuntimeError, zeroconf.Error)
"""Exceptions of zeroconf without network or multicast; without any interface it is a `RuntimeError`."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game announced on the network. All values are untrusted, but cleaned for display."""

    service: str
    """The mDNS service name, unique on the network; not for display."""
    name: str
    """Name of the host."""
    addresses: tuple[str, ...]
    """Addresses of the host, at least one; a host has an address in each of its networks."""
    port: int
    code: str
    """Code of the table; empty if not announced, as are the fields below."""
    seats: str
    """Number of seats."""
    free: str
    """Number of free seats."""
    rules: str
    version: str
    fingerprint: str
    """Fingerprint of the host key, ``SHA256:...``, shown at the first connection."""

    @property
    def taken(self) -> str:
        """Taken and total seats, as ``2/4``; only the total if the number of free seats is unknown."""
        return f"{max(0, int(self.seats) - int(self.free))}/{self.seats}" if self.free and self.seats else self.seats


def unannounced(host: str, port: int) -> Game:
    """Return a `Game` that has an address and no other known fields."""
    return Game("", "", (host,), port, "", "", "", "", "", "")


class Announcer:
    """Announces one game by mDNS until stopped; never blocks, and does nothing without a network."""

    def __init__(self, addresses: Sequence[str], port: int, facts: Mapping[str, str]) -> None:
        self._listening = list(addresses)
        self._port = port
        self._facts = dict(facts)
        self._zeroconf: AsyncZeroconf | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.error: Exception | None = None
        """The error that prevents announcing; None if there is none."""

    def start(self) -> None:
        """Start announcing the game; set `error` on failure."""
        try:
            if any(is_wildcard(one) for one in self._listening):
                self._zeroconf = _open_listener()
            else:
                self._zeroconf = AsyncZeroconf(interfaces=[interface(one) for one in reachable(self._listening)])
        except _ZEROCONF_ERRORS as error:
            self.error = error
        else:
            self._task = asyncio.get_running_loop().create_task(self._announce(self._zeroconf))

    def update(self, **facts: str) -> None:
        """Announce changed facts; unchanged facts are not sent again."""
        if any(self._facts.get(name) != fact for name, fact in facts.items()):
            self._facts.update(facts)
            self._changed.set()

    async def _announce(self, speaker: AsyncZeroconf) -> None:
        """Announce the game, and announce its facts again after each change."""
        try:
            infos = [self._info(service) for service in (SERVICE, SSH_SERVICE)]
            for info in infos:
                await speaker.async_register_service(info, allow_name_change=True)
            while await self._changed.wait():
                self._changed.clear()
                info = self._info(SERVICE, infos[0].name)
                await (await speaker.async_update_service(info))
        except _ZEROCONF_ERRORS as error:
            self.error = error
            logger.warning("the game is not announced any more: %s", _reason(error))

    def _info(self, service: str, name: str = "") -> AsyncServiceInfo:
        shown = f"{self._facts['name']} ({self._facts['table']})".replace(".", " ")
        return AsyncServiceInfo(
            service,
            name or f"{_cut(shown, 55)}.{service}",
            addresses=[packed(one) for one in reachable(self._listening)[:MOST_ADDRESSES]],
            port=self._port,
            properties={key: _cut(fact, MOST_TEXT) for key, fact in self._facts.items()},
            server=f"{_host_label()}-{self._facts['table'].lower()}-{self._port}.local.",
        )

    async def stop(self) -> None:
        """Withdraw the announcement, so that other machines remove the game at once."""
        speaker, self._zeroconf = self._zeroconf, None
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if speaker is not None:
            with contextlib.suppress(TimeoutError, *_ZEROCONF_ERRORS):  # without a network nobody is listening
                await asyncio.wait_for(speaker.async_unregister_all_services(), GOODBYE_SECONDS)
            await speaker.async_close()


def _cut(text: str, length: int) -> str:
    """Return a text cut to at most `length` bytes of UTF-8."""
    return text.encode()[:length].decode("utf-8", "ignore")


def _host_label() -> str:
    """Return this machine's name as a label of a domain name."""
    plain = re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().partition(".")[0].lower())
    return plain[:30].strip("-") or "uno"


def _reason(error: BaseException) -> str:
    """Return the reason of an error, in a few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


Changed = Callable[[tuple[Game, ...]], None]


class GameBrowser:
    """The games announced on the network, kept up to date while browsing."""

    def __init__(self, listener: Zeroconf, changed: Changed) -> None:
        self._listener = listener
        self._changed = changed
        self._games: dict[str, Game] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    def on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """Handle a changed mDNS service; zeroconf calls this with these keywords."""
        del zeroconf
        if (asking := self._asking.pop(name, None)) is not None:
            asking.cancel()
        if state_change is ServiceStateChange.Removed:
            if self._games.pop(name, None):
                self._changed(tuple(self._games.values()))
        elif len(self._asking) + len(self._games) < MOST_GAMES or name in self._games:
            self._asking[name] = asyncio.get_running_loop().create_task(self._ask(service_type, name))

    async def _ask(self, service: str, name: str) -> None:
        info = AsyncServiceInfo(service, name)
        try:
            answered = await info.async_request(self._listener, ASK_MILLISECONDS)
        except _ZEROCONF_ERRORS as error:
            logger.debug("a game cannot be asked for: %s", _reason(error))
            answered = False
        if self._asking.get(name) is asyncio.current_task():
            del self._asking[name]
        if answered and (game := game_of(info)):
            self._games[name] = game
            self._changed(tuple(self._games.values()))

    async def stop(self) -> None:
        """Cancel pending requests."""
        for task in self._asking.values():
            task.cancel()


@contextlib.asynccontextmanager
async def browse_games(changed: Changed, addresses: Sequence[str] = ()) -> AsyncIterator[None]:
    """Browse for games; `changed` gets all of them whenever one appears, changes or vanishes.

    Only the networks of `addresses` are searched; all networks of this machine if there are none.

    Raises:
        OSError: There is no network.
    """
    listener = AsyncZeroconf(interfaces=[interface(one) for one in addresses]) if addresses else _open_listener()
    found = GameBrowser(listener.zeroconf, changed)
    browser = AsyncServiceBrowser(listener.zeroconf, SERVICE, handlers=[found.on_change])
    try:
        yield
    finally:
        await found.stop()
        await browser.async_cancel()
        await listener.async_close()


def _open_listener() -> AsyncZeroconf:
    """Open multicast DNS for IPv4 and IPv6, or only IPv4 if that fails; raise `OSError` without a network."""
    versions = [IPVersion.All] if any(":" in one for one in own_addresses()) else []
    failure: Exception = OSError("no network")
    for version in [*versions, IPVersion.V4Only]:
        try:
            return AsyncZeroconf(ip_version=version)
        except _ZEROCONF_ERRORS as error:
            failure = error
    raise failure if isinstance(failure, OSError) else OSError("this machine is in no network") from failure


def game_of(info: AsyncServiceInfo) -> Game | None:
    """Return the game in an announcement; None if address or port is missing."""
    addresses = info.parsed_scoped_addresses()
    if not addresses or not info.port:
        return None
    facts = {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace")
        for key, value in info.properties.items()
    }

    def fact(key: str, pattern: str) -> str:
        text = facts.get(key, "")
        return text if re.fullmatch(pattern, text) else ""

    return Game(
        service=info.name,
        name=clean_name(facts.get("name", "")),
        addresses=tuple(with_interface(one) for one in addresses[:MOST_ADDRESSES]),
        port=info.port,
        code=fact("table", rf"[A-Za-z0-9]{{{MIN_CODE},{MAX_CODE}}}"),
        seats=fact("seats", r"[0-9]{1,2}"),
        free=fact("free", r"[0-9]{1,2}"),
        rules="".join(char for char in facts.get("rules", "")[:60] if char.isprintable()),
        version=fact("version", r"[0-9A-Za-z.+-]{1,16}"),
        fingerprint=fact("fingerprint", r"SHA256:[A-Za-z0-9+/]{43}"),
    )
