"""Key tables: every command of a screen in one table, and the screen class that carries the commands out.

A table is the only source of a screen's bindings, of the hints at its foot and of its help page, which lists every key
that works. A key has one command at a time: a table names the keys that several commands share, each in other scenes,
and this is checked when it is made. A screen has exactly one method for each command of its table; this is checked when
its class is created.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, ClassVar, Final, Generic, TypeVar

from textual.binding import Binding
from textual.screen import ScreenResultType

from uno_tui.i18n import mark
from uno_tui.table.shown_scenes import ShownScenes
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frames import CanvasScreen, FrameApp
from uno_tui.tui.keyboard import candidates
from uno_tui.tui.menu.page import PageLine, PageScreen

_CHANGED: Final = mark("The screen changed just before that, so nothing was done. Look, then do it again.")
_UNKNOWN: Final = mark("That key does nothing here. Press ? to see the keys.")

Shown = TypeVar("Shown")
Method = TypeVar("Method", bound=Callable[..., Any])

# Translators: the name of a key, in the foot and in sentences.
ENTER: Final = mark("Enter")
"""Label of the Enter key."""
# Translators: the name of a key, in the foot and in sentences; the shorter the better.
SPACE, HOME, END, PAGE_UP, PAGE_DOWN, ERASE = (
    mark("Space"), mark("Home"), mark("End"), mark("PgUp"), mark("PgDn"), mark("Bksp")
)  # fmt: skip
# Translators: the name of an arrow key, where the terminal has no arrows.
LEFT, RIGHT, UP, DOWN = mark("Left"), mark("Right"), mark("Up"), mark("Down")
_LABELS: Final = {
    "enter": ENTER, "space": SPACE, "home": HOME, "end": END, "pageup": PAGE_UP, "pagedown": PAGE_DOWN,
    "backspace": ERASE, "left": LEFT, "right": RIGHT, "up": UP, "down": DOWN, "tab": "Tab", "escape": "Esc",
    "question_mark": "?", "slash": "/", "plus": "+", "minus": "-", "equals_sign": "=", "less_than_sign": "<",
    "greater_than_sign": ">", "f1": "F1", "ctrl+c": "Ctrl-C", "ctrl+q": "Ctrl-Q",
}  # fmt: skip
"""Label of each key that Textual names by more than its character."""


@dataclass(frozen=True, slots=True)
class KeyCommand(Generic[Shown]):
    """A row of a key table: a command, its keys, and the scenes in which it works."""

    name: str
    keys: tuple[str, ...]
    """Textual's names of the keys. The help page lists all of them."""
    cap: str
    """Label of the first key on screen; translated if longer than one character."""
    hint: str
    """Short description for the key bar, one or two words."""
    help: str
    """Description for the help page, one sentence."""
    when: Callable[[Shown], bool]
    """Function that returns whether the command works in a given scene."""
    number: int | None = None
    """Argument of the command, for example the digit that was pressed."""
    pair: str = ""
    """Labels of two keys, separated by a space, shown at the foot instead of `cap`."""
    foot: bool = True
    """Whether the key bar shows a hint for the command."""
    hidden: bool = False
    """Whether both the help page and the key bar omit the command."""
    confirms: bool = False
    """Whether the command cannot be undone, so that holding its key down does not run it again."""

    @property
    def hinted(self) -> tuple[str, str, str, int | None]:
        """The key bar hint: key label, description, command name, number."""
        return self.pair or self.cap, self.hint, self.name, self.number


class KeyTable(Generic[Shown]):
    """The commands of a screen, in the order of the key bar."""

    def __init__(self, *commands: KeyCommand[Shown], shared: str = "", clicks: tuple[str, ...] = ()) -> None:
        """Make a table.

        Args:
            commands: The commands. Several of one name are one command, described differently in different scenes.
            shared: Names of the keys that different commands have in different scenes, separated by spaces.
            clicks: Names of commands that have no key and are only clicked.

        Raises:
            ValueError: Two commands have a key that is not in `shared`, or a key there belongs to one command only.
        """
        self.commands = commands
        self.names = frozenset([*(one.name for one in commands), *clicks])
        self._by_key: dict[str, tuple[KeyCommand[Shown], ...]] = {}
        for one in commands:
            for key in one.keys:
                self._by_key[key] = (*self._by_key.get(key, ()), one)
        several = {key for key, found in self._by_key.items() if len({one.name for one in found}) > 1}
        if wrong := several.symmetric_difference(shared.split()):
            raise ValueError(f"keys of several commands, or wrongly declared as such: {', '.join(sorted(wrong))}")
        self._listed = tuple(one for one in commands if not one.hidden)
        self._foot = tuple(one for one in self._listed if one.foot)

    def command_for(self, key: str, scene: Shown) -> KeyCommand[Shown] | None:
        """Return the command that a key has in a scene.

        A letter of another layout means the key that it is on. A capital means its small letter if it has no command of
        its own, as Caps Lock may be on.
        """
        for name in candidates(key):
            for one in self._by_key.get(name, ()):
                if one.when(scene):
                    return one
        return None

    def names_for(self, key: str, scene: Shown) -> set[str]:
        """Return the names of all commands that a key runs in a scene: at most one, if the table is valid."""
        return {one.name for one in self._by_key.get(key, ()) if one.when(scene)}

    def working(self, scene: Shown) -> list[KeyCommand[Shown]]:
        """Return the commands that work in the given scene, without duplicates of name and key label."""
        return _without_repeats(self._listed, scene)

    def hints(self, scene: Shown) -> list[KeyCommand[Shown]]:
        """Return the commands that work now and have a key bar hint, most important first."""
        return _without_repeats(self._foot, scene)

    @property
    def bindings(self) -> list[Binding]:
        """Textual's key bindings, one for each key."""
        return [Binding(key, f"press({key!r})", show=False) for key in self._by_key]


def _without_repeats(commands: tuple[KeyCommand[Shown], ...], scene: Shown) -> list[KeyCommand[Shown]]:
    seen: dict[tuple[str, str], KeyCommand[Shown]] = {}
    for one in commands:
        if one.when(scene):
            seen.setdefault((one.name, one.cap), one)
    return list(seen.values())


def key_label(appearance: Appearance, cap: str) -> str:
    """Return the label of a key, or of several separated by spaces, as the session shows it."""
    arrows = dict(zip((LEFT, RIGHT, UP, DOWN), appearance.glyphs.arrows, strict=False))
    return " ".join(arrows.get(one) or (appearance.words(one) if len(one) > 1 else one) for one in cap.split(" "))


def keys_page(appearance: Appearance, commands: list[KeyCommand[Any]]) -> PageScreen:
    """Return the help page: one line for each of these commands, with all its keys."""
    words = appearance.words
    lines = dict.fromkeys((key_label(appearance, one.cap), help_sentence(appearance, one)) for one in commands)
    return PageScreen(appearance, words("Keys that work now"), [PageLine(*line) for line in lines])


def help_sentence(appearance: Appearance, command: KeyCommand[Any]) -> str:
    """Return a sentence that says what a command does and which other keys run it."""
    words = appearance.words
    labels = [_LABELS.get(key, key) for key in command.keys]
    others = [key_label(appearance, label) for label in labels if label != command.cap]
    if not others or len(labels) == 1:  # a digit is one of several that share a line
        return words(command.help)
    return words("{sentence} Also: {keys}.", sentence=words(command.help), keys=", ".join(others))


def handles(command: str) -> Callable[[Method], Method]:
    """Return a decorator that marks a method as the handler of a command; overriding methods need no decorator."""

    def marked(method: Method) -> Method:
        vars(method)["handles"] = command
        return method

    return marked


def _handlers_of(owner: type) -> Iterator[tuple[str, str]]:
    """Yield command name and attribute name of each handler method in a class."""
    for base in owner.__mro__:
        for attribute, value in vars(base).items():
            if isinstance(value, FunctionType) and (command := vars(value).get("handles")):
                yield command, attribute


Handler = tuple[type | None, Callable[..., Any]]
"""The class whose object carries out a command (None: the screen), and the method."""


def find_handlers(table: KeyTable[Any], screen: type, parts: tuple[type, ...]) -> Mapping[str, Handler]:
    """Return the handler of each command, by name.

    Raises:
        TypeError: A command of the table has no method or several, or a marked method has no command in the table.
    """
    found: dict[str, tuple[type, str]] = {}
    for owner in (screen, *parts):
        for command, attribute in _handlers_of(owner):
            if found.setdefault(command, (owner, attribute)) != (owner, attribute):
                raise TypeError(f"{screen.__name__}: {command!r} is handled twice, by {attribute} too")
    if missing := table.names - found.keys():
        raise TypeError(f"{screen.__name__}: no method handles {', '.join(sorted(missing))}")
    if surplus := found.keys() - table.names:
        raise TypeError(f"{screen.__name__}: not in its key table: {', '.join(sorted(surplus))}")
    return {
        command: (None if owner is screen else owner, getattr(owner, attribute))
        for command, (owner, attribute) in found.items()
    }


class KeyScreen(CanvasScreen[ScreenResultType], Generic[ScreenResultType]):
    """A screen whose keys and clicks run the commands of a key table."""

    KEYS: ClassVar[KeyTable[Any]]
    PARTS: ClassVar[tuple[type, ...]] = ()
    """Classes of further objects with command handlers, besides the screen."""
    WHEEL: ClassVar[tuple[str, str] | None] = None
    """Commands for scrolling the mouse wheel up and down; None if it does nothing."""
    HANDLERS: ClassVar[Mapping[str, Handler]] = {}

    scene: Any
    """The value that the screen shows; it also decides which commands work."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Bind the keys of the key table, and check that every command has a handler method."""
        keys: KeyTable[Any] | None = getattr(cls, "KEYS", None)
        if keys is not None:
            cls.BINDINGS = list(keys.bindings)
            cls.HANDLERS = find_handlers(keys, cls, cls.PARTS)
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        super().__init__()
        self.parts: Mapping[type, object] = {}
        """The further objects with command handlers, by class."""
        self.shown_scenes: ShownScenes[Any] = ShownScenes()

    def action_press(self, key: str) -> Any:
        """Run the command that the key has now. The result is awaitable where `run` is a coroutine.

        If the key meant something else in a scene that the person may still have had in view, nothing is run.
        """
        if not self.on_top:
            return None
        command = self.KEYS.command_for(key, self.scene)
        if self.shown_scenes.contradict(self.scene, lambda scene: self._meaning_of_key(key, scene)):
            self.say(self.appearance.words(_CHANGED))
        elif command is None:
            self.say(self.appearance.words(_UNKNOWN))
        elif not (command.confirms and isinstance(self.app, FrameApp) and self.app.key_is_held):
            return self.run(command.name, command.number)
        return None

    def _meaning_of_key(self, key: str, scene: Any) -> object:
        command = self.KEYS.command_for(key, scene)
        if command is None or command.hidden:  # a hidden one is sent only to be refused
            return None
        return self.meaning(scene, command.name, command.number)

    def meaning(self, scene: Any, name: str, number: int | None) -> object:
        """Return a command and its target in a scene, such as a card; None if the command would do nothing there."""
        del scene
        return name, number

    def say(self, text: str) -> None:
        """Show a message to a person who pressed a key without a command."""
        raise NotImplementedError

    def on_canvas_widget_picked(self, message: CanvasWidget.Picked) -> Any:
        """Run the command that was clicked, if it means what it meant in all scenes that may have been in view.

        Nothing is run if an earlier click has opened another screen or closed this one.
        """
        if not self.on_top:
            return None
        name, number = message.command, message.number
        if self.shown_scenes.contradict(self.scene, lambda scene: self.meaning(scene, name, number)):
            self.say(self.appearance.words(_CHANGED))
            return None
        return self.click(name, number)

    def on_mouse_scroll_up(self) -> Any:
        """Run the wheel's first command."""
        return self.run(self.WHEEL[0]) if self.WHEEL and self.on_top else None

    def on_mouse_scroll_down(self) -> Any:
        """Run the command for scrolling down."""
        return self.run(self.WHEEL[1]) if self.WHEEL and self.on_top else None

    def click(self, name: str, number: int | None) -> Any:
        """Run a clicked command; override this, because Textual calls `on_canvas_widget_picked` of every class."""
        return self.run(name, number)

    def run(self, name: str, number: int | None = None) -> Any:
        """Run a command, then redraw the screen."""
        raise NotImplementedError

    def carry_out(self, name: str, number: int | None = None) -> Any:
        """Call a command's handler and return its result, which may be awaitable."""
        owner, method = self.HANDLERS[name]
        target = self if owner is None else self.parts[owner]
        return method(target) if number is None else method(target, number)

    @handles("help")
    def show_keys(self) -> None:
        """Open the help page."""
        self.app.push_screen(keys_page(self.appearance, self.KEYS.working(self.scene)))
