"""Errors in the values of a TOML file, as sentences that say what was expected.

The words come from the type of the key, not from the library that checks it, so they can be translated.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

from uno_tui.i18n import Sentence, TranslatableError, mark

KeyPath = Sequence[str | int]
"""Path of a value: the names of the tables, then the key. An int is the index of a list element."""


class WrongValueError(TranslatableError, ValueError):
    """A value that has the right type but cannot be used. `key` is the path to its key below the checked value."""

    def __init__(self, reason: Sentence, *key: str) -> None:
        super().__init__(reason)
        self.key = key


class Problem:
    """An error of msgspec: the path of the value, the reason, and for an unknown key its name."""

    def __init__(
        self, error: msgspec.ValidationError, kind: type, data: Any, secrets: frozenset[str] = frozenset()
    ) -> None:
        """`kind` is the type of `data`. The values of `secrets`, dotted keys, are not shown."""
        text, _, at = str(error).partition(" - at `$")
        self.path: list[str | int] = [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]`]+", at)]
        unknown = re.match(r"Object contains unknown field `(.*)`", text)
        self.unknown = unknown[1] if unknown else ""
        if isinstance(cause := error.__cause__, WrongValueError):
            self.path += cause.key
            self.reason = cause.sentence
            return
        if self.unknown:
            self.path.append(self.unknown)
            self.reason = unknown_key("")
            return
        value = data
        for part in self.path:
            value = value[part]
        hidden = ".".join(map(str, self.path)) in secrets
        self.reason = _expectation(
            _type_at(inspect.type_info(kind), self.path), value, "***" if hidden else shown(value)
        )


def hint(near: str) -> Sentence | str:
    """Return a question behind an unknown word, whether a similar word was meant; empty without a similar word."""
    return Sentence(" (did you mean {near}?)", near=near) if near else ""


# Translators: a fault of a file that the person wrote, after "settings.toml:3: bel: "; {hint} asks which one was meant.
def unknown_key(near: str) -> Sentence:
    """Return what to say of a key that does not exist; `near` is a similar key, or empty."""
    return Sentence("unknown key{hint}", hint=hint(near))


def shown(value: Any) -> str:
    """Return a value of a TOML file as people write it there, at most about 50 characters of it."""
    if isinstance(value, str):
        return repr(value if len(value) <= 50 else f"{value[:50]}...")
    return f"{str(value).lower() if isinstance(value, bool) else repr(value):.50}"


def _type_at(kind: inspect.Type, path: KeyPath) -> inspect.Type:
    """Return the type of the value at a path."""
    for part in path:
        kind = _plain(kind)
        if isinstance(kind, inspect.StructType):
            kind = next(field.type for field in kind.fields if field.name == part)
        elif isinstance(kind, inspect.CollectionType):
            kind = kind.item_type
        elif isinstance(kind, inspect.DictType):
            kind = kind.value_type
    return kind


def _plain(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


# Translators: what a value in a file should be: {value} is what stands there.
def _expectation(kind: inspect.Type, value: Any, written: str) -> Sentence:
    """Return what was expected of a value; `written` is how the value is shown."""
    plain = _plain(kind)
    if isinstance(plain, inspect.StrType) and isinstance(value, str):
        examples = (getattr(kind, "extra_json_schema", None) or {}).get("examples", ())
        return _wrong_text(plain, value, Sentence("expected something like {example}", example="".join(examples[:1])))
    match plain:
        case inspect.BoolType():
            return Sentence("expected true or false, not {value}", value=written)
        case inspect.IntType():
            message = mark("expected a whole number from {low} to {high}, not {value}")
            return Sentence(message, low=plain.ge, high=plain.le, value=written)
        case inspect.FloatType():
            message = mark("expected a number from {low} to {high}, not {value}")
            return Sentence(message, low=f"{plain.ge:.15g}", high=f"{plain.le:.15g}", value=written)
        case inspect.LiteralType():
            return Sentence(
                "expected one of {known}, not {value}", known=", ".join(map(str, plain.values)), value=written
            )
        case inspect.StructType() | inspect.DictType():
            return Sentence("expected a section with keys, not {value}", value=written)
        case inspect.CollectionType():
            if isinstance(value, list):
                return Sentence("the list is too long; the limit is {count}", count=plain.max_length)
            return Sentence("expected a list in brackets, not {value}", value=written)
    return Sentence("expected text in quotes, not {value}", value=written)


# Translators: what is wrong with a text in a file.
def _wrong_text(kind: inspect.StrType, value: str, example: Sentence) -> Sentence:
    """Return what is wrong with an invalid text, where a text is expected."""
    if kind.max_length is not None and len(value) > kind.max_length:
        return Sentence("the text is too long; the limit is {count} characters", count=kind.max_length)
    return example if value else Sentence("the text must not be empty")


# Translators: what is wrong with a file that the person wrote, after "settings.toml:3: not TOML: ".
_SYNTAX: Final = (
    (r"Invalid statement", mark("this is not a key, a section or a comment")),
    (r"Invalid initial character for a key part", mark("a key begins with a letter, a digit, - or _, or is in quotes")),
    (r"Expected '=' after a key .*", mark("there must be = behind the key")),
    (r"Expected newline or end of document after a statement", mark("the next key must be on a new line")),
    (r"Expected '\]\]?' at the end of .*", mark("the name of the section must end with ]")),
    (r"Unclosed array", mark("the list in brackets has no end, or a comma is missing")),
    (r"Unclosed inline table", mark("the section in braces has no end, or a comma is missing")),
    (r"Unterminated string", mark("the text in quotes has no end")),
    (r"Invalid value", mark("there is no value that can be read, such as true, 3 or text in quotes")),
    (r"Invalid date or datetime", mark("the date or time is impossible")),
    (r"Unescaped .* in a string|Invalid hex value|Escaped character is .*",
     mark(r"a backslash in a text in quotes must be written twice: \\")),
    (r"(?:Illegal|Found invalid) character .*", mark("there is a character that cannot be used here")),
    (r"Expected .*", mark("a quotation mark or the end of the line is missing")),
    (r"Cannot (?:declare|mutate|overwrite|redefine) .*|Duplicate inline .*", mark("the key or section is there twice")),
)  # fmt: skip  # a table
"""The sentence for each complaint of the TOML parser, by a pattern of its text."""


def syntax_problem(complaint: str) -> Sentence:
    """Return what a complaint of the TOML parser means; an unknown complaint gives a general sentence."""
    found = (message for pattern, message in _SYNTAX if re.fullmatch(pattern, complaint, re.DOTALL))
    return Sentence(next(found, mark("something here cannot be read")))
