"""Networks for tests: Linux network namespaces joined by virtual cables."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest


class Machine:
    """A network namespace: programs in it see its interfaces and no others."""

    def __init__(self, name: str) -> None:
        self.name = name

    def inside(self, *command: str) -> list[str]:
        """Return the command line that runs a command in this namespace."""
        return ["ip", "netns", "exec", self.name, *command]

    def uno(self, *words: str) -> list[str]:
        """Return the command line that runs this program in this namespace."""
        return self.inside(sys.executable, "-m", "uno_tui", *words)

    def ip(self, *words: str) -> None:
        """Configure the namespace by an ``ip`` command."""
        _ip("-n", self.name, *words)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextlib.contextmanager
def machines(*letters: str) -> Iterator[list[Machine]]:
    """Create machines with loopback only; at the end they are deleted with their interfaces."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("networks of a test's own need root and ip (iproute2)")
    made = [Machine(f"uno{os.getpid()}{letter}") for letter in letters]
    try:
        for machine in made:
            if subprocess.run(["ip", "netns", "add", machine.name], check=False, capture_output=True).returncode:
                pytest.skip("no network namespace can be made here")
            machine.ip("link", "set", "lo", "up")
        yield made
    finally:
        for machine in made:
            subprocess.run(["ip", "netns", "del", machine.name], check=False, capture_output=True)


def plug(first: Machine, second: Machine, mine: Sequence[str], its: Sequence[str], name: str = "wire") -> None:
    """Connect two machines by a cable; both ends have that name, and these addresses."""
    first.ip("link", "add", name, "type", "veth", "peer", "name", name, "netns", second.name)
    for machine, addresses in ((first, mine), (second, its)):
        machine.ip("link", "set", name, "addrgenmode", "none")
        for address in addresses:
            machine.ip("addr", "add", address, "dev", name, *(["nodad"] if ":" in address else []))
        machine.ip("link", "set", name, "up")


@contextlib.contextmanager
def cable(mine: Sequence[str], its: Sequence[str]) -> Iterator[list[Machine]]:
    """Create two machines with a cable between them."""
    with machines("a", "b") as (first, second):
        plug(first, second, mine, its)
        yield [first, second]


@contextlib.contextmanager
def routed(mine: str, its: str) -> Iterator[list[Machine]]:
    """Create two machines in networks of their own, joined by a router that forwards no multicast."""
    with machines("a", "b", "r") as (first, second, router):
        for machine, address, name in ((first, mine, "wire"), (second, its, "wire2")):
            gateway = address.rpartition(".")[0] + ".254"
            plug(machine, router, [address], [f"{gateway}/24"], name)
            machine.ip("route", "add", "default", "via", gateway)
        subprocess.run(router.inside("sysctl", "-q", "-w", "net.ipv4.ip_forward=1"), check=True)
        yield [first, second]
