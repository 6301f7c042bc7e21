"""One connection: its login, and its sessions.

A key that a client names is only a candidate: anybody can name anybody's public key. It is proven once asyncssh, right
after asking about it, has checked a signature and reports success. The hook on that report records what is proven so
far, and completes the login only if nothing is missing. So a key or the guest login, and the password, are conditions
that add up in any order, and none of them replaces another.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextvars import Context

import asyncssh

from uno_server.line.line import Line
from uno_server.logs import note
from uno_server.person import Person
from uno_server.ssh.admission import Admission, Arrival, RefusedError
from uno_server.ssh.asyncssh_hooks import ConnectionHooks
from uno_server.ssh.channel import SshSession
from uno_tui.names import clean_name
from uno_tui.table.options import GUEST
from uno_tui.token_bucket import TokenBucket

Challenge = tuple[str, str, str, list[tuple[str, bool]]]
"""A keyboard-interactive prompt: title, instructions, language, and prompts, each with whether its answer is echoed."""
NewSession = Callable[[Person, Callable[[Line], None], Callable[[SshSession], None], float], SshSession]
"""Returns a person's session; called with functions for when its line is open and when its channel has closed, and
with the seconds it has to wait."""

FULL = "The server is full, please try again in a minute"
DENIED = "Access denied"
KEYS_ONLY = "This server requires an ssh key; make one with ssh-keygen.\r\n"
SOME_KEYS_ONLY = "Only ssh keys on this server's list are accepted.\r\n"
TOO_MANY_TRIES = "Too many login attempts; ssh -o IdentitiesOnly=yes offers fewer keys"


class ClientConnection(asyncssh.SSHServer):
    """A client's connection. It keeps the login rules of its start, even if the configuration is reloaded."""

    def __init__(self, admission: Admission, arrival: Arrival, new_session: NewSession) -> None:
        self.person: Person | None = None
        self._sessions: set[SshSession] = set()
        """The open sessions. The first is counted as part of the connection, each further one separately."""
        self._arrival = arrival
        self.address = arrival.address or ""
        self._admission = admission
        self._logins = admission.logins
        self._new_session = new_session
        self._connection: asyncssh.SSHServerConnection | None = None
        self._hooks: ConnectionHooks | None = None
        self._candidate: asyncssh.SSHKey | None = None
        """The key that the client offered last, before any proof that the client owns it."""
        self._proven: asyncssh.SSHKey | None = None
        self._password_given = not self._logins.password
        self._wrong = self._tries = 0
        """Number of wrong passwords, and number of authentication requests of any kind."""
        self._signing = False
        """Whether the current attempt uses an allowed key, so that its failure means a wrong signature."""
        self._opened = False
        """Whether any session has been opened on this connection."""
        self._session_timeout: asyncio.TimerHandle | None = None

    @staticmethod
    def of(connection: asyncssh.SSHServerConnection) -> "ClientConnection":
        """Return the `ClientConnection` that belongs to an asyncssh connection."""
        made: ClientConnection = connection.get_extra_info("client_connection")
        return made

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Store the connection, and monitor how fast the client sends and reads."""
        self._connection = conn
        conn.set_extra_info(client_connection=self)
        limits, loop = self._admission.limits, asyncio.get_running_loop()
        received = TokenBucket(limits.input_rate, limits.input_burst, loop.time())

        def count(size: int) -> None:
            if (pause := received.take(size, loop.time())) and self._hooks is not None:
                self._hooks.stop_reading(pause)

        self._hooks = ConnectionHooks(
            conn,
            on_bytes=count,
            on_blocked=self._set_blocked,
            on_try=self._count_try,
            on_failure=self._count_failure,
            is_login_complete=self._record_step,
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- asyncssh's signature
        """Cancel the timer and drop all references to the asyncssh connection."""
        for session in tuple(self._sessions):
            self._session_closed(session)
        self._cancel_session_timeout()
        if self._hooks is not None:
            self._hooks.remove()
        self._connection = self._hooks = None

    def _cancel_session_timeout(self) -> None:
        if self._session_timeout is not None:
            self._session_timeout.cancel()
            self._session_timeout = None

    def _set_blocked(self, blocked: bool) -> None:
        for session in self._sessions:
            session.set_blocked("connection", blocked=blocked)

    # The login.

    def _count_try(self) -> None:
        """Count a request to authenticate.

        Raises:
            asyncssh.DisconnectError: there were too many.
        """
        self._arrival.authenticates = True
        self._candidate, self._signing = None, False
        self._tries += 1
        if self.person is None and self._tries > self._admission.limits.login_tries:
            raise self._refusal("tries", TOO_MANY_TRIES)

    def _count_failure(self) -> None:
        """Count a wrong signature as a wrong guess: the key was allowed, but the login failed."""
        if self._signing:
            self._signing = False
            self._guess("key")

    def _guess(self, kind: str) -> float:
        """Count a wrong guess and return the seconds to delay the answer; until then nothing is read."""
        pause = self._admission.guess(kind, self.address)
        if pause and self._hooks is not None:
            self._hooks.stop_reading(pause)
        return pause

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002 -- a name is no identity
        """Require authentication from everybody, so that clients offer keys; explain a restricted server's rules."""
        if self._connection is not None and not self._logins.open_to_guests:
            self._connection.send_auth_banner(SOME_KEYS_ONLY if self._logins.allow_keys else KEYS_ONLY)
        return True

    def public_key_auth_supported(self) -> bool:
        """Offer login by key until the client has proven a key."""
        return self._proven is None

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 -- the key counts
        """Store an offered key and return whether it may log in; clients also offer keys that they cannot sign with."""
        self._candidate = None
        fingerprint = key.get_fingerprint()
        if self._logins.denies_key(fingerprint) or self._admission.bans.has_key(fingerprint):
            raise self._refusal("key", DENIED)
        if not self._logins.allows_key(fingerprint):
            return False
        self._candidate, self._signing = key, True
        return True

    def kbdint_auth_supported(self) -> bool:
        """Offer the password prompt, or to guests a login without any prompt."""
        return not self._password_given or (self._proven is None and self._logins.open_to_guests)

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge | bool:  # noqa: ARG002 -- one for all
        """Return the password prompt, or True if none is needed, which saves a round trip."""
        self._candidate = None
        return self._password_given or ("", "", "", [("Password of this server: ", False)])

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:  # noqa: ARG002 -- a name is no identity
        """Check the password."""
        self._candidate = None
        await self._admission.forgiven("password", self.address)
        if len(responses) == 1 and self._logins.is_password(responses[0]):
            self._password_given = True
            return True
        self._wrong += 1
        await asyncio.sleep(1 + self._guess("password"))
        if self._wrong >= self._admission.limits.password_tries:
            raise self._refusal("password", "Too many wrong passwords")
        return False

    def _record_step(self) -> bool:
        """Record what was just proven and return whether the login is complete.

        Raises:
            asyncssh.DisconnectError: a banned guest, or the server is full.
        """
        self._proven, self._candidate = self._candidate or self._proven, None
        if not self._password_given or not (self._proven or self._logins.open_to_guests):
            return False
        key, admission = self._proven, self._admission
        fingerprint = key.get_fingerprint() if key else ""
        operator = bool(key) and self._logins.is_operator(fingerprint)
        if not key and admission.bans.has_guests_of(self.address):
            raise self._refusal("banned", DENIED)
        if admission.full and not operator:
            raise self._refusal("full", FULL, asyncssh.DISC_TOO_MANY_CONNECTIONS)
        raw = self._hooks.username if self._hooks is not None else ""
        self.person = Person(
            identity=f"ssh:{fingerprint}" if key else f"{GUEST}{secrets.token_urlsafe(16)}",
            name=clean_name(raw, cells=admission.limits.name_cells),
            guest=key is None,
            operator=operator,
            address=self.address,
            reached=self._reached(),
            origin=admission.origin(self.address),
        )
        return True

    def _reached(self) -> tuple[str, int] | None:
        """Return the server's address and port as the client used them; None behind a proxy or if link-local."""
        if self._connection is None:
            return None
        peer, own = (self._connection.get_extra_info(name) for name in ("peername", "sockname"))
        if not peer or not own or peer[0] != self.address or "%" in own[0]:
            return None
        return own[0].removeprefix("::ffff:"), own[1]

    def auth_completed(self) -> None:
        """Log the login and give the client a limited time to open its session."""
        if self._connection is None or self.person is None:
            return
        person = self.person
        self._admission.counters.logins["guest" if person.guest else "key"] += 1
        note("login", person=person.label, name=person.name, address=person.address, operator=person.operator)
        self._start_session_timeout()

    def _start_session_timeout(self) -> None:
        """Close the connection unless at least one session has opened, and all have started, within a time limit."""
        self._cancel_session_timeout()
        if self._connection is not None:
            self._session_timeout = asyncio.get_running_loop().call_later(
                self._admission.limits.login_seconds, self._connection.abort, context=Context()
            )

    def _refusal(self, reason: str, text: str, code: int = asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE) -> Exception:
        """Count a refusal and return an error whose text the client shows."""
        self._admission.refuse(reason, self.address)
        return asyncssh.DisconnectError(code, text)

    # The sessions. asyncssh refuses all other kinds of channel, since this class has no methods for them.

    def session_requested(self) -> SshSession:
        """Open a session. Each session after the first counts as a connection, so it may have to wait."""
        admission, refused = self._admission, asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED
        if self.person is None:
            raise asyncssh.ChannelOpenError(refused, "Not logged in")
        if len(self._sessions) >= admission.limits.sessions_per_connection:
            raise asyncssh.ChannelOpenError(refused, "Too many sessions on this connection")
        pause = 0.0
        try:
            if self._opened:
                pause = admission.pace(self.address, asyncio.get_running_loop().time())
            if self._sessions:
                admission.open_session(self.address, always=self.person.operator)
        except RefusedError as refusal:
            admission.refuse(str(refusal), self.address)
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, FULL) from refusal
        session = self._new_session(self.person, self._session_began, self._session_closed, pause)
        self._sessions.add(session)
        self._opened = True
        if self._session_timeout is None:
            self._start_session_timeout()
        return session

    def _session_closed(self, session: SshSession) -> None:
        """Stop counting a session; after the last one, the client has a limited time to open another."""
        if session not in self._sessions:
            return
        self._sessions.remove(session)
        if self._sessions:
            self._admission.close_session(self.address)
        else:  # it was counted as its connection
            self._start_session_timeout()

    def _session_began(self, line: Line) -> None:
        if all(session.line is not None for session in self._sessions):
            self._cancel_session_timeout()
        if self.person is not None:
            note("session", person=self.person.label, terminal=line.terminal.term)
