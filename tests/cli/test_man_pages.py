"""The man pages of the commands."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.man_pages import write
from uno_tui.cli.commands import main


def test_every_command_has_a_page(tmp_path: Path) -> None:
    """Each command has a page with all its options and no placeholder; the help of the commands is unchanged."""
    before = [one.help for one in main.commands["play"].params if hasattr(one, "help")]

    write(tmp_path)

    assert {"uno.1", *(f"uno-{name}.1" for name in main.commands)} == {page.name for page in tmp_path.iterdir()}
    for name, command in main.commands.items():
        text = (tmp_path / f"uno-{name}.1").read_text(encoding="utf-8").replace("\\-", "-")
        assert "{" not in text
        assert "<=" not in text
        assert [] == [opt for one in command.params for opt in one.opts if opt.startswith("--") and opt not in text]
    assert before == [one.help for one in main.commands["play"].params if hasattr(one, "help")]


def test_groff_reads_the_pages(tmp_path: Path) -> None:
    """The pages have no errors for `groff`, which `man` uses."""
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    write(tmp_path)
    words = ["groff", "-man", "-Tutf8", "-ww", "-z", str(tmp_path / "uno-play.1")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, done.stderr)
