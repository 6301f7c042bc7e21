"""Networks of a test's own: namespaces of Linux, joined by a cable."""

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
        """The command line that runs a command in it."""
        return ["ip", "netns", "exec", self.name, *command]

    def uno(self, *words: str) -> list[str]:
        """The command line of this program in it."""
        return self.inside(sys.executable, "-m", "uno_tui", *words)

    def ip(self, *words: str) -> None:
        """Set something up in it."""
        _ip("-n", self.name, *words)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextlib.contextmanager
def machines(*letters: str) -> Iterator[list[Machine]]:
    """Machines with loopback alone; they are gone at the end, with their interfaces."""
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


@contextlib.contextmanager
def cable(first: Sequence[str], second: Sequence[str]) -> Iterator[list[Machine]]:
    """Two machines with a cable between them, whose ends, each called `wire`, have these addresses."""
    with machines("a", "b") as ends:
        one, other = ends
        one.ip("link", "add", "wire", "type", "veth", "peer", "name", "wire", "netns", other.name)
        for machine, addresses in zip(ends, (first, second), strict=True):
            machine.ip("link", "set", "wire", "addrgenmode", "none")
            for address in addresses:
                machine.ip("addr", "add", address, "dev", "wire", *(["nodad"] if ":" in address else []))
            machine.ip("link", "set", "wire", "up")
        yield ends
