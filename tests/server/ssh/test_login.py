"""Logins, and the identity that each gives."""

import asyncio
from pathlib import Path

import asyncssh
import pytest
from asyncssh.public_key import SSHLocalKeyPair

from tests.server.clients import connected, said, screen
from tests.server.toy import answer, open_toy
from tests.waiting import until, within
from uno_server.limits import Limits
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
async def test_too_many_in_the_door_are_closed(tmp_path: Path, limits: Limits) -> None:
    """Connections that never log in are capped, in all and per address: the next one is closed at once."""
    server = await serve("127.0.0.1", 0, tmp_path, open_toy, answer, limits=limits)
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
    for reader, _ in silent:
        assert await within(reader.readuntil(b"\n")) == b"SSH-2.0-uno\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    assert await within(reader.read()) == b""
    for _, other in [*silent, (reader, writer)]:
        other.close()
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


async def test_one_session_a_connection(server: Server) -> None:
    """A second channel on one connection is refused, and the first one goes on."""
    async with connected(server) as connection:
        channel, viewer = await screen(connection)
        with pytest.raises(asyncssh.ChannelOpenError, match="One session"):
            await connection.run("who")
        channel.write(b"q")
        await within(channel.wait_closed())
        assert viewer.status == 7


async def test_name_and_key_are_told_apart(server: Server, key: asyncssh.SSHKey) -> None:
    """The app gets the person's name and identity."""
    async with connected(server, name="bob", keys=[key]) as connection:
        await screen(connection, until_text="bob ssh:SHA256:")
