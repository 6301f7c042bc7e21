"""The hard bot's weights, in rounds won.

They began as a fit to playouts (tests/bench/fit_hard.py). A search like that of tests/bench/fit_rollout.py, also with a
copy of the engine and the bot in C that is not kept, then improved them by rounds between two players, and among three
and four, against the rollout policy, the weights themselves, the weights that they began as, and between two a player
like rlcard's rule agent.
`points` was set by hand to 0.04 between two and 0.05 among more, which costs hardly a round won and saves points.
"""

from typing import Final

from uno_tui.bots.features import Features

DUEL: Final = Features(
    played=0.1736,
    double=0.0299,
    given=-0.0147,
    taken=-0.2510,
    follow=0.1734,
    same_rank=-0.2509,
    colors=-0.4871,
    answer=0.0611,
    wilds_left=0.2223,
    one_left=0.1987,
    last_wild=0.1272,
    wild=-0.1806,
    four=-0.1488,
    wild_late=0.1075,
    four_late=0.2242,
    bluff=-0.1352,
    points=0.0400,
    action=0.0763,
    stop_next=0.1626,
    again=0.0321,
    stuck=0.1914,
    stuck_late=0.0902,
    gain=0.3676,
    color_out=-0.1381,
    points_late=0.1041,
    color_size=-0.0949,
    two_left=0.1476,
    three_left=0.0669,
    short=0.1879,
    sure_two=0.3567,
    sure_three=0.0816,
    wild_full=0.0712,
    four_full=-0.0742,
    last_fits=0.2256,
    race=0.0655,
)
"""Weights between two players."""

TABLE: Final = Features(
    played=0.2142,
    double=0.1672,
    given=-0.0831,
    taken=-0.1488,
    follow=0.0899,
    same_rank=0.0386,
    colors=-0.0739,
    answer=0.0698,
    wilds_left=0.1667,
    one_left=0.2380,
    last_wild=0.7611,
    wild=-0.1832,
    four=-0.3112,
    wild_late=0.0098,
    four_late=0.1606,
    bluff=-0.1347,
    points=0.0500,
    action=0.0297,
    stop_next=0.2105,
    again=0.1812,
    stuck=0.1139,
    stuck_late=0.0502,
    gain=0.3603,
    color_out=-0.4138,
    points_late=0.0477,
    color_size=0.1159,
    two_left=0.1268,
    three_left=0.0814,
    short=0.4563,
    sure_two=0.1711,
    sure_three=0.1352,
    wild_full=-0.1132,
    four_full=0.0218,
    last_fits=0.2235,
    race=0.0719,
)
"""Weights among three or more players."""
