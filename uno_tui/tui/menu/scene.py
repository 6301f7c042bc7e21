"""All that a menu shows, as one value."""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self


class MenuRow(NamedTuple):
    """One thing to choose."""

    name: str
    """What it is for the program."""
    label: str
    """What it is called, in the session's words."""
    about: str = ""
    """What it does or is."""
    key: str = ""
    """The key that chooses it."""
    value: str | None = None
    """Its value, where it has one that can be changed."""


@dataclass(frozen=True, slots=True)
class MenuScene:
    """What can be chosen, and where one is."""

    title: str
    rows: tuple[MenuRow, ...]
    selected: int = 0
    answer: str = ""
    """What the person is told."""
    bad: bool = False
    empty: str = ""
    """What is said while there is nothing to choose."""
    question: str = ""
    """What a line is being typed for; empty while none is."""
    logo: bool = False
    """Cards are drawn above."""

    @property
    def row(self) -> MenuRow | None:
        """The selected row."""
        return self.rows[self.selected] if self.selected < len(self.rows) else None

    def with_rows(self, rows: tuple[MenuRow, ...]) -> Self:
        """Other rows; the same one stays selected."""
        name = self.row and self.row.name
        names = [row.name for row in rows]
        place = names.index(name) if name in names else min(self.selected, max(len(rows) - 1, 0))
        return replace(self, rows=rows, selected=place)

    def told(self, answer: str, *, bad: bool = False) -> Self:
        """With something that the person is told."""
        return replace(self, answer=answer, bad=bad)


def choosing(scene: MenuScene) -> bool:
    """Whether there is something to choose."""
    return bool(scene.rows) and not scene.question


def idle(scene: MenuScene) -> bool:
    """Whether no line is being typed."""
    return not scene.question


def valued(scene: MenuScene) -> bool:
    """Whether the selected row has a value to change."""
    return choosing(scene) and scene.row is not None and scene.row.value is not None
