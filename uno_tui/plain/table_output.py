"""Output of a table in plain mode: each log entry once, the situation on the person's turn, the numbered hand."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from uno_tui.game.actions import Action, CallUno, CatchUno, JumpIn, Play
from uno_tui.game.cards import Card
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.plain.commands import TableCommand, Vocabulary
from uno_tui.speech import Speaker, card_name
from uno_tui.table.protocol import Right, TableView

_MAX_GREETING_LOG: Final = 10
"""A person who joins gets the log only if it is complete and at most this many entries long."""
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def printable(line: str) -> str:
    """Return the line with control characters replaced by blanks, so that it cannot act on a terminal."""
    return _UNPRINTABLE.sub(" ", line)


class TableOutput:
    """Writes one person's views of a table as lines, and remembers what it has written."""

    def __init__(self, vocabulary: Vocabulary, write: Callable[[str], None]) -> None:
        self.numbered: tuple[Card, ...] = ()
        """The hand as it was last written, which the typed numbers refer to; empty before that."""
        self._vocabulary = vocabulary
        self._words: Words = vocabulary.words
        self._write_line = write
        self._last_entry = 0
        self._round = ("", 0)
        self._situation: tuple[object, ...] | None = None
        self._offers: frozenset[Action] = frozenset()

    def write(self, *lines: str) -> None:
        """Write lines, without control characters."""
        for line in lines:
            self._write_line(printable(line))

    def show_view(self, speaker: Speaker, view: TableView, *, first: bool) -> None:
        """Write what is new in a view; for the first view, the whole situation."""
        if first:
            self._greet(speaker, view)
        else:
            self._write_news(speaker, view)
        if view.log:
            self._last_entry = max(self._last_entry, view.log[-1].number)
        if view.game is None:
            return
        current = view.game.seed_hash, view.game.round
        if current != self._round:
            self._round, self.numbered = current, ()
        self._prompt(speaker, view, view.game, first)
        self._write_offers(speaker, view.game)

    def _greet(self, speaker: Speaker, view: TableView) -> None:
        word = self._vocabulary.word(TableCommand.HELP)
        self.write(self._words("Table {code}. For the commands type {help}.", code=view.code, help=word))
        if view.log and view.log[0].number == 1 and len(view.log) <= _MAX_GREETING_LOG:
            self._write_news(speaker, view)
        self.write(*speaker.table(view))
        if Right.START in view.rights:
            word = self._vocabulary.word(TableCommand.START)
            self.write(self._words("To start the match type {start}.", start=word))

    def _write_news(self, speaker: Speaker, view: TableView) -> None:
        news = [entry for entry in view.log if entry.number > self._last_entry]
        if news and (missed := view.log[0].number - self._last_entry - 1) > 0:
            self.write(self._words.n("{count} line was missed", "{count} lines were missed", missed))
        self.write(*(speaker.log(entry) for entry in news))

    def _prompt(self, speaker: Speaker, view: TableView, game: PlayerView, first: bool) -> None:
        """Write what the person must do, unless it was written before."""
        situation: tuple[object, ...] | None = None
        if game.winner is not None:
            situation = (game.winner,)
            if situation != self._situation and Right.REMATCH in view.rights:
                self.write(
                    self._words("For another match type {again}.", again=self._vocabulary.word(TableCommand.AGAIN))
                )
        elif game.on_turn and game.seat is not None and not view.seats[game.seat].autopilot:
            situation = (game.round, game.phase, game.top, game.color, game.penalty, game.hand)
            if situation != self._situation:
                self._write_turn(speaker, view, game, first)
        self._situation = situation

    def _write_turn(self, speaker: Speaker, view: TableView, game: PlayerView, first: bool) -> None:
        if not first:
            self.write(speaker.status(view))
        if game.phase in (Phase.PLAY, Phase.ANSWER, Phase.COLOR):
            if not first:
                self.write(speaker.top(game))
            self._write_playable(game)

    def _write_playable(self, game: PlayerView) -> None:
        fits = {one.card for one in game.legal if isinstance(one, Play)}
        self.numbered = game.hand
        playable = self._list(game, [card in fits for card in game.hand])
        others = self._list(game, [card not in fits for card in game.hand])
        if playable:
            self.write(self._words("You can play {cards}", cards=playable))
        if others and game.phase is not Phase.ANSWER:
            self.write(self._words("Also in your hand {cards}" if playable else "Your hand: {cards}", cards=others))

    def write_hand(self, game: PlayerView) -> None:
        """Write the whole hand, numbered."""
        self.numbered = game.hand
        cards = self._list(game, [True] * len(game.hand))
        self.write(self._words.n("{count} card: {cards}", "{count} cards: {cards}", len(game.hand), cards=cards))

    def _list(self, game: PlayerView, wanted: Iterable[bool]) -> str:
        """Return the wanted cards of the hand, each with its number."""
        words = self._words
        return ", ".join(
            words("{number} {card}", number=number, card=card_name(words, card))
            for number, (card, is_wanted) in enumerate(zip(game.hand, wanted, strict=True), 1)
            if is_wanted
        )

    def _write_offers(self, speaker: Speaker, game: PlayerView) -> None:
        """Write what the person may do out of turn, unless it was written before."""
        offered = frozenset(one for one in game.legal if isinstance(one, CallUno | CatchUno | JumpIn))
        new = offered - self._offers
        self._offers = offered
        if any(not isinstance(one, JumpIn) for one in new):
            self.write(*speaker.calls(game))
        for card in dict.fromkeys(one.card for one in game.legal if isinstance(one, JumpIn) and one in new):
            self.write(self._words("You may jump in with {card}", card=card_name(self._words, card)))
