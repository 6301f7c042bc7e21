"""Talk at a table: what people say to it, and whom they would rather not hear."""

from typing import TYPE_CHECKING, Final

from uno_tui.names import clean_name
from uno_tui.table.chat import MAX_CHAT, clean_chat
from uno_tui.table.protocol import Chat, Notice, NoticeKind
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


class Talk:
    """The talk at one table."""

    def __init__(self, table: "Table") -> None:
        self._table = table

    def chat(self, member: Member, text: str) -> None:
        """Tell the table what the person says, cleaned, unless it is too much; ``/mute NAME`` is for them alone."""
        table = self._table
        if asked := muting(text):
            self.mute(member, *asked)
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
        table.log.add_chat(member.identity, Chat(member.name, said))
        table.done(member)

    def mute(self, member: Member, name: str | None, on: bool) -> None:
        """Hide somebody's chat from the person, or all chat, or show it again."""
        table = self._table
        if name is None:
            member.all_muted = on
            table.delivery.send(member, Notice(NoticeKind.ALL_MUTED if on else NoticeKind.ALL_UNMUTED))
            table.refresh(member)
        else:
            table.delivery.send(member, table.mutes.mute(member, name, on, table.roster.members.values()))
            table.mutes.changed(member.identity)
