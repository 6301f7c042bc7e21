"""All that the lobby screen shows, as one value: the newest picture and what the person is about to do."""

from dataclasses import dataclass
from enum import Enum, auto

from uno_tui.lobby.protocol import LobbyView, PersonInfo
from uno_tui.table.options import TableInfo


class LobbyMode(Enum):
    """What the keys are for."""

    LIST = auto()
    CODE = auto()
    """Typing a table's code."""
    TALK = auto()
    """Typing a line of talk."""
    QUIT = auto()
    """Confirming that one wants to quit."""


@dataclass(frozen=True, slots=True)
class LobbyScene:
    """All that the lobby screen shows."""

    view: LobbyView
    name: str
    """What this person is called here."""
    mode: LobbyMode = LobbyMode.LIST
    selected: int = 0
    """The place of the selected table in the list."""
    answer: str = ""
    """Why something could not be done, or what the person was told."""
    bad: bool = False
    results: tuple[str, ...] | None = None
    """This person's results, the newest first; None where none are kept."""

    @property
    def others(self) -> tuple[PersonInfo, ...]:
        """Who else is here."""
        return tuple(one for one in self.view.people if one.name != self.name)

    @property
    def table(self) -> TableInfo | None:
        """The selected table."""
        tables = self.view.tables
        return tables[self.selected] if self.selected < len(tables) else None


def may_join(scene: LobbyScene) -> bool:
    """Whether a seat of the selected table can be taken."""
    return scene.table is not None and scene.table.free > 0


def may_watch(scene: LobbyScene) -> bool:
    """Whether the selected table can be watched."""
    return scene.table is not None and scene.table.may_watch


def has_begun(scene: LobbyScene) -> bool:
    """Whether the selected table has no seat to take."""
    return scene.table is not None and not scene.table.free


def none_open(scene: LobbyScene) -> bool:
    """Whether there is no table in the list."""
    return not scene.view.tables


def others_here(scene: LobbyScene) -> bool:
    """Whether anybody else is here."""
    return bool(scene.others)


def follow(scene: LobbyScene, view: LobbyView) -> int:
    """The place of the same table in a new picture, else the same place."""
    codes = [table.code for table in view.tables]
    if scene.table is not None and scene.table.code in codes:
        return codes.index(scene.table.code)
    return min(scene.selected, max(len(codes) - 1, 0))
