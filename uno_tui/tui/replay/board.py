"""The screen of a replay at a position: the table's widgets, all hands or one, and the timeline."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rich.cells import cell_len

from uno_tui.game.actions import JumpIn, Play
from uno_tui.game.events import Drew, Event
from uno_tui.local.replay import OpenView, Replay
from uno_tui.local.settings import AUTO
from uno_tui.speech import Speaker, card_short
from uno_tui.speech.errors import fault_sentence
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.card_faces import LINE
from uno_tui.tui.replay.layout import ReplayLayout, replay_layout
from uno_tui.tui.replay.open_hands import OpenHands
from uno_tui.tui.replay.scene import ReplayScene
from uno_tui.tui.replay.timeline import Timeline
from uno_tui.tui.table.board import PlaceWidget, TableBoard
from uno_tui.tui.table.layout import PROMPT, TableLayout
from uno_tui.tui.table.scene import TableMode, TableScene

TOLD: Final = 3
"""Maximum number of events of one action that the prompt shows; it shows the last ones."""

ROOM: Final = 4
"""Columns of the prompt's row that a text leaves free."""

Shown = tuple[CanvasWidget[Any], object]
"""A widget and its look."""


def open_view_of(scene: ReplayScene) -> OpenView:
    """Return the table at the position of a scene, as the chosen seat saw the table or with all hands."""
    return scene.replay.open_view(scene.number, scene.seat, hands=scene.seat is None)


def fault_text(appearance: Appearance, replay: Replay) -> str:
    """Return what is wrong with a record, as text; empty if the record is valid."""
    if replay.fault is None:
        return ""
    said = fault_sentence(appearance.words, replay.fault, replay.names)
    return appearance.words("{fault} The match is shown up to there.", fault=said)


class ReplayBoard:
    """The widgets of a replay, except the key bar."""

    def __init__(self, appearance: Appearance, shape: str = AUTO) -> None:
        """`shape`: value of the setting `table`."""
        self.appearance = appearance
        self.shape = shape
        self.table = TableBoard(appearance)
        self.table.hand.remembers = False  # a position looks the same, however it was reached
        self.hands, self.timeline = OpenHands(appearance, "hands"), Timeline(appearance, "timeline")
        self.widgets: tuple[CanvasWidget[Any], ...] = (*self.table.widgets, self.hands, self.timeline)
        self._layout: ReplayLayout | None = None

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another appearance from now on."""
        self.appearance = appearance
        for widget in self.widgets:
            widget.restyle(appearance)

    def table_scene(self, scene: ReplayScene, open_view: OpenView, width: int) -> TableScene:
        """Return the scene of the table's widgets on a screen of that width, without a selected card."""
        answer = scene.answer or self._happened(scene, open_view, width)
        bad = bool(scene.answer) or (scene.at_end and scene.replay.fault is not None)
        mode = TableMode.TALK if scene.typing else TableMode.TABLE
        return TableScene(open_view.view, mode, answer=answer, bad=bad, animation=scene.animation)

    def with_selection(self, scene: ReplayScene, table_scene: TableScene) -> TableScene:
        """Return the scene with the card selected that is played next; the widgets must already be placed."""
        return replace(table_scene, selected=self._selected(scene, table_scene))

    def looks(self, scene: ReplayScene, table_scene: TableScene, open_view: OpenView) -> Iterator[Shown]:
        """Yield the look of each widget that has a place."""
        for widget in self.table.placed():
            yield widget, widget.look_at(table_scene)
        if self.timeline.region_given.area:
            yield self.timeline, self.timeline.look_for(scene)
        if self.hands.region_given.area:
            yield self.hands, self.hands.look_for(open_view)

    def lay_out(
        self,
        scene: ReplayScene,
        table_scene: TableScene,
        size: tuple[int, int],
        place: PlaceWidget,
    ) -> TableLayout | None:
        """Place every widget on a screen of the given size; return the table's layout if the layout is new."""
        width, height = size
        rows = self.table.prompt.rows(table_scene, width) if table_scene.bad else PROMPT
        new = replay_layout(
            width, height, scene.replay.seats, opened=scene.seat is None, over=table_scene.over, prompt_rows=rows,
            shape=self.shape,
        )  # fmt: skip  # one value
        if new is self._layout:
            return None
        self._layout = new
        self.table.take_layout(new.table, place)
        place(self.hands, new.hands)
        place(self.timeline, new.timeline)
        return new.table

    def _happened(self, scene: ReplayScene, open_view: OpenView, width: int) -> str:
        """Return the events of the last action in one line: the last ones that it holds whole."""
        if scene.at_end and scene.replay.fault is not None:
            return fault_text(self.appearance, scene.replay)
        speaker = Speaker.of(self.appearance.words, open_view.view)
        said = [self._said(speaker, event, opened=scene.seat is None) for event in open_view.happened[-TOLD:]]
        texts = [
            self.appearance.words("{number}: {text}", number=scene.number, text="; ".join(said[first:]))
            for first in range(max(len(said), 1))
        ]
        return next((text for text in texts if cell_len(text) <= width - ROOM), texts[-1])

    @staticmethod
    def _said(speaker: Speaker, event: Event, *, opened: bool) -> str:
        """Return an event as text; if all hands are shown, include the drawn cards."""
        text = speaker.event(event)
        if isinstance(event, Drew) and event.cards and opened:
            return f"{text} ({' '.join(map(card_short, event.cards))})"
        return text

    def _selected(self, scene: ReplayScene, table_scene: TableScene) -> int:
        """Return the index of the card that is played next; if there is none, -1, or 0 for a one-line hand."""
        game, moves = table_scene.game, scene.replay.moves
        if game is not None and scene.number < len(moves):
            seat, action = moves[scene.number]
            if seat == scene.seat and isinstance(action, Play | JumpIn) and action.card in game.hand:
                return game.hand.index(action.card)
        return 0 if self.table.hand.card_size is LINE else -1
