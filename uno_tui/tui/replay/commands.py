"""What each command of a replay does."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from textual.timer import Timer
from textual.widgets import Input

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.theme import next_theme
from uno_tui.tui.keytable import KeyScreen, handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.replay.scene import SPEEDS, STEP, ReplayScene
from uno_tui.tui.table import pages
from uno_tui.tui.table.bars import PromptBar
from uno_tui.tui.table.scene import TableScene

DIGITS: Final = 7
"""Of the highest number that can be typed."""


class Stepping(KeyScreen[None]):
    """The commands, each a method `do_...`."""

    scene: ReplayScene
    table: TableScene
    """What the table's widgets show."""
    appearance: Appearance
    themes: Path | None
    prompt: PromptBar
    timer: Timer | None = None
    show: Callable[[], None]
    restyle: Callable[[Appearance], None]

    def run(self, name: str, number: int | None = None) -> None:
        """Do a command, then show what came of it."""
        self.scene = replace(self.scene, answer="")
        self.carry_out(name, number)
        if self.is_current:
            self.show()

    # Going

    @handles("jump")
    def do_jump(self, number: int) -> None:
        """Go to a picture; it does not go on by itself any more."""
        self.wind(playing=False)
        self.scene = replace(self.scene, number=max(min(number, self.scene.replay.last), 0))

    @handles("forward")
    def do_forward(self) -> None:
        """Go on one action."""
        self.do_jump(self.scene.number + 1)

    @handles("backward")
    def do_backward(self) -> None:
        """Go back one action."""
        self.do_jump(self.scene.number - 1)

    @handles("page_forward")
    def do_page_forward(self) -> None:
        """Go on some actions."""
        self.do_jump(self.scene.number + STEP)

    @handles("page_back")
    def do_page_back(self) -> None:
        """Go back some actions."""
        self.do_jump(self.scene.number - STEP)

    @handles("first")
    def do_first(self) -> None:
        """Go to the start."""
        self.do_jump(0)

    @handles("last")
    def do_last(self) -> None:
        """Go to the end."""
        self.do_jump(self.scene.replay.last)

    @handles("next_round")
    def do_next_round(self) -> None:
        """Go to the start of the next round."""
        self.do_jump(self.scene.next_start)

    @handles("last_round")
    def do_last_round(self) -> None:
        """Go to the start of this round or the one before."""
        self.do_jump(self.scene.last_start)

    @handles("round_end")
    def do_round_end(self) -> None:
        """Go to the end of this round or the next."""
        self.do_jump(self.scene.next_end)

    # Playing

    @handles("play")
    def do_play(self) -> None:
        """Let it go on by itself, from the start if it is at the end, or stop it."""
        if not self.scene.playing and self.scene.at_end:
            self.scene = replace(self.scene, number=0)
        self.wind(playing=not self.scene.playing)

    @handles("faster")
    def do_faster(self) -> None:
        """Play faster."""
        self.set_speed(self.scene.speed + 1)

    @handles("slower")
    def do_slower(self) -> None:
        """Play slower."""
        self.set_speed(self.scene.speed - 1)

    def set_speed(self, speed: int) -> None:
        """Play at that speed."""
        self.scene = replace(self.scene, speed=max(min(speed, len(SPEEDS) - 1), 0))
        self.wind(playing=self.scene.playing)

    def wind(self, *, playing: bool) -> None:
        """Start or stop the timer that goes on."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.scene = replace(self.scene, playing=playing)
        if playing:
            self.timer = self.set_interval(1 / SPEEDS[self.scene.speed], self.tick)

    def tick(self) -> None:
        """Go on one action; at the end, stop. While something lies on top, wait."""
        if not self.is_current or not self.scene.playing:
            return
        self.scene = replace(self.scene, number=min(self.scene.number + 1, self.scene.replay.last))
        if self.scene.at_end:
            self.wind(playing=False)
        self.show()

    # Looking

    @handles("view")
    def do_view(self) -> None:
        """See it as the next seat, or behind the last one with all hands open."""
        seat = -1 if self.scene.seat is None else self.scene.seat
        self.scene = replace(self.scene, seat=seat + 1 if seat + 1 < self.scene.replay.seats else None)

    @handles("open")
    def do_open(self) -> None:
        """See all hands."""
        self.scene = replace(self.scene, seat=None)

    @handles("seat")
    def do_seat(self, number: int) -> None:
        """See it as that seat."""
        self.scene = replace(self.scene, seat=number)

    @handles("theme")
    def do_theme(self) -> None:
        """Take the next theme."""
        palette, complaint = next_theme(self.appearance.palette.name, self.themes)
        self.restyle(replace(self.appearance, palette=palette))
        self.scene = replace(self.scene, answer=complaint)

    @handles("log")
    def do_log(self) -> None:
        """Show everything that happened up to here."""
        self.app.push_screen(pages.log_page(self.appearance, self.table))

    @handles("rules")
    def do_rules(self) -> None:
        """Show the rules in force."""
        self.app.push_screen(pages.rules_page(self.appearance, self.scene.replay.rules))

    # Typing

    @handles("goto")
    def do_goto(self) -> None:
        """Ask for a number."""
        self.wind(playing=False)
        region = self.prompt.region_given
        asked = self.appearance.words("Go to which action? 0 to {last}", last=self.scene.replay.last)
        where = region.x + 1, region.y + 1, max(region.width - 2, DIGITS)
        self.open_line(LineInput(self.appearance, where, DIGITS, asked=asked, restrict="[0-9]*"))
        self.scene = replace(self.scene, typing=True)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """A number was typed."""
        self.run("back")
        if event.value:
            self.run("jump", int(event.value))

    @handles("back")
    def do_back(self) -> None:
        """Type no number."""
        self.close_lines()
        self.scene = replace(self.scene, typing=False)

    # Leaving

    @handles("leave")
    def do_leave(self) -> None:
        """Leave the replay."""
        self.wind(playing=False)
        self.dismiss()
