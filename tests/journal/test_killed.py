"""Processes killed with SIGKILL during play: the journal has everything that anybody saw.

`python -m tests.bench.kills` does the same a hundred times.
"""

import shutil
from pathlib import Path
from random import Random

import asyncssh
import pytest

from tests.journal.killed import killed_while_playing, missing
from tests.journal.killed_screens import NAMES, killed_with_screens, stored_counts
from tests.journals import StoredHouse

LIVES = 6
LIVES_WITH_SCREENS = 2


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_every_view_that_was_shown_is_stored(tmp_path: Path) -> None:
    """The last view of each person at the moment of the kill is a state of the stored match.

    The next process restores the table, and everybody continues on their seat.
    """
    chance = Random("killed")
    folder = tmp_path / "lives"
    newest = 0
    for life in range(LIVES):
        last = killed_while_playing(folder, chance.randrange(100, 300), Random(f"life {life}"))
        shutil.copytree(folder, tmp_path / "copy")
        house = StoredHouse(tmp_path / "copy")
        assert ["FAM"] == [key.code for key in house.journal.log.tables()]
        assert [] == missing(house, last)
        oldest, newest = newest, max(seen.version for seen in last.values())
        assert oldest <= newest
        house.journal.close()
        shutil.rmtree(tmp_path / "copy")
    assert newest > 20 * LIVES


async def test_everything_on_a_screen_is_stored(tmp_path: Path) -> None:
    """When the server is killed, all terminals show a state of the stored match, and play continues from it."""
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in NAMES}
    for life in range(LIVES_WITH_SCREENS):
        shown = await killed_with_screens(tmp_path, keys, Random(f"screens {life}"))
        counts = stored_counts(tmp_path / "data")
        assert dict.fromkeys(NAMES, True) == {name: shown[name] in counts for name in NAMES}
