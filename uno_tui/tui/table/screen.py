"""The table screen: shows one person's table, and turns keys and clicks into requests."""

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Size
from textual.screen import Screen

from uno_tui.daily import DailyHistory
from uno_tui.lobby.relay import ConnectTable
from uno_tui.speech.daily import share_line
from uno_tui.table.protocol import (
    FROM_OPERATOR,
    REFUSES_NOTHING,
    BotPace,
    Closed,
    Notice,
    Refused,
    Stage,
    Suggestion,
    TableView,
)
from uno_tui.table.protocol import Message as TableMessage
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frames import FrameApp
from uno_tui.tui.inbox import Inbox
from uno_tui.tui.keyboard.screen import KeyScreen, handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.animation_player import AnimationPlayer
from uno_tui.tui.table.bars import TableKeyBar
from uno_tui.tui.table.board import TableBoard
from uno_tui.tui.table.card_commands import CardCommands
from uno_tui.tui.table.command_meaning import command_meaning
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.layout import TableLayout, table_layout
from uno_tui.tui.table.lessons import TableLessons, course_for
from uno_tui.tui.table.messages import TableLeft, TableMessageArrived, TableSettingsChanged
from uno_tui.tui.table.pages import PageCommands
from uno_tui.tui.table.scene import TableMode, TableScene
from uno_tui.tui.table.seat_commands import SeatCommands
from uno_tui.tui.table.settings_commands import SettingsCommands
from uno_tui.tui.table.signals import TurnClock, TurnNotice
from uno_tui.tui.table.state import TableScreenState
from uno_tui.tui.table.typed_lines import InputLines
from uno_tui.typed.capabilities import TABLE_PARTS


async def no_tries() -> DailyHistory | None:
    """Return None, at a table that is no try at the daily deal."""
    return None


class TableScreen(KeyScreen[None]):
    """One person's table."""

    KEYS = TABLE
    HELP_PARTS = TABLE_PARTS
    PARTS = (CardCommands, SeatCommands, PageCommands, TableLessons, InputLines, SettingsCommands)

    def __init__(
        self,
        appearance: Appearance,
        session: SessionOptions,
        connect: ConnectTable,
        themes: Path | None = None,
        complaint: str = "",
        tries: Callable[[], Awaitable[DailyHistory | None]] = no_tries,
    ) -> None:
        """`tries` returns the person's tries at the daily deal, if the table is one; called when the try is over."""
        super().__init__()
        self._tries = tries
        self.themes = themes
        self.inbox: Inbox[TableMessage] = Inbox(TableView, lambda: self.post_message(TableMessageArrived()))
        self.handle = connect(self.inbox.put)
        scene = TableScene(
            self.handle.view,
            answer=complaint,
            bad=bool(complaint),
            lasting=bool(complaint),
            invitation=session.invitation_to(self.handle.view.code),
            course=course_for(session),
            leaving=session.leaving,
        )
        scene = scene.with_selection(scene, fresh=scene.on_turn)
        self.state = TableScreenState(self.handle, scene, session, appearance)
        if session.pace != BotPace.BRISK:
            self.handle.set_pace(BotPace(session.pace))
        self._make_parts()
        self.board, self.keys = TableBoard(appearance), TableKeyBar(appearance, "keys")
        self.canvas_widgets: tuple[CanvasWidget[Any], ...] = (*self.board.widgets, self.keys)
        self.table_layout: TableLayout | None = None
        self.screen_size: Size | None = None
        """The screen size; cached because `self.size` is slow. None before it is known."""

    def _make_parts(self) -> None:
        cards = CardCommands(self.state)
        self.lessons = TableLessons(self.state, self.settings_changed)
        self.typed_lines = InputLines(self.state, cards, self.shown_scenes, self.type_line)
        parts = (
            cards,
            SeatCommands(self.state, cards, self.open_screen),
            PageCommands(self.state, self.open_screen),
            self.lessons,
            self.typed_lines,
            SettingsCommands(self.state, self.themes, self.request_settings, self.restyle, self.settings_changed),
        )
        self.parts = {type(part): part for part in parts}
        self.clock = TurnClock(self.state, self.set_timer, self.show_clock)
        self.animations = AnimationPlayer(self.state, self.after, self.show_animation, self.travel_steps)
        self.turn_notice = TurnNotice(self.state, self)

    @property
    def scene(self) -> TableScene:
        """The scene that is shown."""
        return self.state.scene

    @property
    def session(self) -> SessionOptions:
        """The person's settings."""
        return self.state.session

    @property
    def appearance(self) -> Appearance:  # type: ignore[override]  # kept in the state, for the parts
        """The language, colors and characters of all widgets."""
        return self.state.appearance

    def open_screen(self, screen: Screen[Any], take: Callable[[Any], None] | None = None) -> None:
        """Push a screen; if a function is given, call it with the screen's result, then show what it changed."""

        def taken(result: Any) -> None:
            if take is not None:
                take(result)
                self.show()

        self.app.push_screen(screen, taken)

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        yield from self.canvas_widgets

    def on_mount(self) -> None:
        """Show the first view, and the messages that arrived before the screen was ready."""
        self.take_view(self.handle.view)
        self.take_messages()

    # From the table

    async def on_table_message_arrived(self) -> None:
        """Handle all queued messages, and redraw once before the next message is handled."""
        self.take_messages()
        await self.drawn()

    def take_messages(self) -> None:
        """Take all messages, then show the result once."""
        for message in self.inbox.take():
            match message:
                case TableView() as view:
                    self.take_view(view)
                case Refused() as refused:
                    self.state.refuse(self.state.speaker.refused(refused))
                case Notice() as notice:
                    text, bad = self.state.speaker.notice(notice), notice.kind not in REFUSES_NOTHING
                    self.state.notify(text, bad=bad, lasting=notice.kind in FROM_OPERATOR)
                case Suggestion() as suggestion:
                    self.state.suggest(suggestion)
                case Closed() as closed:
                    self.post_message(TableLeft(closed))
        self.show()

    def take_view(self, view: TableView) -> None:
        """Show a new view of the table."""
        old = self.scene
        self.state.scene = old.with_view(view)
        if view.version != old.view.version or view.seats != old.view.seats:
            self.shown_scenes.replace(old)
        if self.scene.on_turn and not old.on_turn:
            self.turn_notice.ring()
        if self.on_top:  # a lesson that nobody sees would be lost
            self.lessons.advance()
        self.clock.update()
        self.animations.start(old.game, self.scene.game)
        if view.once and view.stage is Stage.OVER and old.view.stage is not Stage.OVER:
            self.run_worker(self.show_result(), exit_on_error=False)

    async def show_result(self) -> None:
        """Show the result of the try at the daily deal that has just ended."""
        history = await self._tries()
        if history is not None and history.latest is not None:
            self.state.change(result=share_line(self.appearance.words, history, history.latest))
            self.show()

    def on_screen_resume(self) -> None:
        """Continue the lessons after another screen was closed."""
        self.lessons.advance()
        self.show()

    # To the terminal

    def looks(self) -> Iterable[tuple[CanvasWidget[Any], Any]]:
        """Place the widgets for the scene, and return the visible ones, each with its look."""
        self.lay_out(*(self.screen_size or self.size))
        self.turn_notice.update()  # first, so that the title is sent with the frame
        scene, widgets = self.scene, [*self.board.placed(*self.canvas_widgets)]
        return ((widget, widget.look_at(scene)) for widget in widgets)

    def show_widgets(self, *widgets: CanvasWidget[Any]) -> None:
        """Redraw some widgets and send their changed cells."""
        for widget in widgets:
            widget.show(self.scene)
        self.send_widgets(*widgets)

    def travel_steps(self) -> int:
        """Return in how many steps cards move; 0 unless the person wants it and sees the table, and all is fast."""
        app, session = self.app, self.session
        if not session.animated or not self.is_active or not isinstance(app, FrameApp):
            return 0
        return app.travel_steps if app.can_animate(session.round_trip) else 0

    def show_animation(self) -> None:
        """Redraw the widgets that show an animation."""
        self.show_widgets(*self.board.placed(self.board.piles, self.board.scores))

    def show_clock(self) -> None:
        """Redraw what shows the clock."""
        self.show_widgets(self.board.title, *self.board.placed(*self.board.strips))

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the widgets for the new size."""
        self.screen_size = event.size
        self.show()

    def lay_out(self, width: int, height: int) -> None:
        """Place every widget; do nothing if the layout is unchanged."""
        if not width or not height:
            return
        scene = self.scene
        rows = self.board.prompt.rows(scene, width)
        new = table_layout(
            width, height, len(scene.view.seats), over=scene.over, waiting=scene.waiting,
            inviting=bool(scene.invitation), prompt_rows=rows,
            shape=self.session.table, watching=scene.view.you is None,
        )  # fmt: skip  # one layout
        if new is self.table_layout:
            return
        self.table_layout = new
        self.state.change(narrow=not new.log.area)
        self.board.take_layout(new)
        self.keys.place(new.keys)

    # From the person

    def meaning(self, scene: TableScene, name: str, number: int | None) -> object:
        """Return a command with its target in a scene (a card, seat or action); None if the command does nothing."""
        return command_meaning(scene, name, number)

    def cursor_cell(self) -> Offset:
        """Return the cell of the selected item; while a question is open, that of the question."""
        prompt = self.board.prompt.region_given
        return prompt.offset + Offset(2, 0) if self.scene.asking and prompt.area else super().cursor_cell()

    def say(self, text: str) -> None:
        """Show a message, such as the answer to a key without a command."""
        self.state.answer(text, bad=True)
        self.show()

    def say_unknown(self, text: str) -> None:
        """Show that a key has no command now, until the next key or move."""
        self.state.answer(text, bad=True, passing=True)
        self.show()

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then show the result."""
        if self.scene.answer or self.scene.notice:
            self.state.answer("")
        self.carry_out(name, number)
        self.shown_scenes.change(self.scene.input_on)
        if not self.inbox:  # else the answer of the table will be shown in a moment
            self.show()

    def type_line(self, longest: int, mode: TableMode) -> None:
        """Open an input line for at most `longest` characters."""
        self.open_line(LineInput(longest), self.board.prompt)
        self.state.change(mode=mode, choice=None)

    def line_entered(self, text: str) -> None:
        """Send a line of chat, or play a typed card."""
        mode, text = self.scene.mode, text.strip()
        self.run("back")
        if text:
            self.typed_lines.take(mode, text)
            self.show()

    @handles("back")
    def go_back(self) -> None:
        """Cancel choosing, leaving or typing."""
        self.close_line()
        self.state.stop_choosing()

    def ask_to_quit(self) -> None:
        """Ask whether to leave the table, which is how a person quits on this screen."""
        self.action_press("ctrl+q")

    # Settings

    def settings_changed(self) -> None:
        """Notify the app that the person changed settings on this screen."""
        self.post_message(TableSettingsChanged(self.session, self.appearance))

    def chosen_appearance(self) -> Appearance:
        """Return this screen's appearance."""
        return self.appearance

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Redraw everything with settings that were changed elsewhere."""
        if session.pace != self.session.pace:
            self.handle.set_pace(BotPace(session.pace))
        self.state.session = session
        self.restyle(appearance)
        self.lessons.follow_settings()
        self.show()

    def take_session(self, session: SessionOptions) -> None:
        """Replace the session's options after facts about the terminal were added to them."""
        self.state.session = session

    def restyle(self, appearance: Appearance) -> None:
        """Use another appearance from now on, and redraw everything."""
        super().restyle(appearance)
        self.state.appearance = appearance
        self.board.restyle(appearance)
        self.keys.restyle(appearance)
