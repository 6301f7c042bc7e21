"""Cleaning, limits and the mute command of chat."""

import unicodedata
from typing import Final

from uno_tui.names import clean_name
from uno_tui.table.protocol import NoticeKind
from uno_tui.token_bucket import TokenBucket

MAX_CHAT: Final = 200
"""Maximum number of characters in a line of chat; a longer line is cut."""

_MUTE: Final = "/mute"
_UNMUTE: Final = "/unmute"
_READMIT: Final = "/readmit"
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKS: Final = frozenset({"Mn", "Me"})
_MAX_MARKS: Final = 3
_BURST: Final = 8.0
_PER_SECOND: Final = 0.5


def clean_chat(text: str) -> str:
    r"""Return one line of visible text of at most `MAX_CHAT` characters; empty if nothing visible is left.

    Control, format (including right-to-left overrides and zero-width), private and unassigned characters are removed,
    white space becomes single blanks, and a letter keeps at most three combining marks. Brackets stay, for chat is not
    markup.

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


def parse_readmit(text: str) -> str:
    """Return the name if a line of chat is ``/readmit NAME``, else "".

    >>> parse_readmit("/readmit Bob"), parse_readmit("hello")
    ('Bob', '')
    """
    word, _, name = text.strip().partition(" ")
    return clean_name(name, "") if word == _READMIT else ""


class ChatLimit:
    """Limits one person's chat to eight messages at once, so that a pasted list passes, and then one every two seconds.

    Waiting lifts the limit; nobody is sent away for reaching it.
    """

    def __init__(self, silenced: bool = False) -> None:
        self.silenced = silenced
        """Whether an operator has silenced the person."""
        self._messages = TokenBucket(_PER_SECOND, _BURST)

    def line(self, text: str, now: float) -> tuple[str, NoticeKind | None]:
        """Return the line to send, cleaned, and what the person is to be told; an empty line is not sent.

        A line that is sent is counted.
        """
        said = clean_chat(text)
        if not said:
            return "", None
        if self.silenced or not self._messages.try_take(1, now):
            return "", NoticeKind.SILENCED if self.silenced else NoticeKind.CHAT_LIMITED
        return said, NoticeKind.CHAT_CUT if len(text.strip()) > MAX_CHAT and len(said) >= MAX_CHAT - 1 else None
