"""The scenes that a person may still have seen when pressing a key or typing a number."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

Scene = TypeVar("Scene")

REACTION: Final = 0.4
"""Seconds during which a key may still be meant for the previous scene: the round trip to the terminal, and a person's
shortest reaction time."""


class ShownScenes(Generic[Scene]):
    """Recently shown scenes that changed without an action of the person."""

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self._replaced: deque[tuple[float, Scene]] = deque(maxlen=8)
        """Pairs of the time when a scene was replaced, in seconds on the clock, and that scene; newest last."""

    def replace(self, old: Scene) -> None:
        """Remember a scene that is being replaced without an action of the person."""
        self._replaced.append((self.clock(), old))

    def change(self, changed: Callable[[Scene], Scene]) -> None:
        """Apply the person's own change of the newest scene to all remembered scenes too."""
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
