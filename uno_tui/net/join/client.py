"""The ssh client: shows a session of a server on this terminal."""

import asyncio
import contextlib
import os
from codecs import getincrementaldecoder
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import asyncssh

from uno_tui.i18n import Sentence, mark
from uno_tui.local.raw_terminal import raw_terminal, show, size
from uno_tui.local.terminal import ALTERNATE_SCREEN, MAIN_SCREEN, VARIABLES, leave_screen
from uno_tui.net.join.address import join_address
from uno_tui.net.join.errors import CONNECTION_ERRORS, EndedError, JoinError, reason
from uno_tui.net.join.host_keys import CONNECT_SECONDS
from uno_tui.plain.own_lines import OwnLines

KEEPALIVE_SECONDS: Final = 20.0
INTERRUPTS: Final = (b"\x03", b"\x1b[99;5u")
"""Ctrl-C as terminals send it: plain, and with the Kitty keyboard protocol."""
PATIENCE: Final = 3
"""Number of Ctrl-C presses without any output from the server that ends the session on the client's side."""
_BELL: Final = "\a"
_TAIL: Final = 16
"""Bytes kept from one packet to the next, so that a sequence split between packets is recognized."""


class _ClientSession(asyncssh.SSHClientSession[bytes]):
    """The client side of a session: shows the server's output and sends typed keys."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.error: Exception | None = None
        """The error that ended the connection; None if there was none."""
        self.alternate = False
        """Whether the server has switched the terminal to the alternate screen."""
        self.ended = False
        """Whether a signal or the loss of the terminal ended the session."""
        self.closed = asyncio.Event()
        self.show: Callable[[bytes], None] = show
        """Shows the server's output."""
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None
        self._interrupts = 0
        self._tail = b""

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Store the channel."""
        self._channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Show the server's output."""
        del datatype
        self._interrupts = 0
        seen = self._tail + data
        entered, left = seen.rfind(ALTERNATE_SCREEN.encode()), seen.rfind(MAIN_SCREEN.encode())
        if entered != left:
            self.alternate = entered > left
        self._tail = seen[-_TAIL:]
        self.show(data)

    def typed(self, data: bytes) -> None:
        """Send typed bytes; end the session after `PATIENCE` presses of Ctrl-C without an answer."""
        rest, more = data, 0
        for interrupt in INTERRUPTS:
            more += rest.count(interrupt)
            rest = rest.replace(interrupt, b"")
        self._interrupts = 0 if rest else self._interrupts + more
        if self._interrupts >= PATIENCE:
            self.closed.set()
        if self._channel is not None:
            with contextlib.suppress(OSError):  # the channel is closing
                self._channel.write(data)

    def resized(self, columns: int, rows: int) -> None:
        """Send the terminal's new size."""
        if self._channel is not None and not self._channel.is_closing():
            self._channel.change_terminal_size(columns, rows)

    def end(self) -> None:
        """End the session on this side."""
        self.ended = True
        self.closed.set()

    def exit_status_received(self, status: int) -> None:
        """Store the exit status."""
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        """Store the error and mark the session as closed."""
        self.error = exc
        self.closed.set()


AskPassword = Callable[[], Awaitable[str | None]]
"""Asks the person for the server's password and returns it; None if the person gives none."""


class _Client(asyncssh.SSHClient):
    """The ssh login: with a key, or as a guest if the server accepts no keys; asks for a password if required."""

    def __init__(self, ask_password: AskPassword) -> None:
        self.asked = self.answered = False
        """Whether the server has asked for a password, and whether the person typed one at the last prompt."""
        self._ask_password = ask_password
        self.connecting: asyncio.Timeout | None = None
        """Time limit for connecting, paused while the person types; None if there is no limit."""

    def kbdint_auth_requested(self) -> str | None:
        """Accept keyboard-interactive login, unless the person can give no password."""
        return None if self.asked and not self.answered else ""

    async def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Any
    ) -> list[str] | None:
        """Answer an empty challenge or a password prompt; decline any other challenge."""
        del name, instructions, lang
        if not prompts:
            return []
        if len(prompts) > 1:
            return None
        self.asked = True
        self._limit(None)
        password = await self._ask_password()
        self._limit(asyncio.get_running_loop().time() + CONNECT_SECONDS)
        self.answered = bool(password)
        return [password] if password else None

    def _limit(self, when: float | None) -> None:
        if self.connecting is not None:
            self.connecting.reschedule(when)


# Translators: an error of the connection to a game.
async def play_at(
    host: str,
    port: int,
    key: asyncssh.SSHKey,
    identity: asyncssh.SSHKey,
    name: str,
    code: str,
    language: str,
    ask_password: AskPassword,
    lines: OwnLines | None = None,
) -> int:
    """Play on a server until the session ends; return its exit status. With `lines` it is one in lines of text.

    Without a code the server leads to its only table, or to its lobby.

    Raises:
        JoinError: The server refuses the connection, or the connection was lost.
        EndedError: A signal or the loss of this terminal ended the session.
    """
    client = _Client(ask_password)
    try:
        async with asyncio.timeout(CONNECT_SECONDS) as connecting:
            client.connecting = connecting
            connection = await asyncssh.connect(
                host, port, username=name, client_keys=[identity], known_hosts=([key], [], []), agent_path=None,
                config=None, client_factory=lambda: client, keepalive_interval=KEEPALIVE_SECONDS,
            )  # fmt: skip  # one call
    except CONNECTION_ERRORS as error:
        if client.asked:
            message = mark("{address} did not accept the password") if client.answered else mark(
                "{address} needs a password, and none was typed")  # fmt: skip  # one thought
            raise JoinError(message, address=join_address(host, port)) from error
        raise JoinError(
            "{address} refused the connection: {reason}", address=join_address(host, port), reason=reason(error)
        ) from error
    try:
        command = f"join {code}".rstrip()
        screen = await (
            _show(connection, command, language)
            if lines is None
            else _exchange_lines(connection, f"plain {command}", language, lines)
        )
    finally:
        connection.abort()
    if screen.status is None:
        raise (EndedError if screen.ended else JoinError)(
            mark("lost the connection to the game{why}. Your seat is held for a while; to return: {command}"),
            why=Sentence(" ({reason})", reason=reason(screen.error)) if screen.error else "",
            command=f"uno join {join_address(host, port)}",
        )  # fmt: skip  # one thought
    return screen.status


def sent_along(environment: Mapping[str, str], language: str) -> dict[str, str]:
    """Return the environment variables to send, with `language` in place of the environment's language."""
    sent = {name: value for name in VARIABLES if (value := environment.get(name))}
    if every := sent.pop("LC_ALL", ""):  # LC_ALL would override LC_MESSAGES
        sent["LC_CTYPE"] = every
    return sent | {"LC_MESSAGES": language}


class _ServerLines:
    """Prints a server's lines one at a time, so that none of them interrupts a half-typed line."""

    def __init__(self, lines: OwnLines) -> None:
        self._lines = lines
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._begun = ""

    def show(self, data: bytes) -> None:
        """Print the lines that the received bytes complete; ring the bell if the bytes contain one."""
        text = self._decode(data)
        if _BELL in text:
            self._lines.write.ring()
        *whole, self._begun = (self._begun + text.replace(_BELL, "")).split("\n")
        for line in whole:
            self._lines.write(line.removesuffix("\r"))

    def end(self) -> None:
        """Print the last line if the server did not end it."""
        if self._begun:
            self._lines.write(self._begun)


async def _exchange_lines(
    connection: asyncssh.SSHClientConnection, command: str, language: str, lines: OwnLines
) -> _ClientSession:
    """Run a command on the server without a terminal: send typed lines, print the server's lines."""
    screen = _ClientSession()
    output = _ServerLines(lines)
    screen.show = output.show
    env = [f"{name}={value}" for name, value in sent_along(os.environ, language).items()]
    try:
        channel, _ = await connection.create_session(lambda: screen, command, env=env, encoding=None, request_pty=False)
    except CONNECTION_ERRORS as error:
        raise JoinError("the server refused to open a session: {reason}", reason=reason(error)) from error

    def repeat() -> None:
        with contextlib.suppress(OSError):  # the channel is closing
            channel.write(b"repeat\n")

    async def send() -> None:
        with contextlib.suppress(OSError):  # the channel is closing
            while (line := await lines.next()) is not None:
                channel.write(f"{line}\n".encode())
            channel.write_eof()

    sending = asyncio.ensure_future(send())
    try:
        with lines.repeating(repeat):
            await screen.closed.wait()
    finally:
        output.end()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    return screen


async def _show(connection: asyncssh.SSHClientConnection, command: str, language: str) -> _ClientSession:
    """Run a command on the server in this terminal, until it ends or the connection is lost."""
    screen = _ClientSession()
    env = [f"{name}={value}" for name, value in sent_along(os.environ, language).items()]
    with raw_terminal(screen.typed, screen.resized, screen.end):
        try:
            await connection.create_session(
                lambda: screen, command or None, term_type=os.environ.get("TERM", "xterm-256color"), term_size=size(),
                env=env, encoding=None, request_pty="force",
            )  # fmt: skip  # one call
        except CONNECTION_ERRORS as error:
            raise JoinError("the server refused to open a session: {reason}", reason=reason(error)) from error
        try:
            await screen.closed.wait()
        finally:
            if screen.alternate or screen.status is None:
                show(leave_screen(titled=True, alternate=screen.alternate).encode())
    return screen
