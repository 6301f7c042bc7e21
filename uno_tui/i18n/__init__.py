"""The language of a session, and the catalogues of translated messages.

Each session has a `Words` object and passes it on; no language is process-wide. Messages are English sentences with
named placeholders, and the English text is the key in the catalogue::

    words("{name} won the match", name="Ann")
    words.n("{count} card", "{count} cards", 3)
    words.p("color in force", "red")

Messages in constants are wrapped in `mark`, `mark_n` or `mark_p`, so that Babel finds them by `KEYWORDS`.
The value of a placeholder is inserted unchanged: it is not translated, and placeholders or markup in it have no effect.
"""

import gettext
import re
from collections.abc import Mapping
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Final, Self

LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "ga": "Gaeilge",
    "ka": "ქართული",
    "ms": "Bahasa Melayu",
}
"""Names of the languages by code, each in its own language. English is the language of the messages."""

_NOT_LATIN: Final = frozenset({"ka"})

_GEORGIAN_KEYS: Final = dict(zip("აბცდეფგჰიჯკლმნოპქრსტუვწხყზჩჟღშთჭძ", "abcdefghijklmnopqrstuvwxyzCJRSTWZ", strict=True))
"""The letters of the Georgian keyboard layout, each with the Latin key that types it; the last seven need Shift."""
_LATIN: Final = str.maketrans(_GEORGIAN_KEYS)

DOMAIN: Final = "uno_tui"
LOCALE: Final = Path(__file__).parents[1] / "locale"
"""Folder of the catalogues: ``<language>/LC_MESSAGES/uno_tui.po`` and ``.mo``."""

KEYWORDS: Final = (
    *("words", "_words", "n:1,2", "p:1c,2", "np:1c,2,3", "mark", "mark_n:1,2", "mark_p:1c,2"),
    *("RulesError", "JoinError", "Sentence"),
)
"""Functions whose text arguments are messages, in the form of ``pybabel extract -k``; error texts are messages too."""

Plural = tuple[str, str]
"""A message as (singular, plural), from `mark_n`."""
InContext = tuple[str, str]
"""A message as (context, message), from `mark_p`."""


def mark(message: str) -> str:
    """Mark a message for extraction, without translating it yet."""
    return message


def mark_n(one: str, many: str) -> Plural:
    """Mark a message with plural forms for extraction, without translating it yet."""
    return one, many


def mark_p(context: str, message: str) -> InContext:
    """Mark a message with a context for extraction, without translating it yet."""
    return context, message


_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def fill(template: str, named: Mapping[str, object]) -> str:
    """Return the template with its placeholders replaced; a placeholder without a value stays as it is.

    >>> fill("{name} has {count}", {"name": "{count}", "count": 2})
    '{count} has 2'
    """
    return _PLACEHOLDER.sub(lambda found: str(named.get(found[1], found[0])), template)


class Words:
    """A session's language, which translates messages.

    >>> words = Words("en")
    >>> words("You caught {name}", name="Ann")
    'You caught Ann'
    >>> words.n("{count} card", "{count} cards", 1)
    '1 card'
    """

    aloud: bool = False
    """Whether the texts will be heard (speech output); if so, cards are named without symbols."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._catalogue = _catalogue(self.language)

    @classmethod
    def of_environment(cls, environment: Mapping[str, str]) -> Self:
        """Return the texts for a session, by the language of the session's environment; never pass the server's own."""
        return cls(language_of(environment))

    def __call__(self, message: str, /, **named: object) -> str:
        """Translate a message."""
        return fill(self._catalogue.gettext(message) if message else "", named)

    def n(self, one: str, many: str, count: int, /, **named: object) -> str:
        """Translate a message with plural forms; ``{count}`` is the count."""
        return fill(self._catalogue.ngettext(one, many, count), {"count": count, **named})

    def p(self, context: str, message: str, /, **named: object) -> str:
        """Translate a message that has a context."""
        return fill(self._catalogue.pgettext(context, message), named)

    def np(self, context: str, one: str, many: str, count: int, /, **named: object) -> str:
        """Translate a message that has plural forms and a context."""
        return fill(self._catalogue.npgettext(context, one, many, count), {"count": count, **named})

    @property
    def in_ascii(self) -> "Words":
        """Return the texts in this language, or in English if the language has non-Latin letters, which ASCII lacks."""
        return Words() if self.language in _NOT_LATIN else self

    @property
    def to_hear(self) -> Self:
        """The texts in the same language, worded for listening."""
        spoken = copy(self)
        spoken.aloud = True
        return spoken

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and (other.language, other.aloud) == (self.language, self.aloud)

    def __hash__(self) -> int:
        return hash((self.language, self.aloud))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.language!r})"


class Sentence:
    """A message with its values, for a language that is chosen later; values that are sentences are translated too.

    >>> str(Sentence("{file}: {reason}", file="a.toml", reason=Sentence("Is a directory")))
    'a.toml: Is a directory'
    """

    def __init__(self, message: str, /, **named: object) -> None:
        self.message, self.named = message, named

    def text(self, words: Words) -> str:
        """Return the sentence in a language."""
        values = {name: one.text(words) if isinstance(one, Sentence) else one for name, one in self.named.items()}
        return words(self.message, **values)

    def __str__(self) -> str:
        return fill(self.message, self.named)


class TranslatableError(Exception):
    """An error that can be shown in any language; `str` gives the English text."""

    def __init__(self, message: str | Sentence, /, **named: object) -> None:
        self.sentence = message if isinstance(message, Sentence) else Sentence(message, **named)
        super().__init__(str(self.sentence))

    def text(self, words: Words) -> str:
        """Return the error text in a language."""
        return self.sentence.text(words)


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> gettext.NullTranslations:
    """Return the message catalogue of a language, cached and shared by all sessions."""
    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if language == "en" or not path.is_file():
        return gettext.NullTranslations()
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def latin_keys(text: str) -> str:
    """Return the text that the same keys type on a Latin keyboard layout; other letters stay as they are.

    >>> latin_keys("რ5"), latin_keys("დრაწ"), latin_keys("Red")
    ('r5', 'draw', 'Red')
    """
    lowered = text.lower()  # a Georgian capital has no key
    return lowered.translate(_LATIN) if any(char in _GEORGIAN_KEYS for char in lowered) else text


def language_from(locale: str) -> str | None:
    """Return the language code in a locale such as ``ga_IE.UTF-8`` or ``ms-MY``; None if it is not supported.

    >>> language_from("ga_IE.UTF-8"), language_from("C.UTF-8"), language_from("de_DE")
    ('ga', None, None)
    """
    code = re.split(r"[_.@-]", locale.strip(), maxsplit=1)[0].lower()
    return code if code in LANGUAGES else None


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment sets: the first of ``LC_ALL``, ``LC_MESSAGES``, ``LANG`` counts."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := environment.get(variable, ""):
            return language_from(asked) or "en"
    return "en"
