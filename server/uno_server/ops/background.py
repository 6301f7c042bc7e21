"""The work of a server besides its sessions: garbage collection, idle sessions, and a watch on its data folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from uno_server.logs import note
from uno_server.ops.folder_watch import FolderWatch
from uno_server.ops.gc_policy import GcPolicy
from uno_server.ops.idle import IdleWatch
from uno_server.ops.operator_commands import OperatorCommands
from uno_server.ssh.channel import SshSession
from uno_server.ssh.server import Server
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.table.protocol import Ending, Notice, NoticeKind


@contextmanager
def watched(server: Server, lobby: Lobby, operators: OperatorCommands, folder: Path) -> Iterator[None]:
    """Run the garbage collection policy, the idle timeout and the folder watch inside the ``with`` block."""
    operator = LobbyOperator(lobby)
    gc_policy = GcPolicy(lambda: len(server.lines) + server.counters.pages, lambda: server.counters.sessions)
    idle = IdleWatch(
        lambda: server.sessions,
        busy=lambda session: operator.plays(operators.here.known(session).identity),
        warn=lambda session, seconds: operator.tell(
            operators.here.known(session).identity, Notice(NoticeKind.IDLE, str(seconds))
        ),
        end=_end_idle,
    )
    folder_watch = FolderWatch(server, folder)
    gc_policy.start()
    idle.start()
    folder_watch.start()
    try:
        yield
    finally:
        folder_watch.stop()
        idle.stop()
        gc_policy.stop()


def _end_idle(session: SshSession) -> None:
    note("idle", person=session.person.label)
    session.end(Ending.IDLE)
