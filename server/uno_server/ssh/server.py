"""The ssh server: it listens, admits connections one by one, and ends them all."""

import asyncio
import socket
from collections.abc import Callable
from contextvars import Context, ContextVar
from functools import partial
from pathlib import Path

import asyncssh

from uno_server import logs
from uno_server.counters import Counters
from uno_server.limits import Limits
from uno_server.line.line import Line, restore_all
from uno_server.logs import note
from uno_server.person import Person
from uno_server.ssh import algorithms
from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.admission import Admission, Arrival, RefusedError
from uno_server.ssh.asyncssh_hooks import start_connection
from uno_server.ssh.bans import BANS_NAME, Bans
from uno_server.ssh.channel import OpenSession, SshSession
from uno_server.ssh.command_line import Commands
from uno_server.ssh.connection import ClientConnection
from uno_server.ssh.host_key import KEY_NAME, load_host_key, save_host_key
from uno_server.ssh.listener import arrivals, open_listener
from uno_server.ssh.logins import Logins
from uno_server.ssh.proxy import HeaderReader, ProxyError
from uno_tui.table.protocol import Ending

ENDING_SECONDS, LEAVING_SECONDS, CLOSING_SECONDS = 2.0, 1.0, 0.5
"""Timeouts in seconds when the server stops: for apps to end, then for clients to leave, then for connections to
close."""


_arrival: ContextVar[Arrival] = ContextVar("arrival")
"""The connection whose login begins; asyncssh calls the factory of `ClientConnection` without arguments."""


class Server:
    """A listening ssh server."""

    def __init__(
        self,
        listener: socket.socket,
        host_key: asyncssh.SSHKey,
        open_session: OpenSession,
        commands: Commands,
        bans: Bans,
    ) -> None:
        self.counters = Counters()
        self.admission = Admission(bans, self.counters)
        self.public_key = host_key.convert_to_public()
        self.fingerprint = host_key.get_fingerprint()
        self.address, self.port = listener.getsockname()[:2]
        self._listener = listener
        self._host_key = host_key
        self._open_session = open_session
        self._commands = commands
        self._connections: dict[asyncio.Task[None], asyncssh.SSHServerConnection | None] = {}
        """The connection served by each task; None until its login is complete."""
        self._sessions: set[SshSession] = set()
        self._accepting: asyncio.Task[None] | None = None

    def configure(self, limits: Limits, logins: Logins, trusted: tuple[AddressBlock, ...]) -> None:
        """Replace limits, login rules and trusted proxies; existing connections keep the old ones."""
        self.admission.configure(limits, logins, trusted)
        self._options = _options(self._host_key, limits, self._new_connection)

    def restore_files(self, folder: Path) -> list[str]:
        """Write the host key and the bans to the data folder if they are missing there; return the names written.

        Raises:
            OSError: a file cannot be written.
        """
        key = [KEY_NAME] if save_host_key(folder / KEY_NAME, self._host_key) else []
        return [*key, *([BANS_NAME] if self.admission.bans.restore() else [])]

    def _new_connection(self) -> ClientConnection:
        return ClientConnection(self.admission, _arrival.get(), self._new_session)

    def _new_session(
        self, person: Person, began: Callable[[Line], None], closed: Callable[[SshSession], None], pause: float
    ) -> SshSession:
        """Create a person's session and count it until its channel has closed."""

        def ended(session: SshSession) -> None:
            closed(session)
            self._count_ended(session)

        limits, counters = self.admission.limits, self.counters
        session = SshSession(person, limits, counters, self._open_session, self._commands, began, ended, pause)
        self._sessions.add(session)
        return session

    @property
    def sessions(self) -> list[SshSession]:
        """The open sessions."""
        return [session for session in self._sessions if session.line is not None]

    @property
    def lines(self) -> list[Line]:
        """The lines of all open sessions."""
        return [session.line for session in self._sessions if session.line is not None]

    def start(self) -> None:
        """Begin to accept connections."""
        self.counters.watch_loop()
        self._accepting = asyncio.get_running_loop().create_task(self._accept(), context=Context())

    async def drain(self, seconds: float) -> None:
        """Wait until all sessions have ended by themselves, at most a number of seconds."""
        await _pending([one.task for one in self._sessions if one.task is not None], seconds)

    async def stop(self, ending: Ending = Ending.SERVER_STOPPED) -> None:
        """Stop the server.

        Stop accepting, restore every terminal with the reason, end the apps, and close the connections.
        """
        self.counters.stop()
        if self._accepting is not None:
            self._accepting.cancel()
        self._listener.close()
        restore_all(self.lines, ending)
        for line in self.lines:
            line.hang_up()
        for task, connection in self._connections.items():
            if connection is None:
                task.cancel()
        for late in await _pending([one.task for one in self._sessions if one.task is not None], ENDING_SECONDS):
            late.cancel()
        # A client stops printing once it gets a disconnect message, so it first has time to leave by itself.
        for late in await _pending(list(self._connections), LEAVING_SECONDS):
            if (connection := self._connections.get(late)) is not None:
                connection.close()
        for late in await _pending(list(self._connections), CLOSING_SECONDS):
            late.cancel()

    async def _accept(self) -> None:
        async for peer, arrival in arrivals(self._listener, self.admission):
            task = asyncio.get_running_loop().create_task(self._serve_connection(peer, arrival))
            arrival.drop = task.cancel
            self._connections[task] = None
            task.add_done_callback(partial(self._finished, peer))

    def _finished(self, peer: socket.socket, task: asyncio.Task[None]) -> None:
        if self._connections.pop(task) is None:
            peer.close()  # without a login asyncssh may not have taken over the socket

    async def _serve_connection(self, peer: socket.socket, arrival: Arrival) -> None:
        """Serve one connection from start to end."""
        admission = self.admission
        task = asyncio.current_task()
        assert task is not None, "a coroutine runs in a task"
        try:
            if arrival.address is None:
                header = asyncio.wait_for(_read_header(peer), admission.limits.login_seconds)
                admission.enter(arrival, await header or arrival.counted)
            _arrival.set(arrival)
            if pause := admission.pace(arrival.counted, asyncio.get_running_loop().time()):
                await asyncio.sleep(pause)
            connection = await start_connection(peer, self._options)
            admission.log_in(arrival)
            self._connections[task] = connection
            await connection.wait_closed()
        except (RefusedError, ProxyError) as refusal:
            admission.refuse(str(refusal), arrival.counted)
        except (asyncssh.Error, OSError, TimeoutError):
            self.counters.refused["no-login"] += 1
        finally:
            admission.leave(arrival)

    def _count_ended(self, session: SshSession) -> None:
        """Add an ended session to the counters and log it."""
        if session not in self._sessions:
            return
        self._sessions.discard(session)
        if (line := session.line) is not None:
            self.counters.sessions += 1
            self.counters.written += line.written
            self.counters.dropped += line.dropped
            note("session-ended", person=session.person.label, bytes=line.written, dropped=line.dropped)


async def _read_header(peer: socket.socket) -> str | None:
    """Read exactly a PROXY header; return the client's address, or None if the header has none."""
    reader, loop = HeaderReader(), asyncio.get_running_loop()
    while reader.wanted:
        data = await loop.sock_recv(peer, reader.wanted)
        if not data:
            raise ProxyError
        reader.feed(data)
    return reader.address


async def _pending(tasks: list[asyncio.Task[None]], seconds: float) -> set[asyncio.Task[None]]:
    """Wait at most a number of seconds for tasks to finish; return those still running."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()


def _options(
    host_key: asyncssh.SSHKey, limits: Limits, new_connection: Callable[[], ClientConnection]
) -> asyncssh.SSHServerConnectionOptions:
    return asyncssh.SSHServerConnectionOptions(
        server_factory=new_connection,
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
    logins: Logins | None = None,
    trusted: tuple[AddressBlock, ...] = (),
    shared: bool = False,
) -> Server:
    """Listen for ssh clients and return the running server.

    Args:
        listen: the address to listen on.
        port: the port, or 0 for any free one; `Server.port` is the one in use.
        data_dir: the folder of the host key and the bans.
        open_session: runs a session on a person's line.
        commands: answers other command lines.
        limits: the server's caps.
        logins: the keys, passwords and addresses that get in.
        trusted: addresses of proxies, whose connections begin with the PROXY protocol.
        shared: whether several processes listen on the port.

    Raises:
        BansError: the list of bans exists but cannot be used.
        HostKeyError: the host key exists but cannot be used.
        ListenError: the address or port is not available.
    """
    logs.quiet()
    host_key, bans = load_host_key(data_dir), Bans(data_dir)
    server = Server(open_listener(listen, port, shared=shared), host_key, open_session, commands, bans)
    server.configure(limits or Limits(), logins := logins or Logins(), trusted)
    note("open", guests=logins.open_to_guests, keys="listed" if logins.allow_keys else "any")
    server.start()
    return server
