"""A person's game in lines in this process's own terminal: its streams, and a seat at a table played through them."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Self, TextIO

from msgspec import structs

from uno_tui.i18n import Words
from uno_tui.lobby.relay import ConnectTable
from uno_tui.local.output import OutputError
from uno_tui.local.setting_rows import LOCAL, in_lines
from uno_tui.local.settings import Settings, SettingsWriter, settings_file
from uno_tui.plain.own_terminal import EchoedLines, typed_lines
from uno_tui.plain.session import PlainSession
from uno_tui.plain.streams import LineQueue, LineReader, LineWriter
from uno_tui.plain.table_output import LineSettings
from uno_tui.plain.tutor import Tutor
from uno_tui.table.protocol import Listener, Message
from uno_tui.table.requests import Handle
from uno_tui.table.timers import loop_call_later


class OwnLines:
    """Standard input and output as lines, shared by everything that one run of the program does in lines.

    Used in a ``with`` block inside a running loop. A person's lines are read at once, a script's lines when they are
    waited for.
    """

    def __init__(self, typed: TextIO | None = None, shown: TextIO | None = None) -> None:
        self._typed = sys.stdin if typed is None else typed
        self._shown = sys.stdout if shown is None else shown
        self.queue = LineQueue()
        self.write = LineWriter(self._shown, self.queue.nudge)
        self._reader: EchoedLines | LineReader | None = None
        self._open = ExitStack()
        self._repeat: Callable[[], object] = lambda: None

    def __enter__(self) -> Self:
        self._reader = self._open.enter_context(
            typed_lines(self._typed, self._shown, self.queue, self.write, self._resume)
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _resume(self) -> None:
        self._repeat()

    @contextmanager
    def repeating(self, repeat: Callable[[], object]) -> Iterator[None]:
        """Context in which `repeat` is called whenever the program resumes after Ctrl-Z."""
        before, self._repeat = self._repeat, repeat
        try:
            yield
        finally:
            self._repeat = before

    def status(self) -> int:
        """Return the exit status: 1 if the output's reader closed its pipe.

        Raises:
            OutputError: The output could not be written for another reason.
        """
        if self.write.error:
            raise OutputError from self.write.error
        return 1 if self.write.broken else 0

    async def next(
        self, waits: Callable[[], bool] = lambda: True, over: Callable[[], bool] = lambda: False
    ) -> str | None:
        """Return the next line as `LineQueue.next` does; None also if the output is closed."""
        assert self._reader is not None, "lines are read inside the with block"
        return await self._reader.next(waits, lambda: over() or self.write.broken)

    async def secret(self, question: str) -> str | None:
        """Ask for a line that is not shown while it is typed; None without a terminal, or if the input ends."""
        if not isinstance(self._reader, EchoedLines):
            return None
        with self.asking(question):
            return await self._reader.secret()

    @contextmanager
    def asking(self, question: str) -> Iterator[None]:
        """Show a question whose answer is typed behind it; show it again after Ctrl-Z."""
        self.write.show(f"{question} ")
        with self.repeating(lambda: self.write.show(f"{question} ")):
            yield


class SavedChanges:
    """Saves the settings that a person changes in text mode."""

    def __init__(self, chosen: Settings) -> None:
        self._now = chosen
        self._writer = SettingsWriter(settings_file(), chosen)

    def __call__(self, **changes: Any) -> None:
        """Save changed settings."""
        self._now = structs.replace(self._now, **changes)
        self._writer.save(self._now)


async def play_at_table(
    connect_table: ConnectTable,
    words: Words,
    lines: OwnLines,
    chosen: Settings,
    invitation: Sequence[str] = (),
    *,
    closes_table: bool = False,
    keeps_match: bool = True,
) -> None:
    """Play at a table until the person leaves or the input ends; save the settings they change.

    `invitation`, `closes_table` and `keeps_match` are those of `PlainSession`.
    """

    def connect(listener: Listener) -> Handle:
        def on_message(message: Message) -> None:
            listener(message)
            lines.queue.nudge()

        return connect_table(on_message)

    changed = SavedChanges(chosen)
    session = PlainSession(
        connect,
        words,
        lines.write,
        call_later=loop_call_later,
        tutor=Tutor(on=chosen.lessons, taught=chosen.taught, keep=lambda name, value: changed(**{name: value})),
        settings=LineSettings(
            chosen, ring=lines.write.ring, keep=lambda name, value: changed(**{name: value}), rows=in_lines(*LOCAL)
        ),
        invitation=invitation,
        closes_table=closes_table,
        keeps_match=keeps_match,
    )
    try:
        with lines.repeating(session.repeat):
            while (line := await lines.next(lambda: session.waits, lambda: session.done)) is not None:
                session.feed(line)
        session.leave()
    except asyncio.CancelledError:  # after Ctrl-C, the table's last words are not for this person
        session.hang_up()
        raise
