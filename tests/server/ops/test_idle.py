"""Who does nothing for long is warned and then let go."""

from typing import cast

from msgspec.structs import replace

from tests.server.toy import taped
from uno_server.limits import Limits
from uno_server.ops.idle import IdleWatch
from uno_server.ssh.channel import SshSession

LIMITS = Limits(idle_seconds=100, idle_warning_seconds=20)


class Silent:
    """A session, as far as the watch looks at it."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.line, _ = taped()
        self.line.limits, self.line.last_input = limits, 0.0


def watched(*sessions: Silent, busy: Silent | None = None) -> tuple[IdleWatch, list[tuple[str, int]]]:
    """A watch over sessions, and what it did to which."""
    happened: list[tuple[str, int]] = []
    many = [cast("SshSession", session) for session in sessions]
    return (
        IdleWatch(
            lambda: many,
            busy=lambda session: cast("Silent", session) is busy,
            warn=lambda session, seconds: happened.append((f"warned of {seconds}", many.index(session))),
            end=lambda session: happened.append(("ended", many.index(session))),
        ),
        happened,
    )


def look(watch: IdleWatch, *times: float) -> None:
    for now in times:
        watch.check(now)


def test_first_warned_then_let_go() -> None:
    """The warning comes in time before the end, once."""
    watch, happened = watched(Silent())
    look(watch, 5, 79, 80, 85, 99)
    assert [("warned of 20", 0)] == happened
    look(watch, 100)
    assert [("warned of 20", 0), ("ended", 0)] == happened


def test_a_key_keeps_the_session() -> None:
    """Who presses one after the warning is warned anew the next time."""
    session = Silent()
    watch, happened = watched(session)
    look(watch, 80)
    session.line.last_input = 90
    look(watch, 100, 110, 169, 170)
    assert [("warned of 20", 0)] * 2 == happened


def test_nobody_is_let_go_without_a_warning() -> None:
    """Also who was busy all the time, or whom nobody looked at for long, has the time of the warning."""
    watch, happened = watched(Silent())
    look(watch, 1000, 1010)
    assert [("warned of 20", 0)] == happened
    look(watch, 1020)
    assert ("ended", 0) == happened[-1]


def test_who_plays_may_think() -> None:
    """Somebody in a match, and everybody where there is no limit, is left alone."""
    player = Silent()
    watch, happened = watched(player, Silent(replace(LIMITS, idle_seconds=0)), busy=player)
    look(watch, 500, 1000)
    assert [] == happened
