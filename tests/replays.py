"""Records of matches played by bots, for tests of replays."""

from functools import cache
from random import Random

from uno_tui.bots.medium import medium
from uno_tui.game.actions import Deal
from uno_tui.game.match import Match
from uno_tui.game.record import Record
from uno_tui.game.rules import Rules

NAMES = ("Zed", "Ann", "Otto", "Kim", "Maximilian", "Lee", "Fiadh", "Giorgi", "Aisyah", "Mo")


@cache
def record(rules: str = "classic target=200", seats: int = 4, seed: str = "family evening") -> Record:
    """Return the record of a whole match between medium bots."""
    preset, *settings = rules.split()
    match, _ = Match.start(Rules.parse(preset, settings), seats, seed, typed=True)
    written, chance = Record.of(match, NAMES[:seats]), Random(seed)
    while not match.over:
        for seat in range(seats):
            view = match.view(seat)
            if not view.legal:
                continue
            action = Deal() if Deal() in view.legal else medium(view, chance)
            if action is not None:
                written, match = written.then(match, seat, action)
    return written
