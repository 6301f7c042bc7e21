"""The package as people install it: the wheel brings all it needs."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment into which the built wheel was installed; the folder of its programs.

    It sees this environment's libraries, so that only the wheel itself has to be built.
    """
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True, capture_output=True)
    (wheel,) = folder.glob("uno_tui-*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-deps", wheel], check=True, capture_output=True)
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    own = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "libraries.pth").write_text("\n".join(own))
    return python.parent


def run(installed: Path, *words: str) -> str:
    """What an installed `uno` prints, started in a folder that is not the checkout."""
    code = "import sys, uno_tui; assert 'venv' in uno_tui.__file__, uno_tui.__file__; "
    code += "from uno_tui.cli.commands import main; main(prog_name='uno')"
    done = subprocess.run(
        [installed / "python", "-c", code, *words], cwd=installed, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_wheel_brings_the_themes(installed: Path) -> None:
    """Installed from the wheel, `uno themes` lists every theme of the checkout."""
    expected = sorted(path.stem for path in (ROOT / "themes").glob("*.toml"))

    assert expected == sorted(run(installed, "themes").split())


@pytest.mark.parametrize(("language", "title"), [("ga", "Aidhm"), ("ka", "მიზანი"), ("ms", "Matlamat")])
def test_the_wheel_brings_the_languages(installed: Path, language: str, title: str) -> None:
    """Installed from the wheel, the rules are told in every language."""
    assert title in run(installed, "rules", "--lang", language).splitlines()


def test_the_wheel_has_a_program(installed: Path) -> None:
    """The wheel installs the program `uno`, which says its version."""
    done = subprocess.run([installed / "uno", "--version"], capture_output=True, text=True, check=True)

    assert "uno-tui, version 0.1.0" == done.stdout.strip()


def test_the_wheel_plays(installed: Path) -> None:
    """Installed from the wheel, a game in plain lines can be begun and left."""
    done = subprocess.run(
        [installed / "uno", "play", "--plain", "--seed", "a", "--lang", "en"],
        input="hand\nquit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip  # one thought

    assert "7 cards:" in done.stdout
