"""A broker for each test, and doors in this process."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.cluster.brokers import TestBroker
from tests.cluster.doors import DoorMaker


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[TestBroker]:
    one = TestBroker(tmp_path / "broker")
    one.start()
    yield one
    one.stop()


@pytest.fixture
async def doors(broker: TestBroker) -> AsyncIterator[DoorMaker]:
    maker = DoorMaker((broker.url,))
    yield maker
    await maker.end()
