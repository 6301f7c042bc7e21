"""The shuffle. It is the engine's own, so that a seed gives the same order on every Python and machine.

Shuffle number ``n`` of a match (counted from 0 over dealer draws, deals and reshuffles) takes the bytes of SHAKE-256
(FIPS 202) over ``"uno-tui/1:" + seed + ":" + str(n)`` in UTF-8, eight bytes a card, each eight a little-endian
integer ``w[i]``. The cards, sorted in card order, are then shuffled by Fisher and Yates' method: for ``i`` from the
last down to 1, card ``i`` changes places with card ``w[i] % (i + 1)``. The last card of the result is the top one.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256, shake_256
from struct import unpack


def new_seed() -> str:
    """Return a seed of 128 random bits from the operating system, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def seed_hash(seed: str) -> str:
    """Return SHA-256 (FIPS 180-4) of the seed's UTF-8 bytes, as 64 hexadecimal digits.

    It is shown before the deal and proves after the match that the seed was not changed.

    Raises:
        ValueError: The seed cannot be encoded as UTF-8.

    >>> seed_hash("family evening")[:16]
    'b87b7b3e3557eafb'
    """
    return sha256(seed.encode()).hexdigest()


def shuffled(cards: Sequence[int], seed: str, number: int) -> list[int]:
    """Return the cards as shuffle `number` of the match orders them; the last is the top of the pile.

    Args:
        cards: Card ids, sorted.
        seed: The seed of the match.
        number: Number of shuffles in the match before this one.

    Raises:
        ValueError: The seed cannot be encoded as UTF-8.

    >>> shuffled(range(8), "family evening", 0)
    [6, 5, 3, 1, 7, 2, 4, 0]
    """
    order = list(cards)
    size = len(order)
    words = unpack(f"<{size}Q", shake_256(f"uno-tui/1:{seed}:{number}".encode()).digest(8 * size))
    for i in range(size - 1, 0, -1):
        j = words[i] % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order
