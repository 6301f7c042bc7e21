"""A server as a door of a cluster: joining it, its host key, and operators' acts at all doors."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from uno_server.config import ClusterConfig, Config, missing_package
from uno_server.logs import note
from uno_server.ops.operator_commands import OperatorCommands
from uno_server.ssh.bans import Ban, Bans
from uno_server.ssh.host_key import new_host_key, own_host_key, take_host_key
from uno_tui.i18n import TranslatableError
from uno_tui.journal import Journal

if TYPE_CHECKING:
    from uno_tui.cluster.bucket import Held
    from uno_tui.cluster.door import Address, ClusterDoor, KeptText

_BAN: Final = msgspec.json.Decoder(Ban)


class ClusterError(TranslatableError):
    """The server cannot join the cluster; the text says why."""


def check_installed() -> None:
    """Raise `ConfigError` if the package nats-py is not installed."""
    if find_spec("nats") is None:
        raise missing_package("cluster.servers", "nats-py", "cluster")


def _address(config: ClusterConfig) -> "Address":
    from uno_tui.cluster.door import Address  # noqa: PLC0415 -- an optional part of the program

    return Address(
        config.servers, config.user, config.password, config.credentials, config.tls_ca, config.tls_cert, config.tls_key
    )


async def reach(config: ClusterConfig) -> str:
    """Connect to the cluster's broker, and return its version; nothing is changed there.

    Raises:
        ClusterError: No broker can be used.
    """
    from uno_tui.cluster.broker import BrokerError  # noqa: PLC0415 -- the same
    from uno_tui.cluster.nats.broker import NatsBroker  # noqa: PLC0415 -- the same

    try:
        broker = await NatsBroker.connect(_address(config))
    except BrokerError as error:
        raise ClusterError(error.sentence) from error
    try:
        return broker.version
    finally:
        await broker.close()


@asynccontextmanager
async def joined(config: Config, folder: Path, old_journal: Path, **options: Any) -> "AsyncIterator[ClusterDoor]":
    """Be a door of the cluster inside the ``async with`` block; for `options` see `Lobby`.

    Raises:
        ClusterError: The cluster cannot be used.
        HostKeyError: The folder has another host key than the cluster.
    """
    from uno_tui.cluster.door import BrokerError, ClusterDoor  # noqa: PLC0415 -- the same

    try:
        door = await ClusterDoor.connect(_address(config.cluster), folder, config.keep_days)
    except BrokerError as error:
        raise ClusterError(error.sentence) from error
    try:
        take_host_key(folder, await door.agree(own_host_key(folder), new_host_key))
        moved = await door.begin(lambda: Journal(old_journal) if old_journal.exists() else None, **options)
    except BrokerError as error:
        raise ClusterError(error.sentence) from error
    note("cluster", door=door.lobby.doors.own, moved_in=moved or None)
    try:
        yield door
    finally:
        await door.end()


class ClusterActs:
    """Shares operators' bans, mutes and commands with all servers ("doors") of a cluster."""

    def __init__(self, door: "ClusterDoor", operators: OperatorCommands, bans: Bans) -> None:
        self._door = door
        self._operators = operators
        self._bans = bans
        self._entries: dict[str, str] = {}
        """Banned entries and mute keys that the cluster stores, by their keys in its store."""

    async def start(self) -> None:
        """Apply the cluster's bans and mutes, and from now on carry out commands of operators on other servers."""
        door, operators = self._door, self._operators
        operators.elsewhere, door.acts.carry_out = door.acts.spread, operators.carry_out
        mine = self._bans.current
        await door.bans.follow(self._learn_ban)
        for ban in mine:
            if ban.entry not in self._entries.values():
                if door.moved_in:
                    self._send_ban(ban.entry, ban)
                else:
                    self._bans.learn(ban.entry, None)  # it was lifted while this door was away
        await door.mutes.follow(self._learn_mute)
        self._bans.changed, operators.mutes.changed = self._send_ban, self._send_mute

    def _send_ban(self, entry: str, ban: Ban | None) -> None:
        text = "" if ban is None else msgspec.json.encode(ban).decode()
        self._door.keep(self._door.bans, entry, text)

    def _send_mute(self, place: str, on: bool) -> None:
        self._door.keep(self._door.mutes, place, place if on else "")

    def _learn_ban(self, key: str, held: "Held[KeptText]") -> None:
        ban = _BAN.decode(held.value.text) if held.value else None
        entry = ban.entry if ban else self._entries.pop(key, "")
        if not entry:
            return
        if ban:
            self._entries[key] = entry
        try:
            self._bans.learn(entry, ban)
        except OSError as error:
            note("bans-unsaved", level=logging.ERROR, reason=str(error))
        if ban:
            self._door.lobby.keeper.tasks.run(self._operators.bans.end_banned(entry))

    def _learn_mute(self, key: str, held: "Held[KeptText]") -> None:
        place = held.value.text if held.value else self._entries.pop(key, "")
        if place:
            if held.value:
                self._entries[key] = place
            self._door.lobby.keeper.tasks.run(self._operators.mutes.learn(place, held.value is not None))
