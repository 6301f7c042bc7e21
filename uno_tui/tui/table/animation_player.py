"""Shows animations on the screen of a table or a replay, one after the other.

The screen shows the new state at once; an animation only adds something on top for a fifth of a second. Nothing waits
for it, no timer runs while there is none, and it ends early when something else happens or when the program is late.
"""

from asyncio import TimerHandle
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Final, Protocol

from uno_tui.game.view import PlayerView
from uno_tui.tui.table.animations import Animation, animations_between

LATE: Final = 0.02
"""Delay of a step, in seconds, above which the program is too busy for animations."""
REST: Final = 30.0
"""Seconds without animations after a late step."""


class AnimatedScene(Protocol):
    """A scene that can show an animation."""

    @property
    def animation(self) -> Animation | None:
        """The current step; None while nothing moves."""


class AnimatedState(Protocol):
    """The state of a screen whose scene can show an animation."""

    @property
    def scene(self) -> AnimatedScene:
        """The scene that is shown."""

    def change(self, **fields: Any) -> None:
        """Replace fields of the scene."""


class AnimationPlayer:
    """Shows animations one after the other."""

    def __init__(
        self,
        state: AnimatedState,
        after: Callable[[float, Callable[[], None]], TimerHandle],
        draw: Callable[[], None],
        steps: Callable[[], int],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`after`: calls a function after some seconds; `draw` redraws the scene.

        `steps`: returns the steps of what moves, 0 if no animations are possible now.
        """
        self.state = state
        self.after = after
        self.draw = draw
        self.steps = steps
        self.clock = clock
        self.queue: list[Animation] = []
        """The animations that are shown after the current one."""
        self.timer: TimerHandle | None = None
        self.due = 0.0
        """Time at which the next step is due, in seconds of the clock."""
        self.number = 0
        """Number of timers so far. A step whose timer was stopped too late is known by an older number."""
        self.resting_until = 0.0

    def start(self, old: PlayerView | None, new: PlayerView | None) -> None:
        """Show the animations of a move; those that are still running end at once."""
        steps = 0 if self.clock() < self.resting_until else self.steps()
        if old is None or new is None or old is new or not (steps or self.timer):
            return
        if found := animations_between(old, new, steps or 1):
            self.stop()
        if found and steps:
            first, *self.queue = found
            self.due = self.clock()
            self._show(first)

    def step(self) -> None:
        """Advance the current animation by one step; called by the timer."""
        now, current = self.clock(), self.state.scene.animation
        if now - self.due > LATE:
            self.resting_until = now + REST
            self.stop()
        elif not self.steps():
            self.stop()
        elif current is not None and current.left > 1:
            self._show(current._replace(left=current.left - 1))
        elif self.queue:
            self._show(self.queue.pop(0))
        else:
            self.stop()
        self.draw()

    def stop(self) -> None:
        """End all animations; the caller must then redraw the scene."""
        self.queue = []
        self.number += 1
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.state.scene.animation is not None:
            self.state.change(animation=None)

    def _show(self, animation: Animation) -> None:
        """Show a step, and set the timer for its end."""
        self.state.change(animation=animation)
        self.due += animation.seconds
        self.number += 1
        self.timer = self.after(animation.seconds, partial(self._end, self.number))

    def _end(self, number: int) -> None:
        if number == self.number:
            self.step()
