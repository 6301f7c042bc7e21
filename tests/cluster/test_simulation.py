"""Many doors and faults on a simulated clock."""

import pytest

from tests.cluster.simulation import simulate


@pytest.mark.parametrize("seed", [1, 2])
def test_a_minute_of_twelve_doors(seed: int) -> None:
    """Doors die, are cut off and lose news and answers, and nobody loses a seat or is shown what is not stored."""
    world = simulate(seed, doors=12, people=240, tables=70, seconds=60)
    assert [] == world.faults
    assert world.figures[0] > 4000
