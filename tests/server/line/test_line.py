"""A line, and the facts about a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.toy import Tape, taped
from uno_server.line.line import EARLY_BYTES, Line, restore_all
from uno_tui.local.terminal import LARGEST, SMALLEST, ColorDepth, Terminal, clamp_size
from uno_tui.table.protocol import Ending

DEPTHS = {
    ("xterm-256color", ""): ColorDepth.EIGHT_BIT,
    ("xterm-256color", "truecolor"): ColorDepth.TRUECOLOR,
    ("xterm", ""): ColorDepth.SIXTEEN,
    ("xterm", "24bit"): ColorDepth.TRUECOLOR,
    ("xterm-kitty", ""): ColorDepth.TRUECOLOR,
    ("xterm-direct", ""): ColorDepth.TRUECOLOR,
    ("screen-256color", ""): ColorDepth.EIGHT_BIT,
    ("linux", ""): ColorDepth.SIXTEEN,
    ("xterm-mono", ""): ColorDepth.NONE,
    ("vt100", ""): ColorDepth.NONE,
    ("VT220", ""): ColorDepth.NONE,
    ("dumb", "truecolor"): ColorDepth.NONE,
    ("", ""): ColorDepth.NONE,
}


@pytest.mark.parametrize(("facts", "depth"), DEPTHS.items())
def test_depth_is_decided_from_the_client(facts: tuple[str, str], depth: ColorDepth) -> None:
    """TERM and COLORTERM decide the color depth, and NO_COLOR overrides both."""
    term, colorterm = facts
    assert depth is Terminal.from_client(term, {"COLORTERM": colorterm}).depth
    assert ColorDepth.NONE is Terminal.from_client(term, {"COLORTERM": colorterm, "NO_COLOR": "1"}).depth
    assert depth is Terminal.from_client(term, {"COLORTERM": colorterm, "NO_COLOR": ""}).depth


@pytest.mark.parametrize(
    ("term", "environment", "ascii_only"),
    [
        ("xterm", {}, False),
        ("xterm", {"LANG": "ga_IE.UTF-8"}, False),
        ("xterm", {"LANG": "ga_IE.utf8"}, False),
        ("xterm", {"LANG": "C"}, True),
        ("xterm", {"LANG": "de_DE.ISO-8859-1"}, True),
        ("xterm", {"LANG": "C", "LC_ALL": "C.UTF-8"}, False),
        ("linux", {"LANG": "C.UTF-8"}, True),
        ("vt100", {}, True),
        ("dumb", {}, True),
    ],
)
def test_ascii_is_for_those_who_show_nothing_else(term: str, environment: dict[str, str], ascii_only: bool) -> None:
    """Old consoles and locales that are not UTF-8 get ASCII."""
    assert ascii_only is Terminal.from_client(term, environment).ascii_only


@given(st.text(max_size=200), st.dictionaries(st.sampled_from(["LANG", "COLORTERM", "NO_COLOR"]), st.text()))
def test_facts_are_short_and_printable(term: str, environment: dict[str, str]) -> None:
    """With any input from a client, the facts are short printable ASCII, and every property has a value."""
    terminal = Terminal.from_client(term, environment)
    for fact in (terminal.term, terminal.colorterm, terminal.locale):
        assert fact.isascii()
        assert len(fact) <= 64
        assert fact.isprintable()
    assert terminal.depth in ColorDepth
    assert terminal.ascii_only in (True, False)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_sizes_are_clamped(width: int, height: int) -> None:
    """Every size is clamped to one for which a screen can be drawn."""
    clamped = clamp_size(width, height)
    assert SMALLEST <= clamped <= LARGEST
    assert SMALLEST[1] <= clamped[1] <= LARGEST[1]


def test_a_line_ends_once() -> None:
    """The terminal is restored once; after that only messages and the exit status are sent."""
    line, tape = taped()
    line.write(b"frame")
    line.set_restore_sequence(b"<back>")
    line.restore()
    line.write(b"late frame")
    line.say("Bye\x1b[2J\nnow.")
    line.close(3)
    line.close(4)
    line.say("too late")
    line.restore()
    assert tape.data == b"frame<back>Bye[2J\r\nnow.\r\n"
    assert tape.status == 3


def test_closing_gives_the_terminal_back() -> None:
    """Closing restores the terminal if that has not happened yet."""
    line, tape = taped()
    line.set_restore_sequence(b"<back>")
    line.close(0)
    assert (tape.data, tape.status) == (b"<back>", 0)


def test_nothing_is_sent_to_who_is_gone() -> None:
    """Nothing more is written to a peer that is gone, and its driver is notified once."""
    line, tape = taped()
    told: list[str] = []
    line.on_closed = lambda: told.append("closed")
    line.set_restore_sequence(b"<back>")
    line.hang_up()
    line.lost()
    line.close(0)
    assert (told, tape.data, tape.status) == (["closed"], b"", None)
    assert (line.hung_up, line.gone) == (True, True)


def test_early_input_waits_within_bounds() -> None:
    """Input before a listener is set is buffered, up to a limit."""
    line, _ = taped()
    line.received(b"ab")
    line.received(b"c" * 10_000)
    got: list[bytes] = []
    line.listen(got.append)
    line.received(b"later")
    assert got == [b"ab" + b"c" * (EARLY_BYTES - 2), b"later"]


def test_all_terminals_are_given_back_before_any_line_is_closed() -> None:
    """When the server stops, every terminal is restored with the notice before any line is closed."""
    lines: list[Line] = []
    tapes: list[Tape] = []
    for _ in range(3):
        line, tape = taped()
        line.set_restore_sequence(b"<back>")
        lines.append(line)
        tapes.append(tape)
    restore_all(lines, Ending.SERVER_STOPPED)
    assert [tape.data for tape in tapes] == [b"<back>The server is shutting down.\r\n"] * 3
    assert [tape.status for tape in tapes] == [None] * 3
