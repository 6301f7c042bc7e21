"""The idle timeout: sessions outside a match that send no input for long are warned, then ended."""

import asyncio
from collections.abc import Callable
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
        busy: Callable[[SshSession], bool],
        warn: Callable[[SshSession, int], None],
        end: Callable[[SshSession], None],
    ) -> None:
        self._sessions = sessions
        self._busy, self._warn, self._end = busy, warn, end
        self._warned: dict[SshSession, float] = {}
        """Time at which each session was warned, in seconds on the loop's clock."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start regular checks for idle sessions."""
        self._timer = asyncio.get_running_loop().call_later(INTERVAL, self._tick, context=Context())

    def stop(self) -> None:
        """Cancel the checks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self.check(asyncio.get_running_loop().time())
        self.start()

    def check(self, now: float) -> None:
        """Warn or end the sessions that have been idle too long; `now` is on the clock of `Line.last_input`."""
        warned: dict[SshSession, float] = {}
        for session in self._sessions():
            line = session.line
            if line is None or line.closed or not line.limits.idle_seconds or self._busy(session):
                continue
            limits, silent = line.limits, now - line.last_input
            notice = min(limits.idle_warning_seconds, limits.idle_seconds)
            since = self._warned.get(session)
            if silent < limits.idle_seconds - notice:
                continue
            if since is None or since < line.last_input:
                since = now
                self._warn(session, round(notice))
            elif now - since >= notice:
                self._end(session)
            warned[session] = since
        self._warned = warned
