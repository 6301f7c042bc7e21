"""The lines above and below: title, prompt, hints."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uno_tui.speech import Speaker
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas, cut, fit, shortened, wrap
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.keytable import key_label
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.layout import PROMPT
from uno_tui.tui.table.lesson_keys import lesson_text
from uno_tui.tui.table.scene import Mode, Scene


class TitleLook(NamedTuple):
    """What the title shows."""

    code: str
    round: int
    target: int
    watchers: int
    seconds: int | None
    over: bool
    """What the clock waits for is the next round."""


class Title(CanvasWidget[TitleLook]):
    """Which table, which round, and the clock when it runs short."""

    shared = True

    def look_at(self, scene: Scene) -> TitleLook:
        """The table's name and what is played to."""
        view = scene.view
        number = view.game.round if view.game else 0
        return TitleLook(view.code, number, view.rules.target, view.watchers, scene.seconds, scene.over)

    def paint(self, canvas: Canvas, look: TitleLook) -> None:
        """One line."""
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
"""Where it is narrower, lessons are told briefly."""


class PromptLook(NamedTuple):
    """What the prompt shows."""

    status: str
    loud: bool
    """It is this person's turn."""
    below: str
    bad: bool
    call: bool
    lesson: bool = False


class Prompt(CanvasWidget[PromptLook]):
    """Whose turn it is and what may be done; below it why something was refused, or what the selected card is."""

    shared = True

    def look_at(self, scene: Scene) -> PromptLook:
        """The sentences."""
        words = self.appearance.words
        speaker = Speaker.of(words, scene.view)
        status = speaker.status(scene.view)
        if scene.mode is Mode.LEAVE:
            status = words("Leave the table?")
        elif scene.mode is Mode.COLOR:
            status = words("Name a color for the card.")
        elif scene.mode is Mode.SEAT:
            status = scene.errand.question(words) if scene.errand else words("Name a seat.")
        loud = scene.on_turn or scene.mode in (Mode.LEAVE, Mode.COLOR, Mode.SEAT)
        calls = speaker.calls(scene.game) if scene.game else []
        if scene.answer and scene.mode is not Mode.TALK:
            return PromptLook(status, loud, scene.answer, scene.bad, call=False)
        if scene.armed:
            return PromptLook(status, loud, words("UNO is called with your next card."), bad=False, call=True)
        if scene.mode is Mode.TABLE and (lesson := lesson_text(words, scene, brief=self.region_given.width < BRIEF)):
            return PromptLook(status, loud, lesson, bad=False, call=False, lesson=True)
        if calls:
            return PromptLook(status, loud, "  ".join(calls), bad=False, call=True)
        you = scene.view.you
        if you is not None and scene.view.seats[you].autopilot:
            text = words("A bot plays for you; press a to play yourself.")
            return PromptLook(status, loud, text, bad=False, call=False)
        last = speaker.log(scene.view.log[-1]) if scene.narrow and scene.view.log else ""
        return PromptLook(status, loud, last, bad=False, call=False)

    def rows(self, scene: Scene, width: int) -> int:
        """The rows it takes: two, or more where an answer is longer; a refusal stands in place of the status."""
        if cell_len(scene.answer) <= width - 4 or scene.mode is Mode.TALK:
            return PROMPT
        return max(len(wrap(scene.answer, width - 4)) + (not scene.bad), PROMPT)

    def paint(self, canvas: Canvas, look: PromptLook) -> None:
        """Two lines; what does not fit in its own takes both. Where a lesson does, its color says whose turn it is."""
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
            canvas.spread(0, wrap(look.below, room)[: canvas.height], below)
        elif not look.bad and not look.call and cell_len(look.status) > canvas.width - 2:
            canvas.spread(0, wrap(look.status, room)[: canvas.height], style)
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
        """The lines of a lesson, which begin with its mark; `y`: where."""
        for row, line in enumerate(lines, y):
            canvas.put(2, row, line, style)
        canvas.put(2, y, f" {lesson} ", self.appearance.palette["key"])


STEADY: Final = frozenset({"lessons", "sort", "autopilot", "help", "log", "chat", "leave"})
"""What works nearly always: it stands to the right, what has to give way first before the rest, so that nothing moves
when something else comes and goes."""
LASTING: Final = ("help", "leave")
"""What gives way last of it."""


class KeysLook(NamedTuple):
    """What the hints show."""

    hints: tuple[tuple[str, str, str, int | None], ...]
    """Key, what it does, command, number."""
    needed: int | None = None
    """How many of those that come and go must be seen; None: all."""


class Keys(CanvasWidget[KeysLook]):
    """The keys that work now, also to be clicked."""

    shared = True

    def __init__(self, appearance: Appearance, id: str) -> None:  # noqa: A002  # Textual's name for it
        super().__init__(appearance, id)
        self.depends: tuple[object, ...] = ()

    def look_at(self, scene: Scene) -> KeysLook:
        """The commands in the order of the key table, worked out anew when what they depend on changed."""
        view = scene.view
        depends = (
            scene.mode, scene.choice, scene.errand, scene.card, scene.legal, view.rights, view.stage, scene.over,
            scene.course is None,
        )  # fmt: skip  # one value
        if self.look is not None and depends == self.depends:
            return self.look
        self.depends = depends
        return KeysLook(tuple(one.hinted for one in TABLE.hints(scene)))

    def paint(self, canvas: Canvas, look: KeysLook) -> None:
        """What comes and goes to the left; to the right what is steady, as much of it as fits beside what is needed."""
        words, palette = self.appearance.words, self.appearance.palette
        hints = [Hint(key_label(words, cap), words(hint), name, number) for cap, hint, name, number in look.hints]
        hints = fitting(hints, canvas.width + 1, look.needed)
        steady = [one for one in reversed(hints) if one.name in STEADY]
        steady.sort(key=lambda one: LASTING.index(one.name) if one.name in LASTING else -1)
        x, start_of_steady = 0, canvas.width - sum(one.width for one in steady)
        for one in [*(one for one in hints if one.name not in STEADY), *steady]:
            x = max(x, start_of_steady) if one.name in STEADY else x
            start = x
            x = canvas.put(x, 0, f" {one.cap} ", palette["key"])
            x = canvas.put(x, 0, f" {one.says} ", palette["dim"]) + 1 if one.says else x + 1
            self.target((start, 0, x - start, 1), one.name, one.number)


class Hint(NamedTuple):
    """A key and what it does; where there is no room for the word, the key alone."""

    cap: str
    says: str
    name: str
    number: int | None = None

    @property
    def width(self) -> int:
        """The cells it takes, with the gap behind it."""
        return cell_len(self.cap) + 3 + (cell_len(self.says) + 2 if self.says else 0)


def fitting(hints: Sequence[Hint], room: int, needed: int | None = None) -> list[Hint]:
    """The hints that fit, in their order, and how; `needed`: so many of those that come and go are, or else all.

    What is steady gives way first, from the end, then what is not needed; leave and help lose their words, leave goes;
    what is needed loses its words, from the end, and goes.

    >>> hints = [Hint("d", "draw", "draw"), Hint("s", "sort", "sort"), Hint("q", "leave", "leave")]
    >>> [[one.cap + one.says for one in fitting(hints, room)] for room in (31, 30, 14, 13, 4)]
    [['ddraw', 'ssort', 'qleave'], ['ddraw', 'qleave'], ['ddraw', 'q'], ['ddraw'], ['d']]
    """
    kept = list(hints)

    def give_way(names: Collection[str], *, word: bool) -> None:
        for place in reversed(range(len(kept))):
            if sum(one.width for one in kept) <= room:
                return
            if kept[place].name in names:
                kept[place : place + 1] = [kept[place]._replace(says="")] if word else []

    others = [one.name for one in hints if one.name not in STEADY]
    give_way(STEADY.difference(LASTING), word=False)
    give_way(others[len(others) if needed is None else needed :], word=False)
    for name in reversed(LASTING):
        give_way({name}, word=True)
    give_way({"leave"}, word=False)
    give_way(others, word=True)
    give_way({"help"}, word=False)
    give_way(others, word=False)
    return kept
