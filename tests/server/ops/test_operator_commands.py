"""The operators' commands through real ssh clients, and who may use them."""

import contextlib
import json
import os
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.server.clients import Viewer, connected, said, sees
from tests.terminals import shown
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.ops.folder_watch import FolderWatch
from uno_server.ops.operator_commands import OperatorCommands
from uno_server.person import Person
from uno_server.ssh.bans import BANS_NAME, Bans, BansError, entry_of
from uno_server.ssh.host_key import load_host_key
from uno_server.ssh.logins import Logins, PublicKey
from uno_server.ssh.server import Server, serve
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.local.folder_lock import FolderInUseError, lock_folder

WORDS = ("who", "announce hello", "kick ann", "ban ann", "unban x", "bans", "mute ann", "unmute ann", "drain",
         "close FAM1", "forget ann")  # fmt: skip  # a list


@pytest.fixture
def boss() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
async def server(tmp_path: Path, boss: asyncssh.SSHKey) -> AsyncIterator[Server]:
    """A server of the game with one operator."""
    lobby = Lobby()
    operators = OperatorCommands(GameService(lobby), LobbyOperator(lobby))
    made = await serve(
        "127.0.0.1", 0, tmp_path, operators.open_session, operators.answer,
        limits=Limits(login_seconds=10, connect_burst=100),
        logins=Logins(operators=(PublicKey(boss.get_fingerprint()),)),
    )  # fmt: skip  # one call
    operators.here.server = made
    yield made
    await within(made.stop())


async def told(server: Server, boss: asyncssh.SSHKey, command: str) -> tuple[str, str, int | None]:
    """Run a command as the operator; return its output, errors and status."""
    async with connected(server, name="boss", keys=[boss]) as connection:
        return await said(connection, command)


def cut(answer: tuple[str, str, int | None]) -> tuple[str, str, int | None]:
    """Return an answer up to its first comma."""
    return answer[0].partition(",")[0], *answer[1:]


@contextlib.asynccontextmanager
async def at_table(server: Server, name: str, *, key: asyncssh.SSHKey | None = None) -> AsyncIterator[Any]:
    """A person at the table FAM1."""
    async with connected(server, name=name, keys=[key] if key else []) as connection:
        channel, viewer = await within(
            connection.create_session(
                Viewer, "join FAM1", term_type="xterm", term_size=(80, 24), encoding=None, request_pty="force"
            )
        )
        await sees(viewer, "FAM1")
        viewer.typed = channel.write
        yield viewer


async def says(viewer: Any, text: bytes) -> None:
    """Send a chat message to the table."""
    viewer.typed(b"/")
    await sees(viewer, "Enter  send")
    viewer.typed(text + b"\r")


@pytest.mark.parametrize("command", WORDS)
async def test_nobody_else_has_these_commands(server: Server, command: str) -> None:
    """For people who are no operators these commands are unknown and do nothing."""
    async with at_table(server, "ann") as ann:
        other = asyncssh.generate_private_key("ssh-ed25519")
        async with connected(server, keys=[other]) as connection:
            out, err, status = await said(connection, command)
        assert ("", 2) == (out, status)
        assert "Unknown command" in err
        assert not ann.closed
        assert [] == server.admission.bans.entries


async def test_only_operators_read_of_them(server: Server, boss: asyncssh.SSHKey) -> None:
    """The help lists these commands for operators only."""
    async with connected(server) as connection:
        plain, _, _ = await said(connection, "help")
    full, _, _ = await told(server, boss, "help")
    assert full.startswith(plain)
    for command in WORDS:
        assert f"HOST {command.split()[0]}" in full.removeprefix(plain)
        assert f"HOST {command.split()[0]} " not in plain


@pytest.mark.parametrize(
    ("command", "said_of_it"),
    [
        (
            "drian",
            "Unknown command: 'drian' (did you mean drain?). Commands: announce, ban, bans, close, daily, doctor",
        ),
        ("who ann", "who takes no arguments"),
        ("bans ann", "bans takes no arguments"),
        ("announce", "what to announce? Type announce TEXT"),
        ("drain now", "type drain or drain off"),
    ],
)
async def test_an_operator_s_mistake(server: Server, boss: asyncssh.SSHKey, command: str, said_of_it: str) -> None:
    """An operator's mistake gets status 2 and an error with the right form; operators' commands are listed too."""
    out, err, status = await told(server, boss, command)
    assert ("", True, 2) == (out, err.startswith(said_of_it), status)


async def test_everybody_hears_an_announcement(server: Server, boss: asyncssh.SSHKey) -> None:
    """People at tables and in the lobby read an announcement, without control characters."""
    async with at_table(server, "ann") as ann, connected(server, name="bob") as connection:
        _, bob = await within(
            connection.create_session(Viewer, term_type="xterm", term_size=(80, 24), encoding=None, request_pty="force")
        )
        await sees(bob, "FAM1")
        announced = await told(server, boss, "announce tea\x1b[2J at five")
        assert ("announced at 1 table and in the lobby\n", "", 0) == announced
        for viewer in (ann, bob):
            await sees(viewer, "The operator says: tea[2J at five")


async def test_people_are_listed(server: Server, boss: asyncssh.SSHKey) -> None:
    """`who` lists keys in full and guests by the beginning of their token, both with name and address."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with at_table(server, "ann", key=key), at_table(server, "bob"):
        out, _, status = await told(server, boss, "who")
        rows = [row.split() for row in out.splitlines()]
        assert 0 == status
        assert [f"ssh:{key.get_fingerprint()}", "ann", "127.0.0.1"] in rows
        assert [(12, "bob")] == [(len(row[0]), row[1]) for row in rows if row[0].startswith("guest:")]


async def test_a_kick_takes_session_and_seat(server: Server, boss: asyncssh.SSHKey) -> None:
    """A kicked person gets their terminal back with the reason, loses the seat, and may come again."""
    async with at_table(server, "ann") as ann, at_table(server, "bob") as bob:
        assert ("sent away ann\n", "", 0) == await told(server, boss, "kick ANN")
        await until(lambda: ann.closed)
        assert b"An operator ended your session." in ann.data
        await sees(bob, "ann left the table")
        async with at_table(server, "ann"):
            pass


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("kick", "name somebody"),
        ("kick carl", "nobody here is called 'carl'"),
        ("kick ssh:SHA256", "several people are called"),
    ],
)
async def test_the_wrong_one_is_never_meant(server: Server, boss: asyncssh.SSHKey, command: str, text: str) -> None:
    """A name of nobody, the beginning of several people's keys, or no name is an error, and nothing is done."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    async with connected(server, keys=keys[:1]) as one, connected(server, keys=keys[1:]) as two:
        for connection in (one, two):
            _, viewer = await within(
                connection.create_session(Viewer, term_type="xterm", encoding=None, request_pty="force")
            )
            await until(lambda viewer=viewer: len(viewer.data) > 500)  # type: ignore[misc]  # bound early
        _, err, status = await told(server, boss, command)
        assert text in err
        assert status != 0
        await until(lambda: len(server.sessions) == 2)
        assert [False, False] == [one.line.closed for one in server.sessions if one.line]


async def test_a_banned_key_gets_in_no_more(server: Server, boss: asyncssh.SSHKey, tmp_path: Path) -> None:
    """A banned key gets in neither as itself nor as a guest on the same connection; after `unban` it does."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with at_table(server, "ann", key=key) as ann:
        assert (f"banned {key.get_fingerprint()} for good", "", 0) == cut(await told(server, boss, "ban ann"))
        await until(lambda: ann.closed)
    with pytest.raises(asyncssh.DisconnectError, match="Access denied"):
        async with connected(server, keys=[key]):
            pass
    assert Bans(tmp_path).has_key(key.get_fingerprint())
    assert (f"{key.get_fingerprint()} for good", "", 0) == cut(await told(server, boss, "bans"))
    assert 0 == (await told(server, boss, f"unban {key.get_fingerprint()}"))[2]
    async with connected(server, keys=[key]):
        pass
    assert 1 == (await told(server, boss, f"unban {key.get_fingerprint()}"))[2]


async def test_a_banned_guest_s_address_has_no_guests(server: Server, boss: asyncssh.SSHKey) -> None:
    """A guest's ban refuses all guests from that address, and no keys."""
    async with at_table(server, "ann") as ann, at_table(server, "bob") as bob:
        assert ("banned 127.0.0.1 for good", "", 0) == cut(await told(server, boss, "ban ann"))
        await until(lambda: ann.closed and bob.closed)
    with pytest.raises(asyncssh.DisconnectError, match="Access denied"):
        async with connected(server):
            pass
    async with connected(server, keys=[asyncssh.generate_private_key("ssh-ed25519")]):
        pass


async def test_a_muted_person_is_read_by_nobody(server: Server, boss: asyncssh.SSHKey) -> None:
    """Nobody reads the messages of a muted person, also in their next session; after `unmute` they do."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with at_table(server, "bob", key=asyncssh.generate_private_key("ssh-ed25519")) as bob:
        async with at_table(server, "ann", key=key):
            assert 0 == (await told(server, boss, "mute ann"))[2]
        for _ in range(2):
            async with at_table(server, "ann", key=key) as ann:
                await says(ann, b"nobody hears this")
                await sees(ann, "An operator has muted you")
        async with at_table(server, "ann", key=key) as ann:
            assert 0 == (await told(server, boss, "unmute ann"))[2]
            await says(ann, b"everyone hears this")
            await sees(bob, "everyone")
        assert "nobody hears" not in shown(bob.data)


async def test_a_server_is_emptied(server: Server, boss: asyncssh.SSHKey) -> None:
    """While a server is drained only people with a seat get in; `drain off` lets everybody in again, and says so."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with at_table(server, "bob") as bob:
        async with at_table(server, "ann", key=key):
            pass
        assert ("1 table is still open\n", "", 0) == await told(server, boss, "drain")
        await sees(bob, "The server will close soon")
        async with connected(server) as connection:
            _, viewer = await within(
                connection.create_session(Viewer, term_type="xterm", encoding=None, request_pty="force")
            )
            await until(lambda: viewer.closed)
            assert (1, True) == (viewer.status, b"This server is about to close" in viewer.data)
        async with at_table(server, "ann", key=key):
            pass
        assert 0 == (await told(server, boss, "drain off"))[2]
        await sees(bob, "The server stays open")
        async with at_table(server, "carl"):
            pass


@pytest.mark.parametrize("content", [b"", b"[]", b'{"keys": 3}', b'{"other": []}'])
def test_bans_that_cannot_be_read_stop_the_server(tmp_path: Path, content: bytes) -> None:
    """With an unreadable file of bans the server does not start, and the file is unchanged."""
    (tmp_path / BANS_NAME).write_bytes(content)
    with pytest.raises(BansError, match=BANS_NAME):
        Bans(tmp_path)
    assert content == (tmp_path / BANS_NAME).read_bytes()


def test_bans_are_kept(tmp_path: Path) -> None:
    """Bans survive a restart in a file that only its owner may read; no temporary file is left."""
    bans = Bans(tmp_path)
    bans.add(entry_of(Person("ssh:SHA256:x", "ann", guest=False, address="192.0.2.1")), reason="spam", by="boss")
    bans.add(entry_of(Person("guest:y", "bob", guest=True, address="2001:db8::7")))
    again = Bans(tmp_path)
    assert ["2001:db8::/64", "SHA256:x"] == again.entries
    assert ("spam", "boss") == (again.current[1].reason, again.current[1].by)
    assert (True, False) == (again.has_guests_of("2001:db8::8"), again.has_guests_of("192.0.2.1"))
    assert [BANS_NAME] == [one.name for one in tmp_path.iterdir()]
    assert 0o600 == (tmp_path / BANS_NAME).stat().st_mode & 0o777


def test_bans_of_an_older_version_are_read(tmp_path: Path) -> None:
    """A list without reasons and ends still holds, and is written in the new form with the next ban."""
    (tmp_path / BANS_NAME).write_text('{"keys": ["SHA256:x"], "guests": ["192.0.2.1"]}')
    Bans(tmp_path).add("SHA256:y", seconds=60)
    assert ["192.0.2.1", "SHA256:x", "SHA256:y"] == Bans(tmp_path).entries


def test_a_ban_ends_and_a_wrong_clock_deletes_none(tmp_path: Path) -> None:
    """A ban lasts for its time, even if the wall clock is changed; with a wrong clock at the start it remains."""
    day, wall, steady = 86400, [1_700_000_000.0], [50.0]

    def bans() -> Bans:
        return Bans(tmp_path, lambda: wall[0], lambda: steady[0])

    running = bans()
    running.add("SHA256:x", seconds=7 * day, reason="spam")
    wall[0] += 61 * day
    assert running.has_key("SHA256:x")
    ahead = bans()
    assert [] == ahead.entries
    ahead.add("SHA256:y")
    wall[0] -= 61 * day
    assert ["SHA256:x", "SHA256:y"] == bans().entries
    steady[0] += 7 * day
    assert [] == running.entries
    steady[0] += 2 * day
    running.add("SHA256:z")
    assert "SHA256:x" not in (tmp_path / BANS_NAME).read_text()


@pytest.mark.parametrize("who", ["ann", "{key}", "ssh:{key}"])
async def test_a_ban_has_reason_end_and_author(
    server: Server, boss: asyncssh.SSHKey, who: str, caplog: pytest.LogCaptureFixture
) -> None:
    """`ban KEY 7d spam` bans a person by name or key, here or not; `bans` tells when it ends, who made it and why."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    caplog.set_level("INFO")
    async with at_table(server, "ann", key=key) as ann:
        said = await told(server, boss, f"ban {who.format(key=key.get_fingerprint())} 7d spam and more")
        await until(lambda: ann.closed)
    (ban,) = server.admission.bans.current
    assert (7 * 86400, "spam and more") == ((ban.until or 0) - ban.since, ban.reason)
    assert f"boss ({boss_label(boss)})" == ban.by
    assert (f"banned {ban.text()}\n", "", 0) == said
    assert (f"{ban.text()}\n", "", 0) == await told(server, boss, "bans")
    facts = [getattr(one, "facts", {}) for one in caplog.records]
    (acted,) = [one for one in facts if one.get("command") == "ban"]
    assert (f"{key.get_fingerprint()[:15]}...", 0) == (acted["whom"], acted["status"])
    assert "spam" not in str(acted)


def boss_label(boss: asyncssh.SSHKey) -> str:
    return f"ssh:{boss.get_fingerprint()[:15]}..."


@pytest.mark.parametrize("address", ["192.0.2.9", "2001:db8::9"])
async def test_an_address_is_banned(server: Server, boss: asyncssh.SSHKey, address: str) -> None:
    """Guests of an address can be banned before they come, and `unban` takes the address as it was typed."""
    assert 0 == (await told(server, boss, f"ban {address}"))[2]
    assert server.admission.bans.has_guests_of(address)
    assert 0 == (await told(server, boss, f"unban {address}"))[2]
    assert not server.admission.bans.has_guests_of(address)


async def test_a_time_that_is_none_bans_nobody(server: Server, boss: asyncssh.SSHKey) -> None:
    """A wrong time is an error that names right ones."""
    out, err, status = await told(server, boss, "ban 192.0.2.9 7")
    assert ("", 2, True) == (out, status, "30m, 12h, 7d or 4w" in err)
    assert [] == server.admission.bans.entries


async def test_a_table_is_closed(server: Server, boss: asyncssh.SSHKey, caplog: pytest.LogCaptureFixture) -> None:
    """`close CODE` ends a table for everybody there; the log does not name it, because its code lets anybody in."""
    caplog.set_level("INFO")
    async with at_table(server, "ann") as ann:
        assert ("closed FAM1; people there: 1\n", "", 0) == await told(server, boss, "close fam1")
        await sees(ann, "closed")
    _, err, status = await told(server, boss, "close FAM1")
    assert (1, True) == (status, "there is no table 'FAM1'" in err)
    assert not re.search("FAM1", str([one.__dict__.get("facts") for one in caplog.records]), re.IGNORECASE)


@contextlib.asynccontextmanager
async def storing(folder: Path, boss: asyncssh.SSHKey) -> AsyncIterator[tuple[Server, Journal]]:
    """A server with one operator and a journal."""
    with contextlib.closing(Journal(folder / "uno.db")) as journal:
        lobby = Lobby(log=journal.log, register=journal)
        operators = OperatorCommands(GameService(lobby, journal), LobbyOperator(lobby))
        made = await serve(
            "127.0.0.1", 0, folder, operators.open_session, operators.answer,
            logins=Logins(operators=(PublicKey(boss.get_fingerprint()),)),
        )  # fmt: skip  # one call
        operators.here.server = made
        yield made, journal
        await within(made.stop())


async def test_the_owner_of_a_name_is_banned_when_they_have_left(tmp_path: Path, boss: asyncssh.SSHKey) -> None:
    """`ban NAME` and `unban NAME` also mean somebody with a key who is not here; other names ban nobody.

    `bans` names the owner of each key that was ever here.
    """
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with storing(tmp_path, boss) as (server, _):
        async with at_table(server, "zebulon", key=key):
            pass
        assert 1 == (await told(server, boss, "ban zebedee spam"))[2]
        assert [] == server.admission.bans.entries
        assert 0 == (await told(server, boss, "ban Zebulon 7d spam"))[2]
        (ban,) = server.admission.bans.current
        assert (key.get_fingerprint(), "spam") == (ban.entry, ban.reason)
        assert 0 == (await told(server, boss, f"ban {boss.get_fingerprint()[:-5]}aaaaa"))[2]
        listed, _, _ = await told(server, boss, "bans")
        assert f"{key.get_fingerprint()} (zebulon) until " in listed
        assert f"{boss.get_fingerprint()[:-5]}aaaaa for good" in listed
        assert 0 == (await told(server, boss, f"unban {boss.get_fingerprint()[:-5]}aaaaa"))[2]
        assert 1 == (await told(server, boss, "unban zebedee"))[2]
        out, _, status = await told(server, boss, "unban zebulon")
        assert (f"{key.get_fingerprint()} may come in again\n", 0) == (out, status)
        assert [] == server.admission.bans.entries


async def test_a_ban_that_is_lifted_at_once_is_answered(
    server: Server, boss: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another operator lifts the ban before the person's seat is free, the first still gets an answer."""

    async def lift(_operator: LobbyOperator, _identity: str) -> None:
        server.admission.bans.remove("127.0.0.1")

    monkeypatch.setattr(LobbyOperator, "dismiss", lift)
    async with at_table(server, "ann"):
        assert ("banned 127.0.0.1 for good", "", 0) == cut(await told(server, boss, "ban ann"))


async def test_a_person_is_forgotten(tmp_path: Path, boss: asyncssh.SSHKey) -> None:
    """`forget NAME` ends the person's session and match and deletes what is stored of them; others' data stays."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with storing(tmp_path, boss) as (made, journal):
        async with at_table(made, "zebulon", key=key) as zebulon, at_table(made, "bob", key=boss):
            assert await journal.people.named("zebulon")
            assert 0 == (await told(made, boss, "forget zebulon"))[2]
            await until(lambda: zebulon.closed)
            dump = "".join(journal.store.connection.iterdump())
            assert ("zebulon" in dump, key.get_fingerprint() in dump, "bob" in dump) == (False, False, True)
        assert 1 == (await told(made, boss, "forget zebulon"))[2]


async def test_files_that_vanish_are_put_back(server: Server, boss: asyncssh.SSHKey, tmp_path: Path) -> None:
    """A removed data folder gets its host key, bans and lock again once it exists, and nothing before."""
    await told(server, boss, "ban 192.0.2.9 7d spam")
    with lock_folder(tmp_path):
        watch = FolderWatch(server, tmp_path)
        shutil.rmtree(tmp_path)
        watch.look()
        os.mkdir(tmp_path)  # noqa: PTH102  # it fails if the watch has made one
        watch.look()
        assert server.fingerprint == load_host_key(tmp_path).get_fingerprint()
        assert ["192.0.2.9"] == Bans(tmp_path).entries
        with pytest.raises(FolderInUseError), lock_folder(tmp_path):
            pass
        watch.stop()


async def test_two_guests_of_one_name_are_told_apart_everywhere(server: Server, boss: asyncssh.SSHKey) -> None:
    """At a table, in the lobby, in JSON and for operators the second `root` is `root-2`, and is kicked by that name."""
    async with at_table(server, "root") as first, connected(server, name="root") as connection:
        second = await connection.create_process("plain", encoding="utf-8")
        second.stdin.write("who\nsay hello\n")
        read = await within(second.stdout.readuntil("hello"))
        assert {"root, at table FAM1", "root-2 (you), in the lobby"} == set(re.findall(r"\d: (root.*)", read))
        assert "root-2" in read.splitlines()[-1]
        async with connected(server, name="root") as other:
            program = await other.create_process("json join FAM1", encoding="utf-8")
            assert "root-3" == json.loads(await within(program.stdout.readline()))["name"]
            await sees(first, "root-3")
            listed, _, _ = await told(server, boss, "who")
            assert ["root", "root-2", "root-3"] == sorted(line.split()[1] for line in listed.splitlines())
            assert ("sent away root-2\n", "", 0) == await told(server, boss, "kick root-2")
            await within(second.wait())
            assert not first.closed
