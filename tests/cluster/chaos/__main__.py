"""Kill brokers and doors under play, then fold everything and compare with what people were shown."""

import argparse
import asyncio
import contextlib
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from tests.cluster.brokers import program
from tests.cluster.chaos.network import HUB, Network, Program, in_own_namespaces
from tests.cluster.chaos.observer import STILL_SECONDS, Observer
from tests.cluster.chaos.players import Player

CONFIG = """\
[limits]
per_address = 10000
before_login = 10000
connect_rate = 10000.0
connect_burst = 10000
keepalive_seconds = 2.0
keepalive_count = 2
"""
BROKER = """\
server_name: "{name}"
listen: "{address}:4222"
jetstream {{ store_dir: "{folder}", sync_interval: always }}
cluster {{ name: uno, listen: "{address}:6222", routes: [{routes}] }}
"""


class Chaos:
    """Three brokers, several doors, and people who play."""

    def __init__(self, folder: Path, network: Network, doors: int, tables: int) -> None:
        self._network = network
        routes = ", ".join(f'"nats://{one}:6222"' for one in network.addresses)
        self.urls = tuple(f"nats://{one}:4222" for one in network.addresses)
        self.brokers = []
        for number, address in enumerate(network.addresses):
            config = folder / f"n{number}.conf"
            config.write_text(
                BROKER.format(name=f"n{number}", address=address, folder=folder / f"n{number}", routes=routes)
            )
            words = [*network.inside(number), program(), "-c", str(config)]
            self.brokers.append(Program(words, folder / f"n{number}.log"))
        (folder / "door.toml").write_text(CONFIG)
        self.doors: list[Program] = []
        self.places: list[tuple[str, int]] = []
        for number in range(doors):
            inside = number == doors - 1  # the last door shares the machine of the first broker, and is cut off with it
            place = (network.doors[0], 4500) if inside else (HUB, 4500 + number)
            own = [self.urls[0]] if inside else list(self.urls)
            words = [sys.executable, "-m", "uno_tui", "serve", "--config", str(folder / "door.toml"),
                     "--cluster", ",".join(own), "--listen", place[0], "--port", str(place[1]),
                     "--data", str(folder / f"d{number}")]  # fmt: skip  # one command
            words = [*network.inside(0), *words] if inside else words
            self.doors.append(Program(words, folder / f"d{number}.log"))
            self.places.append(place)
        self.out: set[int] = set()
        """Doors that nobody connects to now."""
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2 * tables)]
        self.players = [
            Player(f"p{number}", f"TAB{number // 2}", self._open_doors, None if number % 4 == 3 else key)
            for number, key in enumerate(keys)
        ]
        self.observer = Observer(self.urls)
        self.kills: list[tuple[str, float]] = []
        self.settling = 6.0
        """Seconds after each fault in which pauses are looked for."""
        self.pauses: dict[str, list[float]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._began = 0.0

    def _open_doors(self) -> list[tuple[str, int]]:
        return [place for number, place in enumerate(self.places) if number not in self.out and self.doors[number].runs]

    async def begin(self) -> None:
        for broker in self.brokers:
            broker.start()
        await asyncio.sleep(2)
        for number in range(len(self.doors)):
            await self.start_door(number)
        self._tasks.append(asyncio.create_task(self.observer.run()))
        self._tasks += [asyncio.create_task(one.run()) for one in self.players]
        await self._until(lambda: self.observer.count > 10 * len(self.players), 60)
        self._began = time.monotonic()

    @staticmethod
    async def _until(condition: object, seconds: float) -> float:
        began = time.monotonic()
        while not condition():  # type: ignore[operator]
            if time.monotonic() - began > seconds:
                raise TimeoutError(f"not within {seconds} s")
            await asyncio.sleep(0.05)
        return time.monotonic() - began

    async def start_door(self, number: int) -> None:
        size = self.doors[number].log.stat().st_size if self.doors[number].log.exists() else 0
        self.doors[number].start()
        await self._until(lambda: b"listening on" in self.doors[number].log.read_bytes()[size:], 60)

    async def _resumed(self, kind: str, began: float) -> None:
        """Note the longest pause of any table since a fault began."""
        await asyncio.sleep(self.settling)
        self.pauses.setdefault(kind, []).append(self.observer.pause(began))

    # Faults

    async def kill_door(self, chance: random.Random) -> None:
        number = chance.randrange(len(self.doors))
        began = time.monotonic()
        self.doors[number].end(signal.SIGKILL)
        await asyncio.sleep(chance.uniform(0.2, 4))
        await self.start_door(number)
        await self._resumed("a door killed", began)

    async def kill_broker(self, chance: random.Random) -> None:
        number = chance.randrange(len(self.brokers))
        began = time.monotonic()
        self.brokers[number].end(signal.SIGKILL)
        await asyncio.sleep(chance.uniform(1, 6))
        self.brokers[number].start()
        await self._resumed("a broker killed", began)

    async def stop_door(self, chance: random.Random, seconds: float) -> None:
        number = chance.randrange(len(self.doors) - 1)
        began = time.monotonic()
        self.doors[number].signal(signal.SIGSTOP)
        self.out.add(number)
        await asyncio.sleep(seconds)
        self.doors[number].signal(signal.SIGCONT)
        self.out.discard(number)
        await self._resumed(f"a door stopped for {seconds:.0f} s", began)

    async def stop_broker(self, chance: random.Random, seconds: float) -> None:
        number = chance.randrange(len(self.brokers))
        began = time.monotonic()
        self.brokers[number].signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        self.brokers[number].signal(signal.SIGCONT)
        await self._resumed(f"a broker stopped for {seconds:.0f} s", began)

    async def partition(self, seconds: float) -> None:
        """Cut the first broker off, together with the door beside it, whose clients still reach it."""
        began = time.monotonic()
        self._network.cut(0, off=True)
        await asyncio.sleep(seconds)
        self._network.cut(0, off=False)
        await self._resumed(f"a broker and a door cut off for {seconds:.0f} s", began)

    async def roll(self) -> list[float]:
        """Restart all doors one after another, and return how long each person was away."""
        began = time.monotonic()
        for number in range(len(self.doors)):
            self.doors[number].end(signal.SIGTERM)
            await self.start_door(number)
            await asyncio.sleep(2)
        await asyncio.sleep(3)
        return [seconds for player in self.players for at, seconds in player.back if at >= began]

    # The end

    async def end(self) -> list[str]:
        ended = time.monotonic()
        with contextlib.suppress(TimeoutError):
            await self._until(lambda: all(one[-1] > ended for one in self.observer.times.values()), STILL_SECONDS)
        faults = self.observer.standing(self._began, time.monotonic())
        faults += [f"a player or the observer failed: {one.exception()}" for one in self._tasks if one.done()]
        for player in self.players:
            player.stopped = True
        await asyncio.sleep(1)
        await self._until_read()
        for task in self._tasks:
            task.cancel()
        shown = {one for player in self.players for one in player.shown}
        faults += self.observer.check(shown)
        faults += [fault for player in self.players for fault in player.wrong_seat]
        print(f"{self.observer.count} entries, {len(shown)} pictures compared")
        return faults

    async def _until_read(self) -> None:
        for _ in range(40):
            if await self.observer.read():
                return
            await asyncio.sleep(0.5)
        raise TimeoutError("the brokers cannot be read")

    def close(self) -> None:
        for one in (*self.doors, *self.brokers):
            one.signal(signal.SIGCONT)
            one.end(signal.SIGKILL)

    def report(self) -> None:
        for kind, times in self.pauses.items():
            middle, longest = statistics.median(times), max(times)
            print(f"{kind:42} {len(times):3} times; pause of a table: median {middle:.1f} s, longest {longest:.1f} s")
        back = sorted(seconds for player in self.players for _, seconds in player.back)
        if back:
            print(
                f"back at the seat: {len(back)} times, median {statistics.median(back):.2f} s, longest {back[-1]:.1f} s"
            )


async def run(whole: bool, seed: int, folder: Path, network: Network) -> int:
    chance = random.Random(seed)
    chaos = Chaos(folder, network, doors=3, tables=6)
    began = time.monotonic()
    try:
        await chaos.begin()
        print(f"play began after {time.monotonic() - began:.0f} s")
        if whole:
            await chaos._resumed("no fault", time.monotonic())
        else:
            chaos.settling = 2.0
        kills = 100 if whole else 8
        for number in range(kills):
            kill = chaos.kill_broker if number % 3 == 2 else chaos.kill_door
            await kill(chance)
            print(f"kill {number + 1} of {kills}: {kill.__name__} at {time.monotonic() - began:.0f} s", flush=True)
        await chaos.stop_door(chance, 20 if whole else 8)
        if whole:
            await chaos.stop_broker(chance, 20)
        await chaos.partition(20 if whole else 8)
        if whole:
            away = sorted(await chaos.roll())
            p95 = away[int(0.95 * (len(away) - 1))] if away else 0.0
            print(f"rolling restart: {len(away)} people came back, p95 {p95:.1f} s, longest {away[-1]:.1f} s")
        faults = await chaos.end()
    finally:
        chaos.close()
    chaos.report()
    for fault in faults[:20]:
        print("FAULT", fault)
    print(f"{len(faults)} faults in {time.monotonic() - began:.0f} s")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.chaos")
    parser.add_argument("--whole", action="store_true", help="100 kills and every other fault, about half an hour")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="keep logs and data in this folder")
    options = parser.parse_args()
    in_own_namespaces()
    network = Network(3)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        return asyncio.run(run(options.whole, options.seed, folder, network))


if __name__ == "__main__":
    sys.exit(main())
