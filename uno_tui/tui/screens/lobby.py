"""The lobby screen: takes messages from the lobby, turns keys and clicks into requests, leads to tables."""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Input

from uno_tui.lobbyview import EnterLobby, LobbyError, LobbyMessage, LobbyView
from uno_tui.relay import Relay
from uno_tui.speech import Speaker, trouble_sentence
from uno_tui.tableview import Closed, Handle, Listener, Notice
from uno_tui.tui.brush import Brush
from uno_tui.tui.draft import Draft
from uno_tui.tui.lobbykeys import LOBBY, bindings, key_for, working
from uno_tui.tui.lobbyscene import LobbyMode, LobbyScene, follow
from uno_tui.tui.screens import lobbypages
from uno_tui.tui.screens.drawn import Drawn
from uno_tui.tui.screens.form import Filled, FormScreen
from uno_tui.tui.screens.pages import rules_sheet
from uno_tui.tui.theme import available, load_or_default
from uno_tui.tui.widgets.board import Board, Layout
from uno_tui.tui.widgets.painted import Painted

Results = Callable[[], Sequence[str]]
"""A person's results in their language, the newest first; asked for whenever they come into the lobby."""

MAX_TALK: Final = 200
MAX_CODE: Final = 12


class LobbyScreen(Drawn[None]):
    """One person's lobby."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(LOBBY))

    class Arrived(Message):
        """The lobby sent something; it waits in the inbox."""

    class Seated(Message):
        """The person is at a table now."""

        def __init__(self, handle: Handle, connect: Callable[[Listener], Handle]) -> None:
            super().__init__()
            self.handle = handle
            self.connect = connect

    class Left(Message):
        """The person is no longer in the lobby, and why if it was not their wish."""

        def __init__(self, closed: Closed | None = None) -> None:
            super().__init__()
            self.closed = closed

    def __init__(
        self,
        brush: Brush,
        enter: EnterLobby,
        results: Results | None = None,
        themes: Path | None = None,
        answer: str = "",
        draft: Draft | None = None,
    ) -> None:
        super().__init__(brush, Board(brush, "board"))
        self.themes = themes
        self.inbox: deque[LobbyMessage] = deque()
        self.going = False
        """The person is on the way to a table or out: nothing more is asked."""
        self.draft = draft
        self.lobby = enter(self.listen)
        lines = None if results is None else tuple(results())
        self.scene = LobbyScene(self.lobby.view, self.lobby.name, answer=answer, bad=bool(answer), results=lines)

    def on_mount(self) -> None:
        """Show what there is."""
        self.show()

    # From the lobby. `listen` runs in whoever's context the lobby calls it from: it only puts things down.

    def listen(self, message: LobbyMessage) -> None:
        """Put a message into the inbox; a picture takes the place of an older one that nobody looked at."""
        waiting = bool(self.inbox)
        if waiting and isinstance(message, LobbyView) and isinstance(self.inbox[-1], LobbyView):
            self.inbox.pop()
        self.inbox.append(message)
        if not waiting:
            self.post_message(self.Arrived())

    def on_lobby_screen_arrived(self) -> None:
        """Take everything out of the inbox, then show it once."""
        while self.inbox:
            match self.inbox.popleft():
                case LobbyView() as view:
                    self.scene = replace(self.scene, view=view, selected=follow(self.scene, view))
                case Notice() as notice:
                    self.answer(Speaker(self.brush.words, ()).notice(notice))
                case Closed() as closed:
                    self.post_message(self.Left(closed))
        self.show()

    # To the screen

    def show(self) -> None:
        """Show the scene."""
        hints = working(LOBBY, self.scene)
        self.draw(self.scene, [one for one in hints if one.foot])

    def answer(self, text: str, *, bad: bool = True) -> None:
        """Tell the person something in the last line of the board."""
        self.scene = replace(self.scene, answer=text, bad=bad)

    # From the person

    async def action_press(self, key: str) -> None:
        """A key."""
        if command := key_for(LOBBY, key, self.scene):
            await self.run(command.name, command.number)

    async def on_painted_picked(self, message: Painted.Picked) -> None:
        """A click: on a table selects it, on the selected one goes there."""
        await self.run(message.command, message.number)

    async def on_mouse_scroll_down(self) -> None:
        """Go down by the wheel."""
        await self.run("down")

    async def on_mouse_scroll_up(self) -> None:
        """Go up by the wheel."""
        await self.run("up")

    async def run(self, name: str, number: int | None = None) -> None:
        """Do a command, then show what came of it."""
        if self.going:
            return
        self.answer("")
        method = getattr(self, f"do_{name}")
        done = method() if number is None else method(number)
        if done is not None:
            await done
        self.show()

    async def go(self, way: Callable[[Listener], Awaitable[Handle]]) -> None:
        """Go to a table; if that cannot be, say why."""
        relay = Relay()
        self.going = True
        try:
            handle = await way(relay)
        except LobbyError as error:
            self.going = False
            self.answer(trouble_sentence(self.brush.words, error))
            return
        self.post_message(self.Seated(handle, relay.to(handle)))

    def select(self, place: int) -> None:
        """Select a table."""
        last = len(self.scene.view.tables) - 1
        self.scene = replace(self.scene, selected=max(min(place, last), 0))

    async def do_table(self, number: int) -> None:
        """A table was clicked."""
        if number == self.scene.selected:
            await self.do_join()
        self.select(number)

    def do_up(self) -> None:
        """Select the table above."""
        self.select(self.scene.selected - 1)

    def do_down(self) -> None:
        """Select the table below."""
        self.select(self.scene.selected + 1)

    def do_first(self) -> None:
        """Select the first table."""
        self.select(0)

    def do_last(self) -> None:
        """Select the last table."""
        self.select(len(self.scene.view.tables))

    def do_page_up(self) -> None:
        """Select a table one page up."""
        self.select(self.scene.selected - Layout.of_height(self.size.height - 1).rows)

    def do_page_down(self) -> None:
        """Select a table one page down."""
        self.select(self.scene.selected + Layout.of_height(self.size.height - 1).rows)

    async def do_join(self) -> None:
        """Sit down at the selected table, or watch it."""
        if table := self.scene.table:
            await self.go(lambda listener: self.lobby.join(listener, table.code))

    async def do_watch(self) -> None:
        """Watch the selected table."""
        if table := self.scene.table:
            await self.go(lambda listener: self.lobby.watch(listener, table.code))

    async def do_quick(self) -> None:
        """Play at once."""
        await self.go(self.lobby.quick_play)

    def do_new(self) -> None:
        """Open the form of a new table, filled in as it was left."""
        view = self.scene.view
        draft = self.draft or Draft.of_options(view.defaults, view.levels)
        self.app.push_screen(FormScreen(self.brush, draft), self.filled)

    async def filled(self, filled: Filled | None) -> None:
        """The form was left."""
        if filled is None or self.going:
            return
        self.draft, wanted = filled
        if wanted:
            options = self.draft.options
            await self.go(lambda listener: self.lobby.open(listener, options))
            self.show()

    def do_rules(self) -> None:
        """Show the rules of the selected table."""
        if table := self.scene.table:
            self.app.push_screen(rules_sheet(self.brush, table.rules))

    def do_people(self) -> None:
        """Show who is here."""
        self.app.push_screen(lobbypages.people_sheet(self.brush, self.scene))

    def do_results(self) -> None:
        """Show the person's results."""
        self.app.push_screen(lobbypages.results_sheet(self.brush, self.scene.results or ()))

    def do_log(self) -> None:
        """Show what was said."""
        self.app.push_screen(lobbypages.talk_sheet(self.brush, self.scene))

    def do_help(self) -> None:
        """Show the keys that work now."""
        self.app.push_screen(lobbypages.keys_sheet(self.brush, working(LOBBY, self.scene)))

    def do_theme(self) -> None:
        """Take the next theme."""
        names = list(available(self.themes))
        palette = self.brush.palette
        place = names.index(palette.name) + 1 if palette.name in names else 0
        palette, complaint = load_or_default(names[place % len(names)], self.themes)
        self.restyle(replace(self.brush, palette=palette))
        self.answer(complaint)

    # Typing

    def ask(self, mode: LobbyMode, longest: int, restrict: str | None = None) -> None:
        """Open a line to type in."""
        palette, region = self.brush.palette, self.body.region_given
        field = Input(id="talk", max_length=longest, restrict=restrict, select_on_focus=False)
        field.styles.offset, field.styles.width = (1, region.bottom - 1), region.width - 2
        field.styles.background, field.styles.color = palette.background, palette.foreground
        field.cursor_blink = False
        self.mount(field)
        field.focus()
        self.scene = replace(self.scene, mode=mode)

    def do_code(self) -> None:
        """Ask for a code."""
        self.ask(LobbyMode.CODE, MAX_CODE, "[A-Za-z0-9]*")

    def do_talk(self) -> None:
        """Ask what to say."""
        self.ask(LobbyMode.TALK, MAX_TALK)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """A code or a line of talk."""
        mode, text = self.scene.mode, event.value.strip()
        await self.run("back")
        if mode is LobbyMode.CODE and text:
            await self.go(lambda listener: self.lobby.join(listener, text))
        elif text:
            self.lobby.chat(text)
        self.show()

    def do_back(self) -> None:
        """Stop typing or quitting."""
        for field in self.query(Input):
            field.remove()
        self.scene = replace(self.scene, mode=LobbyMode.LIST)

    # Quitting

    def do_leave(self) -> None:
        """Ask whether to quit."""
        self.scene = replace(self.scene, mode=LobbyMode.QUIT)

    def do_leave_now(self) -> None:
        """Quit."""
        self.going = True
        self.post_message(self.Left())
