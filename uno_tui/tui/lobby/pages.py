"""The pages that can be opened over the lobby."""

from collections.abc import Iterable

from uno_tui.speech import Speaker
from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.lobby.scene import LobbyScene
from uno_tui.tui.lobby.text import who
from uno_tui.tui.menu.sheet import Line, Sheet


def people_sheet(brush: Brush, scene: LobbyScene) -> Sheet:
    """Everybody who is here, and where."""
    people = [Line("", who(brush.words, scene, person)) for person in scene.view.people]
    return Sheet(brush, brush.words("Here now"), people)


def talk_sheet(brush: Brush, scene: LobbyScene) -> Sheet:
    """What was said in the lobby, from its end."""
    speaker = Speaker(brush.words, ())
    return Sheet(brush, brush.words("Talk"), [Line("", speaker.log(entry)) for entry in scene.view.talk], at_end=True)


def results_sheet(brush: Brush, results: Iterable[str]) -> Sheet:
    """This person's results."""
    lines = [Line("", line) for line in results] or [Line("", brush.words("No finished match yet."))]
    return Sheet(brush, brush.words("Your results"), lines)
