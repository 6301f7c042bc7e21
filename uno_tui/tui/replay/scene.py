"""All that the screen of a replay shows, as one value."""

from dataclasses import dataclass
from typing import Final

from uno_tui.local.replay import Replay, RoundBounds

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Actions a second while it plays."""
STEP: Final = 10
"""Actions that the keys for a page go on or back."""


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """Which picture is shown, as whom, and whether it goes on by itself."""

    replay: Replay
    number: int = 0
    """So many actions led to the picture."""
    seat: int | None = None
    """Whose view it is; None: all hands are open."""
    playing: bool = False
    speed: int = SPEEDS.index(1.0)
    typing: bool = False
    """A number is being typed."""
    answer: str = ""
    """What the person is told instead of what happened."""

    @property
    def at_end(self) -> bool:
        """Whether nothing follows."""
        return self.number >= self.replay.last

    @property
    def round(self) -> int:
        """The place of the round in `Replay.rounds`."""
        return max((place for place, one in enumerate(self.replay.rounds) if one.start <= self.number), default=0)

    @property
    def bounds(self) -> RoundBounds:
        """Where the round lies."""
        return self.replay.rounds[self.round]

    @property
    def next_start(self) -> int:
        """Where the next round begins, or the end."""
        return min((one.start for one in self.replay.rounds if one.start > self.number), default=self.replay.last)

    @property
    def last_start(self) -> int:
        """Where this round begins, or if the picture is that, the one before."""
        return max((one.start for one in self.replay.rounds if one.start < self.number), default=0)

    @property
    def next_end(self) -> int:
        """Where this round ends, or if the picture is that, the next."""
        return min((one.end for one in self.replay.rounds if one.end > self.number), default=self.replay.last)


def watching(scene: ReplayScene) -> bool:
    """Whether no number is being typed."""
    return not scene.typing
