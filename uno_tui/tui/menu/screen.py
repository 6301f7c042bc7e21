"""A screen with a menu: what the start screen and its pages have in common."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.screen import ScreenResultType
from textual.widgets import Input

from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.draw.painted import Painted
from uno_tui.tui.lobby.keys import key_for, working
from uno_tui.tui.lobby.pages import keys_sheet
from uno_tui.tui.menu.drawn_screen import Drawn
from uno_tui.tui.menu.keys import MenuKey
from uno_tui.tui.menu.scene import MenuScene
from uno_tui.tui.menu.widget import Menu
from uno_tui.tui.table.entry import Entry


class MenuScreen(Drawn[ScreenResultType]):
    """Goes through a menu; each command is a method `do_...`. It is left with None."""

    KEYS: ClassVar[tuple[MenuKey, ...]]

    def __init__(self, brush: Brush, scene: MenuScene) -> None:
        super().__init__(brush, Menu(brush, "menu"))
        self.scene = scene

    def on_mount(self) -> None:
        """Show what there is."""
        self.show()

    def show(self) -> None:
        """Show the scene."""
        self.draw(self.scene, [one for one in working(self.KEYS, self.scene) if one.foot])

    def tell(self, answer: str, *, bad: bool = False) -> None:
        """Tell the person something in the last line of the menu."""
        self.scene = self.scene.told(answer, bad=bad)

    def action_press(self, key: str) -> None:
        """A key."""
        if command := key_for(self.KEYS, key, self.scene):
            self.run(command.name)

    def on_painted_picked(self, message: Painted.Picked) -> None:
        """A click."""
        if not self.scene.question or message.command == "back":
            self.run(message.command, message.number)

    def on_mouse_scroll_down(self) -> None:
        """Go down by the wheel."""
        self.run("down")

    def on_mouse_scroll_up(self) -> None:
        """Go up by the wheel."""
        self.run("up")

    def run(self, name: str, number: int | None = None) -> None:
        """Do a command, then show what came of it."""
        self.tell("")
        method: Callable[..., None] = getattr(self, f"do_{name}")
        if number is None:
            method()
        else:
            method(number)
        if self.is_current:
            self.show()

    def go_to(self, place: int) -> None:
        """Select a row, around the ends."""
        if self.scene.rows:
            self.scene = replace(self.scene, selected=place % len(self.scene.rows))

    def do_row(self, number: int) -> None:
        """A row was clicked: choose it."""
        self.go_to(number)
        self.do_choose()

    def do_choose(self) -> None:
        """Do what the selected row is for."""
        raise NotImplementedError

    def do_up(self) -> None:
        """Go to the row above."""
        self.go_to(self.scene.selected - 1)

    def do_down(self) -> None:
        """Go to the row below."""
        self.go_to(self.scene.selected + 1)

    def do_first(self) -> None:
        """Go to the first row."""
        self.go_to(0)

    def do_last(self) -> None:
        """Go to the last row."""
        self.go_to(-1)

    def do_help(self) -> None:
        """Show the keys that work now."""
        self.app.push_screen(keys_sheet(self.brush, working(self.KEYS, self.scene)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    # Typing

    def ask(self, question: str, longest: int, text: str = "") -> None:
        """Open a line to type in."""
        region = self.body.region_given
        self.open_line(Entry(self.brush, (1, region.bottom - 1, region.width - 2), longest, text=text))
        self.scene = replace(self.scene, question=question)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line was typed."""
        self.do_back()
        if text := event.value.strip():
            self.typed(text)
        if self.is_current:
            self.show()

    def typed(self, text: str) -> None:
        """Take what was typed."""
        raise NotImplementedError

    def do_back(self) -> None:
        """Type nothing."""
        self.close_lines()
        self.scene = replace(self.scene, question="")
