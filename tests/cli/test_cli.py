"""The command line: commands and options, and the errors for wrong ones."""

import re

import pytest
from click.testing import CliRunner, Result

from tests import ROOT
from uno_tui.cli.commands import main


def uno(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="uno", env={"LANG": "en_US.UTF-8", "TERM": "xterm"})


@pytest.mark.parametrize("command", [[], ["play"], ["serve"], ["rules"], ["themes"]])
def test_every_command_has_help_and_a_version(command: list[str]) -> None:
    """`--help` and `--version` work everywhere and exit with 0."""
    assert 0 == uno(*command, "--help").exit_code
    assert "uno-tui, version" in uno(*command, "--version").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ply"], "unknown command 'ply' (did you mean play?); choose from play, daily, host, join,"),
        (["sing"], "unknown command 'sing'; choose from play, daily, host, join,"),
        (["--lang", "ms", "sing"], "arahan 'sing' tidak dikenali"),
        (["play", "--bots", "0"], "'0' is not a number from 1 to 9"),
        (["play", "--bots", "10"], "'10' is not a number from 1 to 9"),
        (["play", "--bots", "many"], "'many' is not a number from 1 to 9"),
        (["play", "--preset", "IRISH"], "(did you mean irish?)"),
        (["play", "--preset", "offical"], "official"),
        (["play", "--set", "stakcing=same"], "stacking"),
        (["play", "--set", "stacking=sam"], "same"),
        (["play", "--set", "stacking"], "OPTION=VALUE"),
        (["play", "--set", "jack=skip"], "deck=regular"),
        (["play", "--set", "target=0"], "1 to 5000"),
        (["play", "--set", "hand_size=15", "--bots", "9"], "hand_size=15 is too large for 10 players"),
        (["play", "--level", "mild"], "unknown bot level 'mild'; choose from easy, medium, hard"),
        (["play", "--level", "hrad"], "(did you mean hard?)"),
        (["play", "--lang", "xx"], "ga"),
        (["play"], "--plain"),
        (["play", "--theme", "nope"], "unknown theme 'nope'; choose from classic"),
        (["--theme", "nope", "play"], "unknown theme 'nope'"),
        (["--theme", "nope"], "unknown theme 'nope'"),
        (["host", "--players", "3", "--bots", "5"], "bots=5: one of the 3 seats must be left for a person"),
        (["host", "--listen", "nope.invalid"], "cannot listen on nope.invalid port 2222: "),
        (["host", "--listen", ""], "an empty name is not an address; this computer's addresses: "),
        (["host", "--bots", "5"], "terminal"),
        (["serve", "--listen", ""], "an empty name is not an address; this computer's addresses: "),
        (["serve", "--port", "70000"], "65535"),
        (["simulate", "--games", "1e3"], "'1e3' is not a number that is 1 or more"),
        (["simulate", "--games", "1", "--players", "11"], "'11' is not a number from 2 to 10"),
        (["join", "--list", "--seconds", "nan"], "'nan' is not a number from 0.1 to 60"),
        (["join", "--list", "10.0.0.1"], "--list searches this network; do not give an address with it"),
        (["join", "ann@den"], "'ann@den' is not an address: use HOST or HOST:PORT. Your name is set with"),
        (["join", "ssh://den"], "'ssh://den' is not an address"),
        (["join", ""], "'' has no host name in it"),
        (["--lang", "ms", "join", "den:0"], "'0' bukan port: port ialah 1 hingga 65535"),
        (["join", "--list", "--seconds", "1m"], "'1m' is not a number from 0.1 to 60"),
        (["replay", "x", "--until", "-1"], "'-1' is not a number that is 0 or more"),
        (["themes", "--show", "clasic"], "(did you mean classic?)"),
        (["rules", "--theme", "LIGTH"], "(did you mean light?)"),
        (["rules", "--preset", "x"], "classic"),
    ],
)
def test_wrong_words_exit_with_2_and_say_what_would_be_right(words: list[str], said: str) -> None:
    """A wrong word ends with status 2, an empty stdout, and a message that names what would be right.

    The error comes before the error that there is no terminal.
    """
    done = uno(*words)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in " ".join(done.stderr.split())


def test_rules_are_generated_from_the_options() -> None:
    """`uno rules` prints the rules of the given options."""
    classic, irish = uno("rules").output, uno("rules", "--preset", "irish").output

    assert (True, True) == (classic.startswith("Rules: classic\n"), irish.startswith("Rules: irish\n"))
    assert "double" not in classic.lower()
    assert "double" in irish.lower()


def test_a_theme_is_shown_as_its_file() -> None:
    """`uno themes --show` prints a text that can be saved as a theme file."""
    shown = uno("themes", "--show", "light")

    assert 0 == shown.exit_code
    assert shown.output == (ROOT / "themes" / "light.toml").read_text(encoding="utf-8")


def test_options_may_stand_before_or_after_the_command() -> None:
    """`--lang` works before and after the command's name."""
    assert uno("--lang", "en", "rules").output == uno("rules", "--lang", "en").output


@pytest.mark.parametrize(("language", "wanted"), [("en", "1 to 9"), ("ga", "1 go 9"), ("ka", "1-დან 9-მდე")])
def test_ranges_in_help_are_words(language: str, wanted: str) -> None:
    """The numbers that an option accepts are in the person's language, without signs of mathematics."""
    shown = " ".join(uno("play", "--lang", language, "--help").output.split())
    assert f"{wanted}]" in shown
    assert "<=" not in shown + uno("simulate", "--help").output


def test_without_a_terminal_and_a_command_there_is_help() -> None:
    """Bare `uno` without a terminal ends with status 2 and prints the help."""
    done = uno()

    assert (2, "") == (done.exit_code, done.stdout)
    assert all(command in done.stderr for command in ("play", "host", "join", "serve", "replay", "simulate"))


ENGLISH = re.compile(r"\b(the|you|your|show|print|list|play|against|options|commands|usage|default)\b", re.IGNORECASE)
SPOKEN = ("play", "daily", "host", "join", "serve", "simulate", "replay", "rules", "themes")


@pytest.mark.parametrize("command", [[], *([command] for command in SPOKEN)])
@pytest.mark.parametrize(("language", "usage"), [("ga", "Úsáid: "), ("ka", "გამოყენება: "), ("ms", "Penggunaan: ")])
def test_help_is_told_in_the_language(command: list[str], language: str, usage: str) -> None:
    """Help is in the language of `--lang`, wherever it stands, or else of the environment."""
    before, after = uno("--lang", language, *command, "--help"), uno(*command, "--help", f"--lang={language}")
    environment = {"LANG": f"{language}_XX.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "TERM": "xterm"}
    by_environment = CliRunner().invoke(main, [*command, "--help"], prog_name="uno", env=environment)

    assert before.output.startswith(usage)
    assert before.output == after.output == by_environment.output
    prose = re.sub(r"(?m)^  \S.*?(?:  +|$)|--\S+|\buno( \w+)+|\[OPTIONS\]|ssh|\[\w+\]", " ", before.output)
    assert ENGLISH.findall(prose) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ga", "níl réamhshocrú 'offical' ann (an é official a bhí i gceist agat?)"),
        ("ka", "უცნობი მზა წესები 'offical' (ხომ არ გინდოდა official?)"),
        ("ms", "set 'offical' tidak dikenali (adakah anda maksudkan official?)"),
    ],
)
def test_wrong_rules_are_told_in_the_language(language: str, said: str) -> None:
    """An error in the rules, and its suggestion, are in the person's language."""
    done = uno("rules", "--lang", language, "--preset", "offical")

    assert 2 == done.exit_code
    assert said in " ".join(done.stderr.split())
