"""`uno play`: a game against bots in this terminal, full-screen or in plain lines."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import TextIO

from msgspec import structs

from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import Relay
from uno_tui.local.output import INTERRUPTED, write_last
from uno_tui.local.record_folder import RecordFolder, RecordingStore, record_message
from uno_tui.local.settings import Settings, SettingsWriter, settings_file
from uno_tui.plain import PlainSession
from uno_tui.plain.streams import LineQueue, LineReader, LineWriter
from uno_tui.plain.tutor import Tutor
from uno_tui.table.options import LOCAL, TableOptions, User
from uno_tui.table.protocol import Handle, Listener, Message


def own_tutor(chosen: Settings) -> Tutor:
    """Return the lessons for plain mode, as the settings have them; turning them on or off is saved."""
    changes = SettingsWriter(settings_file(), chosen)
    return Tutor(on=chosen.lessons, keep=lambda on: changes.save(structs.replace(chosen, lessons=on)))


def play_on_screen(
    options: TableOptions,
    name: str,
    words: Words,
    environment: Mapping[str, str],
    chosen: Settings,
    records: RecordFolder,
) -> int:
    """Play full-screen; return the exit status."""
    from uno_tui.cli.screen import LocalApp, run_screen  # noqa: PLC0415  # Textual loads slowly: not for plain mode
    from uno_tui.tui.draw.theme import user_folder  # noqa: PLC0415  # the same
    from uno_tui.tui.session import SessionOptions  # noqa: PLC0415  # the same

    async def play() -> int:
        lobby = Lobby(store=RecordingStore(records))
        relay = Relay()
        handle = await lobby.open(User(LOCAL, name), relay, options)
        session = SessionOptions.local(environment, words, chosen)
        session = replace(session, keep=SettingsWriter(settings_file(), session.settings).save)
        app = LocalApp(session, relay.to(handle), user_folder())
        status = await run_screen(app, words, environment)
        lobby.close()
        return status

    status = asyncio.run(play())
    if message := record_message(records, words):
        write_last(message)
    return status


def play_in_lines(
    options: TableOptions,
    name: str,
    words: Words,
    typed: TextIO | None,
    shown: TextIO,
    records: RecordFolder,
    tutor: Tutor | None = None,
) -> int:
    """Play in plain lines until the player quits or the input ends; return the exit status.

    A person's lines are read at once, a script's lines when the game waits for input.
    """

    async def play() -> int:
        lobby = Lobby(store=RecordingStore(records))
        relay = Relay()
        handle = await lobby.open(User(LOCAL, name), relay, options)
        queue = LineQueue()
        writer = LineWriter(shown, queue.nudge)

        def connect(listener: Listener) -> Handle:
            def on_message(message: Message) -> None:
                listener(message)
                queue.nudge()

            return relay.to(handle)(on_message)

        session = PlainSession(connect, words, writer, tutor=tutor)
        lines = LineReader(typed, queue)
        while (line := await lines.next(lambda: session.waits, lambda: session.done or writer.broken)) is not None:
            session.feed(line)
        session.leave()
        lobby.close()
        if message := record_message(records, words):
            writer(message)
        return 1 if writer.broken else 0

    try:
        return asyncio.run(play())
    except KeyboardInterrupt:
        return INTERRUPTED
