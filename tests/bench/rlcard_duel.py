"""A bot inside rlcard's UNO environment, against rlcard's own rule agent.

Run it with a Python that has rlcard (``pip install rlcard``)::

    python -m tests.bench.rlcard_duel --games 2000
    python -m tests.bench.rlcard_duel --games 2000 --level expert

`Watcher` gives the bot what a person at that table would see: the bot's own hand, every play, and how many cards each
player holds. rlcard's rules differ from ours. A Reverse between two does nothing, so it is a number card here. A drawn
card of the color in force is played at once. A player who can play must do so.
"""

import argparse
import time
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from uno_tui.bots import LEVELS
from uno_tui.cli.simulate import wilson
from uno_tui.game.actions import Action, Draw, Play
from uno_tui.game.cards import Card, Color, Rank, card
from uno_tui.game.deck import Deck, uno_deck
from uno_tui.game.events import Cause, ColorNamed, Dealt, Drew, Event, Passed, Played, Reshuffled, Turned
from uno_tui.game.guess.bot import Bot
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase, PlayerView, SeatView

TRAITS = {"skip": Rank.SKIP, "reverse": Rank.ELEVEN, "draw_2": Rank.DRAW_TWO, "wild": Rank.WILD,
          "wild_draw_4": Rank.WILD_DRAW_FOUR}  # fmt: skip


@lru_cache(maxsize=1)
def deck() -> Deck:
    """Return the UNO deck with a number card in place of every Reverse."""
    faces = uno_deck().cards
    return Deck("rlcard", [eleven(one.color or Color.RED) if one.rank is Rank.REVERSE else one for one in faces])


def eleven(color: Color) -> Card:
    """Return the card that stands for a Reverse of this color: a jack of the regular deck that is a number."""
    return card(f"J{'HDCS'[color]}=11")


@dataclass(frozen=True, slots=True, kw_only=True)
class TheirRules(Rules):
    """The rules that are nearest to rlcard's."""

    def deck_for(self, seats: int) -> Deck:
        return deck()


RULES = TheirRules(must_play=True, target=1)


def read(text: str) -> tuple[Card, Color]:
    """Return the card of an rlcard text, and its color or the color named for it."""
    letter, trait = text.split("-")
    color = Color.parse(letter)
    rank = TRAITS[trait] if trait in TRAITS else Rank(int(trait))
    if rank is Rank.ELEVEN:
        return eleven(color), color
    return Card(None if rank.is_wild else color, rank), color


class Watcher:
    """A game of rlcard followed from one seat, as events and views of this engine."""

    def __init__(self, game: Any, seat: int) -> None:
        self.game = game
        self.seat = seat
        first, color = read(game.round.target.str)
        self.history: list[Event] = [Dealt(1, 1 - game.round.current_player, 7), Turned(first, back=False)]
        self.hand = self._hand()
        self.counts = [7, 7]
        self.pile = 108 - 15
        self._given(-1, Cause.PENALTY)
        if first.is_wild:
            self.history.append(ColorNamed(game.round.current_player, color))

    def _hand(self) -> list[Card]:
        return sorted((read(one.str)[0] for one in self.game.players[self.seat].hand), key=lambda face: face.order)

    def _given(self, actor: int, cause: Cause) -> None:
        """Record the cards that seats other than the actor were given."""
        hand = self._hand()
        new = list(hand)
        for face in self.hand:
            if face in new:
                new.remove(face)
        for seat in (0, 1):
            count = len(self.game.players[seat].hand) - self.counts[seat]
            if count > 0 and seat != actor:
                cards = tuple(new) if seat == self.seat and new else None
                self.history.append(Drew(seat, count, count, cause, cards))
                self.counts[seat] += count
                self.pile -= count
        self.hand = hand

    def saw(self, actor: int, action: str, discards: int) -> None:
        """Record an action; `discards` is the size of the discard pile before it."""
        pile = self.game.round.played_cards
        if len(pile) < discards:
            self.history.append(Reshuffled(discards))
            self.pile += discards
        if action != "draw":
            face, color = read(action)
            self.history.append(Played(actor, face, color if face.is_wild else None))
            self.counts[actor] -= 1
            if actor == self.seat:
                self.hand.remove(face)
            self._given(actor, Cause.PENALTY)
            return
        self.pile -= 1
        if len(self.game.players[actor].hand) > self.counts[actor]:
            self.counts[actor] += 1
            mine = self._hand()
            new = list(mine)
            for face in self.hand:
                if face in new:
                    new.remove(face)
            if actor == self.seat:
                self.hand = mine
            self.history += [
                Drew(actor, 1, 1, Cause.TURN, tuple(new[:1]) if actor == self.seat else None),
                Passed(actor),
            ]
            return
        face, color = read(self.game.round.target.str)
        self.history += [
            Drew(actor, 1, 1, Cause.TURN, (face,) if actor == self.seat else None),
            Played(actor, face, color if face.is_wild else None),
        ]
        self._given(actor, Cause.PENALTY)

    def view(self, legal: tuple[Action, ...]) -> PlayerView:
        """Return the view of this seat, which is on turn."""
        top, color = read(self.game.round.target.str)
        return PlayerView(
            seat=self.seat,
            rules=RULES,
            seats=tuple(SeatView(count, 0, playing=True, called=False, owes_call=False) for count in self.counts),
            round=1,
            dealer=0,
            phase=Phase.PLAY,
            turn=self.seat,
            direction=1,
            top=top,
            color=color,
            penalty=0,
            pile=self.pile,
            discards=1,
            hand=tuple(self.hand),
            drawn=None,
            legal=legal,
            history=tuple(self.history),
            winner=None,
            seed_hash="",
            seed=None,
            seed_typed=False,
        )


def choose(watcher: Watcher, texts: list[str], bot: Bot, chance: Random) -> str:
    """Return the bot's choice as rlcard's text."""
    if texts == ["draw"]:
        return "draw"
    theirs: dict[Action, str] = {}
    last = len(watcher.hand) == 1
    for text in texts:
        face, color = read(text)
        theirs.setdefault(Play(face, color if face.is_wild and not last else None), text)
    if len(theirs) == 1:
        return next(iter(theirs.values()))
    action = bot(watcher.view(tuple(theirs)), chance)
    assert action is not None
    assert not isinstance(action, Draw)
    return theirs[action]


def main() -> None:
    """Play the rounds and print the share that the bot won."""
    import numpy  # noqa: ICN001, PLC0415  # comes with rlcard
    import rlcard  # noqa: PLC0415  # only where it is installed
    from rlcard.models.uno_rule_models import UNORuleAgentV1  # noqa: PLC0415  # the same

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--level", choices=tuple(LEVELS), default="hard")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    numpy.random.seed(asked.seed)  # rlcard's agent uses this source
    env = rlcard.make("uno", config={"seed": asked.seed, "game_num_players": 2})
    rival = UNORuleAgentV1()
    bot = LEVELS[asked.level]
    chance = Random(asked.seed)
    won = decisions = 0
    spent = worst = 0.0
    for number in range(asked.games):
        seat = number % 2
        state, player = env.reset()
        watcher = Watcher(env.game, seat)
        while not env.is_over():
            if player == seat:
                began = time.process_time()
                action = choose(watcher, state["raw_legal_actions"], bot, chance)
                took = time.process_time() - began
                spent, worst, decisions = spent + took, max(worst, took), decisions + 1
            else:
                action = rival.step(state)
            discards = len(env.game.round.played_cards)
            state, following = env.step(action, raw_action=True)
            watcher.saw(player, action, discards)
            player = following
        won += bool(env.get_payoffs()[seat] > 0)
    share, low, high = wilson(won, asked.games)
    print(f"rlcard, 2 seats, against its rule agent: {100 * share:.1f}% ({100 * low:.1f} to {100 * high:.1f})")
    print(f"{asked.games} rounds; {1000 * spent / decisions:.2f} ms of CPU a decision, at most {1000 * worst:.1f}")


if __name__ == "__main__":
    main()
