"""The start menu in lines: options are chosen, addresses joined, settings changed, and older matches continued."""

import re
from pathlib import Path

import pytest

from tests.cli.test_plain_everywhere import lines_of

MENU = re.compile(r"\d: (continue|play|daily|host|join|replay|rules|settings|statistics|quit)\b")


def heard(typed: str, folder: Path, *words: str) -> list[str]:
    return lines_of(["--plain", *words], typed, folder)


def test_the_menu_is_read_once(tmp_path: Path) -> None:
    """After a command one line says where the person is; `menu` and an empty line read the rows again."""
    lines = heard("statistics\nsettings\nrules irish\nquit\n", tmp_path)
    assert 9 == sum(MENU.match(line) is not None for line in lines)
    assert 3 == lines.count("You are in the menu. To read it again: menu.")
    for typed in ("menu\nquit\n", "\nquit\n"):
        assert 18 == sum(MENU.match(line) is not None for line in heard(typed, tmp_path))


def test_the_menu_is_read_again_when_its_numbers_changed(tmp_path: Path) -> None:
    """A number means the row that was read under it, so a match to continue makes the menu be read again."""
    lines = heard("1\nred\ndraw\nquit\n1\nhand\nquit\nquit\n", tmp_path)
    assert ["1: play", "1: continue"] == [line.split(": ")[0] + ": " + line.split(": ")[1] for line in lines if
                                          line.startswith(("1: play: ", "1: continue: "))]  # fmt: skip  # one thought
    assert any(re.match(r"\d+ cards: ", line) for line in lines)


def test_options_are_typed_behind_play(tmp_path: Path) -> None:
    """Bots, their level and rules are chosen in the line, and are the options of the next time."""
    lines = heard(
        "play bots=2 level=hard classic hand_size=5\nrules\nred\ndraw\nquit\nplay\ntable\nquit\nmenu\nquit\n", tmp_path
    )
    assert any(line.startswith("3: Bran, hard bot, ") for line in lines)
    assert "Rules: classic hand_size=5" in lines
    assert any(re.match(r"\d: play: 2 bots, hard; classic rules, Cards dealt: 5 cards", line) for line in lines)


def test_a_match_without_a_move_leaves_the_last_options(tmp_path: Path) -> None:
    """Neither the menu nor `uno play` in a script saves options with which nobody has played."""
    heard("play bots=2 level=hard\nquit\nquit\n", tmp_path)
    lines_of(["play", "--plain", "--bots", "2"], "", tmp_path)
    assert not (tmp_path / "d" / "uno-tui" / "last_used.json").exists()
    lines_of(["play", "--plain", "--bots", "1"], "red\ndraw\nquit\n", tmp_path)
    assert any(re.match(r"\d: play: 1 bot, medium", line) for line in heard("quit\n", tmp_path))


@pytest.mark.parametrize("typed", ["5 hard", "hard 5", "seats=6 level=hard", "bots=5 sharp"])
def test_numbers_and_levels_need_no_name(typed: str, tmp_path: Path) -> None:
    """A number alone is that of the bots, and a level's name is theirs; the order does not matter."""
    assert any(line.startswith("6: Etta, hard bot, ") for line in heard(f"play {typed}\nquit\nquit\n", tmp_path))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play bots=22", "UNO is for 2 to 10 players, not 23 (22 bots and you)"),
        ("play bots=many", "bots cannot be many; it must be 0 to 9"),
        ("play pace=foo", "pace cannot be foo; it must be 0 to 1"),
        ("play pace=7 bots=2", "pace cannot be 7; it must be 0 to 1"),
        ("play turn_seconds=-5", "turn_seconds cannot be -5; it must be 15 to 300"),
        ("play public=onn", "public cannot be onn (did you mean on?); choose from on, off"),
        ("play level=hrad", "level cannot be hrad (did you mean hard?); choose from easy, medium, hard, expert"),
        ("host level=hrad", "level cannot be hrad (did you mean hard?); choose from easy, medium, hard, expert"),
        ("play target=0", "target"),
        ("join a:b:c/", "'a:b:c/' is not an address"),
        ("join 127.0.0.1:1", "127.0.0.1"),
        ("continue", "There is no match to continue."),
        ("rules iris", "unknown preset 'iris' (did you mean irish?)"),
        ("pley", "Unknown command: pley (did you mean play?). Type help for the commands."),
    ],
)
def test_what_is_wrong_is_said_and_the_menu_goes_on(typed: str, said: str, tmp_path: Path) -> None:
    """An impossible option, address or word is answered in a line; nothing is started, and no option is saved."""
    lines = heard(f"{typed}\nquit\n", tmp_path)
    assert any(line.startswith(said) or said in line for line in lines[9:]), lines[9:]
    assert not (tmp_path / "d" / "uno-tui" / "last_used.json").exists()
    assert "You are in the menu. To read it again: menu." == lines[-1]


def test_settings_are_words_and_can_be_changed(tmp_path: Path) -> None:
    """They are read in the person's language, changed by typing, saved, and hold at once."""
    lines = heard(
        "settings\nset theme mono\nset plain characters on\nset bots' pace slow\nset name Ann B\nquit\n", tmp_path
    )
    for said in ("name: your login name", "theme: automatic", "language: same as the system", "bell: off",
                 "lessons: on", "bots' pace: brisk", "lines of text: off", "theme: mono", "plain characters: on",
                 "bots' pace: slow", "name: Ann B"):  # fmt: skip  # one thought
        assert said in lines
    assert "False" not in "\n".join(lines)
    saved = (tmp_path / "c" / "uno-tui" / "settings.toml").read_text()
    assert {'theme = "mono"', "ascii = true", 'pace = "slow"', 'name = "Ann B"'} <= set(saved.splitlines())
    lines = heard("set language Gaeilge\nsocruithe\nsocruithe cloigín air\nsocruithe bell off\nfág\n", tmp_path)
    assert "teanga: Gaeilge" in lines
    assert "cloigín: as" in lines
    assert "cloigín: air" in lines


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "theme",
            "theme: automatic. The color theme; the automatic one suits your terminal. Choose from: automatic,",
        ),
        ("theme mo", "theme: mo (did you mean mono?) is not possible. Choose from: automatic, classic, color-blind,"),
        ("bell loud", "bell: loud is not possible. Choose from: off, on."),
        ("foo 1", "There is no setting foo. Settings: name, theme, language, bell, "),
        ("lang ga", "There is no setting lang (did you mean language?). Settings: name, theme, language, bell, "),
        ("langauge=ga", "There is no setting langauge (did you mean language?). Settings: name, theme, language, "),
        ("bots", "There is no setting bots (did you mean bots' pace?). Settings: name, theme, language, bell, "),
        (
            "name",
            "name: your login name. Your name in the game; empty for your login name. Type name Ann; - clears it.",
        ),
    ],
)
def test_an_impossible_setting_is_answered_with_what_is_possible(typed: str, said: str, tmp_path: Path) -> None:
    """The answer names all settings, or all values of the setting, and a near miss."""
    lines = heard(f"set {typed}\nquit\n", tmp_path)
    assert said.removesuffix(" ") == lines[11][: len(said.removesuffix(" "))]
    assert not (tmp_path / "c" / "uno-tui" / "settings.toml").exists()


def test_an_option_of_the_command_line_is_not_saved(tmp_path: Path) -> None:
    """A language from the command line holds for this run; the setting stays as it is until it is changed."""
    lines = heard("peraturan\nxx\nset loceng hidup\nkeluar\n", tmp_path, "--lang", "ms")
    assert "loceng: hidup" in lines
    assert ["bell = true", "format = 1"] == sorted(
        (tmp_path / "c" / "uno-tui" / "settings.toml").read_text().splitlines()
    )


def test_an_older_match_is_continued(tmp_path: Path) -> None:
    """With several interrupted matches the person chooses; a number behind the word chooses at once."""
    move = "red\ndraw\nquit\n"
    typed = f"play bots=1\n{move}play bots=2\n{move}menu\n1\n2\ntable\nquit\ncontinue 1\nquit\ncontinue 9\nquit\n"
    lines = heard(typed, tmp_path)
    assert any("2 matches, the newest from " in line for line in lines)
    at = lines.index("Continue which match?")
    assert ["1: Started", "2: Started"] == [line[:10] for line in lines[at + 1 : at + 3]]
    with_bran = ["Ada, Bran;" in line for line in lines[at + 1 : at + 3]]  # in any order if both began in one second
    assert [False, True] == sorted(with_bran)
    resumed = lines[at + 4 :]
    left = resumed.index("You left the table.")
    continued = [any(line.startswith("3: Bran, ") for line in part) for part in (resumed[:left], resumed[left:])]
    assert [with_bran[1], with_bran[0]] == continued
    assert "There is no number 9 in this list." in lines
