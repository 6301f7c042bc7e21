"""How fast the bots of a table play."""

from dataclasses import dataclass, replace
from typing import Final

from uno_tui.table.protocol import BotPace

_FACTORS: Final = {BotPace.BRISK: 0.35, BotPace.NORMAL: 1.0, BotPace.SLOW: 2.0}
_HURRIED: Final = 0.03
"""Factor for bots that are hurried: their moves can just be told apart."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The speed of the bots; pairs are the minimum and maximum time in seconds."""

    think: tuple[float, float] = (0.6, 1.4)
    """Minimum and maximum seconds before a bot plays on its turn."""
    notice: tuple[float, float] = (0.9, 2.6)
    """Minimum and maximum seconds before a bot calls, catches or jumps in."""
    moment: float = 1.0
    """Seconds before an action is taken for a seat that has only one."""
    scores: float = 6.0
    """Seconds before a bot deals, so that people can read the scores."""
    spoken: float = 2.5
    """Factor for the time before a bot's turn, if a seated person uses text mode, which takes time to hear."""
    grace: float = 8.0
    """Additional seconds before a bot moves while an UNO call is owed, if a seated person uses text mode."""

    def scaled(self, factor: float, scores: float) -> "Pace":
        """Return the pace with the time for reading scores multiplied by `scores`, all other times by `factor`."""
        (think_low, think_high), (low, high) = self.think, self.notice
        return replace(
            self,
            think=(think_low * factor, think_high * factor),
            notice=(low * factor, high * factor),
            moment=self.moment * factor,
            scores=self.scores * scores,
        )


class Tempo:
    """The current pace at a table: the lobby's for several people, or the one that a lone person chose."""

    def __init__(self, pace: Pace, wish: BotPace) -> None:
        self.wish = wish
        """The pace that the lone person chose."""
        self.hurried = False
        """Whether the lone person has asked the bots not to wait until the person's next turn."""
        self._pace = pace
        self._scaled = {wish: pace.scaled(factor, max(factor, 1.0)) for wish, factor in _FACTORS.items()}
        self._at_once = replace(pace.scaled(_HURRIED, _HURRIED), spoken=1.0, grace=0.0)

    def now(self, *, alone: bool, person_owes: bool, call_due: bool) -> Pace:
        """Return the pace now.

        Args:
            alone: one person plays with bots.
            person_owes: a person owes an UNO call. Nobody escapes being caught by hurrying.
            call_due: any seat owes an UNO call. That it can be caught takes as long as at the normal pace.
        """
        if not alone:
            return self._pace
        if self.hurried and not person_owes:
            return self._at_once
        if call_due and self.wish is BotPace.BRISK:
            return self._pace
        return self._scaled[self.wish]
