"""Kill the program again and again while people play, and look for anything they were shown that is not stored.

    python -m tests.bench.kills [--views 60] [--screens 40]

Some lives are those of a lobby whose views go into a pipe, the others those of `uno serve` with four screens over ssh.
"""

import argparse
import asyncio
import shutil
import tempfile
import time
import warnings
from pathlib import Path
from random import Random

import asyncssh

from tests.journal.killed import killed_while_playing, missing
from tests.journal.killed_screens import NAMES, killed_with_screens, stored_counts
from tests.journals import StoredHouse


def kill_with_views(folder: Path, lives: int) -> tuple[int, int, int]:
    """Return how many views were compared, how many of them were lost, and how many actions were made in all."""
    chance = Random("kills")
    compared = lost = newest = 0
    for life in range(lives):
        last = killed_while_playing(folder / "lives", chance.randrange(1, 300), Random(f"life {life}"))
        shutil.copytree(folder / "lives", folder / "copy")
        house = StoredHouse(folder / "copy")
        compared, lost = compared + len(last), lost + len(missing(house, last))
        newest = max(newest, *(seen.version for seen in last.values()))
        house.journal.close()
        shutil.rmtree(folder / "copy")
    return compared, lost, newest


async def kill_with_screens(folder: Path, lives: int) -> tuple[int, int, int]:
    """Return how many screens were compared, how many showed what is lost, and how many states were stored."""
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in NAMES}
    compared = lost = states = 0
    for life in range(lives):
        shown = await killed_with_screens(folder, keys, Random(f"screens {life}"))
        counts = stored_counts(folder / "data")
        for count in shown.values():
            compared += count is not None
            lost += count is not None and count not in counts
        states = max(states, len(counts))
    return compared, lost, states


def main() -> None:
    """Kill, compare, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=60, help="lives of a lobby whose views go into a pipe")
    parser.add_argument("--screens", type=int, default=40, help="lives of a server with four screens over ssh")
    chosen = parser.parse_args()
    warnings.filterwarnings("ignore", "This process", DeprecationWarning)  # it forks
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.perf_counter()
        compared, lost, actions = kill_with_views(folder, chosen.views)
        print(f"{chosen.views} kills with views: {compared} last views, {lost} not stored; {actions} actions")
        compared, lost, states = asyncio.run(kill_with_screens(folder, chosen.screens))
        print(f"{chosen.screens} kills with screens: {compared} screens, {lost} not stored; {states} states")
        print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
