"""The confirmation questions before something that cannot be undone, with the losses and whom they affect."""

from uno_tui.i18n import Words
from uno_tui.speech.closing import closing_question, seated_others
from uno_tui.speech.daily import try_lost
from uno_tui.table.protocol import Right, Stage
from uno_tui.tui.session import Leaving
from uno_tui.tui.table.scene import TableMode, TableScene


def confirmation(words: Words, scene: TableScene, autopilot: str = "a") -> tuple[str, str] | None:
    """Return the question that is open, and what a yes would mean; None if there is no question.

    `autopilot` is the label of the key for it.
    """
    if scene.mode is TableMode.CONFIRM and scene.confirming is not None:
        return scene.confirming.question(words)
    return _leaving(words, scene, autopilot) if scene.mode is TableMode.LEAVE else None


def _leaving(words: Words, scene: TableScene, autopilot: str) -> tuple[str, str]:
    view = scene.view
    others = seated_others(view)
    instead = ""
    if Right.AUTOPILOT in view.rights:
        instead = words("To let a bot play for you instead, press {stay}, then {key}.", stay="n", key=autopilot)
    if scene.leaving is Leaving.EVENING:
        question, lost = closing_question(words, view)
        return question, _joined(lost, instead if others or view.watchers else "")
    if view.you is None:
        return words("Stop watching?"), ""
    if view.stage is not Stage.PLAYING:
        return words("Leave the table?"), ""
    if scene.leaving is Leaving.NOTHING:
        return words("Leave the match?"), words("If you have made a move, it is kept, and you can continue it.")
    if view.once:
        return words("Leave the match?"), try_lost(words)
    if not others:
        return words("Leave the match?"), words("It ends unfinished and cannot be continued.")
    lost = words("The others play on, and you cannot return to this match.")
    return words("Leave the match?"), _joined(lost, instead)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
