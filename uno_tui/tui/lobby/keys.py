"""Every command of the lobby and of the form, once: its keys, what it is called, and when it works.

Bindings, the hints at the foot of the screen and the help come from these tables alone, as at the table.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from textual.binding import Binding

from uno_tui.i18n import Words, mark
from uno_tui.tui.form.scene import FormScene, always, takes_digits
from uno_tui.tui.lobby.scene import LobbyMode, LobbyScene, has_begun, may_join, may_watch, none_open, others_here

Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Key(Generic[Shown]):
    """One thing a person can do."""

    name: str
    keys: tuple[str, ...]
    """As Textual names them."""
    cap: str
    """The key as people read it, marked where it is a word."""
    hint: str
    help: str
    when: Callable[[Shown], bool]
    foot: bool = True
    """It stands at the foot of the screen while it works."""
    number: int | None = None
    """What it is about: a digit's number."""
    pair: str = ""
    """At the foot it stands for two keys, read like this."""

    @property
    def hinted(self) -> tuple[str, str, str, int | None]:
        """How it stands at the foot: the key, what it does, the command."""
        return self.pair or self.cap, self.hint, self.name, self.number


def _in(mode: LobbyMode) -> Callable[[LobbyScene], bool]:
    return lambda scene: scene.mode is mode


def _listing(condition: Callable[[LobbyScene], bool] = lambda _scene: True) -> Callable[[LobbyScene], bool]:
    return lambda scene: scene.mode is LobbyMode.LIST and condition(scene)


def _some(scene: LobbyScene) -> bool:
    return bool(scene.view.tables)


def _has_results(scene: LobbyScene) -> bool:
    return scene.results is not None


ENTER: Final = mark("Enter")
_ENTER: Final = ("enter", "space")
_QUIT: Final = ("q", "ctrl+c", "ctrl+q")

LOBBY: Final[tuple[Key[LobbyScene], ...]] = (
    Key("leave_now", ("q", "y", "enter", "ctrl+c", "ctrl+q"), "q", mark("quit"), mark("Quit the game."),
        _in(LobbyMode.QUIT)),
    Key("back", ("n", "escape", "backspace"), "n", mark("stay"), mark("Stay."), _in(LobbyMode.QUIT)),
    Key("back", ("escape",), ENTER, mark("go there"), mark("Go to the table of that code; an empty line goes back."),
        _in(LobbyMode.CODE)),
    Key("back", ("escape",), ENTER, mark("send"), mark("Say it; an empty line says nothing."), _in(LobbyMode.TALK)),
    Key("join", _ENTER, ENTER, mark("sit down"), mark("Sit down at the selected table."), _listing(may_join)),
    Key("join", _ENTER, ENTER, mark("watch"), mark("Watch the selected table, or come back to your seat there."),
        _listing(lambda scene: has_begun(scene) and may_watch(scene))),
    Key("join", _ENTER, ENTER, mark("come back"), mark("Come back to your seat there, if you have one."),
        _listing(lambda scene: has_begun(scene) and not may_watch(scene)), foot=False),
    Key("quick", _ENTER, ENTER, mark("quick play"), mark("Play at once."), _listing(none_open), foot=False),
    Key("watch", ("w",), "w", mark("watch"), mark("Watch the selected table without sitting down."),
        _listing(lambda scene: may_join(scene) and may_watch(scene))),
    Key("watch", ("w",), "w", mark("watch"), mark("Watch the selected table without sitting down."),
        _listing(may_watch), foot=False),
    Key("quick", ("p",), "p", mark("quick play"),
        mark("Play at once: at the open table with most people, or at a new one with bots."), _listing(), foot=False),
    Key("new", ("n",), "n", mark("new table"), mark("Open a table by rules of your own choice."), _listing(),
        foot=False),
    Key("code", ("c",), "c", mark("join by code"),
        mark("Go to a table whose code you know; it is opened if there is none."), _listing(), foot=False),
    Key("up", ("up", "k"), "^", mark("up"), mark("Select the table above (also k)."), _listing(_some), foot=False),
    Key("down", ("down", "j"), "v", mark("down"), mark("Select the table below (also j)."), _listing(_some),
        foot=False),
    Key("first", ("home",), mark("Home"), mark("first"), mark("Select the first table."), _listing(_some), foot=False),
    Key("last", ("end",), mark("End"), mark("last"), mark("Select the last table."), _listing(_some), foot=False),
    Key("page_up", ("pageup",), mark("PgUp"), mark("up"), mark("Select a table further up."), _listing(_some),
        foot=False),
    Key("page_down", ("pagedown",), mark("PgDn"), mark("down"), mark("Select a table further down."), _listing(_some),
        foot=False),
    Key("rules", ("R",), "R", mark("rules"), mark("Show the rules of the selected table."), _listing(_some)),
    Key("talk", ("slash",), "/", mark("talk"), mark("Say something to all in the lobby."), _listing()),
    Key("people", ("o",), "o", mark("who is here"), mark("Show who is here, and where."), _listing()),
    Key("mute", ("M",), "M", mark("mute"), mark("Hide what somebody says, or show it again."), _listing(others_here),
        foot=False),
    Key("results", ("s",), "s", mark("results"), mark("Show your results."), _listing(_has_results)),
    Key("log", ("L",), "L", mark("talk so far"), mark("Show what was said in the lobby."), _listing(), foot=False),
    Key("settings", ("S",), "S", mark("settings"), mark("Change theme, language, bell and more."), _listing(),
        foot=False),
    Key("theme", ("T",), "T", mark("theme"), mark("Change the colors."), _listing(), foot=False),
    Key("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _listing()),
    Key("leave", _QUIT, "q", mark("quit"), mark("Quit the game."), _listing()),
)  # fmt: skip
"""The lobby's, in the order in which hints are given."""

FORM: Final[tuple[Key[FormScene], ...]] = (
    Key("take", ("enter",), ENTER, mark("open the table"), mark("Open a table like that and sit down at it."),
        lambda scene: not scene.draft.rules_only),
    Key("take", ("enter",), ENTER, mark("play by these rules"), mark("Let the table play by these rules."),
        lambda scene: scene.draft.rules_only),
    Key("less", ("left", "h", "minus"), "<", mark("less"), mark("Take the value before (also h, -)."), always,
        foot=False),
    Key("more", ("right", "l", "space", "plus"), ">", mark("change"), mark("Take the next value (also l, +, Space)."),
        always, pair="< >"),
    Key("up", ("up", "k"), "^", mark("up"), mark("Go to the row above (also k)."), always, foot=False),
    Key("down", ("down", "j", "tab"), "v", mark("next row"), mark("Go to the row below (also j, Tab)."), always,
        pair="^ v"),
    *(Key("digit", (digit,), "0-9", mark("type a number"), mark("Type a number."), takes_digits, foot=False,
          number=int(digit)) for digit in "0123456789"),
    Key("erase", ("backspace",), mark("Bksp"), mark("erase"), mark("Take away the last digit."), takes_digits,
        foot=False),
    Key("first", ("home",), mark("Home"), mark("first"), mark("Go to the first row."), always, foot=False),
    Key("last", ("end",), mark("End"), mark("last"), mark("Go to the last row."), always, foot=False),
    Key("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), always),
    Key("leave", ("q", "escape", "ctrl+c", "ctrl+q"), "q", mark("back"), mark("Go back; nothing is opened or changed."),
        always),
)  # fmt: skip
"""The form's."""

MENU: Final = ("quick", "new", "code")
"""What a newcomer looks for: it stands at the head of the screen instead of the foot."""


def key_for(table: Iterable[Key[Shown]], key: str, scene: Shown) -> Key[Shown] | None:
    """The command a key has now."""
    return next((one for one in table if key in one.keys and one.when(scene)), None)


def working(table: Iterable[Key[Shown]], scene: Shown) -> list[Key[Shown]]:
    """The commands that do something now, each once."""
    seen = {(one.name, one.cap): one for one in reversed([one for one in table if one.when(scene)])}
    return list(reversed(seen.values()))


def cap(words: Words, text: str) -> str:
    """A key as people of that language read it."""
    return words(text) if len(text) > 1 else text


def bindings(table: Sequence[Key[Any]]) -> list[Binding]:
    """One binding for each key."""
    keys = dict.fromkeys(key for one in table for key in one.keys)
    return [Binding(key, f"press({key!r})", show=False) for key in keys]
