"""The ssh client: a session on a server, shown on this terminal."""

import asyncio
import contextlib
import os
from collections.abc import Mapping
from typing import Any, Final

import asyncssh

from uno_tui.i18n import mark
from uno_tui.local.raw_terminal import RESTORE, raw_terminal, show, size
from uno_tui.net.join.address import join_address
from uno_tui.net.join.errors import TROUBLE, EndedError, JoinError, reason
from uno_tui.net.join.host_keys import CONNECT_SECONDS

KEEPALIVE_SECONDS: Final = 20.0
SENT_ALONG: Final = ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR")
"""What the server may know of this environment: language, characters and colors."""
INTERRUPTS: Final = (b"\x03", b"\x1b[99;5u")
"""Ctrl-C, as terminals send it."""
PATIENCE: Final = 3
"""Ctrl-C typed so often, with no answer of the server in between, ends the session here."""
_TAIL: Final = 16


class _Screen(asyncssh.SSHClientSession[bytes]):
    """Shows what the server sends, sends what is typed, and keeps how it ended."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.why: Exception | None = None
        """What cut the line."""
        self.taken = False
        """The server has put the terminal on its other screen, and not back yet."""
        self.ended = False
        """The program was told to end, or its terminal has gone."""
        self.closed = asyncio.Event()
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None
        self._interrupts = 0
        self._tail = b""

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """Keep the channel to send on."""
        self._channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Show bytes."""
        del datatype
        self._interrupts = 0
        seen = self._tail + data
        entered, left = seen.rfind(b"\x1b[?1049h"), seen.rfind(b"\x1b[?1049l")
        if entered != left:
            self.taken = entered > left
        self._tail = seen[-_TAIL:]
        show(data)

    def typed(self, data: bytes) -> None:
        """Send what was typed; end for a person whom the server does not answer."""
        rest, more = data, 0
        for interrupt in INTERRUPTS:
            more += rest.count(interrupt)
            rest = rest.replace(interrupt, b"")
        self._interrupts = 0 if rest else self._interrupts + more
        if self._interrupts >= PATIENCE:
            self.closed.set()
        if self._channel is not None:
            with contextlib.suppress(OSError):  # it is being closed
                self._channel.write(data)

    def resized(self, columns: int, rows: int) -> None:
        """Tell the server the terminal's new size."""
        if self._channel is not None and not self._channel.is_closing():
            self._channel.change_terminal_size(columns, rows)

    def end(self) -> None:
        """End the session on this side."""
        self.ended = True
        self.closed.set()

    def exit_status_received(self, status: int) -> None:
        """Keep the status."""
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the wait end."""
        self.why = exc
        self.closed.set()


class _Client(asyncssh.SSHClient):
    """Logs in with a key, or as a guest where keys are not wanted."""

    def kbdint_auth_requested(self) -> str:
        """Be ready for a login that asks nothing."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        """Answer a question with no prompts; there is nothing to answer others with."""
        del name, instructions, lang
        return None if prompts else []


async def play_at(
    host: str, port: int, key: asyncssh.SSHKey, identity: asyncssh.SSHKey, name: str, code: str, language: str
) -> int:
    """Play at a server until the session ends; its exit status. `JoinError` if it does not let us in.

    Without a code the server leads to the table of its evening, or else to its lobby.
    """
    try:
        connection = await asyncio.wait_for(
            asyncssh.connect(
                host, port, username=name, client_keys=[identity], known_hosts=([key], [], []), agent_path=None,
                config=None, client_factory=_Client, keepalive_interval=KEEPALIVE_SECONDS,
            ),
            CONNECT_SECONDS,
        )  # fmt: skip  # one call
    except TROUBLE as error:
        raise JoinError(
            "{address} does not let us in: {reason}", address=join_address(host, port), reason=reason(error)
        ) from error
    try:
        screen = await _show(connection, f"join {code}".rstrip(), language)
    finally:
        connection.abort()
    if screen.status is None:
        raise (EndedError if screen.ended else JoinError)(
            mark("the line to the game was cut{why}; your seat is kept for a while: {command}"),
            why=f" ({reason(screen.why)})" if screen.why else "", command=f"uno join {join_address(host, port)}",
        )  # fmt: skip  # one thought
    return screen.status


def sent_along(environment: Mapping[str, str], language: str) -> dict[str, str]:
    """What the server is told of an environment, with that language in the place of the environment's own."""
    sent = {name: value for name in SENT_ALONG if (value := environment.get(name))}
    if every := sent.pop("LC_ALL", ""):  # it would go before the language
        sent["LC_CTYPE"] = every
    return sent | {"LC_MESSAGES": language}


async def _show(connection: asyncssh.SSHClientConnection, command: str, language: str) -> _Screen:
    """Run a command line on the server with this terminal, until it ends or the line is cut."""
    screen = _Screen()
    env = [f"{name}={value}" for name, value in sent_along(os.environ, language).items()]
    with raw_terminal(screen.typed, screen.resized, screen.end):
        try:
            await connection.create_session(
                lambda: screen, command or None, term_type=os.environ.get("TERM", "xterm-256color"), term_size=size(),
                env=env, encoding=None, request_pty="force",
            )  # fmt: skip  # one call
        except TROUBLE as error:
            raise JoinError("the server opens no session: {reason}", reason=reason(error)) from error
        try:
            await screen.closed.wait()
        finally:
            if screen.taken or screen.status is None:
                show(RESTORE if screen.taken else RESTORE.replace(b"\x1b[?1049l", b""))
    return screen
