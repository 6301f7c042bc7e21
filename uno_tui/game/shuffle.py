"""The shuffle: the engine's own, so that a seed means the same order on every Python and machine.

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
    """A seed of 128 random bits, as 32 hexadecimal digits, from the operating system."""
    return secrets.token_hex(16)


def seed_hash(seed: str) -> str:
    """What is told before the deal: SHA-256 (FIPS 180-4) of the seed's UTF-8 bytes, in hexadecimal.

    >>> seed_hash("family evening")[:16]
    'b87b7b3e3557eafb'
    """
    return sha256(seed.encode()).hexdigest()


def shuffled(cards: Sequence[int], seed: str, number: int) -> list[int]:
    """The cards in the order of the match's shuffle `number`; the last is the top of the pile.

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
