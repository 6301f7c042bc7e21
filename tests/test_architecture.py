"""The shape of the program: who imports whom, and what stays out of the game."""

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path
from pkgutil import walk_packages

import grimp
import pytest

import uno_server
import uno_tui
from tests import ROOT

MODULES = {"uno_tui", "uno_server"} | {
    found.name for package in (uno_tui, uno_server) for found in walk_packages(package.__path__, f"{package.__name__}.")
}


def test_the_import_contracts_are_kept() -> None:
    """No module imports what the contracts in pyproject.toml forbid it."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, "" if done.returncode == 0 else done.stdout)


def test_every_module_stands_in_a_layer() -> None:
    """A module that the layers of pyproject.toml do not name, itself or by its package, is found here."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["name"] == "Layers")
    named = {name for layer in layers for name in layer.split(" | ")}

    def placed(module: str) -> bool:
        return any(module == name or module.startswith(f"{name}.") for name in named)

    assert {"uno_tui", "uno_tui.net"} == {module for module in MODULES if not placed(module)}, "and these hold no code"


@pytest.mark.parametrize("package", [ROOT / "uno_tui", ROOT / "server" / "uno_server"])
def test_the_top_of_a_package_is_no_crowd(package: Path) -> None:
    """At most eight modules stand directly in a package; the others have folders."""
    assert 8 >= len(list(package.glob("*.py")))


def test_no_class_name_stands_for_two_things() -> None:
    """A class name occurs once in the whole program."""
    names = Counter(
        node.name
        for folder in ("uno_tui", "server")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    )

    assert [] == [name for name, times in names.items() if times > 1]


def test_no_import_cycle() -> None:
    """No module imports itself by way of others, not even for its types alone."""
    graph = grimp.build_graph("uno_tui", "uno_server", cache_dir=None)
    order = TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})

    order.prepare()  # raises CycleError with the cycle


@pytest.mark.parametrize("module", ["uno_tui.game", "uno_tui.table.table", "uno_tui.lobby.lobby", "uno_tui.plain"])
def test_what_is_below_the_screens_runs_without_them(module: str) -> None:
    """Importing the game, a table, the lobby or plain mode loads neither Textual nor rich nor asyncssh."""
    code = f"import sys, {module}; print(sorted({{'textual', 'rich', 'asyncssh'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


def test_the_game_needs_the_standard_library_only() -> None:
    """Importing the game loads no module that is neither its own nor the standard library's."""
    code = (
        "import sys; before = set(sys.modules); import uno_tui.game.match; "
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(new - sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "['uno_tui']" == done.stdout.strip()


@pytest.mark.parametrize("word", ["TODO", "FIXME", "time.sleep", "XXX"])
def test_nothing_is_left_for_later(word: str) -> None:
    """The program's own files hold no note of unfinished work, and nothing sleeps."""
    files = [path for folder in ("uno_tui", "server") for path in (ROOT / folder).rglob("*.py")]

    assert [] == [str(path) for path in files if word in path.read_text()]
