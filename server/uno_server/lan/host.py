"""`uno host`: this terminal has a seat at the table, and the same process serves ssh to the network."""

import asyncio
import contextlib
import io
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from uno_server.app.service import RemoteApp
from uno_server.lan.lan_server import LanServer, Network
from uno_server.lan.signals import HostSignals
from uno_server.limits import Limits
from uno_server.line.console import console
from uno_server.line.driver.app import run
from uno_server.line.line import Line
from uno_server.line.terminal import ColorDepth
from uno_server.logs import TextFormat, note
from uno_server.ssh.listener import ListenError, way_on
from uno_tui.i18n import Words
from uno_tui.local.files import data_folder
from uno_tui.local.record_folder import RecordFolder, record_message
from uno_tui.local.settings import Settings, SettingsWriter, settings_file
from uno_tui.table.options import TableOptions
from uno_tui.tui.app import Connect
from uno_tui.tui.session import SessionOptions

FOREVER: Final = 10.0**8
"""Seconds: a host's terminal may stand still as long as it likes."""
SCREENS: Final = 3
"""How often the host's screen is opened, if it crashes each time."""
LOG_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class HostOptions:
    """How a game is hosted."""

    table: TableOptions
    name: str
    words: Words
    looks: Settings
    """What the host chose for this terminal."""
    network: Network
    keep: bool
    """The table goes on for the guests when the host leaves it."""
    signaled: int = 0
    """The exit status where a signal ended the evening; 0: as if the host had left."""


def run_host(options: HostOptions) -> int:
    """Host a game until the host leaves; the exit status."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        records = RecordFolder(folder / "records")
        with _logging_to(folder / "host.log"):
            status = asyncio.run(_host(options, folder, records))
    except ListenError as error:
        return _complain(f"{error}; {way_on(options.words, error, options.network.port)}")
    except OSError as error:
        return _complain(str(error))
    if said := record_message(records, options.words):
        _print(said)
    return status


@contextlib.contextmanager
def _logging_to(path: Path) -> Iterator[None]:
    """Log to a file: on the terminal it would lie on the screen."""
    handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(TextFormat())
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


def _print(text: str) -> None:
    """Print a line, if there is still somebody to read it."""
    with contextlib.suppress(OSError):
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


async def _host(options: HostOptions, folder: Path, records: RecordFolder) -> int:
    with HostSignals() as signals:
        async with LanServer(options.table, options.network, folder, records) as server:
            status = await _play(options, server, signals)
            if options.keep and server.goes_on and not signals.stopped.is_set():
                _print(options.words("The table goes on for the others; Ctrl-C ends it for all."))
                await server.until_over(signals.stopped)
        if signals.stopped.is_set() or signals.gone:
            return options.signaled or status
    return status


async def _play(options: HostOptions, server: LanServer, signals: HostSignals) -> int:
    """Play on this terminal; a screen that crashes is opened anew, at the same seat."""
    connect: Connect | None = await server.open(options.name)
    told = tuple(server.invitation(options.words))
    status = 1
    for _ in range(SCREENS):
        if connect is None or signals.stopped.is_set():
            break
        status = await _screen(options, server.heard_by(connect), told, signals)
        if status == 0 or signals.gone:
            break
        connect = await server.come_back()
    return status


async def _screen(options: HostOptions, connect: Connect, told: tuple[str, ...], signals: HostSignals) -> int:
    """The host's own screen, on a line over this terminal, until it is left, or fails."""
    async with console(os.environ) as (line, carrier):
        signals.guard(line, carrier.abort)
        line.limits = Limits(stall_seconds=FOREVER)
        app = RemoteApp(_session(options, line, told), connect)
        app.CRASH_NOTICE = options.words("Something went wrong on this screen; the others play on.")
        status = 1
        try:
            with contextlib.redirect_stderr(Unseen()):
                status = await run(app, line)
        finally:
            signals.release()
            app.hang_up()
            line.close(status)
    return status


def _session(options: HostOptions, line: Line, told: tuple[str, ...]) -> SessionOptions:
    looks, facts = options.looks, line.terminal
    session = SessionOptions(
        words=options.words,
        theme=looks.theme,
        mono=facts.depth is ColorDepth.NONE,
        ascii=looks.ascii or facts.ascii_only,
        motion=looks.motion,
        bell=looks.bell,
        lessons=looks.lessons,
        invitation=told,
    )
    return replace(session, keep=SettingsWriter(settings_file(), session.settings).save)


class Unseen(io.TextIOBase):
    """Takes what is written past the log while a screen is shown; of it the log tells that there was something."""

    def write(self, text: str) -> int:
        """Take a text; it may hold a hand, so it is not kept."""
        note("written-past-the-log", level=logging.WARNING, characters=len(text))
        return len(text)
