"""Hooks into asyncssh: the only module that replaces methods or sets attributes of its objects.

Every name used here is checked when this module is imported, so a version of asyncssh without one of them is an error
at the start of the server, never a limit that is silently off.
"""

import asyncio
import copy
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import Context
from typing import Any, Final

import asyncssh
from asyncssh.constants import MSG_IGNORE, MSG_USERAUTH_REQUEST
from asyncssh.packet import SSHPacket, SSHPacketLogger

from uno_tui.library_internals import require

require("asyncio")
require("asyncssh")

READ_SIZE: Final = 2048
"""Bytes read from a socket at once. All requests in what was read are answered before any other session's turn, and
asyncio's own 256 KiB hold hundreds of small packets."""


class _LoginRequest(SSHPacket):
    """A request to authenticate whose first string, the name, is read as a fixed one.

    What a client signs is cut from the packet's bytes, so it still holds the name that was sent.
    """

    _FIXED_NAME: Final = b"person"

    def __init__(self, packet: bytes) -> None:
        super().__init__(packet)
        self._named = False
        copy = SSHPacket(packet)
        copy.get_byte()
        name = copy.get_string()
        copy.get_string()
        self.method = copy.get_string()
        try:
            self.name = name.decode()
        except UnicodeDecodeError:
            self.name = name.decode("latin-1")

    def get_string(self) -> bytes:
        """Return the next string of the packet, with the first string replaced by a fixed name."""
        found = super().get_string()
        if self._named:
            return found
        self._named = True
        return self._FIXED_NAME


class ConnectionHooks:
    """Replaced methods of one connection; `remove` restores them when the connection is lost.

    They are set on the instance, so that no other connection of this process, such as a client's, is affected.
    """

    _REPLACED: Final = (
        "data_received",
        "pause_writing",
        "reload_config",
        "resume_writing",
        "send_packet",
        "send_userauth_failure",
        "send_userauth_success",
        "_packet_handlers",
    )

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        *,
        on_bytes: Callable[[int], None],
        on_blocked: Callable[[bool], None],
        on_try: Callable[[], None],
        on_failure: Callable[[], None],
        is_login_complete: Callable[[], bool],
    ) -> None:
        """Replace the methods.

        Args:
            connection: a connection whose `connection_made` has been called.
            on_bytes: called with the number of bytes read, before asyncssh acts on them.
            on_blocked: called with True when the socket's write buffer is full, and with False when it has drained.
            on_try: called for each request to authenticate, except the question which methods there are.
            on_failure: called when a method of authentication has failed.
            is_login_complete: called when a method of authentication has succeeded; False asks for another one.
        """
        self._connection = connection
        self._timer: asyncio.TimerHandle | None = None
        self._on_try = on_try
        self._handlers = connection._packet_handlers  # noqa: SLF001 -- nothing public reads names leniently
        self.username = ""
        """The user name that the client sent; bytes that are not UTF-8 are decoded as Latin-1."""
        replaced = {
            "data_received": _counted(connection.data_received, on_bytes),
            # asyncssh leaves these two empty: it writes on, and a client with a huge window that does not read would
            # fill the server's memory.
            "pause_writing": lambda: on_blocked(True),
            "resume_writing": lambda: on_blocked(False),
            # asyncssh sends an empty packet before each one, at the cost of a small frame. That protects ciphers in CBC
            # mode (RFC 4251, section 9.3.1), and none is offered.
            "send_packet": _without_empty_packets(connection.send_packet),
            # This one reads configuration files again for the user's name, in a thread; there are none.
            "reload_config": _nothing,
            # Without this one the first method that succeeds completes the login, so a key would replace the password.
            "send_userauth_success": _if_complete(connection, is_login_complete),
            "send_userauth_failure": _reported(connection.send_userauth_failure, on_failure),
            "_packet_handlers": {**self._handlers, MSG_USERAUTH_REQUEST: self._process_login},
        }
        for name in self._REPLACED:
            setattr(connection, name, replaced[name])
        transport: Any = connection._transport  # noqa: SLF001 -- nothing else sets how much is read at once
        transport.max_size = READ_SIZE

    def remove(self) -> None:
        """Restore the original methods, because the replacements hold references that delay freeing the connection."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for name in self._REPLACED:
            delattr(self._connection, name)

    def _process_login(self, connection: object, kind: int, number: int, packet: SSHPacket) -> object:
        """Keep the name of a request to authenticate, and pass the request on under a name that SASLprep accepts.

        asyncssh disconnects a client whose name SASLprep refuses, such as an emoji. Here a name is only shown.
        """
        request = _LoginRequest(packet.get_full_payload())
        request.get_byte()
        self.username = request.name
        if request.method != b"none":
            self._on_try()
        return self._handlers[kind](connection, kind, number, request)

    def stop_reading(self, seconds: float) -> None:
        """Stop reading from the socket for some seconds, so that a flood costs only its sender."""
        transport = self._connection._transport  # noqa: SLF001 -- nothing else pauses the socket

        def resume() -> None:
            self._timer = None
            if transport is not None and not transport.is_closing():
                transport.resume_reading()

        if transport is not None and self._timer is None:
            transport.pause_reading()
            self._timer = asyncio.get_running_loop().call_later(seconds, resume, context=Context())


def _counted(receive: Callable[[bytes, int | None], None], on_bytes: Callable[[int], None]) -> Callable[..., None]:
    def data_received(data: bytes, datatype: int | None = None) -> None:
        on_bytes(len(data))
        receive(data, datatype)

    return data_received


def _without_empty_packets(send: Callable[..., None]) -> Callable[..., None]:
    def send_packet(kind: int, *parts: bytes, handler: SSHPacketLogger | None = None) -> None:
        if kind != MSG_IGNORE:
            send(kind, *parts, handler=handler)

    return send_packet


def _if_complete(
    connection: asyncssh.SSHServerConnection, is_login_complete: Callable[[], bool]
) -> Callable[[], Awaitable[None]]:
    succeed = connection.send_userauth_success

    async def send_userauth_success() -> None:
        if is_login_complete():
            await succeed()
        else:
            connection.send_userauth_failure(partial_success=True)

    return send_userauth_success


def _reported(fail: Callable[[bool], None], on_failure: Callable[[], None]) -> Callable[[bool], None]:
    def send_userauth_failure(partial_success: bool) -> None:
        if not partial_success:
            on_failure()
        fail(partial_success)

    return send_userauth_failure


async def _nothing() -> None:
    """Do nothing."""


async def start_connection(
    sock: socket.socket, options: asyncssh.SSHServerConnectionOptions
) -> asyncssh.SSHServerConnection:
    """Serve a client on a socket and return the connection once the login is complete.

    It does what `asyncssh.run_server` does with these options, but makes no new ones for each connection, which takes a
    hundred times as long and a thread.

    Raises:
        asyncssh.Error: the login failed.
        OSError: the connection broke.
    """
    loop = asyncio.get_running_loop()
    own = copy.copy(options)
    own.waiter = done = loop.create_future()
    connection = asyncssh.SSHServerConnection(loop, own, wait="auth")
    await loop.create_connection(lambda: connection, sock=sock)
    try:
        await done
    except BaseException:
        connection.abort()
        await connection.wait_closed()
        raise
    return connection


def set_environment(channel: "asyncssh.SSHServerChannel[bytes]", environment: MutableMapping[bytes, bytes]) -> None:
    """Make a channel store the client's environment in this mapping; asyncssh's own grows without limit."""
    channel._env = environment  # type: ignore[assignment]  # noqa: SLF001 -- nothing else bounds it


def key_exchange_names() -> set[str]:
    """Return the names of the key exchange algorithms that the installed asyncssh and cryptography support."""
    return {name.decode("ascii") for name in asyncssh.kex.get_kex_algs()}
