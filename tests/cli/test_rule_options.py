"""`uno rules --options`, what errors of `--set` say about it, and the language where the locale is not UTF-8."""

import json

import pytest
from click.testing import CliRunner, Result

from tests.pseudo import PseudoWords
from uno_tui.cli.commands import main
from uno_tui.cli.rule_options import options_text
from uno_tui.game.rules import OPTIONS, PRESETS, Rules

UTF8 = {"LANG": "en_US.UTF-8", "LC_ALL": "", "LC_CTYPE": "", "LC_MESSAGES": "", "TERM": "xterm"}


def uno(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="uno", env={**UTF8, **environment})


def test_every_option_is_explained() -> None:
    """The text has each option with its value, and each value; a changed one shows its default as well."""
    text = uno("rules", "--options", "--preset", "party").stdout
    blocks = {block.partition("=")[0]: block for block in text.split("\n\n")[1:]}

    assert list(OPTIONS) == list(blocks)
    assert blocks["stacking"].startswith("stacking=cross  [default: off]\n    A penalty")
    assert "a number from 1 to 15" in blocks["hand_size"]
    for name, option in OPTIONS.items():
        if not option.is_range:
            shown = [line.split()[0] for line in blocks[name].splitlines()[2:]]
            assert [option.text(value) for value in option.values] == shown


def test_options_as_json() -> None:
    """`--json` prints one object with the same; every value is one that `--set` takes."""
    found = json.loads(uno("rules", "--options", "--json", "--set", "target=200").stdout)

    assert "classic target=200" == found["rules"]
    assert list(OPTIONS) == [one["name"] for one in found["options"]]
    target = next(one for one in found["options"] if one["name"] == "target")
    assert (["1", "5000"], True, "500", "200") == tuple(target[key] for key in ("values", "range", "default", "value"))
    for one in found["options"]:
        assert one["meaning"]
        assert one["range"] or set(one["values"]) == set(one["values_mean"])
        if not one["meaning"].endswith("Only with deck=regular."):
            for value in one["values"]:
                Rules.parse("classic", [f"{one['name']}={value}"])


def test_options_are_told_in_the_language() -> None:
    """Every sentence is translated."""
    text = options_text(PRESETS["classic"], PseudoWords())

    assert "Ḗƽ" not in text
    assert "ȧ ƞŭḿƀḗř ƒřǿḿ 1 ŧǿ 15" in text


@pytest.mark.parametrize("words", [["play", "--set", "foo=1"], ["rules", "--set", "draw=3"], ["host", "--set", "draw"]])
def test_a_wrong_setting_points_to_the_list(words: list[str]) -> None:
    """Every error of `--set` names the command that lists the options; one of `--preset` does not."""
    assert uno(*words).stderr.endswith("For every option and what it means: uno rules --options\n")
    assert "--options" not in uno(words[0], "--preset", "nope").stderr


def test_json_alone_is_wrong() -> None:
    """`--json` without `--options` is a usage error."""
    assert 2 == uno("rules", "--json").exit_code


@pytest.mark.parametrize("variable", ["LANG", "LC_CTYPE", "LC_ALL"])
def test_letters_that_the_locale_lacks_are_not_used(variable: str) -> None:
    """Georgian needs UTF-8; in any other locale lines are in English, and Irish stays Irish."""
    other = {variable: "ka_GE.GEORGIAN-PS"}

    assert uno("rules", "--lang", "ka").stdout.startswith("წესები")
    assert uno("rules", "--lang", "ka", **other).stdout == uno("rules").stdout
    assert uno("rules", "--lang", "ga", **other).stdout == uno("rules", "--lang", "ga").stdout
