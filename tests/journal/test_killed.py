"""A process killed with SIGKILL again and again during play: the journal has everything that anybody saw."""

import os
import shutil
import signal
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.journals import StoredHouse, views_of
from tests.tables import Person, now
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView
from uno_tui.table.options import TableOptions
from uno_tui.table.protocol import Message, Stage, TableView
from uno_tui.table.storage import StoredMatch

LIVES = 100
NAMES = ("Ann", "Bob", "Cat")
RULES = Rules.parse("official", ["target=60", "stacking=same"])
OPTIONS = TableOptions(rules=RULES, seats=4, bots=1, turn_seconds=20)


def digest(game: PlayerView) -> str:
    """Return what distinguishes one view of a match from another; of its long history only length and end."""
    seen = replace(game, history=()), len(game.history), game.history[-3:]
    return sha256(repr(seen).encode()).hexdigest()


class Shown(Person):
    """A person whose screen is the other end of a pipe: anything written there has been seen."""

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


def killed_while_playing(folder: Path, pictures: int, chance: Random) -> dict[str, list[str]]:
    """Let a process run until it has shown so many views, kill it, and return each person's last view."""
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
    return {name: told for name, *told in whole}


def match_at(house: StoredHouse, version: int) -> StoredMatch:
    """Return the stored match that was being played at that version of the table."""
    ((number,),) = house.journal.store.read(
        "SELECT id FROM matches WHERE base <= ? ORDER BY base DESC LIMIT 1", version
    )
    return house.journal.tables.match(number)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_killed_100_times_at_any_instant(tmp_path: Path) -> None:
    """The last view on any screen at the moment of the kill is a state of the stored match.

    The next process restores the table, and everybody continues on their seat.
    """
    chance = Random("killed")
    folder = tmp_path / "lives"
    newest = 0
    for life in range(LIVES):
        last = killed_while_playing(folder, chance.randrange(1, 200), Random(f"life {life}"))
        shutil.copytree(folder, tmp_path / "copy")
        house = StoredHouse(tmp_path / "copy")
        assert {"FAM"} == {table.code for table, _ in house.journal.tables.stored()}
        for version, seat, seen in last.values():
            view = views_of(match_at(house, int(version)))(int(version), int(seat))
            assert seen == digest(view)
        oldest, newest = newest, max(int(version) for version, _, _ in last.values())
        assert oldest <= newest
        house.journal.close()
        shutil.rmtree(tmp_path / "copy")
    assert newest > 20 * LIVES
