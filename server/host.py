"""`uno host`: this terminal has a seat at the table, and the same process serves ssh to the network."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from server.console import console
from server.driver import run
from server.hostkey import HostKeyError
from server.invitation import invitation
from server.limits import Limits
from server.listener import ListenError
from server.serve import House, RemoteUno
from server.ssh import Server, serve
from server.terminal import ColorDepth
from uno_tui import __version__
from uno_tui.i18n import Words
from uno_tui.journal import Journal
from uno_tui.lan import Announcer, lan_addresses
from uno_tui.lobby import Lobby
from uno_tui.lobbyview import TableOptions, User
from uno_tui.play import told_of
from uno_tui.relay import Relay
from uno_tui.settings import Settings
from uno_tui.shelf import Shelf, Shelved
from uno_tui.tui.app import Connect
from uno_tui.tui.session import Session

LOCAL: Final = "local"
"""The host's identity; nobody can come with it over ssh."""
FOREVER: Final = 10.0**8
"""Seconds: a host's terminal may stand still as long as it likes."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a game is hosted."""

    options: TableOptions
    name: str
    words: Words
    looks: Settings
    """What the host chose for this terminal."""
    listen: str | None
    """The one address to listen on; None for all addresses on local networks."""
    port: int
    announce: bool
    keep: bool
    """The table goes on for the guests when the host leaves it."""


def run_host(hosting: Hosting) -> int:
    """Host a game until the host leaves; the exit status."""
    folder = user_data_path("uno-tui", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    log = logging.FileHandler(folder / "host.log", encoding="utf-8")
    log.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(handlers=[log], level=logging.INFO)
    try:
        shelf = Shelf(folder / "records")
        status = asyncio.run(_host(hosting, folder, shelf))
        if said := told_of(shelf, hosting.words):
            sys.stdout.write(said + "\n")
        return status  # noqa: TRY300  # what is told belongs to it
    except (ListenError, HostKeyError) as error:
        sys.stderr.write(f"uno host: {error}\n")
        if isinstance(error, ListenError):
            sys.stderr.write(hosting.words("Another port may be free: {option}", option="--port 2223") + "\n")
        return 1


async def _host(hosting: Hosting, folder: Path, shelf: Shelf) -> int:
    journal = Journal(None)
    lobby = Lobby(defaults=hosting.options, keeper=Shelved(shelf, journal.tables), register=journal)
    house = House(lobby, journal)
    async with contextlib.AsyncExitStack() as undo:
        undo.callback(journal.close)
        servers = await _listen(hosting, folder, house, undo)
        relay = Relay()
        handle = await lobby.open(User(LOCAL, hosting.name), relay, hosting.options)
        code = handle.view.code
        announcer = await _announce(hosting, servers, code, undo)
        addresses = [server.address for server in servers]
        told = invitation(
            hosting.words,
            addresses,
            servers[0].port,
            code,
            servers[0].fingerprint,
            announcer.trouble if announcer else "",
        )
        status = await _play(hosting, relay.to(handle), told)
        if hosting.keep:
            handle.drop()
            await _until_empty(lobby)
        else:
            lobby.close()
    return status


async def _listen(hosting: Hosting, folder: Path, house: House, undo: contextlib.AsyncExitStack) -> list[Server]:
    """Servers on all addresses, on one port."""
    servers: list[Server] = []
    port = hosting.port
    for address in [hosting.listen] if hosting.listen else lan_addresses():
        server = await serve(address, port, folder, house.open_session, house.answer)
        undo.push_async_callback(server.stop)
        servers.append(server)
        port = server.port
    return servers


async def _announce(
    hosting: Hosting, servers: list[Server], code: str, undo: contextlib.AsyncExitStack
) -> Announcer | None:
    if not hosting.announce:
        return None
    facts = {
        "name": hosting.name,
        "table": code,
        "seats": str(hosting.options.seats),
        "rules": hosting.options.rules.text,
        "version": __version__,
        "fingerprint": servers[0].fingerprint,
    }
    announcer = Announcer([server.address for server in servers], servers[0].port, facts)
    undo.push_async_callback(announcer.stop)
    await announcer.start()
    return announcer


async def _play(hosting: Hosting, connect: Connect, told: list[str]) -> int:
    """The host's own screen, on a line over this terminal."""
    with console(os.environ) as (line, carrier):
        facts = line.terminal
        session = Session(
            words=hosting.words,
            theme=hosting.looks.theme,
            mono=facts.depth is ColorDepth.NONE,
            ascii=hosting.looks.ascii or facts.ascii_only,
            motion=hosting.looks.motion,
            bell=hosting.looks.bell,
            invitation=tuple(told),
        )
        app = RemoteUno(session, connect)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, line.hang_up)
        try:
            line.limits = Limits(stall_seconds=FOREVER)
            line.close(await run(app, line))
            return await carrier.finished
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)


async def _until_empty(lobby: Lobby) -> None:
    """Wait until no table is left, or somebody stops the program."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    while lobby.tables and not stopped.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), 1)
