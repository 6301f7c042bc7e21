"""The content of a menu, as a value."""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self


class MenuRow(NamedTuple):
    """A row of a menu."""

    name: str
    """Internal identifier of the row."""
    label: str
    """Displayed label, translated."""
    about: str = ""
    """Explanation of the row, translated."""
    key: str = ""
    """Label of the key that chooses the row; empty if there is none."""
    value: str | None = None
    """Displayed value of a changeable row; None for a row without a value."""


@dataclass(frozen=True, slots=True)
class MenuScene:
    """The content of a menu: its rows, the selected row, and the texts around them."""

    title: str
    rows: tuple[MenuRow, ...]
    selected: int = 0
    answer: str = ""
    """Message shown below the menu after the last command."""
    bad: bool = False
    """Whether `answer` is an error."""
    empty: str = ""
    """Text shown while there are no rows."""
    question: str = ""
    """Question above an open input line; empty while none is open."""
    logo: bool = False
    """Whether card pictures are drawn above the rows."""

    @property
    def row(self) -> MenuRow | None:
        """The selected row."""
        return self.rows[self.selected] if self.selected < len(self.rows) else None

    def with_rows(self, rows: tuple[MenuRow, ...]) -> Self:
        """Return the menu with other rows; keep the row of the same name selected if it still exists."""
        name = self.row and self.row.name
        names = [row.name for row in rows]
        place = names.index(name) if name in names else min(self.selected, max(len(rows) - 1, 0))
        return replace(self, rows=rows, selected=place)

    def told(self, answer: str, *, bad: bool = False) -> Self:
        """Return the menu with a new message below it."""
        return replace(self, answer=answer, bad=bad)


def choosing(scene: MenuScene) -> bool:
    """Return whether the selected row can be chosen with Enter."""
    return bool(scene.rows) and not scene.question


def idle(scene: MenuScene) -> bool:
    """Return whether no input line is open, so that menu keys work."""
    return not scene.question


def valued(scene: MenuScene) -> bool:
    """Return whether the selected row has a changeable value."""
    return choosing(scene) and scene.row is not None and scene.row.value is not None
