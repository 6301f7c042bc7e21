"""Games on the local network: announced and found by multicast DNS (RFC 6762, RFC 6763).

A game is announced as the service `_uno-tui._tcp`, with what a list shows of it in its TXT record, and as `_ssh._tcp`,
so that lists of ssh hosts show it too. What others announce is untrusted text.
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
"""How long a game that was heard of is asked for its address."""
GOODBYE_SECONDS: Final = 1.5
"""How long saying goodbye may take."""
MOST_GAMES: Final = 100
"""Games kept of what a network announces; a flood of them is not."""
MOST_ADDRESSES: Final = 8
MOST_TEXT: Final = 200
"""Bytes of one fact in a TXT record, which has room for 255 with its key."""

_TROUBLE: Final = (OSError, RuntimeError, zeroconf.Error)
"""What zeroconf raises where there is no network, no multicast, or no interface; the runtime error without any."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game on the network, as it is announced; all of it untrusted, cleaned for display."""

    service: str
    """What it is announced as: its own among all that are announced at a time; not for display."""
    name: str
    """The host's."""
    addresses: tuple[str, ...]
    """Where it may be reached, at least one; a machine has an address in each of its networks."""
    port: int
    code: str
    seats: str
    """How many there are."""
    free: str
    """How many can be taken now; empty if it was not told."""
    rules: str
    version: str
    fingerprint: str
    """The host key's, ``SHA256:...``, shown on first use; empty if it was not told."""

    @property
    def taken(self) -> str:
        """The seats taken of all, as `ssh HOST rooms` tells them; how many there are if no more is known."""
        return f"{max(0, int(self.seats) - int(self.free))}/{self.seats}" if self.free and self.seats else self.seats


def unannounced(host: str, port: int) -> Game:
    """A game of which nothing is known but where it is."""
    return Game("", "", (host,), port, "", "", "", "", "", "")


class Announcer:
    """Announces one game until it is stopped; never waits for the network, and works without one."""

    def __init__(self, addresses: Sequence[str], port: int, facts: Mapping[str, str]) -> None:
        self._listening = list(addresses)
        self._port = port
        self._facts = dict(facts)
        self._zeroconf: AsyncZeroconf | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.trouble = ""
        """Why nothing is announced, in the operating system's words; empty while all is well."""

    def start(self) -> None:
        """Begin to announce the game; on trouble, `trouble` says it and play goes on."""
        try:
            if any(is_wildcard(one) for one in self._listening):
                self._zeroconf = _open_listener()
            else:
                self._zeroconf = AsyncZeroconf(interfaces=[interface(one) for one in reachable(self._listening)])
        except _TROUBLE as error:
            self.trouble = _said(error)
        else:
            self._speaking = asyncio.get_running_loop().create_task(self._speak(self._zeroconf))

    def update(self, **facts: str) -> None:
        """Announce changed facts; what is the same already is not said again."""
        if any(self._facts.get(name) != fact for name, fact in facts.items()):
            self._facts.update(facts)
            self._changed.set()

    async def _speak(self, speaker: AsyncZeroconf) -> None:
        """Announce the game, and anew whatever changes."""
        try:
            infos = [self._info(service) for service in (SERVICE, SSH_SERVICE)]
            for info in infos:
                await speaker.async_register_service(info, allow_name_change=True)
            while await self._changed.wait():
                self._changed.clear()
                info = self._info(SERVICE, infos[0].name)
                await (await speaker.async_update_service(info))
        except _TROUBLE as error:
            self.trouble = _said(error)
            logger.warning("the game is not announced any more: %s", self.trouble)

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
        """Say goodbye, so that lists forget the game at once; for no longer than a moment."""
        speaker, self._zeroconf = self._zeroconf, None
        if self._speaking is not None:
            self._speaking.cancel()
            await asyncio.wait([self._speaking])
        if speaker is not None:
            with contextlib.suppress(TimeoutError, *_TROUBLE):  # without a network nobody hears it anyway
                await asyncio.wait_for(speaker.async_unregister_all_services(), GOODBYE_SECONDS)
            await speaker.async_close()


def _cut(text: str, length: int) -> str:
    """The text, in no more bytes than that."""
    return text.encode()[:length].decode("utf-8", "ignore")


def _host_label() -> str:
    """This machine's name, as a label of a domain name."""
    plain = re.sub(r"[^a-z0-9-]+", "-", socket.gethostname().partition(".")[0].lower())
    return plain[:30].strip("-") or "uno"


def _said(error: BaseException) -> str:
    """Why, in a few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


Changed = Callable[[tuple[Game, ...]], None]


class GameBrowser:
    """What is known of the games on the network while one looks for them."""

    def __init__(self, listener: Zeroconf, changed: Changed) -> None:
        self._listener = listener
        self._changed = changed
        self._games: dict[str, Game] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    def heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """Take what was heard of a service."""
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
            told = await info.async_request(self._listener, ASK_MILLISECONDS)
        except _TROUBLE as error:
            logger.debug("a game cannot be asked for: %s", _said(error))
            told = False
        if self._asking.get(name) is asyncio.current_task():
            del self._asking[name]
        if told and (game := read(info)):
            self._games[name] = game
            self._changed(tuple(self._games.values()))

    async def stop(self) -> None:
        """Ask no more."""
        for task in self._asking.values():
            task.cancel()


@contextlib.asynccontextmanager
async def browse_games(changed: Changed, addresses: Sequence[str] = ()) -> AsyncIterator[None]:
    """Look for games; `changed` gets all there are whenever one appears or vanishes. `OSError` without a network.

    One looks in all networks of this machine, or in those where it has these addresses.
    """
    listener = AsyncZeroconf(interfaces=[interface(one) for one in addresses]) if addresses else _open_listener()
    found = GameBrowser(listener.zeroconf, changed)
    browser = AsyncServiceBrowser(listener.zeroconf, SERVICE, handlers=[found.heard])
    try:
        yield
    finally:
        await found.stop()
        await browser.async_cancel()
        await listener.async_close()


def _open_listener() -> AsyncZeroconf:
    """Speak in networks of both kinds, or where that cannot be, in those of IPv4; `OSError` without any."""
    versions = [IPVersion.All] if any(":" in one for one in own_addresses()) else []
    trouble: Exception = OSError("no network")
    for version in [*versions, IPVersion.V4Only]:
        try:
            return AsyncZeroconf(ip_version=version)
        except _TROUBLE as error:
            trouble = error
    raise trouble if isinstance(trouble, OSError) else OSError("this machine is in no network") from trouble


def read(info: AsyncServiceInfo) -> Game | None:
    """A game from an announcement; None if it lacks an address or a port."""
    addresses = info.parsed_scoped_addresses()
    if not addresses or not info.port:
        return None
    told = {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace")
        for key, value in info.properties.items()
    }

    def fact(key: str, pattern: str) -> str:
        text = told.get(key, "")
        return text if re.fullmatch(pattern, text) else ""

    return Game(
        service=info.name,
        name=clean_name(told.get("name", "")),
        addresses=tuple(with_interface(one) for one in addresses[:MOST_ADDRESSES]),
        port=info.port,
        code=fact("table", rf"[A-Za-z0-9]{{{MIN_CODE},{MAX_CODE}}}"),
        seats=fact("seats", r"[0-9]{1,2}"),
        free=fact("free", r"[0-9]{1,2}"),
        rules="".join(char for char in told.get("rules", "")[:60] if char.isprintable()),
        version=fact("version", r"[0-9A-Za-z.+-]{1,16}"),
        fingerprint=fact("fingerprint", r"SHA256:[A-Za-z0-9+/]{43}"),
    )
