"""The idle timeout: a warning, then the end of the session."""

import asyncio
from typing import cast

from msgspec.structs import replace

from tests.server.toy import taped
from tests.tables import now
from uno_server.limits import Limits
from uno_server.ops.idle import IdleWatch
from uno_server.ssh.channel import SshSession

LIMITS = Limits(idle_seconds=100, idle_warning_seconds=20)


class Silent:
    """The part of a session that the idle watch uses."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.line, _ = taped()
        self.line.limits, self.line.last_input = limits, 0.0


def watched(*sessions: Silent, busy: Silent | None = None) -> tuple[IdleWatch, list[tuple[str, int]]]:
    """Return a watch over sessions, and a list that records its warnings and endings."""
    happened: list[tuple[str, int]] = []
    many = [cast("SshSession", session) for session in sessions]

    async def is_busy(session: SshSession) -> bool:
        return cast("Silent", session) is busy

    async def warn(session: SshSession, seconds: int) -> None:
        happened.append((f"warned of {seconds}", many.index(session)))

    return (
        IdleWatch(
            lambda: many,
            busy=is_busy,
            warn=warn,
            end=lambda session: happened.append(("ended", many.index(session))),
        ),
        happened,
    )


def look(watch: IdleWatch, *times: float) -> None:
    for moment in times:
        now(watch.check(moment))


def test_a_warning_comes_before_the_end() -> None:
    """One warning comes, the configured time before the end."""
    watch, happened = watched(Silent())
    look(watch, 5, 79, 80, 85, 99)
    assert [("warned of 20", 0)] == happened
    look(watch, 100)
    assert [("warned of 20", 0), ("ended", 0)] == happened


def test_a_key_keeps_the_session() -> None:
    """After input the session stays open, and the next idle period has its own warning."""
    session = Silent()
    watch, happened = watched(session)
    look(watch, 80)
    session.line.last_input = 90
    look(watch, 100, 110, 169, 170)
    assert [("warned of 20", 0)] * 2 == happened


def test_no_session_ends_without_a_warning() -> None:
    """A session that was busy or unchecked for long is warned first, and has the full time after the warning."""
    watch, happened = watched(Silent())
    look(watch, 1000, 1010)
    assert [("warned of 20", 0)] == happened
    look(watch, 1020)
    assert ("ended", 0) == happened[-1]


def test_a_busy_session_never_times_out() -> None:
    """A busy session, or one without a limit, is neither warned nor ended."""
    player = Silent()
    watch, happened = watched(player, Silent(replace(LIMITS, idle_seconds=0)), busy=player)
    look(watch, 500, 1000)
    assert [] == happened


async def test_a_key_that_comes_while_the_lobby_is_asked_keeps_the_session() -> None:
    """The answer whether a person plays may take long; a key pressed meanwhile counts."""
    session, answer, asked, happened = Silent(), asyncio.Event(), list[float](), list[str]()

    async def is_busy(_session: SshSession) -> bool:
        asked.append(1)
        await answer.wait()
        return False

    async def warn(_session: SshSession, seconds: int) -> None:
        happened.append(f"warned of {seconds}")

    watch = IdleWatch(
        lambda: [cast("SshSession", session)], is_busy, warn, end=lambda _session: happened.append("ended")
    )
    checking = asyncio.ensure_future(watch.check(90))
    await asyncio.sleep(0)
    session.line.last_input = 89
    answer.set()
    await checking
    assert ([1], []) == (asked, happened)
    await watch.check(170)
    assert ["warned of 20"] == happened
