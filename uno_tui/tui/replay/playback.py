"""Playback of a replay: the commands that move to another position, or let it run."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual.timer import Timer

from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.replay.scene import SPEEDS, STEP, ReplayScene


class ReplayState:
    """The state of a replay screen, shared by its command classes; only the screen draws it."""

    def __init__(self, scene: ReplayScene) -> None:
        self.scene = scene

    def change(self, **fields: Any) -> None:
        """Replace fields of the scene."""
        self.scene = replace(self.scene, **fields)


class Playback:
    """Current position in a replay, with a timer for automatic playback."""

    def __init__(
        self,
        state: ReplayState,
        set_interval: Callable[[float, Callable[[], None]], Timer],
        is_visible: Callable[[], bool],
        show: Callable[[], None],
    ) -> None:
        """`is_visible`: returns whether no other screen covers this one; playback pauses while one does."""
        self.state = state
        self.set_interval = set_interval
        self.is_visible = is_visible
        self.show = show
        self.timer: Timer | None = None

    # The position

    @handles("jump")
    def jump(self, number: int) -> None:
        """Stop playback and go to a position, limited to the existing ones."""
        self.run_timer(playing=False)
        self.state.change(number=max(min(number, self.state.scene.replay.last), 0))

    @handles("forward")
    def step_forward(self) -> None:
        """Go forward one action."""
        self.jump(self.state.scene.number + 1)

    @handles("backward")
    def step_back(self) -> None:
        """Go back one action."""
        self.jump(self.state.scene.number - 1)

    @handles("page_forward")
    def page_forward(self) -> None:
        """Go forward several actions."""
        self.jump(self.state.scene.number + STEP)

    @handles("page_back")
    def page_back(self) -> None:
        """Go back several actions."""
        self.jump(self.state.scene.number - STEP)

    @handles("first")
    def go_to_start(self) -> None:
        """Go to the start."""
        self.jump(0)

    @handles("last")
    def go_to_end(self) -> None:
        """Go to the end."""
        self.jump(self.state.scene.replay.last)

    @handles("next_round")
    def go_to_next_round(self) -> None:
        """Go to the start of the next round."""
        self.jump(self.state.scene.next_start)

    @handles("last_round")
    def go_to_previous_round(self) -> None:
        """Go to the start of this round, or if already there to the start of the previous one."""
        self.jump(self.state.scene.previous_start)

    @handles("round_end")
    def go_to_round_end(self) -> None:
        """Go to the end of this round, or if already there to the end of the next one."""
        self.jump(self.state.scene.next_end)

    # Running

    @handles("play")
    def toggle(self) -> None:
        """Start or pause playback; at the end, start from the beginning."""
        if not self.state.scene.playing and self.state.scene.at_end:
            self.state.change(number=0)
        self.run_timer(playing=not self.state.scene.playing)

    @handles("faster")
    def faster(self) -> None:
        """Take the next higher speed."""
        self._set_speed(self.state.scene.speed + 1)

    @handles("slower")
    def slower(self) -> None:
        """Take the next lower speed."""
        self._set_speed(self.state.scene.speed - 1)

    def _set_speed(self, speed: int) -> None:
        self.state.change(speed=max(min(speed, len(SPEEDS) - 1), 0))
        self.run_timer(playing=self.state.scene.playing)

    def run_timer(self, *, playing: bool) -> None:
        """Start the timer at the current speed, or stop the timer."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.state.change(playing=playing)
        if playing:
            self.timer = self.set_interval(1 / SPEEDS[self.state.scene.speed], self.tick)

    def tick(self) -> None:
        """Advance the replay by one action; stop playback at the end. Called by the timer."""
        scene = self.state.scene
        if not self.is_visible() or not scene.playing:
            return
        self.state.change(number=min(scene.number + 1, scene.replay.last))
        if self.state.scene.at_end:
            self.run_timer(playing=False)
        self.show()
