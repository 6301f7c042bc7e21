"""A page's WebSocket without a browser, and the server behind it."""

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.waiting import within
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.ops.operator_commands import OperatorCommands
from uno_server.ssh.logins import Logins
from uno_server.ssh.server import Server, serve
from uno_server.web.server import WebServer
from uno_server.web.sign_in import PageAccess
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.table.protocol import Stage
from uno_tui.table.state.pace import Pace

QUICK = Pace(think=(0.0, 0.0), notice=(0.0, 0.0), moment=0.0, scores=0.0)
"""Bots that play at once."""
Values = dict[str, Any]


@dataclass
class Served:
    """A server with its page, on loopback."""

    server: Server
    page: WebServer
    lobby: Lobby
    service: GameService
    operators: OperatorCommands
    port: int

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def ended(self) -> bool:
        """Whether a match at any table is over."""
        return any(table.state.stage is Stage.OVER for table in self.lobby.tables.values())

    @property
    def origin(self) -> str:
        return f"http://{self.host}"


@contextlib.asynccontextmanager
async def served(
    folder: Path, *, limits: Limits | None = None, logins: Logins | None = None, trusted: tuple[Any, ...] = (),
    with_lobby: bool = True, pace: Pace = QUICK, names: tuple[str, ...] = (),
) -> AsyncIterator[Served]:  # fmt: skip  # one thought
    """Run a server that offers ssh and the page."""
    with contextlib.closing(Journal(None)) as journal:
        lobby = Lobby(log=journal.log, register=journal, pace=pace)
        service = GameService(lobby, journal)
        operators = OperatorCommands(service, LobbyOperator(lobby))
        server = await serve(
            "127.0.0.1", 0, folder / "data", operators.open_session, operators.answer,
            limits=limits or Limits(), logins=logins, trusted=trusted,
        )  # fmt: skip  # one call
        operators.here.server = server
        service.limit_guesses(server.admission.guess, server.admission.forgiven)
        page = WebServer(PageAccess(service, server.admission, with_lobby, operators.admit), names, trusted)
        operators.here.page_visits = lambda: page.visits
        port = page.listen("127.0.0.1", 0)
        try:
            yield Served(server, page, lobby, service, operators, port)
        finally:
            await within(page.stop())
            await within(server.stop())
            await lobby.close()


class Socket:
    """A page's WebSocket: what it received, as values, and as sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[str] = []

    async def send(self, **values: object) -> None:
        await self.socket.send_json(values)

    async def next(self) -> Values | None:
        """Return the next message; None once the connection is closed."""
        message = await within(self.socket.receive())
        if message.type is not aiohttp.WSMsgType.TEXT:
            return None
        self.frames.append(message.data)
        values: Values = json.loads(message.data)
        return whole(values) if values["type"] == "view" else values

    async def until(self, wanted: str | Callable[[Values], object]) -> Values:
        """Return the next message of a type, or that fulfills a condition."""
        while (values := await self.next()) is not None:
            if values["type"] == wanted if isinstance(wanted, str) else wanted(values):
                return values
        raise AssertionError(f"closed before {wanted}")

    async def enter(self, name: str = "Ann", **values: object) -> Values:
        """Come in, and return the answer."""
        await self.until("hello")
        await self.send(type="enter", name=name, **values)
        return await self.until(lambda one: one["type"] in ("entered", "error"))

    async def closed(self) -> None:
        """Wait until the server closes the connection."""
        while await self.next() is not None:
            pass


def whole(view: Values) -> Values:
    """Return a view with the fields that the server leaves out because they have their usual values."""
    seat = {"sitter": "human", "name": "", "away": False, "host": False}
    game = view.get("game")
    filled = {"drawn": None, "winner": None, **game} if game else None
    return {
        "code": "",
        "you": None,
        "muted": [],
        "names": {},
        **view,
        "seats": [{**seat, **one} for one in view["seats"]],
        "game": filled,
    }


@contextlib.asynccontextmanager
async def socket(served: Served, query: str = "", origin: str | None = None, **headers: str) -> AsyncIterator[Socket]:
    """Open the page's WebSocket."""
    names = {"Origin": origin or served.origin, **{name.replace("_", "-"): one for name, one in headers.items()}}
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"ws://{served.host}/-/socket{query}", headers=names, max_msg_size=1 << 20) as opened,
    ):
        yield Socket(opened)
