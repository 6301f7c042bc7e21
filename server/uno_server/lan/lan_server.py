"""The server behind `uno host`: one table, open to the whole local network until its host ends the game."""

import asyncio
import contextlib
import errno
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from uno_server.app.service import GameService
from uno_server.lan.invitation import invitation
from uno_server.logs import note
from uno_server.ssh.listener import ListenError
from uno_server.ssh.server import Server, serve
from uno_server.web import installed
from uno_tui import DEFAULT_PORT, __version__
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import ConnectTable, TableRelay
from uno_tui.local.record_folder import RecordFolder
from uno_tui.net.addresses import lan_addresses, reachable
from uno_tui.net.lan import Announcer
from uno_tui.table.options import LOCAL, TableOptions
from uno_tui.table.protocol import BotPace, Ending, Listener, Message, Sitter, Stage, TableView
from uno_tui.table.requests import Handle
from uno_tui.thinking.pool import WorkerPool

if TYPE_CHECKING:
    from uno_server.web.server import WebServer

PAGE_PORT: Final = 2280
"""The port where browsers join."""
DRAIN_SECONDS: Final = 1.0
"""Seconds for which the server waits for sessions to end by themselves before it closes them."""
POLL_SECONDS: Final = 1.0
"""Seconds between two checks whether the table is still open."""


@dataclass(frozen=True, slots=True)
class Network:
    """Where the server listens, and whether the game is announced by mDNS."""

    listen: str | None = None
    """The single address to listen on; None for loopback and all local network addresses."""
    port: int = DEFAULT_PORT
    announce: bool = True
    page: bool = True
    """Whether browsers can join; without effect unless the package aiohttp is installed."""


class LanServer:
    """The ssh servers (one for each address), the lobby, the table and the announcement of one host.

    An async context manager: it listens on entry, and on exit it notifies everybody and closes all sessions.
    """

    def __init__(self, options: TableOptions, network: Network, folder: Path, records: RecordFolder) -> None:
        self._options = options
        self._network = network
        self._folder = folder
        self._journal = Journal(None)
        self._lobby = Lobby(
            defaults=options,
            log=self._journal.log,
            over=records.add_result,
            register=self._journal,
            join_opens=False,
            lone_person_pace=BotPace.BRISK,
            thinkers=WorkerPool(),
        )
        self._service = GameService(self._lobby, self._journal)
        self._servers: list[Server] = []
        self._addresses: list[str] = []
        self._announcer: Announcer | None = None
        self._page: WebServer | None = None
        self._page_addresses: list[str] = []
        self._page_port = 0
        self.code = ""
        """The table's code; empty until `open`."""

    async def __aenter__(self) -> Self:
        """Start to listen.

        Raises:
            ListenError: an address or the port cannot be used.
            HostKeyError: the host key cannot be used.
        """
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
        """Open a server on each address, all on the same port."""
        port, trouble = self._network.port, None
        for address in [self._network.listen] if self._network.listen is not None else lan_addresses():
            try:
                server = await serve(address, port, self._folder, self._service.open_session, self._service.answer)
            except ListenError as error:
                if error.errno != errno.EADDRNOTAVAIL or self._network.listen is not None:
                    raise
                trouble = error  # the address has just gone away, as with a lost Wi-Fi; the others will do
                continue
            self._service.limit_guesses(server.admission.guess, server.admission.forgiven)
            self._servers.append(server)
            self._addresses.append(address if "%" in address else server.address)
            port = server.port
        if trouble is not None and not self._servers:
            raise trouble
        if self._network.page and installed.is_installed():
            self._open_page()

    def _open_page(self) -> None:
        """Listen for browsers on the same addresses: at the page's usual port, or any free one if it is taken."""
        from uno_server.web.server import WebServer  # noqa: PLC0415  # an optional part of the program
        from uno_server.web.sign_in import PageAccess, admit_everybody  # noqa: PLC0415  # the same

        access = PageAccess(self._service, self._servers[0].admission, with_lobby=False, admit=admit_everybody)
        self._page, port = WebServer(access), PAGE_PORT
        self._page.public_url = self._page_url
        self._service.links.page_url = self._page.safe_url
        for server, address in zip(self._servers, self._addresses, strict=True):
            if "%" in address:
                continue  # browsers take no address of a link
            for wanted in (port, 0):
                try:
                    port = self._page.listen(address, wanted, server.admission)
                except ListenError as error:
                    note("page-not-here", address=address, port=wanted, reason=str(error))
                    continue
                self._page_addresses.append(address)
                break
        self._page_port = port

    def _page_url(self) -> str:
        """Return the best URL of the web page, preferably with a short IPv4 address; empty if browsers cannot join."""
        if not self._page_addresses:
            return ""
        address = min(reachable(self._page_addresses), key=lambda one: ":" in one)
        return f"http://{f'[{address}]' if ':' in address else address}:{self._page_port}"

    @property
    def port(self) -> int:
        """The port that all addresses share."""
        return int(self._servers[0].port)

    async def has_tables(self) -> bool:
        """Return whether a table is open."""
        return (await self._lobby.totals()).tables > 0

    async def open(self, name: str) -> ConnectTable:
        """Open the table with the host seated, announce it by mDNS, and return the function that connects the host."""
        relay = TableRelay()
        user = await self._journal.people.welcome(LOCAL, name)
        handle = await self._lobby.open(user, relay, self._options)
        self.code = self._service.table = handle.view.code
        if self._network.announce:
            self._announcer = Announcer(self._addresses, self.port, self._facts(user.name, handle.view))
            self._announcer.start()
        return relay.to(handle)

    async def reconnect(self) -> ConnectTable | None:
        """Return the function that reconnects the host to their seat; None if the host no longer has one."""
        relay = TableRelay()
        handle = await self._lobby.resume(await self._journal.people.welcome(LOCAL, ""), relay)
        return None if handle is None else relay.to(handle)

    def _facts(self, name: str, view: TableView) -> dict[str, str]:
        return {
            "table": self.code,
            "name": name,
            "version": __version__,
            "fingerprint": self._servers[0].fingerprint,
            **_changing_facts(view),
        }

    def announced(self, connect: ConnectTable) -> ConnectTable:
        """Wrap a function that connects a person to the table, so that each new view updates the mDNS announcement."""

        def factory(listener: Listener) -> Handle:
            def heard(message: Message) -> None:
                if isinstance(message, TableView) and self._announcer is not None:
                    self._announcer.update(**_changing_facts(message))
                listener(message)

            return connect(heard)

        return factory

    async def _update_announcement(self) -> None:
        """Update the mDNS announcement if the table's seats or rules have changed."""
        info = await self._lobby.find(self.code)
        if self._announcer is not None and info is not None:
            self._announcer.update(seats=str(info.seats), free=str(info.free), rules=info.rules.text)

    def invitation(self, words: Words) -> list[str]:
        """Return the lines of text that tell other people how to join."""
        trouble = self._announcer.error if self._announcer else None
        addresses = reachable(self._addresses)
        url = f"{page}/{self.code}" if (page := self._page_url()) else None
        return invitation(words, addresses, self.port, self.code, self._servers[0].fingerprint, trouble, url)

    async def until_over(self, stopped: asyncio.Event) -> None:
        """Wait until the table is closed or `stopped` is set."""
        while await self.has_tables() and not stopped.is_set():
            await self._update_announcement()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), POLL_SECONDS)

    async def _end(self) -> None:
        """Tell every person, in their own language, that the game is over; then close all sessions and servers."""
        farewell = asyncio.create_task(self._announcer.stop()) if self._announcer else None
        await self._lobby.close(Ending.HOST_ENDED)
        if self._page is not None:
            await self._page.stop(Ending.HOST_ENDED)
        await asyncio.gather(*(server.drain(DRAIN_SECONDS) for server in self._servers))
        await asyncio.gather(*(server.stop(Ending.HOST_ENDED) for server in self._servers))
        if farewell is not None:
            await farewell
        self._journal.close()


def _changing_facts(view: TableView) -> dict[str, str]:
    """Return the part of the mDNS announcement that changes when the table changes."""
    free = sum(seat.sitter is Sitter.NOBODY for seat in view.seats) if view.stage is Stage.WAITING else 0
    return {"seats": str(len(view.seats)), "free": str(free), "rules": view.rules.text}
