"""The scenes that a person may still have had in view when pressing a key or typing a number."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

Scene = TypeVar("Scene")

REACTION: Final = 0.4
"""Seconds in which a key may have been pressed on the scene before: the way to the terminal and back, and the time that
nobody reacts faster than."""


class ShownScenes(Generic[Scene]):
    """Scenes that were replaced from outside a moment ago."""

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self._replaced: deque[tuple[float, Scene]] = deque(maxlen=8)
        """Seconds on the clock at which each scene was replaced, and the scene, the newest last."""

    def replace(self, old: Scene) -> None:
        """Remember a scene that is being replaced, by no doing of the person's."""
        self._replaced.append((self.clock(), old))

    def change(self, changed: Callable[[Scene], Scene]) -> None:
        """Apply to all scenes what the person has just changed in the newest one."""
        if self._replaced:
            self._replaced = deque([(when, changed(one)) for when, one in self._replaced], self._replaced.maxlen)

    def forget(self) -> None:
        """Forget all scenes."""
        self._replaced.clear()

    def contradict(self, now: Scene, meaning: Callable[[Scene], object]) -> bool:
        """Return whether a key or click meant something else in one of the scenes than it means now.

        A meaning of None is none: it contradicts no other.
        """
        while self._replaced and self.clock() - self._replaced[0][0] > REACTION:
            self._replaced.popleft()
        if not self._replaced:
            return False
        meant = meaning(now)
        return any((was := meaning(old)) is not None and was != meant for _when, old in self._replaced)
