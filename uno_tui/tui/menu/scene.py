"""What a menu shows, as a value."""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self


class MenuRow(NamedTuple):
    """A row of a menu."""

    name: str
    """Identifier, not shown."""
    label: str
    """Label, in the session's language."""
    about: str = ""
    """Explanation, in the session's language."""
    key: str = ""
    """Key that chooses the row, as shown; empty if there is none."""
    value: str | None = None
    """Value that can be changed, as shown; None for a row without one."""


@dataclass(frozen=True, slots=True)
class MenuScene:
    """What a menu shows: its rows, the selected one, and what else is on the screen."""

    title: str
    rows: tuple[MenuRow, ...]
    selected: int = 0
    answer: str = ""
    """Answer to the last command, below the menu."""
    bad: bool = False
    """Whether the answer is an error."""
    empty: str = ""
    """Text shown while there are no rows."""
    question: str = ""
    """Question above an open input line; empty while none is open."""
    logo: bool = False
    """Whether cards are drawn above the rows."""

    @property
    def row(self) -> MenuRow | None:
        """The selected row."""
        return self.rows[self.selected] if self.selected < len(self.rows) else None

    def with_rows(self, rows: tuple[MenuRow, ...]) -> Self:
        """Return the menu with other rows; the row of the same name stays selected, if there is one."""
        name = self.row and self.row.name
        names = [row.name for row in rows]
        place = names.index(name) if name in names else min(self.selected, max(len(rows) - 1, 0))
        return replace(self, rows=rows, selected=place)

    def told(self, answer: str, *, bad: bool = False) -> Self:
        """Return the menu with an answer."""
        return replace(self, answer=answer, bad=bad)


def choosing(scene: MenuScene) -> bool:
    """Return whether a row can be chosen."""
    return bool(scene.rows) and not scene.question


def idle(scene: MenuScene) -> bool:
    """Return whether no input line is open."""
    return not scene.question


def valued(scene: MenuScene) -> bool:
    """Return whether the selected row has a value that can be changed."""
    return choosing(scene) and scene.row is not None and scene.row.value is not None
