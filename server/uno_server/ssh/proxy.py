"""The PROXY protocol, versions 1 and 2, with which a load balancer reports where a connection really comes from.

The reader has no socket. Its `wanted` is the number of bytes that are certainly part of the header; the caller reads
only these, so that the first byte after the header stays in the socket. The reader accepts every valid header:
`Admission` decides whose connections have one.
"""

import ipaddress
import re

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
LONGEST_LINE = 107
"""Length of the longest header of version 1, in bytes with the line end."""
LONGEST_BODY = 2048
"""Maximum number of bytes after the fixed part of a version 2 header: addresses and a few extensions."""

_LINE = re.compile(rb"PROXY (?:UNKNOWN(?: [ -~]*)?|(TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5}))\r\n")
_FIXED = len(SIGNATURE) + 4
_LOCAL, _PROXIED = 0x20, 0x21
_SIZES = {0x11: 4, 0x21: 16}
"""Length of an address in bytes, by the protocol's code for the address family over TCP."""


class ProxyError(Exception):
    """The connection does not begin with a valid PROXY protocol header."""

    def __init__(self) -> None:
        super().__init__("proxy-header")


class HeaderReader:
    """Parser of a PROXY protocol header, fed with pieces of at most `wanted` bytes."""

    def __init__(self) -> None:
        self.wanted = len(SIGNATURE)
        """Number of bytes to read next, all of which belong to the header; 0 once it is complete."""
        self.address: str | None = None
        """The client's address; None if the header has none, as in a load balancer's health check."""
        self._data = b""

    def feed(self, data: bytes) -> None:
        """Add bytes of the header.

        Raises:
            ProxyError: the header is not valid.
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
            # The shortest header has 15 bytes; the rest is read byte by byte up to the line end.
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
