"""Forms: how each kind of value is written as JSON values and read back.

Cards, colors, actions and rules are their notation; a seat is counted from 1, as in the notation; a value of several
fields is an object with all of them, by name. What is read is checked as a whole before anything is made of it, and
fields that are not known are ignored, so that a later version may say more.
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
    """What came is not what can be read; the text says where and why."""


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """One kind of value: how it is written, and how it is read, which raises `WireError` for anything else."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]


def exact(kind: type[T], *also: type) -> Codec[T]:
    """JSON's own kinds; true is no number."""

    def read(data: Any) -> T:
        if type(data) not in (kind, *also):
            raise WireError(f"{_short(data)} is not {kind.__name__}")
        return kind(data)  # type: ignore[call-arg]  # int, float, str and bool take their own kind

    return Codec(lambda value: value, read)


def text(write: Callable[[T], str], parse: Callable[[str], T]) -> Codec[T]:
    """What has a notation."""

    def read(data: Any) -> T:
        if not isinstance(data, str):
            raise WireError(f"{_short(data)} is no text")
        try:
            return parse(data)
        except ValueError as error:
            raise WireError(str(error)) from error

    return Codec(write, read)


def optional(codec: Codec[T]) -> Codec[T | None]:
    """That, or null."""
    return Codec(
        lambda value: None if value is None else codec.write(value),
        lambda data: None if data is None else codec.read(data),
    )


def listed(codec: Codec[T]) -> Codec[tuple[T, ...]]:
    """A list of those."""
    return Codec(lambda value: [codec.write(one) for one in value], lambda data: tuple(map(codec.read, _list(data))))


def row(*codecs: Codec[Any]) -> Codec[tuple[Any, ...]]:
    """A list of so many, each of its own kind."""

    def read(data: Any) -> tuple[Any, ...]:
        if len(_list(data)) != len(codecs):
            raise WireError(f"{_short(data)} is not a list of {len(codecs)}")
        return tuple(codec.read(one) for codec, one in zip(codecs, data, strict=True))

    return Codec(lambda value: [codec.write(one) for codec, one in zip(codecs, value, strict=True)], read)


def together(codec: Codec[T]) -> Codec[frozenset[T]]:
    """A set, as a list in order."""
    return Codec(lambda value: sorted(map(codec.write, value)), lambda data: frozenset(map(codec.read, _list(data))))


def tagged(key: str, kinds: Mapping[str, Codec[Any]], classes: Mapping[type, str]) -> Codec[Any]:
    """One of several objects, told apart by the name under a key."""

    def read(data: Any) -> Any:
        name = _object(data).get(key)
        if not isinstance(name, str) or name not in kinds:
            raise WireError(f"no {key} {_short(name)}")
        return kinds[name].read(data)

    def write(value: Any) -> dict[str, Any]:
        name = classes[type(value)]
        return {key: name, **kinds[name].write(value)}

    return Codec(write, read)


def record(kind: type[T], missing: Mapping[str, Any] | None = None, **special: Codec[Any]) -> Codec[T]:
    """An object with the fields of a dataclass; `missing`: what is read where a field is not there."""
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

    return Codec(lambda value: {name: codec.write(getattr(value, name)) for name, codec in codecs.items()}, read)


CARD: Final = text(lambda value: value.text, card)
COLOR: Final = text(lambda value: value.letter, Color.parse)
ACTION: Final[Codec[Action]] = text(lambda value: value.text, action)
RULES: Final[Codec[Rules]] = text(lambda value: value.text, lambda written: Rules.parse(*_preset(written)))


def _read_seat(data: Any) -> int:
    if type(data) is not int or data < 1:
        raise WireError(f"{_short(data)} is no seat: seats are counted from 1")
    return data - 1


SEAT: Final[Codec[int]] = Codec(lambda seat: seat + 1, _read_seat)

_SEATS: Final = frozenset({"seat", "dealer", "turn", "winner", "offender", "other", "you"})
"""Fields that, where they are numbers, are seats."""
_KNOWN: Final[Mapping[Any, Codec[Any]]] = {
    int: exact(int),
    str: exact(str),
    bool: exact(bool),
    float: exact(float, int),
    Card: CARD,
    Color: COLOR,
    Action: ACTION,
    Rules: RULES,
}


def _field(name: str, hint: Any) -> Codec[Any]:
    if name in _SEATS and hint in (int, int | None):
        return SEAT if hint is int else optional(SEAT)
    return codec_of(hint)


@cache
def codec_of(hint: Any) -> Codec[Any]:
    """The codec of an annotated type."""
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
        return text(lambda value: value.value, hint)
    assert is_dataclass(hint), f"{hint} is written in no way"
    return record(hint)


def _preset(written: str) -> tuple[str, list[str]]:
    """The parts of a text of rules; nothing is the default preset."""
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
