"""One hidden card, and steps of the inference that concern a whole hand of hidden cards."""

from collections.abc import Sequence

from uno_tui.game.cards import Card
from uno_tui.game.deck import Deck


class HiddenCard:
    """The knowledge about one hidden card in a hand; all sets are sets of card ids."""

    __slots__ = ("doubtful", "possible", "unlikely")

    def __init__(self, possible: int) -> None:
        self.possible = possible
        """The cards that the hidden card may be."""
        self.unlikely = 0
        """The cards that the hidden card almost certainly is not: the seat would have played them on drawing them."""
        self.doubtful = 0
        """The cards that the hidden card is less likely to be, because most people would have played them earlier."""

    def may_have_been(self, other: "HiddenCard") -> None:
        """Record that perhaps this card was played and the other one stayed, so that this one may be what that was."""
        self.unlikely |= other.possible & ~self.possible
        self.possible |= other.possible

    def likely(self, unseen: int) -> int:
        """Return the unseen cards that the hidden card likely is, as a set; empty only if `unseen` is empty."""
        possible = self.possible & unseen or unseen
        return possible & ~self.unlikely or possible


def reveal(deck: Deck, held: Sequence[HiddenCard], faces: Sequence[Card]) -> None:
    """Record that a whole hand was shown: each hidden card gets its known face, in the order of `held`."""
    for hidden, face in zip(held, faces, strict=False):
        hidden.possible, hidden.unlikely, hidden.doubtful = deck.of_face[face], 0, 0


def likeliest(held: Sequence[HiddenCard], face: int, shown: int) -> int:
    """Return the index of the hidden card that was most likely played: the one with the fewest possibilities.

    Args:
        held: The hidden cards of the hand.
        face: The set of all cards with the face that was played.
        shown: Those of them that are still hidden.
    """
    best, least = 0, 1 << 20
    for index, hidden in enumerate(held):
        possible = hidden.possible
        if not possible & shown:
            width = 1 << 16
        elif not possible & ~face:
            return index
        elif shown & ~hidden.unlikely:
            width = (possible & ~hidden.unlikely).bit_count()
        else:
            width = possible.bit_count() + 1000
        if width < least:
            best, least = index, width
    return best


def assign_ids(deck: Deck, faces: Sequence[Card], held: Sequence[HiddenCard], unseen: int, pile: int) -> int:
    """Return ids for the faces of the bot's own hand, as a set.

    Equal cards have different ids, of which a view shows none. Cards drawn from a pile whose cards are known get ids
    of that pile; the rest get any.

    Args:
        deck: The cards of the match.
        faces: The hand.
        held: What was inferred about the hand.
        unseen: The cards that are neither on the discard pile nor in the hand.
        pile: The cards that were in the draw pile after the last reshuffle.
    """
    found = 0
    wanted = list(faces)
    for hidden in held:
        face = deck.cards[hidden.possible.bit_length() - 1] if hidden.possible else None
        if face not in wanted or hidden.possible & ~deck.of_face[face]:
            continue
        if free := hidden.possible & unseen & ~found:
            found |= free & -free
            wanted.remove(face)
    for face in wanted:
        free = deck.of_face[face] & unseen & ~found
        old = free & ~pile or free
        found |= old & -old
    return found
