"""A door checks the settings of its brokers, and refuses unsafe ones."""

import socket
import threading

import msgspec
import pytest

from tests.cluster.brokers import TestBroker
from tests.waiting import until
from uno_tui.cluster.broker import BrokerError
from uno_tui.cluster.doors import engine_for_tables, ranked, takes_logins
from uno_tui.cluster.nats.broker import NatsBroker
from uno_tui.cluster.nats.connection import Address
from uno_tui.cluster.streams import prepare
from uno_tui.table.process.log import Outcome, Stale, Stored


async def connected(broker: TestBroker) -> NatsBroker:
    return await NatsBroker.connect(Address((broker.url,)))


async def test_one_broker_gets_one_line_of_warning(broker: TestBroker, caplog: pytest.LogCaptureFixture) -> None:
    """Fewer than three brokers are accepted with one warning, at the first start and later."""
    door = await connected(broker)
    for _ in range(2):
        caplog.clear()
        await prepare(door)
        assert [record.message[:25] for record in caplog.records] == ["there is one copy of ever"]
    await door.close()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"subjects": ["uno.j.0.*"]}, "subjects"),
        ({"retention": "interest"}, "retention"),
        ({"discard": "old"}, "discard"),
        ({"max_age": 3600_000_000_000}, "max_age"),
    ],
)
async def test_streams_that_are_not_ours_are_refused(broker: TestBroker, change: dict[str, object], named: str) -> None:
    """A stream that would lose entries is refused, naming what is wrong with it."""
    door = await connected(broker)
    shape = {
        "name": "UNO_J0", "subjects": ["uno.j.0.>"], "retention": "limits", "discard": "new", "storage": "file",
        "max_bytes": 2 << 30, "republish": {"src": "uno.j.0.>", "dest": "uno.n.0.>"}, "num_replicas": 1,
    }  # fmt: skip  # one value
    await door.ask("STREAM.CREATE.UNO_J0", {**shape, **change})
    with pytest.raises(BrokerError, match=f"UNO_J0 is not this program's: its {named}"):
        await prepare(door)
    await door.close()


async def test_an_old_broker_is_refused() -> None:
    """A broker that can lose an append which it has confirmed is refused with its version and the reason."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        listener.accept()[0].close()
        peer, _ = listener.accept()
        info = {"server_id": "X", "version": "2.9.10", "headers": True, "jetstream": True, "max_payload": 1 << 20}
        peer.sendall(b"INFO " + msgspec.json.encode(info) + b"\r\n")
        while data := peer.recv(4096):
            if b"PING" in data:
                peer.sendall(b"PONG\r\n")
        peer.close()

    thread = threading.Thread(target=answer)
    thread.start()
    port = listener.getsockname()[1]
    with pytest.raises(BrokerError, match=r"nats-server 2\.9\.10, .* at least 2\.12"):
        await NatsBroker.connect(Address((f"nats://127.0.0.1:{port}",)))
    listener.close()
    thread.join()


async def test_no_broker_is_named_without_its_password() -> None:
    """The error names the address, and no password in it."""
    with pytest.raises(BrokerError) as error:
        await NatsBroker.connect(Address(("nats://ann:secret@127.0.0.1:1",)))
    assert "127.0.0.1:1" in str(error.value)
    assert "secret" not in str(error.value)


async def test_of_two_appends_at_one_place_the_first_is_stored(broker: TestBroker) -> None:
    """An append is stored only after the message that it expects, and long logs are read whole and in order."""
    door = await connected(broker)
    await prepare(door)
    outcomes: list[Outcome] = []
    for number in range(2):
        door.append("uno.j.0.A.B", b"%d" % number, outcomes.append, expected=0)
    for number in range(300):
        door.append("uno.j.0.A.B", b"%d" % number, outcomes.append)
    await until(lambda: len(outcomes) == 302)
    read = await door.since("UNO_J0", "uno.j.0.A.B", 0)
    assert isinstance(outcomes[0], Stored)
    assert outcomes[1] == Stale()
    assert [one.data for one in read] == [b"0", *(b"%d" % number for number in range(300))]
    await door.purge("UNO_J0", "uno.j.0.A.B", read[290].position)
    assert [one.data for one in await door.since("UNO_J0", "uno.j.0.>", 0)] == [one.data for one in read[290:]]
    await door.close()


@pytest.mark.parametrize(
    ("own", "others", "tables", "logins"),
    [(1, [], 1, True), (1, [1, 1], 1, True), (2, [1, 2], 1, True), (1, [1, 2], 1, False), (3, [2, 2], 2, True)],
)
def test_doors_of_two_versions(own: int, others: list[int], tables: int, logins: bool) -> None:
    """New tables have the lowest engine number alive; a door that sees a higher one takes no new people."""
    assert engine_for_tables(others, own) == tables
    assert takes_logins(others, own) is logins


def test_shards_are_divided_among_doors() -> None:
    """All doors agree on who runs a shard, and a door that goes changes only its own shards."""
    doors = [f"door{number}" for number in range(4)]
    before = [ranked(doors, shard)[0] for shard in range(64)]
    after = [ranked(doors[:-1], shard)[0] for shard in range(64)]
    assert set(before) == set(doors)
    assert all(new == old for old, new in zip(before, after, strict=True) if old != "door3")
