"""The server with asyncssh clients: parallel sessions, slow peers, refusals, and stopping."""

import asyncio
import random
import socket
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import SSHPacketHandler

from tests.server.clients import Viewer, connected, said, screen, sees
from tests.server.toy import RemoteToy, answer, open_toy
from tests.terminals import shown
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.line.driver.app import run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_server.ssh import algorithms
from uno_server.ssh.asyncssh_hooks import READ_SIZE
from uno_server.ssh.listener import ListenError
from uno_server.ssh.server import CLOSING_SECONDS, ENDING_SECONDS, LEAVING_SECONDS, Server, serve
from uno_tui.i18n import Words
from uno_tui.local.terminal import Terminal, restore_sequence
from uno_tui.table.protocol import Ending
from uno_tui.token_bucket import TokenBucket

COLOR_QUESTION = b"\x1b[48;2;1;2;3m\x1bP$qm"
"""How a session asks whether the terminal keeps a true color."""


@pytest.mark.parametrize("first", ["xterm-256color", "xterm-direct"])
async def test_each_client_gets_its_own_colors(server: Server, first: str) -> None:
    """Two clients of different color depth, started in either order, each get their own codes."""
    second = {"xterm-256color": "xterm-direct", "xterm-direct": "xterm-256color"}[first]
    async with connected(server) as one, connected(server) as two:
        data = {}
        for connection, term in ((one, first), (two, second)):
            channel, viewer = await screen(connection, term=term)
            channel.write(b"a")
            await sees(viewer, "key a.")
            data[term] = viewer
        assert b"8;2;" not in data["xterm-256color"].data.replace(COLOR_QUESTION, b"")
        assert b"8;5;" not in data["xterm-direct"].data
        assert b"48;2;" in data["xterm-direct"].data


async def test_no_empty_packets_are_sent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each drawing is sent in its own packet, without the empty packet that asyncssh would send first."""
    sizes: list[int] = []
    handled = SSHPacketHandler.process_packet

    def process_packet(self: Any, kind: int, number: int, packet: Any) -> Any:
        if kind == MSG_IGNORE and self.is_client():
            sizes.append(len(packet.get_full_payload()))
        return handled(self, kind, number, packet)

    async with connected(server) as connection:
        channel, viewer = await screen(connection)
        for base in type(connection).__mro__:
            if "process_packet" in vars(base):
                monkeypatch.setattr(base, "process_packet", process_packet)
        channel.write(b"a")
        await sees(viewer, "key a.")
    assert [] == sizes


async def test_environment_reaches_the_terminal_facts(server: Server) -> None:
    """COLORTERM and NO_COLOR of the client decide its colors."""
    async with connected(server) as one, connected(server) as two:
        _, rich = await screen(one, env={"COLORTERM": "truecolor"})
        _, plain = await screen(two, env={"NO_COLOR": "1", "COLORTERM": "truecolor"})
        assert b"48;2;" in rich.data
        assert b"48;" not in plain.data


async def test_a_flood_of_environment_is_not_kept(server: Server) -> None:
    """Thousands of environment values, and huge ones, are not kept."""
    flood = {f"FLOOD_{number}": "x" * 100 for number in range(1000)}
    async with connected(server) as connection:
        await screen(connection, env={"HUGE": "y" * 30_000, **flood})
        (session,) = server._sessions
        assert session._channel is not None
        kept = session._channel.get_environment()
        assert len(kept) == 32
        assert "HUGE" not in kept


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (65535, 65535), (2**32 - 1, 2**32 - 1)])
async def test_absurd_sizes_are_survived(server: Server, size: tuple[int, int]) -> None:
    """A client may name any size, at first or later, and still plays."""
    async with connected(server) as connection, connected(server) as other:
        channel, viewer = await screen(connection)
        channel.change_terminal_size(*size)
        channel.write(b"q")
        await within(channel.wait_closed())
        assert viewer.status == 7
        viewer = Viewer()
        channel, _ = await within(
            other.create_session(lambda: viewer, term_type="xterm", term_size=size, encoding=None, request_pty="force")
        )
        await until(lambda: b"ready" in viewer.data)
        assert len(viewer.data) < 1_000_000
        channel.write(b"q")
        await within(channel.wait_closed())
        assert viewer.status == 7


async def test_a_crash_is_one_session_s(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """When an app raises, its person reads a notice on a restored terminal, and another session is not affected."""
    async with connected(server) as one, connected(server) as two:
        crashing, seen = await screen(one)
        playing, watched = await screen(two)
        crashing.write(b"x")
        await within(crashing.wait_closed())
        assert seen.status == 1
        assert seen.data.split(restore_sequence(Terminal()).encode())[-1].decode().strip() == RemoteToy.CRASH_NOTICE
        assert "r5 gS" not in caplog.text
        playing.write(b"a")
        await until(lambda: "key a." in shown(watched.data))


@pytest.mark.parametrize("words", ["sftp-server", "cat /etc/passwd", "scp -f x", "sh", "'"])
async def test_unknown_words_get_one_line(server: Server, words: str) -> None:
    """An unknown command gets one line on the error stream and status 2."""
    async with connected(server) as connection:
        out, err, status = await said(connection, words)
    assert (out, status, len(err.splitlines())) == ("", 2, 1)


async def test_a_command_s_error_is_its_own(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """When a command raises, its client gets status 1, the log has the place, and the next command works."""

    async def broken(person: Person, words: list[str]) -> tuple[str, int]:
        if words == ["break"]:
            raise ValueError("r5 gS W4")
        return "fine\n", 0

    server = await serve("127.0.0.1", 0, tmp_path, open_toy, broken)
    async with connected(server) as connection:
        assert await said(connection, "break") == ("", "", 1)
    async with connected(server) as connection:
        assert await said(connection, "anything") == ("fine\n", "", 0)
    assert "in broken" in caplog.text
    assert "r5 gS" not in caplog.text
    await within(server.stop())


async def test_subsystems_and_forwarding_are_refused(server: Server, tmp_path: Path) -> None:
    """There is no sftp, and no port or socket is opened in either direction."""
    async with connected(server) as connection:
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ConnectionLost)):
            await within(connection.start_sftp_client())
    async with connected(server) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await within(connection.open_connection("127.0.0.1", server.port))
        with pytest.raises(asyncssh.ChannelOpenError):
            await within(connection.open_unix_connection(str(tmp_path / "socket")))
        with pytest.raises(asyncssh.ChannelListenError):
            await within(connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1))
        with pytest.raises(asyncssh.ChannelListenError):
            await within(connection.forward_remote_path(str(tmp_path / "socket"), str(tmp_path / "other")))
        assert ((await said(connection, "who"))[0].split(":")[0], 0) == ("guest", 0)


async def test_end_of_input_ends_the_session(server: Server) -> None:
    """When a client closes its input, its terminal is restored."""
    async with connected(server) as connection:
        channel, viewer = await screen(connection)
        channel.write_eof()
        await within(channel.wait_closed())
        assert viewer.data.endswith(restore_sequence(Terminal()).encode())


class Chatty(RemoteToy):
    """A toy that repaints its whole screen again and again."""

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(0.002, self.repaint)

    def repaint(self) -> None:
        self.refresh()


async def test_a_peer_that_reads_nothing_costs_little(tmp_path: Path) -> None:
    """For a client that does not read its socket little is buffered, and once it is dropped its app is gone."""
    opened: list[Line] = []

    async def chatty(line: Line, person: Person, words: list[str]) -> int:
        opened.append(line)
        return await run(Chatty(), line)

    server = await serve("127.0.0.1", 0, tmp_path, chatty, answer, limits=Limits(stall_seconds=2))
    async with connected(server) as connection:
        await screen(connection, size=(200, 60))
        (line,) = opened
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        await until(lambda: line.paused)
        at_pause = line.written
        (ours,) = (one for one in server._connections.values() if one is not None)
        assert ours._transport.get_write_buffer_size() < 1_000_000  # type: ignore[union-attr]
        await until(lambda: line.gone)
        assert at_pause == line.written
        assert line.dropped > 0
        await until(lambda: not server.lines)
    await within(server.stop())


async def test_a_closed_window_pauses_too(tmp_path: Path) -> None:
    """A client whose channel window is full gets no frames, and a whole one once there is room."""

    async def chatty(line: Line, person: Person, words: list[str]) -> int:
        return await run(Chatty(), line)

    server = await serve("127.0.0.1", 0, tmp_path, chatty, answer)
    async with connected(server) as connection:
        channel, viewer = await screen(connection, window=32 * 1024)
        channel.pause_reading()
        (line,) = server.lines
        await until(lambda: line.paused)
        channel.resume_reading()
        before = len(viewer.data)
        await until(lambda: not line.paused and "ready" in shown(viewer.data[before:]))
    await within(server.stop())


async def test_a_flood_at_one_session_is_not_felt_at_another(server: Server) -> None:
    """While one client sends megabytes, another one's keys are answered."""
    async with connected(server) as one, connected(server) as two:
        flooding, _ = await screen(one)
        playing, viewer = await screen(two)
        flooding.write(b"y" * 5_000_000)
        flooding.write(b"\x1b[200~" + b"z" * 5_000_000)
        for letter in "abcdefgh":
            playing.write(letter.encode())
            await sees(viewer, f"key {letter}.")  # without the helpings it would be there after minutes


async def test_rubbish_is_nobody_else_s(server: Server) -> None:
    """Random bytes on a socket or a terminal end at most the connection that sent them."""
    noise = random.Random(7)
    async with connected(server) as one, connected(server) as two:
        hostile, _ = await screen(one)
        playing, viewer = await screen(two)
        for _ in range(50):
            hostile.write(noise.randbytes(200).replace(b"x", b"").replace(b"q", b""))
        for _ in range(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(noise.randbytes(500) + b"\n")
            writer.write_eof()
            await within(reader.read())
            writer.close()
        playing.write(b"a")
        await until(lambda: "key a." in shown(viewer.data))


async def test_a_port_in_use_is_told_clearly(server: Server, tmp_path: Path) -> None:
    """A second server on the same port fails with an error that names the address and the reason, in any language."""
    with pytest.raises(ListenError, match=f"cannot listen on 127.0.0.1 port {server.port}: .*in use") as caught:
        await serve("127.0.0.1", server.port, tmp_path, open_toy, answer)
    malay = f"tidak dapat menerima sambungan di 127.0.0.1 port {server.port}: alamat sudah digunakan"
    assert caught.value.text(Words("ms")) == malay


async def test_an_address_that_is_not_here_is_told_clearly(tmp_path: Path) -> None:
    """Listening on an address of another machine, or on no address, fails with an error that names it."""
    for address in ("192.0.2.1", "no.such.host.invalid"):
        with pytest.raises(ListenError, match=address):
            await serve(address, 0, tmp_path, open_toy, answer)


async def test_ipv6_is_an_address_like_others(tmp_path: Path) -> None:
    """The server listens on IPv6 too."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    server = await serve("::1", 0, tmp_path, open_toy, answer)
    reader, writer = await asyncio.open_connection("::1", server.port)
    assert await within(reader.readline()) == b"SSH-2.0-uno\r\n"
    writer.close()
    await within(server.stop())


async def test_algorithms_are_modern_and_in_order(server: Server) -> None:
    """Clients with ML-KEM use it, others use curve25519-sha256; the last MAC is plain hmac-sha2-256."""
    assert algorithms.KEY_EXCHANGES[0] == "curve25519-sha256"
    assert algorithms.MACS[-1] == "hmac-sha2-256"
    for wanted in ("mlkem768x25519-sha256", "curve25519-sha256"):
        if wanted in algorithms.KEY_EXCHANGES:
            async with connected(server, kex_algs=[wanted]):
                pass
    with pytest.raises(asyncssh.KeyExchangeFailed):
        async with connected(server, kex_algs=["diffie-hellman-group14-sha1"]):
            pass


async def test_stopping_tells_everybody_and_ends_in_time(tmp_path: Path) -> None:
    """When the server stops, each terminal is restored with the notice within 5 s, even if an app does not end."""
    assert ENDING_SECONDS + LEAVING_SECONDS + CLOSING_SECONDS < 5

    async def stubborn(line: Line, person: Person, words: list[str]) -> int:
        line.set_restore_sequence(b"\x1b[?25h")
        line.write(b"ready")
        await asyncio.Event().wait()
        return 0

    server = await serve("127.0.0.1", 0, tmp_path, stubborn, answer)
    async with connected(server) as one, connected(server) as two:
        viewers = [(await screen(connection))[1] for connection in (one, two)]
        silent = await asyncio.open_connection("127.0.0.1", server.port)
        await within(server.stop(Ending.HOST_ENDED))
        await until(lambda: all(viewer.closed for viewer in viewers))
        notice = b"The host has ended the evening. Thanks for playing!\r\n"
        assert [viewer.data for viewer in viewers] == [b"ready\x1b[?25h" + notice] * 2
        silent[1].close()
    with pytest.raises(OSError, match=str(server.port)):
        await asyncio.open_connection("127.0.0.1", server.port)


async def test_short_sessions_leave_nothing_behind(server: Server) -> None:
    """After many connections have ended, the server counts none and runs only the tasks it ran before."""
    tasks = len(asyncio.all_tasks())
    for number in range(20):
        async with connected(server) as connection:
            channel, _ = await screen(connection)
            if number % 2:
                channel.write(b"q")
                await within(channel.wait_closed())
    await until(lambda: not server.admission.logged_in)
    await until(lambda: tasks == len(asyncio.all_tasks()))
    assert ({}, set(), 0) == (server._connections, server._sessions, server.admission.waiting)


async def test_what_goes_on_without_its_person_is_ended(tmp_path: Path) -> None:
    """A session still running after its connection has closed is canceled a little later."""
    ended = asyncio.Event()

    async def deaf(line: Line, person: Person, words: list[str]) -> int:
        line.write(b"ready")
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 0

    server = await serve("127.0.0.1", 0, tmp_path, deaf, answer, limits=Limits(closing_seconds=0.1))
    async with connected(server) as connection:
        await screen(connection)
    await within(ended.wait())
    await within(server.stop())


async def test_a_socket_is_read_a_mouthful_at_a_time(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a client sends at once, only a little is read before other sessions have their turn."""
    taken: list[int] = []

    class Counting(TokenBucket):
        def take(self, tokens: float, now: float) -> float:
            taken.append(int(tokens))
            return super().take(tokens, now)

    monkeypatch.setattr("uno_server.ssh.connection.TokenBucket", Counting)
    async with connected(server) as connection:
        channel, _ = await screen(connection)
        channel.write(b"z" * 30_000)
        await until(lambda: sum(taken) > 30_000)
    assert READ_SIZE == max(taken)
