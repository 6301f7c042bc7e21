"""The replay screen: the table's widgets, which show the views of a finished match."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from uno_tui.game.actions import JumpIn, Play
from uno_tui.game.events import Drew, Event
from uno_tui.local.replay import OpenView, Replay
from uno_tui.local.settings import AUTO
from uno_tui.speech import Speaker, card_short
from uno_tui.speech.errors import fault_sentence
from uno_tui.tui.app_screen import AppScreen
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.faces import LINE
from uno_tui.tui.draw.frame_writer import Changes
from uno_tui.tui.draw.theme import next_theme
from uno_tui.tui.keyboard.bar import KeyBar, KeyBarLook
from uno_tui.tui.keyboard.screen import KeyScreen, handles
from uno_tui.tui.line_input import LineInput
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.replay.layout import ReplayLayout, replay_layout
from uno_tui.tui.replay.open_hands import OpenHands
from uno_tui.tui.replay.playback import Playback, ReplayState
from uno_tui.tui.replay.scene import ReplayScene
from uno_tui.tui.replay.timeline import Timeline
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.bars import PromptBar, SizeNotice, TitleBar
from uno_tui.tui.table.hand import HandPanel
from uno_tui.tui.table.layout import PROMPT
from uno_tui.tui.table.log import LogPanel
from uno_tui.tui.table.pages import log_page, rules_page
from uno_tui.tui.table.piles import Piles
from uno_tui.tui.table.round.strip import seat_strips
from uno_tui.tui.table.scene import TableMode, TableScene
from uno_tui.tui.table.scores import ScoreBoard
from uno_tui.tui.table.seats import SeatList

TOLD: Final = 3
"""Number of events of one action that the prompt tells; the last ones."""
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
        self.shape = shape
        self.appearance, self.themes = appearance, themes
        scene = ReplayScene(replay, min(number, replay.last), answer=self.fault(appearance, replay))
        self.state = ReplayState(scene)
        self.playback = Playback(self.state, self.set_interval, lambda: self.is_current, self.show)
        self.parts = {Playback: self.playback}
        self.replay_layout: ReplayLayout | None = None
        self.table_scene = TableScene(self.open_view.view)
        """The scene for the table widgets."""
        self._make_widgets()
        self.styles.background = appearance.palette.background

    def _make_widgets(self) -> None:
        appearance = self.appearance
        self.prompt, self.hand = PromptBar(appearance, "prompt"), HandPanel(appearance, "hand")
        self.piles, self.keys = Piles(appearance, "piles"), KeyBar(appearance, "keys")
        self.strips = seat_strips(appearance)
        self.hands, self.timeline = OpenHands(appearance, "hands"), Timeline(appearance, "timeline")
        self.table_widgets: tuple[CanvasWidget[Any], ...] = (
            TitleBar(appearance, "title"), SeatList(appearance, "seats"), self.piles, LogPanel(appearance, "log"),
            self.prompt, self.hand, ScoreBoard(appearance, "scores"), SizeNotice(appearance, "small"),
            *self.strips,
        )  # fmt: skip
        self.canvas_widgets: tuple[CanvasWidget[Any], ...] = (*self.table_widgets, self.hands, self.timeline, self.keys)

    @staticmethod
    def fault(appearance: Appearance, replay: Replay) -> str:
        """Return the fault of the record; empty if there is none."""
        if replay.fault is None:
            return ""
        said = fault_sentence(appearance.words, replay.fault, replay.names)
        return appearance.words("{fault} The match is shown up to there.", fault=said)

    @property
    def scene(self) -> ReplayScene:
        """The position and the chosen view."""
        return self.state.scene

    @property
    def open_view(self) -> OpenView:
        """The table at the position."""
        scene = self.scene
        return scene.replay.open_view(scene.number, scene.seat, hands=scene.seat is None)

    def compose(self) -> ComposeResult:
        """Yield the widgets."""
        yield from self.canvas_widgets

    def on_mount(self) -> None:
        """Show the first position."""
        self.show()

    # To the terminal

    def show(self) -> None:
        """Show the current position; only widgets whose content changed are redrawn."""
        open_view, scene = self.open_view, self.scene
        answer = scene.answer or self.happened(open_view)
        bad = bool(scene.answer) or (scene.at_end and scene.replay.fault is not None)
        mode = TableMode.TALK if scene.typing else TableMode.TABLE
        self.table_scene = TableScene(open_view.view, mode, answer=answer, bad=bad)
        self.lay_out(*self.size)
        self.table_scene = replace(self.table_scene, selected=self.selected(open_view))
        changed: list[tuple[CanvasWidget[Any], Changes]] = [
            (widget, widget.show(self.table_scene)) for widget in self.table_widgets if widget.display
        ]
        hints = KeyBarLook(tuple(one.hinted for one in self.key_table.hints(scene)), needed=1)
        own: list[tuple[CanvasWidget[Any], object]] = [
            (self.timeline, self.timeline.look_for(scene)),
            (self.keys, hints),
        ]
        if self.hands.display:
            own.append((self.hands, self.hands.look_for(open_view)))
        self.send([*changed, *((widget, widget.show_look(look)) for widget, look in own)])

    def happened(self, open_view: OpenView) -> str:
        """Return the events of the last action as one line of text."""
        scene, words = self.scene, self.appearance.words
        speaker = Speaker.of(words, open_view.view)
        if scene.at_end and scene.replay.fault is not None:
            return self.fault(self.appearance, scene.replay)
        said = [self.said(speaker, event) for event in open_view.happened[-TOLD:]]
        return words("{number}: {text}", number=scene.number, text="; ".join(said))

    def said(self, speaker: Speaker, event: Event) -> str:
        """Return an event as text; if all hands are shown, include the drawn cards."""
        text = speaker.event(event)
        if isinstance(event, Drew) and event.cards and self.scene.seat is None:
            return f"{text} ({' '.join(map(card_short, event.cards))})"
        return text

    def selected(self, open_view: OpenView) -> int:
        """Return the index of the card that is played next; if there is none, -1, or 0 for a one-line hand."""
        scene, game = self.scene, open_view.view.game
        moves = scene.replay.moves
        if game is not None and scene.number < len(moves):
            seat, action = moves[scene.number]
            if seat == scene.seat and isinstance(action, Play | JumpIn) and action.card in game.hand:
                return game.hand.index(action.card)
        return 0 if self.hand.card_size is LINE else -1

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the widgets for the new size."""
        self.lay_out(*event.size)
        self.show()

    def lay_out(self, width: int, height: int) -> None:
        """Give every widget its region; do nothing while the layout stays the same."""
        if not width or not height:
            return
        opened = self.scene.seat is None
        scene = self.table_scene
        rows = self.prompt.rows(scene, width) if scene.bad else PROMPT
        seats, shape = self.scene.replay.seats, self.shape
        new = replay_layout(width, height, seats, opened=opened, over=scene.over, prompt_rows=rows, shape=shape)
        if new is self.replay_layout:
            return
        self.replay_layout = new
        self.hand.card_size, self.piles.card_size = new.table.card, new.table.pile
        self.piles.track = new.table.placement is not None
        for strip in self.strips:
            strip.take_placement(new.table.placement)
        for widget in (*self.table_widgets, self.keys):
            widget.place(getattr(new.table, widget.id or ""))
        self.hands.place(new.hands)
        self.timeline.place(new.timeline)

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
        """Answer a key that has no command."""
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
        region = self.prompt.region_given
        asked = self.appearance.words("Go to which action? 0 to {last}", last=self.scene.replay.last)
        where = region.x + 1, region.y + 1, max(region.width - 2, DIGITS)
        self.open_line(LineInput(self.appearance, where, DIGITS, asked=asked, restrict="[0-9]*"))
        self.state.change(typing=True)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the action whose number was typed."""
        self.run("back")
        if event.value:
            self.run("jump", int(event.value))

    @handles("back")
    def go_back(self) -> None:
        """Stop typing a number."""
        self.close_lines()
        self.state.change(typing=False)

    @handles("leave")
    def leave(self) -> None:
        """Leave the replay."""
        self.playback.run_timer(playing=False)
        self.dismiss()

    @handles("theme")
    def take_next_theme(self) -> None:
        """Take the next theme."""
        palette, complaint = next_theme(self.appearance.palette.name, self.themes)
        self.restyle(self.appearance.with_palette(palette))
        self.state.change(answer=complaint)

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Draw everything with the theme that suits the terminal."""
        del session
        self.restyle(appearance)
        self.show()

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another appearance from now on."""
        self.appearance = appearance
        self.styles.background = appearance.palette.background
        for widget in self.canvas_widgets:
            widget.restyle(appearance)


def replay_screen(
    appearance: Appearance, replay: Replay, number: int = 0, themes: Path | None = None, shape: str = AUTO
) -> AppScreen[None]:
    """Return the replay screen, or if the cards are unknown a page that lists the actions."""
    if replay.shown:
        return ReplayScreen(appearance, replay, number, themes, shape)
    words, names = appearance.words, replay.names
    speaker = Speaker(words, names, None, replay.rules)
    lines = [
        PageLine("!", ReplayScreen.fault(appearance, replay)),
        PageLine("", words("Without the right seed the cards are unknown.")),
    ]
    lines += [PageLine("", words("{number}: {text}", number=seat, text=name)) for seat, name in enumerate(names, 1)]
    for place, move in enumerate(replay.moves, 1):
        done = words("left the match") if move.action is None else speaker.action(move.action)
        name = names[move.seat] if move.seat < len(names) else words("seat {number}", number=move.seat + 1)
        lines.append(PageLine(str(place), words("{name}: {text}", name=name, text=done)))
    # Translators: the title of a page; the rules are a preset and options, such as "classic target=200".
    return PageScreen(appearance, words("Rules: {rules}", rules=replay.rules.text), lines)
