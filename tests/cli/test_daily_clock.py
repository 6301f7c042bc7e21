"""`uno daily` in real processes whose clock a test sets: midnight, time zones, a clock set back, and a whole try."""

import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.test_continue import environment
from tests.cli.test_daily import SAVED, hand

MIDNIGHT = int(datetime(2026, 12, 2, tzinfo=UTC).timestamp())
TURN = "draw\ntake\nkeep\n"
"""Lines that end a turn without playing a card; lines that do not apply are refused."""
ANY = "1\nred\nuno\ndraw\ntake\nkeep\n"
"""Lines that make some move at any turn; lines that do not apply are refused."""


class Machine:
    """One machine with a clock of its own, and the daily deals of its user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "clock"
        self.set(0)

    def set(self, seconds: float) -> None:
        """Set the clock to some seconds after midnight between 1 and 2 December 2026 in UTC; negative is before it."""
        self.file.write_text(str(MIDNIGHT + seconds - time.time()))

    def play(self, typed: str = f"{TURN}hand\nquit\n", zone: str = "UTC") -> list[str]:
        """Run `uno daily --plain` on some input, and return what it printed, errors too."""
        ran = subprocess.run(
            [sys.executable, "-m", "tests.clocked", str(self.file), "daily", "--plain"],
            input=typed, capture_output=True, text=True, timeout=120, check=False,
            env={**environment(self.folder), "TZ": zone},
        )  # fmt: skip  # one call
        return [*ran.stdout.splitlines(), *ran.stderr.splitlines()]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_day_is_the_same_in_all_time_zones(tmp_path: Path) -> None:
    """A minute before and after midnight UTC are two days, also where the local date is another one."""
    hands = {}
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        for seconds in (-60, 60):
            folder = tmp_path / f"{zone.replace('/', '')}{seconds}"
            folder.mkdir()
            machine = Machine(folder)
            machine.set(seconds)
            hands[zone, seconds] = hand(machine.play(zone=zone))
    west, east = "America/Los_Angeles", "Pacific/Kiritimati"
    assert (hands[west, -60], hands[west, 60]) == (hands[east, -60], hands[east, 60])
    assert hands[west, -60] != hands[west, 60]


def test_a_try_goes_on_after_midnight(machine: Machine) -> None:
    """Begun at 23:59 and quit, it is the same try at 0:01, which ends with the day before; then comes the new deal."""
    machine.set(-60)
    before = machine.play()
    assert SAVED == before[-1]
    machine.set(60)
    after = machine.play("hand\n" + ANY * 60)
    assert hand(before) == next(line for line in after if "cards: " in line)
    assert any(line.startswith("UNO daily 2026-12-01: ") for line in after)
    new = machine.play()
    assert SAVED == new[-1]
    assert hand(before) != hand(new)


def test_a_clock_that_is_set_back_begins_no_second_try(machine: Machine) -> None:
    """A try begun while the clock was a day ahead continues once the clock is corrected; there is no second try."""
    machine.set(60)
    early = machine.play()
    machine.set(-60)
    assert hand(early) == hand(machine.play("hand\nquit\n"))
    machine.set(timedelta(days=40).total_seconds())
    assert hand(early) == hand(machine.play("hand\nquit\n"))
