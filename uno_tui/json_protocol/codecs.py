"""Codecs: how each type of value is written as JSON and read back.

Cards, colors, actions and rules are written in their notation, seats as numbers from 1 like in the notation, and
dataclasses as objects with all fields by name. A value is read completely or not at all. Unknown fields are ignored, so
that a later version can add some.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from uno_tui.game.actions import Action, action
from uno_tui.game.cards import Card, Color, card
from uno_tui.game.rules import Rules

T = TypeVar("T")


class WireError(ValueError):
    """Data that cannot be read; the text gives the place and the reason."""


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """Converter between a type and JSON values; `read` raises `WireError` for invalid values."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]
    schema: Mapping[str, Any]
    """JSON Schema of the values that `write` returns; an object's ``title`` is the name of its Python class."""


_JSON_TYPES: Final = {int: "integer", str: "string", bool: "boolean", float: "number"}


def exact(kind: type[T], *also: type) -> Codec[T]:
    """Return the codec of a JSON type; true and false are not accepted as numbers."""

    def read(data: Any) -> T:
        if type(data) not in (kind, *also):
            raise WireError(f"{_short(data)} is not {kind.__name__}")
        return kind(data)  # type: ignore[call-arg]  # int, float, str and bool take their own kind

    return Codec(lambda value: value, read, {"type": _JSON_TYPES[kind]})


def text(write: Callable[[T], str], parse: Callable[[str], T], **schema: Any) -> Codec[T]:
    """Return the codec of a type that is written as text; `schema` describes the text."""

    def read(data: Any) -> T:
        if not isinstance(data, str):
            raise WireError(f"{_short(data)} is no text")
        try:
            return parse(data)
        except ValueError as error:
            raise WireError(str(error)) from error

    return Codec(write, read, {"type": "string", **schema})


def optional(codec: Codec[T]) -> Codec[T | None]:
    """Return the codec of a value that may be null."""
    return Codec(
        lambda value: None if value is None else codec.write(value),
        lambda data: None if data is None else codec.read(data),
        {"anyOf": [codec.schema, {"type": "null"}]},
    )


def listed(codec: Codec[T]) -> Codec[tuple[T, ...]]:
    """Return the codec of a list of any length."""
    return Codec(
        lambda value: [codec.write(one) for one in value],
        lambda data: tuple(map(codec.read, _list(data))),
        {"type": "array", "items": codec.schema},
    )


def row(*codecs: Codec[Any]) -> Codec[tuple[Any, ...]]:
    """Return the codec of a list of fixed length, given one codec for each position."""

    def read(data: Any) -> tuple[Any, ...]:
        if len(_list(data)) != len(codecs):
            raise WireError(f"{_short(data)} is not a list of {len(codecs)}")
        return tuple(codec.read(one) for codec, one in zip(codecs, data, strict=True))

    count = len(codecs)
    places = [codec.schema for codec in codecs]
    return Codec(
        lambda value: [codec.write(one) for codec, one in zip(codecs, value, strict=True)],
        read,
        {"type": "array", "prefixItems": places, "minItems": count, "maxItems": count},
    )


def together(codec: Codec[T]) -> Codec[frozenset[T]]:
    """Return the codec of a set, which is written as a sorted list."""
    return Codec(
        lambda value: sorted(map(codec.write, value)),
        lambda data: frozenset(map(codec.read, _list(data))),
        {"type": "array", "items": codec.schema, "uniqueItems": True},
    )


def tagged(key: str, kinds: Mapping[str, Codec[Any]], classes: Mapping[type, str]) -> Codec[Any]:
    """Return the codec of a choice of object types; one field of the object holds the name of its type."""

    def read(data: Any) -> Any:
        name = _object(data).get(key)
        if not isinstance(name, str) or name not in kinds:
            raise WireError(f"no {key} {_short(name)}")
        return kinds[name].read(data)

    def write(value: Any) -> dict[str, Any]:
        name = classes[type(value)]
        return {key: name, **kinds[name].write(value)}

    return Codec(write, read, {"oneOf": [_with_tag(key, name, kinds[name].schema) for name in kinds]})


def _with_tag(key: str, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object's schema with an additional field that has a constant value."""
    properties = {key: {"const": name}, **schema["properties"]}
    return {**schema, "properties": properties, "required": [key, *schema["required"]]}


def record(kind: type[T], missing: Mapping[str, Any] | None = None, **special: Codec[Any]) -> Codec[T]:
    """Return the codec of a dataclass; `missing`: values of fields that may be omitted."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # every kind given is a dataclass
    codecs = {name: special.get(name) or _field(name, hints[name]) for name in names}

    def read(data: Any) -> T:
        found = dict(missing or {})
        for name, codec in codecs.items():
            if name in _object(data):
                try:
                    found[name] = codec.read(data[name])
                except WireError as error:
                    raise WireError(f"{name}: {error}") from error
            elif name not in found:
                raise WireError(f"no field {name}")
        return kind(**found)

    schema = {
        "type": "object",
        "title": kind.__name__,
        "properties": {name: codec.schema for name, codec in codecs.items()},
        "required": [name for name in names if name not in (missing or {})],
    }
    return Codec(
        lambda value: {name: codec.write(getattr(value, name)) for name, codec in codecs.items()}, read, schema
    )


CARD: Final = text(lambda value: value.text, card, description="a card")
COLOR: Final = text(lambda value: value.letter, Color.parse, enum=[color.letter for color in Color])
ACTION: Final[Codec[Action]] = text(lambda value: value.text, action, description="an action")
RULES: Final[Codec[Rules]] = text(
    lambda value: value.text, lambda written: Rules.parse(*_preset(written)), description="rules"
)


def _counted(what: str) -> Codec[int]:
    """Return the codec of a seat or a team, whose number is counted from 0 here and from 1 in JSON."""

    def read(data: Any) -> int:
        if type(data) is not int or data < 1:
            raise WireError(f"{_short(data)} is no {what}: {what}s are counted from 1")
        return data - 1

    return Codec(lambda number: number + 1, read, {"type": "integer", "minimum": 1, "description": f"a {what}"})


SEAT: Final = _counted("seat")
TEAM: Final = _counted("team")


def _read_labels(data: Any) -> dict[str, str]:
    return {str(key): exact(str).read(one) for key, one in _object(data).items()}


LABELS: Final[Codec[Mapping[str, str]]] = Codec(
    dict, _read_labels, {"type": "object", "additionalProperties": {"type": "string"}, "description": "texts by key"}
)

_NUMBERS: Final[Mapping[str, Codec[int]]] = {
    **dict.fromkeys(("seat", "dealer", "turn", "winner", "offender", "other", "you"), SEAT),
    **dict.fromkeys(("team", "winning_team"), TEAM),
}
"""Codecs of fields whose numbers are seats or teams, by field name."""
_KNOWN: Final[Mapping[Any, Codec[Any]]] = {
    int: exact(int),
    str: exact(str),
    bool: exact(bool),
    float: exact(float, int),
    Card: CARD,
    Color: COLOR,
    Action: ACTION,
    Rules: RULES,
    Mapping[str, str]: LABELS,
}


def _field(name: str, hint: Any) -> Codec[Any]:
    if name in _NUMBERS and hint in (int, int | None):
        return _NUMBERS[name] if hint is int else optional(_NUMBERS[name])
    return codec_of(hint)


@cache
def codec_of(hint: Any) -> Codec[Any]:
    """Return the codec of an annotated type."""
    if hint in _KNOWN:
        return _KNOWN[hint]
    arguments = get_args(hint)
    if isinstance(hint, types.UnionType):
        some, none = arguments
        assert none is type(None), f"{hint} is written in no way"
        return optional(codec_of(some))
    if get_origin(hint) is frozenset:
        return together(codec_of(arguments[0]))
    if get_origin(hint) is tuple:
        return listed(codec_of(arguments[0])) if arguments[-1] is ... else row(*map(codec_of, arguments))
    assert isinstance(hint, type), f"{hint} is written in no way"
    if issubclass(hint, StrEnum):
        return text(lambda value: value.value, hint, enum=[one.value for one in hint])
    assert is_dataclass(hint), f"{hint} is written in no way"
    return record(hint)


def _preset(written: str) -> tuple[str, list[str]]:
    """Return preset and settings of a rules text; an empty text means the preset ``classic``."""
    preset, *settings = written.split() or ["classic"]
    return preset, settings


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise WireError(f"{_short(data)} is no list")
    return data


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise WireError(f"{_short(data)} is no object")
    return data


def _short(data: object) -> str:
    return f"{data!a:.40}"
