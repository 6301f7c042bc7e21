"""Typed bytes as lines of text: on a terminal with echo and a few editing keys, from a pipe as they come."""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from typing import Final

from wcwidth import wcwidth

from uno_tui.plain.jsonlines import MAX_LINE

MAX_TYPED: Final = MAX_LINE + 1
"""Number of characters kept of a typed line: one more than allowed, so that a line that is too long is noticed."""
_ENTER: Final = "\r\n"
_ERASE: Final = "\x08\x7f"
_INTERRUPT: Final = "\x03"
_END: Final = "\x04"
_KILL: Final = "\x15"
_AGAIN: Final = "\x12"
_ESCAPE: Final = "\x1b"


class Keyboard:
    """Cuts what one person types into lines.

    The terminal does not echo, so this does, and edits: Backspace erases a character, Ctrl-U the line,
    Ctrl-R prints the line again, Ctrl-C and, on an empty line, Ctrl-D end the session. Other keys, such as arrows, do
    nothing. Bytes from a pipe are complete lines already.
    """

    def __init__(self, show: Callable[[str], None] | None) -> None:
        self.begun = False
        """Whether the terminal's last line shows an unfinished typed line."""
        self.hidden = False
        """Whether typed characters are not echoed, because the line is a password."""
        self.interrupted = False
        """Whether the person typed Ctrl-C; later input is ignored."""
        self.ended = False
        """Whether the person typed Ctrl-D on an empty line; later input is ignored."""
        self._show = show
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._typed: list[str] = []
        self._sequence = ""
        self._after_return = False

    def lines(self, data: bytes) -> Iterator[str]:
        """Yield the lines completed by these bytes."""
        for char in self._decode(data):
            if self.interrupted or self.ended:
                return
            returned, self._after_return = self._after_return, char == "\r"
            if char == "\n" and returned:
                continue
            if char in _ENTER:
                yield self._line()
            elif self._show is None:
                self._keep(char)
            else:
                self._key(char)

    def show_again(self) -> None:
        """Print the unfinished line again, if the terminal's last line does not show it."""
        if not self.begun:
            self._echo("".join(self._typed))

    def rest(self) -> str:
        """Return the unfinished typed line, and discard it."""
        rest, self._typed = "".join(self._typed), []
        return rest

    def _line(self) -> str:
        self._sequence = ""
        self._echo("\r\n")
        self.begun = False
        return self.rest()

    def _keep(self, char: str) -> None:
        if len(self._typed) < MAX_TYPED:
            self._typed.append(char)

    def _echo(self, text: str) -> None:
        if self._show is not None and text and not (self.hidden and text.isprintable()):
            self._show(text)
            self.begun = True

    def _key(self, char: str) -> None:
        """Process one character typed on a terminal."""
        if self._sequence or char == _ESCAPE:
            self._in_sequence(char)
        elif char == _INTERRUPT:
            self.interrupted = True
            self._echo("^C\r\n")
        elif char == _END:
            self.ended = not self._typed
        elif char == _AGAIN:
            self._echo("\r\n" + "".join(self._typed))
        elif char in _ERASE:
            self._erase(1)
        elif char == _KILL:
            self._erase(len(self._typed))
        elif char.isprintable() and len(self._typed) < MAX_TYPED:
            self._keep(char)
            self._echo(char)

    def _erase(self, count: int) -> None:
        """Erase the last characters of the typed line, and those of them that the terminal shows."""
        for _ in range(min(count, len(self._typed))):
            cells = max(0, wcwidth(self._typed.pop()))
            if self.begun:
                self._echo("\b \b" * cells)

    def _in_sequence(self, char: str) -> None:
        """Skip the escape sequence of a key such as an arrow: Esc and a character, or Esc [ or Esc O up to a letter."""
        self._sequence += char
        long = len(self._sequence) > 2 or char not in "\x1b[O"
        if long and (char.isalpha() or char == "~" or len(self._sequence) in (2, 32)):
            self._sequence = ""
