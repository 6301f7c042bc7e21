"""A session asks its terminal what it can; the answers raise its colors, and nothing else comes of them."""

import random
from collections.abc import Callable

import pytest

from tests.server.line.answering import TERMINALS, Answering
from tests.server.line.test_driver import Run
from tests.server.toy import taped
from uno_server.line.driver.driver import SessionDriver
from uno_server.line.terminal_dialog import PATIENCE, Dialog
from uno_tui.local.terminal import ColorDepth, Terminal
from uno_tui.local.terminal_questions import TerminalAnswers, questions

HOSTILE = [
    b"\x1b]11;rgb:zz/zz/zz\x1b\\",
    b"\x1b]11;rgb:ffff/ffff\x1b\\",
    b"\x1b]11;" + b"f" * 100_000 + b"\x07",
    b"\x1bP>|" + b"x" * 5000 + b"\x1b\\",
    b"\x1bP>|\xff\xfe\x1b\\",
    b"\x1bP>|q\nq\x1b\\",
    b"\x1bP1$r0;48:2::9:9:9m\x1b\\",
    b"\x1bP0+r524742\x1b\\",
    b"\x1b[?99999;2$y\x1b[?2026;9$y\x1b[?997;7n\x1b[?;;;;c\x1b[>c",
    b"\x1b[?" + b"9;" * 40 + b"c",
]


class Clock:
    """A clock and its timers, both moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def later(self, delay: float, callback: Callable[[], None]) -> "Clock":
        self.due.append((self.now + delay, callback))
        return self

    def cancel(self) -> None:
        self.due.clear()

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        due, self.due = [one for one in self.due if one[0] <= self.now], [one for one in self.due if one[0] > self.now]
        for _, callback in due:
            callback()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give answers as much time as a slow machine needs."""
    monkeypatch.setattr("uno_server.line.terminal_dialog.PATIENCE", 60.0)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[TerminalAnswers]:
    return []


@pytest.fixture
def dialog(clock: Clock, told: list[TerminalAnswers]) -> Dialog:
    """A dialog that has just asked."""
    dialog = Dialog(Terminal(), lambda: clock.now, clock.later)
    dialog.on_answers = told.append
    assert dialog.ask()
    return dialog


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("terminal", TERMINALS.values(), ids=TERMINALS)
async def test_each_terminal_gets_the_colors_it_has(terminal: Answering) -> None:
    """Of each kind of terminal the answers are understood, wherever packets split them, and none becomes a key."""
    running = await Run(*taped(terminal.term)).ready()
    driver = running.app._driver
    assert isinstance(driver, SessionDriver)
    cuts = sorted(random.Random(7).sample(range(1, len(terminal.data)), 3))
    for start, end in zip([0, *cuts], [*cuts, len(terminal.data)], strict=True):
        running.line.received(terminal.data[start:end])

    assert ["z"] == await running.typed(b"z", "z")
    answers = driver.dialog.answers
    assert (terminal.light, terminal.name) == (answers.light, answers.name)
    assert terminal.depth is running.app.color_depth
    assert answers.complete
    assert answers.round_trip is not None
    running.line.lost()
    await running.ends()


@pytest.mark.usefixtures("patient")
async def test_true_color_is_drawn_once_it_is_proven() -> None:
    """A session starts in 256 colors, and is repainted in true color when the terminal has proven that."""
    running = await Run(*taped()).ready()
    assert b"48;2;18;52;86" not in running.tape.data
    running.line.received(TERMINALS["foot"].data)
    await running.typed(b"z", "z")
    await running.shows("key z.")

    assert b"48;2;18;52;86" in running.tape.data
    running.line.lost()
    await running.ends()


@pytest.mark.parametrize("report", HOSTILE)
async def test_a_wrong_answer_is_harmless(report: bytes) -> None:
    """An answer that no terminal gives, or an endless one, changes nothing, and what is typed after it arrives."""
    running = await Run(*taped()).ready()
    running.line.received(report)

    assert "z" in (await running.typed(b"z", "z"))[-1]
    assert ColorDepth.EIGHT_BIT is running.app.color_depth
    driver = running.app._driver
    assert isinstance(driver, SessionDriver)
    assert (None, "", {}) == (driver.dialog.answers.light, driver.dialog.answers.name, driver.dialog.answers.modes)
    running.line.lost()
    await running.ends()


@pytest.mark.parametrize("term", ["dumb", "", "unknown", "linux", "vt100", "vt220", "ansi", "cons25"])
def test_old_terminals_are_not_asked(term: str) -> None:
    """A terminal that could print the questions as text is asked nothing."""
    assert "" == questions(Terminal(term=term))


@pytest.mark.parametrize("term", ["tmux-256color", "screen", "screen.xterm-256color"])
def test_multiplexers_get_no_device_control_strings(term: str) -> None:
    """Questions that `screen` would print are not sent, not even to a tmux that calls itself `screen`."""
    assert "\x1bP" not in questions(Terminal(term=term))


@pytest.mark.parametrize("terminal", [Terminal(no_color=True), Terminal(colorterm="truecolor")])
def test_colors_are_not_asked_about_where_they_are_settled(terminal: Terminal) -> None:
    """A person without colors gets no color code from a question either."""
    assert "48;2" not in questions(terminal)
    assert questions(terminal)


def test_answers_are_told_once(dialog: Dialog, told: list[TerminalAnswers], clock: Clock) -> None:
    """All answers are reported together after the last one, with the delay of the first."""
    clock.pass_(0.25)
    dialog.hear("\x1bP>|foot(1.16.2)")
    clock.pass_(0.25)
    assert [] == told
    dialog.hear("\x1b[?62;4;22c")
    dialog.hear("\x1b[?62;4;22c")
    clock.pass_(PATIENCE)

    assert [0.25] == [one.round_trip for one in told]
    assert ColorDepth.TRUECOLOR is told[0].depth


def test_some_answers_count_after_a_second(dialog: Dialog, told: list[TerminalAnswers], clock: Clock) -> None:
    """Without the last answer those that came within a second count."""
    dialog.hear("\x1b]11;rgb:ffff/ffff/ffff")
    clock.pass_(PATIENCE)

    assert [True] == [one.light for one in told]


def test_in_a_multiplexer_the_background_may_come_last(clock: Clock, told: list[TerminalAnswers]) -> None:
    """In screen the terminal around it answers after screen itself; without that answer a second decides."""
    for background in (["\x1b]11;rgb:ffff/ffff/ffff"], []):
        dialog = Dialog(Terminal(term="screen"), lambda: clock.now, clock.later)
        dialog.on_answers = told.append
        dialog.ask()
        for report in ["\x1b[?1;2c", *background]:
            dialog.hear(report)
        clock.pass_(PATIENCE)

    assert [True, None] == [one.light for one in told]


def test_no_answer_changes_nothing(dialog: Dialog, told: list[TerminalAnswers], clock: Clock) -> None:
    """A terminal that answers nothing within a second is taken as its TERM says, whatever it answers later."""
    clock.pass_(PATIENCE)
    dialog.hear("\x1bP>|foot(1.16.2)")
    dialog.hear("\x1b[?62;4;22c")

    assert [] == told
    assert dialog.answers.round_trip is None


def test_a_change_of_light_and_dark_is_told(dialog: Dialog, told: list[TerminalAnswers]) -> None:
    """A terminal that turns light during the session says so, and the same report again changes nothing."""
    dialog.hear("\x1b]11;rgb:0000/0000/0000")
    dialog.hear("\x1b[?62;4;22c")
    assert dialog.hear("\x1b[?997;2n")
    assert not dialog.hear("\x1b[?997;2n")

    assert [False, True] == [one.light for one in told]


def test_the_focus_is_known(dialog: Dialog) -> None:
    """The window has the focus until the terminal reports that it lost it."""
    known = [dialog.focused]
    for report in ("\x1b[O", "\x1b[I"):
        dialog.hear(report)
        known.append(dialog.focused)

    assert [True, False, True] == known
