"""Logins, and the identity that each gives."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.public_key import SSHLocalKeyPair

from tests.server.clients import GuestClient, connected, openssh, said, screen
from tests.server.toy import answer, open_toy
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.ssh.logins import Logins, PublicKey
from uno_server.ssh.server import Server, serve


async def who(server: Server, **options: object) -> str:
    async with connected(server, **options) as connection:  # type: ignore[arg-type]  # passed on as they are
        out, _, status = await said(connection, "who")
        assert status == 0
        return out.split()[0]


async def test_a_key_is_an_identity(server: Server, key: asyncssh.SSHKey) -> None:
    """A client that signs with a key has the key's fingerprint as identity."""
    assert f"ssh:{key.get_fingerprint()}" == await who(server, keys=[key])


async def test_without_a_key_everybody_is_another_guest(server: Server) -> None:
    """Two clients without keys are different guests, even under the same name."""
    first, second = await who(server), await who(server)
    assert first.startswith("guest:")
    assert second.startswith("guest:")
    assert first != second


class Unsigning(SSHLocalKeyPair):
    """A public key in the hands of somebody without the private one."""

    def sign(self, data: bytes) -> bytes:
        return b"\0\0\0\x0bssh-ed25519\0\0\0\x40" + b"\0" * 64


async def test_a_bad_signature_proves_nothing(server: Server, key: asyncssh.SSHKey) -> None:
    """A client that offers a key and signs wrongly is a guest."""
    assert (await who(server, keys=[Unsigning(key, None, None, None)])).startswith("guest:")


async def test_the_second_key_does_not_lend_the_first(server: Server, key: asyncssh.SSHKey) -> None:
    """A client that offers somebody's key and then signs with its own has the identity of its own."""
    own = asyncssh.generate_private_key("ssh-ed25519")
    assert f"ssh:{own.get_fingerprint()}" == await who(server, keys=[Unsigning(key, None, None, None), own])


async def test_key_logins_follow_each_other(server: Server) -> None:
    """After an app has started, further clients with keys still log in, on every Python."""
    async with (
        connected(server, keys=[asyncssh.generate_private_key("ssh-ed25519")]) as one,
        connected(server, keys=[asyncssh.generate_private_key("ssh-ed25519")]) as two,
    ):
        await screen(one)
        await screen(two)
        async with connected(server, keys=[asyncssh.generate_private_key("ssh-ed25519")]) as three:
            await screen(three)
        assert asyncio.get_running_loop().get_task_factory() is None


async def test_twelve_keys_are_not_too_many(server: Server) -> None:
    """A client with many keys logs in with its first."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(12)]
    assert f"ssh:{keys[0].get_fingerprint()}" == await who(server, keys=keys)


async def test_a_hostile_name_is_cleaned(server: Server) -> None:
    """The screen gets an ssh user name of 16 cells, with its markup as text and its blank characters as one space."""
    async with connected(server, name="ann[/red]\u200b\u4e00" + "w" * 60) as connection:
        await screen(connection, until_text="ann[/red] \u4e00wwww guest:")


async def test_the_full_server_says_so(tmp_path: Path) -> None:
    """Beyond the cap on sessions a client reads why it is refused; once somebody leaves, the next one gets in."""
    server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=Limits(sessions=1))
    async with connected(server):
        with pytest.raises(asyncssh.DisconnectError, match="full"):
            async with connected(server):
                pass
    await until(lambda: not server.admission.logged_in)
    async with connected(server):
        pass
    await within(server.stop())


@pytest.mark.parametrize("limits", [Limits(before_login=2), Limits(per_address=2)])
@pytest.mark.parametrize("said", [b"", b"SSH-2.0-slow", b"SSH-2.0-slow\r\n", b"SSH-2.0-slow\r\n\0\0\0\x1c"])
async def test_silent_connections_hold_no_place(tmp_path: Path, limits: Limits, said: bytes) -> None:
    """However many connections stop half way to a login, everybody else logs in; the oldest of them are closed."""
    server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=limits)
    silent = []
    for _ in range(4):
        silent.append(await asyncio.open_connection("127.0.0.1", server.port))
        silent[-1][1].write(said)
        assert await within(silent[-1][0].readuntil(b"\n")) == b"SSH-2.0-uno\r\n"
    async with connected(server) as connection:
        assert 0 == (await within(connection.run("who"))).exit_status
    for reader, _ in silent[:3]:
        await within(reader.read())
    assert 3 == server.counters.refused["door"]
    for _, writer in silent:
        writer.close()
    await within(server.stop())


async def test_a_silent_connection_is_closed_in_time(tmp_path: Path) -> None:
    """A connection that does not log in, or opens no session, is closed after the login time."""
    server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=Limits(login_seconds=0.2))
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    await within(reader.read())
    writer.close()
    async with connected(server) as connection:
        await within(connection.wait_closed())
    await within(server.stop())


async def test_a_connection_has_several_sessions(tmp_path: Path) -> None:
    """Sessions on one connection begin and end by themselves, up to a limit, and count like connections."""
    limits = Limits(sessions_per_connection=3, sessions=4)
    server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=limits)
    async with connected(server) as connection:
        first, viewer = await screen(connection)
        second, other = await screen(connection)
        assert 0 == (await within(connection.run("who"))).exit_status
        await screen(connection)
        with pytest.raises(asyncssh.ChannelOpenError, match="Too many sessions"):
            await connection.run("who")
        assert 3 == server.admission.logged_in
        first.write(b"q")
        await within(first.wait_closed())
        assert 7 == viewer.status
        await until(lambda: 2 == server.admission.logged_in)
        assert not other.closed
        second.write(b"q")
        await within(second.wait_closed())
        assert 7 == other.status
    await until(lambda: not server.admission.logged_in)
    assert {} == dict(server.admission._clients)
    await within(server.stop())


async def test_sessions_beyond_the_first_fill_the_server(tmp_path: Path) -> None:
    """A connection with many sessions does not get round the caps of the server and of the address."""
    for limits in (Limits(sessions=2), Limits(per_address=2)):
        server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=limits)
        async with connected(server) as connection:
            await screen(connection)
            await screen(connection)
            with pytest.raises(asyncssh.ChannelOpenError, match="full"):
                await connection.run("who")
        await within(server.stop())


async def test_a_connection_without_a_session_is_closed_in_time(tmp_path: Path) -> None:
    """After its last session a connection stays for a while, for a further one, and is then closed."""
    limits = Limits(login_seconds=0.3, closing_seconds=0.05)
    server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=limits)
    async with connected(server) as connection:
        for _ in range(2):
            assert 0 == (await within(connection.run("who"))).exit_status
        await within(connection.wait_closed())
    await within(server.stop())


async def test_openssh_shares_a_connection_without_a_complaint(server: Server, tmp_path: Path) -> None:
    """With ControlMaster the second and third command use the first one's connection, and print their answers only."""
    with tempfile.TemporaryDirectory(dir="/tmp") as short:  # the path of a socket has few characters
        shared = ["-o", "ControlMaster=auto", "-o", f"ControlPath={short}/s", "-o", "ControlPersist=5"]
        for _ in range(3):
            command = openssh(server, tmp_path, "who", options=[*shared, "-o", "LogLevel=INFO"])
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip  # one call
            said = [await within(stream.read(200)) for stream in (process.stdout, process.stderr) if stream]
            assert 0 == await within(process.wait())
            assert b"guest:" in said[0]
            assert not [row for row in said[1].splitlines() if b"Permanently added" not in row]
        assert 1 == server.counters.logins["guest"]
        leave = await asyncio.create_subprocess_exec(
            "ssh", *shared, "-O", "exit", "ann@127.0.0.1", stderr=asyncio.subprocess.DEVNULL
        )
        await within(leave.wait())


NAMES = {
    "🦊".encode(): "🦊",
    "ᲓᲐᲗᲝ".encode(): "ᲓᲐᲗᲝ",
    "אב1".encode(): "אב1",
    "José".encode("latin-1"): "José",
    b"x" * 5000: "x" * 16,
    b"": "player",
    b"\x00\x1b[2J": "[2J",
}


@pytest.mark.parametrize("sent", NAMES, ids=[shown[:4] for shown in NAMES.values()])
@pytest.mark.parametrize("with_key", [False, True])
async def test_any_name_gets_in(server: Server, key: asyncssh.SSHKey, sent: bytes, with_key: bool) -> None:
    """A name is for display: one that SASLprep or UTF-8 refuses gets in, cleaned, with a key and without."""

    class Client(GuestClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            vars(conn)["_username"] = sent

    keys = [key] if with_key else []
    async with connected(server, keys=keys, client=Client) as connection:
        await screen(connection)
        [person] = [session.person for session in server.sessions]
        assert (NAMES[sent], not with_key) == (person.name, person.guest)


async def test_a_connection_has_twenty_tries(tmp_path: Path) -> None:
    """A client that offers keys without end, or signs wrongly again and again, is disconnected after twenty tries."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(30)]
    limits, listed = Limits(guess_burst=100), (PublicKey(keys[0].get_fingerprint()),)
    offered: tuple[list[Any], ...] = (keys[1:], [Unsigning(keys[0], None, None, None)] * 30)
    for number, offer in enumerate(offered):
        server = await serve(
            "127.0.0.1", 0, tmp_path, open_toy, answer, limits=limits, logins=Logins(allow_keys=listed)
        )
        with pytest.raises(asyncssh.DisconnectError, match="Too many login attempts"):
            async with connected(server, keys=offer):
                pass
        assert 1 == server.counters.refused["tries"]
        assert bool(number) == (10 <= server.counters.guesses["key"] <= 20)
        await within(server.stop())


async def test_name_and_key_are_told_apart(server: Server, key: asyncssh.SSHKey) -> None:
    """The app gets the person's name and identity."""
    async with connected(server, name="bob", keys=[key]) as connection:
        await screen(connection, until_text="bob ssh:SHA256:")
