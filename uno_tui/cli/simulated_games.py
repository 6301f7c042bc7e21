"""Simulated games: one game between bots, and the counts of several.

Game number `g` has the seed ``SEED/g``, and its bots the seeds ``SEED/g/bot/SEAT``, so its course does not depend on
the process that plays it. Seats are balanced: in every block of as many games as there are players, each bot plays one
game on each seat, in a random order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Self

from uno_tui.bots import LEVELS
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import Bot
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase


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
    """Number of games won, by seat; in games of teams, by the seat of the winning team that went out."""
    wins_by_player: list[int] = field(default_factory=list)
    """Number of games won, by index into the simulation's `bots`."""
    points_by_player: list[int] = field(default_factory=list)
    """Points from won rounds, by index into `bots`; with ``scoring=caught``, points of every hand.

    A player of a team has the team's points.
    """
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
    bots = [levels[simulation.bots[player]] for player in seating]
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
    """Return the next action with the seat that takes it; calls, catches and jump-ins by other seats come first."""
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
    for seat, points in enumerate(result.gained(match.rules)):
        counts.points_by_player[seating[seat]] += points
        counts.squares_by_player[seating[seat]] += points * points


def play_games(simulation: Simulation, first: int, last: int) -> Counts:
    """Play the games numbered from `first` up to, but not including, `last`; return their counts."""
    counts = Counts.none(len(simulation.bots))
    for number in range(first, last):
        counts.add(play_game(simulation, number))
    return counts
