"""Key tables: every command of a screen in one table, and the screen class that carries the commands out.

A table is the only source of a screen's bindings, of the hints at its foot and of its help page. A screen has exactly
one method for each command of its table; this is checked when its class is created.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, ClassVar, Final, Generic, TypeVar

from textual.binding import Binding
from textual.screen import ScreenResultType

from uno_tui.i18n import Words, mark
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frames import CanvasScreen
from uno_tui.tui.menu.page import PageLine, PageScreen

Shown = TypeVar("Shown")
Method = TypeVar("Method", bound=Callable[..., Any])

# Translators: the name of a key, in the foot and in sentences.
ENTER: Final = mark("Enter")
"""Label of the Enter key."""


@dataclass(frozen=True, slots=True)
class KeyCommand(Generic[Shown]):
    """A row of a key table: a command, the keys it has, and when they work."""

    name: str
    keys: tuple[str, ...]
    """Textual's names of the keys."""
    cap: str
    """Label of the key on screen; translated if longer than one character."""
    hint: str
    """Effect of the command, in one or two words."""
    help: str
    """Effect of the command, in a sentence."""
    when: Callable[[Shown], bool]
    """Returns whether the command works in a scene."""
    number: int | None = None
    """Argument of the command, for example the digit that was pressed."""
    pair: str = ""
    """Label of two keys at once, shown at the foot instead of `cap`."""
    foot: bool = True
    """Whether the foot of the screen shows a hint for it."""
    hidden: bool = False
    """Whether both the help page and the foot leave it out."""

    @property
    def hinted(self) -> tuple[str, str, str, int | None]:
        """The hint at the foot: key label, hint, command name, number."""
        return self.pair or self.cap, self.hint, self.name, self.number


class KeyTable(Generic[Shown]):
    """The commands of a screen, ordered as the foot shows them. If a key has several, the first that works wins."""

    def __init__(self, *commands: KeyCommand[Shown], clicks: tuple[str, ...] = ()) -> None:
        """`clicks`: names of commands that have no key and are only clicked."""
        self.commands = commands
        self.names = frozenset([*(one.name for one in commands), *clicks])
        self._by_key: dict[str, tuple[KeyCommand[Shown], ...]] = {}
        for one in commands:
            for key in one.keys:
                self._by_key[key] = (*self._by_key.get(key, ()), one)
        self._listed = tuple(one for one in commands if not one.hidden)
        self._foot = tuple(one for one in self._listed if one.foot)

    def command_for(self, key: str, scene: Shown) -> KeyCommand[Shown] | None:
        """Return the command that a key has in a scene."""
        return next((one for one in self._by_key.get(key, ()) if one.when(scene)), None)

    def working(self, scene: Shown) -> list[KeyCommand[Shown]]:
        """Return the commands that work in a scene, one for each name and key label."""
        return _without_repeats(self._listed, scene)

    def hints(self, scene: Shown) -> list[KeyCommand[Shown]]:
        """Return the working commands that the foot shows, the most important first."""
        return _without_repeats(self._foot, scene)

    @property
    def bindings(self) -> list[Binding]:
        """Textual's bindings, one for each key."""
        return [Binding(key, f"press({key!r})", show=False) for key in self._by_key]


def _without_repeats(commands: tuple[KeyCommand[Shown], ...], scene: Shown) -> list[KeyCommand[Shown]]:
    seen: dict[tuple[str, str], KeyCommand[Shown]] = {}
    for one in commands:
        if one.when(scene):
            seen.setdefault((one.name, one.cap), one)
    return list(seen.values())


def key_label(words: Words, cap: str) -> str:
    """Return a key's label in the session's language."""
    return words(cap) if len(cap) > 1 else cap


def keys_page(appearance: Appearance, commands: list[KeyCommand[Any]]) -> PageScreen:
    """Return the help page: a line for each of these commands."""
    words = appearance.words
    lines = dict.fromkeys((key_label(words, one.cap), words(one.help)) for one in commands)
    return PageScreen(appearance, words("Keys that work now"), [PageLine(*line) for line in lines])


def handles(command: str) -> Callable[[Method], Method]:
    """Return a decorator that marks the method carrying out a command. An override needs no mark of its own."""

    def marked(method: Method) -> Method:
        vars(method)["handles"] = command
        return method

    return marked


def _handlers_of(owner: type) -> Iterator[tuple[str, str]]:
    """Yield command and attribute name of each marked method of a class."""
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
    """A screen whose keys and clicks are the commands of a key table."""

    KEYS: ClassVar[KeyTable[Any]]
    PARTS: ClassVar[tuple[type, ...]] = ()
    """Classes of the parts that carry out commands in addition to the screen itself."""
    WHEEL: ClassVar[tuple[str, str] | None] = None
    """Commands of the mouse wheel, up and down."""
    HANDLERS: ClassVar[Mapping[str, Handler]] = {}

    scene: Any
    """The value that the screen shows. It decides which commands work."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Take the bindings from the key table, and check that every command has its method."""
        keys: KeyTable[Any] | None = getattr(cls, "KEYS", None)
        if keys is not None:
            cls.BINDINGS = list(keys.bindings)
            cls.HANDLERS = find_handlers(keys, cls, cls.PARTS)
        super().__init_subclass__(**options)

    def __init__(self) -> None:
        super().__init__()
        self.parts: Mapping[type, object] = {}
        """The parts, by class."""

    def action_press(self, key: str) -> Any:
        """Run the command that the key has now. The result is awaitable where `run` is a coroutine."""
        command = self.KEYS.command_for(key, self.scene) if self.on_top else None
        return None if command is None else self.run(command.name, command.number)

    def on_canvas_widget_picked(self, message: CanvasWidget.Picked) -> Any:
        """Run the command that was clicked, unless an earlier click has opened another screen or closed this one."""
        return self.click(message.command, message.number) if self.on_top else None

    def on_mouse_scroll_up(self) -> Any:
        """Run the wheel's first command."""
        return self.run(self.WHEEL[0]) if self.WHEEL and self.on_top else None

    def on_mouse_scroll_down(self) -> Any:
        """Run the wheel's second command."""
        return self.run(self.WHEEL[1]) if self.WHEEL and self.on_top else None

    def click(self, name: str, number: int | None) -> Any:
        """Run a clicked command. Override this: Textual would call every class's `on_canvas_widget_picked`."""
        return self.run(name, number)

    def run(self, name: str, number: int | None = None) -> Any:
        """Run a command, then show the result."""
        raise NotImplementedError

    def carry_out(self, name: str, number: int | None = None) -> Any:
        """Call the method of a command; return its result, which may be awaitable."""
        owner, method = self.HANDLERS[name]
        target = self if owner is None else self.parts[owner]
        return method(target) if number is None else method(target, number)

    @handles("help")
    def show_keys(self) -> None:
        """Open the help page."""
        self.app.push_screen(keys_page(self.appearance, self.KEYS.working(self.scene)))
