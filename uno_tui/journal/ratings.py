"""Ratings of players from their places in matches, by the Plackett-Luce model of OpenSkill."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """A player's estimated skill, as a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def points(self) -> int:
        """The displayed rating: three sigmas below the mean, scaled so that a new player has 1000."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's place in a match, and their rating before the match."""

    player: str
    place: int
    rating: Rating
    team: int
    """The player's team; players with the same number are rated together."""


def rated(placed: Sequence[Placed]) -> dict[str, Rating]:
    """Return everybody's rating after a match; equal places are draws.

    A player with several places, such as bots of one level, gets the mean of the ratings for each place.
    """
    teams: dict[int, list[Placed]] = {}
    for one in placed:
        teams.setdefault(one.team, []).append(one)
    before = [[_MODEL.rating(mu=one.rating.mu, sigma=one.rating.sigma) for one in team] for team in teams.values()]
    after = _MODEL.rate(before, ranks=[float(team[0].place) for team in teams.values()])
    found: dict[str, list[Rating]] = {}
    for team, ratings in zip(teams.values(), after, strict=True):
        for one, rating in zip(team, ratings, strict=True):
            found.setdefault(one.player, []).append(Rating(rating.mu, rating.sigma))
    return {player: _mean(ratings) for player, ratings in found.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    count = len(ratings)
    return Rating(sum(one.mu for one in ratings) / count, sum(one.sigma for one in ratings) / count)
