"""CPU of a move at a table, without screens: at one server alone, and at two doors of a cluster together.

``python -m tests.bench.cluster_moves`` seats four people on autopilot at each of 30 tables, all in this process, with a
real broker; two of them come through each door. Hardly anything disturbs this figure, unlike that of `cluster_cost`.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.ssh_crowd import SEATS
from tests.cluster.brokers import TestBroker
from tests.cluster.doors import DoorMaker
from tests.waiting import until
from uno_tui.cluster.streams import SHARDS
from uno_tui.lobby.lobby import Lobby
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Message, Stage
from uno_tui.table.state.pace import Pace

TABLES: Final = 30
SECONDS: Final = 10.0
SETTLING: Final = 3.0
PACE: Final = Pace(think=(0.35, 0.65), notice=(0.35, 0.65), moment=0.5, scores=0.5)
"""Two moves a second at each table, 60 in all."""
DEFAULTS: Final = TableOptions(seats=SEATS)


def see(_message: Message) -> None:
    """See a table, as a person without a screen."""


async def measure(lobbies: Sequence[Lobby]) -> None:
    """Play at all tables for a while, and print the CPU of a move."""
    for table in range(TABLES):
        people = [User(f"ssh:{table}:{seat}", f"ann{table}x{seat}") for seat in range(SEATS)]
        ways = [lobbies[seat % len(lobbies)] for seat in range(SEATS)]
        handles = [await way.join(user, see, f"TAB{table:02}") for way, user in zip(ways, people, strict=True)]
        await until(lambda handles=handles: all(one.view.stage is Stage.PLAYING for one in handles))  # type: ignore[misc]
        for handle in handles:
            handle.autopilot(True)
    await asyncio.sleep(SETTLING)
    moves, began = (await lobbies[0].totals()).moves, time.process_time()
    await asyncio.sleep(SECONDS)
    used, moves = time.process_time() - began, (await lobbies[0].totals()).moves - moves
    print(f"{len(lobbies)} door(s): {1e6 * used / moves:.0f} us of CPU a move, {moves / SECONDS:.0f} moves/s")


async def main() -> None:
    alone = Lobby(pace=PACE, defaults=DEFAULTS)
    await measure([alone])
    await alone.close()
    with tempfile.TemporaryDirectory() as folder:
        broker = TestBroker(Path(folder) / "broker")
        broker.start()
        maker = DoorMaker((broker.url,))
        try:
            doors = [await maker.open(defaults=DEFAULTS, pace=PACE) for _ in range(2)]
            await until(lambda: SHARDS == sum(len(door.lobby.doors.shards) for door in doors))
            await measure([door.lobby for door in doors])
        finally:
            await maker.end()
            broker.stop()


if __name__ == "__main__":
    asyncio.run(main())
