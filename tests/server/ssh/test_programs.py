"""Common ssh clients: OpenSSH, PuTTY's plink, Dropbear's dbclient."""

import os
import signal
from pathlib import Path

import asyncssh
import pytest

from tests.server.clients import openssh
from tests.terminals import Terminal, ran, shown
from tests.waiting import within
from uno_server.ssh.server import Server

GIVEN_BACK = b"\x1b[?1049l\x1b[?25h"


async def test_openssh_plays_and_quits(server: Server, tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """OpenSSH with a key shows the screen, sends keys, and exits with the app's status and a restored terminal."""
    async with Terminal(openssh(server, tmp_path, options=["-i", str(tmp_path / "key")])) as terminal:
        await terminal.shows("ready")
        assert "ann ssh:SHA256:" in shown(terminal.data)
        terminal.type(b"\x1b[A")
        await terminal.shows("key up.")
        terminal.type(b"\x1b")
        await terminal.shows("key escape.")
        terminal.type(b"q")
        assert await terminal.exits() == 7
        assert GIVEN_BACK in terminal.data


async def test_openssh_with_anothers_public_key_is_a_guest(
    server: Server, tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    """OpenSSH with only somebody's public key logs in as a guest."""
    (tmp_path / "key").unlink()
    (tmp_path / "key.pub").chmod(0o600)
    out, err, status = await ran(openssh(server, tmp_path, "who", options=["-i", str(tmp_path / "key.pub")]))
    assert status == 0, err
    assert out.startswith("guest:")


async def test_openssh_resizes(server: Server, tmp_path: Path) -> None:
    """A new size of the client's window reaches the app."""
    async with Terminal(openssh(server, tmp_path)) as terminal:
        await terminal.shows("ready")
        terminal.size = (100, 30)
        terminal.resize(100, 30)
        terminal.process.send_signal(signal.SIGWINCH)  # a client with no controlling terminal is not sent it
        await terminal.shows("100x30.")
        terminal.type(b"q")
        assert await terminal.exits() == 7


@pytest.mark.parametrize("term", ["xterm", "linux", "vt100", "screen"])
async def test_openssh_with_other_terminals(server: Server, tmp_path: Path, term: str) -> None:
    """Every terminal that can place a cursor gets the screen."""
    async with Terminal(openssh(server, tmp_path), TERM=term) as terminal:
        await terminal.shows("ready")
        assert b"38;2;" not in terminal.data
        assert b"38;5;" not in terminal.data
        terminal.type(b"q")
        assert await terminal.exits() == 7
        assert terminal.data.rstrip().endswith(b"\x1b[?25h")


async def test_openssh_on_a_dumb_terminal(server: Server, tmp_path: Path) -> None:
    """A terminal without cursor movement gets lines with the terminal's line ends."""
    async with Terminal(openssh(server, tmp_path), TERM="dumb") as terminal:
        assert await terminal.exits() == 3
        assert terminal.data == b"in lines, line.pty=True: \r\n"


@pytest.mark.parametrize("words", [(), ("join", "ABCD"), ("watch", "ABCD"), ("plain",), ("json", "join", "ABCD")])
async def test_openssh_without_a_terminal(server: Server, tmp_path: Path, words: tuple[str, ...]) -> None:
    """A session without a terminal is opened as a pipe."""
    out, err, status = await ran(openssh(server, tmp_path, *words, options=["-T"]))
    assert (out, err, status) == (f"in lines, line.pty=False: {' '.join(words)}\n", "", 3)


async def test_openssh_joins_by_words(server: Server, tmp_path: Path) -> None:
    """The words after `join` reach the screen."""
    async with Terminal(openssh(server, tmp_path, "join", "ABCD", options=["-t"])) as terminal:
        await terminal.shows("join ABCD")
        terminal.type(b"q")
        assert await terminal.exits() == 7


@pytest.mark.parametrize("command", ["ls -la", "scp -t /tmp", "/usr/lib/sftp-server", "$(reboot)", "\x1b[2J\u009b1A"])
async def test_openssh_runs_no_programs(server: Server, tmp_path: Path, command: str) -> None:
    """No program is run: the answer is one line that lists the commands, with status 2."""
    out, err, status = await ran(openssh(server, tmp_path, command))
    assert (out, status) == ("", 2)
    assert err.isascii()
    assert "\x1b" not in err
    assert len(err.splitlines()) == 1
    assert err.endswith("there is: who\n")


@pytest.mark.parametrize("program", ["sftp", "scp"])
async def test_files_are_refused(server: Server, tmp_path: Path, program: str) -> None:
    """Neither sftp nor scp copies anything."""
    flags = [flag for flag in openssh(server, tmp_path)[1:-3] if flag not in {"-F", "none"}]
    end = ["ann@127.0.0.1"] if program == "sftp" else ["ann@127.0.0.1:/etc/passwd", str(tmp_path / "taken")]
    _, _, status = await ran([program, "-F", "none", *flags, "-P", str(server.port), *end])
    assert status != 0
    assert not (tmp_path / "taken").exists()


@pytest.mark.parametrize(
    "flags",
    [
        ["-R", "0:127.0.0.1:1"],
        ["-R", "{folder}/socket:127.0.0.1:1"],
        ["-W", "127.0.0.1:22"],
        ["-w", "0:0"],
    ],
)
async def test_openssh_forwards_nothing(server: Server, tmp_path: Path, flags: list[str]) -> None:
    """Ports, sockets and tunnels are refused."""
    filled = [flag.format(folder=tmp_path) for flag in flags]
    out, err, status = await ran(openssh(server, tmp_path, options=[*filled, "-N", "-o", "ExitOnForwardFailure=yes"]))
    assert (status, out) == (255, "")
    assert err != ""


async def test_openssh_forwards_no_agent_and_no_display(server: Server, tmp_path: Path) -> None:
    """Forwarding of an agent or a display is refused, and the session continues."""
    command = openssh(server, tmp_path, "who", options=["-A", "-X", "-t"])
    async with Terminal(command, DISPLAY=":99", XAUTHORITY=str(tmp_path / "none")) as terminal:
        assert await terminal.exits() == 0
        assert b"guest:" in terminal.data


async def test_a_client_killed_ends_its_app(server: Server, tmp_path: Path) -> None:
    """When a client is killed, its session ends and nothing of it is left."""
    async with Terminal(openssh(server, tmp_path)) as terminal:
        await terminal.shows("ready")
        terminal.process.kill()
        await terminal.exits()
    async with Terminal(openssh(server, tmp_path)) as terminal:
        await terminal.shows("ready")
        assert len(server.lines) == 1
        terminal.type(b"q")
        await terminal.exits()


async def test_stopping_gives_terminals_back(server: Server, tmp_path: Path) -> None:
    """When the server stops, people read the notice on their restored terminal."""
    async with Terminal(openssh(server, tmp_path)) as terminal:
        await terminal.shows("ready")
        await within(server.stop())
        await terminal.exits()
        _, _, after = terminal.data.partition(GIVEN_BACK)
        assert b"The server is shutting down" in after


async def test_plink_gets_in_as_a_guest(server: Server) -> None:
    """PuTTY's plink logs in without a key and plays."""
    key = server.fingerprint
    command = ["plink", "-ssh", "-P", str(server.port), "-hostkey", key, "-t", "-no-antispoof", "ann@127.0.0.1"]
    async with Terminal(command) as terminal:
        await terminal.shows("ready")
        terminal.type(b"\x1b[B")
        await terminal.shows("key down.")
        terminal.type(b"q")
        assert await terminal.exits() == 7


async def test_dbclient_gets_in_with_a_key(server: Server, tmp_path: Path) -> None:
    """Dropbear's dbclient logs in with a key."""
    keyfile = tmp_path / "dropbear"
    await ran(["dropbearkey", "-t", "ed25519", "-f", str(keyfile)])
    command = ["dbclient", "-y", "-y", "-i", str(keyfile), "-p", str(server.port), "ann@127.0.0.1", "who"]
    out, err, status = await ran(command, HOME=str(tmp_path))
    assert (status, out.startswith("ssh:SHA256:")) == (0, True), err


async def test_dbclient_gets_in_as_a_guest(server: Server, tmp_path: Path) -> None:
    """Dropbear's dbclient logs in without a key as a guest, and plays."""
    command = ["dbclient", "-y", "-y", "-t", "-p", str(server.port), "ann@127.0.0.1"]
    async with Terminal(command, HOME=str(tmp_path), PATH=os.environ["PATH"]) as terminal:
        await terminal.shows("ready")
        terminal.type(b"q")
        assert await terminal.exits() == 7
