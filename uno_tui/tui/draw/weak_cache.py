"""What many sessions show alike is one thing for all of them, as long as any of them shows it.

A cache of so many entries would either keep what nobody shows any more, such as the names of people who left, or be too
small for many tables at once. Here an entry lasts as long as somebody holds the thing itself.
"""

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

Causes = TypeVarTuple("Causes")
Thing = TypeVar("Thing")


class WeakCache(Generic[*Causes, Thing]):
    """A function that gives everybody the same thing for equal arguments, until nobody holds it.

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

    def __init__(self, make: Callable[[*Causes], Thing]) -> None:
        self._make = make
        self._known: WeakValueDictionary[tuple[*Causes], Thing] = WeakValueDictionary()

    def __call__(self, *causes: *Causes) -> Thing:
        """The thing; it depends on the arguments alone and never changes."""
        thing = self._known.get(causes)
        if thing is None:
            thing = self._known[causes] = self._make(*causes)
        return thing

    def __len__(self) -> int:
        return len(self._known)

    def clear(self) -> None:
        """Make everything anew from now on."""
        self._known.clear()
