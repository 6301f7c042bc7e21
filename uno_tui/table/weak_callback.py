"""Callbacks that do not keep their object in memory."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def weakly(method: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Return a function that calls a bound method but does not keep its object in memory.

    Raises:
        ReferenceError: when called after the object has gone.
    """
    reference = WeakMethod(method)

    def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        alive = reference()
        if alive is None:
            raise ReferenceError("the object of this method has gone")
        return alive(*arguments, **named)

    return call
