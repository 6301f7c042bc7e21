"""Key tables and the screens that carry out their commands."""

from inspect import signature

import pytest

from uno_tui.tui.app import UnoApp
from uno_tui.tui.keytable import KeyCommand, KeyScreen, KeyTable, handles
from uno_tui.tui.menu.start import StartScreen
from uno_tui.tui.replay.screen import ReplayScreen

LOADED = UnoApp, StartScreen, ReplayScreen
"""Importing these imports all screens."""
FEW = KeyTable[object](
    KeyCommand("help", ("f1",), "?", "help", "Show help.", lambda _scene: True),
    KeyCommand("go", ("g",), "g", "go", "Go.", lambda scene: scene == "open"),
    KeyCommand("stay", ("g", "s"), "g", "stay", "Stay.", lambda _scene: True),
)


def screens(base: type[KeyScreen[object]] = KeyScreen) -> list[type[KeyScreen[object]]]:
    """All screens with a key table."""
    found = [base] if hasattr(base, "KEYS") and base.__module__.startswith("uno_tui.") else []
    return [*found, *(one for below in base.__subclasses__() for one in screens(below))]


def test_the_first_command_that_works_has_the_key() -> None:
    """Of several commands with one key the first that works in the scene is taken."""
    assert [getattr(FEW.command_for("g", scene), "name", None) for scene in ("open", "shut")] == ["go", "stay"]
    assert FEW.command_for("x", "open") is None


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
