"""The server killed and restarted during a match: the real program and stock OpenSSH clients."""

import asyncio
import contextlib
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from tests import ROOT
from tests.server.app.test_game_over_ssh import LARGE, Serving
from tests.terminals import Terminal, ran, shown
from tests.waiting import until, within

CODE = re.compile(r"\b[B-Z2-9]{4}-[B-Z2-9]{4}-[B-Z2-9]{4}\b")

UNSAID: Final = {
    ("resume",): "Give the code you were shown: resume CODE.",
    ("watch",): "Which table? Give its code: 3 to 12 letters or digits.",
    ("join", "FAM", "now"): "FAM now is not a table code: a code is 3 to 12 letters or digits.",
    ("rules", "party", "--json"): "rules takes a preset or nothing, not '--json'",
}
"""Commands with too few or too many words, and their errors."""


@contextlib.asynccontextmanager
async def started(folder: Path, *program: str) -> AsyncIterator[Serving]:
    """`uno serve` as a process of its own, on a free port, with its data in that folder; killed at the end.

    `program` is the module to run in place of `uno_tui`, with its own arguments.
    """
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *(program or ["uno_tui"]), "serve", "--port", "0", "--data", str(folder / "data"),
            stdout=asyncio.subprocess.PIPE, stderr=log, cwd=ROOT,
        )  # fmt: skip  # one command line
    assert process.stdout is not None
    line = (await within(process.stdout.readline())).decode()
    try:
        yield Serving(process, int(line.split()[2].rpartition(":")[2]), folder)
    finally:
        if process.returncode is None:
            process.kill()
        await within(process.wait())


def guest(serving: Serving, *words: str) -> list[str]:
    """Return the command line of a person without a key."""
    words_ = serving.ssh("gus", *words)
    return [*words_[:1], "-o", "PubkeyAuthentication=no", *words_[1:]]


async def test_killed_with_9_and_started_again_people_play_on(tmp_path: Path) -> None:
    """After kill -9 and a restart both people find the same table, round and seats with their keys, and play on."""
    async with started(tmp_path) as first, Terminal(first.ssh("ann", "-t", "join", "FAM1"), size=LARGE) as ann:
        await ann.shows("Waiting for players")  # whoever is first is the host
        async with Terminal(first.ssh("bob", "-t", "join", "FAM1"), size=LARGE) as bob:
            await ann.shows("bob")
            ann.type(b"n")
            await ann.shows("round 1")
            await bob.shows("round 1")
            first.process.send_signal(signal.SIGKILL)
            await within(first.process.wait())
    async with (
        started(tmp_path) as second,
        Terminal(second.ssh("ann", "-t"), size=LARGE) as ann,
        Terminal(second.ssh("bob", "-t"), size=LARGE) as bob,
    ):
        await ann.shows("FAM1")
        await bob.shows("round 1")
        await ann.shows("bob is back")
        ann.type(b"a")
        bob.type(b"a")
        await until(lambda: re.search(r"bob (played|drew|took)", shown(ann.data, LARGE)))
        await until(lambda: re.search(r"ann (played|drew|took)", shown(bob.data, LARGE)))
        second.process.send_signal(signal.SIGTERM)
        assert 0 == await within(second.process.wait())
    log = (tmp_path / "log").read_text()
    assert "restored tables=1" in log
    assert "Traceback" not in log


async def test_a_guest_comes_back_by_the_code_shown(tmp_path: Path) -> None:
    """A guest is shown a code at the table; after kill -9 the code leads back to the seat, from any client."""
    async with started(tmp_path) as first, Terminal(guest(first, "-t", "join", "DEN9"), size=LARGE) as gus:
        await until(lambda: CODE.search(shown(gus.data, LARGE)))
        code = CODE.findall(shown(gus.data, LARGE))[-1]
        await gus.shows("DEN9")
        first.process.send_signal(signal.SIGKILL)
        await within(first.process.wait())
    async with started(tmp_path) as second:
        out, err, status = await ran(guest(second, "resume", "BCDF-BCDF-BCDF"))
        assert (2, True) == (status, "No guest has the code" in out + err)
        for words, said in UNSAID.items():
            out, err, status = await ran(guest(second, *words))
            assert (2, said) == (status, (out + err).splitlines()[-1])
        async with Terminal(guest(second, "-t", "resume", code.lower()), size=LARGE) as gus:
            await gus.shows("DEN9")
            await gus.shows("You are back")


async def test_scores_and_stats_over_ssh(tmp_path: Path) -> None:
    """A match finished over ssh is in the player's stats and on the leaderboard, also after a restart."""
    async with started(tmp_path) as first:
        talk = b"new quick seats=2 bots=1\nstart\nauto\n"
        process = await asyncio.create_subprocess_exec(
            *first.ssh("ann", "-T"), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(talk)
        while b" won the match" not in (line := await within(process.stdout.readline(), deadline=120)):
            assert line
        process.kill()
        await within(process.wait())
        first.process.send_signal(signal.SIGTERM)
        assert 0 == await within(first.process.wait())
    async with started(tmp_path) as second:
        out, _, status = await ran(second.ssh("ann", "stats", "--json"))
        told = json.loads(out)
        assert (0, "ann", 2, "quick") == (
            status, told["name"], told["results"][0]["seats"], told["ratings"][0]["preset"]
        )  # fmt: skip  # one fact
        text, _, status = await ran(second.ssh("bob", "scores", "quick"))
        assert (0, True) == (status, "quick with bots" in text and "ann" in text)
        assert 2 == (await ran(second.ssh("bob", "stats", "nobody")))[2]


async def test_a_data_folder_belongs_to_one_server(tmp_path: Path) -> None:
    """A second server on the same data prints an error and exits with status 1; the first keeps running."""
    async with started(tmp_path) as first:
        out, err, status = await ran(
            [sys.executable, "-m", "uno_tui", "serve", "--port", "0", "--data", str(tmp_path / "data")]
        )
        assert ("", 1, True) == (out, status, "another server" in err)
        assert 0 == (await ran(first.ssh("ann", "rooms")))[2]
