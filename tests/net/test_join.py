"""`uno join`: addresses, keys, the list of games, and an ssh client whose terminal is left clean."""

import asyncio
import signal
import socket
import stat
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.server.toy import answer, open_toy
from tests.terminals import Terminal, ran
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.ssh.logins import Logins
from uno_server.ssh.server import Server, serve
from uno_tui.i18n import Words
from uno_tui.local.output import OutputError
from uno_tui.local.raw_terminal import TypedLines
from uno_tui.net.join import run_list, split_address
from uno_tui.net.join.address import join_address
from uno_tui.net.join.client import sent_along
from uno_tui.net.join.discovery import GamePicker, describe
from uno_tui.net.join.errors import JoinError, UnreachableError
from uno_tui.net.join.host_keys import KnownHosts, check_key, look_up, own_key, reach
from uno_tui.net.lan import Game

KEY, OTHER = "SHA256:" + "k" * 43, "SHA256:" + "o" * 43
GAME = Game("ann._uno-tui._tcp.local.", "ann", ("192.168.1.7",), 2222, "FAM1", "4", "3", "classic", "0.1.0", KEY)
GIVEN_BACK = b"\x1b[?1049l\x1b[?25h"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("den", ("den", 2222)),
        ("den:2300", ("den", 2300)),
        ("192.168.1.7:2300", ("192.168.1.7", 2300)),
        ("fe80::1%eth0", ("fe80::1%eth0", 2222)),
        ("[fe80::1%eth0]:2300", ("fe80::1%eth0", 2300)),
        ("[::1]", ("::1", 2222)),
    ],
)
def test_an_address_is_read_and_written(text: str, place: tuple[str, int]) -> None:
    """Host and port are parsed as people write them, and the text made from them parses equal."""
    assert place == split_address(text)
    assert place == split_address(join_address(*place))


@pytest.mark.parametrize("text", ["", ":2222", "den:0x", "den:0", "den:65536", "[::1]2222", "-oProxy", "a b", "a\x1b"])
def test_a_wrong_address_is_refused(text: str) -> None:
    """A text that is no address is an error."""
    with pytest.raises(JoinError, match=r"host|port|address"):
        split_address(text)


def test_ones_own_key_is_made_once_and_for_oneself(tmp_path: Path) -> None:
    """The first visit makes a key that only its owner may read; later visits use it; a broken key is an error."""
    made = own_key(tmp_path / "new")
    path = tmp_path / "new" / "join_key"
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert ["join_key"] == [file.name for file in path.parent.iterdir()]
    assert made.get_fingerprint() == own_key(tmp_path / "new").get_fingerprint()
    path.write_text("broken")
    with pytest.raises(JoinError, match="join_key"):
        own_key(tmp_path / "new")


def asked(yes: bool, questions: list[str]) -> Callable[[str], Awaitable[bool]]:
    async def ask(question: str) -> bool:
        questions.append(question)
        return yes

    return ask


async def test_a_key_is_asked_about_once(tmp_path: Path) -> None:
    """The question shows the key and whether it was announced; an accepted key is not asked about again.

    Only the person themselves may read the file of accepted keys.
    """
    known, questions = KnownHosts(tmp_path / "new"), list[str]()
    for _ in range(2):
        await check_key("den", 2222, KEY, KEY, known, Words(), asked(yes=True, questions=questions))
    assert 1 == len(questions)
    assert KEY in questions[0]
    assert "It matches the key the game announced" in questions[0]
    assert 0o600 == stat.S_IMODE(known.path.stat().st_mode)
    await check_key("den", 2223, KEY, "", known, Words(), asked(yes=True, questions=questions))
    assert "announced" not in questions[1]


async def test_a_key_that_was_not_announced_is_told(tmp_path: Path) -> None:
    """If the game announced another key, the question says so; without a yes nothing is stored."""
    known, questions = KnownHosts(tmp_path), list[str]()
    with pytest.raises(JoinError):
        await check_key("den", 2222, KEY, OTHER, known, Words(), asked(yes=False, questions=questions))
    assert "does NOT match the key the game announced" in questions[0]
    assert "" == known.get("den", 2222)


async def test_a_changed_key_is_refused(tmp_path: Path) -> None:
    """A key other than the accepted one is an error with both keys and the file to change."""
    known, questions = KnownHosts(tmp_path), list[str]()
    known.add("den", 2222, KEY)
    with pytest.raises(JoinError) as refused:
        await check_key("den", 2222, OTHER, OTHER, known, Words(), asked(yes=True, questions=questions))
    assert [] == questions
    assert all(told in str(refused.value) for told in (KEY, OTHER, str(known.path)))


def test_a_torn_file_of_keys_is_no_end(tmp_path: Path) -> None:
    """Unreadable lines in the file of host keys are ignored."""
    known = KnownHosts(tmp_path)
    known.path.write_bytes(b"\xff\xfe\nden\n\nden 2222\nden 2222 " + KEY.encode() + b"\n")
    assert KEY == known.get("den", 2222)


class Hand:
    """A person at the list of games."""

    def __init__(self, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        self.typing = TypedLines()
        self.finder = GamePicker(Words(), self.typing)
        self._shown = capsysbinary

    @property
    def shown(self) -> str:
        """Return what was shown since the last call."""
        return self._shown.readouterr().out.decode()

    async def picks(self, *lines: str) -> Game:
        """Type lines and return the game picked."""
        for line in lines:
            self.typing.take(f"{line}\n".encode())
        game = await within(self.finder.pick())
        assert isinstance(game, Game)
        return game


@pytest.fixture
def hand(capsysbinary: pytest.CaptureFixture[bytes]) -> Hand:
    return Hand(capsysbinary)


async def test_games_keep_their_numbers(hand: Hand) -> None:
    """A game keeps its number while others appear and vanish, so the picked game is the one that was read."""
    bob, cyd = replace(GAME, service="b", name="bob", code="BOB1"), replace(GAME, service="c", name="cyd")
    hand.finder.changed((GAME, bob))
    assert ["1  ann", "2  bob"] == [line[:6] for line in hand.shown.splitlines() if line[:1].isdigit()]
    hand.finder.changed((bob, cyd))
    told = hand.shown
    assert "1  ann has closed" in told
    assert "3  cyd" in told
    assert "bob" not in told
    assert bob == await hand.picks("2")
    assert cyd == await hand.picks("1", "x", "", "3")
    assert "No game is listed as 1." in hand.shown


async def test_enter_takes_the_only_game(hand: Hand) -> None:
    """Enter alone picks the only game; without a game it picks none."""
    hand.typing.take(b"\n")
    picking = asyncio.create_task(hand.picks())
    await until(lambda: "Type the number of a game." in hand.shown)
    hand.finder.changed((GAME,))
    hand.typing.take(b"\n")
    assert GAME == await within(picking)


@pytest.mark.parametrize("typed", [b"q\n", b"Q\n", b""])
async def test_giving_up(hand: Hand, typed: bytes) -> None:
    """`q` and the end of the input both give up."""
    hand.typing.take(typed)
    with pytest.raises(JoinError):
        await within(hand.finder.pick())


async def test_changes_are_told_and_repetitions_are_not(hand: Hand) -> None:
    """A game is shown again only when its name, code, rules or address have changed, and not for a free seat less."""
    hand.finder.changed((GAME,))
    assert "3 of 4 seats free" in hand.shown
    hand.finder.changed((GAME,))
    assert "" == hand.shown
    hand.finder.changed((replace(GAME, free="2"),))
    assert "" == hand.shown
    hand.finder.changed((replace(GAME, free="2", rules="party"),))
    assert "2 of 4 seats free  party" in hand.shown


def test_a_line_for_scripts() -> None:
    """`--list` prints a game as one line of columns."""
    (line,) = describe([replace(GAME, addresses=("fe80::1%eth0",))])
    assert ["ann", "FAM1", "1/4", "classic", "[fe80::1%eth0]:2222", KEY] == line.split()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_list_that_cannot_be_printed_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk `--list` ends with an error."""

    async def found(_seconds: float) -> tuple[Game, ...]:
        return (GAME,)

    monkeypatch.setattr("uno_tui.net.join.run.list_games", found)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        with pytest.raises(OutputError):
            run_list(1)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server whose sessions are small test programs."""
    running = await serve("127.0.0.1", 0, tmp_path / "data", open_toy, answer, limits=Limits(login_seconds=10))
    yield running
    await within(running.stop())


async def test_of_many_addresses_the_one_with_the_announced_key_counts(server: Server, tmp_path: Path) -> None:
    """Among several addresses of a game, the one that has the announced key is used."""
    stranger = await serve("127.0.0.2", server.port, tmp_path / "other", open_toy, answer)
    try:
        places = ("127.0.0.3", "127.0.0.2", "127.0.0.1")
        for announced, where in ((server.fingerprint, "127.0.0.1"), (stranger.fingerprint, "127.0.0.2")):
            host, key = await within(reach(places, server.port, announced))
            assert (where, announced) == (host, key.get_fingerprint())
        host, key = await within(reach(places, server.port, OTHER))
        assert key.get_fingerprint() != OTHER
    finally:
        await within(stranger.stop())


async def test_of_a_machine_s_addresses_the_one_shown_is_used(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where several addresses of a game have its key, the person is asked about the first, which the list shows."""
    asked = []
    get_key = asyncssh.get_server_host_key

    async def recorded(address: str, port: int) -> asyncssh.SSHKey | None:
        asked.append(address)
        return await get_key("127.0.0.1", port)

    monkeypatch.setattr(asyncssh, "get_server_host_key", recorded)
    for places in (("127.0.0.8", "127.0.0.9"), ("127.0.0.9", "127.0.0.8")):
        host, _ = await within(reach(places, server.port, server.fingerprint))
        assert places[0] == host
    assert ["127.0.0.8", "127.0.0.9"] == asked


def test_a_name_that_is_unknown_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host name without an address is unknown; nothing is said of a game or a port."""

    def nobody(*_args: object, **_named: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    with pytest.raises(UnreachableError, match=r"^The name nohost\.invalid is unknown; check its spelling\.$"):
        look_up("nohost.invalid", 2222)


async def test_where_nothing_answers(server: Server) -> None:
    """A closed port and a port that speaks no ssh are both one sentence."""
    with pytest.raises(UnreachableError, match="Connection refused"):
        await within(reach(("127.0.0.3",), server.port, ""))

    async def chat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 no\r\n\r\n")
        writer.close()

    mute = await asyncio.start_server(chat, "127.0.0.1", 0)
    async with mute:
        with pytest.raises(UnreachableError):
            await within(reach(("127.0.0.1",), mute.sockets[0].getsockname()[1], ""))


# The program itself, on a terminal.


def joining(port: int, folder: Path, *words: str, term: str = "xterm-256color") -> Terminal:
    line = [sys.executable, "-m", "uno_tui", "join", f"127.0.0.1:{port}", "--name", "ann", *words]
    return Terminal(line, controlling=True, XDG_DATA_HOME=str(folder / "home"), TERM=term)


async def inside(terminal: Terminal) -> None:
    """Accept the key, and wait for the session."""
    await terminal.shows("Continue? [y/n]")
    terminal.type(b"y\n")
    await terminal.shows("ready")


async def test_a_session_from_the_first_key_to_the_last(server: Server, tmp_path: Path) -> None:
    """Keys arrive one by one, Ctrl-C and a new size included; the exit status is the server's."""
    async with joining(server.port, tmp_path, "--room", "FAM1") as ann:
        await inside(ann)
        await ann.shows("ann ssh:SHA256:")
        await ann.shows("join FAM1")
        ann.type(b"\x03")
        await ann.shows("key ctrl+c.")
        ann.resize(100, 30)
        await ann.shows("100x30.")
        ann.type(b"q")
        assert 7 == await ann.exits()
        assert ann.clean
        assert GIVEN_BACK in ann.data
    async with joining(server.port, tmp_path) as again:
        await again.shows("ready")


@pytest.mark.parametrize(("term", "colors"), [("xterm-256color", b"38;5;"), ("xterm-mono", b"")])
async def test_the_terminal_is_described(server: Server, tmp_path: Path, term: str, colors: bytes) -> None:
    """The server receives TERM and the variables that describe the terminal's colors."""
    async with joining(server.port, tmp_path, term=term) as ann:
        await inside(ann)
        assert (b"38;5;" in ann.data) == bool(colors)
        assert b"38;2;" not in ann.data


@pytest.fixture
async def locked(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a password."""
    logins = Logins(password="open sesame")
    running = await serve("127.0.0.1", 0, tmp_path / "data", open_toy, answer, logins=logins)
    yield running
    await within(running.stop())


async def test_a_password_is_asked_for(locked: Server, tmp_path: Path) -> None:
    """A server's password is asked for, is not shown, and can be typed again; the terminal is left clean."""
    async with joining(locked.port, tmp_path) as ann:
        await ann.shows("Continue? [y/n]")
        ann.type(b"y\n")
        await ann.shows("Password of 127.0.0.1")
        ann.type(b"sesame\n")
        await until(lambda: 2 == ann.text.count("Password of 127.0.0.1"))
        ann.type(b"open sesame\n")
        await ann.shows("ready")
        assert b"sesame" not in ann.data
        ann.type(b"q")
        assert 7 == await ann.exits()
        assert ann.clean


@pytest.mark.parametrize(
    ("typed", "said"), [(b"sesame\n", "did not accept the password"), (b"\n", "needs a password"), (b"\x03", "")]
)
async def test_without_the_password_nobody_is_let_in(locked: Server, tmp_path: Path, typed: bytes, said: str) -> None:
    """Wrong passwords, an empty line and Ctrl-C end with one line and a clean terminal."""
    async with joining(locked.port, tmp_path) as ann:
        await ann.shows("Continue? [y/n]")
        ann.type(b"y\n")
        typings = 0

        def answered() -> bool:
            nonlocal typings
            if ann.process.returncode is None and typings < ann.text.count("Password of"):
                ann.type(typed)
                typings += 1
            return ann.process.returncode is not None

        await until(answered)
        assert (130 if typed == b"\x03" else 1) == await ann.exits()
        assert said in ann.text
        assert b"Traceback" not in ann.data
        assert ann.clean


async def cut(server: Server, ann: Terminal) -> None:
    for task in list(server._connections.values()):
        if task is not None:
            task.abort()


async def terminate(server: Server, ann: Terminal) -> None:
    ann.process.send_signal(signal.SIGTERM)


@pytest.mark.parametrize("way", [cut, terminate])
async def test_a_session_that_is_cut(
    server: Server, tmp_path: Path, way: Callable[[Server, Terminal], Coroutine[Any, Any, None]]
) -> None:
    """After a lost connection or SIGTERM the terminal is restored and the command to come back is printed."""
    async with joining(server.port, tmp_path) as ann:
        await inside(ann)
        await way(server, ann)
        assert 1 == await ann.exits()
        assert ann.clean
        assert f"uno join 127.0.0.1:{server.port}".encode() in ann.data.rpartition(GIVEN_BACK)[2]


async def test_sigterm_ends_the_start_screen_below_too(server: Server, tmp_path: Path) -> None:
    """After SIGTERM in a game joined from the start screen, that screen does not open again."""
    line = [sys.executable, "-m", "uno_tui"]
    folders: dict[str, Any] = {f"XDG_{one}_HOME": str(tmp_path / "home") for one in ("DATA", "CONFIG", "STATE")}
    async with Terminal(line, controlling=True, **folders) as ann:
        await ann.shows("New to UNO?")
        ann.type(b"j")
        await ann.shows("type an address")
        ann.type(f"a127.0.0.1:{server.port}\r".encode())
        await inside(ann)
        ann.process.send_signal(signal.SIGTERM)
        assert 128 + signal.SIGTERM == await ann.exits()
        assert ann.clean
        assert f"uno join 127.0.0.1:{server.port}".encode() in ann.data.rpartition(GIVEN_BACK)[2]


async def test_ctrl_c_leaves_a_server_that_does_not_answer(tmp_path: Path) -> None:
    """Ctrl-C three times ends a session whose server does not answer."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "uno_tui", "serve", "--port", "0", "--data", str(tmp_path / "data"),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip  # one command line
    assert process.stdout is not None
    port = int((await within(process.stdout.readline())).split()[2].rpartition(b":")[2])
    try:
        async with joining(port, tmp_path) as ann:
            await ann.shows("Continue? [y/n]")
            ann.type(b"y\n")
            await ann.shows("join by code")
            process.send_signal(signal.SIGSTOP)
            for _ in range(3):
                ann.type(b"\x03")
            assert 1 == await ann.exits()
            assert ann.clean
            assert GIVEN_BACK in ann.data
    finally:
        process.kill()
        await process.wait()


@pytest.mark.parametrize("typed", [b"\x03", b"n\n", b"\n", b"\x04"])
async def test_who_does_not_say_yes_is_not_let_in(server: Server, tmp_path: Path, typed: bytes) -> None:
    """Ctrl-C, no, Enter and the end of the input at the question end the program; no key is stored."""
    async with joining(server.port, tmp_path) as ann:
        await ann.shows("Continue? [y/n]")
        ann.type(typed)
        assert (130 if typed == b"\x03" else 1) == await ann.exits()
        assert ann.clean
    assert not (tmp_path / "home" / "uno-tui" / "known_games").exists()


async def test_words_that_are_wrong(tmp_path: Path) -> None:
    """A missing terminal, a wrong code and a wrong port are errors of one line with status 2.

    An unknown host is reported before a missing terminal. TERM is set, because without it the game is in lines.
    """
    join = [sys.executable, "-m", "uno_tui", "join"]
    data, term = str(tmp_path), "xterm-256color"
    for words, told in (
        (["127.0.0.1"], "terminal"),
        (["den", "--room", "a"], "--room"),
        (["den:99999"], "65535"),
        (["--seconds", "0"], "0.1"),
    ):
        _, err, status = await ran([*join, *words], XDG_DATA_HOME=data, TERM=term)
        assert 2 == status
        assert told in err
    _, err, status = await ran([*join, "den.invalid"], XDG_DATA_HOME=data, TERM=term)
    assert 1 == status
    assert err.startswith("uno join: The name den.invalid is unknown; check its spelling.")


def test_the_language_that_was_chosen_goes_before_the_environment_s() -> None:
    """The language of an option or the settings is sent to the server; the character set stays the environment's."""
    sent = sent_along({"LC_ALL": "C.UTF-8", "LANG": "C", "HOME": "/"}, "ms")

    assert {"LC_CTYPE": "C.UTF-8", "LANG": "C", "LC_MESSAGES": "ms"} == sent
