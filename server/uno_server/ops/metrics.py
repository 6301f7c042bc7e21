"""Metrics for Prometheus over HTTP, on 127.0.0.1 only.

They are collected at each request, on the event loop, from counters that run anyway.
"""

import asyncio
import contextlib
import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from uno_server.config import missing_package
from uno_server.counters import BOUNDS, Counters, Histogram
from uno_server.ssh.server import Server
from uno_tui import __version__
from uno_tui.i18n import Sentence, TranslatableError, mark
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.protocol import LobbyTotals
from uno_tui.local.toml_file import placed
from uno_tui.thinking.pool import OUTCOMES, WorkerPool

if TYPE_CHECKING:
    from prometheus_client.core import Metric

    from uno_tui.cluster.door import ClusterDoor

HOST: Final = "127.0.0.1"
LONGEST_REQUEST: Final = 8192
"""Maximum size of a request's head, in bytes."""
REASONS: Final = (
    "address", "banned", "door", "full", "key", "no-login", "password", "per-address", "proxy-header",
)  # fmt: skip  # a list
"""Reasons for a refusal that are shown even while their count is 0."""
REQUEST_SECONDS: Final = 5.0
"""Timeout for reading a request and for writing its response, in seconds."""


class MetricsPortError(TranslatableError):
    """The port for metrics cannot be opened; the text says which port and why."""


def check() -> None:
    """Raise `ConfigError` if the package prometheus-client is not installed."""
    try:
        import prometheus_client  # noqa: F401, PLC0415 -- an optional part of the program
    except ImportError:
        raise missing_package("metrics.port", "prometheus-client", "metrics") from None


class Collector:
    """Collector of one server's metrics, for a registry of prometheus-client."""

    def __init__(
        self, server: Server, lobby: Lobby, folder: Path, pool: WorkerPool, cluster: "ClusterDoor | None" = None
    ) -> None:
        self._server, self._lobby, self._folder, self._pool, self._cluster = server, lobby, folder, pool, cluster
        self._totals = LobbyTotals(tables=0, moves=0)

    async def refresh(self) -> None:
        """Query the lobby's totals in advance, because `collect` is synchronous and cannot wait for them."""
        self._totals = await self._lobby.totals()

    def collect(self) -> "Iterator[Metric]":
        """Yield every metric with its current value."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415 -- the same

        server, counters = self._server, self._server.counters
        lines = server.lines
        yield GaugeMetricFamily("uno_sessions", "People who are here.", value=len(lines) + counters.pages)
        yield GaugeMetricFamily("uno_connections_waiting", "Connections not logged in.", value=server.admission.waiting)
        yield GaugeMetricFamily("uno_tables", "Tables that are open.", value=self._totals.tables)
        yield CounterMetricFamily("uno_moves", "Actions at tables.", value=self._totals.moves)
        written = counters.written + sum(line.written for line in lines)
        yield CounterMetricFamily("uno_written_bytes", "Bytes written to terminals.", value=written)
        dropped = counters.dropped + sum(line.dropped for line in lines)
        yield CounterMetricFamily("uno_dropped_frames", "Frames dropped for who did not read.", value=dropped)
        yield from self._counted(counters)
        yield from self._experts()
        yield from self._resources()
        if self._cluster is not None:
            yield from _of_cluster(self._cluster)
        yield _histogram(
            "uno_key_to_write_seconds", "From input to what it writes on the same terminal.", counters.answers
        )
        yield _histogram("uno_loop_lag_seconds", "How late the event loop was.", counters.lag)

    def _counted(self, counters: Counters) -> "Iterator[Metric]":
        from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415 -- the same

        logins = CounterMetricFamily("uno_logins", "Logins.", labels=["kind"])
        for kind in ("key", "guest"):
            logins.add_metric([kind], counters.logins[kind])
        yield logins
        refused = CounterMetricFamily("uno_refused", "Connections turned away.", labels=["reason"])
        for reason in sorted({*REASONS, *counters.refused}):
            refused.add_metric([reason], counters.refused[reason])
        yield refused
        guesses = CounterMetricFamily("uno_guesses", "Wrong codes, passwords and signatures.", labels=["kind"])
        for kind, count in sorted(counters.guesses.items()):
            guesses.add_metric([kind], count)
        yield guesses

    def _experts(self) -> "Iterator[Metric]":
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415 -- the same

        pool = self._pool
        yield GaugeMetricFamily("uno_expert_workers", "Worker processes of expert bots.", value=len(pool.pids))
        yield GaugeMetricFamily("uno_expert_waiting", "Choices that wait for a worker.", value=pool.waiting)
        choices = CounterMetricFamily("uno_expert_choices", "Choices asked of the workers.", labels=["outcome"])
        for outcome in OUTCOMES:
            choices.add_metric([outcome], pool.counts[outcome])
        yield choices

    def _resources(self) -> "Iterator[Metric]":
        """Yield the metrics of memory, disk, bans and build; those that this system cannot measure are omitted."""
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily  # noqa: PLC0415 -- the same

        if memory := _resident_bytes():
            yield GaugeMetricFamily("uno_resident_memory_bytes", "Memory of the process.", value=memory)
        sizes = [one.stat().st_size for one in self._folder.glob("*") if one.is_file()]
        yield GaugeMetricFamily("uno_data_bytes", "Size of the files in the data folder.", value=sum(sizes))
        with contextlib.suppress(OSError):
            free = shutil.disk_usage(self._folder).free
            yield GaugeMetricFamily("uno_disk_free_bytes", "Free space where the data folder is.", value=free)
        bans = len(self._server.admission.bans.current)
        yield GaugeMetricFamily("uno_bans", "Bans in force.", value=bans)
        build = {"version": __version__, "python": platform.python_version()}
        yield InfoMetricFamily("uno_build", "The program that runs.", value=build)


def _of_cluster(door: "ClusterDoor") -> "Iterator[Metric]":
    """Yield the metrics about a server's membership in a cluster."""
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415 -- the same

    log = door.lobby.log
    yield GaugeMetricFamily("uno_cluster_lag_seconds", "Time that the last append took.", value=log.lag)
    appends = CounterMetricFamily("uno_cluster_appends", "Entries sent to the broker.", labels=["outcome"])
    for outcome, count in (("stored", log.stored), ("conflict", log.conflicts), ("unanswered", log.failures)):
        appends.add_metric([outcome], count)
    yield appends
    yield CounterMetricFamily("uno_cluster_refolds", "Tables taken over.", value=door.lobby.keeper.refolds)
    yield GaugeMetricFamily("uno_cluster_waiting_tables", "Tables that cannot be stored.", value=log.waiting)
    yield GaugeMetricFamily("uno_cluster_doors", "Doors that are alive.", value=len(door.lobby.doors.alive))
    yield GaugeMetricFamily("uno_cluster_shards", "Shards that this door runs.", value=len(door.lobby.doors.shards))
    yield GaugeMetricFamily("uno_cluster_up", "Whether a broker is connected.", value=door.broker.up)


def _resident_bytes() -> int:
    """Return the resident memory of this process in bytes; 0 if the system does not report it."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _histogram(name: str, about: str, times: Histogram) -> "Metric":
    from prometheus_client.core import HistogramMetricFamily  # noqa: PLC0415 -- the same

    so_far, buckets = 0, []
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), times.counts, strict=True):
        so_far += count
        buckets.append((bound, so_far))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=times.sum)


class MetricsServer:
    """HTTP server for `GET /metrics` on one port of this machine; every other request gets status 404."""

    def __init__(self, collector: Collector) -> None:
        from prometheus_client import CollectorRegistry  # noqa: PLC0415 -- the same

        self._collector = collector
        self._registry: Any = CollectorRegistry(auto_describe=False)
        self._registry.register(collector)
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> int:
        """Start to listen and return the port, which the system chooses if 0 is given.

        Raises:
            MetricsPortError: the port cannot be opened.
        """
        try:
            self._server = await asyncio.start_server(self._answer, HOST, port, limit=LONGEST_REQUEST)
        except OSError as error:
            message = mark("cannot listen on {host} port {port}: {reason}")
            reason = Sentence(message, host=HOST, port=port, reason=reason_of(error))
            raise MetricsPortError(placed("metrics.port", reason)) from error
        return int(self._server.sockets[0].getsockname()[1])

    def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            request = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), REQUEST_SECONDS)
            await self._collector.refresh()
            writer.write(self._response(request.split(b"\r\n", 1)[0]))
            await asyncio.wait_for(writer.drain(), REQUEST_SECONDS)
        writer.close()

    def _response(self, first: bytes) -> bytes:
        from prometheus_client import generate_latest  # noqa: PLC0415 -- the same

        words = first.split()
        if len(words) != 3 or words[0] != b"GET" or words[1].split(b"?")[0] != b"/metrics":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        body = generate_latest(self._registry)
        head = (
            f"HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {len(body)}"
        )
        return head.encode() + b"\r\nConnection: close\r\n\r\n" + body
