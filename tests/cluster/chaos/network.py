"""Network namespaces for brokers, so that one can be cut off while it runs. Needs root, or user namespaces."""

import os
import subprocess
import sys
from pathlib import Path

BRIDGE = "unochaos"
HUB = "10.77.0.254"


def run(*words: str, check: bool = True) -> None:
    subprocess.run(words, check=check, capture_output=True)


def in_own_namespaces() -> None:
    """Start this program again, in namespaces of its own in which it is root.

    So two of them do not disturb each other, and however it ends, no process and no network is left.
    """
    if "UNO_CHAOS" not in os.environ:
        os.environ["UNO_CHAOS"] = "1"
        as_root = ["--map-root-user"] if os.geteuid() else []
        apart = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvp("unshare", ["unshare", *as_root, *apart, sys.executable, *sys.orig_argv[1:]])
    run("mount", "-t", "tmpfs", "none", "/run")
    run("ip", "link", "set", "lo", "up")


class Network:
    """A bridge with one network namespace for each broker, inside this program's own."""

    def __init__(self, count: int) -> None:
        self.names = [f"unochaos{number}" for number in range(count)]
        self.addresses = [f"10.77.0.{number + 1}" for number in range(count)]
        self.doors = [f"10.78.{number}.1" for number in range(count)]
        """A second address in each namespace, which is never cut off: for clients of a door in there."""
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        run("ip", "addr", "add", f"{HUB}/24", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        for number, (name, address) in enumerate(zip(self.names, self.addresses, strict=True)):
            run("ip", "netns", "add", name)
            self._wire(name, f"uc{number}", f"{address}/24", BRIDGE)
            self._wire(name, f"ud{number}", f"{self.doors[number]}/24", "", f"10.78.{number}.254/24")
            run("ip", "-n", name, "link", "set", "lo", "up")

    @staticmethod
    def _wire(namespace: str, outer: str, inner_address: str, bridge: str, outer_address: str = "") -> None:
        inner = f"{outer}i"
        run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner)
        run("ip", "link", "set", inner, "netns", namespace)
        run("ip", "-n", namespace, "addr", "add", inner_address, "dev", inner)
        run("ip", "-n", namespace, "link", "set", inner, "up")
        if bridge:
            run("ip", "link", "set", outer, "master", bridge)
        else:
            run("ip", "addr", "add", outer_address, "dev", outer)
        run("ip", "link", "set", outer, "up")

    def cut(self, number: int, off: bool) -> None:
        """Cut a broker off from all others, or connect it again."""
        run("ip", "link", "set", f"uc{number}", "down" if off else "up")

    def inside(self, number: int) -> list[str]:
        """Return the words before a command that runs in a broker's namespace."""
        return ["ip", "netns", "exec", self.names[number]]


class Program:
    """A process that can be killed, stopped, and started again."""

    def __init__(self, words: list[str], log: Path, environment: dict[str, str] | None = None) -> None:
        self.words = words
        self.log = log
        self._environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(self.words, stdout=log, stderr=log, env=self._environment)

    def signal(self, number: int) -> None:
        if self._process and self._process.poll() is None:
            self._process.send_signal(number)

    def end(self, number: int, seconds: float = 10.0) -> None:
        """Send a signal and wait until the process has gone."""
        if self._process:
            self.signal(number)
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
