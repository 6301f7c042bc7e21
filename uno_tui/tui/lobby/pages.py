"""The pages and the menu that open over the lobby: people, talk, results, and whose talk is hidden."""

from collections.abc import Iterable
from dataclasses import replace

from uno_tui.lobby.protocol import LobbyHandle
from uno_tui.speech import Speaker
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.lobby.scene import LobbyScene
from uno_tui.tui.lobby.text import person_line
from uno_tui.tui.menu.keys import MUTING
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen


def people_page(appearance: Appearance, scene: LobbyScene) -> PageScreen:
    """Return the page that lists all people and the table of each."""
    people = (PageLine("", person_line(appearance.words, scene, person)) for person in scene.view.people)
    return PageScreen(appearance, appearance.words("Here now"), people)


def talk_page(appearance: Appearance, scene: LobbyScene) -> PageScreen:
    """Return the page with the lobby's chat, scrolled to the end."""
    speaker = Speaker(appearance.words, ())
    lines = (PageLine("", speaker.log(entry)) for entry in scene.view.talk)
    return PageScreen(appearance, appearance.words("Chat"), lines, at_end=True)


def results_page(appearance: Appearance, results: Iterable[str]) -> PageScreen:
    """Return this person's results."""
    lines = [PageLine("", line) for line in results] or [PageLine("", appearance.words("No finished matches yet."))]
    return PageScreen(appearance, appearance.words("Your results"), lines)


class MutingScreen(MenuScreen[None]):
    """The list of all other people; choosing a person mutes or unmutes their chat."""

    KEYS = MUTING

    def __init__(self, appearance: Appearance, lobby: LobbyScene, handle: LobbyHandle) -> None:
        self.lobby, self.handle = lobby, handle
        super().__init__(appearance, MenuScene(appearance.words("Here now"), ()))
        self.scene = self.scene.with_rows(self.rows)

    @property
    def rows(self) -> tuple[MenuRow, ...]:
        """A row for each person, with a mark if their chat is muted."""
        words, view = self.appearance.words, self.handle.view
        lobby = replace(self.lobby, view=view)
        hidden = words.p("what a person says", "hidden")
        return tuple(
            MenuRow(one.name, person_line(words, lobby, one), hidden if one.name in view.muted else "")
            for one in lobby.others
        )

    def choose(self) -> None:
        """Mute or unmute the selected person's chat."""
        words, name = self.appearance.words, self.scene.rows[self.scene.selected].name
        self.handle.mute(name, name not in self.handle.view.muted)
        self.scene = self.scene.with_rows(self.rows)
        if name in self.handle.view.muted:
            self.tell(words("{name}'s messages are hidden.", name=name))
        else:
            self.tell(words("{name}'s messages are shown again.", name=name))
