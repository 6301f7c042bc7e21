"""The PROXY protocol, versions 1 and 2: how a load balancer says where a connection really comes from.

The reader knows no sockets. It says how many bytes it still `wants` for certain; whoever reads for it takes no
more than that, so that the first byte after the header is still the connection's own. It believes every header
it can read: whose headers are believed is decided elsewhere.
"""

import ipaddress
import re

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
LONGEST_LINE = 107
"""Bytes of the longest header of version 1, with its line end."""
LONGEST_BODY = 2048
"""Bytes after the fixed part of version 2 that are taken: addresses and a few extensions."""

_LINE = re.compile(rb"PROXY (?:UNKNOWN(?: [ -~]*)?|(TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5}))\r\n")
_FIXED = len(SIGNATURE) + 4
_LOCAL, _PROXIED = 0x20, 0x21
_SIZES = {0x11: 4, 0x21: 16}
"""Bytes of an address by family, for TCP."""


class ProxyError(Exception):
    """What came is no header of the PROXY protocol; the connection is of no use."""

    def __init__(self) -> None:
        super().__init__("proxy-header")


class HeaderReader:
    """Reads one header, fed with pieces of any size up to `wanted`."""

    def __init__(self) -> None:
        self.wanted = len(SIGNATURE)
        """Bytes that are certainly part of the header and have not come; 0 once it is whole."""
        self.address: str | None = None
        """Where the connection comes from; None if the header does not say, as for a balancer's own checks."""
        self._data = b""

    def feed(self, data: bytes) -> None:
        """Take bytes.

        Raises:
            ProxyError: this is no header.
        """
        if len(data) > self.wanted:
            raise ValueError("more than was wanted")
        self._data += data
        if self._data[: len(SIGNATURE)] == SIGNATURE[: len(self._data)]:
            self._feed_binary()
        elif self._data[:6] == b"PROXY "[: len(self._data)]:
            self._feed_line()
        else:
            raise ProxyError

    def _feed_line(self) -> None:
        data = self._data
        if not data.endswith(b"\r\n"):
            if len(data) >= LONGEST_LINE or b"\n" in data:
                raise ProxyError
            # The shortest header has 15 bytes; after that they are taken one by one, up to the end of the line.
            self.wanted = max(15 - len(data), 1)
            return
        match = _LINE.fullmatch(data)
        if match is None:
            raise ProxyError
        self.wanted = 0
        if match[1]:
            self.address = _parse(match[2].decode("ascii", "replace"), 4 if match[1] == b"TCP4" else 6)
            if int(match[4]) > 65_535 or int(match[5]) > 65_535:
                raise ProxyError

    def _feed_binary(self) -> None:
        data = self._data
        if len(data) < _FIXED:
            self.wanted = _FIXED - len(data)
            return
        command, family = data[12], data[13]
        length = int.from_bytes(data[14:16])
        if command not in (_LOCAL, _PROXIED) or length > LONGEST_BODY:
            raise ProxyError
        self.wanted = _FIXED + length - len(data)
        size = _SIZES.get(family, 0)
        if self.wanted or command == _LOCAL or not size:
            return
        if length < 2 * size + 4:
            raise ProxyError
        self.address = str(ipaddress.ip_address(data[_FIXED : _FIXED + size]))


def _parse(text: str, version: int) -> str:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        raise ProxyError from None
    if address.version != version or "%" in text:
        raise ProxyError
    return str(address)
