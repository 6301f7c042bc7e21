"""An evening: one table, to which a whole local network may come, from the first listener to the last goodbye."""

import asyncio
import contextlib
import errno
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from uno_server.app.service import GameService
from uno_server.lan.invitation import invitation
from uno_server.ssh.listener import ListenError
from uno_server.ssh.server import Server, serve
from uno_tui import __version__
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import Relay
from uno_tui.local.record_folder import RecordFolder, RecordingStore
from uno_tui.net.addresses import lan_addresses, reachable
from uno_tui.net.lan import Announcer
from uno_tui.table.options import LOCAL, TableOptions
from uno_tui.table.protocol import Ending, Handle, Listener, Message, TableView
from uno_tui.tui.app import Connect

GOODBYE: Final = "The host has ended the evening."
"""Told to whoever could not be told in their own language."""
DRAIN_SECONDS: Final = 1.0
"""How long sessions are given to end by themselves."""
LOOK_SECONDS: Final = 1.0
"""How often one looks whether anybody is left."""


@dataclass(frozen=True, slots=True)
class Network:
    """Where a game is to be had."""

    listen: str | None = None
    """The one address to listen on; None for all addresses on local networks, and loopback."""
    port: int = 2222
    announce: bool = True


class LanServer:
    """Servers, lobby, table and announcement of one host; leaving it says goodbye to everybody."""

    def __init__(self, options: TableOptions, network: Network, folder: Path, records: RecordFolder) -> None:
        self._options = options
        self._network = network
        self._folder = folder
        self._journal = Journal(None)
        store = RecordingStore(records, self._journal.tables)
        self._lobby = Lobby(defaults=options, store=store, register=self._journal)
        self._service = GameService(self._lobby, self._journal)
        self._servers: list[Server] = []
        self._addresses: list[str] = []
        self._announcer: Announcer | None = None
        self.code = ""
        """The table's, once it is open."""

    async def __aenter__(self) -> Self:
        """Listen; `ListenError` or `HostKeyError` if that cannot be."""
        try:
            await self._listen()
        except OSError:
            await self._end()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def _listen(self) -> None:
        """Open a server on each address, all on one port."""
        port, trouble = self._network.port, None
        for address in [self._network.listen] if self._network.listen is not None else lan_addresses():
            try:
                server = await serve(address, port, self._folder, self._service.open_session, self._service.answer)
            except ListenError as error:
                if error.errno != errno.EADDRNOTAVAIL or self._network.listen is not None:
                    raise
                trouble = error  # it went away just now; the others will do
                continue
            self._servers.append(server)
            self._addresses.append(address if "%" in address else server.address)
            port = server.port
        if trouble is not None and not self._servers:
            raise trouble

    @property
    def port(self) -> int:
        """The port of all servers."""
        return int(self._servers[0].port)

    @property
    def goes_on(self) -> bool:
        """Whether there is a table still."""
        return bool(self._lobby.tables)

    async def open(self, name: str) -> Connect:
        """Open the table, with the host at it, and announce it."""
        relay = Relay()
        user = self._journal.people.welcome(LOCAL, name)
        handle = await self._lobby.open(user, relay, self._options)
        self.code = self._service.table = handle.view.code
        if self._network.announce:
            self._announcer = Announcer(self._addresses, self.port, self._facts(user.name))
            self._announcer.start()
        return relay.to(handle)

    async def come_back(self) -> Connect | None:
        """The way back to the host's seat; None if it is not there any more."""
        relay = Relay()
        handle = await self._lobby.resume(self._journal.people.welcome(LOCAL, ""), relay)
        return None if handle is None else relay.to(handle)

    def _facts(self, name: str) -> dict[str, str]:
        info = self._lobby.tables[self.code].info
        return {
            "table": self.code,
            "name": name,
            "seats": str(info.seats),
            "free": str(info.free),
            "rules": info.rules.text,
            "version": __version__,
            "fingerprint": self._servers[0].fingerprint,
        }

    def heard_by(self, connect: Connect) -> Connect:
        """The same way to the table, on which every change is heard that the network shall know."""

        def factory(listener: Listener) -> Handle:
            def heard(message: Message) -> None:
                if isinstance(message, TableView):
                    self.tell_network()
                listener(message)

            return connect(heard)

        return factory

    def tell_network(self) -> None:
        """Announce how the table stands now, if that is something new."""
        table = self._lobby.tables.get(self.code)
        if self._announcer is not None and table is not None:
            info = table.info
            self._announcer.update(seats=str(info.seats), free=str(info.free), rules=info.rules.text)

    def invitation(self, words: Words) -> list[str]:
        """What the host tells the others, in lines."""
        trouble = self._announcer.error if self._announcer else ""
        addresses = reachable(self._addresses)
        return invitation(words, addresses, self.port, self.code, self._servers[0].fingerprint, trouble)

    async def until_over(self, stopped: asyncio.Event) -> None:
        """Wait until no table is left, or the evening is stopped."""
        while self.goes_on and not stopped.is_set():
            self.tell_network()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), LOOK_SECONDS)

    async def _end(self) -> None:
        """Tell everybody that it is over, each in their language; then close."""
        farewell = asyncio.create_task(self._announcer.stop()) if self._announcer else None
        self._lobby.close(Ending.HOST_ENDED)
        await asyncio.gather(*(server.drain(DRAIN_SECONDS) for server in self._servers))
        await asyncio.gather(*(server.stop(GOODBYE) for server in self._servers))
        if farewell is not None:
            await farewell
        self._journal.close()
