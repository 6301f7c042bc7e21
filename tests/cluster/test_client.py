"""The client reads the stream of bytes like nats-py, however the network divides it."""

import asyncio
from itertools import pairwise

import pytest

from uno_tui.cluster.nats.client import Arrived, DirectClient, _DirectParser, _Receiver

STREAM = (
    b"MSG uno.n.1.FAM1.K3QJ 7 5\r\nhello\r\n"
    b"MSG _INBOX.a.1 8 _INBOX.b 0\r\n\r\n"
    b"+OK\r\n"
    b"HMSG uno.n.1.FAM1.K3QJ 7 12 17\r\nNATS/1.0\r\n\r\nMSG\r\n\r\n"
    b"HMSG uno.n.1.FAM1.K3QJ 7 _INBOX.b.22 12 12\r\nNATS/1.0\r\n\r\n\r\n"
    b"MSG nobody.listens 9 2\r\nno\r\n"
    b"MSG uno.n.1.FAM1.K3QJ 7 3\r\nend\r\n"
)
HEADERS = b"NATS/1.0\r\n\r\n"
FOUND = [
    ("uno.n.1.FAM1.K3QJ", "", b"hello", b""), ("_INBOX.a.1", "_INBOX.b", b"", b""),
    ("uno.n.1.FAM1.K3QJ", "", b"MSG\r\n", HEADERS), ("uno.n.1.FAM1.K3QJ", "_INBOX.b.22", b"", HEADERS),
    ("uno.n.1.FAM1.K3QJ", "", b"end", b""),
]  # fmt: skip  # a table


class Heard:
    """A client without a network, which hears the subscriptions 7 and 8."""

    def __init__(self) -> None:
        self.client = DirectClient()
        self.found: list[tuple[str, str, bytes, bytes]] = []
        arrived: Arrived = lambda *message: self.found.append(message)  # noqa: E731  # it has a type
        for sid in (7, 8):
            self.client._subs[sid] = subscription = object()  # type: ignore[assignment]
            self.client._callbacks[subscription] = arrived  # type: ignore[index]
        self.read = asyncio.StreamReader()
        parser = self.client._ps
        assert isinstance(parser, _DirectParser)
        self.parser = parser
        self.receiver = _Receiver(asyncio.StreamReaderProtocol(self.read), parser)

    async def task(self) -> None:
        """Do what nats-py's reading task does."""
        while data := await self.read.read(32768):
            await self.parser.parse(data)


@pytest.mark.parametrize("size", [1, 2, 7, 20, 40, 60, 100, len(STREAM)])
async def test_messages_arrive_whole_and_in_order(size: int) -> None:
    """Every message arrives once, in order, with its reply and headers, in pieces of any size."""
    heard = Heard()
    task = asyncio.create_task(heard.task())
    for begin, end in pairwise([*range(0, len(STREAM), size), len(STREAM)]):
        heard.receiver.data_received(STREAM[begin:end])
        if begin % 3:
            await asyncio.sleep(0)
    heard.receiver.eof_received()
    await task
    assert FOUND == heard.found


async def test_whole_messages_need_no_task() -> None:
    """A message that arrives in one piece is delivered before `data_received` returns."""
    heard = Heard()
    heard.receiver.data_received(STREAM[: STREAM.index(b"+OK")])
    assert FOUND[:2] == heard.found
