"""The table as a person in plain mode last saw it, and what an answer needs: words, output and the handle."""

from uno_tui.game.view import PlayerView
from uno_tui.i18n import Words
from uno_tui.plain.commands import Vocabulary
from uno_tui.plain.parser import ActionParser, ParseError
from uno_tui.plain.table_output import TableOutput
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Handle, TableView


# Translators: an answer to a command in lines.
class SeenTable:
    """The newest view of a table, the handle for requests to it, and the output for answers."""

    handle: Handle
    """The person's handle; the session sets it, because the table may send messages while it is made."""

    def __init__(self, words: Words, vocabulary: Vocabulary, output: TableOutput) -> None:
        self.words = words
        self.vocabulary = vocabulary
        self.output = output
        self.last: TableView | None = None
        """The last view that the table sent; None before the first."""

    def view(self) -> TableView:
        """Return the view that the person has seen, or the table's own before the first."""
        return self.handle.view if self.last is None else self.last

    def round(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if it has not started."""
        game = self.view().game
        if game is None:
            raise ParseError(self.words("The match hasn't started yet."))
        return game

    def game(self) -> PlayerView:
        """Return the match as this person sees it; raise `ParseError` if they are not playing."""
        game = self.round()
        if game.seat is None:
            raise ParseError(self.words("You are only watching this game."))
        return game

    def speaker(self) -> Speaker:
        """Return the speaker for the names of this table; before the first view, one without names."""
        return Speaker(self.words, ()) if self.last is None else Speaker.of(self.words, self.last)

    def parser(self, drawn: bool = False) -> ActionParser:
        """Return the parser for the current view; with `drawn`, a play without a card plays the drawn card."""
        view = self.view()
        game = view.game
        return ActionParser(
            self.vocabulary,
            self.output.numbered or (game.hand if game else ()),
            view.rules.deck_for(len(game.seats if game else view.seats)).faces,
            tuple(seat.name for seat in view.seats),
            game.drawn if game and drawn else None,
        )
