"""Real brokers for tests: nats-server processes on free ports, in folders of their own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = shutil.which("nats-server") or shutil.which("nats-server", path=str(Path(sys.executable).parent)) or ""


def program() -> str:
    """Return the path of nats-server: from PATH, this environment, or the package's folder of scripts."""
    if PROGRAM:
        return PROGRAM
    for folder in sys.path:
        found = Path(folder).parents[2] / "bin" / "nats-server" if len(Path(folder).parents) > 2 else None
        if found and found.is_file():
            return str(found)
    raise FileNotFoundError("nats-server: install uno-tui[test]")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class TestBroker:
    """A nats-server that can be stopped, killed and started again with what it stored."""

    __test__ = False

    def __init__(self, folder: Path, name: str = "one", routes: tuple[int, ...] = (), route: int = 0) -> None:
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        config = folder / f"{name}.conf"
        folder.mkdir(parents=True, exist_ok=True)
        lines = [
            f'server_name: "{name}"', f'listen: "127.0.0.1:{self.port}"',
            f'jetstream {{ store_dir: "{folder / name}", sync_interval: always, max_file: 60GB }}',
        ]  # fmt: skip  # a file
        if routes:
            urls = ", ".join(f'"nats://127.0.0.1:{one}"' for one in routes)
            lines.append(f'cluster {{ name: uno, listen: "127.0.0.1:{route}", routes: [{urls}] }}')
        config.write_text("\n".join(lines))
        self._config = config
        self._log = folder / f"{name}.log"

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([program(), "-c", str(self._config)], stdout=log, stderr=log)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.2).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise TimeoutError(f"nats-server does not start; see {self._log}")

    @property
    def cpu(self) -> float:
        """CPU time used so far, in seconds."""
        assert self._process
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
            self._process.wait()
            self._process = None


def three(folder: Path) -> list[TestBroker]:
    """Return three brokers of one cluster, not started yet."""
    ports = tuple(free_port() for _ in range(3))
    return [TestBroker(folder, f"n{number}", ports, route) for number, route in enumerate(ports)]
