"""The key table of a replay."""

from typing import Final

from uno_tui.i18n import mark
from uno_tui.tui.keyboard.names import END, ENTER, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, SPACE
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable
from uno_tui.tui.replay.scene import SPEEDS, ReplayScene, watching


def _before_end(scene: ReplayScene) -> bool:
    return watching(scene) and not scene.at_end


def _at_end(scene: ReplayScene) -> bool:
    return watching(scene) and scene.at_end


def _has_seat(number: int, scene: ReplayScene) -> bool:
    return watching(scene) and number < scene.replay.seats


# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
REPLAY: Final[KeyTable[ReplayScene]] = KeyTable(
    KeyCommand("back", ("escape",), ENTER, mark("go there"), mark("Go to that action; leave it empty to go back."),
               lambda scene: scene.typing),
    KeyCommand("back", ("escape",), "Esc", mark("cancel"), mark("Cancel."), lambda scene: scene.typing),
    KeyCommand("play", ("space", "enter"), SPACE, mark("pause"), mark("Pause here."),
               lambda scene: watching(scene) and scene.playing),
    KeyCommand("play", ("space", "enter"), SPACE, mark("play on"), mark("Play on automatically."),
               lambda scene: _before_end(scene) and not scene.playing),
    KeyCommand("play", ("space", "enter"), SPACE, mark("play again"), mark("Play it again from the start."),
               lambda scene: _at_end(scene) and not scene.playing),
    KeyCommand("forward", ("right", "l", "down", "j", "greater_than_sign"), RIGHT, mark("step"),
               mark("One action forward."),
               _before_end, pair=f"{LEFT} {RIGHT}"),
    KeyCommand("backward", ("left", "h", "up", "k", "less_than_sign"), LEFT, mark("back"), mark("One action back."),
               _before_end,
               foot=False),
    KeyCommand("backward", ("left", "h", "up", "k", "less_than_sign"), LEFT, mark("back"), mark("One action back."),
               _at_end),
    KeyCommand("view", ("v", "tab"), "v", mark("view"),
               mark("See it as the next player saw it, or with all hands shown."), watching),
    KeyCommand("next_round", ("n",), "n", mark("next round"), mark("Go to the start of the next round."),
               lambda scene: watching(scene) and scene.has_next_round),
    KeyCommand("last_round", ("b",), "b", mark("previous round"),
               mark("Go to the start of this round, then of earlier ones."), watching, foot=False),
    KeyCommand("round_end", ("e",), "e", mark("end of round"),
               mark("Go to the end of this round; again for the next one."), _before_end),
    KeyCommand("open", ("o",), "o", mark("all hands"), mark("See all hands."),
               watching, foot=False),
    *(KeyCommand("seat", (digit,), "1-9 0", mark("player's view"), mark("See it as that player saw it."),
                 lambda scene, number=number: _has_seat(number, scene), foot=False, number=number)  # type: ignore[misc]
      for number, digit in enumerate("1234567890")),
    KeyCommand("goto", ("g",), "g", mark("go to"), mark("Go to an action by its number."), watching),
    KeyCommand("page_forward", ("pagedown",), PAGE_DOWN, mark("forward"), mark("Ten actions forward."), watching,
               foot=False),
    KeyCommand("page_back", ("pageup",), PAGE_UP, mark("back"), mark("Ten actions back."), watching,
               foot=False),
    KeyCommand("first", ("home",), HOME, mark("start"), mark("Go to the start."), watching, foot=False),
    KeyCommand("last", ("end",), END, mark("end"), mark("Go to the end."), watching, foot=False),
    KeyCommand("faster", ("plus", "equals_sign"), "+", mark("faster"), mark("Speed up."),
               lambda scene: watching(scene) and scene.speed < len(SPEEDS) - 1, foot=False),
    KeyCommand("slower", ("minus",), "-", mark("slower"), mark("Slow down."),
               lambda scene: watching(scene) and scene.speed > 0, foot=False),
    KeyCommand("log", ("L",), "L", mark("log"), mark("Show everything that happened."), watching, foot=False),
    KeyCommand("rules", ("R",), "R", mark("rules"), mark("Show the current rules."), watching, foot=False),
    KeyCommand("settings", ("S",), "S", mark("settings"), mark("Change theme, language, bell and more."), watching,
               foot=False),
    KeyCommand("theme", ("T",), "T", mark("theme"), mark("Change the colors."), watching, foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), watching),
    KeyCommand("leave", ("q", "escape", "ctrl+c", "ctrl+q"), "q", mark("leave"), mark("Leave the replay."), watching),
    shared="escape",
    clicks=("jump",),
    fixed="seat",
    modal="back",
    settings={"play": "pause"},
)  # fmt: skip
