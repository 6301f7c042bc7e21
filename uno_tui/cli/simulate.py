"""Games between bots and their statistics: the work of `uno simulate`.

Game number `g` has the seed ``SEED/g``, and its bots the seeds ``SEED/g/bot/SEAT``, so its course does not depend on
the process that plays it. Counts are sums over games, so they do not depend on the number of processes. Seats are
balanced: in every block of as many games as there are players, each bot plays one game on each seat, in a random order.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from random import Random
from typing import Any, Final, Self

from uno_tui.bots import LEVELS
from uno_tui.bots.hard import lookahead
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import Bot
from uno_tui.game.match import Match
from uno_tui.game.rules import OPTIONS, Rules
from uno_tui.game.view import Phase

CHUNKS: Final = 2000
"""Number of parts of a long simulation; a process reports after each part."""


Z: Final = 1.959964
"""Half the width of a 95% interval of the normal distribution, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games to simulate."""

    rules: Rules
    bots: tuple[str, ...]
    """The bot level of each player, such as ``medium``."""
    games: int
    seed: str
    matches: bool = False
    """Whether each game is a whole match to the target score, not one round."""
    preset: str = ""
    """The preset that was requested; empty to report the one nearest to the rules."""
    playouts: int = 0
    """Number of guessed rounds that a hard bot plays out for each decision; 0 for no lookahead."""

    def bot(self, player: int, levels: Mapping[str, Bot]) -> Bot:
        """Return a player's bot; the player is an index into `bots`."""
        level = self.bots[player]
        return lookahead(self.playouts) if self.playouts and level == "hard" else levels[level]

    def seating(self, number: int) -> list[int]:
        """Return the players of a game by seat; a player is an index into `bots`."""
        block, turn = divmod(number, len(self.bots))
        order = list(range(len(self.bots)))
        rng = Random(f"{self.seed}/seats/{block}")  # noqa: S311  # no secret
        for last in range(len(order) - 1, 0, -1):
            other = int(rng.random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order[turn:] + order[:turn]


@dataclass(slots=True)
class Counts:
    """Sums over some games."""

    games: int = 0
    actions: int = 0
    rounds: int = 0
    dead_rounds: int = 0
    wins: list[int] = field(default_factory=list)
    """Number of games won, by seat."""
    wins_by_player: list[int] = field(default_factory=list)
    """Number of games won, by index into the simulation's `bots`."""
    points_by_player: list[int] = field(default_factory=list)
    """Points from won rounds, by index into `bots`; with ``scoring=caught``, points of every hand."""
    squares_by_player: list[int] = field(default_factory=list)
    """Sums of the squared round points, by index into `bots`, for the confidence interval."""

    @classmethod
    def none(cls, players: int) -> Self:
        """Return the counts of no game."""
        return cls(0, 0, 0, 0, [0] * players, [0] * players, [0] * players, [0] * players)

    def add(self, other: "Counts") -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.actions += other.actions
        self.rounds += other.rounds
        self.dead_rounds += other.dead_rounds
        for mine, theirs in (
            (self.wins, other.wins),
            (self.wins_by_player, other.wins_by_player),
            (self.points_by_player, other.points_by_player),
            (self.squares_by_player, other.squares_by_player),
        ):
            for place, count in enumerate(theirs):
                mine[place] += count


def play_game(simulation: Simulation, number: int, levels: Mapping[str, Bot] = LEVELS) -> Counts:
    """Play one game of the simulation and return its counts; `levels` are the bots by level."""
    players = len(simulation.bots)
    seating = simulation.seating(number)
    bots = [simulation.bot(player, levels) for player in seating]
    seed = f"{simulation.seed}/{number}"
    rngs = [Random(f"{seed}/bot/{seat}") for seat in range(players)]  # noqa: S311  # no secret
    counts = Counts.none(players)
    counts.games = 1
    match, _ = Match.start(simulation.rules, players, seed)
    while True:
        while match.round.phase is not Phase.OVER:
            seat, action = next_action(match, bots, rngs)
            match, _ = match.apply(seat, action)
            counts.actions += 1
        _count_round(counts, match, seating)
        if match.over or not simulation.matches:
            break
        match, _ = match.apply(match.turn, match.legal(match.turn)[0])
        counts.actions += 1
    result = match.round.result
    winner = match.winner if simulation.matches or result is None else result.winner
    if winner is not None:
        counts.wins[winner] += 1
        counts.wins_by_player[seating[winner]] += 1
    return counts


def next_action(match: Match, bots: Sequence[Bot], rngs: Sequence[Random]) -> tuple[int, Action]:
    """Return the next seat and its action; calls, catches and jump-ins by other seats come before the seat on turn."""
    turn = match.turn
    if match.rules.jump_in or match.round.owing:
        for step in range(1, match.seats):
            seat = (turn + step) % match.seats
            if match.legal(seat) and (action := bots[seat](match.view(seat), rngs[seat])):
                return seat, action
    action = bots[turn](match.view(turn), rngs[turn])
    return turn, action or match.idle(turn)


def _count_round(counts: Counts, match: Match, seating: Sequence[int]) -> None:
    result = match.round.result
    assert result is not None, "a round that is over has a result"
    counts.rounds += 1
    if result.winner is None:
        counts.dead_rounds += 1
        return
    won = [0] * match.seats
    for seat, points in enumerate(result.points):
        to = result.winner if match.rules.scoring == "winner_takes" else seat
        won[seating[to]] += points
    for player, points in enumerate(won):
        counts.points_by_player[player] += points
        counts.squares_by_player[player] += points * points


def play_games(simulation: Simulation, first: int, last: int) -> Counts:
    """Play the games numbered from `first` up to, not including, `last`; return their counts."""
    counts = Counts.none(len(simulation.bots))
    for number in range(first, last):
        counts.add(play_game(simulation, number))
    return counts


def _chunks(simulation: Simulation) -> list[tuple[int, int]]:
    size = max(1 if simulation.matches or simulation.playouts else 5, simulation.games // CHUNKS)
    return [(first, min(first + size, simulation.games)) for first in range(0, simulation.games, size)]


def _in_this_process(simulation: Simulation) -> Iterator[Counts]:
    for first, last in _chunks(simulation):
        yield play_games(simulation, first, last)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker process; only the main process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until the end of the ``with`` block; processes started inside it ignore it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_processes(simulation: Simulation, jobs: int) -> Iterator[Counts]:
    """Play in the given number of processes; always end them, even when interrupted."""
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

    def share(self, level: str) -> tuple[float, float, float]:
        """Return the percentage of games won by one player of a level, with its 95% interval."""
        seats = self.levels[level]
        won = sum(self.counts.wins)
        share, low, high = wilson(self.of_level(self.counts.wins_by_player, level), won)
        return 100 * share / seats, 100 * low / seats, 100 * high / seats

    def points(self, level: str) -> tuple[float, float, float]:
        """Return the mean points per round of one player of a level, with the 95% interval."""
        rounds = max(1, self.counts.rounds) * self.levels[level]
        mean = self.of_level(self.counts.points_by_player, level) / rounds
        spread = self.of_level(self.counts.squares_by_player, level) / rounds - mean * mean
        half = Z * (max(0.0, spread) / rounds) ** 0.5
        return mean, mean - half, mean + half

    @property
    def json(self) -> dict[str, Any]:
        """The report as JSON values; shares are in percent of the games won."""
        counts, rules = self.counts, self.simulation.rules
        seconds = max(self.seconds, 1e-9)
        return {
            "games": counts.games,
            "game": "match" if self.simulation.matches else "round",
            "players": len(self.simulation.bots),
            "bots": list(self.simulation.bots),
            "playouts": self.simulation.playouts,
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
