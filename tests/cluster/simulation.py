"""`python -m tests.cluster.simulation`: many doors, thousands of people and faults, on a simulated clock."""

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any
from unittest.mock import patch

from tests.cluster.chaos.observer import faults_of_log
from tests.cluster.liveness import Liveness
from tests.cluster.simulated import SimulatedBroker, SimulatedLoop, Streams
from uno_tui import names
from uno_tui.cluster.lobby import ClusterLobby
from uno_tui.cluster.subjects import key_of
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView
from uno_tui.table.entries.entry import Entry
from uno_tui.table.options import EntryError, EntryProblem, TableOptions, User
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Closed, Ending, Listener, Message, Right, Sitter, Stage, TableView
from uno_tui.table.requests import Handle
from uno_tui.table.results import MatchResult
from uno_tui.table.state.table_state import TableState


class SimulatedPerson:
    """A person who plays, and comes back whenever the connection is lost."""

    def __init__(self, world: "World", number: int, code: str) -> None:
        self.user = User(f"ssh:{number}", f"p{number}")
        self.code = code
        self.view: TableView | None = None
        self.seat: int | None = None
        self.lost_at: float | None = None
        self.away: list[float] = []
        self._world = world
        self._handle: Handle | None = None
        self._door: SimulatedDoor | None = None
        self._acts = 0

    async def come(self) -> None:
        """Enter through any door, until one lets this person in."""
        world = self._world
        while True:
            self._door = door = world.chance.choice(world.doors)
            try:
                handle = await door.lobby.join(self.user, self._listener(door), self.code)
            except EntryError as error:
                if error.problem not in (EntryProblem.WAITING, EntryProblem.STOPPING):
                    world.faults.append(f"{self.user.name} is refused: {error}")
                    return
            else:
                if door.alive:
                    self._handle = handle
                    self._play()
                    return
            await asyncio.sleep(world.chance.uniform(0.2, 1.0))

    def _listener(self, door: "SimulatedDoor") -> Listener:
        def hear(message: Message) -> None:
            if not door.alive or door is not self._door:
                return
            if isinstance(message, TableView):
                self._see(message)
            elif isinstance(message, Closed) and message.reason is not Ending.TAKEN_OVER:
                self._world.faults.append(f"{self.user.name} is thrown out: {message.reason}")

        return hear

    def _see(self, view: TableView) -> None:
        self.view = view
        self._world.shown(self.code, view)
        if view.you is not None:
            if self.seat not in (None, view.you):
                self._world.faults.append(f"{self.user.name} had seat {self.seat}, now {view.you}")
            self.seat = view.you
            if self.lost_at is not None:
                self.away.append(self._world.loop.time() - self.lost_at)
                self.lost_at = None
        self._acts += 1
        self._world.loop.call_later(self._world.chance.uniform(0.3, 2.0), self._play, self._acts)

    def _play(self, number: int = 0) -> None:
        view, handle = self.view, self._handle
        if view is None or handle is None or (number and number != self._acts):
            return
        if Right.REMATCH in view.rights:
            handle.rematch()
        elif Right.START in view.rights and self._world.complete(self.code, view):
            handle.start()
        elif view.game and view.game.legal and view.game.turn == view.you:
            handle.act(self._world.chance.choice(view.game.legal), view.version)

    def lose(self, door: "SimulatedDoor") -> None:
        """Lose the connection, if it is through that door, and come back."""
        if self._door is door:
            self._handle = None
            self.lost_at = self._world.loop.time()
            self._world.spawn(self.come())


class SimulatedDoor:
    """A door of the simulation."""

    def __init__(self, world: "World") -> None:
        self.alive = True
        self.broker = SimulatedBroker(world.streams)
        self.lobby = ClusterLobby(
            self.broker, publish=world.publish, now=world.loop.time, defaults=world.options,
            new_seed=lambda: str(world.chance.random()), join_opens=True,
        )  # fmt: skip  # one call

    def die(self) -> None:
        """Do nothing more, as after kill -9."""
        self.alive = False
        self.broker.die()
        lobby = self.lobby
        for timers in (lobby._own_timers, lobby.doors._timers, lobby.exchange._timers, lobby.keeper._timers):
            timers.stop()
        for table in lobby.tables.values():
            table.timers.stop()
            table.open = False


class World:
    """The doors, the people and what went wrong."""

    def __init__(self, loop: SimulatedLoop, seed: int, doors: int, people: int, tables: int) -> None:
        self.loop = loop
        self.chance = random.Random(seed)
        self.streams = Streams(seed)
        self.options = TableOptions(rules=Rules(target=500), seats=4, turn_seconds=30)
        self.faults: list[str] = []
        self.results: Counter[tuple[LogKey, int]] = Counter()
        self.doors: list[SimulatedDoor] = []
        self.people = [SimulatedPerson(self, number, f"T{number % tables}X") for number in range(people)]
        self._pictures: dict[tuple[str, int, int | None], PlayerView | None] = {}
        self._count = doors
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def publish(self, key: LogKey, result: MatchResult) -> None:
        self.results[key, result.number] += 1

    def complete(self, code: str, view: TableView) -> bool:
        """Return whether everybody has come who plays at a table."""
        here = sum(seat.sitter is Sitter.HUMAN for seat in view.seats)
        return view.stage is Stage.WAITING and here == sum(one.code == code for one in self.people)

    def shown(self, code: str, view: TableView) -> None:
        """Note what somebody was shown; two people on a seat must be shown the same."""
        key = code, view.version, view.you
        if view.game is None:
            return
        if self._pictures.setdefault(key, view.game) != view.game:
            self.faults.append(f"{code}: seat {view.you} was shown two games at action {view.version}")

    async def run(self, seconds: float, lost_news: float) -> None:
        """Play for some time under faults, then a while without, and check everything."""
        for _ in range(self._count):
            await self._open()
        for person in self.people:
            self.spawn(person.come())
        await asyncio.sleep(10)
        self.streams.lost_news, self.streams.lost_answers = lost_news, 0.002
        end = self.loop.time() + seconds
        kinds = self._kill, self._kill, self._restart, self._cut, self._outage, self._forget
        watching = self.loop.create_task(self._watch())
        while self.loop.time() < end:
            await self.chance.choice(kinds)()
        self.streams.lost_news = self.streams.lost_answers = 0.0
        await asyncio.sleep(20)
        watching.cancel()
        self._check()

    async def _watch(self) -> None:
        """Look once a second for tables at which play stands still although a door could go on with it."""
        liveness = Liveness(self.streams.history, self.doors[0].lobby._services.tempo)
        liveness.faults = self.faults
        while True:
            up = [door for door in self.doors if door.alive and door.broker.up] if self.streams.up else []
            runners = {shard: door for door in reversed(up) for shard in door.lobby.doors.shards}
            liveness.check(self.loop.time(), runners, bool(up))
            await asyncio.sleep(1)

    async def _open(self) -> None:
        door = SimulatedDoor(self)
        await door.lobby.start()
        self.doors.append(door)

    async def _kill(self) -> None:
        door = self.doors.pop(self.chance.randrange(len(self.doors)))
        door.die()
        for person in self.people:
            person.lose(door)
        await asyncio.sleep(self.chance.uniform(1, 6))
        await self._open()
        await asyncio.sleep(self.chance.uniform(0, 5))

    async def _restart(self) -> None:
        door = self.doors.pop(self.chance.randrange(len(self.doors)))
        door.alive = False
        closing = asyncio.create_task(door.lobby.close())
        for person in self.people:
            person.lose(door)
        await closing
        door.die()
        await self._open()
        await asyncio.sleep(self.chance.uniform(1, 5))

    async def _cut(self) -> None:
        door = self.chance.choice(self.doors)
        door.broker.turn(up=False)
        await asyncio.sleep(self.chance.uniform(1, 20))
        door.broker.turn(up=True)
        await asyncio.sleep(5)

    async def _outage(self) -> None:
        self.streams.up = False
        await asyncio.sleep(self.chance.uniform(1, 8))
        self.streams.up = True
        await asyncio.sleep(5)

    async def _forget(self) -> None:
        """Lose what the brokers have only in memory, which then counts from 1 again."""
        self.streams.forget("KV_uno-doors")
        await asyncio.sleep(5)

    # The end

    def _check(self) -> None:
        logs: dict[LogKey, dict[int, Entry]] = {}
        for subject, position, data in self.streams.history:
            logs.setdefault(key_of(subject), {})[position] = Entry.read(data)
        states: dict[str, dict[int, TableState]] = {}
        sums: dict[LogKey, dict[int, int]] = {}
        for key, log in logs.items():
            seen = states.setdefault(key.code, {})
            self.faults += faults_of_log(key, log, seen, sums.setdefault(key, {}))
        self._check_pictures(states)
        self._check_now(sums)
        self.figures = len(self.streams.history), len(self._pictures), sum(self.results.values())

    def _check_pictures(self, states: dict[str, dict[int, TableState]]) -> None:
        """Compare what people were shown with the log."""
        for (code, version, seat), game in self._pictures.items():
            state = states.get(code, {}).get(version)
            if state is None:
                self.faults.append(f"{code}: somebody was shown action {version}, which is not stored")
            elif (state.match.view(seat) if state.match else None) != game:
                self.faults.append(f"{code}: seat {seat} was shown another game at action {version}")

    def _check_now(self, sums: dict[LogKey, dict[int, int]]) -> None:
        """Compare what doors have with the log, and look for people without a seat."""
        for door in self.doors:
            for table in door.lobby.tables.values():
                if table.audience.serves and table.state.check_sum != sums[table.replica.key][table.state.number]:
                    self.faults.append(f"{table.code}: a door has folded another table")
        for person in self.people:
            if person.seat is None or person.lost_at is not None:
                self.faults.append(f"{person.user.name} has no seat in the end")


def simulate(seed: int, *, doors: int, people: int, tables: int, seconds: float, lost_news: float = 0.02) -> World:
    """Run a simulation, and return the world afterwards; its `faults` say what went wrong."""
    loop = SimulatedLoop()
    chance = random.Random(seed)
    with patch.object(names, "RANDOM", chance):
        try:
            asyncio.set_event_loop(loop)
            world = World(loop, seed, doors, people, tables)
            loop.run_until_complete(world.run(seconds, lost_news))
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
        finally:
            asyncio.set_event_loop(None)
            loop.close()
    return world


def main() -> int:
    """Run a simulation and print what went wrong; the same seed gives the same simulation."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.simulation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--doors", type=int, default=12)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--lost-news", type=float, default=0.02, help="share of messages that are lost")
    options = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is chance, too
        command = [sys.executable, "-m", "tests.cluster.simulation", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "PYTHONHASHSEED": "0"})
    began = time.monotonic()
    world = simulate(**vars(options))
    entries, pictures, results = world.figures
    away = sorted(one for person in world.people for one in person.away)
    print(f"{entries} entries, {pictures} pictures compared, {results} results, {len(away)} people came back")
    if away:
        print(f"back at the seat: median {away[len(away) // 2]:.2f} s, longest {away[-1]:.1f} s of simulated time")
    for fault in world.faults[:20]:
        print("FAULT", fault)
    print(f"{len(world.faults)} faults, {time.monotonic() - began:.0f} s of real time")
    return 1 if world.faults else 0


if __name__ == "__main__":
    sys.exit(main())
