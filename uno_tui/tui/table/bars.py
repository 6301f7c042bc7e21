"""The bars of the table screen: title, prompt and key bar; and the notice on a terminal that is too small."""

from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.speech import Speaker
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas, cut, fit, shortened, wrap
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.keybar import KeyBar, KeyBarLook
from uno_tui.tui.keytable import LEFT, RIGHT, key_label
from uno_tui.tui.table.confirmation import confirmation
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH, PROMPT
from uno_tui.tui.table.lessons import lesson_text
from uno_tui.tui.table.scene import TableMode, TableScene


class TitleBarLook(NamedTuple):
    """The content of the title bar."""

    code: str
    round: int
    target: int
    watchers: int
    seconds: int | None
    over: bool
    """Whether the clock counts down to the next round instead of the turn's end."""


# Translators: the table's bars: the title's parts are short; the status is one sentence of 76 letters at most.
class TitleBar(CanvasWidget[TitleBarLook]):
    """The title bar: table code, round, target score, and the clock when little time remains."""

    shared = True

    def look_at(self, scene: TableScene) -> TitleBarLook:
        """Return the table's code, the target score and the clock."""
        view = scene.view
        number = view.game.round if view.game else 0
        return TitleBarLook(view.code, number, view.rules.target, view.watchers, scene.seconds, scene.over)

    def paint(self, canvas: Canvas, look: TitleBarLook) -> None:
        """Draw one line."""
        words, style = self.appearance.words, self.appearance.palette["title"]
        canvas.fill(0, 0, canvas.width, 1, style)
        parts = [words("UNO")]
        if look.code:
            parts.append(words("table {code}", code=look.code))
        if look.round:
            parts.append(words("round {number}", number=look.round))
        parts.append(words.n("to {count} point", "to {count} points", look.target))
        if look.watchers:
            parts.append(words.n("{count} watching", "{count} watching", look.watchers))
        x = 1
        for part in parts:
            if x + cell_len(part) < canvas.width:
                x = canvas.put(x, 0, part, style) + 3
        if look.seconds is not None:
            text = words.n(" {count} second ", " {count} seconds ", look.seconds)
            if look.over:
                text = words.n(" next round in {count} second ", " next round in {count} seconds ", look.seconds)
            canvas.put(canvas.width - cell_len(text), 0, text, self.appearance.palette["turn"])


BRIEF: Final = 48
"""Columns; a narrower prompt shows lessons without the arrow keys."""


class PromptBarLook(NamedTuple):
    """The content of the prompt."""

    status: str
    loud: bool
    """Whether to highlight the bar, because it is this person's turn."""
    below: str
    bad: bool
    call: bool
    lesson: bool = False


# Translators: the table's bars: the title's parts are short; the status is one sentence of 76 letters at most.
class PromptBar(CanvasWidget[PromptBarLook]):
    """Whose turn it is and what this person may do; below, a message, a lesson or the newest log line."""

    shared = True

    def look_at(self, scene: TableScene) -> PromptBarLook:
        """Return the two lines in words."""
        words = self.appearance.words
        speaker = Speaker.of(words, scene.view)
        if question := confirmation(words, scene):
            return PromptBarLook(question[0], loud=True, below=scene.answer or question[1], bad=scene.bad, call=False)
        status = speaker.status(scene.view)
        if scene.mode is TableMode.COLOR:
            status = words("Choose a color.")
        elif scene.mode is TableMode.SEAT:
            status = scene.seat_request.question(words) if scene.seat_request else words("Choose a player.")
        loud = scene.on_turn or scene.mode in (TableMode.COLOR, TableMode.SEAT)
        calls = speaker.calls(scene.game) if scene.game else []
        if scene.answer and scene.mode is not TableMode.TALK:
            return PromptBarLook(status, loud, scene.answer, scene.bad, call=False)
        if scene.armed:
            return PromptBarLook(status, loud, words("You will call UNO with your next card."), bad=False, call=True)
        if scene.mode is TableMode.TABLE and (
            lesson := lesson_text(
                words, scene, sides=key_label(self.appearance, f"{LEFT} {RIGHT}"), brief=self.region_given.width < BRIEF
            )
        ):
            return PromptBarLook(status, loud, lesson, bad=False, call=False, lesson=True)
        if calls:
            return PromptBarLook(status, loud, "  ".join(calls), bad=False, call=True)
        you = scene.view.you
        if you is not None and scene.view.seats[you].autopilot:
            text = words("A bot is playing for you; press a to take over.")
            return PromptBarLook(status, loud, text, bad=False, call=False)
        last = speaker.log(scene.view.log[-1]) if scene.narrow and scene.view.log else ""
        return PromptBarLook(status, loud, last, bad=False, call=False)

    def rows(self, scene: TableScene, width: int) -> int:
        """Return the number of rows needed: two, or more for a long message. A refusal replaces the status line."""
        question = confirmation(self.appearance.words, scene)
        below = scene.answer or (question[1] if question else "")
        if cell_len(below) <= width - 4 or scene.mode is TableMode.TALK:
            return PROMPT
        return max(len(wrap(below, width - 4)) + (not scene.bad), PROMPT)

    def paint(self, canvas: Canvas, look: PromptBarLook) -> None:
        """Draw the two lines; a long status takes both. A two-line lesson is highlighted during this person's turn."""
        words, palette = self.appearance.words, self.appearance.palette
        style = palette["turn" if look.loud else "wait"]
        below = palette["error"] if look.bad else palette["owes"] if look.call else palette["dim"]
        room = canvas.width - 4
        lesson = words("Lesson") if look.lesson else ""
        if lesson and cell_len(look.below) + cell_len(lesson) + 2 > room:
            if look.loud:
                canvas.fill(0, 0, canvas.width, canvas.height, style)
            lines = wrap(f"_{lesson}_ {look.below}", room)[: canvas.height]
            self._paint_lesson(canvas, lesson, lines, style if look.loud else palette.text)
            return
        if look.bad and cell_len(look.below) > room:
            canvas.put_lines(0, wrap(look.below, room)[: canvas.height], below)
        elif not look.bad and not look.call and cell_len(look.status) > canvas.width - 2:
            canvas.put_lines(0, wrap(look.status, room)[: canvas.height], style)
        else:
            canvas.put(0, 0, fit("  " + cut(look.status, canvas.width - 2), canvas.width), style)
            if lesson:
                self._paint_lesson(canvas, lesson, [f"_{lesson}_ {look.below}"], palette.text, 1)
            elif look.below and canvas.height > PROMPT:
                for row, line in enumerate(wrap(look.below, room)[: canvas.height - 1], 1):
                    canvas.put(1, row, f" {line} ", below)
            elif look.below:
                canvas.put(1, 1, f" {shortened(look.below, room)} ", below)

    def _paint_lesson(self, canvas: Canvas, lesson: str, lines: list[str], style: Style, y: int = 0) -> None:
        """Draw a lesson from row `y` on; its first line begins with a mark."""
        for row, line in enumerate(lines, y):
            canvas.put(2, row, line, style)
        canvas.put(2, y, f" {lesson} ", self.appearance.palette["key"])


class TableKeyBar(KeyBar):
    """The key bar of the table."""

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(appearance, id)
        self.depends: tuple[object, ...] = ()

    def look_at(self, scene: TableScene) -> KeyBarLook:
        """Return the hints; they are recomputed only when their inputs have changed."""
        view = scene.view
        depends = (
            scene.mode, scene.choice, scene.seat_request, scene.card, scene.legal, view.rights, view.stage, scene.over,
            scene.course is None,
        )  # fmt: skip  # one value
        if self.look is not None and depends == self.depends:
            return self.look
        self.depends = depends
        return KeyBarLook(tuple(one.hinted for one in TABLE.hints(scene)))


class SizeNoticeLook(NamedTuple):
    """What a terminal shows that is too small for the table: mainly whose turn it is."""

    on_turn: bool
    question: str
    """The question that is open, or empty."""


# Translators: the table's bars: the title's parts are short; the status is one sentence of 76 letters at most.
class SizeNotice(CanvasWidget[SizeNoticeLook]):
    """A request to enlarge the terminal, shown until the table fits."""

    def look_at(self, scene: TableScene) -> SizeNoticeLook:
        """Return whether this person is on turn, and the question that is open."""
        question = confirmation(self.appearance.words, scene)
        return SizeNoticeLook(scene.on_turn, " ".join(question) if question else "")

    def paint(self, canvas: Canvas, look: SizeNoticeLook) -> None:
        """Draw the lines that fit."""
        words, palette = self.appearance.words, self.appearance.palette
        text = words("Make the terminal larger: {width} by {height} at least.", width=MIN_WIDTH, height=MIN_HEIGHT)
        lines = wrap(text, max(canvas.width, 8))
        if look.question:
            lines = wrap(look.question, max(canvas.width, 8))
        elif look.on_turn:
            lines.insert(0, words("Your turn"))
        for y, line in enumerate(lines):
            canvas.put(0, y, line, palette["turn"] if look.on_turn and y == 0 else palette.text)
