"""The shape of the program: who imports whom, and what stays out of the game."""

import subprocess
import sys

import pytest

from tests import ROOT


def test_the_import_contracts_are_kept() -> None:
    """No module imports what the contracts in pyproject.toml forbid it."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, "" if done.returncode == 0 else done.stdout)


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
