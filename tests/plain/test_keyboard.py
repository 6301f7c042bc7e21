"""Typed bytes as lines of text."""

import pyte
import pytest
from hypothesis import given, strategies

from uno_tui.plain.keyboard import MAX_TYPED, Keyboard


class Terminal:
    """A keyboard on a terminal, with what the terminal shows."""

    def __init__(self) -> None:
        self.keyboard = Keyboard(self.show)
        self.shown = ""
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)

    def show(self, text: str) -> None:
        self.shown += text
        self._stream.feed(text)

    def type(self, text: str) -> list[str]:
        return list(self.keyboard.lines(text.encode()))

    @property
    def last(self) -> str:
        """The text of the cursor's row."""
        return self._screen.display[self._screen.cursor.y].rstrip()


def piped(*pieces: bytes) -> list[str]:
    keyboard = Keyboard(None)
    return [line for piece in pieces for line in keyboard.lines(piece)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_end_of_a_line_ends_one(end: bytes) -> None:
    """CR, LF and CR LF each end one line, also when a CR LF comes in two pieces."""
    assert ["a", "", "b"] == piped(b"a" + end + end + b"b" + end)
    assert ["a", "b"] == piped(b"a" + end[:1], end[1:] + b"b" + end)


def test_characters_may_come_in_pieces() -> None:
    """A character whose bytes come in two pieces is one character, and invalid bytes are replaced."""
    assert ["Άννα"] == piped(*(bytes([byte]) for byte in "Άννα\n".encode()))
    assert ["\ufffda", "b"] == piped(b"\xffa\nb\n")


def test_a_long_line_is_cut() -> None:
    """A very long line is cut, and the next line is complete."""
    keyboard = Keyboard(None)
    for _ in range(100):
        assert [] == list(keyboard.lines(b"x" * 1000))
    assert ["x" * MAX_TYPED, "next"] == list(keyboard.lines(b"\nnext\n"))


def test_the_last_line_needs_no_end() -> None:
    """Text without a line end is returned once, as the rest."""
    keyboard = Keyboard(None)
    assert ["a"] == list(keyboard.lines(b"a\nquit"))
    assert ["quit", ""] == [keyboard.rest(), keyboard.rest()]


def test_a_terminal_echoes() -> None:
    """Typed text is echoed on a terminal, a line end as CR LF."""
    terminal = Terminal()
    assert ["hand", "Ά"] == terminal.type("hand\rΆ\r")
    assert "hand\r\nΆ\r\n" == terminal.shown


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("hnd\x7f\x7fand", "hand"),
        ("hnd\x08\x08and", "hand"),
        ("\x7f\x7fhand", "hand"),
        ("fly\x15hand", "hand"),
        ("日本\x7f\x7fhand", "hand"),
        ("ha\x1b[Dnd", "hand"),
        ("ha\x1bOAnd", "hand"),
        ("ha\x1b[1;5Cnd", "hand"),
        ("ha\x1b[15~nd", "hand"),
        ("ha\x1bxnd", "hand"),
        ("ha\x00\x01\x07\x0bnd", "hand"),
        ("ha\x04nd", "hand"),
        ("ha\x12nd", "hand"),
        ("ha\u202end", "hand"),
    ],
)
def test_the_keys_that_edit_a_line(typed: str, line: str) -> None:
    """Backspace and Ctrl-U erase, also on the screen; other special keys change neither line nor screen."""
    terminal = Terminal()
    assert [] == terminal.type(typed)
    assert line == terminal.last
    assert [line] == terminal.type("\r")
    assert "\x1b" not in terminal.shown


def test_control_c_and_control_d() -> None:
    """Ctrl-C ends the input at once, Ctrl-D on an empty line; what follows is ignored."""
    interrupted, ended = Terminal(), Terminal()
    assert ["a"] == interrupted.type("a\rb\x03c\r")
    assert (True, False) == (interrupted.keyboard.interrupted, interrupted.keyboard.ended)
    assert ["a"] == ended.type("a\r\x04c\r")
    assert (False, True) == (ended.keyboard.interrupted, ended.keyboard.ended)


def test_lines_of_output_come_between() -> None:
    """Text that is no longer on the last row is erased in the line only; Ctrl-R prints the line again."""
    terminal = Terminal()
    terminal.type("hax")
    assert terminal.keyboard.begun
    terminal.keyboard.begun = False
    terminal.show("\r\nsomebody played\r\n")
    terminal.type("\x7f")
    assert "" == terminal.last
    terminal.type("\x12")
    assert "ha" == terminal.last
    assert ["hand"] == terminal.type("nd\r")


@given(strategies.lists(strategies.binary(max_size=40)))
def test_whatever_is_typed_no_echo_acts_on_the_terminal(pieces: list[bytes]) -> None:
    """The echo has no control characters but line ends and Backspaces."""
    terminal = Terminal()
    for piece in pieces:
        for line in terminal.keyboard.lines(piece):
            assert MAX_TYPED >= len(line)
    echoed = terminal.shown.replace("\r\n", "").replace("\b", "")
    assert echoed.isprintable()
