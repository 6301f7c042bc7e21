"""Keyboard layouts: the Latin key under a letter of another script, and the keys that Caps Lock turns into others."""

from typing import Final

_LAYOUTS: Final = (
    ("ქწერტყუიოპასდფგჰჯკლზხცვბნმ", "qwertyuiopasdfghjklzxcvbnm"),
    ("ჭღთშჟძჩ", "WRTSJZC"),  # Georgian letters typed with Shift
    ("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm"),
    ("ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", "QWERTYUIOPASDFGHJKLZXCVBNM"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
)  # fmt: skip  # letters above their keys
"""Letters of the Georgian, Russian and Greek layouts, and the letters of a US keyboard on the same keys."""
_LATIN: Final = {letter: key for letters, keys in _LAYOUTS for letter, key in zip(letters, keys, strict=True)}


def latin_key(key: str) -> str:
    """Return the name of the key that has this letter in another layout; other keys as they are.

    >>> latin_key("დ"), latin_key("Დ"), latin_key("შ"), latin_key("d"), latin_key("f1")
    ('d', 'D', 'S', 'd', 'f1')
    """
    if key in _LATIN:
        return _LATIN[key]
    small = key.lower()
    return _LATIN[small].upper() if len(key) == 1 and small in _LATIN else key


def candidates(key: str) -> tuple[str, ...]:
    """Return the keys that a pressed one may mean, the likeliest first: Caps Lock makes a capital of every letter.

    >>> candidates("d"), candidates("D"), candidates("შ"), candidates("enter")
    (('d',), ('D', 'd'), ('S', 's'), ('enter',))
    """
    key = latin_key(key)
    return (key, key.lower()) if len(key) == 1 and key.isupper() else (key,)
