"""The sharp bot's weights, of the features in sight.py in order; fitted by tests/bench/fit_sharp.py."""

from typing import Final

DUEL: Final = (
    -0.0061, -0.0309, -0.0385, -0.1712, 0.1245, -0.0564, -0.2294, 0.0490, 0.0799, 0.0001, 0.0842, -0.0543,
    -0.1051, 0.1256, 0.1706, 0.0413, 0.0061, -0.0322, 0.1439, 0.0689, 0.0539, 0.1891, 0.1092, 0.0242,
    0.0017, -0.0757, 0.0141, 0.0105, 0.1265, 0.2048, 0.0902, 0.0629, 0.0300, 0.1604, -0.0066,
)  # fmt: skip
"""Between two players."""

TABLE: Final = (
    0.0664, 0.0003, -0.0292, -0.0290, 0.0443, -0.0203, -0.0135, 0.0440, 0.0183, 0.0413, 0.6241, -0.0713,
    -0.1640, 0.1144, 0.1210, 0.0227, 0.0700, 0.0144, 0.0796, 0.0775, 0.0813, 0.0035, 0.1145, -0.2041,
    -0.0198, 0.0085, 0.0403, 0.0089, 0.3164, 0.2524, 0.1554, -0.0208, 0.0770, 0.1645, -0.0284,
)  # fmt: skip
"""Between three and more; `points` is 0.09 more than was fitted, `wild` and `four` 0.04 more.

Playouts tell what one choice costs if one goes on by habit, which sheds high cards and wilds sooner; who does not is
caught with them. So the others win fewer points, for hardly fewer rounds won.
"""
