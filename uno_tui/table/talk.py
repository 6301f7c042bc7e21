"""Talk at a table: what people say to it, and whom they would rather not hear."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from uno_tui.names import clean_name
from uno_tui.table.chat import MAX_CHAT, clean_chat
from uno_tui.table.protocol import Chat, LogEntry, Notice, NoticeKind
from uno_tui.table.roster import Member

if TYPE_CHECKING:  # the table has its talk, which goes into the table's log
    from uno_tui.table.table import Table

MUTE: Final = "/mute"
UNMUTE: Final = "/unmute"


def muting(text: str) -> tuple[str, bool] | None:
    """The name, and whether to mute it, if what was typed asks for that.

    >>> muting("/mute Bob"), muting("/unmute Bob"), muting("/mute"), muting("hello")
    (('Bob', True), ('Bob', False), None, None)
    """
    word, _, name = text.strip().partition(" ")
    return (clean_name(name), word == MUTE) if word in (MUTE, UNMUTE) and name.strip() else None


def mute(muted: set[str], name: str, on: bool, known: Iterable[str]) -> Notice:
    """Add a name to those that are muted, or take it out; what to tell the person who asked."""
    found = next((one for one in known if one.casefold() == name.casefold()), None)
    if found is None and name.casefold() not in muted:
        return Notice(NoticeKind.NOBODY, name)
    (muted.add if on else muted.discard)(name.casefold())
    return Notice(NoticeKind.MUTED if on else NoticeKind.UNMUTED, found or name)


def heard(log: tuple[LogEntry, ...], muted: set[str]) -> tuple[LogEntry, ...]:
    """The log without what those people said."""
    if not muted:
        return log
    return tuple(one for one in log if not (isinstance(one.what, Chat) and one.what.name.casefold() in muted))


class Talk:
    """The talk at one table."""

    def __init__(self, table: "Table") -> None:
        self._table = table

    def chat(self, member: Member, text: str) -> None:
        """Tell the table what the person says, cleaned, unless it is too much; ``/mute NAME`` is for them alone."""
        table = self._table
        if asked := muting(text):
            self._mute(member, *asked)
            return
        if not (said := clean_chat(text)):
            return
        if not member.limit.allows(table.timers.now()):
            kind = NoticeKind.SILENCED if member.limit.silenced else NoticeKind.CHAT_LIMITED
            table.delivery.send(member, Notice(kind))
            table.delivery.flush()
            return
        if len(text) > MAX_CHAT and len(said) >= MAX_CHAT - 1:
            table.delivery.send(member, Notice(NoticeKind.CHAT_CUT))
        table.note(Chat(member.name, said))
        table.done(member)

    def _mute(self, member: Member, name: str, on: bool) -> None:
        table = self._table
        others = [one.name for one in table.roster.members.values() if one is not member]
        table.delivery.send(member, mute(member.muted, name, on, others))
        table.delivery.refresh([member])
        table.delivery.flush()
