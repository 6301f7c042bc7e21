"""Chat: cleaning and limits of what people say, and mutes, the people whose chat each person has hidden."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol

from uno_tui.names import clean_name, folded, near_name
from uno_tui.table.protocol import Chat, LogEntry, Notice, NoticeKind
from uno_tui.table.timers import Timers
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
        """Return the cleaned line to send, empty if none is sent, and the kind of the notice for its author, or None.

        Lines that are sent count toward the rate limit.
        """
        said = clean_chat(text)
        if not said:
            return "", None
        if self.silenced or not self._messages.try_take(1, now):
            return "", NoticeKind.SILENCED if self.silenced else NoticeKind.CHAT_LIMITED
        return said, NoticeKind.CHAT_CUT if len(text.strip()) > MAX_CHAT and len(said) >= MAX_CHAT - 1 else None


MAX_MUTES: Final = 200
"""Maximum number of people that one person can mute; one more mute ends the oldest."""

GUEST_SECONDS: Final = 600.0
"""Seconds between checks for absent guests. All mutes by or of a guest absent in two checks in a row are deleted."""


Place = tuple[int, int]
"""Position of a line in a table's log, as in `LogEntry.place`."""


class Participant(Protocol):
    """A person at a table or in the lobby."""

    @property
    def identity(self) -> str:
        """The opaque id."""

    @property
    def guest(self) -> bool:
        """Whether the person has no key, so that the person's identity is valid only until they leave."""

    @property
    def name(self) -> str:
        """The person's name as shown to other people in the lobby or at the table."""


class Mutes:
    """The mutes of one lobby and all its tables: which identity has muted which other identities."""

    def __init__(self, timers: Timers, is_here: Callable[[str], bool], changed: Callable[[str], None]) -> None:
        """`is_here`: returns whether an identity is present; `changed`: called with an identity whose mutes changed."""
        self.changed = changed
        self._timers = timers
        self._is_here = is_here
        self._muted: dict[str, dict[str, str]] = {}
        """By identity of a person: the people whom that person has muted, as names by identity, oldest mute first."""
        self._guests: set[str] = set()
        """Identities of guests who have muted somebody or are muted."""
        self._missed: set[str] = set()
        """Guests in `_guests` who were absent at the last check."""

    def of(self, identity: str) -> Mapping[str, str]:
        """Return the people whom a person has muted, as names by identity."""
        return self._muted.get(identity, {})

    def mute(self, reader: Participant, name: str, on: bool, people: Iterable[Participant]) -> Notice:
        """Mute or unmute the person of that name among `people`, and return the answer for the reader.

        A muted person can be unmuted by name while they are elsewhere. Call `changed` after sending the answer.
        """
        name = clean_name(name, "")
        muted = self.of(reader.identity)
        others = {one.identity: one for one in people if one.identity != reader.identity}
        names = {identity: one.name for identity, one in others.items()}
        here = _find(name, names)
        if on:
            identity = here or _find(name, muted)
        else:
            identity = _find(name, {one: names[one] for one in names if one in muted}) or _find(name, muted)
        if identity is None:
            if here is not None:
                return Notice(NoticeKind.UNMUTED, names[here])
            near = near_name(name, (*names.values(), *muted.values()))
            return Notice(NoticeKind.MISNAMED, near) if near else Notice(NoticeKind.NOBODY, name)
        shown = names.get(identity) or muted[identity]
        self._set(reader.identity, identity, shown if on else "")
        if on:
            self._watch_guests(reader, *(one for one in others.values() if one.identity == identity))
        return Notice(NoticeKind.MUTED if on else NoticeKind.UNMUTED, shown)

    def _set(self, reader: str, identity: str, name: str) -> None:
        """Mute an identity under the given name, as the person's newest mute; an empty name unmutes it."""
        muted = self._muted.pop(reader, {})
        muted.pop(identity, None)
        if name:
            muted[identity] = name
        if len(muted) > MAX_MUTES:
            del muted[next(iter(muted))]
        if muted:
            self._muted[reader] = muted

    def close(self) -> None:
        """Stop the regular check for absent guests, because the lobby is closed."""
        self._timers.stop()

    def _watch_guests(self, *people: Participant) -> None:
        self._guests.update(one.identity for one in people if one.guest)
        if self._guests and "guests" not in self._timers:
            self._timers.set("guests", GUEST_SECONDS, self._check_guests)

    def _check_guests(self) -> None:
        missed = {identity for identity in self._guests if not self._is_here(identity)}
        for identity in missed & self._missed:
            self._guests.remove(identity)
            self._muted.pop(identity, None)
            for reader in tuple(self._muted):
                self._set(reader, identity, "")
        self._missed = missed & self._guests
        self._watch_guests()


def _find(name: str, names: Mapping[str, str]) -> str | None:
    """Return the identity of the first person with the given name, ignoring case; None if nobody has the name."""
    wanted = folded(name)
    return next((identity for identity, one in names.items() if folded(one) == wanted), None)


def without_muted(
    log: tuple[LogEntry, ...], senders: Mapping[Place, str], muted: Mapping[str, str], *, everybody: bool = False
) -> tuple[LogEntry, ...]:
    """Return the log without chat from muted people, or without any chat; `senders`: identities by `LogEntry.place`."""
    return tuple(
        one for one in log if not (isinstance(one.what, Chat) and (everybody or senders.get(one.place) in muted))
    )
