"""The socket the server listens on."""

import contextlib
import socket


class ListenError(OSError):
    """The server cannot listen where it was told to; its text says where and why."""


def open_listener(host: str, port: int) -> socket.socket:
    """Return a listening socket that blocks nobody.

    Raises:
        ListenError: the address or the port cannot be had.
    """
    with contextlib.ExitStack() as undo:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            listener = undo.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(256)
        except OSError as error:
            raise ListenError(error.errno, f"cannot listen on {host} port {port}: {error.strerror or error}") from error
        listener.setblocking(False)
        undo.pop_all()
    return listener
