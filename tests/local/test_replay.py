"""`uno replay`: records shown, printed as JSON and verified."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.replays import record
from uno_tui.cli.commands import main
from uno_tui.game.events import Drew
from uno_tui.game.match import Match
from uno_tui.game.record import Record, step
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase
from uno_tui.local.replay import SNAPSHOT_EVERY, Replay

RECORD = record()
TEXT = RECORD.text
LINES = TEXT.splitlines()
FIRST = LINES.index("seed chosen by: a person") + 3
"""The number of the line of the first action."""


def replay(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["replay", *words], input=typed, prog_name="uno", env={"LANG": "en_US.UTF-8"})


def test_every_picture_is_what_each_seat_saw() -> None:
    """At every position the view is the match's own view, and the open hands are all hands."""
    shown = Replay(RECORD)
    match, _ = Match.start(RECORD.rules, 4, "family evening", typed=True)
    matches = [match]
    for move in RECORD.moves:
        match, _ = step(match, move)
        matches.append(match)

    assert (len(RECORD.moves), True) == (shown.last, shown.last > 2 * SNAPSHOT_EVERY)
    for number, match in enumerate(matches):
        for seat in (None, 0, 3):
            assert match.view(seat) == shown.open_view(number, seat).view.game
        assert tuple(match.view(seat).hand for seat in range(4)) == shown.open_view(number).hands
        assert sum(map(len, shown.open_view(number).hands)) + match.view(0).pile + match.view(0).discards == 108


def test_a_seat_s_view_shows_nobody_else_s_cards() -> None:
    """Cards that others drew are only in the log of the open view."""
    shown = Replay(RECORD)

    def drawn(seat: int | None, *, hands: bool) -> set[int]:
        log = shown.open_view(shown.last, seat, hands=hands).view.log
        return {entry.what.seat for entry in log if isinstance(entry.what, Drew) and entry.what.cards is not None}

    assert ({0, 1, 2, 3}, {1}, set()) == (drawn(None, hands=True), drawn(1, hands=False), drawn(None, hands=False))


def test_rounds_begin_with_the_deal_and_end_with_the_scores() -> None:
    """A round's bounds are the position after the deal and the one in which the round is over."""
    shown = Replay(RECORD)

    assert len(shown.rounds) > 1
    assert 0 == shown.rounds[0].start
    assert shown.last == shown.rounds[-1].end
    for place, bounds in enumerate(shown.rounds, 1):
        first, last = (shown.match(number).view(None) for number in (bounds.start, bounds.end))
        assert (place, place, Phase.OVER) == (first.round, last.round, last.phase)
        assert [7] * 4 == [seat.cards for seat in first.seats] or first.history
    assert [one.end + 1 for one in shown.rounds[:-1]] == [one.start for one in shown.rounds[1:]]


def test_a_match_that_goes_on_has_no_pictures() -> None:
    """The record of an unfinished match has no seed, so no position can be shown."""
    match, _ = Match.start(Rules(), 2, "secret")
    record_so_far, _ = Record.of(match, ["Ann", "Ben"]).then(match, match.turn, match.legal(match.turn)[0])
    shown = Replay.read(record_so_far.text)

    assert (False, 1, "cut") == (shown.shown, len(shown.moves), shown.fault and shown.fault.fault.value)
    assert "secret" not in json.dumps(shown.state(1))
    with pytest.raises(IndexError):
        shown.open_view(0)


def test_json_is_the_final_state(tmp_path: Path) -> None:
    """`--json` prints the end as one object, from a file and from standard input."""
    path = tmp_path / "a match.uno"
    path.write_text(TEXT)
    done, piped = replay(str(path), "--json"), replay("-", "--json", typed=TEXT)
    told = json.loads(done.stdout)

    assert (0, "", 1) == (done.exit_code, done.stderr, len(done.stdout.splitlines()))
    assert done.stdout == piped.stdout
    assert (RECORD.winner, list(RECORD.scores)) == (told["winner"] - 1, told["scores"])
    assert ("family evening", RECORD.seed_hash, True, None) == tuple(
        told[key] for key in ("seed", "seed_hash", "seed_typed", "error")
    )
    assert [move.text for move in RECORD.moves] == told["moves"]
    assert [] == told["seats"][told["winner"] - 1]["hand"]


def test_until_stops_there() -> None:
    """`--until N` shows the state after N actions; 0 is the deal; a larger N than there are actions is an error."""
    told = [json.loads(replay("-", "--json", "--until", str(number), typed=TEXT).stdout) for number in (0, 1)]

    assert [([], None), ([RECORD.moves[0].text], None)] == [(one["moves"], one["winner"]) for one in told]
    assert [7] * 4 == [len(seat["hand"]) for seat in told[0]["seats"]]
    refused = replay("-", "--json", "--until", "99999", typed=TEXT)
    assert (2, "") == (refused.exit_code, refused.stdout)
    assert f"this record has {len(RECORD.moves)} actions" in refused.stderr
    assert 2 == replay("-", "--json", "--until", "-1", typed=TEXT).exit_code


def test_verify_says_so_in_a_line() -> None:
    """A right record is confirmed in one line with the seed's hash, and whether a person chose the seed."""
    done = replay("-", "--verify", typed=TEXT)

    assert (0, "", 1) == (done.exit_code, done.stderr, len(done.stdout.splitlines()))
    assert done.stdout.startswith(
        f"Verified: the seed matches the hash announced before the deal ({RECORD.seed_hash}), all "
    )
    assert done.stdout.endswith("The seed was chosen by a player.\n")


def changed(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:], ""])


SEED_LINE = LINES.index('seed: "family evening"') + 1
WRONG = [
    (changed(FIRST + 20, "1 r5 r6"), FIRST + 20, '"1 r5 r6" is not an action', 20, True),
    (changed(FIRST + 20, "4 deal"), FIRST + 20, "4 deal is not legal", 20, True),
    (changed(SEED_LINE, 'seed: "another"'), SEED_LINE, "this seed does not have the hash", len(RECORD.moves), False),
    ("\n".join(LINES[: FIRST + 9]), FIRST + 9, "the record ends here", 10, False),
    (changed(SEED_LINE - 1, "scores: 1 2 3 4"), SEED_LINE - 1, "these scores, but", len(RECORD.moves), True),
    (changed(SEED_LINE + 1, "check: " + "0" * 64), SEED_LINE + 1, "the lines above are not", len(RECORD.moves), True),
    (TEXT.replace('"Ann"', '"Bob"'), SEED_LINE + 1, "the lines above are not", len(RECORD.moves), True),
]


@pytest.mark.parametrize(("text", "line", "said", "moves", "shown"), WRONG)
def test_a_wrong_record_is_told_and_shown_as_far_as_it_goes(
    text: str, line: int, said: str, moves: int, shown: bool
) -> None:
    """A faulty record is shown up to its fault; stderr has line and reason, and the status is 1."""
    printed, verified = replay("-", "--json", typed=text), replay("-", "--verify", typed=text)
    told = json.loads(printed.stdout)

    assert (1, 1, "") == (printed.exit_code, verified.exit_code, verified.stdout)
    assert printed.stderr == verified.stderr
    assert printed.stderr.startswith(f"uno replay: standard input: line {line}: ")
    assert said in printed.stderr
    assert (moves, line, shown) == (len(told["moves"]), told["error"]["line"], "seats" in told)


@pytest.mark.parametrize("text", ["", "hello\n", "uno-tui record 9\n", "uno-tui record 1\nrules: clasic\n", "\x00\xff"])
def test_what_is_no_record_is_told(text: str) -> None:
    """A text without a record's header is an error, and nothing is shown."""
    done = replay("-", "--json", typed=text)

    assert (1, "") == (done.exit_code, done.stdout)
    assert "standard input: line " in done.stderr


def test_another_text_is_told_by_the_line_that_is_read_first() -> None:
    """The error quotes the first line that is no comment, and the line that should be there."""
    done = replay("-", "--json", typed="# Title\n\nSome text.\n")

    expected = 'line 3: expected "uno-tui record 3", not "Some text."; this is not a match record'
    said = f"uno replay: standard input: {expected}\n"
    assert (1, "", said) == (done.exit_code, done.stdout, done.stderr)


def test_what_is_no_record_is_told_in_the_language() -> None:
    """The fault of a record is in the person's language; only English quotes what was expected."""
    done = replay("-", "--json", "--lang", "ka", typed="hello\n")

    assert (1, "") == (done.exit_code, done.stdout)
    assert "სტრიქონი 1: ეს მატჩის ჩანაწერი არ არის." in done.stderr


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file and a folder are errors with status 1."""
    for path, reason in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        done = replay(str(path), "--verify")
        assert (1, "", f"uno replay: {path}: {reason}\n") == (done.exit_code, done.stdout, done.stderr)


def test_without_a_terminal_there_is_no_screen(tmp_path: Path) -> None:
    """Without a terminal it is a usage error, which names --json and --verify."""
    path = tmp_path / "m.uno"
    path.write_text(TEXT)
    done = replay(str(path))

    assert (2, "") == (done.exit_code, done.stdout)
    assert "--json or --verify" in done.stderr
    assert 2 == replay().exit_code


def test_a_replay_becomes_films(tmp_path: Path) -> None:
    """`--cast` and `--svg` write both films, of all hands or as a seat saw it, whole or up to an action."""
    record_file, cast, svg = (tmp_path / name for name in ("a.uno", "a.cast", "a.svg"))
    record_file.write_text(TEXT)
    done = replay(str(record_file), "--cast", str(cast), "--svg", str(svg), "--until", "4")
    assert ("", 0) == (done.output, done.exit_code)
    header, *events = map(json.loads, cast.read_text("utf-8").splitlines())
    assert (2, 15) == (header["version"], len(events))
    assert "all hands shown" in svg.read_text("utf-8")
    done = replay("-", "--cast", "-", "--seat", "2", "--until", "0", typed=TEXT)
    assert "Ann's view" in done.output
    assert 2 == json.loads(done.output.splitlines()[0])["version"]


def test_a_replay_of_teams_as_json() -> None:
    """Teams are numbered from 1, and the winner is of the winning team; without teams both are null."""
    match, _ = Match.start(Rules.parse("quick", ["teams=pairs"]), 4, "teams")
    whole = Record.of(match, ["Ann", "Bob", "Cat", "Dan"])
    for leaver in (0, 2):
        whole, match = whole.then(match, leaver, None)
    told = json.loads(replay("-", "--json", typed=whole.text).output)
    assert [1, 2, 1, 2] == [seat["team"] for seat in told["seats"]]
    assert (2, 2) == (told["winner"], told["winning_team"])
    told = json.loads(replay("-", "--json", typed=TEXT).output)
    assert ({None}, None) == ({seat["team"] for seat in told["seats"]}, told["winning_team"])


@pytest.mark.parametrize(
    ("words", "said", "status"),
    [
        (["--seat", "2"], "--seat and --open need --cast or --svg", 2),
        (["--svg", "-", "--seat", "2", "--open"], "--seat and --open exclude each other", 2),
        (["--svg", "-", "--seat", "5"], "--seat 5: this match has the seats 1 to 4", 2),
        (["--svg", "-", "--until", "9999"], "--until 9999 is past the end", 2),
        (["--svg", "no/such/folder.svg"], "uno replay: no/such/folder.svg: No such file or directory", 1),
    ],
)
def test_what_a_film_cannot_be_is_told(words: list[str], said: str, status: int) -> None:
    """Wrong words have exit status 2, a file that cannot be written 1."""
    done = replay("-", *words, typed=TEXT)
    assert (status, True) == (done.exit_code, said in done.output)


def test_a_damaged_record_is_filmed_up_to_its_fault(tmp_path: Path) -> None:
    """The film ends before the fault, which is reported; without a seed there is no film."""
    film = tmp_path / "a.svg"
    cut = "\n".join(LINES[: FIRST + 6])
    assert 1 == replay("-", "--svg", str(film), typed=cut).exit_code
    assert not film.exists()
    broken = TEXT.replace(LINES[FIRST + 4], "1 W9", 1)
    done = replay("-", "--svg", str(film), typed=broken)
    assert 1 == done.exit_code
    assert "uno replay: standard input: line" in done.output
    assert film.exists() is Replay.read(broken).shown
