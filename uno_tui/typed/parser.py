"""Parsing what a person types: cards by number, notation or name, colors, seats by number or name, and rules."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from uno_tui.game.actions import Action, CatchUno, JumpIn, NameColor, Play, action
from uno_tui.game.cards import Card, Color
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words, latin_keys
from uno_tui.names import folded, near_name, unaccented
from uno_tui.speech import card_short, color_name
from uno_tui.speech.errors import rules_error_sentence
from uno_tui.typed.card_words import MAX_NAME, begins
from uno_tui.typed.commands import DOUBLE, TableCommand, Vocabulary

_MORE = re.compile(r"[:,]?\s*(!|x2\b|@\s*\d+|[^\s:,!]+)", re.IGNORECASE)


def is_yes(words: Words, text: str) -> bool:
    """Return whether a typed text is a yes: the word of the session's language or English, or its first letter.

    >>> is_yes(Words("en"), "Y"), is_yes(Words("en"), "no")
    (True, False)
    """
    yes = unaccented(words.p("answer", "yes"))
    return unaccented(text.strip()) in {yes, yes[:1], "yes", "y"}


class ParseError(Exception):
    """A typed line that cannot be understood; the error's text says what is missing, in the session's language."""


def read_rules(words: Words, text: str) -> Rules:
    """Parse ``PRESET OPTION=VALUE ...``; without a preset, ``classic`` is meant. Raise `ParseError` if invalid."""
    preset, *settings = text.split() or [""]
    if not preset or "=" in preset:
        preset, settings = "classic", text.split()
    try:
        return Rules.parse(preset, settings)
    except RulesError as error:
        raise ParseError(rules_error_sentence(words, error)) from error


# Translators: the answer to a command that lacks something or cannot be understood.
def hint(words: Words, meant: str) -> str:
    """Return a suggestion of the similar word; empty if there is no similar word."""
    return words(" (did you mean {near}?)", near=meant) if meant else ""


@dataclass(frozen=True, slots=True)
# Translators: the answer to a command that lacks something or cannot be understood.
class ActionParser:
    """Parses a person's typed lines, using the hand and players as last shown to them."""

    vocabulary: Vocabulary
    hand: Sequence[Card]
    """The hand as last printed, because a person types the numbers printed there."""
    deck: Sequence[Card]
    """Every card of the match."""
    names: Sequence[str]
    """Player names by seat."""
    drawn: Card | None = None
    """The card that a play without a named card plays; None if a card must be named."""

    @property
    def _words(self) -> Words:
        return self.vocabulary.words

    def play(self, text: str, jump: bool = False) -> Action:
        """Parse a play: a card, then color, ``x2``, seat and ``!`` in any order. `jump`: parse a jump-in."""
        card, rest = self._card(text)
        color = swap = None
        double = uno = False
        if "@" in rest:
            rest, _, named_seat = rest.partition("@")
            swap, after = self._seat_first(named_seat)
            rest += after
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
                raise ParseError(self._words("You can jump in with one card only, never a wild."))
            return JumpIn(card, swap, uno)
        return Play(card, color, swap, double, uno)

    def notation(self, text: str) -> Action | None:
        """Parse an action in exact notation; return None if the text is invalid or its card is not in the deck."""
        for typed in (text, latin_keys(text)):
            try:
                written = action(typed)
            except ValueError:
                continue
            return None if isinstance(written, Play | JumpIn) and written.card not in self.deck else written
        return None

    def color(self, text: str) -> Color | None:
        """Return the color with the given letter or name; None if no color has it."""
        colors = self.vocabulary.cards.colors
        found = colors.get(unaccented(text))
        return colors.get(latin_keys(text).lower()) if found is None else found

    def name_color(self, text: str) -> Action:
        """Parse the color of a `NameColor` action."""
        color = self.color(text)
        if color is None:
            raise ParseError(self._words("Choose a color: {colors}", colors=self._colors()))
        return NameColor(color)

    def catch(self, text: str, legal: Iterable[Action]) -> CatchUno:
        """Parse the seat to catch; for an empty text, return the only seat that can be caught."""
        if text:
            return CatchUno(self.seat(text))
        due = [one for one in legal if isinstance(one, CatchUno)]
        if not due:
            raise ParseError(self._words("Nobody has forgotten to call UNO."))
        if len(due) > 1:
            names = ", ".join(f"{one.seat + 1} {self.names[one.seat]}" for one in due)
            raise ParseError(self._words("Catch who? {names}", names=names))
        return due[0]

    def _seat_first(self, text: str) -> tuple[int, str]:
        """Parse the seat at the beginning of a text, preferring the longest name; return the seat and the rest."""
        parts = re.split(r"(?=[\s:,!])", text.strip())
        for end in range(len(parts), 0, -1):
            if (found := self._find_seat("".join(parts[:end]))) is not None:
                return found, "".join(parts[end:])
        return self.seat(text), ""

    def _find_seat(self, text: str) -> int | None:
        """Return the seat, from 0, with the given number or player's name; None if no or several seats match."""
        text = text.removeprefix("@").strip()
        if text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= len(self.names):
            return int(text[:4]) - 1
        named = [seat for seat, name in enumerate(self.names) if name and folded(name) == folded(text)]
        return named[0] if len(named) == 1 else None

    def seat(self, text: str) -> int:
        """Parse a seat, typed as its number from 1 or the player's name; return the seat counted from 0."""
        if (found := self._find_seat(text)) is not None:
            return found
        text = text.removeprefix("@").strip()
        typed = text[:40] + hint(self._words, near_name(text, filter(None, self.names)))
        raise ParseError(self._words("No player is called {text}. Players: {names}.", text=typed, names=self.players()))

    def players(self) -> str:
        """Return a list of the players, with their seat numbers."""
        return ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names, 1) if name)

    def names_card(self, text: str) -> bool:
        """Return whether a text begins with a card's name."""
        return self._named(text) is not None

    def _card(self, text: str) -> tuple[Card, str]:
        """Parse the card at the beginning of a text; return the card and the rest of the text."""
        number = re.match(r"\d+(?=$|[\s:,!@]|x2)", text)
        named = self._named(text)
        if number:
            place = int(number[0][:4])
            held = self.hand[place - 1] if 1 <= place <= len(self.hand) else None
            if named and (held is None or held.color is not None or self._reads_naturally(named[0], text)):
                return named
            if held is not None:
                return held, text[number.end() :].removeprefix(":")
            raise ParseError(
                self._words.n(
                    "You have no card {number}: you have {count} card.",
                    "You have no card {number}: you have {count} cards.",
                    len(self.hand),
                    number=number[0][:4],
                )
            )
        if named:
            return named
        if self.drawn is not None:
            return self.drawn, text
        example = card_short(self.hand[0]) if self.hand else "r5"
        raise ParseError(
            self._words("Which card? Type its number or name, such as {number} or {card}.", number=1, card=example)
        )

    def _reads_naturally(self, card: Card, text: str) -> bool:
        """Return whether "6 kuning" means a held yellow 6, rather than the wild numbered 6 with color yellow."""
        color_word = re.match(r"\d+\s+\w\w", text)
        return self._words.language != "en" and card in self.hand and color_word is not None

    def _named(self, text: str) -> tuple[Card, str] | None:
        """Return the card with the longest name at the beginning of a text, and the rest; None if no card is named."""
        for typed in dict.fromkeys((text, latin_keys(text))):
            key = unaccented(typed)
            found = max(self._cards_in(key), key=lambda one: one[0], default=None)
            if found is not None:
                return found[1], without_beginning(typed, found[0])
        return None

    def _cards_in(self, key: str) -> Iterator[tuple[int, Card]]:
        """Yield cards that match the beginning of a folded text, best first, each with the length of its name."""
        for length, card in self._exact(key):
            yield length, card
        for length, color, rank in self.vocabulary.cards.read(key):
            for card in (*self.hand, *self.deck):
                if (card.color, card.rank) == (color, rank):
                    yield length, card
                    break

    def _exact(self, key: str) -> Iterator[tuple[int, Card]]:
        """Yield cards whose notation, face or name begins the text; real faces and held cards first."""
        named, meant = self.vocabulary.cards.index(tuple(self.deck))
        held = {unaccented(Card(card.color, card.rank).text): card for card in reversed(self.hand) if card.pip}
        ends = [end for end in range(len(key[:MAX_NAME]), 0, -1) if begins(key, key[:end])]
        for names in (named, {**meant, **held}):
            for end in ends:
                if (card := names.get(key[:end])) is not None:
                    yield end, card

    def _colors(self) -> str:
        return ", ".join(f"{color.letter} {color_name(self._words, color)}" for color in Color)


def without_beginning(text: str, length: int) -> str:
    """Remove the beginning of a text; `length` is the beginning's length when folded and without accents."""
    end = next((end for end in range(len(text) + 1) if len(unaccented(text[:end])) >= length), len(text))
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return text[end:]
