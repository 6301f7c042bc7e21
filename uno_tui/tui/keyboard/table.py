"""Key tables: every command of a screen in one table, which is the only source of the keys that work there.

A key has one command at a time: a table names the keys that several commands share, each in other scenes, and this is
checked when it is made.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.binding import Binding

from uno_tui.tui.keyboard.layouts import candidates

Shown = TypeVar("Shown")


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
