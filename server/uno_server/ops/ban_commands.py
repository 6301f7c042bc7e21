"""Operators' commands for bans: `ban`, `unban` and `bans`."""

from collections.abc import Sequence

from uno_server.ops.people_here import Answer, OperatorAct, PeopleHere, Present
from uno_server.ssh.bans import Ban, entry_of, read_duration, read_entry
from uno_tui.names import folded
from uno_tui.table.chat import clean_chat
from uno_tui.table.options import EntryError
from uno_tui.table.protocol import Ending


class BanCommands:
    """The commands that change the bans of the server, and end the sessions of banned people."""

    def __init__(self, here: PeopleHere) -> None:
        self._here = here

    async def ban(self, act: OperatorAct) -> Answer:
        """Ban by ``WHO|KEY|ADDRESS [TIME] [REASON]``."""
        who, seconds, reason = self._ban_words(act.rest)
        if seconds == 0:
            return f"{who} is not a duration. Use 30m, 12h, 7d or 4w; without a duration, the ban has no end.", 2
        if entry := read_entry(who):
            return await self._ban_entry(act, entry, seconds, reason), 0

        async def ban(session: Present) -> str:
            return await self._ban_entry(act, entry_of(session.person), seconds, reason)

        text, status = await self._here.apply(act, who, ban)
        if status and (owner := await self._here.owner(who)):
            return await self._ban_entry(act, entry_of(owner), seconds, reason), 0
        return text, status

    def _ban_words(self, rest: str) -> tuple[str, int | None, str]:
        """Parse a ban command into person, seconds and reason; for a malformed time return the time, 0, no reason."""
        words = rest.split()
        for place, word in enumerate(words[1:], 1):
            if seconds := read_duration(word):
                return " ".join(words[:place]), seconds, clean_chat(" ".join(words[place + 1 :]))
        if words[1:] and words[1][0].isdecimal():
            return words[1][:20], 0, ""
        names = {folded(self._here.known(session).name) for session in self._here.sessions}
        count = next((n for n in range(len(words), 1, -1) if folded(" ".join(words[:n])) in names), 1)
        return " ".join(words[:count]), None, clean_chat(" ".join(words[count:]))

    async def _ban_entry(self, act: OperatorAct, entry: str, seconds: int | None, reason: str) -> str:
        assert self._here.server is not None, "commands come through a server"
        act.whom = entry
        unsaved = ""
        bans = self._here.server.admission.bans
        try:
            bans.add(entry, seconds=seconds, reason=reason, by=act.by)
        except OSError as error:
            unsaved = f"; the ban ends with this server, for it cannot be saved: {error.strerror}"
        ban = next(one for one in bans.current if one.entry == entry)
        await self.end_banned(entry)  # meanwhile another operator may lift the ban
        [text] = await self._lines([ban])
        return f"banned {text}{unsaved}"

    async def end_banned(self, entry: str) -> None:
        """End the sessions of all people to whom a ban applies."""
        for session in self._here.sessions:
            if entry_of(session.person) == entry:
                await self._here.send_away(session, Ending.BANNED)

    async def unban(self, act: OperatorAct) -> Answer:
        """Lift a ban by its key or address, or by the name that the key's owner has here."""
        owner = await self._here.owner(act.rest)
        entry = act.whom = read_entry(act.rest) or (entry_of(owner) if owner else "")
        try:
            if self._here.server is not None and self._here.server.admission.bans.remove(entry):
                return f"{entry} may come in again", 0
        except OSError as error:
            return f"{entry} may come in until the next start; this cannot be saved: {error.strerror}", 1
        return f"{act.rest[:60]!a} is not banned; ssh -p PORT HOST bans lists the bans", 1

    async def bans(self, act: OperatorAct) -> Answer:
        """List the bans."""
        if act.rest:
            return "bans takes no arguments", 2
        bans = self._here.server.admission.bans.current if self._here.server else []
        return "\n".join(await self._lines(bans)) or "Nobody is banned.", 0

    async def _lines(self, bans: Sequence[Ban]) -> list[str]:
        """Return a line for each ban, with the name that the owner of a banned key used last, if they were here."""
        lines = []
        known = True
        for ban in bans:
            name = ""
            if known and ban.entry.startswith("SHA256:"):
                try:
                    name = await self._here.name_of(ban.entry)
                except EntryError:  # the broker of a cluster does not answer
                    known = False
            lines.append(ban.text(name))
        return lines
