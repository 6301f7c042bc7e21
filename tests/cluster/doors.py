"""Doors of a cluster in one process, each with its own connection, and people who come through them."""

import asyncio
from typing import Any

from tests.waiting import until
from uno_tui.cluster.lobby import ClusterLobby
from uno_tui.cluster.nats.broker import NatsBroker
from uno_tui.cluster.nats.connection import Address
from uno_tui.cluster.results import ClusterJournal
from uno_tui.cluster.streams import prepare
from uno_tui.game.rules import Rules
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Closed, Ending, Message, Refused, TableView
from uno_tui.table.requests import Handle
from uno_tui.table.state.pace import Pace

FAST = Pace(think=(0.0, 0.01), notice=(0.0, 0.01), moment=0.01, scores=0.01, hearing=0.0)
DUEL = TableOptions(rules=Rules(target=1), seats=2, fill=False)


class Guest:
    """A person who comes to tables through doors, and keeps every message."""

    def __init__(self, name: str) -> None:
        self.user = User(f"ssh:{name}", name)
        self.told: list[Message] = []
        self.handle: Handle | None = None
        self.plays = False
        """Whether this person makes the first legal move of each view."""

    def __call__(self, message: Message) -> None:
        self.told.append(message)
        if self.plays and isinstance(message, TableView):
            asyncio.get_running_loop().call_soon(self.play)

    async def join(self, door: "TestDoor", code: str) -> Handle:
        self.handle = await door.lobby.join(self.user, self, code)
        return self.handle

    @property
    def view(self) -> TableView:
        """The newest view."""
        return next(one for one in reversed(self.told) if isinstance(one, TableView))

    @property
    def ending(self) -> Ending | None:
        return next((one.reason for one in reversed(self.told) if isinstance(one, Closed)), None)

    @property
    def refused(self) -> list[Refused]:
        return [one for one in self.told if isinstance(one, Refused)]

    def play(self) -> bool:
        """Make the first legal move, if it is this person's turn; return whether it is."""
        view, handle = self.view, self.handle
        if handle is None or view.game is None or not view.game.legal:
            return False
        handle.act(view.game.legal[0], view.version)
        return True


class TestDoor:
    """One door."""

    __test__ = False

    def __init__(self, broker: NatsBroker, lobby: ClusterLobby, journal: ClusterJournal) -> None:
        self.broker, self.lobby, self.journal = broker, lobby, journal

    async def stop(self) -> None:
        """Leave as on SIGTERM."""
        await self.lobby.close()
        await self.journal.finish()
        await self.broker.close()

    async def die(self) -> None:
        """Say nothing more, as after kill -9."""
        self.broker.changed.clear()
        for timers in (self.lobby._own_timers, self.lobby.doors._timers, self.lobby.exchange._timers):
            timers.stop()
        self.lobby.keeper._timers.stop()
        for table in self.lobby.tables.values():
            table.timers.stop()
        self.broker.tell = lambda *_: None  # type: ignore[method-assign]
        self.broker.append = lambda *_, **__: None  # type: ignore[method-assign]
        await self.broker._client.close()


class DoorMaker:
    """Opens doors, and closes them all in the end."""

    def __init__(self, urls: tuple[str, ...]) -> None:
        self._urls = urls
        self._open: list[TestDoor] = []

    async def open(self, **options: Any) -> TestDoor:
        broker = await NatsBroker.connect(Address(self._urls))
        await prepare(broker)
        journal = ClusterJournal(broker, None)
        await journal.start()
        options = {"defaults": DUEL, "pace": FAST, **options}
        lobby = ClusterLobby(broker, publish=journal.publish, register=journal, **options)
        await lobby.start()
        door = TestDoor(broker, lobby, journal)
        self._open.append(door)
        return door

    async def pair(self) -> tuple[TestDoor, TestDoor]:
        """Open two doors that know each other, all shards being run."""
        one, two = await self.open(), await self.open()
        await until(lambda: len(one.lobby.doors.shards | two.lobby.doors.shards) == 8)
        return one, two

    async def end(self) -> None:
        for door in self._open:
            if not door.broker._client.is_closed:
                await door.stop()
