"""The checks of a browser's request: where it comes from, what it is for, and what the answer permits."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from aiohttp import web

from uno_server.ssh.addresses import AddressBlock, within

_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?)\.?(:[0-9]{1,5})?")
_ORIGIN: Final = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[^/?#@:\[\]]+)(:[0-9]{1,5})?")
_NOTHING_ELSE: Final = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_PORTS: Final = {"http": ":80", "https": ":443"}
ALWAYS: Final = {
    "Server": "uno",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": f"default-src 'none'; {_NOTHING_ELSE}",
}
"""Headers of every answer; the page and its files have a policy that lets them load."""


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

    def check_origin(self, request: web.BaseRequest, caller: Caller, public_url: str = "") -> None:
        """Raise `StrangeRequestError` unless a WebSocket is opened by our own page.

        The page is at the caller's origin, or at that of `public_url`: a proxy may have https without saying so.
        """
        origin = _origin(request.headers.get("Origin", ""))
        public = "/".join(public_url.split("/")[:3])  # without a path
        if not origin or origin not in (_origin(caller.origin), _origin(public)):
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
    """Return the headers of an answer with a page.

    WebSockets are named for browsers older than Chrome 71 and Safari 16, whose ``'self'`` does not cover them. A policy
    cannot name an IPv6 address: a host source has only letters, digits, hyphens and dots (CSP 3, section 2.3.1).
    """
    sockets = "" if caller.host.startswith("[") else f" ws://{caller.host} wss://{caller.host}"
    sources = f"default-src 'self'; connect-src 'self'{sockets}"
    return {**ALWAYS, "Content-Security-Policy": f"{sources}; {_NOTHING_ELSE}"}


def _origin(url: str) -> str:
    """Return scheme, host and port of a URL in one form: in lower case, without a usual port; empty for no such URL."""
    found = _ORIGIN.fullmatch(url.lower())
    if found is None:
        return ""
    scheme, host, port = found[1], found[2].removesuffix("."), found[3] or ""
    return f"{scheme}://{host}{'' if port == _PORTS[scheme] else port}"


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
