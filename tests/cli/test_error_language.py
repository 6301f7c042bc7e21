"""Errors of the commands are in the person's language: in the pseudo-language no word of a sentence is plain."""

import inspect
import re
import socket
import sqlite3
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from tests import ROOT
from tests.pseudo import PseudoWords, unmarked
from tests.replays import record
from uno_server.config import SECRETS, Config, ConfigError
from uno_server.config import parse as parse_config
from uno_server.config import settings as keys_of_config
from uno_server.ssh.host_key import KEY_NAME, load_host_key
from uno_tui.cli import options
from uno_tui.cli.commands import main
from uno_tui.game.record import Record
from uno_tui.game.rules import OPTIONS, PRESETS
from uno_tui.i18n import LANGUAGES
from uno_tui.local.files import data_folder
from uno_tui.local.folder_lock import lock_folder
from uno_tui.local.own_keys import COMMANDS
from uno_tui.local.settings import PACES, SHAPES, Settings, SettingsError
from uno_tui.local.settings import parse as parse_settings
from uno_tui.local.theme_files import available
from uno_tui.local.toml_values import syntax_problem
from uno_tui.net.addresses import own_addresses
from uno_tui.tui.draw.theme import CARD_KEYS, TABLE_KEYS, ThemeError
from uno_tui.tui.draw.theme import parse as parse_theme


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Every command of this module speaks the pseudo-language, and finds empty folders."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path_factory.mktemp(name)))
    monkeypatch.setattr(options, "words_in", lambda _language: PseudoWords())


def contracts() -> Iterator[str]:
    """Yield what is the same in every language: names of commands, options, values, settings and themes."""
    yield from ("uno", "tui", "ssh", "HOST", "PORT", "README", "stdin", "SHA")
    for name, command in main.commands.items():
        yield name
        for one in command.params:
            yield from (*one.opts, *one.secondary_opts, str(one.metavar))
            if isinstance(one.type, click.Choice):
                yield from map(str, one.type.choices)
    for option in OPTIONS.values():
        yield option.name
        yield from map(str, option.values)
    yield from (*PRESETS, *LANGUAGES, *available())


CONTRACTS = {word for text in contracts() for word in re.findall(r"[A-Za-z]+", text)}


def english(said: str, *typed: object) -> list[str]:
    """Return the plain words of an error that were neither typed nor are the same in every language."""
    own = set(re.findall(r"[A-Za-z]+", " ".join(map(str, (*typed, *own_addresses(), data_folder(), "db")))))
    return [word for word in unmarked(said) if word not in CONTRACTS | own]


def failed(*words: object, stdin: str | None = None, status: tuple[int, ...] = (1, 2)) -> str:
    """Run a command that fails and return what it wrote to standard error."""
    done = CliRunner().invoke(
        main, list(map(str, words)), prog_name="uno", input=stdin, env={"TERM": "xterm", "COLUMNS": "500"}
    )
    assert done.exit_code in status, done.output
    assert done.stderr
    return done.stderr


WRONG = [
    ["ply"], ["sing"], ["--nope"], ["play", "--nope"], ["play", "--botz", "3"], ["play", "--bots"], ["play", "x"],
    ["play", "x", "y"], ["play", "--plain=3"], ["play", "--bots", "0"], ["play", "--bots", "x"],
    ["play", "--level", "q"],
    ["play", "--level", "hrad"], ["play", "--preset", "q"], ["play", "--preset", "iris"], ["play", "--set", "q"],
    ["play", "--set", "q=1"], ["play", "--set", "stakcing=same"], ["play", "--set", "stacking=q"],
    ["play", "--set", "target=0"], ["play", "--set", "target=x"], ["play", "--set", "jack=skip"],
    ["play", "--set", "hand_size=15", "--bots", "9"], ["play", "--theme", "q"], ["play", "--theme", "lihgt"],
    ["play", "--lang", "xx"], ["play", "--continue", "--bots", "2"], ["play", "--continue", "--plain"], ["play"],
    ["host", "--players", "3", "--bots", "5"], ["host", "--listen", "nope.invalid"], ["host", "--listen", ""],
    ["host", "--code", "!"], ["host", "--port", "x"], ["host"], ["join", "--room", "!"], ["join", "a@b"],
    ["join", "ssh://b"], ["join", ""], ["join", "b:0"], ["join", "[::1]x"], ["join", "nope.invalid"],
    ["join", "--list", "b"], ["join", "--list", "--seconds", "x"], ["join", "127.0.0.1:1", "--plain"], ["join"],
    ["serve", "--port", "x"], ["serve", "--listen", ""], ["serve", "--listen", "nope.invalid"],
    ["serve", "--listen", "203.0.113.1", "--port", "4242"], ["serve", "--config", "/nope/uno.toml"],
    ["serve", "--config", "/"], ["serve", "--cluster", "127.0.0.1:1", "--check"],
    ["serve", "--data", "/proc/nope"], ["serve", "--backup", "/proc/nope"], ["simulate"], ["simulate", "--games", "x"],
    ["simulate", "--games", "1", "--players", "11"], ["simulate", "--games", "1", "--bots", "q"],
    ["simulate", "--games", "1", "--bots", "hard,easy,hard", "--players", "2"], ["replay"], ["replay", "/nope"],
    ["replay", "/"], ["replay", "-", "--seat", "1"], ["replay", "-", "--seat", "1", "--open", "--svg", "/nope"],
    ["replay", "-", "--verify"], ["replay", "-", "--until", "x"], ["rules", "--json"], ["rules", "--preset", "q"],
    ["themes", "--show", "q"], ["completion"], ["completion", "tcsh"], ["help", "q"],
]  # fmt: skip  # a list


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_errors_of_wrong_words_are_in_the_language(words: list[str]) -> None:
    """Every error on a command line is in the person's language."""
    typed = "this is not a record"
    said = failed(*words, stdin=f"{typed}\n")
    assert [] == english(said, *words, typed), said


@pytest.mark.parametrize("harm", ["line 1", "rules", "move", "cut", "check", "illegal"])
def test_faults_of_a_record_are_in_the_language(harm: str, tmp_path: Path) -> None:
    """Every error in a record is reported in the person's language."""
    lines = damaged(record(), harm)
    path = tmp_path / "wrong.uno"
    path.write_text("\n".join(lines) + "\n")
    said = failed("replay", path, "--verify")
    assert [] == english(said, path, *lines), said


def damaged(whole: Record, harm: str) -> list[str]:
    """Return the lines of a record with a fault in one of them."""
    lines = whole.text.splitlines()
    moves = [number for number, line in enumerate(lines) if re.match(r"\d+ ", line)]
    changed = {
        "line 1": (0, "nothing"),
        "rules": (1, "rules: q"),
        "move": (moves[0], "1 jumps"),
        "check": (len(lines) - 1, lines[-1][:-1] + "0"),
        "illegal": (moves[0], lines[moves[-1]]),
    }
    if harm == "cut":
        return lines[: moves[-1]]
    number, line = changed[harm]
    return [*lines[:number], line, *lines[number + 1 :]]


WRONG_SETTINGS = [
    "format = 0", "format = 9", "bell = 3", "bel = true", "theme = ''", "theme = 'q'", "language = 'de'", "pace = 'q'",
    "table = 'q'", "taught = 3", "taught = [3]", "name = 3", "name = ' x '", "[keys]\ndraw = 3", "[keys]\ndrw = 'v'",
    "[keys]\nq = 'v'", "[keys]\ndraw = 'Esc'", "[keys]\ndraw = 'PageUp'", "keys = 3", "=", "a", "a = ", "a = [1",
    "a = {b = 1", "[a", "[[a", "a = 'b", 'a = "\\q"', 'a = "\\u12"', "a = 1 b = 2", "a = 2020-99-99", "a = 1\na = 2",
    "a = \x01", "a = '''", "[a]\n[a]", "a = {b = 1, b = 2}", "\\",
]  # fmt: skip  # a list


@pytest.mark.parametrize("text", WRONG_SETTINGS)
def test_errors_of_settings_are_in_the_language(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every error in the settings file is reported in the person's language."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "uno-tui" / "settings.toml"
    path.parent.mkdir()
    path.write_text(text)
    done = CliRunner().invoke(main, ["rules"], prog_name="uno")
    assert done.stderr.startswith("uno: ")
    assert [] == english(done.stderr, path, text, *Settings.__struct_fields__, *COMMANDS, *SHAPES, *PACES), done.stderr


SAME_EVERYWHERE: Final = "true false json text nan inf uno.example.org https SHA ssh ed AAAA keygen l"
"""Values and examples in errors of configurations."""
VALUES: Final = ("true", "3", "-1", "1e99", "'q'", "''", f"'{'q' * 5000}'", "['q']", "[3]", "{q = 1}")
"""A value of each type of TOML, in text."""


@pytest.mark.parametrize("key", [name for name, *_ in keys_of_config(Config())])
def test_a_wrong_value_of_any_key_of_a_server_is_told_in_the_language(key: str) -> None:
    """The error for any value of any key of the configuration is in the language and shows no password."""
    for said in errors_of_values(key, parse_config):
        assert key not in SECRETS or "q" not in said.split(": ")[2]


@pytest.mark.parametrize("key", [key for key in Settings.__struct_fields__ if key != "keys"])
def test_a_wrong_value_of_any_setting_is_told_in_the_language(key: str) -> None:
    """The error for any value of any setting is in the language."""
    errors_of_values(key, parse_settings, *SHAPES, *PACES)


def errors_of_values(key: str, parse: Callable[[str, str], object], *also_same: str) -> list[str]:
    """Return what is said of the wrong ones among the values of a key; all of it is in the language."""
    errors = []
    for value in VALUES:
        try:
            parse(f"{key} = {value}", "c")
        except (ConfigError, SettingsError) as error:
            said = error.text(PseudoWords())
            assert said.startswith(f"c:1: {key}")
            assert [] == english(said, key, value, "c", SAME_EVERYWHERE, "q" * 50, *also_same), said
            errors.append(said)
    assert len(errors) >= 3
    return errors


CLASSIC: Final = (ROOT / "themes" / "classic.toml").read_text("utf-8")


@pytest.mark.parametrize("key", re.findall(r"^([\w-]+) =", CLASSIC, re.MULTILINE))
def test_a_wrong_style_of_any_key_of_a_theme_is_told_in_the_language(key: str) -> None:
    """The error for any wrong line of a theme is in the language."""
    line = re.search(rf"^{key} =.*\n", CLASSIC, re.MULTILINE)
    assert line
    for wrong in ("", f"{key} = 3\n", f"{key} = 'q'\n", f"{key}q = 'bold'\n", f"{key} = 'on'\n"):
        with pytest.raises(ThemeError) as caught:
            parse_theme("mine", CLASSIC.replace(line[0], wrong, 1), "c")
        said = caught.value.text(PseudoWords())
        known = (key, wrong, "table cards c bold dim italic underline reverse on e", *TABLE_KEYS, *CARD_KEYS)
        assert [] == english(said, *known), said


def no_key(folder: Path) -> None:
    (folder / KEY_NAME).write_text("nothing")
    (folder / KEY_NAME).chmod(0o600)


def open_key(folder: Path) -> None:
    load_host_key(folder)
    (folder / KEY_NAME).chmod(0o666)


def newer_database(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "uno.db")) as database:
        database.execute("PRAGMA user_version = 99")


HARM: Final[dict[str, Callable[[Path], object]]] = {
    "no key": no_key,
    "open key": open_key,
    "key is a folder": lambda folder: (folder / KEY_NAME).mkdir(),
    "bans": lambda folder: (folder / "bans.json").write_text("nothing"),
    "bans are a folder": lambda folder: (folder / "bans.json").mkdir(),
    "no database": lambda folder: (folder / "uno.db").write_text("nothing" * 1000),
    "newer database": newer_database,
}
"""Functions that damage a data folder, by the name of the damage."""


@pytest.mark.parametrize("harm", HARM)
def test_what_is_wrong_with_a_data_folder_is_told_in_the_language(harm: str, tmp_path: Path) -> None:
    """If a server cannot use its data folder, the error is in the language."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    HARM[harm](folder)
    said = failed("serve", "--data", folder, "--port", 0)
    assert [] == english(said, folder, KEY_NAME, "chmod db bans json"), said


@pytest.mark.parametrize("file", ["copy", "uno.db", "letter"])
def test_a_backup_that_is_not_made_is_told_in_the_language(file: str, tmp_path: Path) -> None:
    """A backup of nothing, over the database itself or over another file is refused in the language."""
    if file != "copy":
        newer_database(tmp_path)
        (tmp_path / "letter").write_text("Dear Ann")
    said = failed("serve", "--data", tmp_path, "--backup", tmp_path / file)
    assert [] == english(said, tmp_path, file, "db"), said


@pytest.mark.parametrize(
    "text",
    ["[metrics]\nport = 1", "[web]\nport = 1", "[cluster]\nservers = ['127.0.0.1:1']",
     "[cluster]\nservers = ['a']\ntls_ca = '/nope'"],
)  # fmt: skip  # a list
def test_a_part_that_is_not_there_is_told_in_the_language(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package that is not installed, and a broker that does not answer, are named in the language."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.setattr("uno_server.web.installed.find_spec", lambda _name: None)
    (tmp_path / "uno.toml").write_text(text)
    said = failed("serve", "--data", tmp_path, "--config", tmp_path / "uno.toml")
    assert [] == english(said, tmp_path, text, "prometheus client pip install aiohttp"), said


def test_a_taken_folder_and_a_taken_port_are_told_in_the_language(tmp_path: Path) -> None:
    """A second server of the same folder, and one on the same port, say so in the language."""
    with lock_folder(tmp_path):
        said = failed("serve", "--data", tmp_path, "--port", 0)
        assert [] == english(said, tmp_path, "DIR"), said
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = failed("serve", "--data", tmp_path, "--port", taken.getsockname()[1])
        assert [] == english(said, tmp_path), said


def test_every_complaint_of_the_toml_parser_has_a_sentence() -> None:
    """No complaint in the source of Python's parser falls back to the general sentence."""
    source = inspect.getsource(sys.modules[tomllib.loads.__module__])
    complaints = re.findall(r"(?:suffixed_err|TOMLDecodeError)\(\s*src, \w+, f?\"(.+?)\"", source)
    assert len(complaints) > 20
    general = str(syntax_problem("?"))
    assert [] == [one for one in complaints if str(syntax_problem(one)) == general]
