"""Requests of a page for a name, a language or a table. Requests to a table are in `uno_tui.json_protocol`."""

from typing import Final, Literal

import msgspec

from uno_tui.json_protocol import WireError


class WrongPlaceError(Exception):
    """A request that cannot be made where the person is; the text is the message for them, not yet translated."""


class PageRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of these requests."""


class Enter(PageRequest, frozen=True, tag="enter"):
    """Request to sign in and sit down at a table; the first request of a page."""

    name: str = ""
    """The person's name; not needed with a resume code."""
    resume: str = ""
    """The resume code from an earlier ``entered`` message; the person gets their old seat back."""
    code: str = ""
    """Code of the table to join; if empty, the table where the person has a seat, else the lobby."""
    watch: bool = False
    """Whether to watch the table as a spectator."""
    password: str = ""
    """The server's password, if it has one."""
    ticket: str = ""
    """Ticket that `ssh -t -p PORT HOST link` showed; the phone then plays as the person who ran that command."""
    secret: str = ""
    """Secret that ``entered`` gave a phone with a ticket; for 90 days, the phone signs in with it as the same
    person."""


class Find(PageRequest, frozen=True, tag="find"):
    """Request whether a code leads to a table, before sign-in; the answer is ``found`` or an error."""

    code: str


class SetLanguage(PageRequest, frozen=True, tag="language"):
    """Request to use another language from now on; the server sends ``hello`` and the view again."""

    language: Literal["en", "ga", "ka", "ms"]


class Join(PageRequest, frozen=True, tag="join"):
    """Request for a seat at the table with a code; if a match is in progress, the person watches it."""

    code: str


class Watch(PageRequest, frozen=True, tag="watch"):
    """Watch the table with a code."""

    code: str


class Quick(PageRequest, frozen=True, tag="quick"):
    """Request for a seat at the fullest open table, or at a new one with bots."""


class New(PageRequest, frozen=True, tag="new"):
    """Open a table."""

    options: str = ""
    """Rules and options in the syntax of the text command `new`: ``party seats=3 bots=1``."""


class PlayDaily(PageRequest, frozen=True, tag="daily"):
    """Request for the daily deal."""

    show: Literal["", "board", "record"] = ""
    """Empty for a seat at the deal of the day, or for its board when the person's try is over; else what to show."""


AnyPageRequest = Enter | Find | SetLanguage | Join | Watch | Quick | New | PlayDaily


class _Typed(msgspec.Struct):
    type: str


_READER: Final = msgspec.json.Decoder(AnyPageRequest)
_TYPE: Final = msgspec.json.Decoder(_Typed)
_TYPES: Final = frozenset(str(one.__struct_config__.tag) for one in PageRequest.__subclasses__())


def read_page_request(data: str) -> AnyPageRequest | None:
    """Return the request; None if the data is not one of these types, but perhaps a request to a table.

    Raises:
        WireError: the data has such a type but is not a valid request.
    """
    try:
        if _TYPE.decode(data).type not in _TYPES:
            return None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    try:
        return _READER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise WireError(str(error)) from error
