"""A process that is killed with SIGKILL while people play at one table, and what each of them was shown last.

``live`` runs in the process to be killed; a screen is the other end of a pipe, so what was written there has been seen.
"""

import os
import signal
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.journals import StoredHouse, entries_of, matches_of
from tests.tables import Person, now
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules
from uno_tui.game.verify import read_record
from uno_tui.game.view import PlayerView
from uno_tui.table.entries.match import TableStart
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import Message, Stage, TableView

NAMES: Final = ("Ann", "Bob", "Cat")
RULES: Final = Rules.parse("official", ["target=60", "stacking=same"])
OPTIONS: Final = TableOptions(rules=RULES, seats=4, bots=1, turn_seconds=20)


class Seen(NamedTuple):
    """The last view that one person was shown."""

    version: int
    seat: int
    digest: str


def digest(game: PlayerView) -> str:
    """Return what distinguishes one view of a match from another; of its long history only length and end."""
    seen = replace(game, history=()), len(game.history), game.history[-3:]
    return sha256(repr(seen).encode()).hexdigest()


class Shown(Person):
    """A person who notes on a pipe what they were shown."""

    def __init__(self, name: str, pipe: int) -> None:
        super().__init__(name)
        self._pipe = pipe

    def __call__(self, message: Message) -> None:
        super().__call__(message)
        if isinstance(message, TableView):
            del self.told[:-1]
            if message.game:
                seen = f"{self.user.name} {message.version} {message.you} {digest(message.game)}\n"
                os.write(self._pipe, seen.encode())


def live(folder: Path, pipe: int, chance: Random) -> None:
    """Restore the tables, sit down and play forever, with dropped connections and people on autopilot."""
    house = StoredHouse(folder)
    people = [Shown(name, pipe) for name in NAMES]
    house.lobby.restore()
    for person in people:
        handle = now(house.lobby.resume(person.user, person))
        if handle is None and person is people[0]:
            handle = now(house.lobby.open(person.user, person, OPTIONS, "FAM"))
        person.holds(handle or now(house.lobby.join(person.user, person, "FAM")))
    while True:
        _go_on(house, people, chance)


def _go_on(house: StoredHouse, people: list[Shown], chance: Random) -> None:
    if people[0].view.stage is Stage.OVER:
        host = next(person for person in people if person.view.seats[person.seat].host)
        host.handle.rematch()
        return
    doing, person = chance.random(), chance.choice(people)
    if doing < 0.02:
        person.handle.drop()
        house.clock.pass_(chance.choice([1, 50]))  # within the grace: after a match, a seat is not kept for longer
        person.holds(now(house.lobby.resume(person.user, person)))
    elif doing < 0.04:
        person.handle.autopilot(not person.view.seats[person.seat].autopilot)
    elif doing < 0.5 and (mover := next((one for one in people if one.on_turn), None)):
        mover.move()
    else:
        house.clock.pass_(chance.choice([0.5, 3, 25]))


def killed_while_playing(folder: Path, pictures: int, chance: Random) -> dict[str, Seen]:
    """Let a process run until it has shown `pictures` views, kill it, and return each person's last view."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            live(folder, writing, chance)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as shown:
        read = [shown.readline() for _ in range(pictures)]
        os.kill(child, signal.SIGKILL)
        read += shown.readlines()
    assert -signal.SIGKILL == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    whole = [line.decode().split() for line in read if line.endswith(b"\n")]
    return {name: Seen(int(version), int(seat), seen) for name, version, seat, seen in whole}


def stored_matches(house: StoredHouse, code: str = "FAM") -> dict[int, Match]:
    """Return the match at each version of a table, from its log and from the record of the match before."""
    entries = entries_of(house.folder, code)
    first = entries[0].what
    assert isinstance(first, TableStart)
    at = matches_of(entries)
    sql = "SELECT id FROM matches WHERE code = ? AND number = ?"
    for (number,) in house.journal.store.read(sql, code, first.matches - 1):
        record = read_record(house.journal.results.record(number).text)
        base = first.base - 1 - len(record.moves)
        at |= {base + version: match for version, (match, _) in enumerate(record.play())}
    return at


def missing(house: StoredHouse, last: Mapping[str, Seen]) -> list[str]:
    """Return who was shown something that is not stored."""
    at = stored_matches(house)
    return [
        name
        for name, seen in last.items()
        if seen.version not in at or digest(at[seen.version].view(seen.seat)) != seen.digest
    ]
