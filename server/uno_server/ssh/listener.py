"""The sockets on which the server listens, and the connections that arrive on them."""

import asyncio
import contextlib
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator
from typing import Any, Final

from uno_server.logs import note
from uno_server.ssh.admission import Admission, Arrival, RefusedError
from uno_tui.i18n import Sentence, Words
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.net.addresses import own_addresses

ACCEPT_PAUSE: Final = 0.2
"""Seconds between two attempts to accept a connection while the system refuses, for want of file descriptors say."""


class ListenError(OSError):
    """The server cannot listen on an address and port; the text names both and gives the reason."""

    def __init__(self, number: int | None, host: str, port: int, reason: Sentence) -> None:
        super().__init__(number, str(reason))
        self.host = host
        self.port = port
        self.reason = reason

    def __str__(self) -> str:
        return self.text(Words())

    @property
    def sentence(self) -> Sentence:
        """The error message, to be translated."""
        # Translators: an error of a server that cannot be reached at this address and port, and the reason.
        return Sentence(
            "cannot listen on {host} port {port}: {reason}", host=self.host or "''", port=self.port, reason=self.reason
        )

    def text(self, words: Words) -> str:
        """Return the error message in a language."""
        return self.sentence.text(words)


class AddressError(ListenError):
    """The host name to listen on has no IP address."""


def open_listener(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a listening socket in non-blocking mode; several processes may have a shared one on one port.

    Raises:
        ListenError: the address or the port is not available.
    """
    family, kind, protocol, _, address = look_up(host, port)
    with contextlib.ExitStack() as undo:
        try:
            listener = undo.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            listener.bind(address)
            listener.listen(256)
        except OSError as error:
            raise ListenError(error.errno, host, port, reason_of(error)) from error
        listener.setblocking(False)
        undo.pop_all()
    return listener


def look_up(host: str, port: int) -> tuple[Any, ...]:
    """Return the socket address of a name to listen on, as `socket.getaddrinfo` gives it.

    Raises:
        AddressError: the name has no address, or is empty, which sockets would take for every address.
    """
    if not host:
        raise AddressError(errno.EADDRNOTAVAIL, host, port, Sentence("an empty name is not an address"))
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError) as error:
        raise AddressError(errno.EADDRNOTAVAIL, host, port, reason_of(error)) from error


# Translators: added to an error about an address or a port, after a semicolon.
def listen_hint(words: Words, error: ListenError, port: int) -> str:
    """Return advice after a failure to listen: another port or another address."""
    if error.errno == errno.EADDRINUSE:
        return words("try another port: {option}", option=f"--port {port % 65535 + 1}")
    if error.errno in (errno.EACCES, errno.EPERM):
        return words("ports below 1024 need root; try {option}", option="--port 2222")
    return words(
        "this computer's addresses: {addresses}", addresses=", ".join(own_addresses()) or words.p("addresses", "none")
    )


async def arrivals(listener: socket.socket, admission: Admission) -> AsyncIterator[tuple[socket.socket, Arrival]]:
    """Accept connections for ever; yield the socket of each one that is admitted, and its record there."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(0)  # sock_accept does not wait while connections come: everybody else needs a turn
        try:
            peer, address = await loop.sock_accept(listener)
        except OSError as error:  # no file descriptors left, or the peer is gone: neither stops the server
            note("accept-failed", level=logging.WARNING, error=os.strerror(error.errno or 0))
            await asyncio.sleep(ACCEPT_PAUSE)
            continue
        try:
            arrival = admission.arrive(address[0])
        except RefusedError as refusal:
            admission.refuse(str(refusal), address[0])
            peer.close()
            continue
        yield peer, arrival
