"""Bots: functions that choose an action for a seat from its view and random numbers alone.

A bot is a pure function: the same view and the same random numbers give the same choice. It chooses among the view's
legal actions, whatever the rules are, so no house rule can stop it.
"""

from collections.abc import Mapping
from typing import Final

from uno_tui.bots.easy import easy
from uno_tui.bots.fair import fair
from uno_tui.bots.sharp import sharp
from uno_tui.game.guess.bot import Bot

__all__ = ["LEVELS", "NAMES", "Bot", "easy", "fair", "sharp"]

NAMES: Final = ("Ada", "Bran", "Cleo", "Dato", "Etta", "Finn", "Gita", "Hugo", "Iris", "Juno", "Kofi", "Lena")
"""Names of bots, in the order in which they take seats."""

LEVELS: Final[Mapping[str, Bot]] = {"easy": easy, "fair": fair, "sharp": sharp}
"""The bots by name of their level, weakest first."""
