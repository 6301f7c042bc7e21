"""The bars of the table screen: title, prompt and key bar; and the notice on a terminal that is too small."""

from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.game.cards import Color
from uno_tui.speech import Speaker, color_name
from uno_tui.table.protocol import Right
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.text import fit, shortened, wrap, wrap_messages
from uno_tui.tui.keyboard.bar import KeyBar, KeyBarLook
from uno_tui.tui.keyboard.labels import command_key
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
    once: bool
    """Whether the match is a try at the daily deal."""


# Translators: the table's bars: the title's parts are short; the status is one sentence of 76 letters at most.
class TitleBar(CanvasWidget[TitleBarLook]):
    """The title bar: table code, round, target score, and the clock when little time remains."""

    shared = True

    def look_at(self, scene: TableScene) -> TitleBarLook:
        """Return the table's code, the target score and the clock."""
        view = scene.view
        number = view.game.round if view.game else 0
        return TitleBarLook(view.code, number, view.rules.target, view.watchers, scene.seconds, scene.over, view.once)

    def paint(self, canvas: Canvas, look: TitleBarLook) -> None:
        """Draw one line."""
        words, style = self.appearance.words, self.appearance.palette["title"]
        canvas.fill(0, 0, canvas.width, 1, style)
        parts = [words("UNO")]
        if look.once:
            parts.append(words("daily deal, without hints"))
        if look.code:
            parts.append(words("table {code}", code=look.code))
        if look.round:
            parts.append(words("round {number}", number=look.round))
        parts.append(
            words.n("to {count} point", "to {count} points", look.target) if look.target > 1 else words("one round")
        )
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
"""Columns; a prompt that is narrower shows lessons that do not mention the arrow keys."""


class PromptBarLook(NamedTuple):
    """The content of the prompt."""

    status: str
    loud: bool
    """Whether to highlight the bar, because it is this person's turn."""
    below: str
    """Messages shown below the prompt, one per line."""
    bad: bool
    call: bool
    lesson: bool = False
    cuttable: bool = False
    """Whether `below` may be cut or dropped, so that it needs no rows of its own."""


# Translators: the table's bars: the title's parts are short; the status is one sentence of 76 letters at most.
class PromptBar(CanvasWidget[PromptBarLook]):
    """Whose turn it is and what this person may do; below it an answer, a lesson or the newest log line.

    Nothing hides the first of these: what is below takes further rows from the widgets above.
    """

    shared = True
    newest: tuple[TableScene, int, PromptBarLook] | None = None
    """Cache: the newest scene, a width, and the look of that scene at that width."""
    wrapped: tuple[PromptBarLook, int, tuple[list[str], list[str]]] | None = None
    """Cache: the newest wrapped look, its width, and its lines, which both the layout and the drawing need."""

    def look_at(self, scene: TableScene) -> PromptBarLook:
        """Return what the bar shows of a scene: the prompt and the text below it."""
        return self._look(scene, self.region_given.width)

    def restyle(self, appearance: Appearance) -> None:
        """Use another theme or language; also discard the cached look and the cached lines."""
        self.newest = self.wrapped = None
        super().restyle(appearance)

    def _look(self, scene: TableScene, width: int) -> PromptBarLook:
        """Return the look at a width, cached because both the layout and the drawing need it."""
        if self.newest is None or self.newest[0] is not scene or self.newest[1] != width:
            self.newest = scene, width, self._new_look(scene, width)
        return self.newest[2]

    def _new_look(self, scene: TableScene, width: int) -> PromptBarLook:
        words = self.appearance.words
        speaker = Speaker.of(words, scene.view)
        told, start = "\n".join(filter(None, (scene.answer, scene.notice))), self._start_line(scene)
        if question := confirmation(words, scene, self._key("autopilot")):
            return PromptBarLook(question[0], loud=True, below=told or question[1], bad=scene.bad, call=False)
        status = self._status(scene, speaker)
        loud = scene.on_turn or scene.mode in (TableMode.COLOR, TableMode.SEAT)
        calls = speaker.calls(scene.game) if scene.game else []
        if scene.typing:
            return PromptBarLook(status, loud, "", bad=False, call=False)
        last = speaker.log(scene.view.log[-1]) if scene.narrow and scene.view.log else ""
        if start and not scene.bad:
            below = "\n".join(filter(None, (told, start, shortened(last, width - 4))))
            return PromptBarLook(status, loud, below, bad=False, call=False)
        if told:
            return PromptBarLook(status, loud, told, scene.bad, call=False)
        if scene.armed:
            return PromptBarLook(status, loud, words("You will call UNO with your next card."), bad=False, call=True)
        if scene.mode is TableMode.TABLE and (lesson := lesson_text(words, scene, self._key, brief=width < BRIEF)):
            return PromptBarLook(status, loud, lesson, bad=False, call=False, lesson=True)
        if calls:
            return PromptBarLook(status, loud, "  ".join(calls), bad=False, call=True)
        view = scene.view
        if Right.AUTOPILOT in view.rights and view.you is not None and view.seats[view.you].autopilot:
            text = words("A bot is playing for you; press {key} to take over.", key=self._key("autopilot"))
            return PromptBarLook(status, loud, text, bad=False, call=False)
        if scene.result:
            return PromptBarLook(status, loud, scene.result, bad=False, call=False)
        return PromptBarLook(status, loud, last, bad=False, call=False, cuttable=True)

    def _start_line(self, scene: TableScene) -> str:
        """Return which key starts the match with bots in the free seats; empty if this person cannot do so."""
        if scene.mode is not TableMode.TABLE or not scene.view.fills or Right.START not in scene.view.rights:
            return ""
        words = self.appearance.words
        return words("Press {key} to start the match; bots take the free seats.", key=self._key("start"))

    def _status(self, scene: TableScene, speaker: Speaker) -> str:
        words = self.appearance.words
        match scene.mode:
            case TableMode.COLOR:
                return words("Choose a color.")
            case TableMode.SEAT:
                return scene.seat_request.question(words) if scene.seat_request else words("Choose a player.")
            case TableMode.TYPE:
                wild = f"w {color_name(words, Color.RED)}"
                return words("Type a card, such as {card}, {wild} or {seven}.", card="r5", wild=wild, seven="r7 @2")
        return speaker.status(scene.view)

    def _key(self, command: str) -> str:
        return command_key(self.appearance, TABLE, command)

    def rows(self, scene: TableScene, width: int) -> int:
        """Return the number of rows that the prompt bar needs: two, or more if its text is long."""
        look = self._look(scene, width)
        if look.cuttable:
            return PROMPT
        lines, below = self._lines(look, width)
        return max(len(lines) + max(len(below), scene.typing), PROMPT)

    def _lines(self, look: PromptBarLook, width: int) -> tuple[list[str], list[str]]:
        """Return the wrapped lines of the prompt, and the wrapped lines below the prompt, at a width."""
        if self.wrapped is None or self.wrapped[0] != look or self.wrapped[1] != width:
            room = width - 4
            lines = [look.status] if cell_len(look.status) <= width - 2 else wrap(look.status, room)
            below = f"_{self.appearance.words('Lesson')}_ {look.below}" if look.lesson else look.below
            self.wrapped = look, width, (lines, wrap_messages(below, room) if below else [])
        return self.wrapped[2]

    def paint(self, canvas: Canvas, look: PromptBarLook) -> None:
        """Draw the prompt, then as many of the lines below it as fit."""
        palette = self.appearance.palette
        style = palette["turn" if look.loud else "wait"]
        canvas.cursor = 2, 0
        lines, below = self._lines(look, canvas.width)
        if len(lines) == 1:
            canvas.put(0, 0, fit("  " + lines[0], canvas.width), style)
            if look.lesson:
                self._paint_way_out(canvas, 3 + cell_len(lines[0]), style)
        else:
            canvas.put_lines(0, lines[: canvas.height], style)
        room, first = canvas.height - len(lines), len(lines)
        if room <= 0 or not below:
            return
        if len(below) > room:
            last = " ".join(below[room - 1 :])
            below = [*below[: room - 1], f"{wrap(last, canvas.width - 6)[0]}.."]
        if look.lesson:
            for row, line in enumerate(below, first):
                canvas.put(2, row, line, palette.text)
            canvas.put(2, first, f" {self.appearance.words('Lesson')} ", palette["key"])
            return
        ground = palette["error"] if look.bad else palette["owes"] if look.call else palette["dim"]
        for row, line in enumerate(below, first):
            canvas.put(1, row, f" {line} ", ground)

    def _paint_way_out(self, canvas: Canvas, x: int, style: Style) -> None:
        """Draw the key that ends lessons at the right end of the prompt, if there is room from column `x` on."""
        cap, says = f" {self._key('lessons')} ", f" {self.appearance.words('end lessons')} "
        start = canvas.width - cell_len(cap + says)
        if start >= x:
            canvas.put(canvas.put(start, 0, cap, self.appearance.palette["key"]), 0, says, style)
            self.target((start, 0, canvas.width - start, 1), "lessons")


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
        return KeyBarLook(tuple(one.hinted for one in self.appearance.keyboard.table(TABLE).hints(scene)))


class SizeNoticeLook(NamedTuple):
    """Content of the notice on a screen that is too small for the table: mainly whose turn it is."""

    on_turn: bool
    question: str
    """The open question; empty if there is none."""


# Translators: the table's bars: the title's parts are short; the status is one sentence of 76 letters at most.
class SizeNotice(CanvasWidget[SizeNoticeLook]):
    """A request to enlarge the terminal, shown until the table fits."""

    def look_at(self, scene: TableScene) -> SizeNoticeLook:
        """Return whether it is this person's turn, and the open question."""
        question = confirmation(self.appearance.words, scene, command_key(self.appearance, TABLE, "autopilot"))
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
