"""`uno host`: the host's terminal, the guests, and every way in which a game ends."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.terminals import Terminal, shown
from tests.waiting import until, within

LARGE = (120, 40)
GIVEN_BACK = b"\x1b[?1049l\x1b[?25h"
PROMPT = "Continue? [y/n]"
CRASHING = """
from uno_tui.tui.table.screen import TableScreen

def fail(self, *_):
    raise RuntimeError("r5 gS")

TableScreen.restyle = fail
"""
"""Imported by Python at its start: the key T crashes the screen."""
ON_LOOPBACK = """
import sys
from uno_server.lan import lan_server as evening
from uno_tui.cli.commands import main

network = evening.Network("127.0.0.1", int(sys.argv.pop()), announce=False)
evening.Network = lambda *_, **__: network
main(prog_name="uno")
"""
"""`uno` whose start screen hosts on loopback only."""


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class Party:
    """One host and its guests on loopback, each with a data folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()

    def uno(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "uno_tui", *words]

    def host(self, *words: str, **environment: str) -> Terminal:
        """Return `uno host` on a terminal."""
        line = self.uno("host", "--listen", "127.0.0.1", "--port", str(self.port), "--no-announce", "--name", "ann")
        environment["XDG_DATA_HOME"] = str(self.folder / "ann")
        return Terminal([*line, *words], size=LARGE, controlling=True, **environment)

    def guest(self, name: str = "bob", *words: str) -> Terminal:
        """Return `uno join` on another terminal; it needs no table code."""
        line = self.uno("join", f"127.0.0.1:{self.port}", "--name", name, *words)
        return Terminal(line, size=LARGE, controlling=True, XDG_DATA_HOME=str(self.folder / name))

    @property
    def log(self) -> str:
        return (self.folder / "ann" / "uno-tui" / "host.log").read_text()


@pytest.fixture
def party(tmp_path: Path) -> Party:
    return Party(tmp_path)


async def seated(guest: Terminal) -> None:
    """Accept the host's key and wait for the seat at the table."""
    await guest.shows(PROMPT)
    guest.type(b"y\n")
    await guest.shows("Waiting for players")


@contextlib.asynccontextmanager
async def together(party: Party, *words: str, **environment: str) -> AsyncIterator[tuple[Terminal, Terminal]]:
    """Start the host, then let Bob join the table."""
    async with party.host(*words, **environment) as host:
        await host.shows("Waiting for players")
        async with party.guest() as bob:
            await seated(bob)
            await host.shows("bob sat down")
            yield host, bob


async def test_a_terminal_that_stands_still_holds_up_nobody(party: Party) -> None:
    """While the host's terminal reads nothing, guests join and see each other; then it shows the current state."""
    async with together(party) as (host, bob):
        host.stop_reading()
        host.type(b"?q" * 50)  # a page each, far more than what fits between a program and its terminal
        async with party.guest("cyd") as cyd:
            await seated(cyd)
            await bob.shows("cyd sat down")
            host.read_on()
            await host.shows("cyd sat down")
            host.type(b"qy")
            assert 0 == await host.exits()
            assert 0 == await cyd.exits()


async def test_a_terminal_that_stands_still_for_good_ends_all_the_same(party: Party) -> None:
    """SIGTERM ends the game although the host's terminal reads nothing, and guests are notified."""
    async with together(party) as (host, bob):
        host.stop_reading()
        host.type(b"?q" * 50)
        host.process.send_signal(signal.SIGTERM)
        await within(host.process.wait())
        assert 0 == await bob.exits()
        assert "The host has ended the evening" in shown(bob.data.partition(GIVEN_BACK)[2])


async def test_the_host_sees_how_others_come(party: Party) -> None:
    """Before the match the screen shows the ssh line and the host key; `i` shows them again, with a QR code."""
    async with party.host() as host:
        await host.shows(f"ssh -t -p {party.port} 127.0.0.1 join ")
        await host.shows("SHA256:")
        host.type(b"n")
        await host.shows("round 1")
        await until(lambda: "SHA256:" not in host.text)
        host.type(b"i")
        await host.shows("SHA256:")
        await host.shows("uno join")
        fingerprint = host.text.partition("SHA256:")[2].split()[0]
        async with party.guest() as bob:
            await bob.shows(f"SHA256:{fingerprint}")


async def test_a_code_that_the_host_does_not_have_is_refused(party: Party) -> None:
    """`uno host` has one table: another code is refused with the one there is, and opens nothing."""
    async with party.host() as host:
        await host.shows("Waiting for players")
        async with party.guest("bob", "--room", "NOSUCH1") as bob:
            await bob.shows(PROMPT)
            bob.type(b"y\n")
            await bob.shows("There is no table NOSUCH1. Choose from: ")
            assert 2 == await bob.exits()


async def test_a_new_size_is_drawn(party: Party) -> None:
    """After a change of the window's size the screen fills it."""
    async with party.host() as host:
        await host.shows("Waiting for players")
        host.size, host.data = (90, 30), b""
        host.resize(90, 30)
        await host.shows("Waiting for players")
        assert all(len(row) <= 90 for row in shown(host.data, (200, 60)).splitlines())


@pytest.mark.parametrize("way", ["q", "ctrl-c", "SIGTERM", "SIGINT"])
async def test_the_terminal_is_as_it_was(party: Party, way: str) -> None:
    """However the host leaves, the terminal's screen and modes are restored and the exit status is 0."""
    async with party.host() as host:
        await host.shows("Waiting for players")
        if way.startswith("SIG"):
            host.process.send_signal(getattr(signal, way))
        else:
            host.type(b"qy" if way == "q" else b"\x03y")
        assert 0 == await host.exits()
        assert host.clean
        assert GIVEN_BACK in host.data


async def test_sigterm_ends_the_start_screen_below_too(party: Party, tmp_path: Path) -> None:
    """After SIGTERM a host who came from the start screen does not return to it: the program ends."""
    line = [sys.executable, "-c", ON_LOOPBACK, str(party.port)]
    folders = {f"XDG_{one}_HOME": str(tmp_path) for one in ("DATA", "CONFIG", "STATE")}
    async with Terminal(line, size=LARGE, controlling=True, **folders) as host:
        await host.shows("New to UNO?")
        host.type(b"h")
        await host.shows("Waiting for players")
        host.process.send_signal(signal.SIGTERM)
        assert 128 + signal.SIGTERM == await host.exits()
        assert host.clean


async def test_a_window_that_is_closed_ends_the_evening_politely(party: Party) -> None:
    """When the host's terminal is closed, guests are notified and get their terminals back."""
    async with together(party) as (host, bob):
        host.hang_up()
        await within(host.process.wait())
        assert 0 == await bob.exits()
        assert bob.clean
        assert "The host has ended the evening" in shown(bob.data.partition(GIVEN_BACK)[2])


@pytest.mark.parametrize("way", ["window", "SIGTERM", "SIGINT", "SIGQUIT"])
async def test_a_host_in_lines_ends_the_evening_politely(party: Party, way: str) -> None:
    """However a host in plain text is ended, guests are notified and get their terminals back."""
    async with together(party, "--plain") as (host, bob):
        if way == "window":
            host.hang_up()
        else:
            host.process.send_signal(getattr(signal, way))
        assert 0 == await within(host.process.wait())
        assert 0 == await bob.exits()
        assert bob.clean
        assert "The host has ended the evening" in shown(bob.data.partition(GIVEN_BACK)[2])


async def test_a_table_kept_by_a_host_in_lines_ends_politely(party: Party) -> None:
    """With --keep, SIGTERM ends the game for all also after a host in plain text has left."""
    async with together(party, "--plain", "--keep") as (host, bob):
        host.type(b"quit\n")
        await until(lambda: b"The game continues for the others" in host.data)
        host.process.send_signal(signal.SIGTERM)
        assert 0 == await within(host.process.wait())
        assert 0 == await bob.exits()
        assert bob.clean


async def test_sigterm_ends_the_start_menu_in_lines_too(party: Party, tmp_path: Path) -> None:
    """SIGTERM while hosting from the start menu in plain text notifies the guests and ends the program."""
    line = [sys.executable, "-c", ON_LOOPBACK, "--plain", str(party.port)]
    folders = {f"XDG_{one}_HOME": str(tmp_path) for one in ("DATA", "CONFIG", "STATE")}
    async with Terminal(line, size=LARGE, controlling=True, **folders) as host:
        await host.shows("UNO in the terminal")
        host.type(b"host\n")
        await host.shows("Waiting for players")
        async with party.guest() as bob:
            await seated(bob)
            host.process.send_signal(signal.SIGTERM)
            assert 128 + signal.SIGTERM == await host.exits()
            assert 0 == await bob.exits()
            assert host.clean
            assert bob.clean


async def test_a_screen_that_crashes_is_opened_again(party: Party, tmp_path: Path) -> None:
    """A crash of the host's screen does not disturb the others; the screen is opened again at the same seat."""
    (tmp_path / "sitecustomize.py").write_text(CRASHING)
    async with together(party, PYTHONPATH=str(tmp_path)) as (host, bob):
        host.type(b"T")
        await until(lambda: host.data.count(b"\x1b[?1049h") == 2)
        await host.shows("bob sat down")
        bob.type(b"qy")
        await host.shows("bob left the table")
        host.type(b"qy")
        assert 0 == await host.exits()
        assert host.clean
    assert "session crashed: RuntimeError" in party.log
    assert "r5 gS" not in party.log


async def test_the_table_goes_on_without_its_host(party: Party) -> None:
    """With --keep the others play on after the host has left, until Ctrl-C ends the game for all."""
    async with together(party, "--keep") as (host, bob):
        host.type(b"qy")
        await until(lambda: b"The game continues for the others" in host.data)
        await bob.shows("You are the host")
        bob.type(b"n")
        await bob.shows("round 1")
        host.type(b"\x03")
        assert 0 == await host.exits()
        assert 0 == await bob.exits()


async def test_the_same_words_lead_back_to_the_seat(party: Party) -> None:
    """A guest whose window was closed during a match gets seat and hand back by the same command, without a code."""
    async with together(party) as (host, bob):
        host.type(b"n")
        await bob.shows("round 1")
        bob.hang_up()
        await within(bob.process.wait())
        async with party.guest() as again:
            await again.shows("round 1")


async def test_nobody_comes_as_the_host(party: Party) -> None:
    """A guest who logs in as `local`, or under the host's name, does not become the host."""
    async with together(party, "--players", "5") as (host, _), party.guest("local") as stranger:
        await seated(stranger)
        await host.shows("local sat down")
        async with party.guest("ann") as other:
            await seated(other)
            await host.shows("ann-2 sat down")


async def test_an_error_before_the_start_is_one_line(party: Party) -> None:
    """A port in use or another machine's address is an error of one line with status 1, a wrong one with status 2."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", party.port))
        taken.listen()
        async with party.host() as host:
            assert 1 == await host.exits()
            assert f"--port {party.port + 1}" in host.data.decode()
            assert host.clean
    async with party.host("--listen", "192.0.2.1") as host:
        assert 1 == await host.exits()
        assert "192.0.2.1" in host.data.decode()
        assert "127.0.0.1" in host.data.decode()
    async with party.host("--listen", "nope.invalid") as host:
        assert 2 == await host.exits()
        assert "cannot listen on nope.invalid" in host.data.decode()


def test_no_terminal_is_said(party: Party) -> None:
    """Without a terminal `uno host` prints one line and exits with status 2."""
    done = subprocess.run(party.uno("host"), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert 2 == done.returncode
    assert "terminal" in done.stderr
