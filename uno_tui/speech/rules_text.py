"""The rules in force as text, generated from the options."""

import textwrap
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.cards import Rank, card
from uno_tui.game.rules import OPTIONS, Rules
from uno_tui.i18n import Words, mark
from uno_tui.speech import card_name, rank_name
from uno_tui.speech.rules_clauses import SECTIONS
from uno_tui.speech.rules_conditions import Clause

_SPECIAL_RANKS: Final = {
    "skip": Rank.SKIP,
    "reverse": Rank.REVERSE,
    "draw_two": Rank.DRAW_TWO,
    "wild": Rank.WILD,
    "wild_draw_four": Rank.WILD_DRAW_FOUR,
}
_FACES: Final = {
    "jack": (mark("Jacks stand for {rank}."), mark("Jacks count as 11.")),
    "queen": (mark("Queens stand for {rank}."), mark("Queens count as 12.")),
    "king": (mark("Kings stand for {rank}."), mark("Kings count as 13.")),
    "ace": (mark("Aces stand for {rank}."), mark("Aces count as 1.")),
    "black_joker": (mark("The black joker stands for {rank}."), mark("The black joker is not used.")),
    "red_joker": (mark("The red joker stands for {rank}."), mark("The red joker is not used.")),
}
"""By face card, two sentences: one for when it acts as a special card, one for when it does not."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules text: a title and its sentences."""

    title: str
    sentences: tuple[str, ...]


# Translators: the rules as a text: its title, the composition of the deck, the short names of cards.
@lru_cache(maxsize=64, typed=True)
def rules_sections(rules: Rules, words: Words) -> tuple[Section, ...]:
    """Return the nonempty sections of the rules text; the same object for equal arguments."""
    sections = [
        (words(title), tuple(_sentence(words, one, rules) for one in clauses if one.when(rules)))
        for title, clauses in SECTIONS
    ]
    sections.insert(1, (words("Cards"), _cards(words, rules)))
    return tuple(Section(title, sentences) for title, sentences in sections if sentences)


# Translators: the rules as a text: its title, the composition of the deck, the short names of cards.
@lru_cache(maxsize=64, typed=True)
def rules_lines(rules: Rules, words: Words, width: int = 78) -> tuple[str, ...]:
    """Return the rules text as lines of at most `width` cells: the options, then title, sentences, blank line.

    The result is cached, because making it blocks the event loop for some milliseconds.
    """
    lines = [*_wrapped(words("Rules: {rules}", rules=rules.text), "", width), ""]
    for section in rules_sections(rules, words):
        lines.append(section.title)
        for sentence in section.sentences:
            lines += _wrapped(sentence, "- ", width)
        lines.append("")
    return tuple(lines[:-1])


def rules_text(rules: Rules, words: Words, width: int = 78) -> str:
    """Return the rules text as one string.

    >>> print(rules_text(Rules(target=1), Words("en")))  # doctest: +ELLIPSIS
    Rules: quick
    <BLANKLINE>
    Aim
    - Be the first to play all your cards.
    - Whoever wins the first round wins the match.
    ...
    """
    return "\n".join(rules_lines(rules, words, width))


# Translators: the rules as a text: its title, the composition of the deck, the short names of cards.
def _sentence(words: Words, clause: Clause, rules: Rules) -> str:
    options = {name: OPTIONS[name].text(getattr(rules, name)) for name in ("target",)}
    if isinstance(clause.text, tuple):
        return words.n(*clause.text, getattr(rules, clause.count), **options)
    return words(clause.text, **options)


def _cards(words: Words, rules: Rules) -> tuple[str, ...]:
    return _regular_cards(words, rules) if rules.deck == "regular" else _uno_cards(words)


# Translators: the rules as a text: its title, the composition of the deck, the short names of cards.
def _uno_cards(words: Words) -> tuple[str, ...]:
    return (
        words(
            "108 cards. In red, yellow, green and blue: one 0, two each of 1 to 9, two Skip, two Reverse, two Draw Two."
        ),
        words("Four Wild, four Wild Draw Four."),
        short_names(words),
    )


# Translators: the rules as a text: its title, the composition of the deck, the short names of cards.
def short_names(words: Words) -> str:
    """Return a sentence that explains, by examples, the short names of cards."""
    shown = [card(text) for text in ("r5", "gS", "bR", "y+2", "W", "W4")]
    return words(
        "Short names: {cards}.",
        cards=", ".join(words("{short} for {card}", short=one.text, card=card_name(words, one)) for one in shown),
    )


# Translators: the rules as a text: its title, the composition of the deck, the short names of cards.
def _regular_cards(words: Words, rules: Rules) -> tuple[str, ...]:
    faces = []
    for name, (special, else_) in _FACES.items():
        rank = _SPECIAL_RANKS.get(getattr(rules, name))
        faces.append(words(else_) if rank is None else words(special, rank=rank_name(words, rank)))
    return (
        words("An ordinary pack of cards with two jokers; two packs for five players or more."),
        words("Hearts are red, diamonds yellow, clubs green, spades blue."),
        words("2 to 9 count as themselves, a ten as 0."),
        *faces,
        words("When matching, a card counts as the UNO card it stands for."),
    )


@lru_cache(maxsize=1024)
def _wrapped(sentence: str, bullet: str, width: int) -> tuple[str, ...]:
    """Return a sentence wrapped to lines; cached, because the rules of different tables share most sentences."""
    indent = " " * len(bullet)
    lines = textwrap.wrap(sentence, width, initial_indent=bullet, subsequent_indent=indent, break_on_hyphens=False)
    return tuple(lines)
