"""A lobby that answers late, as one in another process would."""

import asyncio
from typing import Any

from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.protocol import LobbyHandle, LobbyListener
from uno_tui.table.options import TableInfo, TableOptions, User
from uno_tui.table.protocol import Listener
from uno_tui.table.requests import Handle
from uno_tui.table.results import Register, Result


class SlowRegister(Register):
    """A register that answers after some steps of the loop, or when it is released."""

    def __init__(self, steps: int = 0) -> None:
        self.asked: list[asyncio.Event] = []
        """An event for each question that waits to be answered; used if `steps` is 0."""
        self.waiting: dict[str, tuple[Result, ...]] = {}
        """Unseen results by identity."""
        self._steps = steps

    async def guest_of(self, code: str) -> None:
        await self._wait()

    async def unseen(self, identity: str) -> tuple[Result, ...]:
        found = self.waiting.get(identity, ())
        await self._wait()
        return found

    def mark_seen(self, identity: str, match: int) -> None:
        self.waiting[identity] = tuple(one for one in self.waiting.get(identity, ()) if one.match > match)

    async def _wait(self) -> None:
        if self._steps:
            for _ in range(self._steps):
                await asyncio.sleep(0)
        else:
            self.asked.append(asyncio.Event())
            await self.asked[-1].wait()

    async def release(self, *numbers: int) -> None:
        """Answer the waiting questions of these numbers, in this order, then all questions that follow."""
        for number in numbers:
            self.asked[number].set()
            await settled()
        while waiting := [one for one in self.asked if not one.is_set()]:
            for one in waiting:
                one.set()
            await settled()


async def settled() -> None:
    """Let everything that can run do so."""
    for _ in range(10):
        await asyncio.sleep(0)


class FarLobby(Lobby):
    """A lobby each of whose ways in takes some steps of the loop."""

    def __init__(self, **options: Any) -> None:
        super().__init__(register=SlowRegister(steps=3), **options)

    async def enter(self, user: User, listener: LobbyListener) -> LobbyHandle:
        await asyncio.sleep(0)
        return await super().enter(user, listener)

    async def find(self, code: str) -> TableInfo | None:
        await asyncio.sleep(0)
        return await super().find(code)

    async def resume(self, user: User, listener: Listener) -> Handle | None:
        await asyncio.sleep(0)
        return await super().resume(user, listener)

    async def open(
        self, user: User, listener: Listener, options: TableOptions | None = None, code: str | None = None
    ) -> Handle:
        await asyncio.sleep(0)
        return await super().open(user, listener, options, code)

    @property
    def here(self) -> list[str]:
        """Identities of everybody whose connection seems to be up."""
        at_tables = [
            identity
            for report in self.directory.reports.values()
            for identity, person in report.people.items()
            if person.here
        ]
        return at_tables + [one.user.identity for one in self.presence.visitors]
