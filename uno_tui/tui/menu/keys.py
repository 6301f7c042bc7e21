"""The key tables of the start screen and of the other menus."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from uno_tui.i18n import mark
from uno_tui.tui.keyboard.names import DOWN, END, ENTER, HOME, LEFT, RIGHT, UP
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable
from uno_tui.tui.menu.scene import MenuScene, choosing, idle, valued

MenuKey = KeyCommand[MenuScene]


def _on(*names: str) -> Callable[[MenuScene], bool]:
    return lambda scene: choosing(scene) and scene.row is not None and scene.row.name in names


def _chosen_by(name: str, key: str, hint: str, helped: str) -> MenuKey:
    return KeyCommand(name, (key,), key, hint, helped, idle, foot=False)


def _interrupted(scene: MenuScene) -> bool:
    return idle(scene) and any(row.name == "continue" for row in scene.rows)


# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_TYPING: Final[MenuKey] = KeyCommand("back", ("escape",), ENTER, mark("done"),
                                     mark("Accept it; leave it empty to go back."),
                                     lambda scene: bool(scene.question))  # fmt: skip  # one row
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_CANCEL: Final[MenuKey] = replace(_TYPING, cap="Esc", hint=mark("cancel"), help=mark("Cancel."))
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_WAYS: Final[tuple[MenuKey, ...]] = (
    KeyCommand("up", ("up", "k"), UP, mark("up"), mark("Go to the row above."), choosing, foot=False),
    KeyCommand(
        "down", ("down", "tab"), DOWN, mark("next row"), mark("Go to the row below."), choosing, pair=f"{UP} {DOWN}"
    ),
    KeyCommand("first", ("home",), HOME, mark("first"), mark("Go to the first row."), choosing, foot=False),
    KeyCommand("last", ("end",), END, mark("last"), mark("Go to the last row."), choosing, foot=False),
)
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_HELP: Final[MenuKey] = KeyCommand("help", ("question_mark", "f1"), "?", mark("help"),
                                   mark("Show the keys that work now."), idle)  # fmt: skip  # one row
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_BACK: Final[MenuKey] = KeyCommand(
    "leave", ("q", "escape", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back."), idle
)

_OWN: Final = ("continue", "daily", "host", "join", "options", "play", "replay", "statistics")
"""Commands of the start screen that have another name in the settings."""

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
START: Final[KeyTable[MenuScene]] = KeyTable(
    _TYPING,
    KeyCommand("choose", ("enter", "space"), ENTER, mark("select"), mark("Select this row."), choosing),
    KeyCommand("options", ("o",), "o", mark("options"), mark("Choose players, bots and rules first."),
               _on("play", "host")),
    *_WAYS,
    KeyCommand("continue", ("c",), "c", mark("continue"), mark("Continue the interrupted match."),
               _interrupted, foot=False),
    _chosen_by("play", "p", mark("play"), mark("Play against bots, as last time.")),
    _chosen_by("daily", "d", mark("daily deal"), mark("Play the deal of the day, or read how it went.")),
    _chosen_by("host", "h", mark("host"), mark("Host a game for this network, as last time.")),
    _chosen_by("join", "j", mark("join"), mark("Look for games on this network.")),
    _chosen_by("replay", "r", mark("replay"), mark("Replay a match you finished here.")),
    KeyCommand("statistics", ("t",), "t", mark("statistics"), mark("Show how many matches you have played and won."),
               idle),
    _chosen_by("rules", "R", mark("rules"), mark("Read the rules.")),
    _chosen_by("settings", "s", mark("settings"), mark("Change your settings.")),
    _HELP,
    KeyCommand("leave", ("q", "ctrl+c", "ctrl+q"), "q", mark("quit"), mark("Quit the game."), idle),
    clicks=("row",),
    fixed="choose",
    modal="back",
    settings={name: f"start_{name}" for name in _OWN},
)  # fmt: skip
"""Keys of the start screen."""


def _list_keys(*commands: MenuKey) -> KeyTable[MenuScene]:
    """Return the keys of a list: its own, and those of all lists."""
    return KeyTable(
        _TYPING, _CANCEL, *commands, *_WAYS, _HELP, _BACK,
        shared="escape", clicks=("row",), fixed="choose", modal="back",
    )  # fmt: skip  # one table


# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
PICK: Final = _list_keys(
    KeyCommand("choose", ("enter", "space"), ENTER, mark("open"), mark("Open the selected match."), choosing),
)
"""Keys of a list to pick from."""

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
MUTING: Final = _list_keys(
    KeyCommand("choose", ("enter", "space", "M"), ENTER, mark("mute"),
               mark("Hide someone's messages, or show them again."), choosing),
)  # fmt: skip
"""Keys of the list of people who can be muted."""

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
BROWSE: Final = _list_keys(
    KeyCommand("choose", ("enter", "space"), ENTER, mark("join"), mark("Join the selected game."), choosing),
    KeyCommand("address", ("a",), "a", mark("type an address"), mark("Join a game by its address."), idle),
)
"""Keys of the list of games on the network."""

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
CHANGE: Final[KeyTable[MenuScene]] = KeyTable(
    _TYPING,
    KeyCommand("choose", ("enter",), ENTER, mark("type"), mark("Type your name."), _on("name")),
    KeyCommand("choose", ("enter", "space", "right"), ENTER, mark("open"), mark("Open the page of keys."), _on("keys")),
    KeyCommand("more", ("right", "l", "space", "enter", "plus", "greater_than_sign"), RIGHT, mark("change"),
               mark("Next value."), lambda scene: valued(scene) and not _on("name", "keys")(scene),
               pair=f"{LEFT} {RIGHT}"),
    KeyCommand("less", ("left", "h", "minus", "less_than_sign"), LEFT, mark("change"), mark("Previous value."),
               lambda scene: valued(scene) and not _on("name", "keys")(scene), foot=False),
    *_WAYS,
    _HELP,
    _BACK,
    shared="escape enter space right",
    clicks=("row", "row_less", "row_more"),
    fixed="choose more less",
    modal="back",
)  # fmt: skip
"""Keys of the screen for the saved settings."""
