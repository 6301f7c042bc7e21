"""Usage errors: click's own, too, are in the person's language, and say what would be right."""

import click
import pytest

from tests.cli.test_cli import uno
from uno_tui.cli.usage import SpokenUsageError
from uno_tui.i18n import LANGUAGES, Words

CASES = (
    (["play", "--sed", "x"], "There is no option --sed (did you mean --seed?)."),
    (["play", "--bot", "2"], "There is no option --bot (did you mean --bots?)."),
    (["play", "--cont"], "There is no option --cont (did you mean --continue?)."),
    (["host", "--seats", "99"], "There is no option --seats (did you mean --players?)."),
    (["play", "--seats", "4"], "There is no option --seats (did you mean --bots?)."),
    (["play", "--rules", "irish"], "There is no option --rules (did you mean --preset?)."),
    (["replay", "--latest"], "There is no option --latest. For all options: uno replay --help"),
    (["play", "--teams", "--bots", "2"], "--bots: teams=pairs is for 4, 6, 8 or 10 players, not 3 (2 bots and you)"),
    (["play", "--xyz"], "There is no option --xyz. For all options: uno play --help"),
    (["--xyz"], "There is no option --xyz. For all options: uno --help"),
    (["play", "--bots"], "A value is missing: --bots N"),
    (["play", "--plain=3"], "--plain takes no value."),
    (["play", "extra"], "Unexpected argument: extra. For all options: uno play --help"),
    (["play", "one", "two"], "Unexpected arguments: one two. For all options: uno play --help"),
    (["play", "--bots", "3", "expert"], "Unexpected argument: expert (did you mean --level expert?)."),
    (["play", "Exprt"], "Unexpected argument: Exprt (did you mean --level expert?)."),
    (["play", "sharp"], "Unexpected argument: sharp (did you mean --level hard?)."),
    (["play", "3", "quick"], "Unexpected arguments: 3 quick (did you mean --bots 3 --preset quick?)."),
    (["play", "11"], "Unexpected argument: 11. For all options: uno play --help"),
    (["play", "plain"], "Unexpected argument: plain (did you mean --plain?)."),
    (["play", "stacking=same"], "Unexpected argument: stacking=same (did you mean --set stacking=same?)."),
    (["play", "--bots", "hard"], "--bots: 'hard' is not a number from 1 to 9 (did you mean --level hard?)"),
    (["play", "--level", "3"], "--level: unknown bot level '3' (did you mean --bots 3?); choose from easy, medium"),
    (["play", "--preset", "expert"], "unknown preset 'expert' (did you mean --level expert?); choose from classic"),
    (["host", "expert"], "Unexpected argument: expert. For all options: uno host --help"),
    (["host", "3"], "Unexpected argument: 3 (did you mean --players 3?)."),
    (["host", "2200"], "Unexpected argument: 2200 (did you mean --port 2200?)."),
    (["join", "host.example", "FAM1"], "Unexpected argument: FAM1 (did you mean --room FAM1?)."),
    (["daily", "expert"], "Unexpected argument: expert. For all options: uno daily --help"),
    (["serve", "0.0.0.0"], "Unexpected argument: 0.0.0.0 (did you mean --listen 0.0.0.0?)."),
    (["rules", "party"], "Unexpected argument: party (did you mean --preset party?)."),
    (["simulate", "--games", "1", "hard"], "Unexpected argument: hard (did you mean --bots hard?)."),
    (["simulate"], "--games N is missing."),
    (["replay"], "Which match? Name its FILE, or - for standard input. To choose a saved match: start uno, then"),
    (["completion"], "Which shell? Name one of bash|zsh|fish."),
    (["completion", "tcsh"], "bash|zsh|fish: 'tcsh' is not possible; choose from bash, zsh, fish"),
    (["play", "--lang", "xx"], "--lang: 'xx' is not possible; choose from en, ga, ka, ms"),
    (["play", "--bots", "0"], "--bots: '0' is not a number from 1 to 9"),
    (["themes", "--show", "ligth"], "--show: unknown theme 'ligth' (did you mean light?); choose from classic, "),
)
CLICK = (
    "Error:",
    "Usage:",
    "No such",
    "Missing",
    "Invalid",
    "unexpected",
    "requires",
    "OPTIONS",
    "is not one of",
    "Choose",
)


@pytest.mark.parametrize(("words", "said"), CASES)
def test_an_error_says_what_was_wrong_and_what_would_be_right(words: list[str], said: str) -> None:
    """In English: the usage line of the command, then the error; status 2 and nothing on stdout."""
    result = uno(*words)
    usage, empty, *error = result.stderr.splitlines()
    command = words[0] if not words[0].startswith("-") else "[OPTIONS]"
    assert usage.startswith(f"Usage: uno {command}")
    assert ("", f"Error: {said}") == (empty, error[0][: len(f"Error: {said}")])
    assert (2, "") == (result.exit_code, result.stdout)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
@pytest.mark.parametrize("words", [words for words, _ in CASES if "--lang" not in words], ids=" ".join)
def test_no_word_of_click_is_left(words: list[str], language: str) -> None:
    """In other languages usage and error have none of click's English words."""
    result = uno("--lang", language, *words)
    assert 2 == result.exit_code
    assert [] == [word for word in CLICK if word in result.stderr]
    assert len(result.stderr.splitlines()) >= 3


def test_an_unknown_text_of_click_is_shown_as_it_is() -> None:
    """A message of a newer click that nobody has translated loses nothing."""
    error = SpokenUsageError(Words("ga"), click.UsageError("Something new."))
    assert "Earráid: Something new." == error.shown
