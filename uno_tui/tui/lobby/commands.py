"""What each command of the lobby's key table does."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from textual.widgets import Input

from uno_tui.lobby.protocol import LobbyHandle
from uno_tui.names import MAX_CODE
from uno_tui.table.chat import MAX_CHAT
from uno_tui.table.protocol import Handle, Listener
from uno_tui.tui.draw.theme import next_theme
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.screen import Filled, FormScreen
from uno_tui.tui.keytable import handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.lobby import pages as lobbypages
from uno_tui.tui.lobby.board import Layout
from uno_tui.tui.lobby.muting import MutingScreen
from uno_tui.tui.lobby.scene import LobbyMode, LobbyScene
from uno_tui.tui.menu.body_screen import BodyScreen
from uno_tui.tui.table.pages import rules_page


class LobbyDoing(BodyScreen[None]):
    """The commands, each a method `do_...`; what may be asked is judged by the lobby, which says why not."""

    lobby: LobbyHandle
    scene: LobbyScene
    themes: Path | None
    draft: Draft | None
    going: bool
    go: Callable[[Callable[[Listener], Awaitable[Handle]]], Awaitable[None]]

    def answer(self, text: str, *, bad: bool = True) -> None:
        """Tell the person something in the last line of the board."""
        self.scene = replace(self.scene, answer=text, bad=bad)

    # Tables

    def select(self, place: int) -> None:
        """Select a table."""
        last = len(self.scene.view.tables) - 1
        self.scene = replace(self.scene, selected=max(min(place, last), 0))

    @handles("table")
    async def do_table(self, number: int) -> None:
        """A table was clicked."""
        if number == self.scene.selected:
            await self.do_join()
        self.select(number)

    @handles("up")
    def do_up(self) -> None:
        """Select the table above."""
        self.select(self.scene.selected - 1)

    @handles("down")
    def do_down(self) -> None:
        """Select the table below."""
        self.select(self.scene.selected + 1)

    @handles("first")
    def do_first(self) -> None:
        """Select the first table."""
        self.select(0)

    @handles("last")
    def do_last(self) -> None:
        """Select the last table."""
        self.select(len(self.scene.view.tables))

    @handles("page_up")
    def do_page_up(self) -> None:
        """Select a table one page up."""
        self.select(self.scene.selected - Layout.of_height(self.size.height - 1).rows)

    @handles("page_down")
    def do_page_down(self) -> None:
        """Select a table one page down."""
        self.select(self.scene.selected + Layout.of_height(self.size.height - 1).rows)

    @handles("join")
    async def do_join(self) -> None:
        """Sit down at the selected table, or watch it."""
        if table := self.scene.table:
            await self.go(lambda listener: self.lobby.join(listener, table.code))

    @handles("watch")
    async def do_watch(self) -> None:
        """Watch the selected table."""
        if table := self.scene.table:
            await self.go(lambda listener: self.lobby.watch(listener, table.code))

    @handles("quick")
    async def do_quick(self) -> None:
        """Play at once."""
        await self.go(self.lobby.quick_play)

    @handles("new")
    def do_new(self) -> None:
        """Open the form of a new table, filled in as it was left."""
        view = self.scene.view
        draft = self.draft or Draft.of_options(view.defaults, view.levels)
        self.app.push_screen(FormScreen(self.appearance, draft), self.filled)

    async def filled(self, filled: Filled | None) -> None:
        """The form was left."""
        if filled is None or self.going:
            return
        self.draft, wanted = filled
        if wanted:
            options = self.draft.options
            await self.go(lambda listener: self.lobby.open(listener, options))
            self.show()

    @handles("rules")
    def do_rules(self) -> None:
        """Show the rules of the selected table."""
        if table := self.scene.table:
            self.app.push_screen(rules_page(self.appearance, table.rules))

    @handles("people")
    def do_people(self) -> None:
        """Show who is here."""
        self.app.push_screen(lobbypages.people_sheet(self.appearance, self.scene))

    @handles("mute")
    def do_mute(self) -> None:
        """Ask whose talk to hide or show."""
        self.app.push_screen(MutingScreen(self.appearance, self.scene, self.lobby))

    @handles("results")
    def do_results(self) -> None:
        """Show the person's results."""
        self.app.push_screen(lobbypages.results_sheet(self.appearance, self.scene.results or ()))

    @handles("log")
    def do_log(self) -> None:
        """Show what was said."""
        self.app.push_screen(lobbypages.talk_sheet(self.appearance, self.scene))

    @handles("theme")
    def do_theme(self) -> None:
        """Take the next theme."""
        palette, complaint = next_theme(self.appearance.palette.name, self.themes)
        self.restyle(replace(self.appearance, palette=palette))
        self.answer(complaint)

    @handles("settings")
    def do_settings(self) -> None:
        """Ask for the page of settings."""
        self.request_settings()

    # Typing

    def ask(self, mode: LobbyMode, longest: int, restrict: str | None = None) -> None:
        """Open a line to type in."""
        region = self.body.region_given
        where = 1, region.bottom - 1, region.width - 2
        self.open_line(LineInput(self.appearance, where, longest, restrict=restrict))
        self.scene = replace(self.scene, mode=mode)

    @handles("code")
    def do_code(self) -> None:
        """Ask for a code."""
        self.ask(LobbyMode.CODE, MAX_CODE, "[A-Za-z0-9]*")

    @handles("talk")
    def do_talk(self) -> None:
        """Ask what to say."""
        self.ask(LobbyMode.TALK, MAX_CHAT)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """A code or a line of talk."""
        mode, text = self.scene.mode, event.value.strip()
        await self.run("back")
        if mode is LobbyMode.CODE and text:
            await self.go(lambda listener: self.lobby.join(listener, text))
        elif text:
            self.lobby.chat(text)
        self.show()

    @handles("back")
    def do_back(self) -> None:
        """Stop typing or quitting."""
        self.close_lines()
        self.scene = replace(self.scene, mode=LobbyMode.LIST)

    # Quitting

    @handles("leave")
    def do_leave(self) -> None:
        """Ask whether to quit."""
        self.scene = replace(self.scene, mode=LobbyMode.QUIT)
