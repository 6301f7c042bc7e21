"""The page's server refuses strange hosts and origins, floods, slow readers, and frames that are not requests."""

import asyncio
import contextlib
import socket as sockets
from pathlib import Path

import aiohttp
import pytest

from tests.server.web.sockets import Served, served, socket
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock
from uno_server.web.files import PREFIX, THEMES
from uno_server.web.files import page as files

PROXY = (AddressBlock("127.0.0.0/8"),)


async def got(served: Served, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""
    names = {name.replace("_", "-"): one for name, one in headers.items()}
    async with (
        aiohttp.ClientSession() as client,
        client.request(method, served.origin + path, headers=names, allow_redirects=False) as answer,
    ):
        return answer.status, dict(answer.headers), await answer.read()


async def test_any_code_is_a_page(page: Served) -> None:
    """Every word that could be a table's code, and the root, gives the page; nothing else does."""
    for path in ("/", "/FAM1", "/abc", "/socket", "/fam1/", "/FAM1/tv"):
        status, headers, body = await got(page, path)
        assert (200, "text/html; charset=utf-8") == (status, headers["Content-Type"])
        assert b'<script type="module"' in body
    for path in (
        "/a",
        "/a-b-c",
        "/FAM1/x",
        "/-/",
        "/-/x/main.js",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/-/../server.py",
        "//a",
    ):
        assert 404 == (await got(page, path))[0]


async def test_answers_forbid_what_the_page_needs_not(page: Served) -> None:
    """Every answer lets the page load from here only, and be framed nowhere."""
    for path in ("/", "/FAM1", "/-/qr/FAM1"):
        headers = (await got(page, path))[1]
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self'; ")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "nosniff" == headers["X-Content-Type-Options"]
        assert "Server" not in headers or "aiohttp" not in headers["Server"]


async def test_a_policy_names_no_ipv6_address(page: Served) -> None:
    """By a name or an IPv4 address WebSockets are allowed for old browsers; an IPv6 address is no source."""
    for host, named in (("localhost:2280", True), ("192.168.1.7:2280", True), ("[fd00::2]:2280", False)):
        policy = (await got(page, "/", Host=host))[1]["Content-Security-Policy"]
        assert named == (f" ws://{host} wss://{host};" in policy)
        assert "[" not in policy


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_only_reading_is_possible(page: Served, method: str) -> None:
    """A request that is not GET or HEAD is refused."""
    assert 405 == (await got(page, "/FAM1", method))[0]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a@b", "[::1"])
async def test_a_strange_host_is_refused(page: Served, host: str) -> None:
    """A host that is not ours is refused, as after DNS rebinding; addresses and our own names are not."""
    assert 403 == (await got(page, "/FAM1", Host=host))[0]
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with socket(page, origin=f"http://{host}", Host=host):
            pass


async def test_our_hosts_are_accepted(tmp_path: Path) -> None:
    """Addresses, this machine's name, and the configured names are accepted."""
    async with served(tmp_path, names=("uno.example.org",)) as page:
        for host in ("127.0.0.1", "[::1]:80", "localhost:8080", "UNO.example.org", sockets.gethostname()):
            assert 200 == (await got(page, "/FAM1", Host=host))[0]


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://127.0.0.1", "http://[::1"]
)
async def test_another_page_opens_no_socket(page: Served, origin: str) -> None:
    """A WebSocket opened by another page is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as error:
        async with socket(page, origin=origin):
            pass
    assert 403 == error.value.status


@pytest.mark.parametrize(
    "frame",
    [
        "", "{", "[]", "null", "[" * 2000, '{"type":', '{"type":"act"}', '{"type":"act","action":"r99"}',
        '{"type":"enter"}', '{"type":"enter","name":7}', '{"type":"enter","name":"x","more":1}',
        '{"type":"language","language":"xx"}', '{"type":"join","code":{"a":1}}', '{"type":"new","options":"seats=99"}',
        '{"type":"new","options":"seats=x"}', '{"type":"rules","rules":"nothing"}', '{"type":"kick","seat":0}',
        '{"type":"sit","seat":99999999999999999999}', '{"type":"chat"}', '{"type":"__class__"}', "\x00\ud7ff",
        '{"type":"join","code":"../../x"}', '{"type":"watch","code":""}', '{"type":"mute","on":true}',
    ],
)  # fmt: skip  # a list
async def test_hostile_frames_do_nothing(page: Served, frame: str) -> None:
    """A frame that is no valid request gets at most an error: before coming in, in the lobby, and at a table."""
    async with socket(page) as ann:
        await ann.until("hello")
        await ann.socket.send_str(frame)
        await ann.send(type="enter", name="Ann")
        await ann.until("lobby")
        await ann.socket.send_str(frame)
        await ann.send(type="join", code="FAM1")
        await ann.until("view")
        await ann.socket.send_str(frame)
        await ann.send(type="view")
        view = await ann.until("view")
        assert (4, "FAM1") == (len(view["seats"]), view["code"])
        assert all(len(one) < 12_000 for one in ann.frames)


@pytest.mark.parametrize("data", [b"x" * 10, b"\xff" * 10])
async def test_binary_frames_end_the_visit(page: Served, data: bytes) -> None:
    """Frames of bytes end the connection."""
    async with socket(page) as ann:
        await ann.until("hello")
        await ann.socket.send_bytes(data)
        await ann.closed()


async def test_a_long_frame_ends_the_visit(page: Served) -> None:
    """A frame beyond the limit ends the connection."""
    async with socket(page) as ann:
        await ann.enter()
        await ann.socket.send_str('{"type":"chat","text":"' + "x" * 5000 + '"}')
        await ann.closed()


async def test_requests_have_a_pace(tmp_path: Path) -> None:
    """A page that sends requests too fast waits for each answer; asking for a full view counts as two requests."""
    async with served(tmp_path, limits=Limits(keys_rate=40.0, keys_burst=10)) as page, socket(page) as ann:
        await ann.enter(code="FAM1")  # costs eight
        await ann.until("view")
        before = asyncio.get_running_loop().time()
        for _ in range(11):
            await ann.send(type="view")
        for _ in range(11):
            await ann.until("view")
        assert asyncio.get_running_loop().time() - before > 0.4


async def test_connections_of_an_address_are_counted_with_those_of_ssh(tmp_path: Path) -> None:
    """Pages count against the limit per address that ssh has, too."""
    async with served(tmp_path, limits=Limits(per_address=2)) as page, socket(page) as ann, socket(page) as bob:
        await ann.enter()
        await bob.enter("Bob")
        with pytest.raises((aiohttp.ClientError, OSError)):
            async with socket(page):
                pass
        reader, writer = await within(asyncio.open_connection("127.0.0.1", page.server.port))
        assert b"" == await within(reader.read())
        writer.close()


async def test_a_full_server_says_so(tmp_path: Path) -> None:
    """A server without room tells the page, which can try again."""
    async with served(tmp_path, limits=Limits(sessions=1)) as page, socket(page) as ann, socket(page) as bob:
        await ann.enter()
        assert "full" == (await bob.enter("Bob"))["error"]


async def test_a_trusted_proxy_names_the_address(tmp_path: Path) -> None:
    """A trusted proxy's word is taken for the browser's address; what a browser itself claims is not believed."""
    claimed = "10.9.9.9, 192.0.2.7, 127.0.0.5"
    limits = Limits(per_address=1)
    async with served(tmp_path, trusted=PROXY, limits=limits) as page, socket(page, X_Forwarded_For=claimed) as ann:
        await ann.enter()
        assert ["192.0.2.7"] == [one.person.address for one in page.page.visits]
        with pytest.raises(aiohttp.WSServerHandshakeError):
            async with socket(page, X_Forwarded_For="192.0.2.7"):
                pass
        async with socket(page, X_Forwarded_For="192.0.2.8") as bob:
            await bob.enter("Bob")
    async with served(tmp_path / "direct") as page, socket(page, X_Forwarded_For="192.0.2.7") as ann:
        await ann.enter()
        assert ["127.0.0.1"] == [one.person.address for one in page.page.visits]


async def test_a_page_that_reads_nothing_is_dropped(tmp_path: Path) -> None:
    """A page that stops reading costs little memory and is dropped; play at its table continues."""
    limits = Limits(stall_seconds=0.5, keys_rate=10_000, keys_burst=10_000)
    async with served(tmp_path, limits=limits) as page, socket(page) as ann:
        await ann.enter(code="FAM1")
        connection = ann.socket._response.connection
        assert connection is not None
        transport = connection.transport
        assert isinstance(transport, asyncio.Transport)
        transport.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        transport.pause_reading()
        with contextlib.suppress(ConnectionError):
            for _ in range(1000):
                await ann.send(type="view")
        await until(lambda: not page.page.visits)
        assert ["FAM1"] == list(page.lobby.tables)
        transport.abort()


async def test_connections_that_ask_nothing_make_room(tmp_path: Path) -> None:
    """Connections that never become a visit are closed when there are too many of them, the oldest first."""
    async with served(tmp_path, limits=Limits(before_login=3, connect_burst=100)) as page:
        idle = [await asyncio.open_connection("127.0.0.1", page.port) for _ in range(6)]
        assert b"" == await within(idle[0][0].read())
        async with socket(page) as ann:
            await ann.enter()
        for _, writer in idle:
            writer.close()


def test_the_first_load_is_small() -> None:
    """All files of the page together are at most 60 KB compressed."""
    found = files()
    names = [name for name in found.files if not name.startswith("vendor/LICENSE")]
    assert 60_000 > len(found.index.packed) + sum(len(found.files[name].packed) for name in names)


def test_files_are_named_by_their_content() -> None:
    """The page's files have the version in their address, and no other version gives them."""
    found = files()
    assert found.file(f"{PREFIX}{found.version}/main.js")
    assert found.file(f"{PREFIX}000000000000/main.js") is None
    assert f"{PREFIX}{found.version}/main.js".encode() in found.index.plain
    assert all(f'[data-theme="{name}"]' in found.files["themes.css"].plain.decode() for name in THEMES)


def test_nothing_comes_from_elsewhere() -> None:
    """No file of the page names another host, except in the addresses of XML namespaces."""
    for name, file in files().files.items():
        if not name.startswith("vendor/"):
            text = file.plain.decode().replace("http://www.w3.org/", "")
            assert "://" not in text.replace("}//${", "").replace("https:", "").replace('"wss:"', ""), name


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("preact.js", "preact/dist/preact.mjs"),
        ("hooks.js", "preact/hooks/dist/hooks.mjs"),
        ("htm.js", "htm/dist/htm.mjs"),
    ],
)
def test_what_others_wrote_is_unchanged(name: str, origin: str) -> None:
    """A library's file is the one in the npm registry, but for an import's path and the hint to a source map."""
    published = Path(__file__).parent / "node_modules" / origin
    if not published.exists():
        pytest.skip("the packages are not installed: npm install --prefix tests/server/web")
    text = published.read_text().replace('from"preact"', 'from"./preact.js"')
    expected = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("//# sourceMappingURL"))
    assert expected == files().files[f"vendor/{name}"].plain.decode()
