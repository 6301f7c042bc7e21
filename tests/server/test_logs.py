"""The log: one line an event, and nothing in it that is nobody's business."""

import json
import logging
from collections.abc import Iterator

import pytest

from uno_server.logs import JsonFormat, RepeatFilter, TextFormat, note, quiet


def record(message: str, error: BaseException | None = None, **facts: object) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("server", logging.INFO, __file__, 1, message, (), info)
    made.created, made.msecs = 1_700_000_000.25, 250.0
    made.facts = facts
    return made


def test_a_line_for_people() -> None:
    """Time, level, event, then the facts; a fact with blanks or foreign letters stands in quotes."""
    said = TextFormat().format(record("login", name="Ann B", person="ssh:SHA256:x/+", tries=3, other="\u00e9"))
    assert r"2023-11-14T22:13:20.250Z INFO login name='Ann B' person=ssh:SHA256:x/+ tries=3 other='\xe9'" == said


def test_a_line_for_machines() -> None:
    """The same as one JSON object."""
    assert {
        "time": "2023-11-14T22:13:20.250Z", "level": "info", "source": "server", "event": "login", "tries": 3,
    } == json.loads(JsonFormat().format(record("login", tries=3)))  # fmt: skip


@pytest.mark.parametrize("style", [TextFormat(), JsonFormat()])
def test_nothing_acts_on_the_reader_s_terminal(style: logging.Formatter) -> None:
    """Control characters and line ends in a message or a fact are shown, not sent, so nobody forges a line."""
    said = style.format(record("a\x1b[2Jb\nINFO forged\x9b", name="\x1b]0;x\x07\r\n\u2028"))
    assert said.isprintable()


@pytest.mark.parametrize("style", [TextFormat(), JsonFormat()])
def test_errors_are_told_without_their_text(style: logging.Formatter) -> None:
    """Of an error the log tells kind and place, but neither message nor values."""
    hand = "r5 gS W4"
    try:
        int(hand)
    except ValueError as error:
        said = style.format(record("failed", error))
    assert "ValueError < " in said
    assert "test_errors_are_told" in said
    assert hand not in said


@pytest.fixture
def as_they_were() -> Iterator[None]:
    """Give the libraries' loggers their levels back."""
    before = {name: logging.getLogger(name).level for name in ("asyncssh", "asyncio")}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("as_they_were")
def test_a_peer_that_is_gone_fills_no_log() -> None:
    """Unsent data for a dead peer is not logged; faults of the loop are."""
    quiet()
    assert [False, True] == [logging.getLogger("asyncio").isEnabledFor(at) for at in (logging.WARNING, logging.ERROR)]


class Minutes(logging.Handler):
    """A handler with the filter of repeated lines, on a clock of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.lines: list[str] = []
        self.addFilter(RepeatFilter(lambda: self.now))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(TextFormat().format(record).partition(" ")[2])


@pytest.fixture
def minutes() -> Iterator[Minutes]:
    handler, root = Minutes(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


def test_a_repeated_line_appears_once_a_minute_with_a_count(minutes: Minutes) -> None:
    """Of warnings and errors that say the same, one a minute is logged, with the number left out before it."""
    for _ in range(3 * 60 * 5):
        note("accept-failed", level=logging.WARNING, error="Too many open files")
        logging.getLogger("asyncio").error("socket.accept() out of system resource")
        minutes.now += 0.2
    accept = "WARNING accept-failed error='Too many open files'"
    system = "ERROR socket.accept() out of system resource"
    assert [accept, system, *(f"{one} repeated=299" for one in (accept, system) * 2)] == minutes.lines


def test_lines_that_differ_are_all_logged(minutes: Minutes) -> None:
    """Other errors, refusals for other reasons, and what one person after the other does have lines of their own."""
    for error in ("a", "b"):
        note("accept-failed", level=logging.WARNING, error=error)
        note("refused", repeats=error, address="192.0.2.1")
        note("refused", repeats=error, address="192.0.2.2")
    for _ in range(2):
        note("login", person="ssh:x")
        note("config-kept", level=logging.ERROR, repeats="", reason="the same as before")
    heads = [line.split()[1] for line in minutes.lines]
    assert ["accept-failed", "refused"] * 2 + ["login", "config-kept"] * 2 == heads
