"""How fast the bots of a table play."""

from dataclasses import dataclass, replace
from typing import Final

from uno_tui.table.protocol import BotPace
from uno_tui.table.state.table_state import TableState

_FACTORS: Final = {BotPace.BRISK: 0.35, BotPace.NORMAL: 1.0, BotPace.SLOW: 2.0}
_HURRIED: Final = 0.03
"""Factor for the bots' waiting times when a person hurries them; each move can still just be recognized."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The speed of the bots; pairs are the minimum and maximum time in seconds."""

    think: tuple[float, float] = (0.6, 1.4)
    """Minimum and maximum seconds before a bot plays on its turn."""
    notice: tuple[float, float] = (0.9, 2.6)
    """Minimum and maximum seconds before a bot calls, catches or jumps in."""
    moment: float = 1.0
    """Seconds before the table takes the only possible action of a seat."""
    scores: float = 6.0
    """Seconds before a bot deals, so that people can read the scores."""
    spoken: float = 2.5
    """Factor for the time before a bot's turn, if a seated person uses text mode, which takes time to hear."""
    hearing: float = 8.0
    """Additional seconds before a bot moves while an UNO call is owed and a seated person uses text mode."""

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
    """How fast bots play in one lobby: with several people, with one person who chose a pace, and when hurried."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._scaled = {wish: pace.scaled(factor, max(factor, 1.0)) for wish, factor in _FACTORS.items()}
        self._at_once = replace(pace.scaled(_HURRIED, _HURRIED), spoken=1.0, hearing=0.0)

    def now(self, state: TableState) -> Pace:
        """Return the pace at a table now.

        Nobody escapes being caught by hurrying. And where any seat owes an UNO call, that it can be caught takes at
        least as long as at the normal pace.
        """
        if not state.lone:
            return self._pace
        if state.hurried and not state.between_rounds and not state.person_owes:
            return self._at_once
        if state.pace is BotPace.BRISK and state.match and state.match.round.owing:
            return self._pace
        return self._scaled[state.pace]
