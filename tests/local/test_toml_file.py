"""TOML files that people edit: a byte order mark does no harm, and errors name the right line."""

from pathlib import Path

import pytest

from tests import ROOT
from uno_server import config
from uno_tui.i18n import Sentence
from uno_tui.local import settings
from uno_tui.local.settings import Settings
from uno_tui.local.toml_file import TomlError, TomlFile, read_text
from uno_tui.tui.draw import theme

MARK = "\ufeff"
"""The byte order mark, which some editors write at the beginning of a UTF-8 file."""


def test_a_byte_order_mark_is_accepted_in_every_file(tmp_path: Path) -> None:
    """Settings, configuration and themes are read with a byte order mark as without it."""
    path = tmp_path / "mine.toml"
    path.write_text(f"{MARK}bell = true\n", encoding="utf-8")
    assert Settings(bell=True) == settings.load(path)
    path.write_text(f"{MARK}port = 2022\n", encoding="utf-8")
    assert 2022 == config.load(path).port
    classic = (ROOT / "themes" / "classic.toml").read_text(encoding="utf-8")
    path.write_text(f"{MARK}{classic}", encoding="utf-8")
    assert theme.load("classic", Path("/nowhere")).text == theme.load("mine", tmp_path).text
    assert classic == theme.source("mine", tmp_path)


TEXT = """
port = 1

[logins]
"deny" = ["a",
  "b"]
proxy.trusted = "c"
[[tables]]
seats = 3
"""


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["port"], None, "f:2: port: wrong"),
        (["logins"], None, "f:4: logins: wrong"),
        (["logins", "deny"], None, "f:5: logins.deny: wrong"),
        (["logins", "deny", 1], "b", "f:6: logins.deny[1]: wrong"),
        (["logins", "proxy"], None, "f:7: logins.proxy: wrong"),
        (["logins", "proxy", "trusted"], None, "f:7: logins.proxy.trusted: wrong"),
        (["logins", "missing"], None, "f:4: logins.missing: wrong"),
        (["tables", 0, "seats"], None, "f:8: tables[0].seats: wrong"),
        (["missing"], None, "f:1: missing: wrong"),
    ],
)
def test_an_error_names_the_line_of_its_key(path: list[str | int], value: str | None, told: str) -> None:
    """The line is that of the key or the element, else of its table, else the first."""
    assert told == str(TomlFile(TEXT, "f", TomlError).error(path, Sentence("wrong"), value))


def test_text_that_is_not_toml_is_an_error_of_its_line() -> None:
    """Syntax errors are reported with their line, also at the end of the text."""
    for text, told in (("a = 1\nb =", "f:2: not TOML: there is no value"), ("\n\n[a", "f:3: not TOML: ")):
        with pytest.raises(TomlError) as caught:
            TomlFile(text, "f", TomlError)
        assert str(caught.value).startswith(told)


def test_a_missing_file_is_an_error_unless_a_text_stands_for_it(tmp_path: Path) -> None:
    """A file that does not exist raises an error with its name, or gives the text that the caller asked for."""
    path = tmp_path / "none.toml"
    assert "" == read_text(path, TomlError, missing="")
    with pytest.raises(TomlError, match=r"none\.toml: No such file"):
        read_text(path, TomlError)
