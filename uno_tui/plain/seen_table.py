"""The table as a person in plain mode last saw it, and what an answer needs: words, output and the handle."""

from collections.abc import Callable
from typing import Final

from uno_tui.game.view import PlayerView
from uno_tui.i18n import Words, mark
from uno_tui.plain.table_output import TableOutput
from uno_tui.speech import Speaker
from uno_tui.table.protocol import TableView
from uno_tui.table.requests import Handle
from uno_tui.typed.commands import Vocabulary
from uno_tui.typed.parser import ActionParser, ParseError
from uno_tui.typed.shown_scenes import ShownScenes

# Translators: an answer to a command in lines.
_SEATS_CHANGED: Final = mark(
    "The seats changed just before that, so nothing was done. Check the number, then repeat it."
)


# Translators: an answer to a command in lines.
class SeenTable:
    """A person's newest view of a table, the handle for requests to the table, and the output for answers."""

    handle: Handle
    """The person's handle; set later by the session, because the table may send messages while creating the handle."""

    def __init__(self, words: Words, vocabulary: Vocabulary, output: TableOutput, clock: Callable[[], float]) -> None:
        self.words = words
        self.vocabulary = vocabulary
        self.output = output
        self.last: TableView | None = None
        """The last view that the table sent; None before the first."""
        self.hinting = False
        """Whether the person has asked for a hint that is not there yet."""
        self._told_seats: ShownScenes[tuple[str, ...]] = ShownScenes()
        """Earlier lists of names, by seat, that changed a moment ago: a typed number may still mean the old one."""
        self._told_seats.clock = clock

    def take(self, view: TableView) -> TableView | None:
        """Store a new view of the table; return the view before it, None for the first."""
        before, self.last = self.last, view
        if before is None or before.version != view.version:
            self.hinting = False
        if before is not None and _names(before) != _names(view):
            self._told_seats.replace(_names(before))
        return before

    def seat(self, text: str) -> int:
        """Parse a seat, counted from 0; raise `ParseError` if another person had that seat a moment ago."""
        return self.same_seat(self.parser().seat(text))

    def same_seat(self, seat: int) -> int:
        """Return the seat that was typed; raise `ParseError` if another person had that seat a moment ago."""

        def sitter(names: tuple[str, ...]) -> str | None:
            return names[seat] or None if seat < len(names) else None

        if self._told_seats.contradict(_names(self.view()), sitter):
            raise ParseError(self.words(_SEATS_CHANGED))
        return seat

    def view(self) -> TableView:
        """Return the view that the person saw last; before the first one, the table's current view."""
        return self.handle.view if self.last is None else self.last

    def round(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if the match has not started."""
        game = self.view().game
        if game is None:
            raise ParseError(self.words("The match hasn't started yet."))
        return game

    def game(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if this person is not playing."""
        game = self.round()
        if game.seat is None:
            raise ParseError(self.words("You are only watching this game."))
        return game

    def speaker(self) -> Speaker:
        """Return the speaker for this table's players; before the first view, a speaker without names."""
        return Speaker(self.words, ()) if self.last is None else Speaker.of(self.words, self.last)

    def parser(self, drawn: bool = False) -> ActionParser:
        """Return the parser for the current view; with `drawn`, a play without a card plays the drawn card."""
        view = self.view()
        game = view.game
        return ActionParser(
            self.vocabulary,
            self.output.numbered or (game.hand if game else ()),
            view.rules.deck_for(len(game.seats if game else view.seats)).faces,
            _names(view),
            game.drawn if game and drawn else None,
        )


def _names(view: TableView) -> tuple[str, ...]:
    """Return the name of the player in each seat; empty for a free seat."""
    return tuple(seat.name for seat in view.seats)
