"""Interned values: there is one object for each value, so `==` is `is`, and comparing and hashing cost nothing."""

from dataclasses import fields
from typing import Any


class Interned(type):
    """The metaclass of interned values, such as cards and actions.

    Calling the class with the same fields returns the same object, also after a copy or a pickle. Use it with
    ``@dataclass(frozen=True, slots=True, eq=False)``, whose equality and hash go by identity, and only for a small
    number of different values, since none is ever dropped.

    A class must reject wrong field values in `__post_init__`. Python has ``0 == False == Color.RED``, so a wrong value
    that equals a right one would otherwise be interned, and be returned to everybody who asks for the right one.
    """

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_options: Any) -> None:
        super().__init__(name, bases, namespace)
        cls._made: dict[tuple[object, ...], Any] = {}

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Return the single shared object with these field values, creating it if necessary."""
        value = super().__call__(*args, **kwargs)
        return cls._made.setdefault(value.key(), value)


class Value(metaclass=Interned):
    """The base class of interned values: only one object exists for each value. Provides their key and pickling."""

    __slots__ = ()

    def key(self) -> tuple[object, ...]:
        """Return the values of all fields as a tuple."""
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]  # a dataclass

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.key()
