"""Keys that cost the server much have a price in the limit of keys, so that holding them down delays nobody else."""

import asyncio
from typing import Any

import pytest

from tests.tui.scenes import table
from tests.tui.table.test_sent import HAND, Person
from uno_server.limits import Limits
from uno_server.line.driver.driver import BATCH, SessionDriver
from uno_tui.tui.draw.frames import FrameApp

RATE, BURST = 100, 60


@pytest.mark.parametrize(
    ("keys", "prices"),
    [
        (b"T", {12}),
        (b"?q", {16}),
        (b"Lq", {16}),
        (b"Sq", {16}),
        (b"\x1b[?997;1n\x1b[?997;2n", {16}),
    ],
)
async def test_a_flood_of_dear_keys_is_slow(keys: bytes, prices: set[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that open pages, or draw everything again, are taken as slowly as what they cost."""
    charged: list[float] = []
    taken: list[str] = []
    charge, note = SessionDriver.charge, FrameApp._note_key

    def charge_and_count(driver: SessionDriver, price: float) -> None:
        charged.append(price)
        charge(driver, price)

    def note_and_count(app: FrameApp, key: str) -> None:
        taken.append(key)
        note(app, key)

    person = Person(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    person.line.limits = Limits(keys_rate=RATE, keys_burst=BURST)
    await person.settle()
    person.line.received(b"\x1b[?6c")
    await person.turn()
    began = asyncio.get_running_loop().time()
    patches: dict[Any, Any] = {(SessionDriver, "charge"): charge_and_count, (FrameApp, "_note_key"): note_and_count}
    for (owner, name), replaced in patches.items():
        monkeypatch.setattr(owner, name, replaced)
    person.line.received(keys * 100)
    while sum(charged) + len(taken) < BURST + 2 * max(prices):
        await person.turn()

    seconds = asyncio.get_running_loop().time() - began
    assert prices <= set(charged)
    waiting = BATCH / 2 * (max(prices) + BATCH)  # keys of a batch that are in the app's queue, not yet charged
    assert sum(charged) + len(taken) <= BURST + RATE * seconds + waiting
    person.line.lost()
    await person.task
