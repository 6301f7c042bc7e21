"""The key bar: hints for the keys that work now, at the foot of a screen."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.keyboard.labels import key_label

STEADY: Final = frozenset({"hint", "sort", "autopilot", "help", "log", "rules", "settings", "chat", "leave"})
"""Commands that nearly always work. Their hints are right-aligned, so that they stay in place when others change; they
are dropped before the others."""
PASSING: Final = frozenset({"hint"})
"""Steady commands that work on the person's own turn only, so that their hints are on the left."""
LASTING: Final = ("help", "leave")
"""The last of the steady hints to be dropped."""


class KeyBarLook(NamedTuple):
    """The content of the key bar."""

    hints: tuple[tuple[str, str, str, int | None], ...]
    """The hints, each as key label, text, command and the command's number."""
    needed: int | None = None
    """Number of leading hints that must stay visible when space is short; None for all of them."""


class KeyBar(CanvasWidget[KeyBarLook]):
    """The bar of clickable hints for the keys that work now."""

    shared = True

    def paint(self, canvas: Canvas, look: KeyBarLook) -> None:
        """Draw changing hints on the left, and on the right as many constant hints as fit."""
        words, palette = self.appearance.words, self.appearance.palette
        hints = [
            KeyHint(key_label(self.appearance, cap), words(hint), name, number)
            for cap, hint, name, number in look.hints
        ]
        hints = fitting(hints, canvas.width + 1, look.needed)
        right = STEADY - PASSING
        steady = [one for one in reversed(hints) if one.name in right]
        steady.sort(key=lambda one: LASTING.index(one.name) if one.name in LASTING else -1)
        x, start_of_steady = 0, canvas.width - sum(one.width for one in steady)
        for one in [*(one for one in hints if one.name not in right), *steady]:
            x = max(x, start_of_steady) if one.name in right else x
            start = x
            x = canvas.put(x, 0, f" {one.cap} ", palette["key"])
            x = canvas.put(x, 0, f" {one.says} ", palette["dim"]) + 1 if one.says else x + 1
            self.target((start, 0, x - start, 1), one.name, one.number)


class KeyHint(NamedTuple):
    """A hint: a key label and its text, or only the label where space is short."""

    cap: str
    says: str
    name: str
    number: int | None = None

    @property
    def width(self) -> int:
        """Width of the hint with the gap after it, in cells."""
        return cell_len(self.cap) + 3 + (cell_len(self.says) + 2 if self.says else 0)


def fitting(hints: Sequence[KeyHint], room: int, needed: int | None = None) -> list[KeyHint]:
    """Return the hints that fit into `room` cells, in their order, some of them without words.

    Hints are shortened or dropped until the rest fits, each time from the end: the steady ones are dropped but for
    help and leave, then changing ones beyond the first `needed` (None: all are needed). Leave and help lose their
    words, and leave is dropped. Last, the needed ones lose their words and are dropped.

    >>> hints = [KeyHint("d", "draw", "draw"), KeyHint("s", "sort", "sort"), KeyHint("q", "leave", "leave")]
    >>> [[one.cap + one.says for one in fitting(hints, room)] for room in (31, 30, 14, 13, 4)]
    [['ddraw', 'ssort', 'qleave'], ['ddraw', 'qleave'], ['ddraw', 'q'], ['ddraw'], ['d']]
    """
    kept = list(hints)

    def give_way(names: Collection[str], *, word: bool) -> None:
        excess = sum(one.width for one in kept) - room
        for place in reversed(range(len(kept))):
            if excess <= 0:
                return
            if kept[place].name in names:
                less = [kept[place]._replace(says="")] if word else []
                excess -= kept[place].width - sum(one.width for one in less)
                kept[place : place + 1] = less

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
