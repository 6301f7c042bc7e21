"""The replay screen: the table's widgets, which show the views of a finished match."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textual import events
from textual.app import ComposeResult

from uno_tui.local.replay import Replay
from uno_tui.local.settings import AUTO
from uno_tui.speech import Speaker
from uno_tui.tui.base_screen import BaseScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.draw.theme import next_theme
from uno_tui.tui.keyboard.bar import KeyBar, KeyBarLook
from uno_tui.tui.keyboard.screen import KeyScreen, handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.replay.board import ReplayBoard, fault_text, open_view_of
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.replay.playback import Playback, ReplayState
from uno_tui.tui.replay.scene import ReplayScene
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.animation_player import AnimationPlayer
from uno_tui.tui.table.board import place_widget
from uno_tui.tui.table.pages import log_page, rules_page
from uno_tui.tui.table.scene import TableScene

DIGITS: Final = 7
"""Digits of the highest number that can be typed."""


class ReplayScreen(KeyScreen[None]):
    """The replay screen for a record whose cards are known."""

    KEYS = REPLAY
    PARTS = (Playback,)
    WHEEL = ("backward", "forward")

    def __init__(
        self, appearance: Appearance, replay: Replay, number: int = 0, themes: Path | None = None, shape: str = AUTO
    ) -> None:
        """`number`: the position to start at, in actions; `shape`: value of the setting `table`."""
        super().__init__()
        self.appearance, self.themes = appearance, themes
        scene = ReplayScene(replay, min(number, replay.last), answer=fault_text(appearance, replay))
        self.state = ReplayState(scene)
        self.playback = Playback(self.state, self.set_interval, lambda: self.is_current, self.show)
        self.parts = {Playback: self.playback}
        self.animations = AnimationPlayer(self.state, self.after, self.show_animation, self.travel_steps)
        self.board, self.keys = ReplayBoard(appearance, shape), KeyBar(appearance, "keys")
        self.canvas_widgets: tuple[CanvasWidget[Any], ...] = (*self.board.widgets, self.keys)
        self.table_scene = TableScene(open_view_of(scene).view)
        """The scene for the table widgets."""

    @property
    def scene(self) -> ReplayScene:
        """The position and the chosen view."""
        return self.state.scene

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        yield from self.canvas_widgets

    def on_mount(self) -> None:
        """Show the first position."""
        self.show()

    # To the terminal

    def looks(self) -> Iterable[tuple[CanvasWidget[Any], Any]]:
        """Place the widgets for the current position, and return the visible ones, each with its look."""
        before, open_view = self.table_scene.view, open_view_of(self.scene)
        if self.scene.number == before.version + 1:
            self.animations.start(before.game, open_view.view.game)
        elif self.scene.number != before.version:
            self.animations.stop()
        scene = self.scene
        self.table_scene = self.board.table_scene(scene, open_view, self.size.width)
        self.lay_out(*self.size)
        self.table_scene = self.board.with_selection(scene, self.table_scene)
        hints = KeyBarLook(tuple(one.hinted for one in self.key_table.hints(scene)), needed=1)
        return [*self.board.looks(scene, self.table_scene, open_view), (self.keys, hints)]

    def travel_steps(self) -> int:
        """Return in how many steps cards move; 0 unless the person wants it and sees the replay, and all is fast."""
        app = self.app
        return app.travel_steps if self.is_active and isinstance(app, FrameApp) and app.is_animated else 0

    def show_animation(self) -> None:
        """Redraw the widgets that show an animation."""
        self.table_scene = replace(self.table_scene, animation=self.scene.animation)
        table = self.board.table
        widgets = [*table.placed(table.piles, table.scores)]
        for widget in widgets:
            widget.show(self.table_scene)
        self.send_widgets(*widgets)

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the widgets for the new size."""
        self.lay_out(*event.size)
        self.show()

    def lay_out(self, width: int, height: int) -> None:
        """Give every widget its region; do nothing while the layout stays the same."""
        if (
            width
            and height
            and (new := self.board.lay_out(self.scene, self.table_scene, (width, height), place_widget))
        ):
            self.keys.place(new.keys)

    # From the person

    def click(self, name: str, number: int | None) -> None:
        """Run a clicked command; cards and piles are not clickable in a replay."""
        if name in self.KEYS.names:
            self.run(name, number)

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then show the result."""
        self.state.change(answer="")
        self.carry_out(name, number)
        if self.is_current:
            self.show()

    def say(self, text: str) -> None:
        """Show a message, such as the answer to a key without a command."""
        self.state.change(answer=text)
        self.show()

    @handles("view")
    def show_next_seat(self) -> None:
        """Show the view of the next seat, or all hands after the last one."""
        seat = -1 if self.scene.seat is None else self.scene.seat
        self.state.change(seat=seat + 1 if seat + 1 < self.scene.replay.seats else None)

    @handles("open")
    def show_all_hands(self) -> None:
        """Show all hands."""
        self.state.change(seat=None)

    @handles("seat")
    def show_seat(self, number: int) -> None:
        """Show the view of a seat."""
        self.state.change(seat=number)

    @handles("log")
    def open_log(self) -> None:
        """Open the log up to the current position."""
        self.app.push_screen(log_page(self.appearance, self.table_scene))

    @handles("rules")
    def open_rules(self) -> None:
        """Open the rules in force."""
        self.app.push_screen(rules_page(self.appearance, self.scene.replay.rules))

    @handles("goto")
    def ask_number(self) -> None:
        """Open an input line for an action number."""
        self.playback.run_timer(playing=False)
        asked = self.appearance.words("Go to which action? 0 to {last}", last=self.scene.replay.last)
        self.open_line(LineInput(DIGITS, "[0-9]", asked), self.board.table.prompt)
        self.state.change(typing=True)

    def line_entered(self, text: str) -> None:
        """Go to the action whose number was typed."""
        self.run("back")
        if not text:
            return
        number, last = int(text), self.scene.replay.last
        if number > last:
            self.say(
                self.appearance.words("There is no action {number}: choose 0 to {last}.", number=number, last=last)
            )
        else:
            self.run("jump", number)

    @handles("back")
    def go_back(self) -> None:
        """Stop typing a number."""
        self.close_line()
        self.state.change(typing=False)

    @handles("leave")
    def leave(self) -> None:
        """Leave the replay."""
        self.playback.run_timer(playing=False)
        self.dismiss()

    @handles("settings")
    def open_settings(self) -> None:
        """Ask the app to open the settings."""
        self.playback.run_timer(playing=False)
        self.request_settings()

    def chosen_appearance(self) -> Appearance:
        """Return the appearance of this screen, whose colors the person may have changed."""
        return self.appearance

    @handles("theme")
    def take_next_theme(self) -> None:
        """Take the next theme."""
        palette, complaint = next_theme(self.appearance.palette.name, self.themes, self.appearance.words)
        self.restyle(self.appearance.with_palette(palette))
        self.state.change(answer=complaint)

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Draw everything with the theme that suits the terminal."""
        del session
        self.restyle(appearance)
        self.show()

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another appearance from now on."""
        super().restyle(appearance)
        self.appearance = appearance
        self.board.restyle(appearance)
        self.keys.restyle(appearance)


def replay_screen(
    appearance: Appearance, replay: Replay, number: int = 0, themes: Path | None = None, shape: str = AUTO
) -> BaseScreen[None]:
    """Return the replay screen, or if the cards are unknown a page that lists the actions."""
    if replay.shown:
        return ReplayScreen(appearance, replay, number, themes, shape)
    words, names = appearance.words, replay.names
    speaker = Speaker(words, names, None, replay.rules)
    lines = [
        PageLine("!", fault_text(appearance, replay)),
        PageLine("", words("Without the right seed the cards are unknown.")),
    ]
    lines += [PageLine("", words("{number}: {text}", number=seat, text=name)) for seat, name in enumerate(names, 1)]
    for place, move in enumerate(replay.moves, 1):
        done = words("left the match") if move.action is None else speaker.action(move.action)
        name = names[move.seat] if move.seat < len(names) else words("seat {number}", number=move.seat + 1)
        lines.append(PageLine(str(place), words("{name}: {text}", name=name, text=done)))
    # Translators: the title of a page; the rules are a preset and options, such as "classic target=200".
    return PageScreen(appearance, words("Rules: {rules}", rules=replay.rules.text), lines)
