"""Terminal input cut into whole tokens, so that Textual's parser never sees half a sequence.

A token is typed text, one escape sequence, or one bracketed paste, however the bytes were split over packets. Input
that is ambiguous so far is held: the driver waits `patience` seconds and then calls `flush`, which turns a held Esc
into a key press and drops any other incomplete sequence. What a terminal reports about itself is a token of its own
kind, so that it never becomes a key: answers in OSC and DCS strings, sequences marked as private, focus events. Other
strings (APC, PM, SOS) are dropped. The size of what is held is bounded.
"""

import enum
import re
from typing import NamedTuple

ESC = "\x1b"
PASTE_START = "\x1b[200~"
PASTE_END = "\x1b[201~"

ESCAPE_DELAY = 0.1
"""Seconds after which a lone Esc counts as the Escape key."""
PARTIAL_DELAY = 1.0
"""Seconds to wait for the rest of an incomplete sequence."""
GHOST_DELAY = 0.35
"""Seconds to hold a `[` or `O` right after a lone Esc: it may be the rest of an arrow key that came slowly."""

MAX_SEQUENCE = 64
"""Maximum length of a sequence, in characters; longer ones are dropped."""
MAX_REPORT = 256
"""Maximum length of a control string from the terminal, in characters; longer ones are dropped."""

_WHOLE = re.compile(
    r"\x1b(?:\[\[[ -~]"  # the Linux console's F1..F5
    r"|\[M[\s\S]{3}"  # a mouse report of the oldest kind
    r"|\[(?![\[M])[0-?]*[ -/]*[@-~]"  # CSI
    r"|O[0-9;]*[ :<-~]"  # SS3
    r"|[^\x1b\[O\]PX^_])"  # Alt and a key
)
_PARTIAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\[\[|\[M[\s\S]{0,2}|O[0-9;]*)?\Z")
_BROKEN_CSI = re.compile(r"\x1b\[[0-?]*[ -/]*")
_REST_OF_CSI = re.compile(r"[ -?]*[@-~]?")
_REPORT = re.compile(r"\x1b\[(?:[?>=]|[IO]\Z)")
_STRING_START = re.compile(r"\x1b[\]PX^_]")
_KEPT_STRINGS = ("\x1b]", "\x1bP")
_STRING_END = re.compile(r"[\x07\x18\x1a\x1b]")


class Kind(enum.Enum):
    """Kinds of token."""

    TEXT = "text"
    SEQUENCE = "sequence"
    ESCAPE = "escape"
    PASTE = "paste"
    REPORT = "report"
    """A report from the terminal about itself; the terminator of a control string is removed."""


class Token(NamedTuple):
    """A piece of terminal input and its kind."""

    kind: Kind
    text: str


class InputLexer:
    """Splits decoded input into tokens. It has no clock: the driver waits, then calls `flush`."""

    def __init__(self, paste_limit: int = 8192) -> None:
        self.paste_limit = paste_limit
        self._held = ""
        self._ghost = False  # the Esc of the held input was delivered as a key already
        self._after_escape = False
        self._string = False
        self._report = ""  # the string so far, if it is an answer and not too long
        self._overlong = False
        self._paste: list[str] | None = None
        self._paste_size = 0

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more input before calling `flush`; None if no input is held back."""
        if self._ghost:
            return GHOST_DELAY
        if self._held == ESC and not self._string and self._paste is None:
            return ESCAPE_DELAY
        waits = self._held or self._string or self._overlong or self._after_escape or self._paste is not None
        return PARTIAL_DELAY if waits else None

    def feed(self, text: str) -> list[Token]:
        """Add input and return the completed tokens."""
        tokens: list[Token] = []
        if self._after_escape and text[:1] in ("[", "O"):
            self._held, self._ghost = ESC, True
        self._after_escape = False
        rest: str | None = self._held + text
        self._held = ""
        while rest:
            if self._paste is not None:
                rest = self._in_paste(rest, tokens)
            elif self._string:
                rest = self._in_string(rest, tokens)
            elif self._overlong:
                rest = self._in_overlong(rest)
            else:
                rest = self._in_ground(rest, tokens)
        self._ghost = self._ghost and self._held != ""
        return tokens

    def flush(self) -> list[Token]:
        """Release held input: Esc becomes a key, an unfinished paste is returned, everything else is dropped."""
        held, ghost = self._held, self._ghost
        tokens: list[Token] = []
        if self._paste is not None:
            self._end_paste(tokens)
        elif held == ESC and not self._string:
            tokens.append(Token(Kind.ESCAPE, ESC))
        elif ghost and held in ("\x1b[", "\x1bO"):
            tokens.append(Token(Kind.TEXT, held[1:]))
        elif held == "\x1bO":
            tokens.append(Token(Kind.SEQUENCE, held))
        self._after_escape = bool(tokens) and tokens[0].kind is Kind.ESCAPE
        self._held, self._ghost, self._string, self._overlong = "", False, False, False
        return tokens

    def _in_ground(self, text: str, tokens: list[Token]) -> str | None:
        start = text.find(ESC)
        if start != 0:
            run = text if start < 0 else text[:start]
            tokens.append(Token(Kind.TEXT, run))
            return text[len(run) :]
        if match := _WHOLE.match(text):
            if match.group() == PASTE_START:
                self._paste, self._paste_size = [], 0
            elif len(match.group()) <= MAX_SEQUENCE:
                kind = Kind.REPORT if _REPORT.match(match.group()) else Kind.SEQUENCE
                tokens.append(Token(kind, match.group()))
            return text[match.end() :]
        if _PARTIAL.match(text):
            if len(text) > MAX_SEQUENCE:
                self._overlong = True
            else:
                self._held = text
            return None
        if match := _STRING_START.match(text):
            self._string = True
            self._report = match.group() if match.group() in _KEPT_STRINGS else ""
            return text[match.end() :]
        return self._broken(text, tokens)

    def _broken(self, text: str, tokens: list[Token]) -> str:
        """Drop an escape sequence that an invalid character interrupts; return the input from that character on."""
        if match := _BROKEN_CSI.match(text):
            return text[match.end() :]
        if text.startswith("\x1bO"):
            tokens.append(Token(Kind.SEQUENCE, "\x1bO"))
            return text[2:].lstrip("0123456789;")
        tokens.append(Token(Kind.ESCAPE, ESC))  # Esc, Esc
        return text[1:]

    def _in_string(self, text: str, tokens: list[Token]) -> str | None:
        match = _STRING_END.search(text)
        self._add_to_report(text if match is None else text[: match.start()])
        if match is None:
            return None
        if match.group() == ESC and match.end() == len(text):
            self._held = ESC
            return None
        self._string = False
        ends = match.group() == "\x07" or text.startswith("\x1b\\", match.start())
        if self._report and ends:
            tokens.append(Token(Kind.REPORT, self._report))
        if match.group() != ESC:
            return text[match.end() :]
        return text[match.end() + 1 :] if ends else text[match.start() :]

    def _add_to_report(self, text: str) -> None:
        if self._report:
            self._report = self._report + text if len(self._report) + len(text) <= MAX_REPORT else ""

    def _in_overlong(self, text: str) -> str | None:
        match = _REST_OF_CSI.match(text)
        end = match.end() if match else 0
        if end == len(text) and not "@" <= text[-1] <= "~":
            return None
        self._overlong = False
        return text[end:]

    def _in_paste(self, text: str, tokens: list[Token]) -> str | None:
        end = text.find(PASTE_END)
        if end < 0:
            keep = next(size for size in range(len(PASTE_END) - 1, -1, -1) if text.endswith(PASTE_END[:size]))
            self._add_to_paste(text[: len(text) - keep])
            self._held = text[len(text) - keep :]
            return None
        self._add_to_paste(text[:end])
        self._end_paste(tokens)
        return text[end + len(PASTE_END) :]

    def _add_to_paste(self, text: str) -> None:
        room = self.paste_limit - self._paste_size
        if room > 0 and self._paste is not None:
            self._paste.append(text[:room])
            self._paste_size += len(text[:room])

    def _end_paste(self, tokens: list[Token]) -> None:
        tokens.append(Token(Kind.PASTE, "".join(self._paste or ()).replace("\x00", "")))
        self._paste = None
