"""Key tables and the screens that carry out their commands."""

from dataclasses import replace
from inspect import signature

import pytest

from uno_tui.tui.app import UnoApp
from uno_tui.tui.keyboard.layouts import latin_key
from uno_tui.tui.keyboard.screen import KeyScreen, handles
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable
from uno_tui.tui.menu.start import StartScreen
from uno_tui.tui.replay.screen import ReplayScreen

LOADED = UnoApp, StartScreen, ReplayScreen
"""Importing these imports all screens."""
FEW = KeyTable[object](
    KeyCommand("help", ("f1",), "?", "help", "Show help.", lambda _scene: True),
    KeyCommand("go", ("g",), "g", "go", "Go.", lambda scene: scene == "open"),
    KeyCommand("stay", ("g", "s"), "g", "stay", "Stay.", lambda _scene: True),
    shared="g",
)


def screens(base: type[KeyScreen[object]] = KeyScreen) -> list[type[KeyScreen[object]]]:
    """All screens with a key table."""
    found = [base] if hasattr(base, "KEYS") and base.__module__.startswith("uno_tui.") else []
    return [*found, *(one for below in base.__subclasses__() for one in screens(below))]


def test_the_first_command_that_works_has_the_key() -> None:
    """Of several commands with one key the first that works in the scene is taken."""
    assert [getattr(FEW.command_for("g", scene), "name", None) for scene in ("open", "shut")] == ["go", "stay"]
    assert FEW.command_for("x", "open") is None


def test_a_key_of_two_commands_is_an_error_when_the_table_is_made() -> None:
    """A table cannot be made with a key of two commands, unless it names that key; nor may it name other keys."""
    go, stay = FEW.commands[1], replace(FEW.commands[2], keys=("g",))
    KeyTable[object](go, stay, shared="g")
    for wrong in ((go, stay), (go,)):
        with pytest.raises(ValueError, match="keys of several commands, or wrongly declared as such: g"):
            KeyTable[object](*wrong, shared="" if len(wrong) == 2 else "g")


def test_a_capital_means_its_small_letter_unless_it_has_a_command() -> None:
    """With Caps Lock on, keys work; a capital that has a command of its own keeps it."""
    table = KeyTable[object](
        *(KeyCommand(name, (name[0],), name[0], name, name, lambda _scene: True) for name in ("draw", "sort", "Set")),
    )
    found = [table.command_for(key, None) for key in ("D", "d", "S", "s", "X")]
    assert [one and one.name for one in found] == ["draw", "draw", "Set", "sort", None]


def test_letters_of_other_layouts_mean_the_keys_that_they_are_on() -> None:
    """On a Georgian, Russian or Greek keyboard every letter key works without a change of the layout."""
    georgian = "ქწერტყუიოპასდფგჰჯკლზხცვბნმ"
    assert "".join(map(latin_key, georgian)) == "qwertyuiopasdfghjklzxcvbnm"
    assert "".join(map(latin_key, "ჭღთშჟძჩ")) == "WRTSJZC"
    assert [latin_key(key) for key in ("й", "Д", "δ", "enter", "1", "é")] == ["q", "L", "d", "enter", "1", "é"]


def test_a_command_without_a_method_is_an_error_when_the_class_is_made() -> None:
    """A screen cannot be defined while a command of its table has no method."""
    with pytest.raises(TypeError, match="no method handles stay"):

        class Missing(KeyScreen[None]):
            KEYS = FEW

            @handles("go")
            def go(self) -> None:
                """Go."""


def test_a_method_without_a_command_is_an_error_when_the_class_is_made() -> None:
    """A screen cannot be defined while a method handles a command that is not in its table."""
    with pytest.raises(TypeError, match="not in its key table: fly"):

        class Surplus(KeyScreen[None]):
            KEYS = FEW

            @handles("go")
            def go(self) -> None:
                """Go."""

            @handles("stay")
            def stay(self) -> None:
                """Stay."""

            @handles("fly")
            def fly(self) -> None:
                """Fly."""


def test_two_methods_for_a_command_are_an_error_when_the_class_is_made() -> None:
    """A screen and its parts cannot both handle a command."""

    class Part:
        @handles("go")
        def walk(self) -> None:
            """Go."""

    with pytest.raises(TypeError, match="'go' is handled twice, by walk too"):

        class Doubled(KeyScreen[None]):
            KEYS = FEW
            PARTS = (Part,)

            @handles("go")
            def go(self) -> None:
                """Go."""


def test_every_command_can_be_called_as_its_table_calls_it() -> None:
    """In every screen the method of a command takes a number where the table gives one, and none where it does not."""
    assert len(screens()) >= 10
    for screen in screens():
        for one in screen.KEYS.commands:
            _owner, method = screen.HANDLERS[one.name]
            signature(method).bind(object(), *(() if one.number is None else (one.number,)))
        assert {binding.key for binding in screen.KEYS.bindings} == {
            key for one in screen.KEYS.commands for key in one.keys
        }
