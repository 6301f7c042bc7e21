"""Names of people, cleaned so that they can be shown to others, and codes that people read out and type."""

import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from wcwidth import iter_graphemes, wcswidth

MAX_CELLS = 16
"""Maximum width of a name, in terminal cells."""
DEFAULT_NAME = "player"
MAX_MARKS = 3
"""Maximum number of combining characters kept on one letter; more would overlap the lines above."""

MIN_CODE: Final = 3
MAX_CODE: Final = 12
"""Maximum length of a table code, in letters and digits; `MIN_CODE` is the minimum."""
RANDOM: Final = secrets.SystemRandom()
"""The source of random codes, which nobody can predict."""
_CODE_LETTERS: Final = "BCDFGHJKMNPQRSTVWXZ23456789"
"""Letters and digits of random codes: no vowels, so no words; none of 0, 1, O, I, L, which look alike."""

_NUMBER: Final = re.compile(r"(?<=.)-[1-9][0-9]{0,3}$")
"""Matches the number that `distinct` appends to a name."""
_UNSHOWN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u00a0\u115f\u1160\u2800\u3164\uffa0")
"""Characters that look blank although they are letters or symbols."""


def clean_name(raw: str, default: str = DEFAULT_NAME, *, cells: int = MAX_CELLS) -> str:
    """Return a name of at most `cells` terminal cells, without control and invisible characters.

    A name with no visible character becomes the default.
    """
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFKC", raw[:1024])
        if char.isspace() or (unicodedata.category(char) not in _UNSHOWN and char not in _BLANK)
    )
    name, used = "", 0
    for word in kept.split():
        gap = 1 if name else 0
        for grapheme in (whole[: 1 + MAX_MARKS] for whole in iter_graphemes(word)):
            width = max(wcswidth(grapheme), 0)
            if not width and (gap or not name):
                continue  # a combining character at the beginning of a word
            if used + gap + width > cells:
                return name or default
            name, used, gap = name + " " * gap + grapheme, used + gap + width, 0
    return name or default


def folded(text: str) -> str:
    """Return the form in which names and words are compared: composed, without regard to case.

    >>> folded("JOSE\u0301") == folded("José")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def unaccented(text: str) -> str:
    """Return the folded text without accents.

    >>> unaccented("Ruaig Seán"), unaccented("buí")
    ('ruaig sean', 'bui')
    """
    parts = unicodedata.normalize("NFD", folded(text))
    return "".join(char for char in parts if not unicodedata.combining(char))


def near_name(text: str, names: Iterable[str]) -> str:
    """Return the name that differs from the text in accents only; empty if there is none or several.

    >>> near_name("jose", ["Ann", "José"])
    'José'
    """
    wanted = unaccented(text)
    found = {name for name in names if unaccented(name) == wanted}
    return found.pop() if len(found) == 1 else ""


def distinct(name: str, unused: Callable[[str], bool]) -> str:
    """Return the name if it is unused, or else with the lowest unused number at its end; at most `MAX_CELLS` cells.

    A number that the name already ends with is replaced, because it may come from an earlier call.

    >>> distinct("Ann", lambda name: name not in {"Ann", "Ann-2"})
    'Ann-3'
    >>> distinct("Ann-2", lambda name: name not in {"Ann", "Ann-2"})
    'Ann-3'
    """
    candidate, number = name, 1
    name = _NUMBER.sub("", name)
    while not unused(candidate):
        number += 1
        suffix = f"-{number}"
        stem = list(iter_graphemes(name))
        while wcswidth("".join(stem)) > MAX_CELLS - len(suffix):
            stem.pop()
        candidate = "".join(stem) + suffix
    return candidate


def is_table_code(text: str) -> bool:
    """Return whether a text has the form of a table's code.

    >>> is_table_code("fam1"), is_table_code("ab"), is_table_code("a-b-c")
    (True, False, False)
    """
    return text.isascii() and text.isalnum() and MIN_CODE <= len(text) <= MAX_CODE


def random_code(length: int) -> str:
    """Return a random code that cannot be guessed; each letter adds 4.75 bits."""
    letters = len(_CODE_LETTERS)
    number = RANDOM.randrange(letters**length)
    return "".join([_CODE_LETTERS[number // letters**place % letters] for place in range(length)])
