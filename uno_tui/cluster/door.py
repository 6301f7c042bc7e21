"""A door of a cluster, put together."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from uno_tui.cluster.acts import Acts
from uno_tui.cluster.broker import BrokerError
from uno_tui.cluster.bucket import Bucket, hashed
from uno_tui.cluster.lobby import ClusterLobby
from uno_tui.cluster.moving_in import MovingIn
from uno_tui.cluster.nats.broker import NatsBroker
from uno_tui.cluster.nats.connection import Address
from uno_tui.cluster.results import COPY_NAME, ClusterJournal
from uno_tui.cluster.streams import prepare
from uno_tui.journal import Journal

__all__ = ["Address", "BrokerError", "ClusterDoor"]


class KeptText(msgspec.Struct, frozen=True):
    """A small text that all servers of the cluster share: the host key, a ban, a mute."""

    text: str


class ClusterDoor:
    """A server process of the cluster (a door): its broker connection, lobby, people and results."""

    def __init__(self, broker: NatsBroker, folder: Path, keep_days: int) -> None:
        self.broker = broker
        self._folder = folder.absolute()
        self.journal = ClusterJournal(broker, folder / COPY_NAME, keep_days)
        self._keys = Bucket(broker, "host", KeptText)
        self.bans = Bucket(broker, "ban", KeptText)
        self.mutes = Bucket(broker, "mute", KeptText)
        self.moved_in = False
        """Whether this door was the first of the cluster and moved its own stored data into the cluster."""
        self.lobby: ClusterLobby
        self.acts: Acts

    @classmethod
    async def connect(cls, address: Address, folder: Path, keep_days: int = 0) -> "ClusterDoor":
        """Connect to the cluster; raise `BrokerError` if it cannot be used."""
        broker = await NatsBroker.connect(address)
        try:
            await prepare(broker)
        except BrokerError:
            await broker.close()
            raise
        return cls(broker, folder, keep_days)

    async def agree(self, own: str | None, make: Callable[[], str]) -> str:
        """Return the cluster's host key; if the cluster has none, store this door's own key, or else a new one."""
        while True:
            held = await self._keys.get("key")
            if held.value is not None:
                return held.value.text
            mine = own or make()
            if await self._keys.put("key", KeptText(mine), held.revision) is not None:
                return mine

    async def begin(self, old: Callable[[], Journal | None], **options: Any) -> int:
        """Join the cluster, and return the number of tables that were moved in; for `options` see `Lobby`.

        Args:
            old: Opens the journal with which the first door moves in; None if there is none.
            options: Options of the lobby.
        """
        moving, moved = MovingIn(self.broker, self.journal.people), 0
        if await moving.is_first(mover := f"{socket.gethostname()} {self._folder}"):
            self.moved_in = True
            journal = old()
            try:
                moved = await moving.move(journal, mover)
            finally:
                if journal is not None:
                    journal.close()
        await self.journal.start()
        place = f"{socket.gethostname()}:{os.getpid()}"
        self.lobby = ClusterLobby(
            self.broker, publish=self.journal.publish, register=self.journal, place=place, **options
        )
        self.acts = Acts(self.broker, self.lobby.doors.own, lambda: len(self.lobby.doors.alive) - 1)
        await self.acts.start()
        await self.lobby.start()
        return moved

    def keep(self, bucket: Bucket[KeptText], of: str, text: str) -> None:
        """Store a text in the cluster under a name; an empty text deletes the stored one."""

        async def keep() -> None:
            if text:
                await bucket.put(hashed(of), KeptText(text), None)
            else:
                await bucket.delete(hashed(of), None)

        self.lobby.keeper.tasks.insist(keep)

    async def end(self) -> None:
        """Leave the cluster."""
        await self.lobby.close()
        await self.journal.finish()
        await self.broker.close()
