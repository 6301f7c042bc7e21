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
    """By seat, the indexes of the events that it sees in more detail than a spectator."""

    opened: dict[tuple[int, int], Event]
    """Events as a seat sees them, by the index of the event and the seat, if the seat has asked for them."""

    @classmethod
    def of(cls, events: tuple[Event, ...], known: Self | None = None) -> Self:
        """Return the history of these events; faster if they continue the history `known`.

        >>> from uno_tui.game.events import Left
        >>> first = History.of((Left(0),))
        >>> History.of((Left(0), Left(1)), first) == History.of((Left(0), Left(1)))
        True
        """
        if known is None or events[: len(known.events)] != known.events:
            known = cls((), (), {}, {})
        begun = len(known.events)
        later = events[begun:]
        hidden = {seat: [*places] for seat, places in known.hidden.items()}
        for place, event in enumerate(later, begun):
            for seat in event.insiders if event.secret else ():
                hidden.setdefault(seat, []).append(place)
        public = [event.seen_by(None) if event.secret else event for event in later]
        return cls(events, (*known.public, *public), hidden, known.opened)

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat may see them, None for a spectator."""
        if seat is None or seat not in self.hidden:
            return self.public
        seen, opened = [*self.public], self.opened
        for place in self.hidden[seat]:
            event = opened.get((place, seat))
            if event is None:
                event = opened[place, seat] = self.events[place].seen_by(seat)
            seen[place] = event
        return tuple(seen)
