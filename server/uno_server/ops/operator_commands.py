"""Commands for operators: people whose keys the configuration names."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from uno_server.app.endings import refusal
from uno_server.app.service import GameService
from uno_server.line.line import Line
from uno_server.logs import note
from uno_server.ops.ban_commands import BanCommands
from uno_server.ops.operator_mutes import OperatorMutes
from uno_server.ops.people_here import Answer, OperatorAct, PeopleHere
from uno_server.person import Person
from uno_server.ssh.bans import read_entry
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.table.options import EntryError, EntryProblem

HELP: Final = """\
For operators:
ssh -p PORT HOST who                 everyone who is here: key or guest, name,
                                     address
ssh -p PORT HOST announce TEXT       send a message to everyone
ssh -p PORT HOST kick WHO            end a person's session and free their seat;
                                     they may return
ssh -p PORT HOST ban WHO [TIME] [REASON]
                                     kick, and refuse their key, or guests from
                                     their address; WHO may be a key
                                     (SHA256:...) or an address, TIME is like
                                     12h, 7d or 4w
ssh -p PORT HOST unban ENTRY         lift a ban
ssh -p PORT HOST bans                list the bans, each with its end, reason
                                     and author
ssh -p PORT HOST mute WHO            hide their chat from everyone: by key, or
                                     guests by address
ssh -p PORT HOST unmute WHO          show their chat again
ssh -p PORT HOST close CODE          end a table; its match is not counted
ssh -p PORT HOST forget WHO          delete everything stored about a person,
                                     also by the name they own
ssh -p PORT HOST drain [off]         open no new tables; let in only people who
                                     have a seat
WHO is a name, or the start of a key or guest id as printed by who.
"""

NOBODY: Final = "Nobody is here."
_FORGOTTEN: Final = "forgotten"
"""Command word, before an identity, that tells other servers of a cluster to remove a person whose data was deleted."""
_EVERYWHERE: Final = frozenset({"who", "announce", "kick", "drain"})
"""Operator commands that all servers of a cluster carry out."""
_WHERE_FOUND: Final = frozenset({"ban", "mute", "unmute", "close", "forget"})
"""Operator commands that are passed to the other servers of a cluster if they fail on this one."""


class OperatorCommands:
    """The operators' commands, in front of the service: other sessions and commands are passed on to it."""

    def __init__(self, service: GameService, operator: LobbyOperator) -> None:
        self.here = PeopleHere(service, operator)
        self.bans = BanCommands(self.here)
        self.mutes = OperatorMutes(self.here, operator)
        self._service = service
        self._operator = operator
        self.elsewhere: Callable[[list[str], str], Awaitable[list[Answer]]] | None = None
        """Runs a command on the other servers of a cluster; called with the command words and the operator. None if
        alone."""
        self._commands: dict[str, Callable[[OperatorAct], Awaitable[Answer]]] = {
            "who": self._who,
            "announce": self._announce,
            "kick": self._kick,
            "ban": self.bans.ban,
            "unban": self.bans.unban,
            "bans": self.bans.bans,
            "mute": self._mute,
            "unmute": self._unmute,
            "close": self._close,
            "forget": self._forget,
            "drain": self._drain,
        }

    async def open_session(self, line: Line, person: Person, words: list[str]) -> int:
        """Open a session; while the server is drained, refuse people who have no seat."""
        try:
            person = await self.admit(person, "resume" in words)
        except EntryError as error:
            line.say(refusal(person, words, error))
            return 1
        return await self._service.open_session(line, person, words)

    async def admit(self, person: Person, resumes: bool) -> Person:
        """Return the person as operators have them, muted or not; `resumes` says whether they gave a resume code.

        Raises:
            EntryError: the server is drained, and the person has no seat.
        """
        if not (person.operator or resumes or await self._operator.admits(person.identity)):
            raise EntryError(EntryProblem.DRAINED)
        return replace(person, silenced=person in self.mutes)

    async def answer(self, person: Person, words: list[str]) -> Answer:
        """Answer a command line with a text and an exit status; operators have additional commands."""
        if not person.operator or words[0] not in (*self._commands, "help"):
            return await self._service.answer(person, words, self._commands if person.operator else ())
        if words[0] == "help":
            text, status = await self._service.answer(person, words)
            return text + HELP, status
        act = OperatorAct(" ".join(words[1:]), f"{person.name} ({_short(person.label)})")
        text, status = await self._commands[words[0]](act)
        if self.elsewhere is not None and (words[0] in _EVERYWHERE or (status and words[0] in _WHERE_FOUND)):
            text, status = _joined(words[0], (text, status), await self.elsewhere(words, act.by))
        note("operator", person=person.label, command=words[0], whom=_short(act.whom) or None, status=status)
        return text, status

    async def carry_out(self, words: list[str], by: str) -> Answer:
        """Carry out a command that an operator gave on another server of the cluster."""
        if words[0] == _FORGOTTEN:
            await self._remove(words[1])
            return "", 0
        if words[0] not in self._commands:
            return "", 1
        return await self._commands[words[0]](OperatorAct(" ".join(words[1:]), by))

    async def _who(self, act: OperatorAct) -> Answer:
        if act.rest:
            return "who takes no arguments", 2
        rows = [f"{one.label:51} {one.name:16} {one.address}" for one in map(self.here.known, self.here.sessions)]
        return "\n".join(rows) or NOBODY, 0

    async def _announce(self, act: OperatorAct) -> Answer:
        if not act.rest:
            return "what to announce? Type announce TEXT", 2
        return f"announced at {_tables(await self._operator.announce(act.rest))} and in the lobby", 0

    async def _kick(self, act: OperatorAct) -> Answer:
        return await self.here.apply(act, act.rest, self.here.send_away)

    async def _mute(self, act: OperatorAct) -> Answer:
        return await self.here.apply(act, act.rest, self.mutes.mute)

    async def _unmute(self, act: OperatorAct) -> Answer:
        if answer := self.mutes.unmute_absent(act.rest):
            act.whom = act.rest
            return answer, 0
        return await self.here.apply(act, act.rest, self.mutes.unmute)

    async def _close(self, act: OperatorAct) -> Answer:
        if not act.rest:
            return "which table? Type close CODE; ssh -p PORT HOST rooms lists the public ones", 2
        people = await self._operator.close(act.rest)
        if people is None:
            return f"there is no table {act.rest[:20]!a}; ssh -p PORT HOST rooms lists the public ones", 1
        return f"closed {act.rest.upper()}; people there: {people}", 0

    async def _forget(self, act: OperatorAct) -> Answer:
        """Delete all stored data of a person, and disconnect them if they are online."""
        people = self._service.people
        if people is None:
            return "nothing is stored here", 1
        key = read_entry(act.rest)
        identity = f"ssh:{key}" if key and key.startswith("SHA256:") else await people.named(act.rest)
        if identity is None or not await people.knows(identity):
            if key:
                return f"nothing is stored about {act.rest[:60]!a}", 1
            return await self.here.apply(act, act.rest, lambda session: self._delete(act, self.here.known(session)))
        return await self._delete(act, Person(identity, act.rest, guest=False)), 0

    async def _delete(self, act: OperatorAct, person: Person) -> str:
        act.whom = person.label
        await self._remove(person.identity)
        if self.elsewhere is not None:
            await self.elsewhere([_FORGOTTEN, person.identity], act.by)
        if self._service.people is not None:
            self._service.people.forget(person.identity)
        return f"forgot {person.name}: name, settings, ratings and results are deleted"

    async def _remove(self, identity: str) -> None:
        """End a person's sessions here, and take them out of tables."""
        self.here.end_all(identity)
        await self._operator.forget(identity)

    async def _drain(self, act: OperatorAct) -> Answer:
        if act.rest not in ("", "off"):
            return "type drain or drain off", 2
        tables = await self._operator.drain(not act.rest)
        if act.rest:
            return "everybody may come in again", 0
        return f"{_tables(tables)} {'is' if tables == 1 else 'are'} still open", 0


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


def _joined(command: str, own: Answer, others: list[Answer]) -> Answer:
    """Return one answer to a command that several doors have carried out."""
    good = [text for text, status in (own, *others) if not status]
    if command == "who":
        rows = sorted({row for text in good if text != NOBODY for row in text.splitlines()})
        return "\n".join(rows) or NOBODY, 0
    return (good[0], 0) if good else own


def _short(label: str) -> str:
    """Return an identity or a ban entry with the key shortened."""
    head, mark, key = label.partition("SHA256:")
    return f"{head}{mark}{key[:8]}..." if mark else label
