"""Ratings: what the places of a match say about how well its players play, by the Plackett-Luce model of OpenSkill."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """How well somebody plays: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def points(self) -> int:
        """As people see it: three sigmas below the mean, scaled so that a newcomer has 1000."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


@dataclass(frozen=True, slots=True)
class Placed:
    """A player with a place in a match."""

    player: str
    place: int
    rating: Rating


def rated(placed: Sequence[Placed]) -> dict[str, Rating]:
    """Everybody's rating after a match with those places; equal places are draws.

    A player who has several places, as bots of one level may, gets the mean of what each would mean.
    """
    teams = [[_MODEL.rating(mu=one.rating.mu, sigma=one.rating.sigma)] for one in placed]
    after = _MODEL.rate(teams, ranks=[float(one.place) for one in placed])
    found: dict[str, list[Rating]] = {}
    for one, (rating,) in zip(placed, after, strict=True):
        found.setdefault(one.player, []).append(Rating(rating.mu, rating.sigma))
    return {player: _mean(ratings) for player, ratings in found.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    count = len(ratings)
    return Rating(sum(one.mu for one in ratings) / count, sum(one.sigma for one in ratings) / count)
