"""Keys that cost the server much have a price in the limit of keys, so that holding them down delays nobody else."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.tui.scenes import table
from tests.tui.table.test_sent import HAND, Person
from uno_server.limits import Limits
from uno_server.line.driver.driver import BATCH, INPUT_DELAY, SessionDriver
from uno_tui.tui.draw.frames import FrameApp

RATE, BURST = 100, 60
STEPS = 40
"""Deliveries of input, `INPUT_DELAY` apart; enough to use up the burst."""


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
    driver = person.app._driver
    assert isinstance(driver, SessionDriver)
    clock = SimpleNamespace(time=driver._loop.time())
    monkeypatch.setattr(driver, "_loop", SimpleNamespace(time=lambda: clock.time))
    patches: dict[Any, Any] = {(SessionDriver, "charge"): charge_and_count, (FrameApp, "_note_key"): note_and_count}
    for (owner, name), replaced in patches.items():
        monkeypatch.setattr(owner, name, replaced)
    person.line.received(keys * 100)
    for _ in range(STEPS):
        await person.turn()  # the app handles all keys of a batch, and charges them, before the next batch
        clock.time += INPUT_DELAY
        driver._deliver_backlog()
    await person.turn()

    assert prices <= set(charged)
    allowed, last_batch = BURST + RATE * STEPS * INPUT_DELAY, BATCH * (max(prices) + 1)
    assert BURST < sum(charged) + len(taken) <= allowed + last_batch
    person.line.lost()
    await person.task
