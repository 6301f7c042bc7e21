"""The game over ssh: the real server program, stock OpenSSH clients, one table."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.terminals import Terminal, ran, shown
from tests.waiting import until, within

GIVEN_BACK = b"\x1b[?1049l\x1b[?25h"
LARGE = (120, 40)
"""A terminal so large that the log still shows older messages."""


class Serving:
    """A running `uno serve`."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder

    def ssh(self, name: str, *words: str) -> list[str]:
        """Return the command line of OpenSSH's client, with the key of that name."""
        key = self.folder / name
        if not key.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        settings = {
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": str(self.folder / "known_hosts"),
            "LogLevel": "ERROR",
            "IdentitiesOnly": "yes",
            "IdentityFile": str(key),
        }
        flags = [flag for option, value in settings.items() for flag in ("-o", f"{option}={value}")]
        return ["ssh", "-F", "none", *flags, "-p", str(self.port), f"{name}@127.0.0.1", *words]


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    """`uno serve` as a process of its own, on a free port."""
    with (tmp_path / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "uno_tui", "serve", "--port", "0", "--data", str(tmp_path / "data"),
            stdout=asyncio.subprocess.PIPE, stderr=log,
        )  # fmt: skip  # one command line
    assert process.stdout is not None
    line = (await within(process.stdout.readline())).decode()
    assert line.startswith("listening on 127.0.0.1:")
    yield Serving(process, int(line.split()[2].rpartition(":")[2]), tmp_path)
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
    assert 0 == await within(process.wait())


async def test_two_people_with_openssh_play_at_one_table(serving: Serving) -> None:
    """Two OpenSSH clients at one table see each other sit down, the start, and each other's moves."""
    async with Terminal(serving.ssh("ann", "-t", "join", "FAM1"), size=LARGE) as ann:
        await ann.shows("FAM1")
        async with Terminal(serving.ssh("bob", "-t", "join", "FAM1"), size=LARGE) as bob:
            await bob.shows("ann")
            await ann.shows("bob")
            ann.type(b"n")
            await bob.shows("round 1")
            await ann.shows("round 1")
            ann.type(b"a")
            bob.type(b"a")
            await until(lambda: re.search(r"bob (played|drew|took)", shown(ann.data, LARGE)))
            await until(lambda: re.search(r"ann (played|drew|took)", shown(bob.data, LARGE)))
            bob.type(b"qy")
            await bob.shows("join by code")
            bob.type(b"qy")
            assert 0 == await bob.exits()
        assert GIVEN_BACK in bob.data
        await ann.shows("left")


async def takes_the_listed_seat(guest: Terminal, host: Terminal) -> None:
    """Press Enter on the listed table; a key so soon after the list changed is refused, so then press it again."""
    refused = "The screen changed just before that"
    while True:
        guest.type(b"\r")
        await until(lambda: "bob sat down" in host.text or refused in guest.text)
        if refused not in guest.text:
            return
        guest.type(b"?")
        await guest.shows("Keys that work now")
        guest.type(b"q")
        await guest.shows("3 of 4 free")


async def test_from_the_lobby_to_a_table_and_back(serving: Serving) -> None:
    """Without words a person gets the lobby: others see a table opened there, join it with Enter, and leave again."""
    async with Terminal(serving.ssh("ann"), size=LARGE) as ann, Terminal(serving.ssh("bob"), size=LARGE) as bob:
        await ann.shows("No tables are open")
        await bob.shows("2 people here")
        ann.type(b"n")
        await ann.shows("A new table")
        ann.type(b"\r")
        await bob.shows("3 of 4 free")
        await takes_the_listed_seat(bob, ann)
        ann.type(b"qy")
        await ann.shows("join by code")
        await bob.shows("You are the host")
        bob.process.kill()
        await within(bob.process.wait())
        async with Terminal(serving.ssh("bob"), size=LARGE) as again:
            await again.shows("You are back")
            again.type(b"qy")
            await again.shows("No tables are open")
        ann.type(b"qy")
        assert 0 == await ann.exits()
        assert GIVEN_BACK in ann.data


async def test_a_dropped_player_gets_the_seat_back(serving: Serving) -> None:
    """A person whose client was killed is shown as away; the same key gets the seat and hand back, under any name."""
    async with Terminal(serving.ssh("ann", "-t", "join", "FAM1")) as ann:
        await ann.shows("FAM1")
        async with Terminal(serving.ssh("bob", "-t", "join", "FAM1")) as bob:
            await bob.shows("FAM1")
            ann.type(b"n")
            await bob.shows("round 1")
            bob.process.kill()
            await within(bob.process.wait())
            await ann.shows("away")
        async with Terminal(serving.ssh("bob", "-t", "join", "FAM1")) as again:
            await again.shows("round 1")
            await ann.shows("back")


async def test_sigterm_tells_everybody_and_leaves_their_terminals_clean(serving: Serving) -> None:
    """On SIGTERM every client gets a notice and its terminal back, and exits; the server exits with status 0."""
    async with Terminal(serving.ssh("ann", "-t", "join", "FAM1")) as ann:
        await ann.shows("FAM1")
        serving.process.send_signal(signal.SIGTERM)
        assert 0 == await within(serving.process.wait())
        await ann.exits()
        assert b"server is shutting down" in ann.data.partition(GIVEN_BACK)[2]


async def test_a_mistyped_code_is_asked_about_in_every_way_in(serving: Serving) -> None:
    """`join` with a code that is almost a table's leads to a question: on a screen, in lines, and for programs."""
    question = "There is no table D34FDB. Did you mean D34FDP?"
    async with Terminal(serving.ssh("ann", "-t", "join", "D34FDP"), size=LARGE, controlling=True) as ann:
        await ann.shows("You opened table D34FDP")
        out, _, status = await ran(serving.ssh("bot", "json", "join", "D34FDB"))
        asked = json.loads(out.splitlines()[-1])
        assert (2, "near_code", ["D34FDP"]) == (status, asked["error"], asked["codes"])
        async with Terminal(serving.ssh("bob", "-t", "join", "D34FDX"), size=LARGE, controlling=True) as bob:
            await bob.shows("There is no table D34FDX. Did you mean D34FDP?")
            bob.type(b"\r")
            await ann.shows("bob sat down")
        async with Terminal(
            serving.ssh("cyd", "-t", "plain", "join", "D34FDY"), size=LARGE, controlling=True, LANG="C.UTF-8"
        ) as cyd:
            await cyd.shows("There is no table D34FDY. Did you mean D34FDP?")
            cyd.type(b"join d34fdy\r")
            await cyd.shows("You opened table D34FDY")
        assert asked["text"].startswith(question)


async def test_rooms_and_refusals_in_words(serving: Serving) -> None:
    """`rooms` lists the open table; `ls` is refused with status 2 and one line that lists the commands."""
    async with Terminal(serving.ssh("ann", "-t", "join", "FAM1")) as ann:
        await ann.shows("FAM1")
        out, _, status = await ran(serving.ssh("bob", "rooms"))
        assert ("FAM1", 0) == (out.split()[0], status)
    out, err, status = await ran(serving.ssh("bob", "ls"))
    assert ("", 2) == (out, status)
    assert 1 == len(err.splitlines())
    assert "help" in err


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    """A second server on the same port prints an error and exits with status 1."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "uno_tui", "serve", "--port", str(port), "--data", tmp_path],
            capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C.UTF-8"},
        )  # fmt: skip  # one command line

    assert 1 == done.returncode
    assert "" == done.stdout
    assert f"port {port}" in done.stderr.splitlines()[-1]


async def test_without_a_table_to_come_for_joining_is_the_lobby(serving: Serving) -> None:
    """On a server of many tables `join` without a code leads to the lobby, even if one table waits; also in lines."""
    async with Terminal(serving.ssh("ann", "-t", "join", "FAM1")) as ann:
        await ann.shows("Waiting for players")
        async with Terminal(serving.ssh("bob", "-t", "join")) as bob:
            await bob.shows("join by code")
            await bob.shows("FAM1")
            bob.type(b"qy")
            assert 0 == await bob.exits()
        told, _, status = await ran(serving.ssh("cyd", "-T", "plain", "join"), stdin=b"quit\n")
        assert 0 == status
        assert "You are in the lobby" in told
