"""The commands of the lobby about tables and pages."""

from asyncio import sleep
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from uno_tui.lobby.protocol import LobbyHandle
from uno_tui.lobby.relay import ConnectTable, TableRelay
from uno_tui.lobby.visit import Visit
from uno_tui.speech import entry_error_sentence
from uno_tui.table.options import EntryError
from uno_tui.table.protocol import Listener
from uno_tui.table.requests import Handle
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.screen import Filled, FormScreen
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.lobby.daily import DailyScreen
from uno_tui.tui.lobby.pages import MutingScreen, people_page, results_page, talk_page
from uno_tui.tui.lobby.scene import LobbyScene
from uno_tui.tui.table.pages import rules_page


class LobbyState:
    """The state of a lobby screen, shared by its command classes; only the screen draws it."""

    def __init__(self, lobby: LobbyHandle, visit: Visit, scene: LobbyScene, appearance: Appearance) -> None:
        self.lobby = lobby
        self.visit = visit
        self.scene = scene
        self.appearance = appearance

    def change(self, **fields: Any) -> None:
        """Replace fields of the scene."""
        self.scene = replace(self.scene, **fields)

    def answer(self, text: str, *, bad: bool = True) -> None:
        """Show a message to the person in the last line of the board."""
        self.scene = replace(self.scene, answer=text, bad=bad)


class TableListCommands:
    """Commands of the table list: select, join, watch and open a table."""

    def __init__(
        self,
        state: LobbyState,
        draft: Draft | None,
        open_screen: Callable[..., Any],
        joined: Callable[[Handle, ConnectTable], None],
        show: Callable[[], None],
    ) -> None:
        """`joined` is called with the handle on a table that was entered, `show` when the lobby must be drawn again."""
        self.state = state
        self.draft = draft
        """The form for a new table, as the person last left it."""
        self.open_screen = open_screen
        self.joined = joined
        self.show = show
        self.leaving = False
        """Whether the person is joining a table or quitting; meanwhile no other command runs."""

    async def go(self, enter: Callable[[Listener], Awaitable[Handle]]) -> None:
        """Join or open a table; if the lobby refuses, show the reason."""
        relay = TableRelay()
        self.leaving = True
        await sleep(0)  # what the key has done so far takes a part of the time
        try:
            handle = await enter(relay)
        except EntryError as error:
            self.leaving = False
            self.state.answer(entry_error_sentence(self.state.appearance.words, error))
            return
        self.joined(handle, relay.to(handle))

    async def join_code(self, code: str) -> None:
        """Go to the table with a code."""
        await self.go(lambda listener: self.state.visit.join(listener, code))

    @handles("join")
    async def join(self) -> None:
        """Take a seat at the selected table, or watch it if no seat is free."""
        if table := self.state.scene.table:
            await self.join_code(table.code)

    @handles("watch")
    async def watch(self) -> None:
        """Watch the selected table."""
        if table := self.state.scene.table:
            await self.go(lambda listener: self.state.visit.watch(listener, table.code))

    @handles("quick")
    async def quick_play(self) -> None:
        """Play at once."""
        await self.go(self.state.visit.quick_play)

    @handles("daily")
    async def play_daily(self) -> None:
        """Play the deal of the day; when the person's try is over, open its page."""
        if not await self.open_daily():
            await self.go(self.state.visit.play_daily)

    async def open_daily(self) -> bool:
        """Open the page of the daily deal if the person's try is over; return whether it was opened."""
        self.state.change(daily=await self.state.visit.daily_page())
        page = self.state.scene.daily
        if page is None or not page.history.over:
            return False
        self.open_screen(DailyScreen(self.state.appearance, self.state.visit, page))
        return True

    @handles("new")
    def open_form(self) -> None:
        """Open the form for a new table, as the person last left it."""
        view = self.state.scene.view
        draft = self.draft or Draft.of_options(view.defaults, view.levels)
        self.open_screen(FormScreen(self.state.appearance, draft), self.open_table)

    async def open_table(self, filled: Filled | None) -> None:
        """Open a table with the options from the form, unless the person canceled it."""
        if filled is None or self.leaving:
            return
        self.draft, wanted = filled
        if wanted:
            options = self.draft.options
            await self.go(lambda listener: self.state.visit.open(listener, options))
            self.show()

    @handles("table")
    async def click_table(self, number: int) -> None:
        """Join the clicked table if it is selected, else select it."""
        if number == self.state.scene.selected:
            await self.join()
        self.select(number)

    # The list

    def select(self, place: int) -> None:
        """Select a table by its index in the list, or the nearest one."""
        last = len(self.state.scene.view.tables) - 1
        self.state.change(selected=max(min(place, last), 0))

    @handles("up")
    def select_previous(self) -> None:
        """Select the table above."""
        self.select(self.state.scene.selected - 1)

    @handles("down")
    def select_next(self) -> None:
        """Select the table below."""
        self.select(self.state.scene.selected + 1)

    @handles("first")
    def select_first(self) -> None:
        """Select the first table."""
        self.select(0)

    @handles("last")
    def select_last(self) -> None:
        """Select the last table."""
        self.select(len(self.state.scene.view.tables))


class LobbyPages:
    """Commands that open pages on top of the lobby."""

    def __init__(self, state: LobbyState, open_screen: Callable[..., Any]) -> None:
        self.state = state
        self.open_screen = open_screen

    @handles("rules")
    def open_rules(self) -> None:
        """Open the rules of the selected table."""
        if table := self.state.scene.table:
            self.open_screen(rules_page(self.state.appearance, table.rules))

    @handles("people")
    def open_people(self) -> None:
        """Open the page with the people in the lobby and at tables."""
        self.open_screen(people_page(self.state.appearance, self.state.scene))

    @handles("mute")
    def open_muting(self) -> None:
        """Open the list for muting and unmuting people."""
        self.open_screen(MutingScreen(self.state.appearance, self.state.scene, self.state.lobby))

    @handles("results")
    def open_results(self) -> None:
        """Open the person's results."""
        self.open_screen(results_page(self.state.appearance, self.state.scene.results or ()))

    @handles("log")
    def open_talk(self) -> None:
        """Open the page with the lobby's chat."""
        self.open_screen(talk_page(self.state.appearance, self.state.scene))
