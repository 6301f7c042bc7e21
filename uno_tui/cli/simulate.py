"""Many games between bots, counted: what `uno simulate` does.

Game number `g` is played from the seed ``SEED/g`` and its bots from ``SEED/g/bot/SEAT``, so it is the same whoever
plays it; counts are sums over games, so they are the same however the games are spread over processes. The seats are
balanced: of every `players` games in a row each bot plays one on each seat, in an order drawn for these games.
"""

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from random import Random
from typing import Any, Final, Self

from uno_tui.bots import LEVELS
from uno_tui.bots.sharp import deep
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import Bot
from uno_tui.game.match import Match
from uno_tui.game.rules import OPTIONS, Rules
from uno_tui.game.view import Phase

CHUNKS: Final = 2000
"""Parts of a long simulation, each played by a process before it reports."""


Z: Final = 1.959964
"""Standard deviations on either side that hold 95%."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be simulated."""

    rules: Rules
    bots: tuple[str, ...]
    """The level of each player."""
    games: int
    seed: str
    matches: bool = False
    """A game is a match to the target, not one round."""
    preset: str = ""
    """What was asked for; else the one nearest to the rules."""
    playouts: int = 0
    """Imagined rounds in which sharp bots play out each decision; 0: they only weigh."""

    def seating(self, number: int) -> list[int]:
        """Who sits where in a game: by seat, the player's place in `bots`."""
        block, turn = divmod(number, len(self.bots))
        order = list(range(len(self.bots)))
        chance = Random(f"{self.seed}/seats/{block}")  # noqa: S311  # no secret
        for last in range(len(order) - 1, 0, -1):
            other = int(chance.random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order[turn:] + order[:turn]


@dataclass(slots=True)
class Counts:
    """What came of some games, as sums."""

    games: int = 0
    actions: int = 0
    rounds: int = 0
    dead_rounds: int = 0
    wins: list[int] = field(default_factory=list)
    """Games won, by seat."""
    wins_by_player: list[int] = field(default_factory=list)
    """Games won, by place in the plan's `bots`."""
    points_by_player: list[int] = field(default_factory=list)
    """Points in won rounds: those of the others' cards for its winner, or with ``scoring=caught`` one's own."""
    squares_by_player: list[int] = field(default_factory=list)
    """The sums of the squares of these, for their interval."""

    @classmethod
    def none(cls, players: int) -> Self:
        """No game yet."""
        return cls(0, 0, 0, 0, [0] * players, [0] * players, [0] * players, [0] * players)

    def add(self, other: "Counts") -> None:
        """Count those games too."""
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


def by_playouts(plan: Plan, player: int) -> bool:
    """Whether that player looks ahead."""
    return plan.playouts > 0 and plan.bots[player] == "sharp"


def play_game(plan: Plan, number: int, levels: Mapping[str, Bot] = LEVELS) -> Counts:
    """Play one game of the plan, by the bots of those names."""
    players = len(plan.bots)
    seating = plan.seating(number)
    bots = [deep(plan.playouts) if by_playouts(plan, player) else levels[plan.bots[player]] for player in seating]
    seed = f"{plan.seed}/{number}"
    chances = [Random(f"{seed}/bot/{seat}") for seat in range(players)]  # noqa: S311  # no secret
    counts = Counts.none(players)
    counts.games = 1
    match, _ = Match.start(plan.rules, players, seed)
    while True:
        while match.round.phase is not Phase.OVER:
            seat, action = next_action(match, bots, chances)
            match, _ = match.apply(seat, action)
            counts.actions += 1
        _count_round(counts, match, seating)
        if match.over or not plan.matches:
            break
        match, _ = match.apply(match.turn, match.legal(match.turn)[0])
        counts.actions += 1
    result = match.round.result
    winner = match.winner if plan.matches or result is None else result.winner
    if winner is not None:
        counts.wins[winner] += 1
        counts.wins_by_player[seating[winner]] += 1
    return counts


def next_action(match: Match, bots: Sequence[Bot], chances: Sequence[Random]) -> tuple[int, Action]:
    """Who acts next and how: a bot that calls, catches or jumps in is faster than the seat on turn."""
    turn = match.turn
    if match.rules.jump_in or match.round.owing:
        for step in range(1, match.seats):
            seat = (turn + step) % match.seats
            if match.legal(seat) and (action := bots[seat](match.view(seat), chances[seat])):
                return seat, action
    action = bots[turn](match.view(turn), chances[turn])
    return turn, action or match.idle(turn)


def _count_round(counts: Counts, match: Match, seating: Sequence[int]) -> None:
    result = match.round.result
    assert result is not None, "a round that is over has its result"
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


def play_games(plan: Plan, first: int, last: int) -> Counts:
    """Play the games of the plan from number `first` up to, but not including, `last`."""
    counts = Counts.none(len(plan.bots))
    for number in range(first, last):
        counts.add(play_game(plan, number))
    return counts


def _chunks(plan: Plan) -> list[tuple[int, int]]:
    size = max(1 if plan.matches or plan.playouts else 5, plan.games // CHUNKS)
    return [(first, min(first + size, plan.games)) for first in range(0, plan.games, size)]


def _in_this_process(plan: Plan) -> Iterator[Counts]:
    for first, last in _chunks(plan):
        yield play_games(plan, first, last)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_processes(plan: Plan, jobs: int) -> Iterator[Counts]:
    """Play in that many processes; however it ends, none of them is left over."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    done = False
    try:
        for played in as_completed([pool.submit(play_games, plan, *chunk) for chunk in _chunks(plan)]):
            yield played.result()
        done = True
    finally:
        pool.shutdown(wait=done, cancel_futures=True)
        for child in () if done else active_children():
            child.terminate()


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation found."""

    plan: Plan
    counts: Counts
    seconds: float

    @property
    def levels(self) -> dict[str, int]:
        """How many players there are of each level."""
        return {level: self.plan.bots.count(level) for level in dict.fromkeys(self.plan.bots)}

    def of_level(self, by_player: Sequence[int], level: str) -> int:
        """The sum of a count over the players of a level."""
        return sum(count for count, bot in zip(by_player, self.plan.bots, strict=True) if bot == level)

    def share(self, level: str) -> tuple[float, float, float]:
        """What one player of that level wins of the games that were won, and its 95% interval, in percent."""
        seats = self.levels[level]
        won = sum(self.counts.wins)
        share, low, high = wilson(self.of_level(self.counts.wins_by_player, level), won)
        return 100 * share / seats, 100 * low / seats, 100 * high / seats

    def points(self, level: str) -> tuple[float, float, float]:
        """The points of one player of that level a round, and their 95% interval."""
        rounds = max(1, self.counts.rounds) * self.levels[level]
        mean = self.of_level(self.counts.points_by_player, level) / rounds
        spread = self.of_level(self.counts.squares_by_player, level) / rounds - mean * mean
        half = Z * (max(0.0, spread) / rounds) ** 0.5
        return mean, mean - half, mean + half

    @property
    def json(self) -> dict[str, Any]:
        """All of it as plain values; shares in percent of the games won."""
        counts, rules = self.counts, self.plan.rules
        seconds = max(self.seconds, 1e-9)
        return {
            "games": counts.games,
            "game": "match" if self.plan.matches else "round",
            "players": len(self.plan.bots),
            "bots": list(self.plan.bots),
            "playouts": self.plan.playouts,
            "preset": self.plan.preset or rules.preset,
            "options": {name: option.text(getattr(rules, name)) for name, option in OPTIONS.items()},
            "seed": self.plan.seed,
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
    """A share and its 95% interval by Wilson's score.

    >>> [round(part, 3) for part in wilson(50, 100)]
    [0.5, 0.404, 0.596]
    """
    if not of:
        return 0.0, 0.0, 1.0
    share = won / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * (share * (1 - share) / of + Z * Z / (4 * of * of)) ** 0.5
    return share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def simulate(plan: Plan, jobs: int = 1, told: Callable[[int], None] = lambda _games: None) -> Report:
    """Play all games of the plan; `told` hears how many more are done. The counts do not depend on `jobs`."""
    plan.rules.check_seats(len(plan.bots))
    began = time.monotonic()
    counts = Counts.none(len(plan.bots))
    for part in _in_this_process(plan) if jobs == 1 else _in_processes(plan, jobs):
        counts.add(part)
        told(part.games)
    return Report(plan, counts, time.monotonic() - began)
