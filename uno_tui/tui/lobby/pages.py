"""The pages that can be opened over the lobby."""

from collections.abc import Iterable

from uno_tui.speech import Speaker
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.lobby.scene import LobbyScene
from uno_tui.tui.lobby.text import who
from uno_tui.tui.menu.page import PageLine, PageScreen


def people_sheet(appearance: Appearance, scene: LobbyScene) -> PageScreen:
    """Everybody who is here, and where."""
    people = [PageLine("", who(appearance.words, scene, person)) for person in scene.view.people]
    return PageScreen(appearance, appearance.words("Here now"), people)


def talk_sheet(appearance: Appearance, scene: LobbyScene) -> PageScreen:
    """What was said in the lobby, from its end."""
    speaker = Speaker(appearance.words, ())
    lines = [PageLine("", speaker.log(entry)) for entry in scene.view.talk]
    return PageScreen(appearance, appearance.words("Talk"), lines, at_end=True)


def results_sheet(appearance: Appearance, results: Iterable[str]) -> PageScreen:
    """This person's results."""
    lines = [PageLine("", line) for line in results] or [PageLine("", appearance.words("No finished match yet."))]
    return PageScreen(appearance, appearance.words("Your results"), lines)
