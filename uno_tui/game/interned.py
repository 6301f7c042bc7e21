"""Values made once: equal means identical, so comparing, hashing and looking up cost nothing."""

from dataclasses import fields
from typing import Any


class Interned(type):
    """The metaclass of values of which there is one each, such as cards and actions.

    Calling the class with the same fields gives the same object, also after a copy or a pickle. Use it with
    ``@dataclass(frozen=True, slots=True, eq=False)`` and only where the number of different values is small, since
    none is ever forgotten.
    """

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_options: Any) -> None:
        super().__init__(name, bases, namespace)
        cls._made: dict[tuple[object, ...], Any] = {}

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """The one value with these fields."""
        value = super().__call__(*args, **kwargs)
        return cls._made.setdefault(value.key(), value)


class Value(metaclass=Interned):
    """The base of interned values; gives them their key and a pickle that comes back as the same object."""

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """All fields, in order."""
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]  # a dataclass

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.key()
