"""Hooks into asyncssh: the only module that replaces methods or sets attributes of its objects.

Every name used here is checked when this module is imported, so a version of asyncssh without one of them is an error
at the start of the server, never a limit that is silently off.
"""

import asyncio
from collections.abc import Callable, MutableMapping
from contextvars import Context
from typing import Any, Final

import asyncssh

from uno_tui.library_internals import require

require("asyncio")
require("asyncssh")

READ_SIZE: Final = 2048
"""Bytes read from a socket at once. All requests in what was read are answered before any other session's turn, and
asyncio's own 256 KiB hold hundreds of small packets."""


class ConnectionHooks:
    """Replaced methods of one connection; `remove` restores them when the connection is lost.

    They are set on the instance, so that no other connection of this process, such as a client's, is affected.
    """

    _REPLACED: Final = ("data_received", "pause_writing", "resume_writing", "send_userauth_success")

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        *,
        on_bytes: Callable[[int], None],
        on_blocked: Callable[[bool], None],
        is_login_complete: Callable[[], bool],
    ) -> None:
        """Replace the methods.

        Args:
            connection: a connection whose `connection_made` has been called.
            on_bytes: called with the number of bytes read, before asyncssh acts on them.
            on_blocked: called with True when the socket's write buffer is full, and with False when it has drained.
            is_login_complete: called when a method of authentication has succeeded; False asks for another one.
        """
        self._connection = connection
        self._timer: asyncio.TimerHandle | None = None
        receive, succeed = connection.data_received, connection.send_userauth_success

        def data_received(data: bytes, datatype: int | None = None) -> None:
            on_bytes(len(data))
            receive(data, datatype)

        async def send_userauth_success() -> None:
            if is_login_complete():
                await succeed()
            else:
                connection.send_userauth_failure(partial_success=True)

        replaced = {
            "data_received": data_received,
            # asyncssh leaves these two empty: it writes on, and a client with a huge window that does not read would
            # fill the server's memory.
            "pause_writing": lambda: on_blocked(True),
            "resume_writing": lambda: on_blocked(False),
            # Without this one the first method that succeeds completes the login, so a key would replace the password.
            "send_userauth_success": send_userauth_success,
        }
        for name in self._REPLACED:
            setattr(connection, name, replaced[name])
        transport: Any = connection._transport  # noqa: SLF001 -- nothing else sets how much is read at once
        transport.max_size = READ_SIZE

    def remove(self) -> None:
        """Restore the methods: the replacements refer to the connection, so that it would wait for a collection."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for name in self._REPLACED:
            delattr(self._connection, name)

    @property
    def username(self) -> str:
        """The name the client logs in with; asyncssh's extra info has it only after the login."""
        return self._connection._username  # noqa: SLF001 -- known elsewhere only after the login

    def stop_reading(self, seconds: float) -> None:
        """Read nothing from the socket for that time, whatever the bytes mean: a flood costs only its sender."""
        transport = self._connection._transport  # noqa: SLF001 -- nothing else pauses the socket

        def resume() -> None:
            self._timer = None
            if transport is not None and not transport.is_closing():
                transport.resume_reading()

        if transport is not None and self._timer is None:
            transport.pause_reading()
            self._timer = asyncio.get_running_loop().call_later(seconds, resume, context=Context())


def set_environment(channel: "asyncssh.SSHServerChannel[bytes]", environment: MutableMapping[bytes, bytes]) -> None:
    """Have a channel keep a client's environment in that mapping; asyncssh's own grows without limit."""
    channel._env = environment  # type: ignore[assignment]  # noqa: SLF001 -- nothing else bounds it


def key_exchange_names() -> set[str]:
    """Return the names of the key exchanges that the installed asyncssh and cryptography have."""
    return {name.decode("ascii") for name in asyncssh.kex.get_kex_algs()}
