"""Commands for operators: people whose keys the configuration names."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from uno_server.app.endings import refusal
from uno_server.app.service import GameService
from uno_server.line.line import Line
from uno_server.logs import note
from uno_server.person import Person
from uno_server.ssh.addresses import client_network
from uno_server.ssh.channel import SshSession
from uno_server.ssh.server import Server
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.names import folded, near_name
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.protocol import Ending

DRAINING: Final = "Draining: matches in progress can finish; no new tables are opened."

HELP: Final = """\
For operators:
ssh -p PORT HOST who                 everybody who is here: key or guest, name, address
ssh -p PORT HOST announce TEXT       say something to everybody
ssh -p PORT HOST kick WHO            end somebody's session and take their seat; they may come again
ssh -p PORT HOST ban WHO             the same, and their key, or guests from their address, get in no more
ssh -p PORT HOST unban ENTRY         let them in again
ssh -p PORT HOST bans                the bans
ssh -p PORT HOST mute WHO            let nobody read what they say: their key, or guests from their address
ssh -p PORT HOST unmute WHO          let them talk again
ssh -p PORT HOST drain [off]         open no more tables and let nobody new in; who has a seat may come back
WHO is a name, or the beginning of a key or guest as who prints it.
"""

Answer = tuple[str, int]


class OperatorCommands:
    """The operators' commands, in front of the service: sessions and commands that are not theirs are passed on to it.

    `server` is set before the first session, once the server has been made.
    """

    def __init__(self, service: GameService) -> None:
        self.server: Server | None = None
        self._service = service
        self._operator = LobbyOperator(service.lobby)
        self._muted: set[str] = set()
        """Identities of keys, and for guests the networks of their addresses."""
        self._commands: dict[str, Callable[[str], Answer]] = {
            "who": self._who,
            "announce": self._announce,
            "kick": self._kick,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._bans,
            "mute": self._mute,
            "unmute": self._unmute,
            "drain": self._drain,
        }

    async def open_session(self, line: Line, person: Person, words: list[str]) -> int:
        """Open a session; a person without a seat is turned away while the server is drained."""
        comes_back = self._operator.has_seat(person.identity) or "resume" in words
        if self._service.lobby.draining and not person.operator and not comes_back:
            line.say(refusal(person, words, EntryError(EntryProblem.DRAINED)))
            return 1
        person = replace(person, silenced=self._place(person) in self._muted)
        return await self._service.open_session(line, person, words)

    async def answer(self, person: Person, words: list[str]) -> Answer:
        """Answer a command line with text and an exit status; operators have their own commands too."""
        if not person.operator or words[0] not in (*self._commands, "help"):
            return await self._service.answer(person, words, self._commands if person.operator else ())
        if words[0] == "help":
            text, status = await self._service.answer(person, words)
            return text + HELP, status
        note("operator", person=person.label, command=words[0])
        return self._commands[words[0]](" ".join(words[1:]))

    def known(self, session: SshSession) -> Person:
        """Return the person of a session under the name and identity that others see, after sign-in."""
        return (session.line and self._service.present.get(session.line)) or session.person

    def _who(self, rest: str) -> Answer:
        if rest:
            return "who: nothing more", 2
        rows = [f"{one.label:51} {one.name:16} {one.address}" for one in map(self.known, self._sessions)]
        return "\n".join(rows) or "Nobody is here.", 0

    def _announce(self, rest: str) -> Answer:
        if not rest:
            return "announce TEXT: there is nothing to say", 2
        return f"said at {self._operator.announce(rest)} tables and in the lobby", 0

    def _kick(self, rest: str) -> Answer:
        return self._apply(rest, self._send_away)

    def _ban(self, rest: str) -> Answer:
        def ban(session: SshSession) -> str:
            assert self.server is not None, "sessions belong to a server"
            entry = self.server.admission.bans.add(session.person)
            for other in self._sessions:
                if self._place(other.person) == self._place(session.person):
                    self._send_away(other, Ending.BANNED)
            return f"banned {entry}"

        return self._apply(rest, ban)

    def _unban(self, rest: str) -> Answer:
        if self.server is not None and self.server.admission.bans.remove(rest):
            return f"{rest} may come in again", 0
        return f"there is no ban of {rest[:60]!a}; ssh HOST bans lists them", 1

    def _bans(self, rest: str) -> Answer:
        if rest:
            return "bans: nothing more", 2
        return "\n".join(self.server.admission.bans.entries if self.server else []) or "Nobody is banned.", 0

    def _mute(self, rest: str) -> Answer:
        return self._apply(rest, lambda session: self._silence(session, on=True))

    def _unmute(self, rest: str) -> Answer:
        if rest in self._muted:
            self._muted.remove(rest)
            return f"{rest} may talk again", 0
        return self._apply(rest, lambda session: self._silence(session, on=False))

    def _drain(self, rest: str) -> Answer:
        if rest not in ("", "off"):
            return "drain, or drain off", 2
        self._service.lobby.draining = not rest
        if not rest:
            self._operator.announce(DRAINING)
        tables = len(self._service.lobby.tables)
        return (f"{tables} tables are still open" if not rest else "everybody may come in again"), 0

    @property
    def _sessions(self) -> list[SshSession]:
        """The sessions that play; those that were opened for one answer are left out."""
        here = self.server.sessions if self.server is not None else []
        return [one for one in here if one.line is not None and one.line in self._service.present]

    def _apply(self, who: str, do: Callable[[SshSession], str]) -> Answer:
        """Apply a function to the session of the one person who is meant; else return an error."""
        if not who:
            return "who is meant? ssh HOST who lists everybody", 2
        meant: dict[str, SshSession] = {}
        for session in self._sessions:
            one = self.known(session)
            if folded(one.name) == folded(who) or (len(who) > 6 and one.label.startswith(who)):
                meant.setdefault(one.identity, session)
        if len(meant) != 1:
            found = "several people are" if meant else "nobody here is"
            near = near_name(who, (self.known(session).name for session in self._sessions))
            hint = f" (did you mean {near}?)" if near and not meant else ""
            return f"{found} called {who[:60]!a}{hint}; ssh HOST who lists everybody", 1
        return do(next(iter(meant.values()))), 0

    def _send_away(self, session: SshSession, ending: Ending = Ending.REMOVED) -> str:
        known = self.known(session)
        for other in self._sessions:
            if self.known(other).identity == known.identity:
                other.end(ending)
        self._operator.dismiss(known.identity)
        return f"sent away {known.name}"

    def _silence(self, session: SshSession, *, on: bool) -> str:
        place = self._place(session.person)
        (self._muted.add if on else self._muted.discard)(place)
        for other in self._sessions:
            if self._place(other.person) == place:
                self._operator.silence(self.known(other).identity, on)
        return f"muted {place}" if on else f"{place} may talk again"

    @staticmethod
    def _place(person: Person) -> str:
        """Return what bans and mutes apply to: a key's identity, or the client network of a guest's address."""
        return client_network(person.address) if person.guest and person.address else person.identity
