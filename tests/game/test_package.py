"""The engine as a package of its own: its public names, their documentation, and its examples."""

import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest

import uno_tui.game

MODULES = ["uno_tui.game", *(found.name for found in walk_packages(uno_tui.game.__path__, "uno_tui.game."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """Every example in a docstring prints what the docstring shows."""
    report: list[str] = []
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(import_module(name)):
        runner.run(example, out=report.append)
    assert [] == report


def test_the_public_names() -> None:
    """Every public name exists, and every public class and function has a docstring."""
    for name in uno_tui.game.__all__:
        value = getattr(uno_tui.game, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name
            assert not value.__doc__.startswith(f"{name}("), name


def test_all_events_and_actions_are_public() -> None:
    """All events, actions and errors can be imported from the package."""
    for base in (uno_tui.game.Action, uno_tui.game.Event, uno_tui.game.UnoError):
        assert {kind.__name__ for kind in base.__subclasses__()} <= set(uno_tui.game.__all__)


def test_the_engine_alone() -> None:
    """The import loads only the standard library and the engine: no screen, no network, no input."""
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; before = set(sys.modules); import uno_tui.game; print(*set(sys.modules) - before)",
        ],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()
    foreign = {name.partition(".")[0] for name in found} - sys.stdlib_module_names
    assert {"uno_tui"} == foreign
    ours = {name for name in found if name.startswith("uno_tui.") and not name.startswith("uno_tui.game")}
    assert set() == ours
    assert not {"asyncio", "socket", "sqlite3", "logging"} & set(found)
