"""Bots: choose for a seat from its view and a random source, nothing else.

A bot's function is pure: the same view and the same numbers give the same choice. It chooses among the view's legal
actions whatever the rules are, and weighs what is listed, so a rule it has never heard of cannot make it stop.
"""

from collections.abc import Mapping
from typing import Final

from uno_tui.bots.easy import easy
from uno_tui.bots.fair import fair
from uno_tui.bots.sharp import sharp
from uno_tui.game.guess.bot import Bot

__all__ = ["LEVELS", "NAMES", "Bot", "easy", "fair", "sharp"]

NAMES: Final = ("Ada", "Bran", "Cleo", "Dato", "Etta", "Finn", "Gita", "Hugo", "Iris", "Juno", "Kofi", "Lena")
"""What bots are called, in the order they sit down."""

LEVELS: Final[Mapping[str, Bot]] = {"easy": easy, "fair": fair, "sharp": sharp}
"""The bots by level, weakest first."""
