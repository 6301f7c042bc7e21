"""The messages for guests: how to come back, and that they were removed from a table."""

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.clients import connected, said, screen, sees
from tests.terminals import cursor, rows, shown
from tests.waiting import until, within
from uno_server.app.accounts import Accounts
from uno_server.app.service import GameService
from uno_server.config import ConfigError, parse
from uno_server.person import Person
from uno_server.ssh.server import Server, serve
from uno_tui.journal import Journal
from uno_tui.lobby.lobby import Lobby

COMMAND = re.compile(r"ssh -t -p (\d+) (127\.0\.0\.1) resume ([A-Z0-9-]{14})")


@contextlib.asynccontextmanager
async def offered(folder: Path) -> AsyncIterator[tuple[Server, Lobby]]:
    """A server of the game that knows its guests, and its lobby."""
    with contextlib.closing(Journal(None)) as journal:
        lobby = Lobby(register=journal)
        service = GameService(lobby, journal)
        server = await serve("127.0.0.1", 0, folder, service.open_session, service.answer)
        yield server, lobby
        await within(server.stop())


async def test_a_guest_comes_back_by_the_command_that_was_shown(tmp_path: Path) -> None:
    """The line is a whole ssh command with the address and port that the guest used; typed, it leads to the seat."""
    async with offered(tmp_path) as (server, _):
        async with connected(server, name="gus") as connection:
            channel, viewer = await screen(connection, command="join FAM1", until_text="resume")
            await sees(viewer, "FAM1")
        (found,) = set(COMMAND.findall(viewer.data.decode(errors="replace")))
        assert (str(server.port), "127.0.0.1") == found[:2]
        async with connected(server, name="somebody") as connection:
            told, _, status = await said(connection, f"resume {found[2]}", term_type="dumb", input="quit\n")
            assert "Table FAM1" in told
            assert 0 == status
        del channel


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_removed_guest_reads_the_reason_first(tmp_path: Path, size: tuple[int, int]) -> None:
    """After the removal the screen shows the reason, and the way back is not told again in its place."""
    async with offered(tmp_path) as (server, lobby), connected(server, name="ann") as host:
        at_table = await host.create_process("plain join FAM1", encoding="utf-8")
        await until(lambda: lobby.tables)
        async with connected(server, name="gus") as connection:
            _, viewer = await screen(connection, command="join FAM1", size=size, until_text="resume")
            at_table.stdin.write("kick 2\n")
            await until(lambda: lobby.presence.visitors)
            await until(lambda: "  lobby  " in shown(viewer.data, size))
            await until(lambda: "removed you" in shown(viewer.data, size))
            assert "resume" not in "".join(rows(viewer.data, size)[-3:])


async def test_a_watcher_reads_that_the_table_is_closed(tmp_path: Path) -> None:
    """When the watched table closes, the watching guest reads so, and not how to come back."""
    async with offered(tmp_path) as (server, lobby), connected(server, name="ann") as host:
        at_table = await host.create_process("plain join FAM1", encoding="utf-8")
        await until(lambda: lobby.tables)
        async with connected(server, name="gus") as connection:
            _, viewer = await screen(connection, command="watch FAM1", until_text="resume")
            at_table.stdin.write("quit\n")
            await sees(viewer, "The table was closed")


@pytest.mark.parametrize(
    ("public", "reached", "command"),
    [
        ("", ("192.0.2.1", 2222), "ssh -t -p 2222 192.0.2.1 resume {code}"),
        ("", ("2001:db8::1", 22), "ssh -t 2001:db8::1 resume {code}"),
        ("uno.example.org", ("10.0.0.1", 22), "ssh -t uno.example.org resume {code}"),
        ("uno.example.org:2200", ("10.0.0.1", 22), "ssh -t -p 2200 uno.example.org resume {code}"),
        ("uno.example.org:22", None, "ssh -t uno.example.org resume {code}"),
        ("", None, ""),
    ],
)
async def test_the_command_names_the_server(
    journal: Journal, public: str, reached: tuple[str, int] | None, command: str
) -> None:
    """It has the configured name, else the address that the client used; where a proxy hides that, there is none."""
    accounts = Accounts(journal)
    accounts.public_name = public
    account, _ = await accounts.sign_in(Person("guest:1", "Gus", guest=True, reached=reached), [])
    known = account.person
    assert command.format(code=known.resume_code) == known.resume_command


@pytest.mark.parametrize("name", ["a b", "x;rm -rf", "-oProxyCommand=x y", "host:port"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    """A public name that could not stand in a command is an error of the configuration."""
    with pytest.raises(ConfigError):
        parse(f"public_name = '{name}'")


async def test_the_cursor_is_visible_where_a_line_is_typed(tmp_path: Path) -> None:
    """Over ssh it is visible on the prompt; while a line of chat is typed it is the caret."""
    async with offered(tmp_path) as (server, _), connected(server, name="gus") as connection:
        channel, viewer = await screen(connection, command="join FAM1", until_text="Waiting for players")

        def prompt() -> bool:
            column, row, visible = cursor(viewer.data)
            return rows(viewer.data)[row][column:].startswith("Waiting for players") and visible

        await until(prompt)
        channel.write(b"/")
        await until(lambda: cursor(viewer.data)[2])
        channel.write(b"good evening")
        await until(lambda: "good evening" in shown(viewer.data))
        await until(lambda: rows(viewer.data)[cursor(viewer.data)[1]][: cursor(viewer.data)[0]].endswith("evening"))
        assert cursor(viewer.data)[2]
        channel.write(b"\r")
        await until(prompt)


async def test_who_opens_a_table_reads_the_command_for_others(tmp_path: Path) -> None:
    """The empty table shows the whole ssh command on the screen; in lines, `invite` prints it."""
    async with offered(tmp_path) as (server, _), connected(server, name="ann") as host:
        command = f"ssh -t -p {server.port} 127.0.0.1 join FAM1"
        channel, viewer = await screen(host, command="join FAM1", until_text=command)
        foot = rows(viewer.data)[-1]
        assert "invite" in foot
        async with connected(server, name="gus") as connection:
            told, _, status = await said(connection, "join FAM1", term_type="dumb", input="invite\nquit\n")
            assert command in told.splitlines()
            assert 0 == status
        del channel
