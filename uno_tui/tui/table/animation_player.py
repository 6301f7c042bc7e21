"""Shows animations on the screen of a table or a replay, one after the other.

The screen shows the new state at once; an animation only adds something on top for a fifth of a second. Nothing waits
for it, no timer runs while there is none, and it ends early when something else happens or when the program is late.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final, Protocol

from textual.timer import Timer

from uno_tui.game.view import PlayerView
from uno_tui.tui.table.animations import Animation, animations_between

STEP_SECONDS: Final = 0.08
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
        set_interval: Callable[[float, Callable[[], None]], Timer],
        draw: Callable[[], None],
        allowed: Callable[[], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`allowed` returns whether animations are possible now; `draw` redraws the scene."""
        self.state = state
        self.set_interval = set_interval
        self.draw = draw
        self.allowed = allowed
        self.clock = clock
        self.queue: list[Animation] = []
        """The animations that are shown after the current one."""
        self.timer: Timer | None = None
        self.due = 0.0
        """Time at which the next step is due, in seconds of the clock."""
        self.resting_until = 0.0

    def start(self, old: PlayerView | None, new: PlayerView | None) -> None:
        """Show the animations of a move; those that are still running end at once."""
        if old is None or new is None or old is new or not (found := animations_between(old, new)):
            return
        self.stop()
        if self.clock() < self.resting_until or not self.allowed():
            return
        self.queue = list(found[1:])
        self.state.change(animation=found[0])
        self.due = self.clock() + STEP_SECONDS
        self.timer = self.set_interval(STEP_SECONDS, self.step)

    def step(self) -> None:
        """Advance the current animation by one step; called by the timer."""
        now = self.clock()
        if now - self.due > LATE:
            self.resting_until = now + REST
            self.stop()
        elif not self.allowed():
            self.stop()
        else:
            self.due += STEP_SECONDS
            current = self.state.scene.animation
            if current is not None and current.left > 1:
                self.state.change(animation=current._replace(left=current.left - 1))
            elif self.queue:
                self.state.change(animation=self.queue.pop(0))
            else:
                self.stop()
        self.draw()

    def stop(self) -> None:
        """End all animations; the caller must then redraw the scene."""
        self.queue = []
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        if self.state.scene.animation is not None:
            self.state.change(animation=None)
