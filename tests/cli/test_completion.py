"""Completion of the command line in bash, zsh and fish, and `uno help`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner

from tests.terminals import Terminal
from uno_tui.bots import LEVELS
from uno_tui.cli.commands import main
from uno_tui.cli.completion import SHELLS, VARIABLE, WORDS
from uno_tui.game.rules import OPTIONS, PRESETS
from uno_tui.i18n import LANGUAGES

PROMPTS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], {"PS1": "ready> "}),
    "zsh": (["zsh", "-f", "-i"], {"PS1": "ready> "}),
}
"""Shells that complete on a terminal only, and their environment."""


def completed(*words: str) -> list[str]:
    """Return the completions of the last word, by the code behind the scripts."""
    kind = get_completion_class("fish")
    assert kind is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WORDS, "\n".join(["uno", *words]))
        return [line.partition(",")[2] for line in kind(main, {}, "uno", VARIABLE).complete().splitlines()]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["pl"], ["play"]),
        (["--lang", ""], list(LANGUAGES)),
        (["play", "--pre"], ["--preset"]),
        (["play", "--preset", ""], list(PRESETS)),
        (["rules", "--preset=pa"], ["--preset=party"]),
        (["play", "--set", ""], [f"{name}=" for name in OPTIONS]),
        (["host", "--set", "stacking="], ["stacking=off", "stacking=same", "stacking=cross"]),
        (["host", "--set=must_play=o"], ["--set=must_play=off", "--set=must_play=on"]),
        (["host", "--set", "target="], ["target=1", "target=500", "target=5000"]),
        (["play", "--level", ""], list(LEVELS)),
        (["simulate", "--bots", "easy,m"], ["easy,medium"]),
        (["play", "--theme", "cl"], ["classic"]),
        (["themes", "--show", "li"], ["light"]),
        (["completion", ""], list(SHELLS)),
        (["help", "simul"], ["simulate"]),
        (["play", "--set", "nonsense="], []),
    ],
)
def test_every_word_with_a_list_is_completed(words: list[str], found: list[str]) -> None:
    """Commands, options and the values of options are completed from the lists that the program itself uses."""
    assert found == completed(*words)


def test_files_are_completed_where_files_belong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`uno replay` completes kept records, files and folders; `--data` completes folders only."""
    kept = tmp_path / "data" / "uno-tui" / "records" / "match-20260101-101010.uno"
    kept.parent.mkdir(parents=True)
    kept.write_text("uno-tui record 1\n")
    (tmp_path / "a b.uno").touch()
    (tmp_path / ".hidden").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    assert [str(kept), "a b.uno", "data/"] == completed("replay", "")
    assert [f"{tmp_path}/a b.uno"] == completed("replay", f"{tmp_path}/a")
    assert [".hidden"] == completed("replay", ".h")
    assert ["data/"] == completed("serve", "--data", "")
    assert [] == completed("replay", "no/such/")


def test_bash_adds_the_slash_of_a_folder_itself(program: dict[str, Any], tmp_path: Path) -> None:
    """A folder is offered to bash without its slash, because bash writes one after every folder."""
    (tmp_path / "docs").mkdir()
    asking = 'eval "$(uno completion bash)"; COMP_LINE="uno replay --cast do"; COMP_POINT=${#COMP_LINE}; _uno_complete'
    ran = subprocess.run(
        ["bash", "--norc", "-c", f'{asking} 2>&-; echo "${{COMPREPLY[@]}}"'],
        env=program, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip  # one call
    assert "docs\n" == ran.stdout


@pytest.fixture
def program(tmp_path: Path) -> dict[str, Any]:
    """An environment in which the shell finds `uno`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "uno").write_text(f'#!/bin/sh\nexec {sys.executable} -m uno_tui "$@"\n')
    (folder / "uno").chmod(0o700)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "LANG": "C.UTF-8", "HOME": str(tmp_path)}


@pytest.mark.parametrize("shell", PROMPTS)
async def test_the_script_works_in_the_shell(shell: str, program: dict[str, Any]) -> None:
    """After `eval "$(uno completion SHELL)"`, the Tab key completes a command, an option, a setting and its value."""
    command, environment = PROMPTS[shell]
    async with Terminal(command, controlling=True, **program, **environment) as terminal:
        await terminal.shows("ready>")
        terminal.type(f'eval "$(uno completion {shell})"; echo do""ne\n'.encode())
        await terminal.shows("done\nready>")
        for typed, shown in (
            ("uno simul", "uno simulate "),
            ("--pres", "uno simulate --preset "),
            ("part", "uno simulate --preset party "),
            ("--set stac", "uno simulate --preset party --set stacking="),
            ("cr", "uno simulate --preset party --set stacking=cross"),
        ):
            terminal.type(f"{typed}\t".encode())
            await terminal.shows(shown.rstrip())


def test_the_script_works_in_fish(program: dict[str, Any]) -> None:
    """Fish completes a command, a setting's name and its value."""
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")

    def of(line: str) -> Sequence[str]:
        code = f'uno completion fish | source; complete --do-complete "{line}"'
        done = subprocess.run(
            ["fish", "--no-config", "-c", code], env=program, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    assert ["simulate"] == of("uno simul")
    assert ["stacking="] == of("uno play --set stac")
    assert ["--set=stacking=cross"] == of("uno play --set=stacking=cr")


def uno(*words: str) -> tuple[str, str, int]:
    done = CliRunner().invoke(main, words, prog_name="uno", env={"LANG": "en_US.UTF-8", "TERM": "xterm"})
    return done.stdout, done.stderr, done.exit_code


@pytest.mark.parametrize("command", ["play", "host", "rules", "completion", "help"])
def test_help_has_three_spellings(command: str) -> None:
    """`uno help COMMAND`, `uno COMMAND -h` and `uno COMMAND --help` print the same."""
    assert uno(command, "--help") == uno(command, "-h") == uno("help", command)


def test_help_without_a_command_is_that_of_the_program() -> None:
    """`uno help` and `uno -h` print what `uno --help` does, and an unknown command is suggested a similar one."""
    assert uno("--help") == uno("-h") == uno("help")
    _, errors, status = uno("help", "paly")
    assert 2 == status
    assert "unknown command 'paly' (did you mean play?)" in errors
