"""Games on the local network: announced and found by multicast DNS (RFC 6762, RFC 6763).

A game is announced as the service `_uno-tui._tcp`, with what a list shows of it in its TXT record, and as `_ssh._tcp`,
so that lists of ssh hosts show it too. What others announce is untrusted text.
"""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import ifaddr
from zeroconf import IPVersion, NonUniqueNameException, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from uno_tui.names import clean_name

SERVICE: Final = "_uno-tui._tcp.local."
SSH_SERVICE: Final = "_ssh._tcp.local."
ASK_MILLISECONDS: Final = 3000
"""How long a game that was heard of is asked for its address."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game on the network, as it is announced; all of it untrusted, cleaned for display."""

    name: str
    """The host's."""
    address: str
    port: int
    code: str
    seats: str
    rules: str
    version: str
    fingerprint: str
    """The host key's, ``SHA256:...``, shown on first use; empty if it was not told."""


def lan_addresses() -> list[str]:
    """This machine's addresses on local networks: private and link-local ones, never public ones; loopback last."""
    found = []
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            address = ipaddress.ip_address(text)
            if address.is_private and not address.is_loopback and not address.is_link_local:
                found.append(text)
    return [*dict.fromkeys(found), "127.0.0.1"]


class Announcer:
    """Announces one game until it is stopped; never waits for the network, and works without one."""

    def __init__(self, addresses: Iterable[str], port: int, facts: Mapping[str, str]) -> None:
        self._addresses = [ipaddress.ip_address(one).packed for one in addresses if one != "127.0.0.1"]
        self._addresses = self._addresses or [ipaddress.ip_address("127.0.0.1").packed]
        self._port = port
        self._facts = dict(facts)
        self._zeroconf: AsyncZeroconf | None = None
        self.trouble = ""
        """Why nothing is announced, in the operating system's words; empty while all is well."""

    async def start(self) -> None:
        """Announce the game; on trouble, `trouble` says it and play goes on."""
        try:
            self._zeroconf = AsyncZeroconf(ip_version=_ip_version())
            for service in (SERVICE, SSH_SERVICE):
                await self._register(service)
        except (OSError, NonUniqueNameException) as error:
            self.trouble = str(error) or type(error).__name__
            await self.stop()

    async def _register(self, service: str) -> None:
        assert self._zeroconf is not None, "start makes it"
        host = socket.gethostname().partition(".")[0] or "uno"
        info = AsyncServiceInfo(
            service,
            f"{self._facts['name']} ({self._facts['table']}).{service}",
            addresses=self._addresses,
            port=self._port,
            properties=self._facts,
            server=f"{host}-uno-{self._port}.local.",
        )
        await self._zeroconf.async_register_service(info, allow_name_change=True)

    async def stop(self) -> None:
        """Say goodbye, so that lists forget the game at once."""
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(OSError):  # the network may be gone; then nobody hears it anyway
                await zeroconf.async_unregister_all_services()
            await zeroconf.async_close()


def _ip_version() -> IPVersion:
    """IPv4 where there is a network of it, which every listener has; else both, for networks of IPv6 alone."""
    fours = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return IPVersion.V4Only if any(one != "127.0.0.1" for one in fours) else IPVersion.All


Changed = Callable[[tuple[Game, ...]], None]


@contextlib.asynccontextmanager
async def browsing(changed: Changed) -> AsyncIterator[None]:
    """Look for games; `changed` gets all there are whenever one appears or vanishes. `OSError` without a network."""
    zeroconf = AsyncZeroconf(ip_version=_ip_version())
    games: dict[str, Game] = {}
    asking: set[asyncio.Task[None]] = set()

    async def ask(service: str, name: str) -> None:
        info = AsyncServiceInfo(service, name)
        if await info.async_request(zeroconf.zeroconf, ASK_MILLISECONDS) and (game := _read(info)):
            games[name] = game
            changed(tuple(games.values()))

    def heard(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        del zeroconf
        if state_change is ServiceStateChange.Removed:
            if games.pop(name, None):
                changed(tuple(games.values()))
            return
        task = asyncio.get_running_loop().create_task(ask(service_type, name))
        asking.add(task)
        task.add_done_callback(asking.discard)

    browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[heard])
    try:
        yield
    finally:
        for task in asking:
            task.cancel()
        await browser.async_cancel()
        await zeroconf.async_close()


def _read(info: AsyncServiceInfo) -> Game | None:
    """A game from an announcement; None if it lacks an address or a port."""
    addresses = info.parsed_scoped_addresses()
    if not addresses or not info.port:
        return None
    told = {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace")
        for key, value in info.properties.items()
    }

    def fact(key: str, longest: int = 60) -> str:
        return "".join(char for char in told.get(key, "")[:longest] if char.isprintable())

    return Game(
        name=clean_name(told.get("name", "")),
        address=addresses[0],
        port=info.port,
        code="".join(char for char in fact("table", 12) if char.isascii() and char.isalnum()),
        seats=fact("seats", 8),
        rules=fact("rules"),
        version=fact("version", 16),
        fingerprint=fact("fingerprint"),
    )
