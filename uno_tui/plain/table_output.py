"""Output of a table in plain mode: each log entry once, the situation on the person's turn, the numbered hand."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from uno_tui.game.actions import Action, CallUno, CatchUno, JumpIn, Play
from uno_tui.game.cards import Card
from uno_tui.game.events import Drew, Event, HandsPassed, Played, RoundEnded, Swapped
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.local.setting_rows import BRIEF, SETTINGS, SettingRow, in_lines
from uno_tui.local.settings import Settings
from uno_tui.local.theme_files import available
from uno_tui.plain.setting_lines import with_setting
from uno_tui.speech import Speaker, card_name
from uno_tui.speech.daily import no_hints
from uno_tui.table.protocol import LogEntry, Right, TableView
from uno_tui.typed.commands import TableCommand, Vocabulary

_MAX_GREETING_LOG: Final = 10
"""Maximum number of log entries printed when a person joins; a longer or incomplete log is not printed."""
_FEW_CARDS: Final = 3
"""Maximum number of cards for which another player's remaining cards are mentioned after a play."""
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def printable(line: str) -> str:
    """Return a line with control characters replaced by blanks, so that it cannot control a terminal."""
    return _UNPRINTABLE.sub(" ", line)


def _kept_nowhere(_name: str, _value: Any) -> None:
    """Ignore a changed setting: used where settings cannot be saved and are valid only in this session."""


@dataclass(slots=True)
class LineSettings:
    """One person's settings in text mode, and the function that saves changes."""

    chosen: Settings = field(default_factory=Settings)
    ring: Callable[[], None] = lambda: None
    """Rings the terminal bell."""
    keep: Callable[[str, Any], None] = _kept_nowhere
    """Called with the name and new value of a changed setting."""
    rows: tuple[SettingRow, ...] = in_lines(*SETTINGS, BRIEF)
    """The settings that the person can read and change."""
    themes: Callable[[], Collection[str]] = available
    """Returns the names of all themes."""

    def set(self, name: str, value: Any) -> None:
        """Change a setting, and keep it."""
        self.chosen = with_setting(self.chosen, name, value)
        self.keep(name, value)


# Translators: a line of text about the table; {cards} is a list such as "1: red 5, 3: Wild".
class TableOutput:
    """Prints a person's views of a table as lines, and remembers what it has printed."""

    def __init__(self, vocabulary: Vocabulary, write: Callable[[str], None], settings: LineSettings) -> None:
        self.numbered: tuple[Card, ...] = ()
        """The hand as last printed, because typed numbers refer to it; empty before the hand is printed."""
        self.question: list[str] = []
        """The lines of the last question asked; empty if no question is unanswered."""
        self._vocabulary = vocabulary
        self._words: Words = vocabulary.words
        self._write_line = write
        self._settings = settings
        self._last_entry = (0, 0)
        self._round = ("", 0)
        self._situation: tuple[object, ...] | None = None
        self._offers: frozenset[Action] = frozenset()
        self._drew = False

    def write(self, *lines: str) -> None:
        """Write lines, without control characters."""
        for line in lines:
            self._write_line(printable(line))

    def show_view(self, speaker: Speaker, view: TableView, *, first: bool) -> None:
        """Print what is new in a view; for the first view, the whole situation."""
        if first:
            self._greet(speaker, view)
        else:
            self._write_news(speaker, view)
        if view.log:
            self._last_entry = max(self._last_entry, view.log[-1].place)
        if view.game is None:
            return
        current = view.game.seed_hash, view.game.round
        if current != self._round:
            self._round, self.numbered = current, ()
        self._prompt(speaker, view, view.game, first)
        self._write_offers(speaker, view.game)

    def _greet(self, speaker: Speaker, view: TableView) -> None:
        words = self._words
        word = self._vocabulary.word(TableCommand.HELP)
        if view.code:
            self.write(words("Table {code}. Type {help} for the commands.", code=view.code, help=word))
        else:
            self.write(words("Type {help} for the commands.", help=word))
        if view.once:
            self.write(no_hints(words))
        if view.log and view.log[0].number <= 1 and len(view.log) <= _MAX_GREETING_LOG:
            self._write_news(speaker, view)
        self.write(*speaker.table(view))
        if view.you is None:
            self.write(words("You are only watching this game."))
        if view.turn_seconds is not None and view.you is not None:
            self.write(
                words.n(
                    "Each turn has {count} second; then a move is made for you.",
                    "Each turn has {count} seconds; then a move is made for you.",
                    round(view.turn_seconds),
                )
            )
        if Right.START in view.rights:
            word = self._vocabulary.word(TableCommand.START)
            self.write(
                words(
                    "Type {start} to start the match; bots take the free seats."
                    if view.fills
                    else "Type {start} to start the match.",
                    start=word,
                )
            )

    def _write_news(self, speaker: Speaker, view: TableView) -> None:
        news = [entry for entry in view.log if entry.place > self._last_entry]
        if news and (missed := view.log[0].number - self._last_entry[0] - 1) > 0:
            self.write(self._words.n("You missed {count} line", "You missed {count} lines", missed))
        counted = self._last_plays(view, news)
        for entry in news:
            self.write(speaker.log(entry) + counted.get(entry.number, ""))
        events = [entry.what for entry in news]
        self._drew = any(isinstance(one, Drew) and one.seat == view.you for one in events)
        if view.game is not None:
            self._write_consequences(speaker, view, view.game, events)

    def _last_plays(self, view: TableView, news: Iterable[LogEntry]) -> dict[int, str]:
        """Return remarks on few remaining cards, by log entry number: one for each other player's last play."""
        if view.game is None:
            return {}
        plays = {one.what.seat: one.number for one in news if isinstance(one.what, Played) and not one.what.uno}
        left = {seat: view.game.seats[seat].cards for seat in plays if seat != view.you}
        return {
            plays[seat]: self._words.n(", {count} card left", ", {count} cards left", cards)
            for seat, cards in left.items()
            if 0 < cards <= _FEW_CARDS and view.game.seats[seat].playing
        }

    def _write_consequences(
        self, speaker: Speaker, view: TableView, game: PlayerView, events: Iterable[object]
    ) -> None:
        """Print the consequences of events, such as a new hand after a swap or the scores after a round."""
        events = [one for one in events if isinstance(one, Event)]
        if any(isinstance(one, HandsPassed) or _swaps(one, view.you) for one in events) and game.hand:
            self.write_hand(game)
        if any(isinstance(one, RoundEnded) for one in events):
            self.write("; ".join(speaker.scores(view)[1:]))

    def _prompt(self, speaker: Speaker, view: TableView, game: PlayerView, first: bool) -> None:
        """Print what the person must do, unless this was already printed."""
        situation: tuple[object, ...] | None = None
        if game.winner is not None:
            situation = (game.winner,)
            if situation != self._situation and Right.REMATCH in view.rights:
                word = self._vocabulary.word(TableCommand.AGAIN)
                self.question = [self._words("To play another match, type: {again}", again=word)]
                self.write(*self.question)
            elif situation != self._situation and view.once:
                word = self._vocabulary.word(TableCommand.QUIT)
                self.question = [self._words("To see your result and your streak, type: {quit}", quit=word)]
                self.write(*self.question)
        elif game.on_turn and game.seat is not None and not view.seats[game.seat].autopilot:
            situation = (game.round, game.phase, game.top, game.color, game.penalty, game.hand)
            if situation != self._situation:
                if self._situation is None and self._settings.chosen.bell:
                    self._settings.ring()
                self.numbered = game.hand
                self.question = self._turn(speaker, view, game)
                self.write(*(self._hand(game) if first else self.question))
        else:
            self.question = []
        self._situation = situation

    def _turn(self, speaker: Speaker, view: TableView, game: PlayerView) -> list[str]:
        """Return the lines about a turn: possible actions, top card and hand."""
        status = speaker.status(view)
        if game.phase is Phase.DRAWN and self._drew:
            status = self._words("Play it or keep it")
        if not (hand := self._hand(game)) and game.phase not in (Phase.ANSWER, Phase.COLOR):
            return [status]
        if not self._settings.chosen.brief:
            return [status, speaker.top(game), *hand]
        if game.phase is Phase.PLAY and any(isinstance(one, Play) for one in game.legal):
            return [self._words("Your turn. {top}. {cards}", top=speaker.top(game), cards=hand[0])]
        return [status]

    def _hand(self, game: PlayerView) -> list[str]:
        """Return the lines of the numbered hand, playable cards first; none while a drawn card waits for a decision."""
        if game.phase not in (Phase.PLAY, Phase.ANSWER, Phase.COLOR):
            return []
        fits = {one.card for one in game.legal if isinstance(one, Play)}
        playable = self._list(game, [card in fits for card in game.hand])
        others = self._list(game, [card not in fits for card in game.hand])
        lines = [self._words("Playable: {cards}", cards=playable)] if playable else []
        if others and game.phase is not Phase.ANSWER:
            lines.append(self._words("Not playable: {cards}" if playable else "Your hand: {cards}", cards=others))
        return lines

    def write_hand(self, game: PlayerView) -> None:
        """Write the whole hand, numbered."""
        self.numbered = game.hand
        cards = self._list(game, [True] * len(game.hand))
        self.write(self._words.n("{count} card: {cards}", "{count} cards: {cards}", len(game.hand), cards=cards))

    def _list(self, game: PlayerView, wanted: Iterable[bool]) -> str:
        """Return a text that lists some cards of the hand with their numbers."""
        words = self._words
        return ", ".join(
            words("{number}: {card}", number=number, card=card_name(words, card))
            for number, (card, is_wanted) in enumerate(zip(game.hand, wanted, strict=True), 1)
            if is_wanted
        )

    def _write_offers(self, speaker: Speaker, game: PlayerView) -> None:
        """Print what the person may do out of turn, unless this was already printed."""
        offered = frozenset(one for one in game.legal if isinstance(one, CallUno | CatchUno | JumpIn))
        new = offered - self._offers
        self._offers = offered
        if any(not isinstance(one, JumpIn) for one in new):
            self.write(*speaker.calls(game))
        for card in dict.fromkeys(one.card for one in game.legal if isinstance(one, JumpIn) and one in new):
            self.write(self._words("You can jump in with {card}", card=card_name(self._words, card)))


def _swaps(event: object, you: int | None) -> bool:
    """Return whether an event gives a seat a different hand."""
    return isinstance(event, Swapped) and you in (event.seat, event.other)
