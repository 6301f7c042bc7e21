"""The weights of the rollout policy, found by playing rounds between variants of it (tests/bench/fit_rollout.py)."""

from typing import Final, NamedTuple


class RolloutWeights(NamedTuple):
    """What makes up the worth of a card that may be played; only differences between cards mean anything."""

    held: tuple[float, ...]
    """For a colored card: by number of cards of its color in the hand, from 1 up; the last value is for more, too."""
    stays: float
    """For a card of the color in force."""
    same_rank: float
    """For each other card of the same rank in the hand; not for wilds."""
    ranks: tuple[tuple[float, ...], ...]
    """For a Skip, a Reverse, a Draw Two, a Wild and a Wild Draw Four, each by number of cards of the next seat: 1 to 4
    or more.
    """
    turned: tuple[float, ...]
    """For a Reverse among three or more players: by number of cards of the seat before, 1 to 4 or more."""
    swap: float
    """For a 7 that swaps hands: for each card by which the own hand shrinks (R11.2)."""
    passed: float
    """For a 0 that passes hands along, likewise."""


DUEL: Final = RolloutWeights(
    held=(5.45, 3.65, 1.52, 0.95, 10.89, 15.34, 16.46),
    stays=6.00,
    same_rank=-3.04,
    ranks=(
        (16.06, 13.09, 1.50, 1.63),  # Skip
        (15.38, 12.47, 1.90, 1.76),  # Reverse
        (14.25, 13.05, 2.16, 1.22),  # Draw Two
        (-5.67, -5.64, -2.36, -4.10),  # Wild
        (0.37, -2.59, -2.53, -5.67),  # Wild Draw Four
    ),
    turned=(0.00, 0.00, 0.00, 0.00),
    swap=6.44,
    passed=4.55,
)
"""Weights between two players."""

TABLE: Final = RolloutWeights(
    held=(-0.51, 3.23, 7.13, 7.41, 9.58, 8.99, 12.28),
    stays=1.20,
    same_rank=0.65,
    ranks=(
        (10.50, 10.22, 1.38, 1.06),  # Skip
        (7.12, 9.15, 1.02, -1.31),  # Reverse
        (9.96, 6.50, 1.46, -1.63),  # Draw Two
        (-5.17, -6.42, -3.87, -4.23),  # Wild
        (-6.79, -6.75, -8.53, -9.86),  # Wild Draw Four
    ),
    turned=(-2.63, -2.73, -1.95, 0.00),
    swap=3.29,
    passed=2.79,
)
"""Weights among three or more players."""
