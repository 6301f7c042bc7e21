"""One hidden card, as far as it is known, and what such cards tell of a whole hand."""

from collections.abc import Sequence

from uno_tui.game.cards import Card, Deck


class Slot:
    """A card that somebody holds, as far as it is known."""

    __slots__ = ("doubts", "may", "shuns")

    def __init__(self, may: int) -> None:
        self.may = may
        """The cards it can be, as a set."""
        self.shuns = 0
        """The cards it hardly is: with one of them something would have been played."""
        self.doubts = 0
        """The cards it is less likely than others: most people would have played it rather than what they played."""


def see(deck: Deck, slots: Sequence[Slot], faces: Sequence[Card]) -> None:
    """Take in that these cards were shown, in the order in which they are held."""
    for slot, face in zip(slots, faces, strict=False):
        slot.may, slot.shuns, slot.doubts = deck.of_face[face], 0, 0


def likeliest(slots: Sequence[Slot], face: int, shown: int) -> int:
    """The place of the slot that a card with one of these faces was played from: the narrowest.

    `shown`: the numbers of that face that are still hidden.
    """
    best, least = 0, 1 << 20
    for place, slot in enumerate(slots):
        may = slot.may
        if not may & shown:
            width = 1 << 16
        elif not may & ~face:
            return place
        elif shown & ~slot.shuns:
            width = (may & ~slot.shuns).bit_count()
        else:
            width = may.bit_count() + 1000
        if width < least:
            best, least = place, width
    return best


def numbers(deck: Deck, faces: Sequence[Card], slots: Sequence[Slot], hidden: int, pile: int) -> int:
    """Numbers for the cards of a hand: first those drawn from a pile that is known, then any."""
    found = 0
    wanted = list(faces)
    for slot in slots:
        face = deck.cards[slot.may.bit_length() - 1] if slot.may else None
        if face not in wanted or slot.may & ~deck.of_face[face]:
            continue
        if free := slot.may & hidden & ~found:
            found |= free & -free
            wanted.remove(face)
    for face in wanted:
        free = deck.of_face[face] & hidden & ~found
        old = free & ~pile or free
        found |= old & -old
    return found
