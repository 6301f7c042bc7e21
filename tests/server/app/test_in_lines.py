"""Sessions in lines over ssh: OpenSSH without a terminal or with a dumb one, scripts, and hostile clients."""

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.server.clients import Viewer, connected, openssh
from tests.server.line_service import LineService
from tests.terminals import Terminal, ran
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.ssh.server import Server
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.table.handle import MemberHandle

QUIET_RULES = "deck=regular jack=number queen=number king=number black_joker=none red_joker=none"
QUIET_TABLE = ["plain", "new", "bots=3", *QUIET_RULES.split()]
"""Rules whose cards are all numbers: nobody is skipped, nobody owes cards."""


@pytest.fixture
def server(in_lines: Server) -> Server:
    """A server whose sessions are all in lines."""
    return in_lines


class Piped:
    """OpenSSH's client on two pipes, and the lines that it printed."""

    def __init__(self, arguments: Sequence[str], **environment: str) -> None:
        self._starting = asyncio.create_subprocess_exec(
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], **environment},
        )
        self.lines: list[str] = []

    async def __aenter__(self) -> "Piped":
        self.process = await self._starting
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await within(self.process.wait())

    def send(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text.encode())

    async def line(self) -> str:
        """Return the next line; an empty text at the end."""
        assert self.process.stdout
        line = (await within(self.process.stdout.readline())).decode()
        self.lines.append(line)
        return str(line.rstrip("\n"))

    async def hears(self, pattern: str) -> str:
        """Read lines up to one that matches, and return it."""
        while line := await self.line():
            if re.search(pattern, line):
                return line
        raise AssertionError(f"no {pattern!r} in {self.lines}")

    async def ends(self) -> int:
        """Close the input, read to the end, and return the exit status."""
        assert self.process.stdin
        self.process.stdin.close()
        while await self.line() or not self.process.stdout.at_eof():  # type: ignore[union-attr]  # it is a pipe
            pass
        return int(await within(self.process.wait()))


def as_owner(server: Server, folder: Path, *words: str) -> list[str]:
    """Return the command line of OpenSSH with the key of the fixture `key`."""
    return openssh(server, folder, *words, options=["-T", "-i", str(folder / "key")])


async def test_the_lobby_by_a_script(server: Server, tmp_path: Path) -> None:
    """A script fed to `ssh -T` is answered line by line in plain text; the session ends with it, with status 0."""
    script = b"rooms\nwho\nsay hi\nfly\nquit\nrooms\n"
    out, err, status = await ran(openssh(server, tmp_path, options=["-T"]), stdin=script)
    assert ("", 0) == (err, status)
    assert [
        "You are in the lobby. Type help for the commands.",
        "No tables are open. Type quick to play now.",
        "No tables are open. Type quick to play now.",
        "1: ann (you), in the lobby",
        "ann says: hi",
        "Unknown command: fly. Type help for the commands.",
    ] == out.splitlines()
    assert "\r" not in out


@pytest.mark.parametrize("words", [(), ("plain",)])
async def test_the_end_of_input_in_the_lobby_ends(server: Server, tmp_path: Path, words: tuple[str, ...]) -> None:
    """In the lobby the end of an empty input ends the session at once, with status 0."""
    out, _, status = await ran(openssh(server, tmp_path, *words, options=["-T"]))
    assert (2, 0) == (len(out.splitlines()), status)


async def test_a_script_is_read_when_the_game_waits(server: Server, service: LineService, tmp_path: Path) -> None:
    """Each line of a script is executed when the game waits for it, although all lines arrive at once.

    The draws need several turns, with turns of bots between them; none is too early. After the last line the seat is
    given up and the table closed.
    """
    script = b"draw\nkeep\n" * 4 + b"score"
    out, _, status = await ran(openssh(server, tmp_path, *QUIET_TABLE, options=["-T"]), stdin=script)
    assert 0 == status
    assert [] == re.findall(r"not your turn|Too late", out)
    assert 4 == len(re.findall(r"^You drew (?!.*play it)", out, re.MULTILINE))
    assert "playing to 500" in out
    assert "You left the table." == out.splitlines()[-1]
    assert [] == service.seated


async def test_a_script_of_one_line(server: Server, tmp_path: Path) -> None:
    """The only line of a script waits until the game waits for it."""
    out, _, _ = await ran(openssh(server, tmp_path, *QUIET_TABLE, options=["-T"]), stdin=b"draw")
    before, drew, _ = out.partition("\nYou drew")
    assert drew
    assert re.search(r"^(Ada|Bran|Cleo) (played|drew)", before, re.MULTILINE)
    assert "turn, not yours" not in out


async def test_a_long_script_is_whole(server: Server, tmp_path: Path) -> None:
    """Of a script longer than the queue, all lines arrive in order."""
    names = [f"word{number}" for number in range(150)]
    script = "".join(f"{name}\n" for name in names).encode()
    out, _, status = await ran(openssh(server, tmp_path, options=["-T"]), stdin=script)
    assert (names, 0) == (re.findall(r"Unknown command: (\w+)\.", out), status)


async def test_a_person_is_answered_out_of_turn(server: Server, tmp_path: Path) -> None:
    """A person who types out of turn is answered at once: a question with the answer, a move with a refusal."""
    async with (
        Piped(openssh(server, tmp_path, options=["-T"])) as ann,
        Piped(openssh(server, tmp_path, options=["-T"])) as ben,
    ):
        ann.send("new seats=2\n")
        table = (await ann.hears(r"Table \w+\.")).split()[1].rstrip(".")
        ben.send(f"join {table}\n")
        await asyncio.gather(ann.hears("dealt everyone 7 cards"), ben.hears("dealt everyone 7 cards"))
        ann.send("draw\n")
        await ann.hears("'s turn, not yours")
        ann.send("hand\n")
        await ann.hears("^7 cards: 1: ")
        ben.send("draw\n")
        await ann.hears(r"^ann(-2)? drew")


def answer(line: str) -> str:
    """Return what a player types after that line; empty for nothing."""
    if told := re.match(r"Playable: (\d+): ([^,]+)", line):
        return f"{told[1]} g\n" if told[2].startswith("Wild") else f"{told[1]}\n"
    for heard, typed in (
        ("Your turn: no card matches", "draw"),
        ("Your turn: take", "take"),
        (r"(You drew .*: p|P)lay it or keep it", "keep"),
        ("You have one card left: call UNO", "uno"),
        ("Wild.* takes no color", "1"),
    ):
        if re.match(heard, line):
            return f"{typed}\n"
    return ""


async def test_a_whole_round_over_a_pipe(server: Server, tmp_path: Path) -> None:
    """With nothing but the lines of `ssh -T` a player finishes a round against bots and is back in the lobby."""
    async with Piped(openssh(server, tmp_path, options=["-T"])) as ssh:
        ssh.send("new quick bots=3\n")
        while not re.search("won the match", line := await ssh.line()):
            assert line
            ssh.send(answer(line))
        ssh.send("quit\n")
        await ssh.hears("You are in the lobby")
        assert 0 == await ssh.ends()
    assert "\x1b" not in "".join(ssh.lines)
    assert "\r" not in "".join(ssh.lines)


async def test_two_people_talk_at_a_table(server: Server, tmp_path: Path) -> None:
    """Two people read each other's messages; at the end of one's input the other sees them leave."""
    async with Piped(openssh(server, tmp_path, "plain", "join", "FAM1", options=["-T"])) as ann:
        await ann.hears("Waiting for players")
        async with Piped(openssh(server, tmp_path, "join", "FAM1", options=["-T"])) as ben:
            assert "This is the plain-text game. For the full screen, connect with ssh -t." == await ben.line()
            await ann.hears("sat down")
            ben.send("say γειά [/\n")
            await ann.hears(r": γειά \[/")
            assert 0 == await ben.ends()
        await ann.hears("left the table")


async def test_a_drop_keeps_the_seat(
    server: Server, service: LineService, key: asyncssh.SSHKey, tmp_path: Path
) -> None:
    """A person whose client died keeps the seat; a session with the same key, without words, has the same hand."""
    async with Piped(as_owner(server, tmp_path)) as ann:
        ann.send("new bots=1 seats=2\nhand\n")
        hand = await ann.hears(r"^\d+ cards?: ")
        ann.process.kill()
        await until(lambda: service.seated == [("ann", True)])
    async with Piped(as_owner(server, tmp_path)) as again:
        await again.hears(r"Table \w+\.")
        assert [("ann", False)] == service.seated
        again.send("hand\n")
        assert hand == await again.hears(r"^\d+ cards?: ")
        assert 0 == await again.ends()
    assert [] == service.seated


async def test_a_guest_is_told_the_way_back_once(server: Server, service: LineService, tmp_path: Path) -> None:
    """A guest's resume code is shown in the lobby or at the first table, and only once in a session."""
    service.code = "ABCD-EFGH-JKLM"
    script = b"new bots=1 seats=2\nquit\nnew bots=1 seats=2\nquit\n"
    out, _, _ = await ran(openssh(server, tmp_path, options=["-T"]), stdin=script)
    assert (1, 2) == (out.count(service.code), out.count("You left the table."))
    out, _, _ = await ran(openssh(server, tmp_path, "json", "join", "FAM1", options=["-T"]))
    assert f'"kind":"resume","detail":"resume {service.code}"' in out


async def test_the_same_key_elsewhere_takes_over(server: Server, key: asyncssh.SSHKey, tmp_path: Path) -> None:
    """A second session of a person takes over the seat; the first gets a notice and ends."""
    async with Piped(as_owner(server, tmp_path, "plain", "join", "FAM1")) as first:
        await first.hears("Waiting for players")
        async with Piped(as_owner(server, tmp_path, "plain", "join", "FAM1")) as second:
            await second.hears("Waiting for players")
            await first.hears("You took this seat over from another session.")
            assert "" == await first.line()
            assert 0 == await within(first.process.wait())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("plain", "fly"), "Unknown: fly. Choose from: join, watch, quick, daily, new"),
        (("plain", "joi", "FAM1"), "Unknown: joi (did you mean join?)"),
        (("plain", "join"), "Which table? Give its code: 3 to 12 letters or digits."),
        (("plain", "join", "x y"), "x y is not a table code"),
        (("plain", "watch", "NONE"), "There is no table NONE."),
        (("plain", "new", "seats=1"), "UNO is for 2 to 10 players, not 1"),
        (("json", "watch", "NONE"), '{"type":"error","error":"no_table","text":"There is no table NONE."}'),
        (("json", "fly"), '{"type":"error","error":"malformed","text":"Unknown: fly'),
    ],
)
async def test_wrong_words_are_said_and_end(server: Server, tmp_path: Path, words: Sequence[str], said: str) -> None:
    """Words that lead to no table get an error of one line and status 2."""
    out, _, status = await ran(openssh(server, tmp_path, *words, options=["-T"]))
    assert 2 == status
    assert said in out.splitlines()[-1]


async def test_a_dumb_terminal(server: Server, service: LineService, key: asyncssh.SSHKey, tmp_path: Path) -> None:
    """On a dumb terminal the server echoes and erases, ends lines with CR LF, and sends no escape sequence.

    News comes on a line of its own, and what was half typed is written again after it.
    """
    command = openssh(server, tmp_path, options=["-i", str(tmp_path / "key")])
    async with Terminal(command, TERM="dumb") as ann:
        await ann.shows("No tables are open")
        ann.type(b"rooo\x7fms\r")
        await ann.shows("No tables are open")
        ann.type(b"new bots=1 seats=2\r")
        await ann.shows("Draw pile")
        ann.type(b"hand\x1b[A\x12\r")
        await ann.shows(" cards: 1: ")
        ann.type(b"tab")
        await ann.shows("tab")
        await LobbyOperator(service.lobby).announce("soon")
        await until(lambda: b"soon\r\ntab" in ann.data)
        ann.type(b"le\r")
        await until(lambda: b"soon\r\ntable\r\n" in ann.data)
        ann.type(b"x\x03")
        assert 130 == await ann.exits()
        assert b"\x1b" not in ann.data
        assert b"\n" not in ann.data.replace(b"\r\n", b"")
    assert [("ann", True)] == service.seated
    async with Terminal(command, TERM="dumb") as again:
        await again.shows("Draw pile")
        again.type(b"\x04")
        assert 0 == await again.exits()
    assert [] == service.seated


async def test_plain_on_a_real_terminal(server: Server, tmp_path: Path) -> None:
    """`ssh -t HOST plain` gives lines without escape sequences, though the terminal could show a screen."""
    async with Terminal(openssh(server, tmp_path, "plain", options=["-t"])) as ann:
        await ann.shows("No tables are open")
        ann.type(b"quit\r")
        assert 0 == await ann.exits()
        assert b"\x1b" not in ann.data


async def test_a_notice_when_the_server_stops(server: Server, tmp_path: Path) -> None:
    """When the server stops, people get a line and programs a JSON message, and both sessions end."""
    async with (
        Piped(openssh(server, tmp_path, "plain", "join", "FAM1", options=["-T"])) as ann,
        Piped(openssh(server, tmp_path, "json", "join", "FAM2", options=["-T"])) as bot,
    ):
        await ann.hears("Waiting")
        await bot.hears('"view"')
        await within(server.stop())
        await ann.hears(r"^The server is shutting down\. Your seat is held for a while\.$")
        await bot.hears(r'^{"type":"closed","reason":"server_stopped","text":".*"}$')
        assert ["", ""] == [await ann.line(), await bot.line()]


async def lines_session(
    connection: asyncssh.SSHClientConnection, *words: str, **options: Any
) -> tuple[asyncssh.SSHClientChannel[bytes], Viewer]:
    """Open a session without a terminal on an open connection."""
    channel, viewer = await within(
        connection.create_session(Viewer, " ".join(words) or None, encoding=None, request_pty=False, **options)
    )
    return channel, viewer


@pytest.mark.parametrize(
    "junk",
    [
        b"\xff\xfe\x00\n",
        "ά".encode()[:1] + b"\n",
        b"\x1b[99999999;1u\x1b[200~\n",
        b"x" * 200_000 + b"\n",
        b"\x00" * 1000 + b"\r\r\r",
        b"[" * 3000 + b"\n",
    ],
)
@pytest.mark.parametrize("words", [("plain",), ("plain", "join", "FAM1"), ("json", "join", "FAM1")])
async def test_junk_does_no_harm(server: Server, words: Sequence[str], junk: bytes) -> None:
    """After any bytes the session still answers, in printable text."""
    async with connected(server) as connection:
        channel, viewer = await lines_session(connection, *words)
        channel.write(junk)
        channel.write(b'help\n{"type":"chat","text":"still here"}\n')
        await until(lambda: b"still here" in viewer.data or b"leave the table" in viewer.data or b"quit" in viewer.data)
        text = viewer.data.decode()
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


async def test_characters_in_pieces(server: Server) -> None:
    """A character split across two packets is read as one."""
    async with connected(server) as connection:
        channel, viewer = await lines_session(connection, "plain")
        first, second = "say ά\n".encode()[:5], "say ά\n".encode()[5:]
        channel.write(first)
        await until(lambda: b"tables are open" in viewer.data)
        channel.write(second)
        await until(lambda: "ann says: ά\n" in viewer.data.decode())


async def test_a_flood_of_lines_is_held(server: Server) -> None:
    """A flood of lines is read at a limited rate; lines that are not read yet stay in the client's buffer."""
    async with connected(server) as connection:
        channel, viewer = await lines_session(connection, "plain")
        channel.write(b"rooms\n" * 500_000)
        await until(lambda: viewer.data.count(b"No tables are open") >= 40)
        assert 1_000_000 < channel.get_write_buffer_size()
        assert 1000 > viewer.data.count(b"No tables are open")
        async with connected(server) as other:
            _, answered = await lines_session(other, "plain")
            await until(lambda: b"tables are open" in answered.data or b"table is open" in answered.data)


async def test_a_client_that_does_not_read_is_dropped(server: Server, service: LineService) -> None:
    """A client that sends but never reads gets at most what the buffers hold, and is dropped after the stall limit."""
    service.limits = Limits(stall_seconds=0.2)
    async with connected(server) as connection:
        channel, viewer = await lines_session(connection, "plain", window=4096)
        channel.pause_reading()
        channel.write(b"help\n" * 10_000)
        [line] = server.lines
        await until(lambda: viewer.closed)
        assert line.gone
        assert 300_000 > line.written


async def test_the_newest_view_comes_after_a_pause(server: Server, service: LineService) -> None:
    """A program that stops reading later gets only the newest view, which shows that some were missed."""
    async with connected(server) as connection:
        channel, viewer = await lines_session(connection, "json", "new", "seats=2", window=4096)
        await until(lambda: b'"view"' in viewer.data)
        channel.pause_reading()
        [line] = server.lines
        [table] = service.lobby.tables.values()
        [handle] = table.audience.attendees.values()
        assert isinstance(handle, MemberHandle)
        for number in range(2000):
            handle.limit._messages._level = 8.0
            handle.chat(f"{number} " + "x" * 100)
        await until(lambda: line.paused)
        for number in range(2000, 4000):
            handle.limit._messages._level = 8.0
            handle.chat(f"{number} " + "x" * 100)
        written = line.written
        channel.resume_reading()
        await until(lambda: b'"3999 ' in viewer.data)
        assert 300_000 > line.written - written
        numbers = [int(number) for number in re.findall(rb'"chat":(\d+)', viewer.data)]
        assert sorted(set(numbers)) == numbers
        assert 4000 > len(numbers)
