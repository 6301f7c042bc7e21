"""Answers of the page's server to bytes that no browser sends, through a plain socket."""

import json
import logging
from pathlib import Path

import pytest

from tests.server.web.raw import answer, frame, opened, upgrade
from tests.server.web.sockets import Served, Values, served
from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock
from uno_server.web.socket_messages import MAX_MESSAGE

HEADERS = ("content-security-policy", "x-content-type-options: nosniff", "referrer-policy", "server: uno")


MALFORMED: dict[str, str | bytes] = {
    "no http": "hello\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40) + b"\r\n\r\n",
    "version": "GET / HTTP/9.9\r\n\r\n",
    "long line": "GET /" + "x" * 20_000 + " HTTP/1.1\r\n\r\n",
    "long header": "GET / HTTP/1.1\r\nX: " + "x" * 20_000 + "\r\n\r\n",
    "many headers": "GET / HTTP/1.1\r\n" + "".join(f"X{number}: 1\r\n" for number in range(5000)) + "\r\n",
    "two lengths": "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "length and chunks": "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "no host": "GET / HTTP/1.1\r\n\r\n",
    "strange host": "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "two hosts": "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    "huge body": "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
    "body": "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nGET ",
    "continue": "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n",
    "connect": "CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no upgrade": "GET /-/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n",
    "another protocol": "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "missing": "GET /-/x HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.parametrize("name", MALFORMED)
async def test_every_answer_has_the_headers(page: Served, name: str) -> None:
    """Every answer forbids framing and guessing of types, and repeats nothing of the request."""
    head = await answer(page, MALFORMED[name])
    assert [] == [header for header in HEADERS if header not in head]
    assert "evil" not in head
    status = int(head.split()[1])
    assert 200 == status if name == "another protocol" else 400 <= status < 500


async def test_a_bad_handshake_has_the_headers(page: Served) -> None:
    """A WebSocket with a wrong key or version is refused with the headers of every answer."""
    for wrong in (("-Version: 13", "-Version: 99"), ("AAAA==", "AAAA"), ("Upgrade: websocket", "Upgrade: h2c")):
        head = await answer(page, upgrade(page).replace(*wrong))
        assert " 400 " in head
        assert [] == [header for header in HEADERS if header not in head]


async def test_nothing_that_is_sent_gets_into_the_log(page: Served, caplog: pytest.LogCaptureFixture) -> None:
    """Names of protocols, headers and frames that aiohttp would report are in no log."""
    with caplog.at_level(logging.DEBUG):
        async with opened(page, more="Sec-WebSocket-Protocol: evil\r\n") as ann:
            await ann.values("hello")
            ann.send(b"evil" * 10)
            await ann.code()
        for request in MALFORMED.values():
            await answer(page, request)
    assert "evil" not in caplog.text


@pytest.mark.parametrize(
    "host", ["LOCALHOST", "localhost.", "LOCALHOST.:PORT", "LocalHost:PORT", "127.0.0.1:PORT", "[::1]:PORT"]
)
async def test_a_host_has_many_forms(page: Served, host: str) -> None:
    """Case, a dot at the end and a port do not matter for the host; the page opens its WebSocket from each."""
    host = host.replace("PORT", str(page.port))
    assert " 200 " in await answer(page, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")
    assert " 101 " in await answer(page, upgrade(page, host))
    assert " 101 " in await answer(page, upgrade(page, host, f"http://{host.lower().replace('.:', ':')}"))


@pytest.mark.parametrize(
    "host", ["localhost..", ".localhost", "localhost:", "localhost:x", "local host", "localhost/x"]
)
async def test_what_is_no_host_is_refused(page: Served, host: str) -> None:
    """Text that only resembles our host is refused."""
    assert " 403 " in await answer(page, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:80", "http://localhost"),
        ("localhost", "http://localhost:80"),
        ("localhost.", "http://LOCALHOST"),
        ("uno.example.org", "https://uno.example.org"),
        ("uno.example.org", "https://uno.example.org:443"),
        ("127.0.0.1:2280", "https://uno.example.org"),
    ],
)
async def test_our_own_origin_may_open_a_socket(tmp_path: Path, host: str, origin: str) -> None:
    """A usual port may be named or not; the public address is ours, also if a proxy does not say that it has https."""
    async with served(tmp_path, names=("uno.example.org",)) as page:
        page.page.public_url = lambda: "https://uno.example.org"
        assert " 101 " in await answer(page, upgrade(page, host, origin))


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost", "https://localhost"),
        ("localhost:81", "http://localhost"),
        ("localhost", "http://localhost:443"),
        ("localhost:443", "http://localhost"),
        ("localhost", "ws://localhost"),
        ("localhost", "http://localhost@evil.example"),
        ("localhost", "http://localhost/"),
        ("localhost", "localhost"),
        ("uno.example.org", "http://uno.example.org:443"),
        ("uno.example.org", "https://uno.example.org:80"),
        ("uno.example.org", "https://uno.example.org.evil.example"),
        ("localhost", "null"),
    ],
)
async def test_scheme_and_port_belong_to_the_origin(tmp_path: Path, host: str, origin: str) -> None:
    """A page of the same host at another port or by another scheme is another page."""
    async with served(tmp_path, names=("uno.example.org",)) as page:
        page.page.public_url = lambda: "https://uno.example.org"
        assert " 403 " in await answer(page, upgrade(page, host, origin))


async def test_a_trusted_proxys_scheme_is_the_origins(tmp_path: Path) -> None:
    """Behind a proxy that says that it has https, the page is at https and nowhere else."""
    async with served(tmp_path, names=("uno.example.org",), trusted=(AddressBlock("127.0.0.0/8"),)) as page:
        for scheme, status in (("https", " 101 "), ("http", " 403 ")):
            request = upgrade(page, "uno.example.org", f"{scheme}://uno.example.org", "X-Forwarded-Proto: https\r\n")
            assert status in await answer(page, request)


async def test_a_frame_may_have_all_the_bytes_that_are_allowed(page: Served) -> None:
    """4,096 bytes are read, in one frame or in pieces; one more closes the connection with 1009."""
    start = b'{"type":"enter","name":"Ann"'
    longest = start + b" " * (MAX_MESSAGE - len(start) - 1) + b"}"
    assert 4096 == len(longest)
    async with opened(page) as ann, opened(page) as bob:
        ann.send(frame(longest))
        await ann.values("entered")
        bob.send(frame(longest[:3000], fin=False) + frame(b"", opcode=9) + frame(longest[3000:], opcode=0))
        await bob.values("hello")
        assert (10, b"") == await bob.next()
        await bob.values("entered")
        for one, data in ((ann, frame(longest + b" ")), (bob, frame(longest, fin=False) + frame(b" ", opcode=0))):
            one.send(data)
            assert 1009 == await one.code()


ENTER = b'{"type":"enter","name":"Ann"}'


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize("before", [b"", frame(ENTER), frame(b" " * 200), frame(b"", opcode=10)])
async def test_an_unmasked_frame_ends_the_visit(page: Served, before: bytes, size: int) -> None:
    """A frame without a mask closes the connection with 1002, in pieces of whatever size; what came before is read."""
    data = before + frame(b'{"type":"join","code":"EVIL"}', masked=False)[: size * 2]  # its head is enough
    async with opened(page) as ann:
        for place in range(0, len(data), size):
            ann.send(data[place : place + size])
        assert 1002 == await ann.code()
    assert [] == list(page.lobby.tables)


@pytest.mark.parametrize(
    "data",
    [
        frame(ENTER, reserved=4),
        frame(ENTER, opcode=3),
        frame(b"", opcode=9, fin=False),
        frame(b"x" * 126, opcode=9),
        frame(ENTER, opcode=0),
        frame(b"x", fin=False) + frame(b"x"),
        frame(b"\x03", opcode=8),
    ],
)
async def test_frames_that_break_the_protocol_end_the_visit(page: Served, data: bytes) -> None:
    """Compressed frames, unknown ones, and pieces out of order close the connection with 1002."""
    async with opened(page) as ann:
        ann.send(data)
        assert 1002 == await ann.code()


@pytest.mark.parametrize("part", [frame(b"", opcode=10), frame(b"x", opcode=9), frame(b"", opcode=0, fin=False)])
async def test_a_flood_of_parts_ends_the_visit(page: Served, part: bytes) -> None:
    """Some pings, pongs and fragments are read; a connection with hundreds at once is closed with 1002."""
    start = frame(b"", fin=False) * (part[0] == 0)
    async with opened(page) as ann:
        ann.send(start + part * 50 + frame(ENTER, opcode=0 if start else 1))
        while (got := await ann.next()) != (1, b"") and b'"entered"' not in got[1]:
            pass
        ann.send(part * 300)
        assert 1002 == await ann.code()


async def test_frames_may_come_with_the_request(page: Served) -> None:
    """Frames sent together with the request are checked like later ones: masked ones are read, others are not."""
    async with opened(page, frame(ENTER)) as ann:
        await ann.values("entered")
    async with opened(page, frame(ENTER, masked=False)) as ann:
        assert 1002 == await ann.code()


async def test_many_masked_frames_are_read_as_sent(tmp_path: Path) -> None:
    """Frames of every length, cut anywhere, arrive in order and unchanged."""
    limits = Limits(keys_rate=10_000, keys_burst=10_000)
    async with served(tmp_path, limits=limits) as page, opened(page) as ann:
        sizes = (0, 1, 95, 96, 97, 1000, 3000)
        data = b"".join(frame(b'{"type":"%s"}' % (b"x" * size)) for size in sizes)
        for place in range(0, len(data), 7):
            ann.send(data[place : place + 7])
        for _ in sizes:
            assert "malformed" == (await ann.values("error"))["error"]


WRONG: dict[str, Values] = {
    "act": {"action": "draw"}, "start": {}, "rematch": {}, "leave": {}, "sit": {"seat": 1}, "explain": {},
    "kick": {"seat": 1}, "rules": {"rules": "party"}, "autopilot": {"on": True}, "hurry": {}, "mute": {"on": True},
}  # fmt: skip  # a table


async def test_requests_in_the_wrong_place_are_answered(page: Served) -> None:
    """A request that cannot be made where the person is gets an error, and changes nothing."""
    choices: dict[str, Values] = {"join": {"code": "FAM1"}, "watch": {"code": "FAM1"}, "quick": {}, "new": {}}
    async with opened(page) as ann:

        async def refused(kind: str, values: Values) -> bool:
            ann.send(frame(json.dumps({"type": kind, **values}).encode()))
            error = await ann.values("error")
            return "wrong_place" == error["error"] and str(error["text"]).endswith(".")

        for kind, values in {**WRONG, **choices, "chat": {"text": "x"}}.items():
            assert await refused(kind, values)
        ann.send(frame(ENTER))
        await ann.values("lobby")
        for kind, values in {**WRONG, "enter": {"name": "Bob"}}.items():
            assert await refused(kind, values)
        ann.send(frame(b'{"type":"join","code":"FAM1"}'))
        await ann.values("view")
        for kind, values in {**choices, "enter": {"name": "Bob"}}.items():
            assert await refused(kind, values)
    assert ["FAM1"] == list(page.lobby.tables)
