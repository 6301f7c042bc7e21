"""Admission of connections, the host key, and the words of a command line."""

import stat
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import asyncssh
import pytest

from uno_server.app.commands import unknown
from uno_server.counters import Counters
from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock, client_network
from uno_server.ssh.admission import Admission, Arrival, RefusedError
from uno_server.ssh.bans import Bans
from uno_server.ssh.command_line import parse_words
from uno_server.ssh.host_key import KEY_NAME, HostKeyError, load_host_key
from uno_server.ssh.logins import Logins
from uno_tui.i18n import Words
from uno_tui.token_bucket import TRACKED


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_an_address_is_what_one_customer_has(address: str, place: str) -> None:
    """IPv4 counts by address, IPv6 by /64."""
    assert place == client_network(address)


def new_admission(limits: Limits, trusted: str = "198.51.100.0/24") -> Admission:
    made = Admission(Bans(), Counters())
    made.configure(limits, Logins(), (AddressBlock(trusted),))
    return made


class Door:
    """An admission, with the names of the connections that had to make room."""

    def __init__(self, limits: Limits) -> None:
        self.admission = new_admission(limits)
        self.dropped: list[str] = []
        self.arrivals: dict[str, Arrival] = {}

    def arrive(self, *names: str) -> None:
        """Let a connection arrive for each name, which begins with its address: `192.0.2.1 a`."""
        for name in names:
            self.arrivals[name] = self.admission.arrive(name.split()[0])
            self.arrivals[name].drop = partial(self.dropped.append, name)


def test_a_connection_that_leaves_makes_room() -> None:
    """Caps count the connections of the moment: after all have gone, nothing is counted."""
    admission = new_admission(Limits(sessions=1, per_address=2, before_login=3))
    first, second, proxied = (admission.arrive(one) for one in ("192.0.2.1", "192.0.2.1", "198.51.100.1"))
    assert ("192.0.2.1", None) == (first.address, proxied.address)
    admission.log_in(first)
    assert admission.full
    for one in (first, second, proxied, second):
        admission.leave(one)
    assert (0, 0, False, {}) == (admission.logged_in, admission.waiting, admission.full, dict(admission._clients))


def test_a_client_with_too_many_sessions_is_refused() -> None:
    """When all connections of an address have logged in, a further one is refused and counted for nobody."""
    admission = new_admission(Limits(per_address=2))
    for _ in range(2):
        admission.log_in(admission.arrive("192.0.2.1"))
    for _ in range(3):
        with pytest.raises(RefusedError, match="per-address"):
            admission.arrive("192.0.2.1")
    assert (2, 0) == (admission.logged_in, admission.waiting)
    admission.arrive("192.0.2.2")


def test_the_greediest_client_gives_way() -> None:
    """When all slots before login are taken, the oldest connection of the client with the most of them makes room."""
    door = Door(Limits(before_login=4))
    door.arrive("192.0.2.1 honest", "198.18.0.1 a", "198.18.0.1 b", "198.18.0.1 c")
    door.arrive("203.0.113.1 honest")
    assert ["198.18.0.1 a"] == door.dropped
    door.arrive("198.18.0.1 d")
    assert ["198.18.0.1 a", "198.18.0.1 b"] == door.dropped
    assert 4 == door.admission.waiting


def test_a_client_that_logs_in_stays_before_a_silent_one() -> None:
    """Of connections that are equally greedy, the oldest that has not begun to log in makes room."""
    door = Door(Limits(before_login=2))
    door.arrive("192.0.2.1 types a password", "198.51.99.1 silent")
    door.arrivals["192.0.2.1 types a password"].authenticates = True
    door.arrive("203.0.113.1 honest")
    assert ["198.51.99.1 silent"] == door.dropped


@pytest.mark.parametrize(
    "attackers",
    [
        [f"2001:db8:1:{number:x}::1" for number in range(20)],
        [f"198.18.0.{number}" for number in range(20)],
        [f"::ffff:198.18.0.{number}" for number in range(20)],
        [f"2001:db8:1:2:{number:x}::1" for number in range(20)],
    ],
    ids=["an IPv6 /48", "an IPv4 /24", "IPv4 in IPv6", "an IPv6 /64"],
)
def test_a_network_of_attackers_gives_way(attackers: list[str]) -> None:
    """Many addresses of one network with a connection each make room, not two people in one house."""
    door = Door(Limits(before_login=10))
    door.arrive("192.0.2.1 ann", "192.0.2.1 ben")
    door.arrive(*attackers)
    door.arrive("203.0.113.1 cem")
    assert attackers[:13] == door.dropped


def test_silent_connections_of_one_s_own_address_give_way() -> None:
    """Silent connections fill no address: a newcomer from it gets the slot of the oldest of them."""
    door = Door(Limits(per_address=2))
    door.arrive("192.0.2.1 plays", "192.0.2.1 silent")
    door.admission.log_in(door.arrivals["192.0.2.1 plays"])
    door.arrive("192.0.2.1 newcomer")
    assert ["192.0.2.1 silent"] == door.dropped
    door.admission.leave(door.arrivals["192.0.2.1 silent"])
    assert 2 == door.admission._clients["192.0.2.1"]


def test_a_connection_that_a_proxy_reports_counts_for_its_client() -> None:
    """Behind a proxy the address in the header counts, and until the header has come the proxy's."""
    door = Door(Limits(before_login=3))
    door.arrive("198.51.100.1 greedy 1", "198.51.100.1 greedy 2", "198.51.100.1 honest")
    for name in door.arrivals:
        door.admission.enter(door.arrivals[name], "192.0.2.1" if "greedy" in name else "203.0.113.1")
    door.arrive("198.51.100.1 newcomer")
    assert ["198.51.100.1 greedy 1"] == door.dropped


def test_a_debt_is_never_longer_than_a_login() -> None:
    """A client whose connections would wait longer than a login may take is refused, and owes nothing more."""
    admission = new_admission(Limits(connect_rate=1, connect_burst=1, login_seconds=5))
    waits = [admission.pace("192.0.2.1", 0) for _ in range(7)]
    assert [0, 1, 2, 3, 4, 5, 6] == waits
    for _ in range(1000):
        with pytest.raises(RefusedError, match="rate"):
            admission.pace("192.0.2.1", 0)
    assert 0 == admission.pace("192.0.2.1", 7)


def test_guesses_are_slower_after_ten() -> None:
    """After ten wrong guesses an address waits for each, on whatever connection; other addresses do not."""
    admission = new_admission(Limits())
    assert [0] * 10 + [5, 10, 15] == [admission.guess("code", "192.0.2.1", 0) for _ in range(13)]
    assert 0 == admission.guess("password", "192.0.2.2", 0)
    assert 30 == max(admission.guess("key", "192.0.2.1", 0) for _ in range(1000))
    assert [0] * 10 + [5] == [admission.guess("table-code", "192.0.2.1", 0) for _ in range(11)]  # counted apart
    assert 0 == admission.guess("code", "192.0.2.1", 300)
    assert {"code": 14, "password": 1, "key": 1000, "table-code": 11} == admission.counters.guesses


def test_who_comes_fast_waits_and_is_forgiven() -> None:
    """After a burst, connections from one client follow at the rate; those of others, or later ones, do not wait."""
    admission = new_admission(Limits(connect_rate=2, connect_burst=3))
    assert [0, 0, 0, 0.5, 1.0] == [admission.pace("192.0.2.1", 100) for _ in range(5)]
    assert 0 == admission.pace("192.0.2.2", 100)
    assert 0 == admission.pace("192.0.2.1", 103)
    assert [0, 0, 0, 0.5] == [admission.pace("192.0.2.1", 200) for _ in range(4)]


def test_new_limits_count_at_once() -> None:
    """A reload changes the rate also for clients that are known already."""
    admission = new_admission(Limits(connect_rate=2, connect_burst=3))
    assert [0, 0, 0, 0.5] == [admission.pace("192.0.2.1", 100) for _ in range(4)]
    admission.configure(Limits(connect_rate=100, connect_burst=5), Logins(), ())
    assert [0] * 5 == [admission.pace("192.0.2.1", 101) for _ in range(5)]


def test_addresses_that_came_once_are_forgotten() -> None:
    """However many addresses connect, only the recent ones are kept."""
    admission = new_admission(Limits())
    for number in range(3 * TRACKED):
        admission.pace(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", float(number))
    assert len(admission._connects) <= TRACKED


def test_the_host_key_is_made_once(tmp_path: Path) -> None:
    """The key is an ed25519 one, readable by its owner only, and the same at the next start."""
    folder = tmp_path / "data" / "deep"
    first = load_host_key(folder)
    assert first.get_algorithm() == "ssh-ed25519"
    assert stat.S_IMODE((folder / KEY_NAME).stat().st_mode) == 0o600
    assert first.get_fingerprint() == load_host_key(folder).get_fingerprint()
    assert [file.name for file in folder.iterdir()] == [KEY_NAME]


def test_starts_at_the_same_time_agree(tmp_path: Path) -> None:
    """Servers that start in one folder at the same time use the same key."""
    with ThreadPoolExecutor(4) as pool:
        prints = set(pool.map(lambda _: load_host_key(tmp_path).get_fingerprint(), range(8)))
    assert {load_host_key(tmp_path).get_fingerprint()} == prints


@pytest.mark.parametrize("content", [b"", b"rubbish", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n"])
def test_a_corrupt_host_key_is_never_overwritten(tmp_path: Path, content: bytes) -> None:
    """A key that cannot be read is an error that names its file, and the file stays as it is."""
    (tmp_path / KEY_NAME).write_bytes(content)
    with pytest.raises(HostKeyError, match=KEY_NAME):
        load_host_key(tmp_path)
    assert content == (tmp_path / KEY_NAME).read_bytes()


def test_a_locked_host_key_stops_the_server(tmp_path: Path) -> None:
    """An encrypted key, a folder in its place, or a dangling link is an error; no new key is generated."""
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(tmp_path / KEY_NAME, "pkcs8-pem", "secret")
    with pytest.raises(HostKeyError):
        load_host_key(tmp_path)
    (tmp_path / KEY_NAME).unlink()
    (tmp_path / KEY_NAME).mkdir()
    with pytest.raises(HostKeyError):
        load_host_key(tmp_path)
    (tmp_path / KEY_NAME).rmdir()
    (tmp_path / KEY_NAME).symlink_to(tmp_path / "nowhere")
    with pytest.raises(HostKeyError):
        load_host_key(tmp_path)
    assert not (tmp_path / "nowhere").exists()


def test_words_are_printable_and_bounded() -> None:
    """A command line is cut at its limit, and no control character is in its words."""
    assert parse_words("rules a\x1b[2Jb\u202e c dddd", 15) == ["rules", "a[2Jb", "c"]
    assert parse_words(" \t\n", 100) == []


def test_an_unknown_word_gets_one_line() -> None:
    """The error lists the known words, suggests the nearest one, and shows no raw text."""
    text, status = unknown(Words(), "roms\u4e00", ["rooms", "rules"])
    assert (status, text.isascii(), text.endswith("Commands: rooms, rules")) == (2, True, True)
    assert "did you mean rooms?" in text
    assert len(unknown(Words(), "x" * 10_000, ["rooms"])[0]) < 200
