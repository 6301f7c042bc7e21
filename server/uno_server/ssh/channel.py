"""One ssh session: its channel as a line, and what the client asked to run on it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import replace
from typing import Any

import asyncssh

from uno_server.counters import Counters
from uno_server.limits import Limits
from uno_server.line.line import Line
from uno_server.person import Person
from uno_server.ssh.asyncssh_hooks import set_environment
from uno_server.ssh.command_line import FOR_PROGRAMS, OPENING, Commands, parse_words
from uno_tui.faults import describe
from uno_tui.i18n.ascii_text import ascii_text
from uno_tui.local.terminal import Terminal
from uno_tui.table.protocol import Ending

OpenSession = Callable[[Line, Person, list[str]], Awaitable[int]]
"""Runs a session on a line, on a screen or in lines of text as the words ask, and returns the exit status."""

Channel = asyncssh.SSHServerChannel[bytes]

logger = logging.getLogger(__name__)


class BoundedEnvironment(dict[bytes, bytes]):
    """The environment variables that a client sends, limited in number and size."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = limits

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Store an environment variable, or ignore it if a limit is reached."""
        limits = self._limits
        fits = len(name) + len(value) <= limits.environment_length
        if fits and (len(self) < limits.environment or name in self):
            super().__setitem__(name, value)


class ChannelCarrier:
    """A line's transport over an ssh channel."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._channel = channel
        self._limits = limits
        self._closing: asyncio.TimerHandle | None = None
        channel.set_write_buffer_limits(high=limits.write_buffer)

    def write(self, data: bytes) -> None:
        """Send bytes, unless the channel is closing."""
        if not self._channel.is_closing():
            self._channel.write(data)

    def finish(self, status: int) -> None:
        """Send the exit status and close; disconnect a client that does not close its side in time."""
        self._channel.exit(status)
        self._closing = asyncio.get_running_loop().call_later(
            self._limits.closing_seconds, self._channel.get_connection().abort, context=Context()
        )

    def closed(self) -> None:
        """Record that the client has closed its side too."""
        if self._closing is not None:
            self._closing.cancel()

    def abort(self) -> None:
        """Drop the connection."""
        self._channel.get_connection().abort()

    def pause_reading(self) -> None:
        """Stop reading; once the channel's window is full, the client must wait."""
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self._channel.resume_reading()


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One ssh session: turns the channel into a line and runs the client's command on it."""

    def __init__(
        self,
        person: Person,
        limits: Limits,
        counters: Counters,
        open_session: OpenSession,
        commands: Commands,
        on_line: Callable[[Line], None],
        on_closed: Callable[["SshSession"], None],
        pause: float = 0.0,
    ) -> None:
        """Set up a session.

        Args:
            person: whose session it is.
            limits: the server's caps.
            counters: count what is answered.
            open_session: runs a session on a line.
            commands: answers other command lines.
            on_line: called once the line is open.
            on_closed: called once the channel has closed.
            pause: seconds that the session waits before it begins.
        """
        self.line: Line | None = None
        self.task: asyncio.Task[None] | None = None
        self._person = person
        self._limits = limits
        self._counters = counters
        self._open_session = open_session
        self._commands = commands
        self._on_line, self._on_closed = on_line, on_closed
        self._pause = pause
        self._carrier: ChannelCarrier | None = None
        self._channel: Channel | None = None
        self._term: str | None = None
        self._command = ""
        self._blocked: set[str] = set()

    @property
    def person(self) -> Person:
        """The person whose session this is."""
        return self._person

    # Called by asyncssh.

    def connection_made(self, chan: Channel) -> None:
        """Store the channel, and limit the environment variables it collects."""
        self._channel = chan
        set_environment(chan, BoundedEnvironment(self._limits))

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:  # noqa: ARG002 -- asyncssh's signature
        """Accept a request for a terminal."""
        self._term = term_type[: self._limits.environment_length]
        return True

    def shell_requested(self) -> bool:
        """Accept a session without a command, which opens the lobby."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept every command line, because ssh clients show no text when a command is refused at protocol level."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:  # noqa: ARG002 -- asyncssh's signature
        """Refuse every subsystem, such as sftp."""
        return False

    def session_started(self) -> None:
        """Make the session's `Line` (connection and terminal) and run the client's command.

        It runs in an empty context, which holds nothing of other sessions.
        """
        channel = self._channel
        if channel is None:
            return
        terminal = Terminal.from_client(self._term or "", channel.get_environment())
        width, height, *_ = channel.get_terminal_size()
        self._carrier = ChannelCarrier(channel, self._limits)
        self.line = Line(self._carrier, terminal, (width, height), pty=self._term is not None)
        self._on_line(self.line)
        self.line.limits, self.line.on_answer = self._limits, self._counters.answers.add
        self.task = asyncio.get_running_loop().create_task(self._run(self.line), context=Context())
        self.task.add_done_callback(self._ended)

    def data_received(self, data: bytes, datatype: Any) -> None:  # noqa: ARG002 -- input has one kind
        """Pass input to the line."""
        if self.line is not None:
            self.line.received(data)

    def eof_received(self) -> bool:
        """End the line's input; output is still delivered."""
        if self.line is not None:
            self.line.hang_up()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002 -- cells count
        """Pass the terminal's new size to the line."""
        if self.line is not None:
            self.line.resized(width, height)

    def pause_writing(self) -> None:
        """Stop writing, because the client's window is full."""
        self.set_blocked("channel", blocked=True)

    def resume_writing(self) -> None:
        """Resume writing, because the client's window has room again."""
        self.set_blocked("channel", blocked=False)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- asyncssh's signature
        """Drop the channel, and cancel the session if it does not end soon."""
        self._channel = None
        if self._carrier is not None:
            self._carrier.closed()
        self._on_closed(self)
        if self.line is not None:
            self.line.lost()
        if self.task is not None:
            asyncio.get_running_loop().call_later(self._limits.closing_seconds, self._cancel, context=Context())

    def end(self, ending: Ending) -> None:
        """End the session from the server's side: restore the terminal and print the reason."""
        line = self.line
        if line is not None and not line.closed:
            line.end(ending)
            line.hang_up()
            asyncio.get_running_loop().call_later(self._limits.closing_seconds, self._cancel, context=Context())

    def set_blocked(self, where: str, *, blocked: bool) -> None:
        """Record whether the ssh channel or the connection blocks writing; a session writes while neither does."""
        (self._blocked.add if blocked else self._blocked.discard)(where)
        if self.line is not None:
            (self.line.pause_writing if self._blocked else self.line.resume_writing)()

    # The session itself.

    async def _run(self, line: Line) -> None:
        status = 1
        try:
            if self._pause:
                await asyncio.sleep(self._pause)
            status = await self._serve(line)
        finally:
            line.close(status)

    async def _serve(self, line: Line) -> int:
        words = parse_words(self._command, self._limits.command_length)
        person = replace(self._person, language=line.terminal.language, utf8=line.terminal.is_utf8)
        if words and words[0] not in OPENING:
            text, status = await self._commands(person, words)
            if not (person.utf8 or FOR_PROGRAMS.intersection(words)):
                text = ascii_text(text)
            self._print(line, text, status)
            return status
        try:
            return await self._open_session(line, person, words)
        except Exception:
            line.end(Ending.FAILED)
            raise

    def _print(self, line: Line, text: str, status: int) -> None:
        """Print the result of a command; errors go to stderr unless the client has a terminal."""
        text = text if text.endswith("\n") or not text else text + "\n"
        if line.pty:
            line.write(text.replace("\n", line.newline).encode())
        elif status and self._channel is not None and not self._channel.is_closing():
            self._channel.write_stderr(text.encode())
        else:
            line.write(text.encode())

    def _cancel(self) -> None:
        """Cancel a session that still runs after the client has disconnected."""
        if self.task is not None:
            self.task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("session failed: %s", describe(error))
