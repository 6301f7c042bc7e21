"""Whose talk in the lobby is hidden."""

from dataclasses import replace

from uno_tui.lobby.protocol import LobbyHandle
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.lobby.scene import LobbyScene
from uno_tui.tui.lobby.text import who
from uno_tui.tui.menu.keys import MUTING
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen


class MutingScreen(MenuScreen[None]):
    """Everybody else who is here; what the selected one says is hidden, or shown again."""

    KEYS = MUTING

    def __init__(self, appearance: Appearance, scene: LobbyScene, handle: LobbyHandle) -> None:
        self.lobby, self.handle = scene, handle
        super().__init__(appearance, MenuScene(appearance.words("Here now"), ()))
        self.scene = self.scene.with_rows(self.rows)

    @property
    def rows(self) -> tuple[MenuRow, ...]:
        """A row for each person, which says whether their talk is hidden."""
        words, view = self.appearance.words, self.handle.view
        lobby = replace(self.lobby, view=view)
        hidden = words.p("what a person says", "hidden")
        return tuple(
            MenuRow(one.name, who(words, lobby, one), hidden if one.name in view.muted else "") for one in lobby.others
        )

    def choose(self) -> None:
        """Hide or show what the selected person says."""
        words, name = self.appearance.words, self.scene.rows[self.scene.selected].name
        self.handle.mute(name, name not in self.handle.view.muted)
        self.scene = self.scene.with_rows(self.rows)
        if name in self.handle.view.muted:
            self.tell(words("What {name} says is not shown any more.", name=name))
        else:
            self.tell(words("What {name} says is shown again.", name=name))
