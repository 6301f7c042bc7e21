"""Speed of the engine in random classic rounds with four seats on one core, compared with rlcard if it is installed.

Run with the Python that has what is to be compared (``pip install rlcard`` brings the peer)::

    python -m tests.bench.engine_speed

Runs alternate, so that a noisy machine affects both equally; compare the ratio of the best runs.
"""

import random
import time
from collections.abc import Callable

from uno_tui.game.round import Round
from uno_tui.game.rule_tables import setup
from uno_tui.game.rules import Rules
from uno_tui.game.view import OVER

ROUNDS = 60
REPEATS = 7


def ours(seed: int) -> int:
    """Play rounds through the public `legal` and `apply`, and return the number of actions."""
    match_setup = setup(Rules(), 4)
    rng = random.Random(seed)
    actions = 0
    for number in range(ROUNDS):
        state, _ = Round.deal(match_setup, dealer=number % 4, live=15, seed=f"{seed}.{number}", shuffles=0)
        while state.phase is not OVER:
            legal = state.legal(state.turn)
            state, _ = state.apply(state.turn, legal[int(rng.random() * len(legal))])
            actions += 1
    return actions


def rlcard_game() -> Callable[[int], int] | None:
    """Return a function that does the same with rlcard's bare `UnoGame`; None if rlcard is not installed."""
    try:
        from rlcard.games.uno import Game  # noqa: PLC0415  # only where it is installed
    except ImportError:
        return None

    def play(seed: int) -> int:
        rng = random.Random(seed)
        actions = 0
        for _ in range(ROUNDS):
            game = Game(num_players=4)
            game.init_game()
            while not game.is_over():
                legal = game.get_legal_actions()
                game.step(legal[int(rng.random() * len(legal))])
                actions += 1
        return actions

    return play


def main() -> None:
    """Print the actions per second of each, and the ratios."""
    players: dict[str, Callable[[int], int]] = {"uno_tui Round": ours}
    if peer := rlcard_game():
        players["rlcard UnoGame"] = peer
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for repeat in range(REPEATS):
        for name, play in players.items():
            began = time.process_time()
            actions = play(repeat)
            speeds[name].append(actions / (time.process_time() - began))
    for name, found in speeds.items():
        ratio = max(speeds["uno_tui Round"]) / max(found)
        print(f"{name:16} {max(found):10,.0f} actions/s   uno_tui is {ratio:.2f}x")


if __name__ == "__main__":
    main()
