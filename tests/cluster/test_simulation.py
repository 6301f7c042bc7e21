"""Many doors and faults on a simulated clock."""

import pytest

from tests.cluster.simulation import simulate


@pytest.mark.parametrize(("seed", "lost_news"), [(1, 0.02), (2, 0.2)])
def test_a_minute_of_twelve_doors(seed: int, lost_news: float) -> None:
    """Doors die, are cut off and lose news and answers, and the brokers what they have only in memory.

    Nobody loses a seat or is shown what is not stored, and play stands still at no table whose shard has a runner; each
    shard has one within seconds. Once every fifth message of news is lost.
    """
    world = simulate(seed, doors=12, people=120, tables=36, seconds=60, lost_news=lost_news)
    assert [] == world.faults
    assert world.figures[0] > 2000
