"""`uno serve --cluster` as programs: one port, one host key, operators' acts at all doors."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from tests.cluster.brokers import TestBroker, free_port
from tests.waiting import within

CONFIG = """\
[logins]
operators = ["{operator}"]
[metrics]
port = {metrics}
"""


class Servers:
    """Several doors of one cluster."""

    def __init__(self, broker: TestBroker, folder: Path) -> None:
        self.folder = folder
        self.operator = asyncssh.generate_private_key("ssh-ed25519")
        self.running: list[asyncio.subprocess.Process] = []
        self._broker = broker

    async def start(self, name: str, port: int, *, metrics: int = 0) -> asyncio.subprocess.Process:
        config = self.folder / f"{name}.toml"
        config.write_text(CONFIG.format(operator=self.operator.get_fingerprint(), metrics=metrics))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "uno_tui", "serve", "--cluster", self._broker.url, "--port", str(port),
            "--data", str(self.folder / name), "--config", str(config),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip  # one call
        self.running.append(process)
        assert process.stdout
        assert (await within(process.stdout.readline())).startswith(b"listening on")
        return process

    async def connect(self, port: int, key: asyncssh.SSHKey, name: str = "ann") -> asyncssh.SSHClientConnection:
        made: asyncssh.SSHClientConnection = await within(
            asyncssh.connect(
                "127.0.0.1", port, username=name, client_keys=[key], known_hosts=None, agent_path=None, config=None
            )
        )
        return made

    async def said(self, port: int, key: asyncssh.SSHKey, words: str) -> tuple[str, int | None]:
        connection = await self.connect(port, key, "boss")
        done = await within(connection.run(words))
        connection.close()
        return str(done.stdout).strip(), done.exit_status


@pytest.fixture
async def servers(broker: TestBroker, tmp_path: Path) -> AsyncIterator[Servers]:
    made = Servers(broker, tmp_path)
    yield made
    for process in made.running:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            await within(process.wait())


async def test_operators_act_at_all_doors(servers: Servers) -> None:
    """People of another door can be listed, disconnected, banned and unbanned; both doors have the same host key."""
    one, two = free_port(), free_port()
    await servers.start("one", one)
    await servers.start("two", two)
    boss, ann = servers.operator, asyncssh.generate_private_key("ssh-ed25519")
    connection = await servers.connect(two, ann)
    process = await connection.create_process("json join FAM1")
    await within(process.stdout.readline())

    async def who() -> str:
        return (await servers.said(one, boss, "who"))[0]

    while "ann" not in await who():  # noqa: ASYNC110  # a new request each time
        await asyncio.sleep(0.05)
    text, status = await servers.said(one, boss, "ban ann 1h spam")
    assert text.startswith("banned SHA256:")
    assert status == 0
    await within(process.wait_closed())
    connection.close()
    for port in (one, two):
        with pytest.raises((asyncssh.Error, OSError)):
            async with await servers.connect(port, ann) as again:
                await within(again.run("rooms", check=True))
        assert "spam" in (await servers.said(port, boss, "bans"))[0]
    assert (await servers.said(two, boss, f"unban {ann.get_fingerprint()}"))[1] == 0
    async with asyncio.timeout(20):
        while "Nobody" not in (await servers.said(one, boss, "bans"))[0]:  # noqa: ASYNC110  # the same
            await asyncio.sleep(0.05)
    async with await servers.connect(one, ann) as again:
        assert (await within(again.run("rooms"))).exit_status == 0


async def test_doors_share_a_port_and_tell_their_figures(servers: Servers) -> None:
    """Several doors of one machine listen on one port; a door's metrics name lag, conflicts and tables taken over."""
    port, metrics = free_port(), free_port()
    await servers.start("one", port, metrics=metrics)
    await servers.start("two", port)
    reader, writer = await asyncio.open_connection("127.0.0.1", metrics)
    writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
    text = (await within(reader.read())).decode()
    writer.close()
    assert "uno_cluster_lag_seconds" in text
    assert 'uno_cluster_appends_total{outcome="conflict"}' in text
    assert "uno_cluster_refolds_total" in text
    assert "uno_cluster_up 1.0" in text


async def test_a_door_with_another_host_key_is_refused(servers: Servers, broker: TestBroker) -> None:
    """A server whose data folder has another host key does not start, and names both."""
    await servers.start("one", free_port())
    other = asyncssh.generate_private_key("ssh-ed25519")
    folder = servers.folder / "two"
    folder.mkdir(mode=0o700)
    key = folder / "ssh_host_ed25519_key"
    key.write_bytes(other.export_private_key("openssh"))
    key.chmod(0o600)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "uno_tui", "serve", "--cluster", broker.url, "--port", "0", "--data", str(folder),
        stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip  # one call
    _, errors = await within(process.communicate())
    own = asyncssh.read_private_key(servers.folder / "one" / "ssh_host_ed25519_key")
    assert process.returncode == 1
    assert other.get_fingerprint() in errors.decode()
    assert own.get_fingerprint() in errors.decode()


async def test_without_a_broker_the_program_says_so(tmp_path: Path) -> None:
    """A door that reaches no broker ends with status 1 and one line."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "uno_tui", "serve", "--cluster", "nats://127.0.0.1:1", "--port", "0",
        "--data", str(tmp_path / "d"), stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip  # one call
    _, errors = await within(process.communicate())
    assert process.returncode == 1
    assert errors.decode().startswith("uno serve: no broker answers at 127.0.0.1:1")


async def test_without_a_cluster_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    """A server alone does not import nats, nor the cluster."""
    code = (
        "import sys; from uno_server.running import run_server; import uno_server.ops.cluster; "
        "sys.exit(any(name.split('.')[0] == 'nats' or name.startswith('uno_tui.cluster') for name in sys.modules))"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
    assert await within(process.wait()) == 0
