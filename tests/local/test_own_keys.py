"""Keys of one's own in the settings file: what can be written, what is refused and how, and that comments survive."""

import pytest

from uno_tui.local.own_keys import COMMANDS, NO_KEYS, OwnKeys
from uno_tui.local.settings import Settings, SettingsError, parse, updated_text


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('draw = "v"', {"draw": ("v",)}),
        ('draw = "V"\nchat = ";"', {"chat": ("semicolon",), "draw": ("V",)}),
        ('left = "a Space"', {"left": ("a", "space")}),
        ('hint = "ctrl+x f5 Enter é"', {"hint": ("ctrl+x", "f5", "enter", "é")}),
    ],
)
def test_keys_are_written_as_they_are_named_on_screen(text: str, keys: dict[str, tuple[str, ...]]) -> None:
    """A letter, a sign, the names of other keys in any case; several stand in one text, separated by spaces."""
    own = OwnKeys.of(parse(f"[keys]\n{text}\n", "f").keys)

    assert tuple(sorted(keys.items())) == own.chosen
    assert own == OwnKeys.of(own.settings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[keys]\n\ndrw = "v"', "f:3: keys.drw: unknown command (did you mean draw?)"),
        ('[keys]\nzzz = "v"', "f:2: keys.zzz: unknown command; choose from address, autopilot, "),
        ('[keys]\ndraw = "vv"', "f:2: keys.draw: 'vv' is not a key that can be chosen; choose a letter, a sign, Space"),
        ('[keys]\nsort = "x"\ndraw = "Esc"', "f:3: keys.draw: 'Esc' always has the same meaning; choose a letter"),
        ('[keys]\ndraw = "5"', "f:2: keys.draw: '5' always has the same meaning; choose a letter"),
        ('[keys]\ndraw = ""', 'f:2: keys.draw: expected a key in quotes, such as "v", or up to 4'),
        ('[keys]\ndraw = ["v"]', 'f:2: keys.draw: expected a key in quotes, such as "v", or up to 4'),
        ('[keys]\ndraw = "a b c d e"', 'f:2: keys.draw: expected a key in quotes, such as "v", or up to 4'),
        ('keys = "v"', "f:1: keys: expected a section with keys, not 'v'"),
    ],
)
def test_a_wrong_key_is_told_by_line_command_and_what_would_be_right(text: str, said: str) -> None:
    """An error names the file, the line and the command, and says what can be written."""
    with pytest.raises(SettingsError) as error:
        parse(text, "f")

    assert str(error.value).startswith(said)


def test_only_the_lines_of_changed_keys_change() -> None:
    """Comments and other lines stay; a usual key has no line; settings of the same name are not mistaken for keys."""
    before = '# mine\nbell = true\n\n[keys]  # for my left hand\ndraw = "v"\nlessons = "w"  # why not\n'

    after = updated_text(before, Settings(bell=True, lessons=False, keys={"draw": "f", "lessons": "w", "sort": "z"}))

    assert after == (
        "# mine\nbell = true\nlessons = false\n\n"
        '[keys]  # for my left hand\ndraw = "f"\nlessons = "w"  # why not\nsort = "z"\n'
    )
    assert "[keys]  # for my left hand\n" == updated_text(before, Settings())[-len("[keys]  # for my left hand\n") :]
    assert 'format = 1\n\n[keys]\nchat = "\\\\"\n' == updated_text("", Settings(keys={"chat": "\\"}))


def test_any_form_of_the_table_can_be_changed() -> None:
    """A table in one line is written again with the right keys."""
    after = updated_text('keys = {draw = "v"}\n', Settings(keys={"draw": "f", "left": "a"}))

    assert Settings(keys={"draw": "f", "left": "a"}) == parse(after, "f")


def test_a_choice_changes_as_a_value() -> None:
    """Keys are given and taken back; without any, nothing is chosen."""
    own = NO_KEYS.with_keys("draw", "v").with_keys("chat", "semicolon")

    assert {"draw": "v", "chat": ";"} == own.settings
    assert ("v",) == own.keys_of("draw")
    assert () == own.keys_of("sort")
    assert {"chat": ";"} == own.with_keys("draw").settings
    assert NO_KEYS == own.without("draw", "chat")
    assert "draw" in COMMANDS
