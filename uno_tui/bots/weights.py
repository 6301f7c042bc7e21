"""The sharp bot's weights, of the features in sight.py in order; fitted by tests/bench/fit_sharp.py."""

from typing import Final

DUEL: Final = (
    0.0371, -0.0111, 0.0204, -0.1392, 0.0925, -0.0886, -0.1924, 0.0354, 0.0452, 0.0967, 0.0179, -0.1147, -0.2367,
    -0.1877, 0.0778, 0.0134, -0.0542, -0.0171, 0.2111, 0.0417, 0.0250, 0.2707, 0.1299, -0.1391, 0.0637, 0.0778,
    -0.0133,
)  # fmt: skip
"""Between two players."""

TABLE: Final = DUEL
"""Between three and more."""
