"""The frames that a browser sends, checked for what aiohttp does not check.

Each frame must be masked (RFC 6455, 5.1). Frames that are no whole message, such as pings and fragments, cost work but
are never read as requests, so no rate limit of requests slows them; a browser sends few of them.
"""

from collections.abc import Callable
from typing import Final, Protocol

from uno_tui.token_bucket import TokenBucket

PART_RATE: Final = 5.0
"""Frames per second that may be something else than a whole message."""
PART_BURST: Final = 100.0
_WHOLE: Final = 0x81
"""First byte of a frame with a whole text message."""
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


class CheckedFrames:
    """A reader that passes good frames on to another, and instead of a bad one a frame that the other refuses."""

    def __init__(self, reader: FrameReader, clock: Callable[[], float]) -> None:
        """Begin reading; `clock` returns seconds."""
        self._reader = reader
        self._clock = clock
        self._parts = TokenBucket(PART_RATE, PART_BURST, clock())
        self._held = b""
        """Beginning of a frame whose length is not known yet."""
        self._left = 0
        """Number of bytes that are missing of the frame passed on last."""

    def feed_eof(self) -> None:
        """End reading."""
        self._reader.feed_eof()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Read more bytes; return whether the connection is to be closed, and the bytes that were not read."""
        data, self._held, place, now = self._held + bytes(data), b"", self._left, self._clock()
        while place < len(data):
            size = _size(data[place : place + 10])
            if size == 0:
                self._held, data = data[place:], data[:place]
                break
            if size == _UNMASKED or (data[place] != _WHOLE and not self._parts.try_take(1, now)):
                return self._reader.feed_data(data[:place] + _RESERVED)
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
