"""The interface of a bot: a function from a seat's view and a source of random numbers to an action."""

from collections.abc import Callable, Sequence
from typing import Protocol

from uno_tui.game.actions import Action
from uno_tui.game.view import PlayerView


class RandomSource(Protocol):
    """A source of random numbers, such as a seeded `random.Random`.

    Only `random` is used, since its sequence is the same on every Python version.
    """

    def random(self) -> float:
        """Return the next random number, at least 0 and less than 1."""


Bot = Callable[[PlayerView, RandomSource], Action | None]
"""A function that returns one of the view's legal actions, or None for no action now if the seat is not on turn."""


def shuffled(cards: Sequence[int], random_source: RandomSource) -> list[int]:
    """Return the given cards in a random order."""
    order = list(cards)
    random = random_source.random
    for last in range(len(order) - 1, 0, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
