"""The PROXY protocol: not one byte too many is read, and only trusted addresses are believed."""

import asyncio
import ipaddress
import socket
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.clients import GuestClient, Viewer, said
from tests.server.toy import answer, open_toy
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.counters import Counters
from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.admission import Admission
from uno_server.ssh.bans import Bans
from uno_server.ssh.logins import Logins
from uno_server.ssh.proxy import SIGNATURE, HeaderReader, ProxyError
from uno_server.ssh.server import Server, serve
from uno_tui.lobby.lobby import Lobby


def binary(
    command: int = 0x21, family: int = 0x11, body: bytes = bytes([192, 0, 2, 1, 10, 0, 0, 1, 1, 2, 3, 4])
) -> bytes:
    """Return a header of version 2."""
    return SIGNATURE + bytes([command, family]) + len(body).to_bytes(2) + body


V6 = ipaddress.ip_address("2001:db8::7").packed + ipaddress.ip_address("2001:db8::1").packed + bytes(4)
LINE = b"PROXY TCP4 192.0.2.1 10.0.0.1 40000 2222\r\n"


def read(data: bytes) -> tuple[str | None, bytes]:
    """Parse the header in some bytes; return the address and the bytes after the header."""
    reader = HeaderReader()
    while reader.wanted:
        assert data, "wants more than there is"
        piece, data = data[: reader.wanted], data[reader.wanted :]
        reader.feed(piece)
    return reader.address, data


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (LINE, "192.0.2.1"),
        (b"PROXY TCP6 2001:db8::7 2001:db8::1 1 65535\r\n", "2001:db8::7"),
        (b"PROXY UNKNOWN\r\n", None),
        (b"PROXY UNKNOWN ff::1 ff::2 1 2\r\n", None),
        (binary(), "192.0.2.1"),
        (binary(family=0x21, body=V6), "2001:db8::7"),
        (binary(family=0x21, body=V6 + b"\x04\x00\x01x"), "2001:db8::7"),
        (binary(command=0x20, family=0, body=b""), None),
        (binary(command=0x20), None),
        (binary(family=0x31, body=bytes(216)), None),
        (binary(family=0, body=b""), None),
    ],
)
def test_a_header_is_read_to_its_last_byte(header: bytes, address: str | None) -> None:
    """The address is the one in the header, if it has one; bytes after the header are not read."""
    assert (address, b"SSH-2.0-x\r\n") == read(header + b"SSH-2.0-x\r\n")


@pytest.mark.parametrize(
    "header",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"PROXY TCP4 192.0.2.1 10.0.0.1 40000 2222\n" + b"x" * 20,
        b"PROXY TCP4 2001:db8::7 10.0.0.1 40000 2222\r\n",
        b"PROXY TCP6 fe80::1%eth0 fe80::2 40000 2222\r\n",
        b"PROXY TCP4 192.0.2.1 10.0.0.1 70000 2222\r\n",
        b"PROXY TCP4 192.0.2.1 10.0.0.1 40000\r\n",
        b"PROXY TCP4 192.0.2.999 10.0.0.1 40000 2222\r\n",
        b"PROXY UDP4 192.0.2.1 10.0.0.1 40000 2222\r\n",
        b"PROXY TCP4 " + b"1" * 200 + b"\r\n",
        binary(command=0x22),
        binary(command=0x11),
        binary(body=bytes(8)),
        SIGNATURE + b"\x21\x11\xff\xff",
    ],
)
def test_what_is_no_header_is_refused(header: bytes) -> None:
    """Other protocols, cut lines, wrong addresses, unknown commands, absurd lengths are errors within a few bytes."""
    with pytest.raises(ProxyError):
        read(header)


@given(
    st.one_of(
        st.binary(max_size=300),
        st.binary(max_size=300).map(lambda end: SIGNATURE + end),
        st.binary(max_size=300).map(lambda end: b"PROXY " + end),
    ),
    st.data(),
)
def test_nothing_breaks_the_reader(data: bytes, draw: st.DataObject) -> None:
    """Any bytes in any pieces give an address, no address, or `ProxyError`."""
    reader = HeaderReader()
    try:
        while reader.wanted and data:
            size = draw.draw(st.integers(1, reader.wanted))
            piece, data = data[:size], data[size:]
            reader.feed(piece)
    except ProxyError:
        return
    assert reader.address in (None, str(ipaddress.ip_address(reader.address or "::")))


async def behind(server: Server, header: bytes) -> asyncssh.SSHClientConnection:
    """Log in over a connection that begins with a header."""
    loop = asyncio.get_running_loop()
    sock = socket.socket()
    sock.setblocking(False)
    await loop.sock_connect(sock, ("127.0.0.1", server.port))
    await loop.sock_sendall(sock, header)
    options = asyncssh.SSHClientConnectionOptions(
        username="ann", client_keys=None, known_hosts=None, agent_path=None, client_factory=GuestClient, config=None
    )
    try:
        connection: asyncssh.SSHClientConnection = await within(asyncssh.run_client(sock, options=options))
    except BaseException:
        sock.close()
        raise
    return connection


async def proxied(tmp_path: Path, trusted: str = "127.0.0.1", **logins: Any) -> Server:
    return await serve(
        "127.0.0.1", 0, tmp_path, open_toy, answer,
        limits=Limits(per_address=1, login_seconds=5), logins=Logins(**logins), trusted=(AddressBlock(trusted),),
    )  # fmt: skip  # one call


@pytest.mark.parametrize("header", [LINE, binary()])
async def test_a_trusted_balancer_is_believed(tmp_path: Path, header: bytes) -> None:
    """Connections through a trusted balancer count for the addresses in their headers."""
    server = await proxied(tmp_path)
    one = await behind(server, header)
    two = await behind(server, b"PROXY TCP4 192.0.2.2 10.0.0.1 40000 2222\r\n")
    with pytest.raises((asyncssh.Error, OSError)):
        await behind(server, header)
    await within(one.create_session(Viewer, term_type="xterm", encoding=None, request_pty="force"))
    await until(lambda: server.sessions)
    assert ["192.0.2.1"] == [session.person.address for session in server.sessions]
    for connection in (one, two):
        connection.abort()
        await within(connection.wait_closed())
    await until(lambda: server.admission.logged_in == 0)
    (await behind(server, header)).abort()
    await within(server.stop())


async def test_a_trusted_balancer_must_say_it(tmp_path: Path) -> None:
    """A connection from a trusted balancer without a header is closed."""
    server = await proxied(tmp_path)
    with pytest.raises((asyncssh.Error, OSError)):
        await behind(server, b"")
    assert 1 == server.counters.refused["proxy-header"]
    await within(server.stop())


async def test_addresses_are_denied_behind_a_balancer(tmp_path: Path) -> None:
    """The list of denied addresses applies to the address in the header."""
    server = await proxied(tmp_path, deny_addresses=(AddressBlock("192.0.2.1"),))
    with pytest.raises((asyncssh.Error, OSError)):
        await behind(server, LINE)
    connection = await behind(server, b"PROXY TCP4 192.0.2.2 10.0.0.1 40000 2222\r\n")
    assert 0 == (await said(connection, "who"))[2]
    connection.abort()
    await within(server.stop())


async def test_nobody_else_is_believed(tmp_path: Path) -> None:
    """A header from any other address is invalid ssh, and the connection is closed."""
    server = await proxied(tmp_path, trusted="192.0.2.0/24")
    with pytest.raises((asyncssh.Error, OSError)):
        await behind(server, LINE)
    connection = await behind(server, b"")
    assert 0 == (await said(connection, "who"))[2]
    connection.abort()
    await within(server.stop())


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("127.0.0.9", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("198.51.100.4", ""),
    ],
)
def test_the_origin_of_a_guest_is_the_network(address: str, origin: str) -> None:
    """A guest's origin is one client's network, and empty for this machine's addresses and a balancer's own."""
    admission = Admission(Bans(), Counters())
    admission.configure(Limits(), Logins(), (AddressBlock("198.51.100.0/24"),))
    assert origin == admission.origin(address)


async def test_a_guest_who_was_sent_away_stays_away_over_ssh(tmp_path: Path) -> None:
    """A new guest from the address of one who was sent away is refused at that table; another address is not."""
    lobby = Lobby()
    service = GameService(lobby)
    server = await serve(
        "127.0.0.1", 0, tmp_path, service.open_session, service.answer,
        limits=Limits(login_seconds=5), trusted=(AddressBlock("127.0.0.1"),),
    )  # fmt: skip  # one call
    host, gone, again, other = [
        await behind(server, f"PROXY TCP4 192.0.2.{number} 10.0.0.1 40000 2222\r\n".encode()) for number in (1, 2, 2, 3)
    ]
    at_table = await host.create_process("plain join FAM", encoding="utf-8")
    await until(lambda: lobby.tables)
    await gone.create_process("plain join FAM", encoding="utf-8")
    await until(lambda: len(lobby.tables["FAM"].state.people) == 2)
    at_table.stdin.write("kick 2\n")
    await until(lambda: len(lobby.tables["FAM"].state.people) == 1)
    refused = await within(again.run("plain join FAM"))
    assert (2, True) == (refused.exit_status, "removed you from table FAM" in str(refused.stdout))
    await other.create_process("plain join FAM", encoding="utf-8")
    await until(lambda: len(lobby.tables["FAM"].state.people) == 2)
    for connection in (host, gone, again, other):
        connection.abort()
    await within(server.stop())
