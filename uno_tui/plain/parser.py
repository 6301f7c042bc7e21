"""Parsing what a person types: cards by number, notation or name, colors, seats by number or name, and rules."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from uno_tui.game.actions import Action, CatchUno, JumpIn, NameColor, Play, action
from uno_tui.game.cards import Card, Color
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.plain.commands import DOUBLE, TableCommand, Vocabulary
from uno_tui.speech import card_name, card_short, color_name
from uno_tui.speech.errors import rules_error_sentence

_MORE = re.compile(r"[:,]?\s*(!|x2\b|@\s*\d+|[^\s:,!]+)", re.IGNORECASE)


class ParseError(Exception):
    """A typed line that cannot be understood; the text says what is missing, in the session's language."""


def read_rules(words: Words, text: str) -> Rules:
    """Parse ``PRESET OPTION=VALUE ...``; the preset is ``classic`` if it is left out. Raise `ParseError`."""
    preset, *settings = text.split() or [""]
    if not preset or "=" in preset:
        preset, settings = "classic", text.split()
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        raise ParseError(rules_error_sentence(words, error)) from error


@dataclass(frozen=True, slots=True)
class ActionParser:
    """Parses one person's lines against the hand and the players they were last shown."""

    vocabulary: Vocabulary
    hand: Sequence[Card]
    """The hand as last written, so that numbers mean what the person read."""
    deck: Sequence[Card]
    """Every card of the match."""
    names: Sequence[str]
    """Player names by seat."""
    drawn: Card | None = None
    """The card to play if the typed play names none."""

    @property
    def _words(self) -> Words:
        return self.vocabulary.words

    def play(self, text: str, jump: bool = False) -> Action:
        """Parse a play: a card, then a color, ``x2``, a seat and ``!`` in any order. `jump`: it is a jump-in."""
        card, rest = self._card(text)
        color = swap = None
        double = uno = False
        unknown: list[str] = []
        for part in _MORE.findall(rest):
            if part == "!" or self.vocabulary.command(part) is TableCommand.UNO:
                uno = True
            elif part.casefold() == "x2" or self.vocabulary.is_word(part, DOUBLE):
                double = True
            elif (named := self.color(part)) is not None:
                color = named
            else:
                unknown.append(part)
        if unknown:
            swap = self.seat(" ".join(unknown))
        if jump:
            if double or color is not None:
                raise ParseError(self._words("You jump in with a single card, never a wild."))
            return JumpIn(card, swap, uno)
        return Play(card, color, swap, double, uno)

    def notation(self, text: str) -> Action | None:
        """Parse an action in exact notation; None if it is none, or its card is not in the deck."""
        try:
            written = action(text)
        except ValueError:
            return None
        return None if isinstance(written, Play | JumpIn) and written.card not in self.deck else written

    def color(self, text: str) -> Color | None:
        """Return the color with that letter or name; None if there is none."""
        for color in Color:
            if text.casefold() in self._color_texts(color):
                return color
        return None

    def name_color(self, text: str) -> Action:
        """Parse the color of a `NameColor` action."""
        color = self.color(text)
        if color is None:
            raise ParseError(self._words("Name a color: {colors}", colors=self._colors()))
        return NameColor(color)

    def catch(self, text: str, legal: Iterable[Action]) -> Action:
        """Parse the seat to catch; an empty text means the only seat that can be caught."""
        if text:
            return CatchUno(self.seat(text))
        due = [one for one in legal if isinstance(one, CatchUno)]
        if not due:
            raise ParseError(self._words("Nobody owes an UNO call."))
        if len(due) > 1:
            names = ", ".join(f"{one.seat + 1} {self.names[one.seat]}" for one in due)
            raise ParseError(self._words("Catch whom? {names}", names=names))
        return due[0]

    def seat(self, text: str) -> int:
        """Parse a seat: its number, counted from 1, or the player's name. The result counts from 0."""
        text = text.removeprefix("@").strip()
        if text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= len(self.names):
            return int(text[:4]) - 1
        named = [seat for seat, name in enumerate(self.names) if name and name.casefold() == text.casefold()]
        if len(named) == 1:
            return named[0]
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names, 1) if name)
        raise ParseError(self._words("No player {text}. The players are {names}.", text=text[:40], names=seats))

    def names_card(self, text: str) -> bool:
        """Return whether the text begins with a card's name."""
        return self._named(text) is not None

    def _card(self, text: str) -> tuple[Card, str]:
        """Parse the card at the beginning of a text; return it and the rest."""
        number = re.match(r"\d+(?=$|[\s:,!@]|x2)", text)
        named = self._named(text)
        if number:
            place = int(number[0][:4])
            held = self.hand[place - 1] if 1 <= place <= len(self.hand) else None
            if named and (held is None or held.color is not None):  # Irish: "5 dearg"
                return named
            if held is not None:
                return held, text[number.end() :]
            raise ParseError(
                self._words.n(
                    "There is no card {number}: your hand has {count} card.",
                    "There is no card {number}: your hand has {count} cards.",
                    len(self.hand),
                    number=number[0][:4],
                )
            )
        if named:
            return named
        if self.drawn is not None:
            return self.drawn, text
        example = card_short(self.hand[0]) if self.hand else "r5"
        raise ParseError(self._words("Say which card, such as {number} or {card}.", number=1, card=example))

    def _named(self, text: str) -> tuple[Card, str] | None:
        """Return the card with the longest name that the text begins with, and the rest; None if there is none."""
        folded = text.casefold()
        best: tuple[int, Card] | None = None
        for card, name in self._card_names():
            ends = folded.startswith(name) and re.match(r"$|[\s:,!@]|x2", folded[len(name) :])
            if ends and (best is None or len(name) > best[0]):
                best = len(name), card
        return None if best is None else (best[1], folded[best[0] :])

    def _card_names(self) -> Iterator[tuple[Card, str]]:
        """Yield every name of every card, in order of preference: real faces before their meaning, held cards first."""
        for cards in (self.hand, self.deck):
            for card in cards:
                for name in (card.text, card.pip, card_short(card), card_name(self._words, card)):
                    if name:
                        yield card, name.casefold()
        for cards in (self.hand, self.deck):
            for card in cards:
                if card.pip:
                    plain = Card(card.color, card.rank)
                    yield card, plain.text.casefold()
                    yield card, card_name(self._words, plain).casefold()

    def _color_texts(self, color: Color) -> tuple[str, ...]:
        english = color_name(Words("en"), color)
        return color.letter, color_name(self._words, color).casefold(), english.casefold()

    def _colors(self) -> str:
        return ", ".join(f"{color.letter} {color_name(self._words, color)}" for color in Color)
