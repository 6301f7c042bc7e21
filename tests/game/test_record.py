"""Records of matches: writing, reading, and every kind of damaged text."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.games import deal as arranged
from tests.game.games import matched, play, ruled
from uno_tui.game.actions import action
from uno_tui.game.errors import IllegalAction, Reason
from uno_tui.game.match import Match
from uno_tui.game.record import Move, Record, check, quoted, unquoted
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.verify import Fault, RecordError, read_record

SEED = "family evening"


def played(rules: Rules, seats: int, seed: str = SEED, moves: int = 400, typed: bool = False) -> tuple[Record, Match]:
    """Play a match at random; after `moves` moves the remaining players leave, one by one."""
    chance = Random(f"{rules.text} {seats} {seed}")
    match, _ = Match.start(rules, seats, seed, typed)
    record = Record.of(match, [f"player {seat + 1}" for seat in range(seats)])
    for _ in range(moves):
        if match.over:
            break
        choices = [(seat, one) for seat in range(seats) for one in match.legal(seat)]
        record, match = record.then(match, *chance.choice(choices))
    while not match.over:
        record, match = record.then(match, next(seat for seat in range(seats) if match.live >> seat & 1), None)
    return record, match


RECORD, MATCH = played(ruled("irish hand_size=3 target=90"), 3, seed="damaged 2", moves=150)
TEXT = RECORD.text
LINES = TEXT.split("\n")


def failing(text: str) -> RecordError:
    """Return the error of a text that is no right record."""
    with pytest.raises(RecordError) as error:
        read_record(text)
    return error.value


def with_line(number: int, line: str | None, *, signed: bool = False) -> str:
    """Return the text with one line replaced or removed; with `signed`, with a right checksum."""
    lines = [*LINES[: number - 1], *([] if line is None else [line]), *LINES[number:]]
    if signed:
        lines[-2] = f"check: {check(lines[:-2])}"
    return "\n".join(lines)


def line_of(start: str) -> int:
    """Return the number of the first line that begins with `start`."""
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


FIRST_MOVE = line_of("seed chosen by") + 2


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_round_trip(preset: str, seats: int) -> None:
    """A record that is written and read is equal, under any preset and with any number of seats."""
    record, match = played(PRESETS[preset], seats)
    assert record == read_record(record.text)
    assert (match.winner, match.scores, SEED) == (record.winner, record.scores, record.seed)


@pytest.mark.parametrize("rules", ["classic", "irish hand_size=3 target=90", "party deck=regular jack=draw_two"])
def test_a_record_of_version_1_is_read(rules: str) -> None:
    """A record of version 1, whose rules are a preset with differences, is read with the same meaning."""
    record, _ = played(ruled(rules), 3)
    lines = ["uno-tui record 1", f"rules: {rules}", *record.text.split("\n")[2:-2]]
    assert record == read_record("\n".join([*lines, f"check: {check(lines)}", ""]))


def test_a_record_does_not_change_when_a_preset_is_edited(edited_presets: dict[str, Rules]) -> None:
    """The rules in a record name every option, so presets may be changed or removed."""
    record, _ = played(PRESETS["party"], 3)
    text = record.text
    edited = Rules(deck="regular", jack="wild", target=1, stacking="same")
    edited_presets.update(party=edited, classic=edited)
    assert record == read_record(text)
    del edited_presets["party"]
    assert record == read_record(text)


@pytest.mark.parametrize(
    "rules", ["deck=regular queen=skip", "official stacking=same hand_size=5", "irish target=5000"]
)
def test_round_trip_of_other_rules(rules: str) -> None:
    """Other rules and cards of the regular deck are read back too."""
    record, _ = played(ruled(rules), 5)
    assert record == read_record(record.text)


def test_playing_it_again() -> None:
    """A record replays the whole match, state by state, to the same end."""
    states = [match for match, _ in read_record(TEXT).play()]
    assert len(RECORD.moves) + 1 == len(states)
    assert MATCH == states[-1]
    assert (0, Match.start(RECORD.rules, 3, MATCH.seed)[0]) == (states[0].version, states[0])


def test_one_action_a_line() -> None:
    """After the header each line is a seat and its action; blank lines separate rounds and the end."""
    body = LINES[FIRST_MOVE - 1 : line_of("winner") - 1]
    assert [move.text for move in RECORD.moves] == [line for line in body if line]
    assert body.count("") == 1 + sum(line.endswith(" deal") for line in body)
    assert TEXT.endswith("\n")
    assert not any(line != line.rstrip() for line in LINES)


def test_the_seed_is_told_once_over_and_not_before() -> None:
    """Until the match is over record and text have only the hash of the seed."""
    match, _ = Match.start(Rules(), 2, SEED)
    record = Record.of(match, ["Ann", "Bob"])
    record, match = record.then(match, match.turn, action("draw"))
    assert (None, None, ()) == (record.seed, record.winner, record.scores)
    assert SEED not in record.text
    with pytest.raises(ValueError, match="without its seed"):
        next(record.play())
    record, match = record.then(match, 0, None)
    assert (SEED, 1) == (record.seed, record.winner)


def test_made_from_a_list_of_moves() -> None:
    """A record made from a list of moves is the same."""
    assert RECORD == Record.of(MATCH, RECORD.names, RECORD.moves)
    with pytest.raises(ValueError, match="3 seats and 2 names"):
        Record.of(MATCH, ["Ann", "Bob"])


def test_a_typed_seed_is_marked() -> None:
    """The header says whether a person chose the seed, and is read back."""
    record, _ = played(Rules(), 2, typed=True, moves=3)
    assert "\nseed chosen by: a person\n" in record.text
    assert "\nseed chosen by: the system\n" in TEXT
    assert read_record(record.text).seed_typed


def test_what_is_not_legal_is_not_recorded() -> None:
    """An illegal action, leaving twice, and leaving after the match are refused, and the record is unchanged."""
    match, _ = Match.start(Rules(), 3, SEED)
    record = Record.of(match, ["a", "b", "c"])
    with pytest.raises(IllegalAction):
        record.then(match, match.turn, action("keep"))
    left, after = record.then(match, 1, None)
    with pytest.raises(IllegalAction) as refusal:
        left.then(after, 1, None)
    assert Reason.NOT_SEATED == refusal.value.why.reason
    won, over = left.then(after, 2, None)
    with pytest.raises(IllegalAction) as refusal:
        won.then(over, 0, None)
    assert Reason.MATCH_OVER == refusal.value.why.reason


def test_what_people_do_to_a_text() -> None:
    """Other line ends, spaces, blank lines, comments and a byte order mark do not change the record."""
    changed = "\ufeff# mailed to me\r\n" + "\r\n\r\n".join(f"  {line}\t" for line in LINES) + "# good one\r\n"
    assert RECORD == read_record(changed)


NAMES = [
    "Ann",
    'quote " and \\ and \\u{41}',
    "new\nline\r\ttab",
    "\x1b[2J\x1b]52;c;x\x07",
    "c1 \x9b31m, del \x7f, nul \x00",
    "bidi \u202e\u2066 zero\u200bwidth \u2028 \ufeff soft\u00ad",
    "  blanks  ",
    "\u00a0\u3000",
    "",
    "# 1",
    "ნინო 小明 Zoë 🂡",
    "private \ue000 unassigned \U000e0fff",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_anybodys_text(name: str) -> None:
    """Any name is read back unchanged, and its text has no control characters and no line breaks."""
    match, _ = Match.start(Rules(), 2, name)
    record, match = Record.of(match, [name, name[::-1]]).then(match, 0, None)
    assert record == read_record(record.text)
    assert (name, name) == (record.names[0], record.seed)
    assert all(char == "\n" or char.isprintable() for char in record.text)
    assert 13 == record.text.count("\n")


@given(st.text())
@settings(derandomize=True, max_examples=200, deadline=None)
def test_quoting(text: str) -> None:
    """Every text can be quoted, printed and read again."""
    line = quoted(text)
    assert line.isprintable()
    assert text == unquoted(line)


@pytest.mark.parametrize(
    "text", ["Ann", '"Ann', '"A"nn"', '"\\n"', '"\\u{110000}"', '"\\u{d800}"', '"\\u{}"', '"\\u{G}"', "", '"\\"']
)
def test_what_is_not_quoted(text: str) -> None:
    """Other escapes, characters that do not exist, and missing quotes are refused."""
    with pytest.raises(ValueError, match=r".+"):
        unquoted(text)


def test_half_a_character() -> None:
    """A name with half a surrogate pair, as a broken client may send it, becomes valid text."""
    match, _ = Match.start(Rules(), 2, SEED)
    record, _ = Record.of(match, ["\udc80x", "Bob"]).then(match, 0, None)
    assert "?x" == record.names[0]
    assert record == read_record(record.text)


def test_every_cut_is_noticed() -> None:
    """A text that is cut anywhere is rejected, unless only the last line end is missing."""
    assert RECORD == read_record(TEXT[:-1])
    for length in [*range(400), *range(400, len(TEXT) - 1, 7), len(TEXT) - 2]:
        failing(TEXT[:length])


def test_a_cut_record_shows_what_is_left() -> None:
    """A record without its end has header and moves, but no seed, so it cannot be played."""
    cut = "\n".join(LINES[: FIRST_MOVE + 9])
    error = failing(cut)
    assert (Fault.CUT, FIRST_MOVE + 9) == (error.fault, error.line)
    assert error.record is not None
    assert (RECORD.names, RECORD.moves[:10], None) == (error.record.names, error.record.moves, error.record.seed)
    assert f"line {FIRST_MOVE + 9}: the record ends here, before its winner" == str(error)


def test_every_changed_character_is_noticed() -> None:
    """A single changed character in any line is detected."""
    chance = Random(1)
    for at in range(0, len(TEXT), 5):
        if TEXT[at] in "\n ":
            continue
        other = chance.choice("0123456789abcxyz!")
        if other != TEXT[at]:
            error = failing(TEXT[:at] + other + TEXT[at + 1 :])
            assert error.line >= 1


def test_every_line_left_out_is_noticed() -> None:
    """A single missing line is detected."""
    for number, line in enumerate(LINES, 1):
        if line:
            failing(with_line(number, None))


def test_the_lines_of_another_order() -> None:
    """If two moves are exchanged, the error is the first illegal one or the checksum."""
    swapped = [*LINES]
    swapped[FIRST_MOVE - 1], swapped[FIRST_MOVE] = swapped[FIRST_MOVE], swapped[FIRST_MOVE - 1]
    assert FIRST_MOVE <= failing("\n".join(swapped)).line


def test_an_illegal_move() -> None:
    """The error for an illegal move names line, move and reason, and has the record before it."""
    number = FIRST_MOVE + 5
    seat = 1 + next(state for place, (state, _) in enumerate(RECORD.play()) if place == 5).turn
    error = failing(with_line(number, f"{seat} take", signed=True))
    assert (number, Fault.ILLEGAL) == (error.line, error.fault)
    assert error.why is not None
    assert f"line {number}: {seat} take is not legal: {error.why.reason.replace('_', ' ')}" == str(error)
    assert error.record is not None
    assert RECORD.moves[:5] == error.record.moves
    assert 6 == len(list(error.record.play()))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3 r5?", r'"r5?" is not an action'),
        ("3", r'"3" is not an action: write the seat, a space, and the action'),
        ("0 draw", r'"0 draw" is not an action'),
        ("x draw", r'"x draw" is not an action'),
        ("1 \x1b[2J", r'"\u{1b}[2J" is not an action'),
        ("1 " + 50 * "a", f'"{37 * "a"}..." is not an action'),
    ],
)
def test_a_damaged_move(line: str, words: str) -> None:
    """The error for a line that is no action quotes it, short and escaped, and has the record before it."""
    error = failing(with_line(FIRST_MOVE + 3, line))
    assert (FIRST_MOVE + 3, Fault.MOVE) == (error.line, error.fault)
    assert words in str(error)
    assert error.record is not None
    assert 4 == len(list(error.record.play()))


@pytest.mark.parametrize(
    ("start", "line", "fault", "words"),
    [
        ("uno-tui", "text", Fault.NO_RECORD, 'expected "uno-tui record 3", not "text"; this is not a match record'),
        ("uno-tui", "uno-tui record 4", Fault.VERSION, "a record of version 4, newer than 3, the newest"),
        ("rules", "rules: party stackin=same", Fault.RULES, "did you mean stacking?"),
        ("rules", "rules: party hand_size=40", Fault.RULES, "hand_size cannot be 40; it must be 1 to 15"),
        ("rules", "rules: party target=\x1b", Fault.LINE, r'expected the rules, not "rules: party target=\u{1b}"'),
        ("rules", "rulez: party", Fault.LINE, 'expected the rules, not "rulez: party"'),
        ("seat 2", 'seat 4: "Bob"', Fault.LINE, "expected the seat 2"),
        ("seat 2", "seat 2: Bob", Fault.LINE, "expected the seat 2"),
        ("seat 2", r'seat 2: "\u{d800}"', Fault.LINE, r'"\"\\u{d800}\"" is not a name'),
        ("seed hash", "seed hash: 12", Fault.LINE, 'expected the seed hash, not "seed hash: 12"'),
        ("seed chosen", "seed chosen by: me", Fault.LINE, "expected the seed chosen by"),
        ("seed hash", f"seed hash: {64 * 'a'}", Fault.SEED, "does not have the hash that was told before the deal"),
        ("seed: ", 'seed: "another"', Fault.SEED, "does not have the hash"),
        ("seed: ", r'seed: "\u{d800}"', Fault.SEED, "does not have the hash"),
        ("seed: ", "seed: another", Fault.LINE, 'expected the seed, not "seed: another"'),
        ("winner", "winner: x", Fault.LINE, 'expected the winner, not "winner: x"'),
        ("scores", "scores: 1 2 3", Fault.RESULT, "these scores, but the actions lead to"),
        ("scores", "scores: many", Fault.LINE, 'expected the scores, not "scores: many"'),
        ("check", f"check: {64 * 'a'}", Fault.CHECK, "the lines above are not those that were written"),
        ("check", "", Fault.CUT, "the record ends here, before its check"),
    ],
)
def test_a_wrong_line(start: str, line: str, fault: Fault, words: str) -> None:
    """Every line of header and end has its own error."""
    error = failing(with_line(line_of(start), line))
    assert fault == error.fault
    assert words in str(error)
    if line and fault is not Fault.SEED:
        assert line_of(start) == error.line


def test_a_wrong_winner() -> None:
    """A wrong winner is detected, also in a match that has none."""
    assert RECORD.winner is not None
    other = 1 + (RECORD.winner + 1) % 3
    error = failing(with_line(line_of("winner"), f"winner: {other}", signed=True))
    assert (Fault.RESULT, line_of("winner")) == (error.fault, error.line)
    assert f"winner {other}, but the actions lead to winner {RECORD.winner + 1}" == error.words
    error = failing(with_line(line_of("winner") - 2, None, signed=True))
    assert (Fault.RESULT, True) == (error.fault, error.words.endswith("the actions lead to no winner yet"))


def test_moves_after_the_end() -> None:
    """Moves after the end of the match and lines after the last are detected."""
    error = failing(with_line(line_of("winner"), "1 draw\n" + LINES[line_of("winner") - 1]))
    assert (Fault.ILLEGAL, line_of("winner")) == (error.fault, error.line)
    assert error.why is not None
    assert Reason.MATCH_OVER == error.why.reason
    error = failing(TEXT + "1 draw\n")
    assert (Fault.LINE, '"1 draw" after the end') == (error.fault, error.words)


def test_seats_that_do_not_fit() -> None:
    """A number of seats that the rules do not allow is detected."""
    lines = [line for line in LINES if not line.startswith(("seat 2", "seat 3"))]
    error = failing("\n".join(lines))
    assert (Fault.RULES, "UNO is for 2 to 10 players, not 1") == (error.fault, error.words)


def test_an_empty_text() -> None:
    """An empty text and a text of comments are no records."""
    for text in ("", "\n\n", "# nothing\n"):
        error = failing(text)
        assert (1, Fault.NO_RECORD, None) == (error.line, error.fault, error.record)
        assert 'expected "uno-tui record 3", not nothing; this is not a match record' == error.words


@given(st.text(), st.integers(0, len(TEXT)), st.integers(0, 40))
@settings(derandomize=True, max_examples=100, deadline=None)
def test_whatever_is_written_into_it(piece: str, at: int, length: int) -> None:
    """With any text inserted anywhere the record is the same, or a `RecordError` with a printable message is raised."""
    changed = TEXT[:at] + piece + TEXT[at + length :]
    try:
        read: Record | RecordError = read_record(changed)
    except RecordError as error:
        read = error
    assert read == RECORD or (isinstance(read, RecordError) and str(read).isprintable() and read.line >= 1)


def test_an_error_says_what_a_move_is() -> None:
    """A move is written as a seat, counted from 1, and the action's notation."""
    assert ("3 r5!", "2 leave") == (Move(2, action("r5!")).text, Move(1, None).text)


def test_a_match_begun_in_mid_play_is_recorded_by_its_moves() -> None:
    """The record of a finished match has its seed, whoever won."""
    match = play(matched(arranged("r1! | b2 b3", top="r5", rules="quick")), "r1")
    assert ("a game", 0, (5, 0)) == (
        Record.of(match, ["a", "b"]).seed,
        Record.of(match, ["a", "b"]).winner,
        Record.of(match, ["a", "b"]).scores,
    )
