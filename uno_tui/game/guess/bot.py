"""Random numbers, from outside: the engine and whoever plays by it take theirs from an argument, never of their own."""

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """Random numbers: a seeded `random.Random` is one; nothing else of it is used, so every Python gives the same."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""


def mixed(cards: Sequence[int], chance: Chance) -> list[int]:
    """The cards in a random order."""
    order = list(cards)
    random = chance.random
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
