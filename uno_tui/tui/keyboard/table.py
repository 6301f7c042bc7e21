"""Key tables: every command of a screen in one table, which is the only source of the keys that work there.

A key has one command at a time: a table names the keys that several commands share, each in other scenes, and this is
checked when it is made. A person may have other keys for most commands; then a table of their own is made of it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from textual.binding import Binding

from uno_tui.local.own_keys import FIXED, OwnKeys
from uno_tui.tui.keyboard.layouts import candidates, latin_key
from uno_tui.tui.keyboard.names import cap_of

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
    """Labels of two keys of the table, separated by a space; the key bar shows them instead of `cap`."""
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

    def __init__(
        self,
        *commands: KeyCommand[Shown],
        shared: str = "",
        clicks: tuple[str, ...] = (),
        fixed: str = "",
        modal: str = "",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """Make a table.

        Args:
            commands: The commands. Several of one name are one command, described differently in different scenes.
            shared: Names of the keys that different commands have in different scenes, separated by spaces.
            clicks: Names of commands that have no key and are only clicked.
            fixed: Names of commands whose keys nobody can change, separated by spaces.
            modal: Names of such commands that work only while a question is open, when no others do.
            settings: Name in the settings of each command that has another name there.

        Raises:
            ValueError: Two commands have a key that is not in `shared`, or a key there belongs to one command only.
        """
        self.commands = commands
        self.clicks = clicks
        self.modal = frozenset(modal.split())
        self.fixed = self.modal.union(fixed.split())
        self.settings = settings or {}
        self.names = frozenset([*(one.name for one in commands), *clicks])
        self.caps = {one.name: one.cap for one in commands}
        """Label of each command's key."""
        self._by_key: dict[str, tuple[KeyCommand[Shown], ...]] = {}
        for one in commands:
            for key in one.keys:
                self._by_key[key] = (*self._by_key.get(key, ()), one)
        if wrong := _keys_of_several(commands).symmetric_difference(shared.split()):
            raise ValueError(f"keys of several commands, or wrongly declared as such: {', '.join(sorted(wrong))}")
        self._listed = tuple(one for one in commands if not one.hidden)
        self._foot = tuple(one for one in self._listed if one.foot)

    def setting(self, command: str) -> str:
        """Return the name of a command in the settings; empty if its keys cannot be changed."""
        return "" if command in self.fixed else self.settings.get(command, command)

    def with_own(self, own: OwnKeys) -> "KeyTable[Shown]":
        """Return the table with a person's own keys in place of the usual ones, except those that never change."""
        changed = self._changed(own)
        if changed == self.commands:
            return self
        several = _keys_of_several(changed)
        return KeyTable(
            *changed, shared=" ".join(several), clicks=self.clicks, fixed=" ".join(self.fixed),
            modal=" ".join(self.modal), settings=self.settings,
        )  # fmt: skip  # one value

    def conflicts(self, own: OwnKeys) -> "list[KeyConflict]":
        """Return the conflicts between own keys and other commands.

        Two rows may share a key if they share one in the usual table: they work in different scenes.
        """
        changed = self._changed(own)
        found = []
        for place, (row, usual) in enumerate(zip(changed, self.commands, strict=True)):
            if row.keys == usual.keys:
                continue
            for other_place, (other, other_usual) in enumerate(zip(changed, self.commands, strict=True)):
                both = set(row.keys) & set(other.keys)
                if (
                    both
                    and other.name != row.name
                    and not set(usual.keys) & set(other_usual.keys)
                    and (other.keys == other_usual.keys or other_place < place)
                    and not other.hidden
                    and other.name not in self.modal
                ):
                    found.append(KeyConflict(self.setting(row.name), min(both), other, self.setting(other.name)))
        return found

    def _changed(self, own: OwnKeys) -> tuple[KeyCommand[Shown], ...]:
        if not own.chosen:
            return self.commands
        changed = [_with_keys(one, own.keys_of(self.setting(one.name))) for one in self.commands]
        caps = {old.cap: new.cap for old, new in zip(self.commands, changed, strict=True) if old.cap != new.cap}
        return tuple(replace(one, pair=" ".join(caps.get(cap, cap) for cap in one.pair.split())) for one in changed)

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


class KeyConflict(NamedTuple):
    """A person's own key that another command already has."""

    command: str
    """Name, in the settings, of the command to which the person gave the key."""
    key: str
    """Textual's name of the key that both commands have."""
    other: KeyCommand[Any]
    """The command that already has the key."""
    holder: str
    """Name, in the settings, of the command that already has the key; empty if its keys cannot be changed."""


def _with_keys(row: KeyCommand[Shown], keys: tuple[str, ...]) -> KeyCommand[Shown]:
    """Return a row with other keys besides those that never change; return the row unchanged if there are none."""
    if not keys:
        return row
    own = tuple(latin_key(key) for key in keys)
    return replace(row, keys=(*own, *(key for key in row.keys if key in FIXED)), cap=cap_of(own[0]))


def _keys_of_several(commands: Iterable[KeyCommand[Any]]) -> set[str]:
    names: dict[str, set[str]] = {}
    for one in commands:
        for key in one.keys:
            names.setdefault(key, set()).add(one.name)
    return {key for key, found in names.items() if len(found) > 1}
