"""Cost of a login over ssh: the wait for it and for the first screen, and the server's CPU time.

Run it as ``python -m tests.bench.login``. The server is a process of its own with the product's lobby; the clients are
in this process, first one alone, then four at once. CPU time is the server's for a whole visit: key exchange, login,
first screen and the end. It depends little on what else the machine does, unlike the waits.
"""

import argparse
import asyncio
import time

import asyncssh

from tests.bench.ssh_crowd import Reader, grades
from tests.bench.ssh_servers import Running, running
from tests.server.clients import GuestClient

FIRST_SCREEN = 1000
"""Bytes after which the first screen is there; what sets up the terminal is shorter, the lobby longer."""
WARMING = 8
"""Visits before the measurement."""


async def visit(port: int, key: asyncssh.SSHKey | None) -> tuple[float, float]:
    """Log in, wait for the first screen and leave; return the seconds until the login and from there to the screen."""
    began = time.perf_counter()
    connection = await asyncssh.connect(
        "127.0.0.1", port, username="ann", client_keys=[key] if key else None, known_hosts=None, agent_path=None,
        config=None, client_factory=GuestClient,
    )  # fmt: skip  # one call
    logged_in = time.perf_counter()
    reader = Reader()
    await connection.create_session(
        lambda: reader, term_type="xterm-256color", term_size=(80, 24), encoding=None, request_pty="force"
    )
    await reader.gets(FIRST_SCREEN)
    shown = time.perf_counter()
    connection.abort()
    await connection.wait_closed()
    return logged_in - began, shown - logged_in


async def measure(server: Running, visits: int, at_once: int, key: asyncssh.SSHKey | None) -> None:
    """Print the figures of a number of visits, some of them at once."""

    async def one_after_the_other() -> list[tuple[float, float]]:
        return [await visit(server.port, key) for _ in range(visits // at_once)]

    before = (await server.used())["cpu"]
    found = await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
    cpu = (await server.used())["cpu"] - before
    waits = [wait for each in found for wait in each]
    print(f"{at_once} at once, {len(waits)} visits")
    print(f"  login p50 / p95         {grades([login for login, _ in waits], 50, 95)}")
    print(f"  first screen p50 / p95  {grades([screen for _, screen in waits], 50, 95)}")
    print(f"  CPU of a visit          {1000 * cpu / len(waits):.1f} ms")


async def run(visits: int, key: asyncssh.SSHKey | None) -> None:
    """Start a server and measure it."""
    async with running("house") as server:
        for _ in range(WARMING):
            await visit(server.port, key)
        for at_once in (1, 4):
            await measure(server, visits, at_once, key)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=80)
    parser.add_argument("--key", action="store_true", help="log in with a key instead of as a guest")
    asked = parser.parse_args()
    asyncio.run(run(asked.visits, asyncssh.generate_private_key("ssh-ed25519") if asked.key else None))


if __name__ == "__main__":
    main()
