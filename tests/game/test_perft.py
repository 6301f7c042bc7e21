"""Golden counts of action sequences, so that no change of the engine can change the rules unseen.

A count at depth 3 is how many sequences of three legal actions there are, each an action of some seat, on from a
position; leaving is not counted. A position is reached from a match's start by a fixed way of playing. All counts were
found by the engine and confirmed, each of them, by the naive second program. A test run repeats those of the engine up
to 6,000 and those of the naive program up to 1,000; all of both, in about a minute::

    python -m tests.game.test_perft
"""

import pytest

from tests.game import naive
from tests.game.anyrules import moves, options
from tests.game.games import ruled
from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.match import Match

SEED = "perft"

GOLDEN: dict[tuple[str, int, int], tuple[int, ...]] = {
    ("classic", 2, 0): (2, 5, 11, 20, 50, 142, 366, 1048, 2779, 7859),
    ("classic", 2, 25): (2, 6, 20, 88, 323, 1257, 4938),
    ("classic", 2, 60): (3, 10, 28, 104, 306, 884, 2512, 7087),
    ("classic", 4, 0): (6, 13, 26, 64, 195, 444, 1152, 2881, 6760),
    ("classic", 4, 25): (1, 5, 5, 10, 29, 81, 285, 469, 1366, 3055, 9351),
    ("classic", 4, 60): (2, 5, 17, 46, 160, 458, 1446, 4225),
    ("classic", 10, 0): (3, 18, 63, 249, 896, 2874, 11713, 42568, 127982),
    ("classic", 10, 25): (3, 8, 21, 59, 161, 505, 1134, 2526, 6803),
    ("classic", 10, 60): (2, 10, 51, 112, 297, 677, 2496, 12921),
    ("official", 2, 0): (6, 13, 36, 159, 459, 1827, 6046),
    ("official", 2, 25): (3, 18, 47, 189, 677, 2298, 8032),
    ("official", 2, 60): (6, 20, 79, 240, 775, 2627, 8437),
    ("official", 4, 0): (6, 13, 66, 152, 423, 1036, 3848, 12991),
    ("official", 4, 25): (1, 2, 2, 11, 20, 54, 139, 454, 1366, 4155, 12204, 40038),
    ("official", 4, 60): (4, 10, 30, 92, 396, 1353, 4567),
    ("official", 10, 0): (3, 18, 63, 257, 960, 3168, 13255),
    ("official", 10, 25): (2, 2, 10, 20, 51, 143, 361, 1019, 2441, 5059),
    ("official", 10, 60): (2, 7, 19, 64, 192, 653, 2191, 4758),
    ("irish", 2, 0): (5, 5, 8, 30, 35, 104, 236, 529, 1059, 2360, 4630),
    ("irish", 2, 25): (1, 7, 15, 84, 97, 418, 435, 1718, 2481, 6319),
    ("irish", 2, 60): (1, 1, 1, 2, 2, 4, 5, 10, 12, 16, 25, 41),
    ("irish", 4, 0): (5, 8, 34, 48, 78, 146, 498, 825, 1432, 2719, 6727),
    ("irish", 4, 25): (1, 1, 1, 2, 6, 24, 35, 123, 239, 449, 836, 1990),
    ("irish", 4, 60): (2, 3, 7, 11, 23, 45, 94, 148, 291, 562, 1195, 1962),
    ("irish", 10, 0): (2, 14, 28, 111, 261, 649, 2541, 6153),
    ("irish", 10, 25): (2, 2, 5, 9, 9, 25, 37, 60, 141, 231, 351, 751),
    ("irish", 10, 60): (1, 6, 12, 31, 127, 364, 1480, 4137),
    ("party", 2, 0): (6, 12, 37, 176, 602, 2001, 7295),
    ("party", 2, 25): (2, 4, 13, 56, 209, 725, 2659, 9766),
    ("party", 2, 60): (3, 15, 72, 285, 1241, 5214),
    ("party", 4, 0): (8, 26, 102, 295, 809, 2286, 7343),
    ("party", 4, 25): (1, 5, 14, 27, 126, 681, 3646, 16770, 67683, 270482),
    ("party", 4, 60): (1, 2, 4, 11, 47, 225, 900, 3300, 11942),
    ("party", 10, 0): (3, 27, 217, 1553, 10451),
    ("party", 10, 25): (12, 111, 525, 2997, 16321),
    ("party", 10, 60): (1, 2, 6, 15, 74, 560, 2748, 11072),
    ("quick", 2, 60): (3, 10, 28, 102, 288, 792, 2111, 5601),
    ("quick", 4, 60): (2, 5, 17, 46, 160, 458, 1446, 4225),
    ("quick", 10, 60): (2, 10, 51, 112, 297, 677, 2496, 12921),
    ("quick hand_size=2", 2, 4): (1, 2, 10, 22, 69, 157, 368, 792, 1517, 3134, 6454, 13958),
    ("quick hand_size=2", 4, 5): (1, 3, 10, 19, 57, 184, 555, 1420, 3744, 8668),
    ("classic hand_size=2 target=30", 3, 6): (3, 6, 8, 22, 38, 72, 161, 501, 1155, 2278, 5678),
    ("party hand_size=3 target=20", 3, 12): (3, 9, 33, 106, 318, 1004, 3407, 11597),
    ("party deck=regular queen=skip", 5, 20): (2, 6, 10, 22, 62, 159, 434, 1246, 3723, 11776),
    ("official scoring=caught target=30 hand_size=3 stacking=same", 3, 14): (3, 12, 28, 55, 131, 308, 716, 1688, 4110),
    ("irish deck=regular king=wild_draw_four", 2, 10): (6, 12, 47, 87, 248, 558, 2068, 5401),
    ("party hand_size=1 must_play=on", 4, 0): (17, 210, 1763, 8117),
    ("classic teams=pairs hand_size=2 target=30", 4, 5): (1, 3, 10, 19, 57, 184, 555, 1420, 3744),
    ("quick teams=halves hand_size=2", 6, 9): (1, 2, 6, 12, 23, 78, 372, 1299, 3583),
    ("party teams=pairs scoring=caught hand_size=1 target=30", 4, 6): (1, 2, 10, 20, 46, 132, 361, 944, 2839, 8226),
    ("official teams=halves hand_size=2 target=20", 8, 20): (1, 1, 1, 2, 3, 13, 35, 100, 146, 389, 930, 2742),
}
"""By rules, seats and moves already played: the counts at depth 1, 2, 3 ..."""


def perft(match: Match, depth: int) -> int:
    """Return the number of sequences of `depth` legal actions."""
    if depth == 1:
        return len(moves(match))
    return sum(perft(match.apply(seat, one)[0], depth - 1) for seat, one in moves(match))


def position(rules: str, seats: int, played: int) -> tuple[Match, naive.State]:
    """Return the engine's and the naive program's match after the same moves, most of which are plays."""
    match, _ = Match.start(ruled(rules), seats, SEED)
    second = naive.new_match(options(ruled(rules)), seats, SEED)
    for step in range(played):
        choices = sorted(moves(match), key=_plays_first)
        seat, one = choices[(7 * step) % len(choices) if step % 5 == 0 else 0]
        match, _ = match.apply(seat, one)
        second = naive.act(second, seat, one.text)
    return match, second


def _plays_first(move: tuple[int, Action]) -> tuple[bool, int, str]:
    return not isinstance(move[1], Play | JumpIn), move[0], move[1].text


def upto(most: int, golden: tuple[int, ...]) -> tuple[int, ...]:
    """Return the counts by depth, up to the first that exceeds `most`."""
    return golden[: next((place for place, count in enumerate(golden) if count > most), len(golden))]


@pytest.mark.parametrize(("rules", "seats", "played"), GOLDEN)
def test_perft(rules: str, seats: int, played: int) -> None:
    """The engine's counts equal the table's."""
    match, _ = position(rules, seats, played)
    golden = upto(6_000, GOLDEN[rules, seats, played])
    assert golden == tuple(perft(match, depth) for depth in range(1, len(golden) + 1))


@pytest.mark.parametrize(("rules", "seats", "played"), GOLDEN)
def test_the_naive_program_agrees(rules: str, seats: int, played: int) -> None:
    """The naive program's counts equal the table's."""
    _, second = position(rules, seats, played)
    golden = upto(1_000, GOLDEN[rules, seats, played])
    assert golden == tuple(naive.count(second, depth) for depth in range(1, len(golden) + 1))


def main() -> None:
    """Count everything with both programs."""
    for (rules, seats, played), golden in GOLDEN.items():
        match, second = position(rules, seats, played)
        depths = range(1, len(golden) + 1)
        engine = golden == tuple(perft(match, depth) for depth in depths)
        confirmed = golden == tuple(naive.count(second, depth) for depth in depths)
        print(f"{rules}, {seats} seats, after {played}: {sum(golden)}", "ok" if engine and confirmed else "WRONG")  # noqa: T201  # its use


if __name__ == "__main__":
    main()
