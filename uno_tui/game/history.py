"""The events of a round, put together once for all who may see them in part."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from uno_tui.game.events import Event


class History(NamedTuple):
    """The events of a round, and who may see what of them."""

    events: tuple[Event, ...]
    public: tuple[Event, ...]
    """The events as a spectator may see them."""
    hidden: Mapping[int, list[int]]
    """By seat, the indexes of the events of which it sees more than a spectator."""

    @classmethod
    def of(cls, events: tuple[Event, ...]) -> Self:
        """Return the history that these events make."""
        public = tuple([event.seen_by(None) if event.secret else event for event in events])
        hidden: dict[int, list[int]] = {}
        for place, event in enumerate(events):
            for seat in event.insiders if event.secret else ():
                hidden.setdefault(seat, []).append(place)
        return cls(events, public, hidden)

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat may see them, None for a spectator."""
        if seat is None or seat not in self.hidden:
            return self.public
        seen = [*self.public]
        for place in self.hidden[seat]:
            seen[place] = self.events[place].seen_by(seat)
        return tuple(seen)
