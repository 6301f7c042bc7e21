"""The frames that a browser sends, checked for what aiohttp does not check: each must be masked (RFC 6455, 5.1)."""

from typing import Final, Protocol

_RESERVED: Final = b"\xf1\x80"
"""The beginning of a frame that uses reserved bits; aiohttp closes a connection that sends it with code 1002."""
_UNMASKED: Final = -1
_LONG: Final = {126: 2, 127: 8}
"""Number of bytes of the length, if it does not fit into the second byte of a frame."""


class FrameReader(Protocol):
    """A parser of frames, such as aiohttp's."""

    def feed_eof(self) -> None:
        """The browser sends nothing more."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Read more bytes; return whether the connection is to be closed, and the bytes that were not read."""


class MaskedFrames:
    """A reader that passes masked frames on to another, and instead of an unmasked one a frame that it refuses."""

    def __init__(self, reader: FrameReader) -> None:
        self._reader = reader
        self._held = b""
        """Beginning of a frame whose length is not known yet."""
        self._left = 0
        """Number of bytes that are missing of the frame passed on last."""

    def feed_eof(self) -> None:
        """End reading."""
        self._reader.feed_eof()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Read more bytes; return whether the connection is to be closed, and the bytes that were not read."""
        data, self._held, place = self._held + bytes(data), b"", self._left
        while place < len(data):
            size = _size(data[place : place + 10])
            if size == _UNMASKED:
                return self._reader.feed_data(data[:place] + _RESERVED)
            if size == 0:
                self._held, data = data[place:], data[:place]
                break
            place += size
        self._left = place - len(data)
        return self._reader.feed_data(data)


def _size(header: bytes) -> int:
    """Return the number of bytes of a masked frame; 0 if more of it is needed, `_UNMASKED` if it is not masked."""
    if len(header) < 2:
        return 0
    if not header[1] & 0x80:
        return _UNMASKED
    length = header[1] & 0x7F
    start = 2 + _LONG.get(length, 0)
    if len(header) < start:
        return 0
    return start + 4 + (int.from_bytes(header[2:start]) if start > 2 else length)
