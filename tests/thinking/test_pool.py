"""The pool of worker processes: real processes that choose, die, hang and end with the program."""

import asyncio
import os
import pickle
import pickletools
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import uno_tui
from tests.waiting import until, within
from uno_tui.bots import LEVELS
from uno_tui.bots.chance import VisibleChance, chance_digest
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import PlayerView
from uno_tui.thinking import pool as pool_module
from uno_tui.thinking.pool import WorkerPool
from uno_tui.thinking.thinkers import Thought
from uno_tui.thinking.worker import LENGTH, request

DIGEST = chance_digest("bot", "a secret", 7, 1)
FOLDER = Path(uno_tui.__file__).parent.parent


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WorkerPool]:
    """A pool on a busy machine: only the test of a worker that hangs says when an answer is too late."""
    monkeypatch.setattr(pool_module, "LATE_SECONDS", 60.0)
    pool = WorkerPool()
    yield pool
    await within(pool.close())


def position(seed: str = "a secret", seats: int = 4, rules: Rules = PRESETS["classic"]) -> PlayerView:
    match, _ = Match.start(rules, seats, seed)
    for _ in range(12):
        match, _ = match.apply(match.turn, match.legal(match.turn)[-1])
    return match.view(match.turn)


def asked(pool: WorkerPool, view: PlayerView, level: str = "expert") -> "asyncio.Future[Thought | None]":
    """Ask, and return the future answer."""
    answer = asyncio.get_running_loop().create_future()
    assert pool.ask(level, view, DIGEST, answer.set_result)
    return answer


def runs(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def started(pool: WorkerPool) -> int:
    """Start a worker, and return its process id."""
    pool.prepare()
    await until(lambda: bool(pool.pids))
    (pid,) = pool.pids
    return pid


@pytest.mark.parametrize("level", LEVELS)
async def test_a_worker_chooses_what_the_bot_chooses(pool: WorkerPool, level: str) -> None:
    """The choice depends on the view and the digest alone, so it is the same in any process."""
    view = position()
    wanted = LEVELS[level](view, VisibleChance(DIGEST))
    assert wanted in view.legal
    assert Thought(wanted) == await within(asked(pool, view, level))


async def test_requests_are_answered_in_order_by_one_process(pool: WorkerPool) -> None:
    """Requests wait for the one worker, and each gets the answer about its own view."""
    views = [position(f"seed {number}") for number in range(4)]
    found = await within(asyncio.gather(*(asked(pool, view, "hard") for view in views)))
    assert [Thought(LEVELS["hard"](view, VisibleChance(DIGEST))) for view in views] == found
    assert 1 == len(pool.pids)


async def test_no_more_workers_than_allowed_run() -> None:
    """A pool of two starts a second process while the first is busy, and no third."""
    pool = WorkerPool(2)
    await within(asyncio.gather(*(asked(pool, position(f"seed {number}")) for number in range(6))))
    assert 2 == len(pool.pids)
    await within(pool.close())


async def test_a_killed_worker_is_replaced(pool: WorkerPool) -> None:
    """After kill -9 in the middle of a thought, that request gets no choice, and the next one a new process."""
    pid = await started(pool)
    os.kill(pid, signal.SIGSTOP)  # it thinks as long as the test wants
    answer, following = asked(pool, position()), asked(pool, position())
    os.kill(pid, signal.SIGKILL)
    assert await within(answer) is None
    assert await within(following) is not None
    assert pid not in pool.pids
    assert ({"made": 1, "failed": 1}, 0) == (pool.counts, pool.waiting)


async def test_a_worker_that_hangs_is_killed_and_replaced(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A request that is not answered in time gets no choice, and its process is killed."""
    pid = await started(pool)
    os.kill(pid, signal.SIGSTOP)
    with monkeypatch.context() as patched:
        patched.setattr(pool_module, "LATE_SECONDS", 0.05)
        assert await within(asked(pool, position())) is None
    assert not runs(pid)
    assert "a worker is too slow" in caplog.text
    assert await within(asked(pool, position(), "hard")) is not None


async def test_a_bot_that_fails_is_logged_without_a_hand(pool: WorkerPool, caplog: pytest.LogCaptureFixture) -> None:
    """A bot's error gives no choice; the log has the error's type and places, and the worker keeps running."""
    assert await within(asked(pool, position(), "no such level")) is None
    assert "an expert bot failed: KeyError" in caplog.text
    assert "no such level" not in caplog.text
    assert await within(asked(pool, position(), "hard")) is not None


async def test_a_canceled_request_is_not_answered(pool: WorkerPool) -> None:
    """A request canceled in the queue never reaches a worker; the answer to one canceled later is ignored."""
    told: list[Thought | None] = []
    pid = await started(pool)
    os.kill(pid, signal.SIGSTOP)
    thinking = [pool.ask("hard", position(), DIGEST, told.append) for _ in range(2)]
    for one in thinking:
        assert one
        one.cancel()
    os.kill(pid, signal.SIGCONT)
    assert await within(asked(pool, position(), "hard")) is not None
    assert [] == told
    assert {"made": 1, "canceled": 2} == pool.counts


async def test_a_pool_of_none_and_a_closed_pool_think_nothing() -> None:
    """With size 0, after `close`, and where no process can be started, nobody can think."""
    for pool in (WorkerPool(0), WorkerPool()):
        await within(pool.close())
        pool.prepare()
        assert pool.ask("expert", position(), DIGEST, print) is None
        assert () == pool.pids


async def test_where_no_process_can_be_started_nobody_thinks(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker that cannot be started gives no choice, and is not tried again at once."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert await within(asked(pool, position())) is None
    assert pool.ask("expert", position(), DIGEST, print) is None
    assert 1 == caplog.text.count("no worker can be started")


async def test_a_worker_that_ends_at_once_is_started_for_requests_alone(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where workers cannot run, the log says so, and no process is started again and again to be ready."""
    monkeypatch.setattr(pool_module, "_START", "raise SystemExit(3)")
    pool.prepare()
    await until(lambda: "a worker ended by itself, with status 3" in caplog.text)
    await until(lambda: () == pool.pids)
    pool.prepare()
    assert await within(asked(pool, position())) is None
    assert 2 == caplog.text.count("a worker ended by itself")


async def test_closing_leaves_no_process_not_even_one_that_is_starting() -> None:
    """After `close`, no worker of the pool runs."""
    pool = WorkerPool()
    pid = await started(pool)
    await within(pool.close())
    assert not runs(pid)
    pool = WorkerPool()
    pool.prepare()
    await asyncio.sleep(0)
    await within(pool.close())
    assert () == pool.pids


PARENT = f"""
import asyncio, sys
sys.path.append({str(FOLDER)!r})
from uno_tui.thinking.pool import WorkerPool

async def main():
    pool = WorkerPool()
    pool.prepare()
    while not pool.pids:
        await asyncio.sleep(0.01)
    print(*pool.pids, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_a_worker_ends_with_its_program(how: signal.Signals) -> None:
    """A worker whose program was killed ends by itself."""
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, stdout=asyncio.subprocess.PIPE)
    assert parent.stdout
    pid = int(await within(parent.stdout.readline()))
    assert runs(pid)
    parent.send_signal(how)
    await within(parent.wait())
    await until(lambda: not runs(pid))


async def test_a_worker_is_of_low_priority_and_hears_no_ctrl_c(pool: WorkerPool) -> None:
    """A worker is nicer than the program, and SIGINT, which a terminal sends to all, does not end it."""
    pid = await started(pool)
    assert await within(asked(pool, position(), "hard")) is not None
    assert os.getpriority(os.PRIO_PROCESS, 0) < os.getpriority(os.PRIO_PROCESS, pid)
    assert os.getpgid(0) != os.getpgid(pid)
    os.kill(pid, signal.SIGINT)
    assert await within(asked(pool, position(), "hard")) is not None
    assert (pid,) == pool.pids


def test_a_worker_imports_the_game_and_the_bots_alone() -> None:
    """A worker loads no screen, no server, no event loop and no package from outside, so it is small and quick."""
    code = "import sys; sys.path.append(sys.argv[1]); import uno_tui.thinking.worker; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(FOLDER)], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    own = {name for name in loaded if name.startswith("uno_tui.")}
    assert {"uno_tui.bots", "uno_tui.game", "uno_tui.thinking"} == {".".join(name.split(".")[:2]) for name in own}
    assert not {"asyncio", "textual", "asyncssh", "msgspec", "click", "logging"} & loaded


def test_a_request_holds_a_view_and_nothing_else() -> None:
    """Only a seat's view is sent: no match, no round, no seed."""
    match, _ = Match.start(PRESETS["official"], 3, "a secret")
    sent = request("expert", match.view(1), DIGEST)
    assert len(sent) == LENGTH + int.from_bytes(sent[:LENGTH])
    texts = [value for _, value, _ in pickletools.genops(sent[LENGTH:]) if isinstance(value, str)]
    assert not [text for text in texts if "secret" in text]
    modules = {text for text in texts if text.startswith("uno_")}
    assert modules <= {f"uno_tui.game.{name}" for name in ("view", "rules", "cards", "actions", "events")}
    assert ("expert", match.view(1), DIGEST) == pickle.loads(sent[LENGTH:])
