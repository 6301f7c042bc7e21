"""The hard bot's weights, in rounds won; fitted by tests/bench/fit_hard.py."""

from typing import Final

from uno_tui.bots.features import Features

DUEL: Final = Features(
    played=-0.0061,
    double=-0.0309,
    given=-0.0385,
    taken=-0.1712,
    follow=0.1245,
    same_rank=-0.0564,
    colors=-0.2294,
    answer=0.0490,
    wilds_left=0.0799,
    one_left=0.0001,
    last_wild=0.0842,
    wild=-0.0543,
    four=-0.1051,
    wild_late=0.1256,
    four_late=0.1706,
    bluff=0.0413,
    points=0.0061,
    action=-0.0322,
    stop_next=0.1439,
    again=0.0689,
    stuck=0.0539,
    stuck_late=0.1891,
    gain=0.1092,
    color_out=0.0242,
    points_late=0.0017,
    color_size=-0.0757,
    two_left=0.0141,
    three_left=0.0105,
    short=0.1265,
    sure_two=0.2048,
    sure_three=0.0902,
    wild_full=0.0629,
    four_full=0.0300,
    last_fits=0.1604,
    race=-0.0066,
)
"""Weights between two players."""

TABLE: Final = Features(
    played=0.0664,
    double=0.0003,
    given=-0.0292,
    taken=-0.0290,
    follow=0.0443,
    same_rank=-0.0203,
    colors=-0.0135,
    answer=0.0440,
    wilds_left=0.0183,
    one_left=0.0413,
    last_wild=0.6241,
    wild=-0.0713,
    four=-0.1640,
    wild_late=0.1144,
    four_late=0.1210,
    bluff=0.0227,
    points=0.0700,
    action=0.0144,
    stop_next=0.0796,
    again=0.0775,
    stuck=0.0813,
    stuck_late=0.0035,
    gain=0.1145,
    color_out=-0.2041,
    points_late=-0.0198,
    color_size=0.0085,
    two_left=0.0403,
    three_left=0.0089,
    short=0.3164,
    sure_two=0.2524,
    sure_three=0.1554,
    wild_full=-0.0208,
    four_full=0.0770,
    last_fits=0.1645,
    race=-0.0284,
)
"""Weights among three or more players.

`points` is 0.09, `wild` and `four` 0.04 more than was fitted: the rollout policy sheds high cards and wilds early, so
playouts underrate the cost of being caught with them. The change lowers the points that others win, at hardly any cost
in rounds won.
"""
