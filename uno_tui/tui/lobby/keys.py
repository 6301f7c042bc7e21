"""The key table of the lobby."""

from collections.abc import Callable
from typing import Final

from uno_tui.i18n import mark
from uno_tui.tui.keyboard.names import DOWN, END, ENTER, HOME, PAGE_DOWN, PAGE_UP, UP
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable
from uno_tui.tui.lobby.scene import (
    LobbyMode,
    LobbyScene,
    has_begun,
    has_daily,
    may_join,
    may_open,
    may_watch,
    none_open,
    others_here,
)


def _in(*modes: LobbyMode) -> Callable[[LobbyScene], bool]:
    return lambda scene: scene.mode in modes


def _listing(condition: Callable[[LobbyScene], bool] = lambda _scene: True) -> Callable[[LobbyScene], bool]:
    return lambda scene: scene.mode is LobbyMode.LIST and condition(scene)


def _some(scene: LobbyScene) -> bool:
    return bool(scene.view.tables)


def _has_results(scene: LobbyScene) -> bool:
    return scene.results is not None


_ENTER: Final = ("enter", "space")
_QUIT: Final = ("q", "ctrl+c", "ctrl+q")

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
LOBBY: Final[KeyTable[LobbyScene]] = KeyTable(
    KeyCommand("leave_now", ("y", "enter", "q", "ctrl+c", "ctrl+q"), "y", mark("quit"), mark("Quit the game."),
               _in(LobbyMode.QUIT), confirms=True),
    KeyCommand("back", ("n", "escape", "backspace"), "n", mark("stay"), mark("Stay."), _in(LobbyMode.QUIT)),
    KeyCommand("back", ("escape",), ENTER, mark("go there"),
               mark("Go to the table with that code; leave it empty to go back."), _in(LobbyMode.CODE)),
    KeyCommand("back", ("escape",), ENTER, mark("send"), mark("Send it; leave it empty to cancel."),
               _in(LobbyMode.TALK)),
    KeyCommand("back", ("escape",), "Esc", mark("cancel"), mark("Cancel."), _in(LobbyMode.CODE, LobbyMode.TALK)),
    KeyCommand("join", _ENTER, ENTER, mark("sit down"), mark("Sit down at the selected table."), _listing(may_join)),
    KeyCommand("join", _ENTER, ENTER, mark("watch"), mark("Watch the selected table, or return to your seat there."),
               _listing(lambda scene: has_begun(scene) and may_watch(scene))),
    KeyCommand("join", _ENTER, ENTER, mark("return"), mark("Return to your seat there, if you have one."),
               _listing(lambda scene: has_begun(scene) and not may_watch(scene)), foot=False),
    KeyCommand("quick", _ENTER, ENTER, mark("quick play"), mark("Play now."), _listing(none_open), foot=False),
    KeyCommand("watch", ("w",), "w", mark("watch"), mark("Watch the selected table without sitting down."),
               _listing(lambda scene: may_join(scene) and may_watch(scene))),
    KeyCommand("watch", ("w",), "w", mark("watch"), mark("Watch the selected table without sitting down."),
               _listing(may_watch), foot=False),
    KeyCommand("quick", ("p",), "p", mark("quick play"),
               mark("Play now: at the open table with the most people, or a new one with bots."), _listing(may_open),
               foot=False),
    KeyCommand("quick", ("p",), "p", mark("quick play"), mark("Play now: at the open table with the most people."),
               _listing(lambda scene: not may_open(scene)), foot=False),
    KeyCommand("new", ("n",), "n", mark("new table"), mark("Open a table with rules of your choice."),
               _listing(may_open), foot=False),
    KeyCommand("code", ("c",), "c", mark("join by code"),
               mark("Go to the table with a code you know; it is opened if it doesn't exist."), _listing(may_open),
               foot=False),
    KeyCommand("code", ("c",), "c", mark("join by code"), mark("Go to the table with a code you know."),
               _listing(lambda scene: not may_open(scene)), foot=False),
    KeyCommand("daily", ("d",), "d", mark("daily deal"), mark("Play the deal of the day, or read how it went."),
               _listing(has_daily), foot=False),
    KeyCommand("up", ("up", "k"), UP, mark("up"), mark("Select the table above."), _listing(_some),
               foot=False),
    KeyCommand("down", ("down", "j"), DOWN, mark("down"), mark("Select the table below."), _listing(_some),
               foot=False),
    KeyCommand("first", ("home",), HOME, mark("first"), mark("Select the first table."), _listing(_some),
               foot=False),
    KeyCommand("last", ("end",), END, mark("last"), mark("Select the last table."), _listing(_some),
               foot=False),
    KeyCommand("page_up", ("pageup",), PAGE_UP, mark("up"), mark("Select a table further up."), _listing(_some),
               foot=False),
    KeyCommand("page_down", ("pagedown",), PAGE_DOWN, mark("down"), mark("Select a table further down."),
               _listing(_some), foot=False),
    KeyCommand("rules", ("R",), "R", mark("rules"), mark("Show the rules of the selected table."), _listing(_some)),
    KeyCommand("talk", ("slash",), "/", mark("chat"), mark("Send a message to everyone in the lobby."), _listing()),
    KeyCommand("people", ("o",), "o", mark("who is here"), mark("Show who is here, and where."), _listing()),
    KeyCommand("mute", ("M",), "M", mark("mute"), mark("Hide someone's messages, or show them again."),
               _listing(others_here), foot=False),
    KeyCommand("results", ("s",), "s", mark("results"), mark("Show your results."), _listing(_has_results)),
    KeyCommand("log", ("L",), "L", mark("chat log"), mark("Show what was said in the lobby."), _listing(),
               foot=False),
    KeyCommand("settings", ("S",), "S", mark("settings"), mark("Change theme, language, bell and more."), _listing(),
               foot=False),
    KeyCommand("theme", ("T",), "T", mark("theme"), mark("Change the colors."), _listing(), foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _listing()),
    KeyCommand("leave", _QUIT, "q", mark("quit"), mark("Quit the game."), _listing()),
    shared="q enter space n ctrl+c ctrl+q",
    clicks=("table",),
    modal="leave_now back",
)  # fmt: skip

MENU: Final = {one.name: one.hint for one in LOBBY.commands if one.name in ("quick", "new", "code")}
"""Commands for newcomers, each with its hint, shown at the head of the screen instead of the foot."""
