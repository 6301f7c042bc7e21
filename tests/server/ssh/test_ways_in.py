"""Login rules: keys, guests, the password and the lists; none of them bypasses another."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, ClassVar

import asyncssh
import pytest

from tests.server.clients import GuestClient, connected, openssh, said
from tests.server.ssh.test_login import Unsigning
from tests.server.toy import answer, open_toy
from tests.terminals import Terminal, ran
from tests.waiting import within
from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.addresses import within as in_blocks
from uno_server.ssh.connection import ClientConnection
from uno_server.ssh.logins import Logins, PublicKey
from uno_server.ssh.server import Server, serve

GUEST, MINE, DENIED = "a guest", "my own key", "refused"


@contextlib.asynccontextmanager
async def house(folder: Path, limits: Limits | None = None, **logins: Any) -> AsyncIterator[Server]:
    """A server with login rules."""
    limits = limits or Limits(login_seconds=10)
    server = await serve("127.0.0.1", 0, folder / "data", open_toy, answer, limits=limits, logins=Logins(**logins))
    yield server
    await within(server.stop())


def known(*keys: asyncssh.SSHKey) -> tuple[PublicKey, ...]:
    return tuple(PublicKey(key.get_fingerprint()) for key in keys)


async def comes_as(server: Server, key: asyncssh.SSHKey | None, *more: Any, password: str | None = None) -> str:
    """Try to log in and return as whom."""
    keys = [one for one in (key, *more) if one is not None]
    try:
        async with connected(server, keys=keys, password=password) as connection:
            identity = (await said(connection, "who"))[0].split()[0]
    except (asyncssh.Error, OSError):
        return DENIED
    if identity.startswith("guest:"):
        return GUEST
    own = [one for one in keys if isinstance(one, asyncssh.SSHKey) and identity == f"ssh:{one.get_fingerprint()}"]
    return MINE if own else "somebody else"


@pytest.fixture
def other() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_guests_can_be_turned_away(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """Without guests only a proven key logs in; naming somebody's key does not, nor does an unasked password."""
    async with house(tmp_path, guests=False) as server:
        assert (MINE, DENIED, DENIED, DENIED) == (
            await comes_as(server, key),
            await comes_as(server, None),
            await comes_as(server, None, Unsigning(key, None, None, None)),
            await comes_as(server, None, password=""),
        )


async def test_a_password_is_asked_of_everybody(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """With the password, the owner of a key and a guest log in under their identities; without it neither does."""
    async with house(tmp_path, password="open sesame") as server:
        assert (MINE, GUEST) == (
            await comes_as(server, key, password="open sesame"),
            await comes_as(server, None, password="open sesame"),
        )
        for wrong in (None, "open sesame "):
            assert (DENIED, DENIED) == (
                await comes_as(server, key, password=wrong),
                await comes_as(server, None, password=wrong),
            )


async def test_a_password_lends_nobody_a_key(tmp_path: Path, key: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
    """After a wrong signature the password gives no identity: the client is a guest, or refused without guests."""
    stolen = Unsigning(key, None, None, None)
    async with house(tmp_path, password="p") as server:
        assert GUEST == await comes_as(server, None, stolen, password="p")
    async with house(tmp_path, password="p", guests=False) as server:
        assert (DENIED, MINE) == (
            await comes_as(server, None, stolen, password="p"),
            await comes_as(server, other, password="p"),
        )


async def test_a_list_of_keys_is_the_only_way(tmp_path: Path, key: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
    """With a list of keys neither another key nor a guest logs in, password or not; an operator does."""
    operator = asyncssh.generate_private_key("ssh-ed25519")
    rules: dict[str, Any] = {"allow_keys": known(key), "operators": known(operator)}
    for password in ("", "p"):
        async with house(tmp_path, password=password, **rules) as server:
            assert (MINE, MINE, DENIED, DENIED, DENIED) == (
                await comes_as(server, key, password=password),
                await comes_as(server, operator, password=password),
                await comes_as(server, other, password=password),
                await comes_as(server, None, password=password),
                await comes_as(server, None, Unsigning(key, None, None, None), password=password),
            )


async def test_the_listed_key_may_be_the_tenth(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """A client with many other keys logs in with the one on the list."""
    others = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(9)]
    async with house(tmp_path, allow_keys=known(key)) as server:
        assert MINE == await comes_as(server, others[0], *others[1:], key)


async def test_a_denied_key_gets_in_no_way(tmp_path: Path, key: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
    """Naming a denied key ends the connection; a denial outweighs the list of keys and the operators."""
    rules: list[dict[str, Any]] = [{}, {"password": "p"}, {"allow_keys": known(key)}, {"operators": known(key)}]
    for more in rules:
        async with house(tmp_path, deny_keys=known(key), **more) as server:
            assert (DENIED, DENIED) == (
                await comes_as(server, key, password="p"),
                await comes_as(server, key, other, password="p"),
            )


async def test_a_denied_key_is_told_so(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """A client with a denied key reads the refusal."""
    async with house(tmp_path, deny_keys=known(key)) as server:
        with pytest.raises(asyncssh.DisconnectError, match="Access denied"):
            async with connected(server, keys=[key]):
                pass


async def test_addresses_are_listed(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """An address that is denied, or not allowed, gets no answer, whatever key or password it has."""
    closed: list[dict[str, Any]] = [
        {"deny_addresses": (AddressBlock("127.0.0.0/8"),)},
        {"allow_addresses": (AddressBlock("192.0.2.0/24"),)},
    ]
    for rules in closed:
        async with house(tmp_path, password="p", operators=known(key), **rules) as server:
            assert DENIED == await comes_as(server, key, password="p")
            assert 1 == server.counters.refused["address"]
    async with house(tmp_path, allow_addresses=(AddressBlock("127.0.0.1"),)) as server:
        assert MINE == await comes_as(server, key)


def test_ipv4_in_ipv6_s_clothing_is_on_the_list() -> None:
    """A rule about an IPv4 address also applies to its form as an IPv6 address."""
    assert in_blocks("::ffff:192.0.2.7", (AddressBlock("192.0.2.0/24"),))
    assert not in_blocks("::ffff:192.0.3.7", (AddressBlock("192.0.2.0/24"),))


async def test_the_operators_are_known(tmp_path: Path, key: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
    """A person must prove the possession of an operator's key to be an operator; naming it is not enough."""
    async with house(tmp_path, operators=known(key)) as server:
        for keys, expected in (([key], True), ([other], False), ([Unsigning(key, None, None, None)], False)):
            async with connected(server, keys=keys) as connection:
                assert 0 == (await said(connection, "who"))[2]
                (client,) = [ClientConnection.of(one) for one in server._connections.values() if one is not None]
                assert expected is (client.person is not None and client.person.operator)


class Guesser(GuestClient):
    """A client that answers with wrong passwords."""

    guesses: ClassVar[list[str]] = []

    def kbdint_auth_requested(self) -> str | None:
        return None if len(self.guesses) > 5 else ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        self.guesses.append("wrong")
        return ["wrong"]


async def test_guessing_the_password_ends(tmp_path: Path) -> None:
    """After some wrong passwords the connection ends with a reason."""
    async with house(tmp_path, limits=Limits(password_tries=2), password="p") as server:
        options = {"known_hosts": None, "client_keys": None, "agent_path": None, "config": None, "username": "ann"}
        with pytest.raises(asyncssh.Error, match="Too many wrong passwords"):
            await within(asyncssh.connect("127.0.0.1", server.port, client_factory=Guesser, **options))
        assert 2 == len(Guesser.guesses)


async def test_the_full_server_has_room_for_its_operator(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """An operator logs in even if the server is full."""
    async with house(tmp_path, limits=Limits(sessions=1), operators=known(key)) as server, connected(server):
        assert (DENIED, MINE) == (await comes_as(server, None), await comes_as(server, key))


async def test_a_new_configuration_drops_nobody(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """New rules apply to new connections; open ones stay."""
    async with house(tmp_path) as server, connected(server) as inside:
        server.configure(Limits(sessions=2), Logins(guests=False), ())
        assert (MINE, DENIED) == (await comes_as(server, key), await comes_as(server, None))
        assert 0 == (await said(inside, "who"))[2]


async def test_openssh_gives_key_and_password(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """OpenSSH asks for the password after its key was accepted, and logs in with the key's identity."""
    asker = tmp_path / "asker"
    asker.write_text("#!/bin/sh\ncase $1 in *'Password of this server:'*) echo p;; esac\n")
    asker.chmod(0o700)
    async with house(tmp_path, password="p") as server:
        command = openssh(server, tmp_path, "who", options=["-i", str(tmp_path / "key")])
        out, err, status = await ran(command, SSH_ASKPASS=str(asker), SSH_ASKPASS_REQUIRE="force")
        assert (0, f"ssh:{key.get_fingerprint()} ann\n") == (status, out), err


async def test_openssh_reads_why(tmp_path: Path) -> None:
    """If only keys can log in, OpenSSH without one shows a line that says so."""
    async with house(tmp_path, guests=False) as server:
        command = [word.replace("LogLevel=ERROR", "LogLevel=INFO") for word in openssh(server, tmp_path, "who")]
        _, err, status = await ran(command)
        assert (255, True) == (status, "requires an ssh key" in err)


async def test_plink_gives_the_password(tmp_path: Path) -> None:
    """PuTTY's plink without a key asks for the password and logs in as a guest."""
    async with house(tmp_path, password="p") as server:
        options = ["-ssh", "-P", str(server.port), "-hostkey", server.fingerprint, "-no-antispoof"]
        async with Terminal(["plink", *options, "ann@127.0.0.1", "who"]) as terminal:
            await terminal.shows("Password of this server:")
            terminal.type(b"p\r")
            assert 0 == await terminal.exits()
            assert b"guest:" in terminal.data


async def test_dbclient_gives_key_and_password(tmp_path: Path) -> None:
    """Dropbear's dbclient asks for the password after its key."""
    keyfile = tmp_path / "dropbear"
    await ran(["dropbearkey", "-t", "ed25519", "-f", str(keyfile)])
    async with house(tmp_path, password="p") as server:
        command = ["dbclient", "-y", "-y", "-i", str(keyfile), "-p", str(server.port), "ann@127.0.0.1", "who"]
        async with Terminal(command, HOME=str(tmp_path)) as terminal:
            await terminal.shows("Password of this server:")
            terminal.type(b"p\n")
            assert 0 == await terminal.exits()
            assert b"ssh:SHA256:" in terminal.data
