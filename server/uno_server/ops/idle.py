"""The idle timeout: sessions outside a match that send no input are warned, then ended.

The seconds allowed are in `uno_server.limits`. Pages in a browser have the same limit in `uno_server.web.page_visit`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context

from uno_server.ssh.channel import SshSession

INTERVAL = 5.0
"""Seconds between two checks of all sessions."""


class IdleWatch:
    """A periodic check of all sessions against the limits of their lines.

    A session for which `busy` returns True never times out. `warn` receives the seconds that are left.
    """

    def __init__(
        self,
        sessions: Callable[[], list[SshSession]],
        busy: Callable[[SshSession], Awaitable[bool]],
        warn: Callable[[SshSession, int], Awaitable[None]],
        end: Callable[[SshSession], None],
    ) -> None:
        self._sessions = sessions
        self._busy, self._warn, self._end = busy, warn, end
        self._warned: dict[SshSession, float] = {}
        """Time at which each session was warned, in seconds on the loop's clock."""
        self._timer: asyncio.TimerHandle | None = None
        self._checking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start regular checks for idle sessions."""
        self._timer = asyncio.get_running_loop().call_later(INTERVAL, self._tick, context=Context())

    def stop(self) -> None:
        """Cancel the checks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._checking is not None:
            self._checking.cancel()

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        if self._checking is None or self._checking.done():
            if any(self._silent(session, loop.time()) for session in self._sessions()):
                self._checking = loop.create_task(self.check(loop.time()), context=Context())
            else:
                self._warned = {}
        self.start()

    @staticmethod
    def _silent(session: SshSession, now: float) -> bool:
        """Return whether a session has been silent for so long that it would be warned, unless it is busy."""
        line = session.line
        if line is None or line.closed or not (seconds := line.limits.idle_seconds):
            return False
        return now - line.last_input >= seconds - min(line.limits.idle_warning_seconds, seconds)

    async def check(self, now: float) -> None:
        """Warn the sessions that will soon be idle too long, and end those that are; busy ones are left alone.

        `now` is on the clock of `Line.last_input`.
        """
        warned: dict[SshSession, float] = {}
        for session in self._sessions():
            if not self._silent(session, now) or await self._busy(session) or not self._silent(session, now):
                continue  # asked again afterwards, because a key may have come meanwhile
            line, since = session.line, self._warned.get(session)
            assert line is not None, "a silent session has a line"
            notice = min(line.limits.idle_warning_seconds, line.limits.idle_seconds)
            if since is None or since < line.last_input:
                since = now
                await self._warn(session, round(notice))
            elif now - since >= notice:
                self._end(session)
            warned[session] = since
        self._warned = warned
