"""A game in this terminal against bots: on a full screen, or in plain lines."""

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TextIO

from uno_tui.i18n import Words
from uno_tui.lobby import Lobby
from uno_tui.lobbyview import TableOptions, User
from uno_tui.plain import PlainSession
from uno_tui.relay import Relay
from uno_tui.tableview import Handle, Listener, Message

LOCAL: Final = "local"
"""The identity of whoever sits at this terminal."""


def play_on_screen(
    options: TableOptions, name: str, words: Words, environment: Mapping[str, str], theme: str, themes: Path
) -> int:
    """Play on a full screen; the exit status."""
    from uno_tui.tui.app import UnoApp  # noqa: PLC0415  # Textual takes a while to load: not for plain mode
    from uno_tui.tui.session import Session  # noqa: PLC0415  # the same

    async def play() -> int:
        lobby = Lobby()
        relay = Relay()
        handle = await lobby.open(User(LOCAL, name), relay, options)
        app = UnoApp(Session.local(environment, words, theme), relay.to(handle), themes)
        await app.run_async()
        lobby.close()
        return app.return_code or 0

    return asyncio.run(play())


def play_in_lines(options: TableOptions, name: str, words: Words, typed: TextIO, shown: TextIO) -> int:
    """Play in plain lines until the player quits or the input ends; the exit status.

    A script's next line is taken only when the game waits for the player; what a person types, at once.
    """

    def show(line: str) -> None:
        shown.write(line + "\n")
        shown.flush()

    async def play() -> int:
        lobby = Lobby()
        relay = Relay()
        handle = await lobby.open(User(LOCAL, name), relay, options)
        changed = asyncio.Event()

        def connect(listener: Listener) -> Handle:
            def heard(message: Message) -> None:
                listener(message)
                changed.set()

            return relay.to(handle)(heard)

        session = PlainSession(connect, words, show)
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        _read_lines(typed, lines)
        while not session.done and (line := await lines.get()) is not None:
            while not (typed.isatty() or session.waits):
                changed.clear()
                await changed.wait()
            session.feed(line)
        session.hang_up()
        lobby.close()
        return 0

    try:
        return asyncio.run(play())
    except BrokenPipeError:
        return 1


def _read_lines(typed: TextIO, lines: "asyncio.Queue[str | None]") -> None:
    """Put each line into the queue as it is typed, then None: in a thread, for a file cannot be waited for."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in typed:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()


def is_terminal(*streams: TextIO) -> bool:
    """Whether all these are terminals."""
    return all(stream.isatty() for stream in streams)
