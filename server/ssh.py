"""The ssh server: who may come in, as whom, and to what.

Anybody is let in; the question is only as whom. A key that a client merely names is a candidate; whose signature was
checked is known when the login is complete, and only then is the identity read. Whoever shows no key is a guest.
"""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from pathlib import Path

import asyncssh

from server import algorithms
from server.commands import Commands
from server.hostkey import load_host_key
from server.limits import Door, Limits
from server.line import Line, restore_all
from server.listener import open_listener
from server.person import Person
from server.session import OpenSession, Session
from uno_tui.names import clean_name

GOODBYE = "The server is going down. Your seat is kept."
ENDING_SECONDS, LEAVING_SECONDS, CLOSING_SECONDS = 2.0, 1.0, 0.5
"""When the server stops: time for apps to end, for clients to print the last bytes and go, for connections to close."""

Challenge = tuple[str, str, str, list[tuple[str, bool]]]

logger = logging.getLogger(__name__)


class Visitor(asyncssh.SSHServer):
    """One connection: its login, and the one session it may have."""

    def __init__(self, server: "Server") -> None:
        self.person: Person | None = None
        self.session: Session | None = None
        self._server = server
        self._connection: asyncssh.SSHServerConnection | None = None
        self._candidate: asyncssh.SSHKey | None = None
        self._as_guest = False
        self._loiter: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the connection, and hear from its socket too when the peer stops reading."""
        self._connection = conn
        conn.set_extra_info(visitor=self)
        # asyncssh leaves these two empty: a window the client declares huge would otherwise fill memory.
        setattr(conn, "pause_writing", lambda: self._choke(choked=True))  # noqa: B010 -- a method of the instance
        setattr(conn, "resume_writing", lambda: self._choke(choked=False))  # noqa: B010 -- the same

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- gone is gone
        """Let go of everything."""
        if self._loiter is not None:
            self._loiter.cancel()
        if self._connection is not None:
            for name in ("pause_writing", "resume_writing"):
                delattr(self._connection, name)
            self._connection = None

    def _choke(self, *, choked: bool) -> None:
        if self.session is not None:
            self.session.choke("connection", choked=choked)

    # The login.

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002 -- a name is no identity
        """Ask everybody for a key, so that clients offer theirs; the last place to say that the server is full."""
        if self._server.door.full:
            raise asyncssh.DisconnectError(
                asyncssh.DISC_TOO_MANY_CONNECTIONS, "The server is full, please try again in a minute"
            )
        return True

    def public_key_auth_supported(self) -> bool:
        """Accept keys."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002 -- any key of anybody
        """Note a candidate: this is also asked about keys the client only names and cannot sign with."""
        self._candidate = key
        return True

    def kbdint_auth_supported(self) -> bool:
        """Let guests in without a question."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge:  # noqa: ARG002 -- one for all
        """Ask nothing."""
        self._candidate = None
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:  # noqa: ARG002 -- there is nothing in it
        """Accept a guest, who stays one whatever key was named before or is named after."""
        self._candidate = None
        self._as_guest = True
        return True

    def auth_completed(self) -> None:
        """Read the identity, and wait for a session for no longer than for a login."""
        connection = self._connection
        if connection is None:
            return
        key = None if self._as_guest else self._candidate
        identity = f"ssh:{key.get_fingerprint()}" if key else f"guest:{secrets.token_urlsafe(16)}"
        name = clean_name(str(connection.get_extra_info("username", "")))
        self.person = Person(identity=identity, name=name, guest=key is None)
        self._loiter = asyncio.get_running_loop().call_later(
            self._server.limits.login_seconds, connection.abort, context=Context()
        )

    # The session; every other kind of channel is refused by what this class does not have.

    def session_requested(self) -> Session:
        """Open the one session of this connection."""
        if self.person is None or self.session is not None:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "One session a connection")
        self.session = self._server.new_session(self.person, self._session_began)
        return self.session

    def _session_began(self, line: Line) -> None:
        if self._loiter is not None:
            self._loiter.cancel()
            self._loiter = None
        if self.person is not None:
            logger.info(
                "session of %s, name %a, terminal %a", self.person.identity, self.person.name, line.terminal.term
            )


class Server:
    """A listening server; `stop` ends it."""

    def __init__(
        self,
        listener: socket.socket,
        host_key: asyncssh.SSHKey,
        open_session: OpenSession,
        commands: Commands,
        limits: Limits,
    ) -> None:
        self.limits = limits
        self.door = Door(limits)
        self.fingerprint = host_key.get_fingerprint()
        self.address, self.port = listener.getsockname()[:2]
        self._listener = listener
        self._open_session = open_session
        self._commands = commands
        self._connections: dict[asyncio.Task[None], asyncssh.SSHServerConnection | None] = {}
        self._sessions: set[Session] = set()
        self._accepting: asyncio.Task[None] | None = None
        self._options = _options(host_key, limits, self._visitor)

    def _visitor(self) -> Visitor:
        return Visitor(self)

    @property
    def lines(self) -> list[Line]:
        """Every line that is open now."""
        return [session.line for session in self._sessions if session.line is not None]

    def new_session(self, person: Person, began: Callable[[Line], None]) -> Session:
        """Return a session for a person, which counts among the server's until it ends."""
        session = Session(person, self.limits, self._open_session, self._commands, began)
        self._sessions.add(session)
        return session

    def start(self) -> None:
        """Begin to accept."""
        self._accepting = asyncio.get_running_loop().create_task(self._accept(), context=Context())

    async def stop(self, notice: str = GOODBYE) -> None:
        """Stop: no new connections, every terminal given back with a notice, then every app ended, then closed."""
        if self._accepting is not None:
            self._accepting.cancel()
        self._listener.close()
        restore_all(self.lines, notice)
        for line in self.lines:
            line.hang_up()
        for task, connection in self._connections.items():
            if connection is None:
                task.cancel()
        for late in await _pending([one.task for one in self._sessions if one.task is not None], ENDING_SECONDS):
            late.cancel()
        # A client that is told to disconnect stops printing; so first it gets time to go by itself.
        for late in await _pending(list(self._connections), LEAVING_SECONDS):
            if (connection := self._connections.get(late)) is not None:
                connection.close()
        for late in await _pending(list(self._connections), CLOSING_SECONDS):
            late.cancel()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                peer, address = await loop.sock_accept(self._listener)
            except OSError as error:  # out of files, or a peer gone already: neither may end the server
                logger.warning("accept failed: %s", os.strerror(error.errno or 0))
                await asyncio.sleep(0.2)
                continue
            if not self.door.enter(address[0]):
                peer.close()
                continue
            task = loop.create_task(self._attend(peer, address[0]))
            self._connections[task] = None
            task.add_done_callback(partial(self._attended, peer))

    def _attended(self, peer: socket.socket, task: asyncio.Task[None]) -> None:
        if self._connections.pop(task) is None:
            peer.close()  # nobody logged in on it; perhaps the login never began

    async def _attend(self, peer: socket.socket, address: str) -> None:
        """See one connection through, from its first byte to its last."""
        visitor: Visitor | None = None
        try:
            connection = await asyncssh.run_server(peer, options=self._options)
            visitor = connection.get_extra_info("visitor")
            self.door.log_in()
            task = asyncio.current_task()
            if task is not None:
                self._connections[task] = connection
            await connection.wait_closed()
        except (asyncssh.Error, OSError) as error:
            logger.debug("no login from %s: %s", address, type(error).__name__)
        finally:
            self.door.leave(address, logged_in=visitor is not None)
            if visitor is not None and visitor.session is not None:
                self._sessions.discard(visitor.session)


async def _pending(tasks: list[asyncio.Task[None]], seconds: float) -> set[asyncio.Task[None]]:
    """Wait for tasks and return those that go on after some seconds."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()


def _options(
    host_key: asyncssh.SSHKey, limits: Limits, visitor: Callable[[], Visitor]
) -> asyncssh.SSHServerConnectionOptions:
    return asyncssh.SSHServerConnectionOptions(
        server_factory=visitor,
        server_host_keys=[host_key],
        server_version="uno",
        kex_algs=algorithms.KEY_EXCHANGES,
        encryption_algs=algorithms.CIPHERS,
        mac_algs=algorithms.MACS,
        signature_algs=algorithms.SIGNATURES,
        compression_algs=algorithms.COMPRESSIONS,
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        password_auth=False,
        login_timeout=limits.login_seconds,
        keepalive_interval=limits.keepalive_seconds,
        keepalive_count_max=limits.keepalive_count,
        window=limits.window,
    )


async def serve(
    listen: str,
    port: int,
    data_dir: Path,
    open_session: OpenSession,
    commands: Commands,
    *,
    limits: Limits | None = None,
) -> Server:
    """Listen for ssh clients and return the running server.

    Args:
        listen: the address to listen on.
        port: the port, or 0 for one that is free; `Server.port` tells which.
        data_dir: where the host key is kept.
        open_session: runs a screen on a person's line.
        commands: answers the words of a command line.
        limits: the server's caps.

    Raises:
        HostKeyError: the host key is there and cannot be used.
        ListenError: the address or port cannot be had.
    """
    logging.getLogger("asyncssh").setLevel(logging.WARNING)  # below that it logs user names as they come
    host_key = load_host_key(data_dir)
    server = Server(open_listener(listen, port), host_key, open_session, commands, limits or Limits())
    logger.info("any key is an identity and anybody without one is let in as a guest")
    server.start()
    return server
