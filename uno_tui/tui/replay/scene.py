"""The scene of the replay screen, as one value."""

from dataclasses import dataclass
from typing import Final

from uno_tui.local.replay import Replay, RoundBounds
from uno_tui.tui.table.animations import Animation

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Playback speeds, in actions per second."""
STEP: Final = 10
"""Actions that the page keys skip."""


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """The position in a replay, and how it is shown."""

    replay: Replay
    number: int = 0
    """The position: number of actions played so far."""
    seat: int | None = None
    """The seat whose view is shown; None to show all hands."""
    filmed: bool = False
    """Whether the scene belongs to a film, in which nobody can step or pause."""
    playing: bool = False
    speed: int = SPEEDS.index(1.0)
    typing: bool = False
    """Whether the person is typing an action number."""
    animation: Animation | None = None
    """The animation of the last action; None while nothing moves."""
    answer: str = ""
    """A message to the person, shown in place of the events."""

    @property
    def at_end(self) -> bool:
        """Whether the position is the last one."""
        return self.number >= self.replay.last

    @property
    def round(self) -> int:
        """Index of the round in `Replay.rounds`."""
        return max((place for place, one in enumerate(self.replay.rounds) if one.start <= self.number), default=0)

    @property
    def bounds(self) -> RoundBounds:
        """First and last position of the current round."""
        return self.replay.rounds[self.round]

    @property
    def has_next_round(self) -> bool:
        """Whether a round starts after the current position."""
        return any(one.start > self.number for one in self.replay.rounds)

    @property
    def next_start(self) -> int:
        """Position where the next round starts, or the end of the replay."""
        return min((one.start for one in self.replay.rounds if one.start > self.number), default=self.replay.last)

    @property
    def previous_start(self) -> int:
        """Start of the current round; if the replay is already there, start of the previous round."""
        return max((one.start for one in self.replay.rounds if one.start < self.number), default=0)

    @property
    def next_end(self) -> int:
        """End of the current round; if the replay is already there, end of the next round."""
        return min((one.end for one in self.replay.rounds if one.end > self.number), default=self.replay.last)


def watching(scene: ReplayScene) -> bool:
    """Return whether the person is not typing a number."""
    return not scene.typing
