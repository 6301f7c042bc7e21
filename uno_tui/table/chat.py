"""What people say: cleaned of all that is not text, and limited so that nobody floods a table."""

import unicodedata
from typing import Final

from uno_tui.names import clean_name
from uno_tui.token_bucket import TokenBucket

MAX_CHAT: Final = 200
"""The most characters of one message; more is cut."""

_MUTE: Final = "/mute"
_UNMUTE: Final = "/unmute"
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKS: Final = frozenset({"Mn", "Me"})
_MAX_MARKS: Final = 3
_BURST: Final = 8.0
_PER_SECOND: Final = 0.5


def clean_chat(text: str) -> str:
    r"""One line of visible text, at most `MAX_CHAT` characters; empty when nothing visible is left.

    Control, format (also right-to-left overrides and zero-width), private and unassigned characters are gone, white
    space is one blank each, and at most three marks stand on one letter. Brackets stay: the text is no markup.

    >>> clean_chat("  a\x1b[2Jb\u200b\r\n[red]c ")
    'a[2Jb [red]c'
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 10 * MAX_CHAT]):
        category = unicodedata.category(char)
        marks = marks + 1 if category in _MARKS else 0
        if char.isspace() and char not in "\x1c\x1d\x1e\x1f":
            kept.append(" ")
        elif category not in _UNSEEN and marks <= _MAX_MARKS and (kept or not marks):
            kept.append(char)
    return " ".join("".join(kept).split())[:MAX_CHAT].rstrip()


def parse_mute(text: str) -> tuple[str, bool] | None:
    """Return the name and whether to mute it if a line of chat is ``/mute NAME`` or ``/unmute NAME``, else None.

    >>> parse_mute("/mute Bob"), parse_mute("/unmute Bob"), parse_mute("/mute"), parse_mute("hello")
    (('Bob', True), ('Bob', False), None, None)
    """
    word, _, name = text.strip().partition(" ")
    return (clean_name(name), word == _MUTE) if word in (_MUTE, _UNMUTE) and name.strip() else None


class ChatLimit:
    """Limits one person's chat: eight messages at once, so that a pasted list goes through, then one in two seconds.

    Waiting lifts the limit; nobody is sent away for reaching it.
    """

    def __init__(self) -> None:
        self.silenced = False
        """Nothing may be said, until an operator says otherwise."""
        self._messages = TokenBucket(_PER_SECOND, _BURST)

    def allows(self, now: float) -> bool:
        """Whether one more message may be said now; counts it if so."""
        return not self.silenced and self._messages.try_take(1, now)
