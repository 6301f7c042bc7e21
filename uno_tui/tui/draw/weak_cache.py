"""A cache whose entries last as long as their values are in use, for what several sessions show alike.

A cache of fixed size would either keep unused values, such as names of people who left, or be too small for many
tables.

A key must hold everything on which the drawing depends. A hand is never shared.
"""

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

Arguments = TypeVarTuple("Arguments")
Value = TypeVar("Value")


class WeakCache(Generic[*Arguments, Value]):
    """A function that returns the same object for equal arguments, as long as anybody holds that object.

    >>> class Drawn:
    ...     def __init__(self, text: str) -> None:
    ...         self.text = text
    >>> drawn = WeakCache(Drawn)
    >>> mine = drawn("ann")
    >>> drawn("ann") is mine, len(drawn)
    (True, 1)
    >>> del mine
    >>> len(drawn)
    0
    """

    def __init__(self, make: Callable[[*Arguments], Value]) -> None:
        self._make = make
        self._known: WeakValueDictionary[tuple[*Arguments], Value] = WeakValueDictionary()

    def __call__(self, *arguments: *Arguments) -> Value:
        """Return the cached value. It must depend only on the arguments, and must not be changed."""
        value = self._known.get(arguments)
        if value is None:
            value = self._known[arguments] = self._make(*arguments)
        return value

    def __len__(self) -> int:
        return len(self._known)

    def clear(self) -> None:
        """Forget all entries."""
        self._known.clear()
