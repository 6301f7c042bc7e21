"""The tests; their folders follow those of the program."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
"""The checkout."""
