"""`uno serve` as a program: configuration, signals, log and `--check`."""

import asyncio
import contextlib
import json
import os
import pty
import re
import shlex
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import asyncssh
import pytest

from tests.pseudo import PseudoWords, unmarked
from tests.server.clients import GuestClient, Viewer, connected, said
from tests.terminals import ran
from tests.waiting import until, within
from uno_server.config import Config, ConfigError, parse, sample
from uno_server.ops.self_check import check
from uno_server.running import ConfigSource
from uno_server.ssh.logins import Logins
from uno_tui.i18n import Sentence
from uno_tui.local.folder_lock import lock_folder

UNO = [sys.executable, "-m", "uno_tui"]


class Program:
    """A running `uno serve` with a configuration file."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path, port: int) -> None:
        self.process, self.folder, self.port = process, folder, port

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def configure(self, text: str) -> None:
        """Write another configuration and send SIGHUP."""
        (self.folder / "uno.toml").write_text(text)
        self.process.send_signal(signal.SIGHUP)

    async def logs(self, text: str) -> None:
        """Wait until the log holds a text."""
        await until(lambda: text in self.log)

    async def connect(self, name: str = "ann") -> asyncssh.SSHClientConnection:
        """Open a connection as a guest."""
        made: asyncssh.SSHClientConnection = await within(
            asyncssh.connect(
                "127.0.0.1", self.port, username=name, client_keys=None, known_hosts=None, agent_path=None,
                config=None, client_factory=GuestClient,
            )
        )  # fmt: skip
        return made

    async def screen(self, connection: asyncssh.SSHClientConnection, command: str | None = None) -> Viewer:
        """Open a screen, and return it once it is drawn."""
        _, viewer = await within(
            connection.create_session(Viewer, command, term_type="xterm", encoding=None, request_pty="force")
        )
        await until(lambda: len(viewer.data) > 500)
        assert isinstance(viewer, Viewer)
        return viewer


@contextlib.asynccontextmanager
async def running(folder: Path, text: str = "") -> AsyncIterator[Program]:
    """Run `uno serve` on a free port, with a configuration file of that text."""
    config = folder / "uno.toml"
    config.write_text(text)
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *UNO, "serve", "--config", str(config), "--port", "0", "--data", str(folder / "data"),
            stdout=asyncio.subprocess.PIPE, stderr=log,
        )  # fmt: skip
    assert process.stdout is not None
    try:
        line = (await within(process.stdout.readline())).decode()
        yield Program(process, folder, int(re.split(r"[: ]", line)[3]))
    finally:
        if process.returncode is None:
            process.terminate()
        await within(process.wait())


@pytest.mark.parametrize(
    ("text", "place"),
    [("", "PORT 127.0.0.1"), ("public_name = 'den.example'\n", "PORT den.example"),
     ("public_name = 'den.example:22'\n", "22 den.example")],
)  # fmt: skip  # a table
async def test_the_operator_sees_how_others_join(tmp_path: Path, text: str, place: str) -> None:
    """After its address a server prints the command by which others join, with its public name if it has one."""
    async with running(tmp_path, text) as program:
        assert program.process.stdout is not None
        line = (await within(program.process.stdout.readline())).decode()
    assert f"to join, type ssh -t -p {place.replace('PORT', str(program.port))}\n" == line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[limits]\nsesions = 5\n", "uno.toml:2: limits.sesions: unknown key (did you mean limits.sessions?)"),
        ("port = 'x'\n", "uno.toml:1: port: expected a whole number from 0 to 65535, not 'x'"),
        ("port =\n", "uno.toml:1: not TOML: there is no value that can be read, such as true, 3 or text in quotes"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--check"]])
async def test_a_wrong_configuration_starts_nothing(tmp_path: Path, text: str, said: str, more: list[str]) -> None:
    """A wrong configuration is an error of one line with status 2; no folder, key or port was made."""
    (tmp_path / "uno.toml").write_text(text)
    config, data = tmp_path / "uno.toml", tmp_path / "data"
    out, err, status = await ran([*UNO, "serve", "--config", str(config), "--data", str(data), *more])
    assert ("", 2, False) == (out, status, data.exists())
    assert err.endswith(f"{said}\n")
    assert 1 == len(err.splitlines())


async def test_a_missing_configuration_is_an_error(tmp_path: Path) -> None:
    """A missing configuration file is an error with status 2."""
    _, err, status = await ran([*UNO, "serve", "--config", str(tmp_path / "none.toml")])
    assert (2, True) == (status, "none.toml: No such file" in err)


@pytest.mark.parametrize("more", [[], ["--check"]])
async def test_a_wrong_address_is_an_error(tmp_path: Path, more: list[str]) -> None:
    """A wrong address is an error with status 2 that lists this machine's addresses; no folder was made."""
    data = tmp_path / "data"
    out, err, status = await ran([*UNO, "serve", "--listen", "nope.invalid", "--data", str(data), *more])
    assert ("", 2, False) == (out, status, data.exists())
    assert err.startswith("uno serve: cannot listen on nope.invalid port 2222: ")
    assert err.endswith("\n")
    assert "; this computer's addresses: " in err
    assert "127.0.0.1" in err


async def test_a_folder_in_use_is_said_with_a_way_out(tmp_path: Path) -> None:
    """A data folder that another server uses is an error with status 1 that says how to start a second server."""
    with lock_folder(tmp_path / "data"):
        out, err, status = await ran([*UNO, "serve", "--port", "0", "--data", str(tmp_path / "data")])
    way_out = "to start a second server, give it its own folder with --data DIR\n"
    assert ("", 1) == (out, status)
    assert f"uno serve: another server uses the folder {tmp_path / 'data'}; {way_out}" == err.splitlines(True)[-1]


async def test_a_port_in_use_is_said_with_another(tmp_path: Path) -> None:
    """A port in use is an error with status 1 that suggests another port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _, err, status = await ran([*UNO, "serve", "--port", str(port), "--data", str(tmp_path / "data")])
    assert 1 == status
    assert err.startswith(f"uno serve: cannot listen on 127.0.0.1 port {port}: ")
    assert err.endswith(f"; try another port: --port {port % 65535 + 1}\n")


async def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """A data folder that cannot be made or written is an error of one line with status 1."""
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"

    out, err, status = await ran([*UNO, "serve", "--port", "0", "--data", str(folder)])

    assert ("", 1) == (out, status)
    assert err.startswith(f"uno serve: cannot use the folder {folder}: ")
    assert 1 == err.count("\n")


async def test_the_sample_can_be_used() -> None:
    """`--sample` prints a configuration that equals the defaults."""
    out, err, status = await ran([*UNO, "serve", "--sample"])
    assert (sample(), "", 0) == (out, err, status)
    assert Config() == parse(out)


async def test_a_hang_up_reloads_and_drops_nobody(tmp_path: Path) -> None:
    """After SIGHUP new connections follow the new configuration, and old ones stay; a wrong file changes nothing."""
    async with running(tmp_path) as program:
        inside = await program.connect()
        viewer = await program.screen(inside)
        program.configure("[logins]\nguests = false\n[limits]\ntables = 7\n")
        await program.logs("config-taken")
        assert re.search(r"changed='?logins.guests,limits.tables'? only_after_restart=limits.tables", program.log)
        with pytest.raises(asyncssh.PermissionDenied):
            await program.connect()
        program.configure("[logins]\nguests = 'maybe'\n")
        await program.logs("config-kept")
        assert "uno.toml:2: logins.guests: expected true or false, not 'maybe'" in program.log.replace("\\'", "'")
        with pytest.raises(asyncssh.PermissionDenied):
            await program.connect()
        program.configure("[logins]\nguests = true\n")
        await until(lambda: program.log.count("config-taken") == 2)
        (await program.connect()).abort()
        assert not viewer.closed
        inside.abort()


async def test_without_a_file_a_hang_up_stops(tmp_path: Path) -> None:
    """A server whose terminal is closed shuts down as on SIGTERM."""
    process = await asyncio.create_subprocess_exec(
        *UNO, "serve", "--port", "0", "--data", str(tmp_path),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout is not None
    await within(process.stdout.readline())
    process.send_signal(signal.SIGHUP)
    assert 0 == await within(process.wait())


@pytest.mark.parametrize("config", [False, True])
async def test_nohup_outlives_its_terminal(tmp_path: Path, config: bool) -> None:
    """`nohup uno serve &` keeps running when its terminal is closed, with and without a configuration file."""
    (tmp_path / "uno.toml").write_text("")
    options = ["--port", "0", "--data", str(tmp_path), *(["--config", str(tmp_path / "uno.toml")] if config else [])]
    out, pid = tmp_path / "out", tmp_path / "pid"
    line = f"nohup {shlex.join([*UNO, 'serve', *options])} >{out} 2>{tmp_path}/log & echo $! >{pid}; wait"
    shell, terminal = pty.fork()
    if not shell:
        os.execl("/bin/sh", "sh", "-c", line)
    await until(lambda: out.exists() and "listening" in out.read_text())
    number = int(pid.read_text())
    try:
        os.close(terminal)
        assert shell == (await within(asyncio.to_thread(os.waitpid, shell, 0)))[0]
        port = int(re.split(r"[: ]", out.read_text())[3])
        async with connected(SimpleNamespace(port=port)) as connection:
            assert 0 == (await said(connection, "help"))[2]
    finally:
        os.kill(number, signal.SIGTERM)
    await until(lambda: "stopped" in (tmp_path / "log").read_text())


async def test_the_log_holds_no_content(tmp_path: Path) -> None:
    """Each line of a JSON log is an object with an event, and holds no input, no chat and no hand."""
    async with running(tmp_path, "[log]\nformat = 'json'\n") as program:
        connection = await program.connect("ann ]0;evil")
        channel, viewer = await within(
            connection.create_session(Viewer, "join SECRETTABLE", term_type="xterm", encoding=None, request_pty="force")
        )
        await until(lambda: len(viewer.data) > 500)
        channel.write(b"/my secret words\r")
        channel.write(b"\x03")
        channel.write_eof()
        await program.logs("session-ended")
        connection.abort()
    events = [json.loads(line) for line in program.log.splitlines()]
    assert {"open", "login", "session", "session-ended", "stopping", "stopped"} <= {one["event"] for one in events}
    assert all(re.fullmatch(r"guest:.{6}", one["person"]) for one in events if "person" in one)
    assert not re.search(r"secret|SECRETTABLE|\x1b|u001b", program.log)


async def test_the_server_checks_itself(tmp_path: Path) -> None:
    """`--check` reports its steps, makes no folder, and works with a password and without guests."""
    (tmp_path / "uno.toml").write_text("[logins]\npassword = 'p'\nguests = false\n")
    (tmp_path / "uno.toml").chmod(0o600)
    options = ["--config", str(tmp_path / "uno.toml"), "--data", str(tmp_path / "data")]
    out, err, status = await ran([*UNO, "serve", "--check", *options])
    assert ("", 0, False) == (err, status, (tmp_path / "data").exists())
    assert ["The", "Host", "Login", "Login", "Login", "Screen:", "Expert", "All"] == [
        row.split()[0] for row in out.splitlines()
    ]


@pytest.mark.parametrize(
    "content", [b"rubbish", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"]
)
async def test_the_check_fails_where_the_server_would(tmp_path: Path, content: bytes) -> None:
    """A host key that cannot be used is an error with status 1."""
    (tmp_path / "ssh_host_ed25519_key").write_bytes(content)
    _, err, status = await ran([*UNO, "serve", "--check", "--data", str(tmp_path)])
    assert (1, True) == (status, "ssh_host_ed25519_key" in err)


async def test_a_check_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the login of `--check` fails, the last line is the reason."""
    monkeypatch.setattr(Logins, "allows_key", lambda *_: False)
    said: list[Sentence] = []
    assert not await check(Config(logins=Logins(guests=False)), tmp_path, said.append)
    assert "Failed: the login was refused" == str(said[-1])
    assert [] == unmarked(said[-1].text(PseudoWords()))


async def test_stopping_gives_many_terminals_back(tmp_path: Path) -> None:
    """On SIGTERM every client gets a notice and its terminal back, and the server exits with status 0."""
    limits = "\n".join(f"{name} = 1000" for name in ("per_address", "before_login", "connect_rate", "connect_burst"))
    many = int(os.environ.get("UNO_TEST_SESSIONS", "40"))
    async with running(tmp_path, f"[limits]\n{limits}\n") as program:
        viewers = [await program.screen(await program.connect()) for _ in range(many)]
        program.process.terminate()
        status = await within(program.process.wait())
        await until(lambda: all(viewer.closed for viewer in viewers))
    assert 0 == status
    assert all(b"\x1b[?1049l" in viewer.data and b"shutting down" in viewer.data for viewer in viewers)


async def test_the_page_is_served(tmp_path: Path) -> None:
    """With `[web]` in its configuration the server has the page, and `--check` tries it."""
    said: list[Sentence] = []
    assert await check(parse("[web]\nport = 2280\n"), tmp_path, said.append)
    assert any(str(line).startswith("Page: served") for line in said)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with running(tmp_path, f"[web]\nport = {port}\n"):
        reader, writer = await within(asyncio.open_connection("127.0.0.1", port))
        writer.write(f"GET /FAM1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        assert b"200 OK" in await within(reader.readline())
        writer.close()


async def test_a_page_needs_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without aiohttp a configuration with a page is refused, and one without needs nothing."""
    monkeypatch.setattr("uno_server.web.installed.find_spec", lambda _name: None)
    (tmp_path / "uno.toml").write_text("[web]\nport = 2280\n")
    with pytest.raises(ConfigError, match=r"^web\.port: .*pip install '\.\[web\]'"):
        ConfigSource(tmp_path / "uno.toml").read()
    assert 0 == ConfigSource(None).read().web.port


async def test_a_taken_port_of_the_page_is_named(tmp_path: Path) -> None:
    """A page whose port is in use keeps the server from starting, and the error names the key."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        (tmp_path / "uno.toml").write_text(f"[web]\nport = {taken.getsockname()[1]}\n")
        command = [
            *UNO,
            "serve",
            "--config",
            str(tmp_path / "uno.toml"),
            "--port",
            "0",
            "--data",
            str(tmp_path / "data"),
        ]
        _, err, status = await ran(command)
    assert 2 == status
    assert "uno serve: web.port: cannot listen on 127.0.0.1" in err
