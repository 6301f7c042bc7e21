"""The settings file: its values, its errors, and that it is never lost or half written."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from uno_tui.cli import options as commandline
from uno_tui.cli.commands import main
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.local.files import replace_file
from uno_tui.local.settings import (
    Settings,
    SettingsError,
    SettingsWriter,
    load,
    load_or_default,
    parse,
    save,
    updated_text,
)
from uno_tui.names import clean_name
from uno_tui.tui.session import SessionOptions

CHOSEN = Settings(name="Zoë", theme="light", language="ga", motion=True, bell=True, ascii=True)


def test_no_file_is_the_defaults(tmp_path: Path) -> None:
    """Without a file the defaults apply and there is no error."""
    assert (Settings(), None) == load_or_default(tmp_path / "none" / "settings.toml")


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    """Saved settings load as they were; the folder is created, and no other file is left in it."""
    path = tmp_path / "new" / "settings.toml"
    save(path, CHOSEN)

    assert CHOSEN == load(path)
    assert ["settings.toml"] == [one.name for one in path.parent.iterdir()]


names = st.text(max_size=20).map(lambda text: clean_name(text, "")).filter(lambda name: name == clean_name(name, ""))


@given(name=names, language=st.sampled_from(["", *LANGUAGES]), flags=st.tuples(*[st.booleans()] * 3))
def test_any_settings_can_be_written_and_read(name: str, language: str, flags: tuple[bool, bool, bool]) -> None:
    """Any settings that are written are read back equal, also over another file."""
    motion, bell, ascii_only = flags
    chosen = Settings(name=name, language=language, motion=motion, bell=bell, ascii=ascii_only)

    assert chosen == parse(updated_text("", chosen), "f")
    assert chosen == parse(updated_text(updated_text("", CHOSEN), chosen), "f")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bell = true\nbell = false\n", "f:2: not TOML: the key or section is there twice"),
        ("bell = \n", "f:1: not TOML: there is no value that can be read"),
        ('# mine\n\nbell = "yes"\n', "f:3: bell: expected true or false, not 'yes'"),
        ("theme = 7", "f:1: theme: expected text in quotes, not 7"),
        ('theme = ""', "f:1: theme: the text must not be empty"),
        ("motion = true\nbel = true", "f:2: bel: unknown setting (did you mean bell?); choose from name,"),
        ('[looks]\ntheme = "x"', "f:1: looks: unknown setting; choose from name,"),
        ('\nlanguage = "de"', "f:2: language: expected one of en, ga, ka, ms, not 'de'"),
        ('name = "a\\u001b[2Jb"', "f:1: name: it would be shown as 'a[2Jb'"),
    ],
)
def test_a_wrong_file_is_told_by_line_key_and_reason(text: str, said: str) -> None:
    """An error has the file, the line, the key and what would be right."""
    with pytest.raises(SettingsError) as error:
        parse(text, "f")

    assert str(error.value).startswith(said)


def complaint(path: Path) -> str:
    """Return the error of a file for which the defaults apply."""
    settings, error = load_or_default(path)
    assert Settings() == settings
    return str(error)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    """Bytes that are no text, a file that is too long and a folder are errors, and the defaults apply."""
    path = tmp_path / "settings.toml"
    path.write_bytes(b"bell = true\nname = '\xff'\n")
    assert f"{path}:2: not UTF-8 text" == complaint(path)
    path.write_bytes(b"#" * 70_000)
    assert f"{path}:1: the file is too large (70000 bytes)" == complaint(path)
    assert f"{tmp_path}:1: cannot be read: Is a directory" == complaint(tmp_path)


def test_remarks_and_order_stay() -> None:
    """Only the lines of changed settings change."""
    before = '# mine\ntheme = "light"  # for the sun\n\nbell = true\n'

    after = updated_text(before, Settings(theme="light", bell=False, motion=False))

    assert '# mine\ntheme = "light"  # for the sun\n\nbell = false\nmotion = false\n' == after


def test_any_toml_can_be_changed() -> None:
    """If a value cannot be changed line by line, the whole file is written again with the right values."""
    before = "'bell' = true\ntheme = '''light'''\n"

    assert Settings(theme="dark", bell=False) == parse(updated_text(before, Settings(theme="dark")), "f")


def test_a_wrong_file_is_put_aside(tmp_path: Path) -> None:
    """Saving over a wrong file keeps its text in another file."""
    path = tmp_path / "settings.toml"
    path.write_text("bell = perhaps\n")
    save(path, CHOSEN)

    assert CHOSEN == load(path)
    assert "bell = perhaps\n" == (tmp_path / "settings.toml.wrong").read_text()


def test_a_new_file_states_its_format(tmp_path: Path) -> None:
    """A file that is written for the first time begins with its format; a file without one has format 1."""
    path = tmp_path / "settings.toml"
    save(path, Settings(bell=True))

    assert "format = 1\nbell = true\n" == path.read_text()
    assert Settings(bell=True) == load(path) == parse("bell = true\n", "f")


def test_a_file_of_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    """The error names the format, the defaults apply, and no change is written over the file."""
    path = tmp_path / "settings.toml"
    path.write_text("# mine\nformat = 2\nbell = 'soft'\n")
    wanted = f"{path}:2: format: 2 is newer than 1, the newest that this program reads; the file is left as it is"

    assert wanted == complaint(path)
    with pytest.raises(OSError, match="format: 2 is newer"):
        save(path, CHOSEN)
    SettingsWriter(path, Settings()).save(Settings(bell=True))
    assert "# mine\nformat = 2\nbell = 'soft'\n" == path.read_text()
    assert ["settings.toml"] == [one.name for one in tmp_path.iterdir()]


@pytest.mark.parametrize("number", ["0", "true", "'1'", "1.5"])
def test_a_format_is_a_whole_number(number: str) -> None:
    """Any other value of `format` is an error with its line."""
    with pytest.raises(SettingsError, match=r"^f:1: format: expected a whole number that is 1 or more$"):
        parse(f"format = {number}\n", "f")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Saving through a link changes the file that the link points to."""
    kept, link = tmp_path / "kept.toml", tmp_path / "settings.toml"
    kept.write_text("bell = true\n")
    link.symlink_to(kept)
    save(link, CHOSEN)

    assert (True, CHOSEN) == (link.is_symlink(), load(kept))


def test_a_file_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails in the middle, the old file is intact and no other file is left."""
    path = tmp_path / "settings.toml"
    save(path, CHOSEN)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, "bell = true\n")

    assert CHOSEN == load(path)
    assert ["settings.toml"] == [one.name for one in tmp_path.iterdir()]


def test_what_is_changed_at_the_table_is_kept(tmp_path: Path) -> None:
    """Only settings that were changed during play are saved, and never the name."""
    path = tmp_path / "settings.toml"
    save(path, Settings(name="Zoe", theme="light"))
    changes = SettingsWriter(path, Settings(theme="mono", language="en", ascii=True))
    changes.save(Settings(theme="mono", language="en", ascii=True, name="Zed"))
    assert Settings(name="Zoe", theme="light") == load(path)
    changes.save(Settings(theme="mono", language="ga", ascii=True, bell=True))
    changes.save(Settings(theme="dark", language="ga", ascii=False, bell=True))

    assert Settings(name="Zoe", theme="dark", language="ga", bell=True) == load(path)


def test_a_full_disk_stops_nobody_s_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Settings that cannot be saved during play are reported in the log."""
    (tmp_path / "file").write_text("")
    SettingsWriter(tmp_path / "file" / "settings.toml", Settings()).save(Settings(bell=True))

    assert "cannot be kept" in caplog.text


# On the command line


@pytest.fixture
def own_settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of a person; it does not exist yet."""
    path = tmp_path / "settings.toml"
    monkeypatch.setattr(commandline, "settings_file", lambda: path)
    return path


def chosen(*words: str) -> tuple[Settings, str, str]:
    """Run `uno rules` with those words; return the effective settings, the language and the error output."""
    found = []

    @main.command("look")
    @commandline.common_options
    def look() -> None:
        found.append((commandline.effective_settings(), commandline.session_words().language))
        commandline.effective_settings()

    try:
        done = CliRunner().invoke(main, [*words, "look"], prog_name="uno", env={"LANG": "ms_MY.UTF-8", "LC_ALL": ""})
    finally:
        del main.commands["look"]
    assert 0 == done.exit_code
    ((settings, language),) = found
    return settings, language, done.stderr


def test_options_go_before_settings_and_settings_before_the_environment(own_settings_file: Path) -> None:
    """Language and theme come from the command line, then the settings, then the environment or the default."""
    assert (Settings(), "ms", "") == chosen()
    own_settings_file.write_text('theme = "light"\nlanguage = "ga"\nbell = true\n')
    assert (Settings(theme="light", language="ga", bell=True), "ga", "") == chosen()
    asked = chosen("--lang", "ka", "--theme", "mono")
    assert (Settings(theme="mono", language="ka", bell=True), "ka", "") == asked


def test_a_name_that_is_set_is_used_unless_another_is_asked_for(own_settings_file: Path) -> None:
    """The name comes from the option, then the settings, then the login name; an empty option is the default name."""
    own_settings_file.write_text('name = "Zoë"\n')
    context = main.make_context("uno", ["play"], resilient_parsing=True)
    with context:
        assert ("Zoë", "Ann", "player") == tuple(map(commandline.own_name, (None, "Ann", "")))


def test_a_wrong_file_is_told_once_and_the_defaults_are_used(own_settings_file: Path) -> None:
    """The command runs with the defaults; the error is one line on stderr in the person's language."""
    own_settings_file.write_text("bell = 3\n")
    settings, _, said = chosen()

    assert Settings() == settings
    assert f"uno: {own_settings_file}:1: bell: sepatutnya true atau false, bukan 3; nilai lalai digunakan\n" == said


def test_settings_reach_the_session() -> None:
    """Colors, ASCII, motion and bell of the settings apply to the screens of this terminal."""
    session = SessionOptions.local({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, Words(), CHOSEN)

    assert ("light", True, True, True) == (session.theme, session.ascii, session.motion, session.bell)
