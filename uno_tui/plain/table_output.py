"""What plain mode tells: news once, how things stand when the person must act, the hand with its numbers."""

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

_FRESH: Final = 10
"""So many lines of log at most are told to who comes in; after more it would be a long way to the present."""
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def printable(line: str) -> str:
    """The line with nothing in it that acts on a terminal."""
    return _UNPRINTABLE.sub(" ", line)


class TableOutput:
    """Tells one person what their table's pictures show, and remembers what was told."""

    def __init__(self, vocabulary: Vocabulary, write: Callable[[str], None]) -> None:
        self.numbered: tuple[Card, ...] = ()
        """The hand as it was last told: what its numbers mean to the person. Empty before that."""
        self._vocabulary = vocabulary
        self._words: Words = vocabulary.words
        self._write = write
        self._heard = 0
        self._round = ("", 0)
        self._told: tuple[object, ...] | None = None
        self._offered: frozenset[Action] = frozenset()

    def say(self, *lines: str) -> None:
        """Write these lines."""
        for line in lines:
            self._write(printable(line))

    def picture(self, speaker: Speaker, view: TableView, first: bool) -> None:
        """Tell what is new in the table's newest picture; of the first one, how things stand."""
        if first:
            self._greet(speaker, view)
        else:
            self._tell_news(speaker, view)
        if view.log:
            self._heard = max(self._heard, view.log[-1].number)
        if view.game is None:
            return
        current = view.game.seed_hash, view.game.round
        if current != self._round:
            self._round, self.numbered = current, ()
        self._prompt(speaker, view, view.game, first)
        self._offer(speaker, view.game)

    def _greet(self, speaker: Speaker, view: TableView) -> None:
        word = self._vocabulary.word(TableCommand.HELP)
        self.say(self._words("Table {code}. For the commands type {help}.", code=view.code, help=word))
        if view.log and view.log[0].number == 1 and len(view.log) <= _FRESH:
            self._tell_news(speaker, view)
        self.say(*speaker.table(view))
        if Right.START in view.rights:
            word = self._vocabulary.word(TableCommand.START)
            self.say(self._words("To start the match type {start}.", start=word))

    def _tell_news(self, speaker: Speaker, view: TableView) -> None:
        news = [entry for entry in view.log if entry.number > self._heard]
        if news and (missed := view.log[0].number - self._heard - 1) > 0:
            self.say(self._words.n("{count} line was missed", "{count} lines were missed", missed))
        self.say(*(speaker.log(entry) for entry in news))

    def _prompt(self, speaker: Speaker, view: TableView, game: PlayerView, first: bool) -> None:
        """Tell what the person must do, when that is new."""
        situation: tuple[object, ...] | None = None
        if game.winner is not None:
            situation = (game.winner,)
            if situation != self._told and Right.REMATCH in view.rights:
                self.say(
                    self._words("For another match type {again}.", again=self._vocabulary.word(TableCommand.AGAIN))
                )
        elif game.on_turn and game.seat is not None and not view.seats[game.seat].autopilot:
            situation = (game.round, game.phase, game.top, game.color, game.penalty, game.hand)
            if situation != self._told:
                self._tell_turn(speaker, view, game, first)
        self._told = situation

    def _tell_turn(self, speaker: Speaker, view: TableView, game: PlayerView, first: bool) -> None:
        if not first:
            self.say(speaker.status(view))
        if game.phase in (Phase.PLAY, Phase.ANSWER, Phase.COLOR):
            if not first:
                self.say(speaker.top(game))
            self._tell_playable(game)

    def _tell_playable(self, game: PlayerView) -> None:
        fits = {one.card for one in game.legal if isinstance(one, Play)}
        self.numbered = game.hand
        playable = self._list(game, [card in fits for card in game.hand])
        others = self._list(game, [card not in fits for card in game.hand])
        if playable:
            self.say(self._words("You can play {cards}", cards=playable))
        if others and game.phase is not Phase.ANSWER:
            self.say(self._words("Also in your hand {cards}" if playable else "Your hand: {cards}", cards=others))

    def tell_hand(self, game: PlayerView) -> None:
        """Tell the whole hand, numbered."""
        self.numbered = game.hand
        cards = self._list(game, [True] * len(game.hand))
        self.say(self._words.n("{count} card: {cards}", "{count} cards: {cards}", len(game.hand), cards=cards))

    def _list(self, game: PlayerView, told: Iterable[bool]) -> str:
        """Those cards of the hand, each with its number in it."""
        words = self._words
        return ", ".join(
            words("{number} {card}", number=number, card=card_name(words, card))
            for number, (card, wanted) in enumerate(zip(game.hand, told, strict=True), 1)
            if wanted
        )

    def _offer(self, speaker: Speaker, game: PlayerView) -> None:
        """Tell what the person may do out of turn, when that is new."""
        offered = frozenset(one for one in game.legal if isinstance(one, CallUno | CatchUno | JumpIn))
        new = offered - self._offered
        self._offered = offered
        if any(not isinstance(one, JumpIn) for one in new):
            self.say(*speaker.calls(game))
        for card in dict.fromkeys(one.card for one in game.legal if isinstance(one, JumpIn) and one in new):
            self.say(self._words("You may jump in with {card}", card=card_name(self._words, card)))
