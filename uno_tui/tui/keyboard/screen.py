"""The screen class whose keys and clicks run the commands of a key table.

A screen has exactly one method for each command of its table; this is checked when its class is created.
"""

from collections.abc import Callable, Iterator, Mapping
from inspect import isawaitable
from types import FunctionType
from typing import Any, ClassVar, Final, Generic, TypeVar

from textual import events
from textual.screen import ScreenResultType

from uno_tui.i18n import mark
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frames import CanvasScreen, FrameApp
from uno_tui.tui.keyboard.help_page import keys_page
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.keyboard.table import KeyTable
from uno_tui.typed.capabilities import HelpPart
from uno_tui.typed.shown_scenes import ShownScenes

CHANGED: Final = mark("The screen changed just before that, so nothing was done. Look, then do it again.")
CANCEL: Final = "escape"
"""The key that goes back or closes something. With nothing open it does nothing, and that needs no message."""
_UNKNOWN: Final = mark("That key does nothing here. Press {key} to see the keys.")

Method = TypeVar("Method", bound=Callable[..., Any])


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
    """Classes of other objects that handle commands for the screen."""
    HELP_PARTS: ClassVar[tuple[HelpPart, ...]] = ()
    """The parts of the help page, in order; empty to list the commands in the order of the key table."""
    WHEEL: ClassVar[tuple[str, str] | None] = None
    """Commands for scrolling the mouse wheel up and down; None if the wheel does nothing."""
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
        """Other objects that handle commands for the screen, by class."""
        self.shown_scenes: ShownScenes[Any] = ShownScenes()

    @property
    def key_table(self) -> KeyTable[Any]:
        """The screen's key table, with the person's own keys."""
        return self.appearance.keyboard.table(self.KEYS)

    def action_press(self, key: str) -> Any:
        """Run the command that the key has now. The result is awaitable where `run` is a coroutine.

        If the key meant something else in a scene that the person may still have had in view, nothing is run.
        """
        if not self.on_top:
            return None
        command = self.key_table.command_for(key, self.scene)
        if self.shown_scenes.contradict(self.scene, lambda scene: self._meaning_of_key(key, scene)):
            self.say(self.appearance.words(CHANGED))
        elif command is None and key == CANCEL:
            return None
        elif command is None:
            self.say_unknown(self.appearance.words(_UNKNOWN, key=command_key(self.appearance, self.KEYS, "help")))
        elif not (command.confirms and isinstance(self.app, FrameApp) and self.app.key_is_held):
            return self.run(command.name, command.number)
        return None

    def on_key(self, event: events.Key) -> Any:
        """Handle a key without a binding in Textual, unless an input line is open."""
        return self.action_press(event.key) if self.line_input is None else None

    async def press_usual(self, key: str) -> None:
        """Run the command that a key has in the default key table."""
        command = self.KEYS.command_for(key, self.scene)
        if self.on_top and command is not None and isawaitable(done := self.run(command.name, command.number)):
            await done

    def _meaning_of_key(self, key: str, scene: Any) -> object:
        command = self.key_table.command_for(key, scene)
        if command is None or command.hidden:  # a hidden one is sent only to be refused
            return None
        return self.meaning(scene, command.name, command.number)

    def meaning(self, scene: Any, name: str, number: int | None) -> object:
        """Return a command and its target in a scene, such as a card; None if the command has no effect in it."""
        del scene
        return name, number

    def say(self, text: str) -> None:
        """Show a message to a person who pressed a key without a command."""
        raise NotImplementedError

    def say_unknown(self, text: str) -> None:
        """Show that a key has no command now."""
        self.say(text)

    def on_canvas_widget_picked(self, message: CanvasWidget.Picked) -> Any:
        """Run the command that was clicked, if it means what it meant in all scenes that may have been in view.

        Nothing is run if an earlier click has opened another screen or closed this one.
        """
        if not self.on_top:
            return None
        name, number = message.command, message.number
        if self.shown_scenes.contradict(self.scene, lambda scene: self.meaning(scene, name, number)):
            self.say(self.appearance.words(CHANGED))
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
        self.app.push_screen(keys_page(self.appearance, self.key_table.working(self.scene), self.HELP_PARTS))
