"""Games announced and found: on loopback in this process, and between network namespaces that act as machines."""

import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from tests.namespaces import Machine, cable, machines, routed
from tests.terminals import Terminal, ran
from tests.waiting import until
from uno_tui.net import addresses, lan
from uno_tui.net.addresses import LOOPBACK, lan_addresses, reachable
from uno_tui.net.lan import SERVICE, SSH_SERVICE, Announcer, Game, browse_games, game_of

KEY = "SHA256:" + "k" * 43
FACTS = {
    "table": "FAM1",
    "name": "ann",
    "seats": "4",
    "free": "3",
    "rules": "classic",
    "version": "0.1.0",
    "fingerprint": KEY,
}
LARGE = (120, 40)
GIVEN_BACK = b"\x1b[?1049l\x1b[?25h"


class Seen:
    """The games found on loopback, by the code of their table; other tests may announce there as well."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}

    def __call__(self, games: tuple[Game, ...]) -> None:
        self.games = {game.code: game for game in games}


@contextlib.asynccontextmanager
async def looking() -> AsyncIterator[Seen]:
    seen = Seen()
    async with browse_games(seen, [LOOPBACK]):
        yield seen


@contextlib.asynccontextmanager
async def announced(**facts: str) -> AsyncIterator[Announcer]:
    announcer = Announcer([LOOPBACK], 2222, FACTS | facts)
    announcer.start()
    try:
        yield announcer
    finally:
        await announcer.stop()


async def test_a_game_appears_changes_and_vanishes() -> None:
    """An announced game is found with all its facts, its changes follow, and it vanishes when it is withdrawn."""
    async with looking() as seen:
        async with announced(table="APPEARS") as announcer:
            await until(lambda: "APPEARS" in seen.games)
            game = seen.games["APPEARS"]
            told = ("ann", (LOOPBACK,), 2222, "4", "3", "classic", "0.1.0", KEY)
            assert told == (
                game.name, game.addresses, game.port, game.seats, game.free, game.rules, game.version, game.fingerprint
            )  # fmt: skip  # one value
            announcer.update(free="2", rules="party")
            await until(lambda: seen.games["APPEARS"].free == "2")
            assert "party" == seen.games["APPEARS"].rules
        await until(lambda: "APPEARS" not in seen.games)


async def test_lists_of_ssh_hosts_show_it_too() -> None:
    """The game is also announced as an ssh server, at the same address and port."""
    async with announced(table="SSHLIST"):
        asking = AsyncZeroconf(interfaces=[LOOPBACK])
        try:
            info = AsyncServiceInfo(SSH_SERVICE, f"ann (SSHLIST).{SSH_SERVICE}")
            assert await info.async_request(asking.zeroconf, 10_000)
            assert ([LOOPBACK], 2222) == (info.parsed_addresses(), info.port)
        finally:
            await asking.async_close()


async def test_two_hosts_of_one_name_are_two_games() -> None:
    """Two hosts with the same name and table code are both found."""
    async with announced(table="TWICE1"), announced(table="TWICE2"), looking() as seen:
        await until(lambda: {"TWICE1", "TWICE2"} <= seen.games.keys())
        services = {seen.games[code].service for code in ("TWICE1", "TWICE2")}
        names = {seen.games[code].name for code in ("TWICE1", "TWICE2")}
        assert (2, {"ann"}) == (len(services), names)


@pytest.mark.parametrize("name", ["a.b.c", "ა" * 16, "_ssh._tcp.local.", 'o\'Brian \\ "x"'])
async def test_any_name_can_be_announced(name: str) -> None:
    """A name with dots, with many bytes, or like a service's name is found unchanged."""
    code = f"ANY{len(name)}"
    async with announced(table=code, name=name) as announcer, looking() as seen:
        await until(lambda: code in seen.games)
        assert (None, name) == (announcer.error, seen.games[code].name)


async def test_announcing_waits_for_nothing() -> None:
    """Starting and stopping an announcement do not wait for the network."""
    announcer = Announcer([LOOPBACK], 2222, FACTS | {"table": "WAITS"})
    announcer.start()
    assert announcer._task is not None
    assert not announcer._task.done()
    await announcer.stop()
    assert announcer._task.done()


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # zeroconf's own, opened before the trouble
async def test_trouble_is_told_and_play_goes_on() -> None:
    """An address of another machine cannot be announced: `error` has the reason, and nothing is raised."""
    announcer = Announcer(["192.0.2.1"], 2222, FACTS)
    announcer.start()
    assert announcer.error
    announcer.update(free="2")
    await announcer.stop()


def test_what_is_announced_is_not_believed() -> None:
    """Escape sequences, long texts and nonsense in an announcement are dropped; one without address is no game."""

    def announcement(facts: dict[str, str], addresses: tuple[str, ...] = ("192.168.1.7",)) -> AsyncServiceInfo:
        packed = [socket.inet_aton(one) for one in addresses]
        return AsyncServiceInfo(SERVICE, f"x.{SERVICE}", port=2222, addresses=packed, properties=facts)

    wild = {
        "table": "../..", "name": "\x1b[31m" + "n" * 200, "seats": "many", "free": "-1",
        "version": "1 ; rm", "fingerprint": "SHA256:short",
        "rules": "\x1b]0;x\a" + "r" * 90,
    }  # fmt: skip  # a table
    game = game_of(announcement(wild))
    assert game is not None
    assert ("", "", "", "", "") == (game.code, game.seats, game.free, game.version, game.fingerprint)
    assert (game.name + game.rules).isprintable()
    assert len(game.name) <= 16
    assert len(game.rules) <= 60
    assert None is game_of(announcement(FACTS, ()))
    many = game_of(announcement(FACTS, tuple(f"10.0.0.{last}" for last in range(1, 30))))
    assert many is not None
    assert lan.MOST_ADDRESSES == len(many.addresses)


def test_only_local_networks_are_listened_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only private addresses are used, never public ones; link-local ones if there are no others."""

    def having(*mine: str) -> list[str]:
        monkeypatch.setattr(addresses, "own_addresses", lambda: list(mine))
        return lan_addresses()

    assert ["192.168.1.7", "fd00::7", LOOPBACK] == having(
        "127.0.0.1", "192.168.1.7", "8.8.8.8", "2001:4860::8", "fd00::7", "fe80::7%eth0", "100.64.0.1", "::1"
    )
    assert ["fe80::7%eth0", "169.254.3.4", LOOPBACK] == having("fe80::7%eth0", "169.254.3.4", "1.1.1.1")
    assert [LOOPBACK] == having("1.1.1.1", "2001:4860::8")
    assert ["fd00::7", "fe80::7%eth0"] == reachable(["fe80::7%eth0", "fd00::7", LOOPBACK])
    assert [LOOPBACK] == reachable([LOOPBACK])
    assert ["1.1.1.1", "2001:4860::8"] == reachable(["0.0.0.0"])


def at_home(machine: Machine, folder: Path, *words: str) -> Terminal:
    """Start this program on a terminal of a machine, with a folder of its own."""
    home = str(folder / machine.name)
    return Terminal(machine.uno(*words), size=LARGE, controlling=True, XDG_DATA_HOME=home)


async def played_by_two(first: Machine, other: Machine, folder: Path, seen_at: str) -> None:
    """Let a guest at one machine find and join a host at another; they play, and the host leaves."""
    async with at_home(first, folder, "host", "--name", "ann", "--set", "target=200") as host:
        await host.shows("Waiting for players")
        async with at_home(other, folder, "join", "--name", "bob") as guest:
            await guest.shows("3 of 4 seats free")
            assert seen_at in guest.text
            guest.type(b"1\n")
            await guest.shows("It matches the key the game announced.")
            guest.type(b"y\n")
            await host.shows("bob sat down")
            host.type(b"n")
            await guest.shows("round 1")
            host.type(b"a")
            guest.type(b"a")
            for terminal, name in ((host, "bob"), (guest, "ann")):
                await until(lambda terminal=terminal, name=name: moved(terminal, name))  # type: ignore[misc]
            host.type(b"qy")
            assert (0, 0) == (await host.exits(), await guest.exits())
            assert (True, True) == (host.clean, guest.clean)
            assert b"The host has ended the evening" in guest.data.partition(GIVEN_BACK)[2]


def moved(terminal: Terminal, name: str) -> bool:
    return any(f"{name} {did}" in terminal.text for did in ("played", "drew", "took"))


async def listeners(machine: Machine) -> set[str]:
    """Return the TCP addresses on which a machine listens, as its kernel reports them."""
    out, _, _ = await ran(machine.inside("cat", "/proc/net/tcp", "/proc/net/tcp6"))
    return {row.split()[1] for row in out.splitlines() if row.split()[3] == "0A"}


async def test_a_game_between_two_machines(tmp_path: Path) -> None:
    """A game is announced by one machine, found by another without an address, played, and ended by the host."""
    with cable(["10.77.0.1/24"], ["10.77.0.2/24"]) as (first, other):
        await played_by_two(first, other, tmp_path, "10.77.0.1:2222")


async def test_a_game_where_there_is_ipv6_alone(tmp_path: Path) -> None:
    """A network without IPv4 is enough."""
    with cable(["fd77::1/64"], ["fd77::2/64"]) as (first, other):
        await played_by_two(first, other, tmp_path, "[fd77::1]:2222")


async def test_a_game_over_a_single_cable(tmp_path: Path) -> None:
    """Two machines with link-local addresses only find each other, each on its own interface."""
    with cable(["fe80::1/64"], ["fe80::2/64"]) as (first, other):
        await played_by_two(first, other, tmp_path, "[fe80::1%wire]:2222")


async def test_listing_for_scripts(tmp_path: Path) -> None:
    """`uno join --list` prints a line per game, and ends with status 1 if there is none.

    The host listens on its private and loopback addresses, not on its public one.
    """
    with cable(["10.77.0.1/24", "8.8.8.8/32"], ["10.77.0.2/24"]) as (first, other):
        out, err, status = await ran(other.uno("join", "--list", "--seconds", "0.5"), XDG_DATA_HOME=str(tmp_path))
        assert ("", 1) == (out, status)
        assert "uno join HOST" in err
        async with at_home(first, tmp_path, "host", "--name", "ann") as host:
            await host.shows("Waiting for players")
            out, err, status = await ran(other.uno("join", "--list"), XDG_DATA_HOME=str(tmp_path))
            name, _, seats, rules, place, key = out.split()
            assert ("ann", "1/4", "classic", "10.77.0.1:2222", "", 0) == (name, seats, rules, place, err, status)
            assert key.startswith("SHA256:")
            private = "01004D0A", "0100007F"  # 10.77.0.1, 127.0.0.1
            ports = "08AE", "08E8"  # 2222, and 2280 for the page
            assert {f"{address}:{port}" for address in private for port in ports} == await listeners(first)


async def test_a_machine_in_no_network(tmp_path: Path) -> None:
    """Hosting works without a network; looking for games there ends with an error."""
    with machines("a") as (alone,):
        alone.ip("link", "set", "lo", "down")
        _, err, status = await ran(alone.uno("join", "--list", "--seconds", "0.5"), XDG_DATA_HOME=str(tmp_path))
        assert 1 == status
        assert "uno join HOST" in err
        async with at_home(alone, tmp_path, "host") as host:
            await host.shows("Waiting for players")
            host.type(b"qy")
            assert 0 == await host.exits()


async def test_a_network_that_passes_no_searches_on(tmp_path: Path) -> None:
    """Without multicast the host plays, and a guest gets a hint and can join by address."""
    with routed("10.77.0.1/24", "10.78.0.1/24") as (first, other):
        async with at_home(first, tmp_path, "host", "--name", "ann") as host:
            await host.shows("Waiting for players")
            async with at_home(other, tmp_path, "join") as looking:
                await looking.shows("uno join HOST[:PORT]")
                looking.type(b"\x03")
                assert 130 == await looking.exits()
                assert looking.clean
            async with at_home(other, tmp_path, "join", "10.77.0.1") as guest:
                await guest.shows("Continue? [y/n]")
                guest.type(b"y\n")
                await guest.shows("2 of 4 seats taken")
                await host.shows("2 of 4 seats taken")


async def test_a_host_that_was_killed(tmp_path: Path) -> None:
    """Picking a game whose host was killed shows an error, and another game can be picked."""
    with cable(["10.77.0.1/24"], ["10.77.0.2/24"]) as (first, other):
        async with at_home(other, tmp_path, "join") as guest:
            async with at_home(first, tmp_path, "host", "--name", "ann") as host:
                await host.shows("Waiting for players")
                await guest.shows("3 of 4 seats free")
                host.process.kill()
                await host.process.wait()
            guest.type(b"\n")
            await guest.shows("No game is running at 10.77.0.1 port 2222: Connection refused.")
            async with at_home(first, tmp_path, "host", "--name", "cyd") as host:
                await host.shows("Waiting for players")
                await guest.shows("cyd")
                guest.type(b"2\n")
                await guest.shows("It matches the key the game announced.")
                guest.type(b"n\n")
                assert 1 == await guest.exits()
                assert guest.clean
