"""The metrics for Prometheus."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.clients import connected, screen, sees
from tests.waiting import until, within
from uno_server.config import ConfigError
from uno_server.counters import Histogram
from uno_server.ops.metrics import Collector, MetricsPortError, MetricsServer
from uno_server.running import ConfigSource
from uno_server.ssh.server import Server
from uno_tui import __version__
from uno_tui.lobby.lobby import Lobby
from uno_tui.thinking.pool import WorkerPool

prometheus = pytest.importorskip("prometheus_client")


async def ask(port: int, request: bytes = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n") -> bytes:
    """Return the response to a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer: bytes = await within(reader.read())
    writer.close()
    return answer


def value(answer: bytes, name: str) -> float:
    (row,) = [row for row in answer.decode().splitlines() if row.startswith(f"{name} ")]
    return float(row.split()[1])


async def test_the_figures_are_told(server: Server, tmp_path: Path) -> None:
    """The metrics count the sessions, bytes, logins and times of a real visit."""
    metrics_server = MetricsServer(Collector(server, Lobby(), tmp_path / "data", WorkerPool()))
    port = await metrics_server.start(0)
    async with connected(server) as connection:
        channel, viewer = await screen(connection)
        channel.write(b"a")
        await sees(viewer, "key a.")
        during = await ask(port)
    await until(lambda: not server.lines)
    after = await ask(port)
    metrics_server.stop()
    assert during.startswith(b"HTTP/1.1 200 OK\r\n")
    assert (1, 0, 1) == tuple(
        value(during, name) for name in ("uno_sessions", "uno_tables", 'uno_logins_total{kind="guest"}')
    )
    assert value(during, "uno_key_to_write_seconds_count") >= 1
    assert value(during, "uno_resident_memory_bytes") > 1e7
    assert value(during, "uno_disk_free_bytes") > 0
    assert (0, 0) == (value(during, "uno_bans"), value(during, 'uno_refused_total{reason="full"}'))
    assert (0, 0) == (value(during, "uno_expert_workers"), value(during, 'uno_expert_choices_total{outcome="made"}'))
    assert f'version="{__version__}"'.encode() in during
    assert (tmp_path / "data" / "ssh_host_ed25519_key").stat().st_size == value(during, "uno_data_bytes")
    assert value(during, "uno_written_bytes_total") >= len(viewer.data)
    assert 0 == value(after, "uno_sessions")
    assert value(after, "uno_written_bytes_total") >= value(during, "uno_written_bytes_total")


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"HTTP/1.1 404"),
        (b"POST /metrics HTTP/1.1\r\n\r\n", b"HTTP/1.1 404"),
        (b"\r\n\r\n", b"HTTP/1.1 404"),
        (b"GET /metrics?x HTTP/1.0\r\n\r\n", b"HTTP/1.1 200"),
        (b"x" * 100_000, b""),
    ],
)
async def test_other_requests_get_little(server: Server, tmp_path: Path, request_: bytes, answer: bytes) -> None:
    """Every request but one gets status 404; a request that is too long gets no response."""
    metrics_server = MetricsServer(Collector(server, Lobby(), tmp_path, WorkerPool()))
    port = await metrics_server.start(0)
    try:
        said = await ask(port, request_)
    except ConnectionError:
        said = b""
    metrics_server.stop()
    assert answer == said[: len(answer) or None]


async def test_a_port_in_use_is_told(server: Server, tmp_path: Path) -> None:
    """A port that is in use is an error that names the port."""
    with pytest.raises(MetricsPortError, match=f"metrics.port: cannot listen on 127.0.0.1 port {server.port}"):
        await MetricsServer(Collector(server, Lobby(), tmp_path, WorkerPool())).start(server.port)


def test_times_are_classed() -> None:
    """A duration counts in the first bucket whose upper bound it does not exceed."""
    times = Histogram()
    for seconds in (0, 0.001, 0.0011, 0.1, 5):
        times.add(seconds)
    assert [2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1] == times.counts
    assert times.sum == pytest.approx(5.1021)


def test_without_the_package_the_port_is_a_wrong_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a metrics port but without prometheus-client the configuration is an error that says how to install it."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    (tmp_path / "uno.toml").write_text("[metrics]\nport = 1\n")
    with pytest.raises(ConfigError, match=r"^metrics\.port: .*pip install '\.\[metrics\]'"):
        ConfigSource(tmp_path / "uno.toml").read()
