"""The features of an action, from which the hard bot computes its worth; `Position.features` computes them."""

from typing import Final, NamedTuple

FEW: Final = 2
"""A seat with this many cards or fewer is about to go out."""


class Features(NamedTuple):
    """Numbers that describe the position right after an action which does not end the round, or a weight for each.

    The hand is the one held after the action, after a swap the hand received; of a hand that the seat has not seen,
    shares and counts are expected values.
    """

    played: float
    """1 if the action plays a card."""
    double: float
    """1 if the action plays two equal number cards at once (R10.4)."""
    given: float
    """Cards that the next seat will owe as a penalty after the action, divided by 4."""
    taken: float
    """Cards that the seat itself draws through the action, or has just drawn, divided by 4."""
    follow: float
    """Part of the remaining hand that has the color in force, 0 to 1."""
    same_rank: float
    """Part of the remaining hand that has the top card's rank in another color, 0 to 1."""
    colors: float
    """Number of colors in the hand, divided by 4."""
    answer: float
    """1 if the remaining hand holds a matching card or a wild."""
    wilds_left: float
    """1 if the remaining hand holds a wild."""
    one_left: float
    """1 if one card remains after the action."""
    last_wild: float
    """1 if one card remains after the action and that card is a wild; if hands move, the probability of that."""
    wild: float
    """1 if the action plays a Wild."""
    four: float
    """1 if the action plays a Wild Draw Four."""
    wild_late: float
    """Same as `wild`, but 0 unless another seat holds `FEW` cards or fewer."""
    four_late: float
    """Same as `four`, but 0 unless another seat holds `FEW` cards or fewer."""
    bluff: float
    """1 if the action plays a Wild Draw Four that would be found guilty if challenged (R7.4)."""
    points: float
    """Value of the colored card that is played, divided by 20."""
    action: float
    """1 if the action plays a Skip, a Reverse or a Draw Two."""
    stop_next: float
    """1 if the action makes the next seat lose its turn while that seat holds `FEW` cards or fewer."""
    again: float
    """1 if the seat stays on turn after the action and holds a matching card or a wild."""
    stuck: float
    """Probability that the next player holds no matching card and no wild."""
    stuck_late: float
    """Same as `stuck`, but 0 unless the next player holds `FEW` cards or fewer."""
    gain: float
    """Cards by which a swap or pass of hands (R11.2) shrinks the seat's hand, divided by 7; negative if it grows."""
    color_out: float
    """Part of the unseen cards that has the color in force, 0 to 1."""
    points_late: float
    """Value of the card played, divided by 20; 0 unless another seat holds `FEW` cards or fewer."""
    color_size: float
    """Number of cards of the hand in the color in force, divided by 7."""
    two_left: float
    """1 if two cards remain after the action."""
    three_left: float
    """1 if three cards remain after the action."""
    short: float
    """1 divided by the number of cards that remain after the action."""
    sure_two: float
    """1 if two cards remain after the action and one of the two is a wild."""
    sure_three: float
    """1 if three cards remain after the action and one of the three is a wild."""
    wild_full: float
    """1 if the action plays a Wild and four cards or more remain."""
    four_full: float
    """1 if the action plays a Wild Draw Four and four cards or more remain."""
    last_fits: float
    """1 if one card remains after the action and that card matches the top card or the color in force."""
    race: float
    """1 if the seat and another seat both hold `FEW` cards or fewer."""
