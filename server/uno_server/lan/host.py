"""`uno host`: this terminal has a seat at the table, and the same process serves ssh to the network."""

import asyncio
import contextlib
import io
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from uno_server.app.service import RemoteApp
from uno_server.lan.lan_server import LanServer, Network
from uno_server.limits import Limits
from uno_server.line.console import console
from uno_server.line.driver.app import run
from uno_server.line.line import Line
from uno_server.logs import RepeatFilter, TextFormat, note
from uno_server.ssh.listener import ListenError, listen_hint
from uno_tui.i18n import Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.lobby.relay import ConnectTable
from uno_tui.local.files import data_folder, has_home
from uno_tui.local.record_folder import RecordFolder, own_record_folder, record_message
from uno_tui.local.settings import Settings, SettingsWriter, settings_file
from uno_tui.local.signals import ENDING, HANGUP, handled
from uno_tui.plain.own_lines import OwnLines, play_at_table
from uno_tui.table.options import TableOptions
from uno_tui.tui.draw.block_text import is_qr_row
from uno_tui.tui.session import Leaving, SessionOptions

FOREVER: Final = 10.0**8
"""Stall timeout of the host's own terminal, in seconds: so long that the host is never disconnected for not reading."""
SCREENS: Final = 3
"""Maximum number of times that the host's screen is opened; it is opened again after each crash."""
LOG_NAME: Final = "host.log"
LOG_BYTES: Final = 1 << 20
"""Size at which the log file is rotated."""
STOPPING: Final = tuple(number for number in ENDING if number != HANGUP)
"""Signals that end the game for everybody; SIGHUP takes only the host's terminal away."""


@dataclass(frozen=True, slots=True)
class HostOptions:
    """Everything that `uno host` needs to know: the table, the host, the network."""

    table: TableOptions
    name: str
    words: Words
    looks: Settings
    """The host's own settings, as used on this terminal."""
    network: Network
    keep: bool
    """Whether the table stays open for the guests after the host leaves."""
    lines: OwnLines | None = None
    """Reader of this process's input, if one was already started; None to start one."""
    in_lines: bool = False
    """Whether the host plays in text mode instead of on a full screen."""
    signaled: int = 0
    """Exit status after a signal; 0 to use the same status as when the host leaves."""


class HostSignals:
    """Signal handlers for SIGTERM, SIGINT and SIGHUP inside a ``with`` block, so that a shutdown is always clean."""

    def __init__(self) -> None:
        self.stopped = asyncio.Event()
        """Set after SIGTERM or SIGINT, which end the game for everybody."""
        self.gone = False
        """Whether SIGHUP arrived: the host's terminal was closed."""
        self._line: Line | None = None
        self._abort: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        self._handling = handled({**dict.fromkeys(STOPPING, self._stop), HANGUP: self._hang_up})
        self._handling.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._handling.__exit__(kind, error, trace)

    def attach(self, line: Line | None, abort: Callable[[], None]) -> None:
        """From now until `detach`, close the given line after SIGTERM or SIGINT, and call `abort` after SIGHUP."""
        self._line, self._abort = line, abort
        if line is not None and self.stopped.is_set():
            line.hang_up()

    def detach(self) -> None:
        """Notify no line of signals."""
        self._line = self._abort = None

    def _stop(self) -> None:
        self.stopped.set()
        if self._line is not None:
            self._line.hang_up()

    def _hang_up(self) -> None:
        self.gone = True
        if self._abort is not None:
            self._abort()


def run_host(options: HostOptions) -> int:
    """Host a game until the host leaves or, with `keep`, until everybody has left; return the exit status."""
    return asyncio.run(host_game(options))


async def host_game(options: HostOptions) -> int:
    """Host a game as `run_host` does, but inside a running event loop."""
    try:
        records = own_record_folder()
        with _folder() as folder, _logging_to(folder / LOG_NAME):
            status = await _host(options, folder, records)
    except ListenError as error:
        return _complain(f"{error.text(options.words)}; {listen_hint(options.words, error, options.network.port)}")
    except OSError as error:
        return _complain(_reason(error, options.words))
    if said := record_message(records, options.words):
        _print(said)
    return status


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """Yield the folder for the host key and the log; for a user without a home, a temporary one."""
    if not has_home():
        with tempfile.TemporaryDirectory(prefix="uno-host-") as name:
            yield Path(name)
        return
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    yield folder


@contextlib.contextmanager
def _logging_to(path: Path) -> Iterator[None]:
    """Write the log to a file inside the ``with`` block, because log lines would overwrite the screen."""
    path.touch(mode=0o600)
    path.chmod(0o600)  # it names addresses and keys
    handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(TextFormat())
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.removeHandler(handler)
        handler.close()


def _complain(text: str) -> int:
    with contextlib.suppress(OSError):
        sys.stderr.write(f"uno host: {text}\n")
    return 1


def _reason(error: OSError, words: Words) -> str:
    """Return an error in words; behind the name of the file, if it is about one."""
    reason = system_reason(words, error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _print(text: str) -> None:
    """Print a line; do nothing if the terminal was closed."""
    with contextlib.suppress(OSError):
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


async def _host(options: HostOptions, folder: Path, records: RecordFolder) -> int:
    with HostSignals() as signals:
        async with LanServer(options.table, options.network, folder, records) as server:
            status = await _play(options, server, signals)
            if options.keep and not signals.stopped.is_set() and await server.has_tables():
                _print(options.words("The game continues for the others. Press Ctrl-C to end it for everyone."))
                await server.until_over(signals.stopped)
        if signals.stopped.is_set() or signals.gone:
            return options.signaled or status
    return status


async def _play(options: HostOptions, server: LanServer, signals: HostSignals) -> int:
    """Play on this terminal and return the exit status; after a crash, open the screen again at the same seat."""
    own_seat = await server.open(options.name)
    connect: ConnectTable | None = own_seat
    invitation = tuple(server.invitation(options.words))
    if options.in_lines:
        await play_in_lines(options, server.announced(own_seat), invitation, signals)
        return 0
    status = 1
    for _ in range(SCREENS):
        if connect is None or signals.stopped.is_set():
            break
        status = await _screen(options, server.announced(connect), invitation, signals)
        if status == 0 or signals.gone:
            break
        connect = await server.reconnect()
    return status


async def play_in_lines(
    options: HostOptions, connect: ConnectTable, invitation: tuple[str, ...], signals: HostSignals
) -> None:
    """Show the invitation, then play in text mode until the host leaves or a signal ends the game."""
    said = [row.strip() for row in invitation if row and not is_qr_row(row)]
    with OwnLines() if options.lines is None else contextlib.nullcontext(options.lines) as lines:
        for row in said:
            lines.write(row)
        await _at_table_in_lines(options, connect, lines, said, signals)


async def _at_table_in_lines(
    options: HostOptions, connect: ConnectTable, lines: OwnLines, invitation: list[str], signals: HostSignals
) -> None:
    """Play at the table in text mode until the host leaves or a signal ends the game."""
    playing = asyncio.ensure_future(
        play_at_table(connect, options.words, lines, options.looks, invitation, closes_table=not options.keep)
    )
    stopping = asyncio.ensure_future(signals.stopped.wait())

    def gone() -> None:
        playing.cancel()

    signals.attach(None, gone)
    try:
        await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        signals.detach()
        for task in (playing, stopping):
            task.cancel()
        await asyncio.gather(playing, stopping, return_exceptions=True)
    if not playing.cancelled() and (error := playing.exception()) is not None:
        raise error


async def _screen(
    options: HostOptions, connect: ConnectTable, invitation: tuple[str, ...], signals: HostSignals
) -> int:
    """Run the host's screen on this terminal until the host leaves or the screen crashes; return its exit status."""
    async with console(os.environ) as (line, carrier):
        signals.attach(line, carrier.abort)
        line.limits = Limits(stall_seconds=FOREVER)
        app = RemoteApp(_session_options(options, line, invitation), connect)
        app.CRASH_NOTICE = options.words("Something went wrong on this screen. The others can keep playing.")
        status = 1
        try:
            with contextlib.redirect_stderr(UncapturedOutput()):
                status = await run(app, line)
        finally:
            signals.detach()
            app.hang_up()
            line.close(status)
    return status


def _session_options(options: HostOptions, line: Line, invitation: tuple[str, ...]) -> SessionOptions:
    session = SessionOptions.on(line.terminal, options.words, options.looks)
    leaving = Leaving.SEAT if options.keep else Leaving.EVENING
    session = replace(session, invitation=invitation, leaving=leaving)
    return replace(session, keep=SettingsWriter(settings_file(), session.settings).save)


class UncapturedOutput(io.TextIOBase):
    """A replacement for stderr while a screen is shown: it drops the text and logs only its length."""

    def write(self, text: str) -> int:
        """Log only the length of a text written to stderr, because the text may show somebody's hand."""
        note("written-past-the-log", level=logging.WARNING, characters=len(text))
        return len(text)
