"""A match: the dealer draw, its rounds, the scores and the winner (R2, R9)."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Self

from uno_tui.game.actions import Action, Deal
from uno_tui.game.cards import Color
from uno_tui.game.errors import IllegalAction, Reason, Why
from uno_tui.game.events import DealerDrew, Event, MatchWon
from uno_tui.game.history import History
from uno_tui.game.refusals import explain
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import Setup, setup
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import seed_hash, shuffled
from uno_tui.game.teams import team_of
from uno_tui.game.view import Phase, PlayerView, SeatView

DEAL = Deal()
MOST_HISTORIES: Final = 256
"""Size of the cache of histories."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as a value, made by `Match.start`; methods return the next match and leave this one unchanged.

    Seats are integers from 0, clockwise.

    >>> match, events = Match.start(Rules(), seats=3, seed="family evening")
    >>> match.turn, [str(action) for action in match.legal(match.turn)]
    (0, ['g+2', 'draw'])
    >>> match, events = match.apply(0, match.legal(0)[0])
    """

    rules: Rules
    seats: int
    """Number of seats, 2 to 10; seats of players who left are counted too."""
    seed: str
    """The seed of all shuffles; secret until the match is over."""
    seed_typed: bool
    """Whether a person chose the seed, and so may know the cards."""
    round: Round
    """The current round; between rounds, the last one."""
    scores: tuple[int, ...]
    """Points by seat; partners both have the points of their team, also one who left (R14.2, R14.4)."""
    live: int
    """The seats still in the match, as a set: bit `i` for seat `i`."""
    version: int
    """Number of actions and departures since the start."""
    winner: int | None = None
    """The seat that won the match; None until the match is over. In a match of teams, the seat of the winning team that
    went out last, or else its first that still plays.
    """
    prelude: tuple[Event, ...] = ()
    """Events before the first round's own events: the draw for the dealer. Empty in later rounds."""
    coda: tuple[Event, ...] = ()
    """Events after the last round's own events: the end of the match. Empty before that."""

    @classmethod
    def start(cls, rules: Rules, seats: int, seed: str, typed: bool = False) -> tuple[Self, tuple[Event, ...]]:
        """Draw for the deal and deal the first round (R2).

        Args:
            rules: The rules.
            seats: Number of seats, 2 to 10.
            seed: The seed of all shuffles, any text; take one from `new_seed`.
            typed: Whether a person chose the seed.

        Returns:
            The match, and the events of the dealer draw and of the deal.

        Raises:
            RulesError: The rules do not fit that many seats.
            ValueError: An argument has the wrong type, or the seed is not encodable as UTF-8.
        """
        if type(rules) is not Rules or type(seed) is not str or type(typed) is not bool:
            raise ValueError("a match starts with Rules, a number of seats, and a seed that is text")
        rules.check_seats(seats)
        seed.encode()
        match_setup = setup(rules, seats)
        dealer, shuffles, drawn = _draw_dealer(match_setup, seed)
        live = match_setup.everybody
        first, dealt = Round.deal(match_setup, dealer=dealer, live=live, seed=seed, shuffles=shuffles)
        return cls(rules, seats, seed, typed, first, (0,) * seats, live, 0, prelude=drawn), drawn + dealt

    @property
    def over(self) -> bool:
        """Whether a seat has won the match."""
        return self.winner is not None

    @property
    def winning_team(self) -> int | None:
        """The team that won the match, from 0 (R14.4); None until the match is over, and without teams."""
        if self.winner is None or self.rules.teams == "off":
            return None
        return team_of(self.winner, self.round.setup.teams)

    @property
    def turn(self) -> int:
        """The seat that must act; between rounds the next dealer; after the match its winner."""
        if self.winner is not None:
            return self.winner
        if self.round.phase is not Phase.OVER:
            return self.round.turn
        return self.next_dealer

    @property
    def next_dealer(self) -> int:
        """The next seat to the dealer's left that is still in the match (R2.3, R9.5)."""
        seat = (self.round.dealer + 1) % self.seats
        while not self.live >> seat & 1:
            seat = (seat + 1) % self.seats
        return seat

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return every action that seat may take now; none for a seat that left or does not exist.

        Leaving is no action, since it is always possible: see `leave`.
        """
        if type(seat) is not int:
            return ()
        if self.round.phase is not Phase.OVER:
            return self.round.legal(seat)
        return (DEAL,) if seat == self.turn and not self.over else ()

    def idle(self, seat: int) -> Action:
        """Return what the clock plays for the seat on turn (R13.1).

        Raises:
            IllegalAction: The seat has nothing to do now; the error says why.
        """
        if self.round.phase is not Phase.OVER and type(seat) is int:
            return self.round.idle(seat)
        if DEAL not in self.legal(seat):
            raise IllegalAction(self._why_no_deal(seat, DEAL))
        return DEAL

    def apply(self, seat: int, action: Action) -> tuple[Self, tuple[Event, ...]]:
        """Return the match after that seat's action, and what happened, in order.

        Raises:
            IllegalAction: The action is not in `legal(seat)`; the error says why.
            ValueError: `action` is no action of this engine.
        """
        if self.round.phase is Phase.OVER or type(seat) is not int:
            return self._deal(seat, action)
        after, events = self.round.apply(seat, action)
        return self._score(after, events)

    def _deal(self, seat: int, action: Action) -> tuple[Self, tuple[Event, ...]]:
        if action not in self.legal(seat):
            raise IllegalAction(self._why_no_deal(seat, action))
        last = self.round
        dealt, events = Round.deal(
            last.setup, dealer=seat, live=self.live, seed=self.seed, shuffles=last.shuffles, number=last.number + 1
        )
        return self._next_version(events, None, round=dealt, prelude=())

    def _why_no_deal(self, seat: int, action: Action) -> Why:
        """Return the reason why the seat may not take this action between rounds or after the match."""
        why = explain(self.round, seat, action)
        if self.over:
            return Why(Reason.MATCH_OVER)
        return Why(Reason.NOT_DEALER, seat=self.turn) if action is DEAL and self._plays(seat) else why

    def _plays(self, seat: int) -> bool:
        """Return whether this seat exists and is still in the match."""
        return type(seat) is int and 0 <= seat < self.seats and bool(self.live >> seat & 1)

    def leave(self, seat: int) -> tuple[Self, tuple[Event, ...]]:
        """Return the match after that player left, and what happened (R9.5).

        If the seat is not in the match, or the match is over, return this match and no event.
        """
        if self.over or not self._plays(seat):
            return self, ()
        after, events = self.round.leave(seat)
        live = self.live & ~(1 << seat)
        allies = self.round.setup.allies
        scores = self.scores
        if not live & allies[seat]:
            scores = tuple([0 if allies[seat] >> other & 1 else points for other, points in enumerate(scores)])
        first = (live & -live).bit_length() - 1
        last = None if live & ~allies[first] else first
        return self._next_version(events, last, round=after, live=live, scores=scores)

    def _score(self, after: Round, events: tuple[Event, ...]) -> tuple[Self, tuple[Event, ...]]:
        result = after.result
        if result is None or result.winner is None:
            return self._next_version(events, None, round=after)
        gained = result.gained(self.rules)
        scores = tuple([before + more for before, more in zip(self.scores, gained, strict=True)])
        return self._next_version(events, self._won_by(result.winner, scores), round=after, scores=scores)

    def _won_by(self, last: int, scores: tuple[int, ...]) -> int | None:
        """Return the seat that has won the match, else None. `last` is the winner of the last round (R9.3, R9.4)."""
        seats = [seat for seat in range(self.seats) if self.live >> seat & 1]
        if self.rules.target == 1:
            return last
        if max(scores[seat] for seat in seats) < self.rules.target:
            return None
        if self.rules.scoring == "winner_takes":
            return last
        lowest = min(scores[seat] for seat in seats)
        best = [seat for seat in seats if scores[seat] == lowest]
        if len({team_of(seat, self.round.setup.teams) for seat in best}) > 1:
            return None
        return last if last in best else best[0]

    def _next_version(
        self, events: tuple[Event, ...], winner: int | None, **changes: Any
    ) -> tuple[Self, tuple[Event, ...]]:
        """Return the match after an action, with these fields changed and any winner recorded; and the events."""
        if winner is not None:
            won = MatchWon(winner)
            events = (*events, won)
            changes |= {"winner": winner, "coda": (*self.coda, won)}
        return replace(self, version=self.version + 1, **changes), events

    def view(self, seat: int | None) -> PlayerView:
        """Return what this seat may know, or for None a spectator; nothing else leaves the engine (R7.5).

        Raises:
            ValueError: There is no such seat.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
            raise ValueError(f"no seat {seat!r}: seats are 0 to {self.seats - 1}, or None for a spectator")
        state = self.round
        deck = state.setup.deck
        drawn = state.drawn if seat is not None and seat == state.turn else -1
        return PlayerView(
            seat=seat,
            rules=self.rules,
            seats=_seats(
                tuple([hand.bit_count() for hand in state.hands]),
                self.scores,
                self.live,
                state.called,
                state.owing,
                None if self.rules.teams == "off" else state.setup.teams,
            ),
            round=state.number,
            dealer=state.dealer,
            phase=state.phase,
            turn=self.turn,
            direction=state.direction,
            top=deck.cards[state.top],
            color=Color(state.color) if state.color >= 0 else None,
            penalty=state.penalty,
            pile=state.left,
            discards=state.discards.bit_count() + 1,
            hand=() if seat is None else deck.list(state.hands[seat]),
            drawn=deck.cards[drawn] if drawn >= 0 else None,
            legal=() if seat is None else self.legal(seat),
            history=_history(self).seen_by(seat),
            winner=self.winner,
            winning_team=self.winning_team,
            seed_hash=seed_hash(self.seed),
            seed=self.seed if self.over else None,
            seed_typed=self.seed_typed,
        )


def _history(match: Match) -> History:
    """Return the history of a match's current round, cached because each seat asks for it after each action."""
    known = _HISTORIES.get(id(match))
    if known is None:
        if len(_HISTORIES) >= MOST_HISTORIES:
            _HISTORIES.clear()
        events = match.prelude + match.round.history + match.coda
        _, before = _HISTORIES.get(id(events[0]), (None, None)) if events else (None, None)
        history = History.of(events, before)
        for owner in match, *events[:1]:
            known = _HISTORIES[id(owner)] = owner, history
    assert known
    return known[1]


_HISTORIES: Final[dict[int, tuple[object, History]]] = {}
"""Histories by the id of their match, and the newest of each round by the id of its first event.

It holds references to both. Without them the id of a freed object could be reused, and would lead to a wrong history.
"""


@lru_cache(maxsize=256)
def _seats(
    counts: tuple[int, ...], scores: tuple[int, ...], live: int, called: int, owing: int, teams: int | None
) -> tuple[SeatView, ...]:
    """Return the public facts about all seats; cached by the values that these facts depend on."""
    return tuple(
        SeatView(
            cards=count,
            score=scores[seat],
            playing=bool(live >> seat & 1),
            called=bool(called >> seat & 1),
            owes_call=bool(owing >> seat & 1),
            team=None if teams is None else team_of(seat, teams),
        )
        for seat, count in enumerate(counts)
    )


def _draw_dealer(match_setup: Setup, seed: str) -> tuple[int, int, tuple[Event, ...]]:
    """Draw cards to choose the first dealer; return dealer, number of shuffles and events (R2.2)."""
    deck = match_setup.deck
    drawing = list(range(match_setup.seats))
    events: list[Event] = []
    while len(drawing) > 1:
        order = shuffled(range(deck.size), seed, len(events))
        cards = [(seat, deck.cards[order[-1 - place]]) for place, seat in enumerate(drawing)]
        events.append(DealerDrew(tuple(cards)))
        numbers = {seat: int(face.rank) if face.rank.is_number else 0 for seat, face in cards}
        drawing = [seat for seat in drawing if numbers[seat] == max(numbers.values())]
    return drawing[0], len(events), tuple(events)
