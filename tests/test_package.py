"""The package as people get it: from a checkout, an editable install, or a wheel that was built from the sdist."""

import os
import subprocess
import sys
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests import ROOT

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
WAYS = ["checkout", "editable", "wheel"]


@dataclass(frozen=True)
class Built:
    """The packages that the build backend makes from this checkout."""

    sdist: Path
    wheel: Path
    """Built from the checkout."""
    editable: Path
    """The wheel that ``pip install --editable`` installs."""
    second: Path
    """The wheel that is built from the sdist."""


@dataclass(frozen=True)
class Installed:
    """One way of running the program, in an environment of its own."""

    python: Path
    program: list[str | Path]
    folder: Path
    """A working directory that is not the checkout."""
    path: list[Path]
    """PYTHONPATH."""

    def run(self, *words: str, typed: str = "") -> str:
        """Return what `uno` with those words prints."""
        return self._output([*self.program, *words], typed)

    def evaluate(self, code: str) -> str:
        """Return what a line of Python prints there."""
        return self._output([self.python, "-c", code])

    def _output(self, command: list[str | Path], typed: str = "") -> str:
        done = subprocess.run(
            command, cwd=self.folder, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, self.path))},
            input=typed, capture_output=True, text=True, check=False,
        )  # fmt: skip  # one thought
        assert (0, "") == (done.returncode, done.stderr)
        return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist and the wheels of the checkout, and a wheel of the sdist."""
    folder = tmp_path_factory.mktemp("built")
    for name in ("sdist", "wheel", "editable"):
        code = f"import sys; from hatchling.build import build_{name} as build; build(sys.argv[1])"
        subprocess.run([sys.executable, "-c", code, folder / name], cwd=ROOT, check=True, capture_output=True)
    sdist, wheel, editable = (next((folder / name).iterdir()) for name in ("sdist", "wheel", "editable"))
    again = folder / "again"
    subprocess.run(
        [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", again, sdist],
        check=True, capture_output=True,
    )  # fmt: skip  # one thought
    return Built(sdist, wheel, editable, again / wheel.name)


@pytest.fixture(scope="module", params=WAYS)
def installed(request: pytest.FixtureRequest, built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program in a new environment, started among files of somebody else that have the names of this project.

    The environment sees this one's libraries, so that only the program itself has to be installed.
    """
    folder = tmp_path_factory.mktemp("installed")
    foreign = folder / "foreign"
    for name in ("server.py", "themes/__init__.py", "tests/__init__.py", "uno.py"):
        (foreign / name).parent.mkdir(parents=True, exist_ok=True)
        (foreign / name).write_text(f"raise SystemExit('the {name} of somebody else was imported')\n")
    (foreign / "themes" / "classic.toml").write_text("this is not a theme\n")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    if wheel := {"wheel": built.second, "editable": built.editable}.get(request.param):
        subprocess.run([*PIP, "--python", python, "install", "--no-deps", wheel], check=True, capture_output=True)
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    own = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "libraries.pth").write_text("\n".join(own))
    if request.param == "checkout":
        return Installed(python, [python, "-m", "uno_tui"], foreign, [foreign, ROOT])
    return Installed(python, [python.parent / "uno"], foreign, [foreign])


def test_no_generic_name_is_installed(built: Built) -> None:
    """The wheel puts the two packages and its metadata into site-packages, and nothing else; man pages go elsewhere."""
    names = {name.partition("/")[0] for name in ZipFile(built.wheel).namelist()}

    assert {"uno_tui", "uno_server", "uno_tui-0.1.0.dist-info", "uno_tui-0.1.0.data"} == names


def test_man_pages_are_installed_where_man_looks(installed: Installed) -> None:
    """They are in the environment's `share/man`, which `man` searches if the environment's `bin` folder is in PATH."""
    if installed.program[0] == installed.python:  # run from a checkout: nothing is installed
        return
    pages = installed.python.parent.parent / "share" / "man" / "man1"

    assert {path.name for path in (ROOT / "docs" / "man").iterdir()} == {path.name for path in pages.iterdir()}


def test_the_wheel_holds_the_page(built: Built) -> None:
    """The wheel has every file that browsers load."""
    page = ROOT / "server" / "uno_server" / "web" / "page"
    files = {f"uno_server/web/page/{path.relative_to(page).as_posix()}" for path in page.rglob("*") if path.is_file()}

    assert set() == files - set(ZipFile(built.wheel).namelist())


def test_the_sdist_builds_the_same_wheel(built: Built) -> None:
    """A wheel that is built from the sdist holds the same files as one that is built from a checkout."""
    wheels = [ZipFile(path) for path in (built.wheel, built.second)]
    first, second = ({name: wheel.read(name) for name in wheel.namelist()} for wheel in wheels)

    assert first == second


def test_the_sdist_holds_what_the_tests_need(built: Built) -> None:
    """Every file of the checkout that is not hidden is in the sdist, so that its tests can be run."""
    with tarfile.open(built.sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    folders = ("uno_tui", "server", "themes", "tests")
    made = {"__pycache__", "node_modules"}
    needed = [path for folder in folders for path in (ROOT / folder).rglob("*") if not made & {*path.parts}]
    needed += [
        *ROOT.glob("*.md"),
        ROOT / "LICENSE",
        ROOT / "pyproject.toml",
        ROOT / "constraints.txt",
        ROOT / ".ci/run",
    ]

    assert [] == [path for path in needed if path.is_file() and path.relative_to(ROOT).as_posix() not in held]


def test_what_runs_is_this_program(installed: Installed, request: pytest.FixtureRequest) -> None:
    """The wheel runs from its environment; a checkout and an editable install run the checkout's own files."""
    way = request.node.callspec.params["installed"]
    where = installed.evaluate("import uno_tui; print(uno_tui.__file__)")
    top = installed.python.parents[1] if way == "wheel" else ROOT

    assert Path(where.strip()).is_relative_to(top)


def test_the_program_tells_its_version(installed: Installed) -> None:
    """`uno --version` prints the name and the version."""
    assert "uno-tui, version 0.1.0" == installed.run("--version").strip()


def test_the_themes_are_found(installed: Installed) -> None:
    """`uno themes` lists every theme of the checkout, though another folder `themes` is nearer."""
    expected = sorted(path.stem for path in (ROOT / "themes").glob("*.toml"))

    assert expected == sorted(installed.run("themes").split())


@pytest.mark.parametrize(("language", "title"), [("ga", "Aidhm"), ("ka", "მიზანი"), ("ms", "Matlamat")])
def test_the_languages_are_found(installed: Installed, language: str, title: str) -> None:
    """The rules are printed in every language."""
    assert title in installed.run("rules", "--lang", language).splitlines()


def test_a_game_can_be_played(installed: Installed) -> None:
    """A game in plain lines starts and can be left."""
    assert "7 cards:" in installed.run("play", "--plain", "--seed", "a", "--lang", "en", typed="hand\nquit\n")


def test_a_server_can_be_run(installed: Installed, tmp_path: Path) -> None:
    """`uno serve --check` starts a server, logs in to it and reports that both work."""
    assert "The configuration can be used." in installed.run("serve", "--check", "--data", str(tmp_path)).splitlines()
