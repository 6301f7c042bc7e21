"""The screen of a replay: the table's own widgets, fed with pictures of a match that is over."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from uno_tui.game.actions import JumpIn, Play
from uno_tui.game.events import Drew, Event
from uno_tui.local.replay import OpenView, Replay
from uno_tui.speech import Speaker, card_short
from uno_tui.speech.errors import fault_sentence
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.faces import LINE
from uno_tui.tui.draw.frame_writer import Changes
from uno_tui.tui.keybar import KeyBar, KeyBarLook
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.replay.commands import Stepping
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.replay.layout import ReplayLayout, replay_layout
from uno_tui.tui.replay.open_hands import OpenHands
from uno_tui.tui.replay.scene import ReplayScene
from uno_tui.tui.replay.timeline import Timeline
from uno_tui.tui.table.bars import PromptBar, SizeNotice, TitleBar
from uno_tui.tui.table.hand import HandPanel
from uno_tui.tui.table.log import LogPanel
from uno_tui.tui.table.piles import Piles
from uno_tui.tui.table.scene import TableMode, TableScene
from uno_tui.tui.table.scores import ScoreBoard
from uno_tui.tui.table.seats import SeatList

TOLD: Final = 3
"""So many things that one action led to are told in the prompt."""


class ReplayScreen(Stepping):
    """Goes through a replay that has pictures; ends with None."""

    KEYS = REPLAY
    WHEEL = ("backward", "forward")

    def __init__(self, appearance: Appearance, replay: Replay, number: int = 0, themes: Path | None = None) -> None:
        super().__init__()
        self.appearance, self.themes = appearance, themes
        self.scene = ReplayScene(replay, min(number, replay.last), answer=self.fault(appearance, replay))
        self.replay_layout: ReplayLayout | None = None
        self.table = TableScene(self.picture.view)
        self.title_bar, self.seats = TitleBar(appearance, "title"), SeatList(appearance, "seats")
        self.piles, self.log_lines = Piles(appearance, "piles"), LogPanel(appearance, "log")
        self.prompt, self.hand = PromptBar(appearance, "prompt"), HandPanel(appearance, "hand")
        self.scores, self.small = ScoreBoard(appearance, "scores"), SizeNotice(appearance, "small")
        self.keys = KeyBar(appearance, "keys")
        self.hands, self.timeline = OpenHands(appearance, "hands"), Timeline(appearance, "timeline")
        self.of_table: tuple[CanvasWidget[Any], ...] = (
            self.title_bar, self.seats, self.piles, self.log_lines, self.prompt, self.hand, self.scores, self.small,
        )  # fmt: skip
        self.painted: tuple[CanvasWidget[Any], ...] = (*self.of_table, self.hands, self.timeline, self.keys)
        self.styles.background = appearance.palette.background

    @staticmethod
    def fault(appearance: Appearance, replay: Replay) -> str:
        """What is wrong with the record, and that it is shown as far as it goes; nothing if all is well."""
        if replay.fault is None:
            return ""
        said = fault_sentence(appearance.words, replay.fault, replay.names)
        return appearance.words("{fault} Shown up to there.", fault=said)

    def compose(self) -> ComposeResult:
        """The few widgets."""
        yield from self.painted

    def on_mount(self) -> None:
        """Show the first picture."""
        self.show()

    # To the screen

    @property
    def picture(self) -> OpenView:
        """The picture to be shown."""
        scene = self.scene
        return scene.replay.open_view(scene.number, scene.seat, hands=scene.seat is None)

    def show(self) -> None:
        """Show the picture: each widget whose slice of it changed draws itself."""
        picture, scene = self.picture, self.scene
        told = scene.answer or self.happened(picture)
        bad = bool(scene.answer) or (scene.at_end and scene.replay.fault is not None)
        mode = TableMode.TALK if scene.typing else TableMode.TABLE
        self.table = TableScene(picture.view, mode, answer=told, bad=bad)
        self.lay_out(*self.size)
        self.table = replace(self.table, selected=self.selected(picture))
        changed: list[tuple[CanvasWidget[Any], Changes]] = [
            (widget, widget.show(self.table)) for widget in self.of_table if widget.display
        ]
        hints = KeyBarLook(tuple(one.hinted for one in REPLAY.hints(scene)), needed=1)
        own: list[tuple[CanvasWidget[Any], object]] = [
            (self.timeline, self.timeline.look_for(scene)),
            (self.keys, hints),
        ]
        if self.hands.display:
            own.append((self.hands, self.hands.look_for(picture)))
        for widget, look in own:
            if widget.look != look:
                widget.look = look
                changed.append((widget, widget.repaint()))
        self.send(changed)

    def happened(self, picture: OpenView) -> str:
        """What the last action led to, in a line."""
        scene, words = self.scene, self.appearance.words
        speaker = Speaker.of(words, picture.view)
        if scene.at_end and scene.replay.fault is not None:
            return self.fault(self.appearance, scene.replay)
        said = [self.said(speaker, event) for event in picture.happened[-TOLD:]]
        return words("{number}: {text}", number=scene.number, text="; ".join(said))

    def said(self, speaker: Speaker, event: Event) -> str:
        """An event; with all hands open also which cards were drawn."""
        text = speaker.event(event)
        if isinstance(event, Drew) and event.cards and self.scene.seat is None:
            return f"{text} ({' '.join(map(card_short, event.cards))})"
        return text

    def selected(self, picture: OpenView) -> int:
        """The card to raise: the one that is played next, else none where that can be."""
        scene, game = self.scene, picture.view.game
        moves = scene.replay.moves
        if game is not None and scene.number < len(moves):
            seat, action = moves[scene.number]
            if seat == scene.seat and isinstance(action, Play | JumpIn) and action.card in game.hand:
                return game.hand.index(action.card)
        return 0 if self.hand.card_size is LINE else -1

    def on_resize(self, event: events.Resize) -> None:
        """Place everything anew."""
        self.lay_out(*event.size)
        self.show()

    def lay_out(self, width: int, height: int) -> None:
        """Give every widget its region; nothing happens while the plan stays the same."""
        if not width or not height:
            return
        opened = self.scene.seat is None
        new = replay_layout(width, height, self.scene.replay.seats, opened=opened, over=self.table.over)
        if new is self.replay_layout:
            return
        self.replay_layout = new
        self.hand.card_size, self.piles.card_size = new.table.card, new.table.pile
        for widget in (*self.of_table, self.keys):
            widget.place(getattr(new.table, widget.id or ""))
        self.hands.place(new.hands)
        self.timeline.place(new.timeline)

    # From the person

    def click(self, name: str, number: int | None) -> None:
        """Run a clicked command. The cards and piles of the table lead to none here."""
        if name in self.KEYS.names:
            self.run(name, number)

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another style."""
        self.appearance = appearance
        self.styles.background = appearance.palette.background
        for widget in self.painted:
            widget.restyle(appearance)


def replay_screen(appearance: Appearance, replay: Replay, number: int = 0, themes: Path | None = None) -> Screen[None]:
    """The screen of a replay, or where the cards cannot be known, a page of what was done."""
    if replay.shown:
        return ReplayScreen(appearance, replay, number, themes)
    words, names = appearance.words, replay.names
    speaker = Speaker(words, names, None, replay.rules)
    lines = [
        PageLine("!", ReplayScreen.fault(appearance, replay)),
        PageLine("", words("Without the right seed the cards are not known.")),
    ]
    lines += [PageLine("", words("{number}: {text}", number=seat, text=name)) for seat, name in enumerate(names, 1)]
    for place, move in enumerate(replay.moves, 1):
        done = words("left the match") if move.action is None else speaker.action(move.action)
        name = names[move.seat] if move.seat < len(names) else words("seat {number}", number=move.seat + 1)
        lines.append(PageLine(str(place), words("{name}: {text}", name=name, text=done)))
    return PageScreen(appearance, words("Rules in force: {rules}", rules=replay.rules.text), lines)
