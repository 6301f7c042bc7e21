"""The sharp bot's weights, of the features in sight.py in order; fitted by tests/bench/fit_sharp.py."""

from typing import Final

DUEL: Final = (0.0,) * 27
"""Between two players."""

TABLE: Final = DUEL
"""Between three and more."""
