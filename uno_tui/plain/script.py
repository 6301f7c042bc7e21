"""Typed lines on their way to who reads them.

A person types a line when it suits them and is answered at once, also out of turn. A script sends all its lines ahead:
each of those is kept until the reader waits for one. Nothing else tells the two apart than that of a script more is
known to follow, be it a further line or the end.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final

MOMENT: Final = 0.05
"""Seconds in which more of a script would have come; too short for a person to notice."""


class Script:
    """The lines that came and were not read yet."""

    def __init__(self, moment: float = MOMENT) -> None:
        self.ended = False
        """Nothing more will come."""
        self._lines: deque[str] = deque()
        self._moment = moment
        self._alone = False
        self._woken = asyncio.Event()
        self._more = asyncio.Event()

    def __len__(self) -> int:
        return len(self._lines)

    def put(self, line: str) -> None:
        """Take a line."""
        self._lines.append(line)
        self._more.set()
        self._woken.set()

    def end(self) -> None:
        """Take the end."""
        self.ended = True
        self._more.set()
        self._woken.set()

    def nudge(self) -> None:
        """Learn that the reader may wait for a line now, or want none any more."""
        self._woken.set()

    async def next(self, waits: Callable[[], bool], over: Callable[[], bool]) -> str | None:
        """The next line, when its time has come; None after the last, or as soon as the reader wants none.

        Args:
            waits: whether the reader waits for a line; asked again after each `nudge`.
            over: whether the reader wants none any more; the same.
        """
        while not over():
            self._woken.clear()
            if self._lines and (waits() or (self._alone and not self._ahead)):
                self._alone = False
                return self._lines.popleft()
            if self._lines and not self._ahead:
                await self._see_what_follows()
                self._alone = not self._ahead
            elif self.ended and not self._lines:
                return None
            else:
                await self._woken.wait()
        return None

    @property
    def _ahead(self) -> bool:
        return self.ended or len(self._lines) > 1

    async def _see_what_follows(self) -> None:
        self._more.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._moment):
                await self._more.wait()
