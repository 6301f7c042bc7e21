"""Whose talk in the lobby is hidden."""

from collections.abc import Callable

from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.lobby.scene import LobbyScene
from uno_tui.tui.lobby.text import who
from uno_tui.tui.menu.keys import MUTING
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen

Mute = Callable[[str, bool], None]
"""Hides what the person of that name says, or shows it again."""


class MutingScreen(MenuScreen[None]):
    """Everybody else who is here; what the selected one says is hidden, or shown again."""

    KEYS = MUTING

    def __init__(self, brush: Brush, lobby: LobbyScene, mute: Mute) -> None:
        self.lobby, self.mute = lobby, mute
        self.muted = set(lobby.muted)
        super().__init__(brush, MenuScene(brush.words("Here now"), ()))
        self.scene = self.scene.with_rows(self.rows)

    @property
    def rows(self) -> tuple[MenuRow, ...]:
        """A row for each person, which says whether their talk is hidden."""
        words = self.brush.words
        hidden = words.p("what a person says", "hidden")
        return tuple(
            MenuRow(one.name, who(words, self.lobby, one), hidden if one.name in self.muted else "")
            for one in self.lobby.others
        )

    def choose(self) -> None:
        """Hide or show what the selected person says."""
        words, name = self.brush.words, self.scene.rows[self.scene.selected].name
        hide = name not in self.muted
        self.muted ^= {name}
        self.mute(name, hide)
        self.scene = self.scene.with_rows(self.rows)
        if hide:
            self.tell(words("What {name} says is not shown any more.", name=name))
        else:
            self.tell(words("What {name} says is shown again.", name=name))
