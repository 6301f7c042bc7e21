"""The terms of `TERMS.md`: each has one translation in a language, in every message that has the term."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from babel.messages.catalog import Message

from tests.catalogues import TRANSLATED, forms, template, written
from uno_tui.i18n import LANGUAGES, LOCALE

EXCEPTIONS: Final[dict[str, frozenset[str]]] = {
    # Irish, Georgian and Malay say the card twice, or "the pair", where English counts cards.
    "card, cards": frozenset({
        "Play two {card} cards", "Play two {card} cards and call UNO", "Play two {card} cards, swap hands with {other}",
        "Play two {card} cards, swap hands with {other} and call UNO", "You played a double: two {card} cards",
        "{name} played a double: two {card} cards", "You played a double, two {card} cards, and called UNO",
        "{name} played a double, two {card} cards, and called UNO",
        "You have two {card} cards and can play both at once: {how}.",
        # A label of the form: there is no room.
        "A Wild as first card",
    }),
    "screen": frozenset({
        # The program of that name.
        "screen does not report the focus, so there are no notifications; tmux does.",
    }),
    "hand, hands": frozenset({
        # Lessons: two lines of 56 letters.
        "Everyone scores the cards left in their hand; when someone has {count} points, the lowest wins.",
        "The winner scores the cards left in the other hands; {count} points win the match.",
        # A value of the form: there is no room.
        "everyone counts own hand",
        # The verb.
        "hand the host role to another player (host only): {host} Ada, or {host} 2",
    }),
    # One line about a preset: the card is understood.
    "Wild": frozenset({"As in the box: Wild Draw Fours may be bluffs, and can be challenged."}),
    # Labels without room for the noun.
    "round, rounds": frozenset({"next round"}),
    "seat, seats": frozenset({"free seat"}),
    "lesson, lessons": frozenset({"end lessons"}),
    # A host is a computer here, and rules a command.
    "host": frozenset({
        "{word} is not an address: use HOST or HOST:PORT. Your name is set with --name or in the settings",
        "{word} has no host name in it",
        "No route to host",
    }),
    "rules": frozenset({"rules takes a preset or nothing, not {word}"}),
}  # fmt: skip
"""Messages that say a term in other words, with the reason, by term."""


AVOIDED: Final[dict[str, str]] = {
    r"(some|every|any)body\b|\bwho(m|ever)\b": "someone, everyone, anyone, who, if you",
    r"\bin force\b|\bon turn\b": "the current color, it is your turn",
    r"\bnam(e|ed|es) (a|the|no) (first )?color": "choose a color",
    r"\bsen[dt] (\S+ )?away\b": "remove",
    r"(?<!there )\bis no\b": "is not a",
    r"\bgo(es)? on\b": "continue, next",
    r"\bfits?\b": "match, can be played",
    r"\bcome back\b": "return",
    r"\bhear\b|\b(is|are|be) told\b": "read, list, show",
    r"\bguilty\b|\binnocent\b": "was bluffing, was not bluffing",
    r"\bthere is: ": "choose from",
    r"\bthe clock\b|\bmachine\b": "a move is made, computer",
}
"""The word that English messages use, by the pattern of words that they must not use."""


class Term(NamedTuple):
    """A row of the table."""

    english: str
    stems: dict[str, tuple[str, ...]]
    """Words of which a translation must contain one, by language, in lower case."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern that finds the term in English; only the names of cards have capitals."""
        words = "|".join(re.escape(word.strip()) for word in self.english.split(","))
        return re.compile(
            rf"(?<![\w=-])(?:{words})(?![\w=-])", re.NOFLAG if self.english[0].isupper() else re.IGNORECASE
        )


def terms() -> Iterator[Term]:
    """Yield the rows of the table."""
    rows = [
        line.strip("|").split("|") for line in (LOCALE / "TERMS.md").read_text("utf-8").splitlines() if line[:1] == "|"
    ]
    names = [name.strip() for name in rows[0][1:]]
    languages = [next(code for code, name in LANGUAGES.items() if name == one) for one in names]
    for english, *cells in rows[2:]:
        stems = (cell.rsplit("(", 1)[1].strip(" )").split(",") for cell in cells)
        yield Term(
            english.strip(), {code: tuple(map(str.strip, one)) for code, one in zip(languages, stems, strict=True)}
        )


TERMS: Final = tuple(terms())


def english(message: Message) -> str:
    """Return the English of a message, of many if it has plural forms."""
    return message.id[-1] if isinstance(message.id, tuple) else str(message.id)


OTHER_MEANINGS: Final = frozenset({"how the table is shown", "mark of a seat, at most 4 letters"})
"""Contexts in which a term is another word, or is cut short."""


def without(term: Term, language: str) -> set[str]:
    """Return the messages with the term whose translation, in any of its plural forms, has none of the term's stems."""
    return {
        english(message)
        for message in written(language)
        if message.id and message.context not in OTHER_MEANINGS
        if not all(any(stem in form.casefold() for stem in term.stems[language]) for form in with_term(term, message))
    }


def with_term(term: Term, message: Message) -> tuple[str, ...]:
    """Return the translations of a message in which the term is expected: all, those of the plural, or none."""
    said = message.id if isinstance(message.id, tuple) else (str(message.id),)
    found = [term.pattern.search(re.sub(r"\{\w+\}", "", one)) for one in said]
    if not found[-1]:
        return ()
    return forms(message) if found[0] else forms(message)[1:] or forms(message)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.english)
def test_a_term_has_one_translation(term: Term, language: str) -> None:
    """Every message with the term has its translation, except those with a reason."""
    assert without(term, language) - EXCEPTIONS.get(term.english, frozenset()) == set()


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.english)
def test_exceptions_are_needed(term: Term) -> None:
    """Each exception is a message that some language translates without the term."""
    needed = set[str]().union(*(without(term, language) for language in TRANSLATED))
    assert EXCEPTIONS.get(term.english, frozenset()) - needed == set()


def test_exceptions_belong_to_terms() -> None:
    """Exceptions are of terms of the table."""
    assert set(EXCEPTIONS) - {term.english for term in TERMS} == set()


@pytest.mark.parametrize(("pattern", "instead"), AVOIDED.items())
def test_english_has_one_word_for_a_thing(pattern: str, instead: str) -> None:
    """No English message has a word for which another is used."""
    texts = [
        text
        for message in template()
        if message.id
        for text in ((message.id,) if isinstance(message.id, str) else message.id)
    ]
    assert [text for text in texts if re.search(pattern, re.sub(r"\{\w+\}", "", text), re.IGNORECASE)] == [], instead


def test_every_language_has_a_column() -> None:
    """The table has a column for each language with a catalogue."""
    assert all(set(TRANSLATED) == set(term.stems) for term in TERMS)
