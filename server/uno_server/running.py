"""`uno serve`: start the server from its configuration, handle signals, and shut it down."""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from msgspec.structs import replace

from uno_server import logs
from uno_server.app.service import GameService
from uno_server.config import LASTING, Config, ConfigError, load, settings
from uno_server.file_modes import Exposure, exposures
from uno_server.logs import note
from uno_server.ops import metrics
from uno_server.ops.background import watched
from uno_server.ops.backup import BackupError, back_up
from uno_server.ops.cluster import ClusterActs, ClusterError, check_installed, joined, reach
from uno_server.ops.operator_commands import OperatorCommands
from uno_server.ops.self_check import check
from uno_server.ssh.bans import BansError
from uno_server.ssh.host_key import HostKeyError
from uno_server.ssh.listener import AddressError, ListenError, listen_hint, look_up
from uno_server.ssh.server import Server, serve
from uno_server.web import installed
from uno_tui.i18n import Sentence, Words
from uno_tui.journal import Journal, JournalError
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.openings import TableLimits
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.local.files import data_folder, has_home
from uno_tui.local.folder_lock import FolderInUseError, FolderLockError, lock_folder
from uno_tui.local.output import write_stdout
from uno_tui.local.signals import ENDING, HANGUP, handled
from uno_tui.local.toml_file import placed
from uno_tui.net.addresses import reachable
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import BotPace
from uno_tui.thinking.pool import WorkerPool

if TYPE_CHECKING:
    from uno_server.web.server import WebServer
    from uno_tui.cluster.door import ClusterDoor

JOURNAL_NAME: Final = "uno.db"
"""File of the journal in the data folder."""


_PREVENTS_START: Final = (
    ClusterError, metrics.MetricsPortError, HostKeyError, JournalError, FolderLockError, BansError, BackupError,
)  # fmt: skip  # a list


class ConfigSource:
    """Source of the configuration: an optional file, and command-line options that override its keys."""

    def __init__(self, path: Path | None, cluster: str | None = None, **overrides: Any) -> None:
        """`cluster`: comma-separated broker addresses that override those in the configuration file."""
        self.path = path
        self._brokers = tuple(one for one in (cluster or "").split(",") if one)
        self._overrides = {name: value for name, value in overrides.items() if value is not None}

    def read(self) -> Config:
        """Read the file as it is now and return the configuration.

        Raises:
            ConfigError: the file cannot be read, a key is wrong, or a package that it needs is missing.
        """
        config = replace(load(self.path) if self.path else Config(), **self._overrides)
        if self._brokers:
            config = replace(config, cluster=replace(config.cluster, servers=self._brokers))
        if config.metrics.port:
            metrics.check()
        if config.cluster.servers:
            check_installed()
        if config.web.port:
            installed.check()
        return config


def folder_of(config: Config) -> Path:
    """Return the server's data folder; raise `ConfigError` if none is configured and this user has no home."""
    if not config.data and not has_home():
        raise ConfigError(Sentence("there is no home folder for the server's data; name a folder with --data DIR"))
    return Path(config.data) if config.data else data_folder()


def run_server(source: ConfigSource, words: Words, *, only_check: bool = False, backup: Path | None = None) -> int:
    """Serve until SIGTERM or SIGINT; or only check whether a server would work, or only write a backup.

    Return the exit status: 2 for a wrong configuration or address, and 1 for anything else that prevents a start, which
    is reported in the language of `words`.
    """

    def failed(text: str, status: int) -> int:
        sys.stderr.write(f"uno serve: {text}\n")
        return status

    try:
        config = source.read()
        folder = folder_of(config)
        if backup:
            write_stdout(f"{back_up(folder / JOURNAL_NAME, backup)}\n")
            return 0
        look_up(config.listen, config.port)
        look_up(config.web.listen, config.web.port)
        if only_check:
            return 0 if asyncio.run(_check(source, config, folder, words)) else 1
        logs.begin(config.log.format)
        for one in _exposures(source, config, folder):
            note("exposed", level=logging.WARNING, path=str(one.path), changeable=one.writable, cure=one.cure)
        return asyncio.run(_serve(source, config, folder))
    except ConfigError as error:
        return failed(error.text(words), 2)
    except ListenError as error:
        text = f"{error.text(words)}; {listen_hint(words, error, config.port)}"
        return failed(text, 2 if isinstance(error, AddressError) else 1)
    except FolderInUseError as error:
        # Translators: added to an error after a semicolon: another server uses the folder.
        more = words("to start a second server, give it its own folder with {option}", option="--data DIR")
        return failed(f"{error.text(words)}; {more}", 1)
    except _PREVENTS_START as error:
        return failed(error.text(words), 1)


def _exposures(source: ConfigSource, config: Config, folder: Path) -> Iterator[Exposure]:
    return exposures(folder, source.path, config_is_secret=bool(config.logins.password))


# Translators: a line of the report of uno serve --check.
async def _check(source: ConfigSource, config: Config, folder: Path, words: Words) -> bool:
    def report(sentence: Sentence) -> None:
        write_stdout(f"{sentence.text(words)}\n")

    logs.quiet()
    report(Sentence("The configuration can be used."))
    if config.cluster.servers:
        report(Sentence("The cluster answers: nats-server {version}.", version=await reach(config.cluster)))
    for one in _exposures(source, config, folder):
        report(one.sentence)
    return await check(config, folder, report)


async def _serve(source: ConfigSource, config: Config, folder: Path) -> int:
    asyncio.get_running_loop().set_exception_handler(_log_uncaught)
    limits = config.limits
    defaults = TableOptions(turn_seconds=limits.turn_seconds)
    pool = WorkerPool(config.bots.experts)
    options: dict[str, Any] = {
        "defaults": defaults, "limits": TableLimits(limits.tables, limits.tables_per_person, limits.tables_per_address),
        "lone_person_pace": BotPace.BRISK, "thinkers": pool,
    }  # fmt: skip  # a table
    with lock_folder(folder):
        if config.cluster.servers:
            async with joined(config, folder, folder / JOURNAL_NAME, **options) as door:
                try:
                    return await _serve_with(door.journal, door.lobby, pool, source, config, folder, door)
                finally:
                    door.journal.close()
        journal = Journal(folder / JOURNAL_NAME, keep_days=config.keep_days)
        try:
            lobby = Lobby(log=journal.log, register=journal, **options)
            return await _serve_with(journal, lobby, pool, source, config, folder)
        finally:
            journal.close()


def _log_uncaught(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an uncaught error without asyncio's message, whose `repr` of values may hold secrets."""
    error = context.get("exception")
    info = (type(error), error, error.__traceback__) if isinstance(error, BaseException) else None
    logging.getLogger("server").error("nobody caught this", exc_info=info)


async def _serve_with(
    journal: Journal,
    lobby: Lobby,
    pool: WorkerPool,
    source: ConfigSource,
    config: Config,
    folder: Path,
    door: "ClusterDoor | None" = None,
) -> int:
    service = GameService(lobby, journal, config.public_name)
    operators = OperatorCommands(service, LobbyOperator(lobby))
    if tables := lobby.restore():
        note("restored", tables=tables)
    server = await serve(
        config.listen, config.port, folder, operators.open_session, operators.answer,
        limits=config.limits, logins=config.logins, trusted=config.proxies.trusted, shared=door is not None,
    )  # fmt: skip  # one call
    operators.here.server = server
    if door is not None:
        await ClusterActs(door, operators, server.admission.bans).start()
    service.limit_guesses(server.admission.guess, server.admission.forgiven)
    page = _page(config, service, operators, server) if config.web.port else None
    collector = metrics.Collector(server, lobby, folder, pool, door)
    metrics_server = metrics.MetricsServer(collector) if config.metrics.port else None
    stopped = asyncio.Event()
    try:
        if metrics_server is not None:
            note("metrics", port=await metrics_server.start(config.metrics.port))
        if page is not None:
            try:
                port = page.listen(config.web.listen, config.web.port)
            except ListenError as error:
                raise ConfigError(placed("web.port", error.sentence)) from error
            note("page", port=port)
        reload = Reload(server, journal, source, config, page)
        with watched(server, lobby, operators, folder), _signals(stopped, reload):
            write_stdout(f"listening on {_shown(server.address, server.port)} {server.fingerprint}\n")
            write_stdout(f"to join, type {join_command(config, server)}\n")
            if page is not None:
                write_stdout(f"page on http://{_shown(config.web.listen, port)}\n")
            await stopped.wait()
            note("stopping")
    finally:
        if metrics_server is not None:
            metrics_server.stop()
        if page is not None:
            await page.stop()
        await server.stop()
    await lobby.close()
    note("stopped")
    return 0


def _page(config: Config, service: GameService, operators: OperatorCommands, server: Server) -> "WebServer":
    """Return the web page's server, set up but not yet listening."""
    from uno_server.web.server import WebServer  # noqa: PLC0415 -- an optional part of the program
    from uno_server.web.sign_in import PageAccess  # noqa: PLC0415 -- the same

    names = (config.public_name.partition(":")[0], urlsplit(config.web.public_url).hostname or "")
    access = PageAccess(service, server.admission, with_lobby=True, admit=operators.admit)
    page = WebServer(access, names, config.proxies.trusted)
    page.public_url = lambda: config.web.public_url
    service.links.page_url = page.safe_url
    operators.here.page_visits = lambda: page.visits
    return page


@contextmanager
def _signals(stopped: asyncio.Event, reload: "Reload") -> Iterator[None]:
    """Handle signals inside the ``with`` block: SIGTERM, SIGINT and SIGQUIT stop the server.

    SIGHUP makes it read its configuration file again; without a file it stops the server.
    """
    handlers: dict[int, Callable[[], None]] = dict.fromkeys(ENDING, stopped.set)
    if reload.source.path is not None:
        handlers[HANGUP] = reload
    with handled(handlers):
        yield


class Reload:
    """Handler of SIGHUP: reloads the configuration; an invalid configuration is logged and changes nothing."""

    def __init__(
        self, server: Server, journal: Journal, source: ConfigSource, config: Config, page: "WebServer | None" = None
    ) -> None:
        self.source = source
        self._page = page
        self._server, self._journal, self._config = server, journal, config

    def __call__(self) -> None:
        """Reload the configuration and apply the keys that can change while the server runs."""
        try:
            new = self.source.read()
        except ConfigError as error:
            note("config-kept", level=logging.ERROR, repeats="", reason=str(error))
            return
        before, after = ({name: value for name, value, _ in settings(one)} for one in (self._config, new))
        changed = [name for name in after if before[name] != after[name]]
        self._config = new
        logs.begin(new.log.format)
        self._journal.keep_days = new.keep_days
        self._server.configure(new.limits, new.logins, new.proxies.trusted)
        if self._page is not None:
            self._page.configure(new.proxies.trusted)
        lasting = [name for name in changed if name.startswith(LASTING)]
        note("config-taken", changed=",".join(changed) or None, only_after_restart=",".join(lasting) or None)


def join_command(config: Config, server: Server) -> str:
    """Return the ssh command that reaches a server: by its public name, or if it has none by its best address."""
    host, _, port = config.public_name.partition(":")
    if not host:
        host = reachable([server.address])[0]
    return f"ssh -t -p {port or server.port} {host}"


def _shown(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
