"""The checks of a browser's request: where it comes from, what it is for, and what the answer permits."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from uno_server.ssh.addresses import AddressBlock, within

_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?)(:[0-9]{1,5})?")
_ALWAYS: Final = {
    "Server": "uno",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class StrangeRequestError(Exception):
    """An HTTP request that is rejected; the text is the reason, as used in the log and the metrics."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Where an HTTP request comes from and which host it addresses."""

    address: str
    """The browser's IP address; the proxy's address if the proxy did not report the browser's."""
    host: str
    """Host and port, as the browser's address bar has them."""
    scheme: str
    """``https`` if a trusted proxy reports it, else ``http``."""

    @property
    def safe(self) -> bool:
        """Whether a secret may be sent to this caller: the connection uses https or stays in a local network."""
        name = self.host.rpartition(":")[0] if re.search(r":\d+$", self.host) else self.host
        name = name.strip("[]")
        local = ipaddress.ip_address(name).is_private if _is_address(name) else name.endswith(("localhost", ".local"))
        return self.scheme == "https" or local

    @property
    def origin(self) -> str:
        """The origin (scheme, host and port) of this server's own page, as the caller's browser sees it."""
        return f"{self.scheme}://{self.host}"


class Guard:
    """The rules by which one server accepts or rejects HTTP requests."""

    def __init__(self, names: tuple[str, ...], trusted: tuple[AddressBlock, ...] = ()) -> None:
        """Set up the rules.

        Args:
            names: host names by which the server is reached, besides addresses and the machine's own name.
            trusted: proxies that are believed what they say about the browser's address and scheme.
        """
        self._names = frozenset(name.lower() for name in (*names, *_own_names()) if name)
        self.trusted = trusted

    def caller(self, request: web.BaseRequest, peer: str) -> Caller:
        """Return where a request comes from.

        Raises:
            StrangeRequestError: the host is not ours, which happens in an attack by DNS rebinding.
        """
        host = request.headers.get("Host", "")
        match = _HOST.fullmatch(host)
        if match is None or not self._is_ours(match[1]):
            raise StrangeRequestError("web-host")
        address, scheme = peer, "http"
        if within(peer, self.trusted):
            address = self._forwarded(request.headers.getall("X-Forwarded-For", []), peer)
            if request.headers.get("X-Forwarded-Proto", "").strip().lower() == "https":
                scheme = "https"
        return Caller(address, host.lower(), scheme)

    def check_origin(self, request: web.BaseRequest, caller: Caller) -> None:
        """Raise `StrangeRequestError` unless a WebSocket is opened by our own page.

        Behind a proxy that ends TLS without saying so, the page's scheme is https and ours is http, so only host and
        port are compared.
        """
        try:
            origin = urlsplit(request.headers.get("Origin", "")).netloc.lower()
        except ValueError:  # no address, such as "http://[::1"
            origin = ""
        if origin != caller.host:
            raise StrangeRequestError("web-origin")

    def _is_ours(self, name: str) -> bool:
        """Return whether a host name is this server's; IP addresses always pass: DNS rebinding cannot use them."""
        return name.startswith("[") or _is_address(name) or name.lower().rstrip(".") in self._names

    def _forwarded(self, headers: list[str], peer: str) -> str:
        """Return the last of these addresses that is not a trusted proxy's; `peer` if there is none."""
        for part in reversed([one.strip() for header in headers for one in header.split(",")]):
            plain = part.strip("[]")
            if not _is_address(plain):
                break
            if not within(plain, self.trusted):
                return plain
        return peer


def headers(caller: Caller) -> dict[str, str]:
    """Return the headers of every response; they list WebSockets because old browsers exclude them from ``'self'``."""
    sources = f"default-src 'self'; connect-src 'self' ws://{caller.host} wss://{caller.host}"
    return {**_ALWAYS, "Content-Security-Policy": f"{sources}; {_NOTHING_ELSE}"}


_NOTHING_ELSE: Final = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return "localhost", name, short, f"{short}.local"
