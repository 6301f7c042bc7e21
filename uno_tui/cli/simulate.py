"""Simulations: many games between bots, in one process or several, and the report about them.

Counts are sums over games, so they do not depend on the number of processes.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from typing import Any, Final

from uno_tui.bots import STAND_INS
from uno_tui.cli.simulated_games import Counts, Simulation, play_games
from uno_tui.game.rules import OPTIONS

CHUNKS: Final = 2000
"""Number of parts into which a long simulation is divided; progress is reported after each part."""


Z: Final = 1.959964
"""Half the width of a 95% interval of the normal distribution, in standard deviations."""


def _chunks(simulation: Simulation) -> list[tuple[int, int]]:
    slow = simulation.matches or any(level in STAND_INS for level in simulation.bots)
    size = max(1 if slow else 5, simulation.games // CHUNKS)
    return [(first, min(first + size, simulation.games)) for first in range(0, simulation.games, size)]


def _in_this_process(simulation: Simulation) -> Iterator[Counts]:
    for first, last in _chunks(simulation):
        yield play_games(simulation, first, last)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker process; only the main process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until the ``with`` block ends; processes started inside the block ignore Ctrl-C."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_processes(simulation: Simulation, jobs: int) -> Iterator[Counts]:
    """Play in the given number of processes; end all of them afterwards, even when interrupted."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    done = False
    try:
        with _interrupts_held():
            waiting = [pool.submit(play_games, simulation, *chunk) for chunk in _chunks(simulation)]
        for played in as_completed(waiting):
            yield played.result()
        done = True
    finally:
        pool.shutdown(wait=done, cancel_futures=True)
        for child in () if done else active_children():
            child.terminate()


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a simulation."""

    simulation: Simulation
    counts: Counts
    seconds: float

    @property
    def levels(self) -> dict[str, int]:
        """Number of players by level."""
        return {level: self.simulation.bots.count(level) for level in dict.fromkeys(self.simulation.bots)}

    def of_level(self, by_player: Sequence[int], level: str) -> int:
        """Return the sum of a per-player count over all players of a level."""
        return sum(count for count, bot in zip(by_player, self.simulation.bots, strict=True) if bot == level)

    @property
    def wins_by_team(self) -> list[int]:
        """Number of games won, by team; empty without teams."""
        rules, wins = self.simulation.rules, self.counts.wins
        teams = rules.teams_of(len(wins))
        return [] if rules.teams == "off" else [sum(wins[team::teams]) for team in range(teams)]

    def share(self, level: str) -> tuple[float, float, float]:
        """Return the percentage of games won by one player of a level, with the 95% confidence interval."""
        seats = self.levels[level]
        won = sum(self.counts.wins)
        share, low, high = wilson(self.of_level(self.counts.wins_by_player, level), won)
        return 100 * share / seats, 100 * low / seats, 100 * high / seats

    def points(self, level: str) -> tuple[float, float, float]:
        """Return the mean points per round of one player of a level, with the 95% confidence interval."""
        rounds = max(1, self.counts.rounds) * self.levels[level]
        mean = self.of_level(self.counts.points_by_player, level) / rounds
        spread = self.of_level(self.counts.squares_by_player, level) / rounds - mean * mean
        half = Z * (max(0.0, spread) / rounds) ** 0.5
        return mean, mean - half, mean + half

    @property
    def json(self) -> dict[str, Any]:
        """The report as JSON values; win shares are percentages of the games."""
        counts, rules = self.counts, self.simulation.rules
        seconds = max(self.seconds, 1e-9)
        return {
            "games": counts.games,
            "game": "match" if self.simulation.matches else "round",
            "players": len(self.simulation.bots),
            "bots": list(self.simulation.bots),
            "preset": self.simulation.preset or rules.preset,
            "options": {name: option.text(getattr(rules, name)) for name, option in OPTIONS.items()},
            "seed": self.simulation.seed,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(counts.games / seconds, 2),
            "actions_per_second": round(counts.actions / seconds, 1),
            "actions": counts.actions,
            "rounds": counts.rounds,
            "dead_rounds": counts.dead_rounds,
            "mean_actions_per_round": round(counts.actions / max(1, counts.rounds), 3),
            "wins": counts.wins,
            "wins_by_team": self.wins_by_team,
            "wins_by_bot": {level: self.of_level(counts.wins_by_player, level) for level in self.levels},
            "share_by_bot": {level: [round(part, 2) for part in self.share(level)] for level in self.levels},
            "points_by_bot": {level: [round(part, 2) for part in self.points(level)] for level in self.levels},
        }


def wilson(won: int, of: int) -> tuple[float, float, float]:
    """Return a share, 0 to 1, and its 95% interval by Wilson's score.

    >>> [round(part, 3) for part in wilson(50, 100)]
    [0.5, 0.404, 0.596]
    """
    if not of:
        return 0.0, 0.0, 1.0
    share = won / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * (share * (1 - share) / of + Z * Z / (4 * of * of)) ** 0.5
    return share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def simulate(simulation: Simulation, jobs: int = 1, on_progress: Callable[[int], None] = lambda _games: None) -> Report:
    """Play all games in `jobs` processes; the counts do not depend on `jobs`.

    `on_progress` is called with the number of games finished since the last call.

    Raises:
        RulesError: The rules do not fit that many players.
    """
    simulation.rules.check_seats(len(simulation.bots))
    began = time.monotonic()
    counts = Counts.none(len(simulation.bots))
    for part in _in_this_process(simulation) if jobs == 1 else _in_processes(simulation, jobs):
        counts.add(part)
        on_progress(part.games)
    return Report(simulation, counts, time.monotonic() - began)
