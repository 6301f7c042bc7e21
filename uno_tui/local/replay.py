"""Replays of records: the table after any number of actions, as a seat saw it or with all hands open.

A replay needs the seed, and only the record of a finished match has one, so the hands of a running match stay hidden.
A faulty record is shown up to its fault.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from uno_tui.game.cards import Card
from uno_tui.game.events import Event
from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record, step
from uno_tui.game.rules import Rules
from uno_tui.game.verify import RecordError, read_record
from uno_tui.game.view import Phase
from uno_tui.names import clean_name
from uno_tui.table.protocol import LogEntry, SeatInfo, Sitter, Stage, TableView

SNAPSHOT_EVERY: Final = 64
"""Actions between two stored snapshots of a match; positions in between are replayed from the snapshot before."""
LOG: Final = 200
"""Number of log entries in a view, the same as at a table."""


@dataclass(frozen=True, slots=True)
class OpenView:
    """The table at one position of a finished match, with all hands."""

    view: TableView
    """The view of one seat, or of a spectator."""
    hands: tuple[tuple[Card, ...], ...]
    """Every seat's hand, in card order; also hands that the view hides."""
    happened: tuple[Event, ...]
    """Events of the last action; at the first position, the events of the first deal."""


@dataclass(frozen=True, slots=True)
class RoundBounds:
    """First and last position of a round; a position is the number of actions played so far."""

    start: int
    """Position right after the deal of the round."""
    end: int
    """Position at which the round is over; if the round cannot be shown to its end, the last position shown."""


class Replay:
    """A record with its matches, log and views. A position is the number of actions played so far."""

    def __init__(self, record: Record, fault: RecordError | None = None) -> None:
        self.record = record
        self.fault = fault
        """The first fault of the record; actions after it are not shown."""
        self.names = tuple(clean_name(name) for name in record.names)
        self._snapshots: list[Match] = []
        self._events: list[Event] = []
        self._ends: list[int] = []
        """Total number of events up to each position."""
        self._overs: list[int] = []
        self._deals: list[int] = []
        if record.seed is not None:
            self._play()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a record's text up to its first fault; raise `RecordError` if even the header is faulty."""
        try:
            return cls(read_record(text))
        except RecordError as error:
            if error.record is None:
                raise
            return cls(error.record, error)

    def _play(self) -> None:
        for number, (match, events) in enumerate(self.record.play()):
            if number % SNAPSHOT_EVERY == 0:
                self._snapshots.append(match)
            self._events += events
            self._ends.append(len(self._events))
            if match.round.number > len(self._deals):
                self._deals.append(number)
            if match.round.phase is Phase.OVER and len(self._overs) < match.round.number:
                self._overs.append(number)

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.record.rules

    @property
    def moves(self) -> Sequence[Move]:
        """All actions of the record, including those that cannot be shown."""
        return self.record.moves

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.names)

    @property
    def shown(self) -> bool:
        """Whether any position can be shown, which requires the seed."""
        return bool(self._ends)

    @property
    def last(self) -> int:
        """The last position that can be shown."""
        return max(len(self._ends) - 1, 0)

    @property
    def rounds(self) -> tuple[RoundBounds, ...]:
        """The bounds of each round."""
        ends = [*self._overs, self.last][: len(self._deals)]
        return tuple(RoundBounds(start, end) for start, end in zip(self._deals, ends, strict=True))

    def match(self, number: int) -> Match:
        """Return the match after a number of actions; raise `IndexError` if the record has fewer."""
        if not 0 <= number < len(self._ends):
            raise IndexError(number)
        match = self._snapshots[number // SNAPSHOT_EVERY]
        for move in self.record.moves[number - number % SNAPSHOT_EVERY : number]:
            match, _ = step(match, move)
        return match

    def open_view(self, number: int, seat: int | None = None, *, hands: bool = False) -> OpenView:
        """Return the position as a seat saw it, None for a spectator; with `hands`, secret events are included."""
        match = self.match(number)
        first = max(self._ends[number] - LOG, 0)
        happened = self._events[self._ends[number - 1] if number else 0 : self._ends[number]]
        log = [
            LogEntry(place, event if hands or not event.secret else event.seen_by(seat))
            for place, event in enumerate(self._events[first : self._ends[number]], first + 1)
        ]
        view = TableView(
            code="",
            version=number,
            stage=Stage.OVER if match.over else Stage.PLAYING,
            rules=self.record.rules,
            seats=tuple(SeatInfo(Sitter.HUMAN, name) for name in self.names),
            you=seat,
            rights=frozenset(),
            game=match.view(seat),
            log=tuple(log),
        )
        told = tuple(event if hands or not event.secret else event.seen_by(seat) for event in happened)
        return OpenView(view, tuple(match.view(one).hand for one in range(self.seats)), told)

    def state(self, number: int) -> dict[str, Any]:
        """Return a position as JSON values: cards and actions in their notation, seats from 1.

        Without the seed it has only the facts of the record, and no cards.
        """
        told: dict[str, Any] = {
            "rules": self.record.rules.text,
            "names": list(self.names),
            "actions": number,
            "of": len(self.record.moves),
            "moves": [move.text for move in self.record.moves[:number]],
            "seed": self.record.seed,
            "seed_hash": self.record.seed_hash,
            "seed_typed": self.record.seed_typed,
            "error": self.fault and {
                "line": self.fault.line, "fault": self.fault.fault.value, "text": self.fault.words,
            },
        }  # fmt: skip  # one object
        return told | self._position(number) if self.shown else told

    def _position(self, number: int) -> dict[str, Any]:
        match = self.match(number)
        game = match.view(None)
        return {
            "round": game.round,
            "dealer": game.dealer + 1,
            "phase": game.phase.value,
            "turn": game.turn + 1,
            "direction": game.direction,
            "top": game.top.text,
            "color": None if game.color is None else game.color.letter,
            "penalty": game.penalty,
            "pile": game.pile,
            "discards": game.discards,
            "scores": [seat.score for seat in game.seats],
            "winner": None if game.winner is None else game.winner + 1,
            "winning_team": None if game.winning_team is None else game.winning_team + 1,
            "seats": [
                {
                    "hand": [card.text for card in match.view(seat).hand],
                    "score": state.score,
                    "team": None if state.team is None else state.team + 1,
                    "playing": state.playing,
                    "called": state.called,
                    "owes_call": state.owes_call,
                    "legal": [action.text for action in match.legal(seat)],
                }
                for seat, state in enumerate(game.seats)
            ],
        }
