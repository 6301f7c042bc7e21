"""Expert bots on real servers: they think in worker processes, and the game continues if a worker dies."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.app.test_in_lines import Piped, answer
from tests.server.clients import openssh
from tests.server.line_service import LineService
from tests.terminals import Terminal, ran
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.ssh.server import Server, serve
from uno_tui.bots import LEVELS
from uno_tui.game.actions import Action
from uno_tui.game.guess.bot import RandomSource
from uno_tui.game.view import PlayerView
from uno_tui.table.process import choices
from uno_tui.thinking import pool as pool_module
from uno_tui.thinking.pool import WorkerPool

STANDS_IN = "plays as a hard bot for now, without thinking ahead"


def never(view: PlayerView, chance: RandomSource) -> Action | None:
    raise AssertionError("an expert thinks in no process that serves tables")


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> WorkerPool:
    """A pool on a busy machine: choices are waited for as long as they take."""
    monkeypatch.setattr(choices, "PATIENCE", 60.0)
    monkeypatch.setattr(pool_module, "LATE_SECONDS", 60.0)
    return WorkerPool()


@pytest.fixture
async def server(workers: WorkerPool, tmp_path: Path) -> AsyncIterator[Server]:
    service = LineService(thinkers=workers, bots={**LEVELS, "expert": never})
    limits = Limits(login_seconds=10)
    running = await serve("127.0.0.1", 0, tmp_path / "data", service.open, service.answer, limits=limits)
    yield running
    await within(running.stop())
    await within(service.lobby.close())
    assert () == workers.pids


async def test_a_round_against_an_expert_over_ssh(server: Server, workers: WorkerPool, tmp_path: Path) -> None:
    """An expert plays a whole round in lines, and its function is never called in the server's process."""
    async with Piped(openssh(server, tmp_path, options=["-T"])) as ssh:
        ssh.send("new quick bots=1 seats=2 level=expert\n")
        await ssh.hears("Ada, expert bot, 7 cards")
        while not re.search("won the match", line := await ssh.line()):
            assert line
            ssh.send(answer(line))
        assert 1 == len(workers.pids)
    assert STANDS_IN not in "".join(ssh.lines)


async def test_a_hint_in_lines_comes_from_a_worker(server: Server, tmp_path: Path) -> None:
    """A script gets the hint although a worker computes it; its next line is read only after that."""
    out, _, _ = await ran(
        openssh(server, tmp_path, "plain", "new", "bots=1", "seats=2", options=["-T"]), stdin=b"hint\nscore\n"
    )
    assert re.search(r"^(Play|Draw|Take)[^\n]*\.\n(.*\n)*?.*playing to 500", out, re.MULTILINE)


async def test_a_worker_killed_in_mid_thought_does_not_stop_the_table(
    server: Server, workers: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After kill -9 the hard bot's choice is played, and a line says so; later the expert thinks again."""
    monkeypatch.setattr(choices, "REST_SECONDS", 0.0)
    workers.prepare()
    await until(lambda: bool(workers.pids))
    (pid,) = workers.pids
    os.kill(pid, signal.SIGSTOP)
    async with Piped(openssh(server, tmp_path, options=["-T"])) as ssh:
        ssh.send("new bots=1 seats=2 level=expert\n")
        await ssh.hears("Ada, expert bot, 7 cards, 0 points, playing now")
        os.kill(pid, signal.SIGKILL)
        await ssh.hears(STANDS_IN)
        ssh.send("table\n")
        await ssh.hears(r"Ada, expert bot \(plays as hard\), ")
        ssh.send("repeat\n")
        while "Ada thinks ahead again, as an expert" not in (line := await ssh.line()):
            assert line
            ssh.send(answer(line))
    assert pid not in workers.pids


@asynccontextmanager
async def serving(folder: Path, experts: int) -> AsyncIterator[tuple[asyncio.subprocess.Process, list[str]]]:
    """Run `uno serve` with `experts` workers; yield the process and the command line of OpenSSH's client."""
    (folder / "uno.toml").write_text(f"[bots]\nexperts = {experts}\n")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "uno_tui", "serve", "--port", "0", "--data", str(folder / "data"),
        "--config", str(folder / "uno.toml"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip  # one command line
    assert process.stdout
    port = (await within(process.stdout.readline())).decode().split()[2].rpartition(":")[2]
    options = ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={folder / 'known'}", "-o", "LogLevel=ERROR"]
    try:
        yield process, ["ssh", "-F", "none", *options, "-p", port, "ann@127.0.0.1"]
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        assert 0 == await within(process.wait())


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def test_a_server_without_experts_says_so_on_the_screen_in_lines_and_in_json(tmp_path: Path) -> None:
    """With `experts = 0` no worker starts; the log line and the seat's mark say that the bot plays as a hard one."""
    new = ["-T", "json", "new", "seats=3", "bots=1", "level=expert"]
    async with serving(tmp_path, 0) as (process, ssh), Piped([*ssh, *new]) as program:
        await program.line()
        code = json.loads(await program.line())["code"]
        async with Terminal([*ssh, "-t", "join", code], size=(120, 40)) as ann:
            await ann.shows("Ada")
            ann.type(b"a")
            while not (view := json.loads(await program.line())).get("seats", {2: {}})[2].get("plays_as"):
                game = view.get("game")
                if game and game["turn"] == view["you"] and game["legal"]:
                    act = [one for one in game["legal"] if one != "uno"][-1]
                    program.send(json.dumps({"type": "act", "action": act}) + "\n")
            await ann.shows("Ada plays as a hard bot")  # the log's column is narrow
            await until(lambda: re.search(r"3 Ada .*\n.*\n.*\bhard\b", ann.text))
        assert ("expert", "hard") == (view["seats"][2]["level"], view["seats"][2]["plays_as"])
        assert "expert bot (plays as hard)" in view["seats"][2]["text"]
        assert 1 == [STANDS_IN in entry["text"] for entry in view["log"]].count(True)
        assert [] == children(process.pid)


async def test_a_server_s_workers_end_with_it(tmp_path: Path) -> None:
    """A table with an expert starts a worker at once; after SIGTERM no worker is left."""
    new = ["-T", "plain", "new", "seats=2", "bots=1", "level=expert"]
    async with serving(tmp_path, 1) as (process, ssh), Piped([*ssh, *new]) as ann:
        await ann.hears("Ada, expert bot")
        await until(lambda: children(process.pid))
        (worker,) = children(process.pid)
    await until(lambda: not Path(f"/proc/{worker}").exists())
