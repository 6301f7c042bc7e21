"""The options of the last tables: stored, read again, and ignored where they cannot be used."""

from pathlib import Path

import pytest

from uno_tui.game.rules import Rules
from uno_tui.local.last_used import LastUsed, StoredOptions, last_used_file, save_last_used
from uno_tui.table.options import TableOptions


def test_playing_and_hosting_are_stored_separately(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Storing the options of one leaves those of the other unchanged."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert LastUsed() == LastUsed.load(last_used_file())
    played = TableOptions(seats=3, bots=2, level="hard", rules=Rules.parse("irish", ["target=50"]))
    save_last_used(play=played)
    save_last_used(host=TableOptions(seats=6, bots=1))

    assert played == LastUsed.load(last_used_file()).play.options
    assert TableOptions(seats=6, bots=1) == LastUsed.load(last_used_file()).host.options


@pytest.mark.parametrize(
    "way",
    ["", "{", "[]", "3", '{"seats": 99}', '{"seats": 2, "bots": 2}', '{"rules": ""}', '{"rules": "x"}',
     '{"bots": 3, "level": "hrad"}', '{"bots": 3, "level": "godlike"}', '{"bots": 3, "level": 7}',
     '{"bots": 3, "rules": "classic target=-1"}', '{"bots": 3, "rules": "classic no_such=on"}',
     '{"level": "hard"}', '{"seats": 6, "bots": 1}'],
)  # fmt: skip  # a list
def test_unusable_options_are_replaced_by_the_defaults(tmp_path: Path, way: str) -> None:
    """A damaged file, impossible options, and a number of bots that leaves seats empty lead to the defaults."""
    path = tmp_path / "last_used.json"
    path.write_text(f'{{"play": {way}}}')

    assert LastUsed().play == LastUsed.load(path).play


def test_an_unknown_level_for_hosting_is_replaced_by_the_defaults(tmp_path: Path) -> None:
    """A level that this version does not know is ignored; the options for playing are kept."""
    path = tmp_path / "last_used.json"
    path.write_text('{"play": {"bots": 3, "level": "hard"}, "host": {"level": "hrad"}}')
    stored = LastUsed.load(path)

    assert LastUsed().host == stored.host
    assert "hard" == stored.play.level


def test_a_file_without_a_format_is_read(tmp_path: Path) -> None:
    """Files of earlier versions have no format number; the number is written from now on."""
    path = tmp_path / "last_used.json"
    path.write_text('{"host": {"seats": 6}}')
    stored = LastUsed.load(path)
    stored.save(path)

    assert StoredOptions(seats=6) == stored.host
    assert path.read_text().startswith('{"format":1,')


def test_a_file_of_a_newer_format_is_reported_and_left_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The defaults apply, a warning names the format, and the file is never overwritten."""
    path = tmp_path / "last_used.json"
    text = '{"format": 2, "play": {"seats": 3}}'
    path.write_text(text)

    assert LastUsed() == LastUsed.load(path)
    assert f"{path} has format 2, newer than 1, the newest that this program reads" in caplog.text
    LastUsed().save(path)
    assert text == path.read_text()
