"""The scene of the lobby screen: the newest view of the lobby and the person's unfinished input, as one value."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Self

from uno_tui.daily import DailyPage
from uno_tui.lobby.protocol import LobbyView, PersonInfo
from uno_tui.table.options import TableInfo


class LobbyMode(Enum):
    """The mode of the lobby screen; each mode has its own keys."""

    LIST = auto()
    CODE = auto()
    """The person is typing a table code."""
    TALK = auto()
    """The person is typing a line of chat."""
    QUIT = auto()
    """The person is asked to confirm quitting."""


@dataclass(frozen=True, slots=True)
class LobbyScene:
    """The content of the lobby screen."""

    view: LobbyView
    name: str
    """This person's name in the lobby."""
    mode: LobbyMode = LobbyMode.LIST
    selected: int = 0
    """Index of the selected table in the list."""
    answer: str = ""
    """The reason of the last refusal, or another message to the person."""
    bad: bool = False
    """Whether `answer` is a refusal."""
    results: tuple[str, ...] | None = None
    """This person's results, newest first; None if none are kept."""
    daily: DailyPage | None = None
    """The page of the daily deal; None if this server offers none."""

    @property
    def others(self) -> tuple[PersonInfo, ...]:
        """Everybody else in the lobby."""
        return tuple(one for one in self.view.people if one.name != self.name)

    @property
    def table(self) -> TableInfo | None:
        """The selected table."""
        tables = self.view.tables
        return tables[self.selected] if self.selected < len(tables) else None

    def with_view(self, view: LobbyView) -> Self:
        """Return the scene with a new view; keep the same table selected, or if it is gone the same index."""
        codes = [table.code for table in view.tables]
        if self.table is not None and self.table.code in codes:
            selected = codes.index(self.table.code)
        else:
            selected = min(self.selected, max(len(codes) - 1, 0))
        return replace(self, view=view, selected=selected)


def may_join(scene: LobbyScene) -> bool:
    """Return whether a seat of the selected table is free."""
    return scene.table is not None and scene.table.free > 0


def may_watch(scene: LobbyScene) -> bool:
    """Return whether the selected table admits spectators."""
    return scene.table is not None and scene.table.may_watch


def has_begun(scene: LobbyScene) -> bool:
    """Return whether the selected table has no free seat."""
    return scene.table is not None and not scene.table.free


def none_open(scene: LobbyScene) -> bool:
    """Return whether the list of tables is empty."""
    return not scene.view.tables


def may_open(scene: LobbyScene) -> bool:
    """Return whether people can open tables here."""
    return scene.view.may_open


def others_here(scene: LobbyScene) -> bool:
    """Return whether anybody else is in the lobby."""
    return bool(scene.others)


def has_daily(scene: LobbyScene) -> bool:
    """Return whether the server offers a daily deal."""
    return scene.daily is not None
