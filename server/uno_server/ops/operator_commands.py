"""Commands for operators: people whose keys the configuration names."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from uno_server.app.endings import refusal
from uno_server.app.service import GameService
from uno_server.line.line import Line
from uno_server.logs import note
from uno_server.person import Person
from uno_server.ssh.addresses import client_network
from uno_server.ssh.bans import entry_of, read_duration, read_entry
from uno_server.ssh.channel import SshSession
from uno_server.ssh.server import Server
from uno_tui.lobby.protocol import OperatorService
from uno_tui.names import folded, near_name
from uno_tui.table.chat import clean_chat
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.protocol import Ending

DRAINING: Final = "Draining: matches in progress can finish; no new tables are opened."

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

Answer = tuple[str, int]


class Present(Protocol):
    """A person who is connected now, over ssh or by a browser."""

    @property
    def person(self) -> Person:
        """The person, as the server knew them when they connected."""

    def end(self, ending: Ending) -> None:
        """Notify the person of the reason, then end the session."""


@dataclass(slots=True)
class OperatorAct:
    """An operator's command, as it was typed."""

    rest: str
    """The arguments: the words after the command."""
    by: str
    """The operator: name and the beginning of their key."""
    whom: str = ""
    """Identity or ban entry of the person that the command is about, for the log; set while the command runs."""


class OperatorCommands:
    """The operators' commands, in front of the service: sessions and commands that are not theirs are passed on to it.

    `server` is set before the first session, once the server has been made.
    """

    def __init__(self, service: GameService, operator: OperatorService) -> None:
        self.server: Server | None = None
        self.page_visits: Callable[[], Sequence[Present]] = tuple
        """Returns the visits of people who use a browser; set by a server with a web page."""
        self._service = service
        self._operator = operator
        self.elsewhere: Callable[[list[str], str], Awaitable[list[Answer]]] | None = None
        """Runs a command on the other servers of a cluster; called with the command words and the operator. None if
        alone."""
        self.muted_changed: Callable[[str, bool], None] = lambda _place, _on: None
        """Called with the mute key and the new state when an operator mutes or unmutes somebody on this server."""
        self._muted: set[str] = set()
        """Keys of the muted people: the identity of a person with an ssh key, or the client network of a guest."""
        self._commands: dict[str, Callable[[OperatorAct], Awaitable[Answer]]] = {
            "who": self._who,
            "announce": self._announce,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._bans,
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
        return replace(person, silenced=self._mute_key(person) in self._muted)

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

    async def learn_mute(self, place: str, on: bool) -> None:
        """Mute or unmute a person here, because an operator did so on another server of the cluster."""
        (self._muted.add if on else self._muted.discard)(place)
        for one in self._sessions:
            if self._mute_key(one.person) == place:
                await self._operator.silence(self.known(one).identity, on)

    async def end_banned(self, entry: str) -> None:
        """End the sessions of all people to whom a ban applies."""
        for session in self._sessions:
            if entry_of(session.person) == entry:
                await self._send_away(session, Ending.BANNED)

    def known(self, session: Present) -> Person:
        """Return a session's person; after sign-in, with the name and identity that other people see."""
        if not isinstance(session, SshSession):
            return session.person
        return (session.line and self._service.present.get(session.line)) or session.person

    async def _who(self, act: OperatorAct) -> Answer:
        if act.rest:
            return "who: nothing more", 2
        rows = [f"{one.label:51} {one.name:16} {one.address}" for one in map(self.known, self._sessions)]
        return "\n".join(rows) or NOBODY, 0

    async def _announce(self, act: OperatorAct) -> Answer:
        if not act.rest:
            return "announce TEXT: there is nothing to say", 2
        return f"said at {_tables(await self._operator.announce(act.rest))} and in the lobby", 0

    async def _kick(self, act: OperatorAct) -> Answer:
        return await self._apply(act, act.rest, self._send_away)

    async def _ban(self, act: OperatorAct) -> Answer:
        """Ban by ``WHO|KEY|ADDRESS [TIME] [REASON]``."""
        who, seconds, reason = self._ban_words(act.rest)
        if seconds == 0:
            return f"{who} is no time for a ban: 30m, 12h, 7d and 4w are, and without one it has no end", 2
        if entry := read_entry(who):
            return await self._ban_entry(act, entry, seconds, reason), 0

        async def ban(session: Present) -> str:
            return await self._ban_entry(act, entry_of(session.person), seconds, reason)

        return await self._apply(act, who, ban)

    def _ban_words(self, rest: str) -> tuple[str, int | None, str]:
        """Parse a ban command into person, seconds and reason; for a malformed time return the time, 0, no reason."""
        words = rest.split()
        for place, word in enumerate(words[1:], 1):
            if seconds := read_duration(word):
                return " ".join(words[:place]), seconds, clean_chat(" ".join(words[place + 1 :]))
        if words[1:] and words[1][0].isdecimal():
            return words[1][:20], 0, ""
        names = {folded(self.known(session).name) for session in self._sessions}
        count = next((n for n in range(len(words), 1, -1) if folded(" ".join(words[:n])) in names), 1)
        return " ".join(words[:count]), None, clean_chat(" ".join(words[count:]))

    async def _ban_entry(self, act: OperatorAct, entry: str, seconds: int | None, reason: str) -> str:
        assert self.server is not None, "commands come through a server"
        act.whom = entry
        unsaved = ""
        bans = self.server.admission.bans
        try:
            bans.add(entry, seconds=seconds, reason=reason, by=act.by)
        except OSError as error:
            unsaved = f"; the ban ends with this server, for it cannot be saved: {error.strerror}"
        await self.end_banned(entry)
        (ban,) = [one for one in bans.current if one.entry == entry]
        return f"banned {ban.text}{unsaved}"

    async def _unban(self, act: OperatorAct) -> Answer:
        entry = act.whom = read_entry(act.rest) or ""
        try:
            if self.server is not None and self.server.admission.bans.remove(entry):
                return f"{entry} may come in again", 0
        except OSError as error:
            return f"{entry} may come in until the next start; this cannot be saved: {error.strerror}", 1
        return f"there is no ban of {act.rest[:60]!a}; ssh HOST bans lists them", 1

    async def _bans(self, act: OperatorAct) -> Answer:
        if act.rest:
            return "bans: nothing more", 2
        bans = self.server.admission.bans.current if self.server else []
        return "\n".join(ban.text for ban in bans) or "Nobody is banned.", 0

    async def _mute(self, act: OperatorAct) -> Answer:
        return await self._apply(act, act.rest, partial(self._silence, on=True))

    async def _unmute(self, act: OperatorAct) -> Answer:
        if act.rest in self._muted:
            self._muted.remove(act.rest)
            self.muted_changed(act.rest, False)
            act.whom = act.rest
            return f"{act.rest} may talk again", 0
        return await self._apply(act, act.rest, partial(self._silence, on=False))

    async def _close(self, act: OperatorAct) -> Answer:
        people = await self._operator.close(act.rest)
        if people is None:
            return f"there is no table {act.rest[:20]!a}; ssh HOST rooms lists the public ones", 1
        return f"closed {act.rest.upper()}; people there: {people}", 0

    async def _forget(self, act: OperatorAct) -> Answer:
        """Delete all stored data of a person, and disconnect them if they are online."""
        people = self._service.people
        if people is None:
            return "nothing is stored here", 1
        key = read_entry(act.rest)
        identity = f"ssh:{key}" if key and key.startswith("SHA256:") else await people.named(act.rest)
        if identity is None or not await people.knows(identity):
            if key or not act.rest:
                return f"nothing is stored of {act.rest[:60]!a}", 1
            return await self._apply(act, act.rest, lambda session: self._delete(act, self.known(session)))
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
        for session in self._sessions:
            if self.known(session).identity == identity:
                session.end(Ending.REMOVED)
        await self._operator.forget(identity)

    async def _drain(self, act: OperatorAct) -> Answer:
        if act.rest not in ("", "off"):
            return "drain, or drain off", 2
        tables = await self._operator.drain(not act.rest)
        if not act.rest:
            await self._operator.announce(DRAINING)
        if act.rest:
            return "everybody may come in again", 0
        return f"{_tables(tables)} {'is' if tables == 1 else 'are'} still open", 0

    @property
    def _sessions(self) -> list[Present]:
        """The sessions of players, without sessions that were opened for a single command."""
        here = self.server.sessions if self.server is not None else []
        in_ssh = [one for one in here if one.line is not None and one.line in self._service.present]
        return [*in_ssh, *self.page_visits()]

    async def _apply(self, act: OperatorAct, who: str, do: Callable[[Present], Awaitable[str]]) -> Answer:
        """Apply a function to the session of the person that `who` names; return an error unless one person matches."""
        if not who:
            return "who is meant? ssh HOST who lists everybody", 2
        meant: dict[str, Present] = {}
        for session in self._sessions:
            one = self.known(session)
            if folded(one.name) == folded(who) or (len(who) > 6 and one.label.startswith(who)):
                meant.setdefault(one.identity, session)
        if len(meant) != 1:
            found = "several people are" if meant else "nobody here is"
            near = near_name(who, (self.known(session).name for session in self._sessions))
            hint = f" (did you mean {near}?)" if near and not meant else ""
            return f"{found} called {who[:60]!a}{hint}; ssh HOST who lists everybody", 1
        session = next(iter(meant.values()))
        act.whom = self.known(session).label
        return await do(session), 0

    async def _send_away(self, session: Present, ending: Ending = Ending.REMOVED) -> str:
        known = self.known(session)
        for other in self._sessions:
            if self.known(other).identity == known.identity:
                other.end(ending)
        await self._operator.dismiss(known.identity)
        return f"sent away {known.name}"

    async def _silence(self, session: Present, *, on: bool) -> str:
        place = self._mute_key(session.person)
        await self.learn_mute(place, on)
        self.muted_changed(place, on)
        return f"muted {place}" if on else f"{place} may talk again"

    @staticmethod
    def _mute_key(person: Person) -> str:
        """Return the key under which a person is muted: their identity, or the client network of a guest's address."""
        return client_network(person.address) if person.guest and person.address else person.identity


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
