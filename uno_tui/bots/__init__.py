"""Bots: functions that choose an action for a seat from its view and random numbers alone.

A bot is a pure function: the same view and the same random numbers give the same choice. It chooses among the view's
legal actions, whatever the rules are, so no house rule can stop it.
"""

from collections.abc import Mapping
from typing import Final

from uno_tui.bots.easy import easy
from uno_tui.bots.expert import expert
from uno_tui.bots.hard import hard
from uno_tui.bots.medium import medium
from uno_tui.game.guess.bot import Bot

__all__ = ["LEVELS", "NAMES", "STAND_INS", "Bot", "easy", "expert", "hard", "medium"]

NAMES: Final = ("Ada", "Bran", "Cleo", "Dato", "Etta", "Finn", "Gita", "Hugo", "Iris", "Juno", "Kofi", "Lena")
"""Names of bots, in the order in which they take seats."""

LEVELS: Final[Mapping[str, Bot]] = {"easy": easy, "medium": medium, "hard": hard, "expert": expert}
"""The bots by level name, weakest first."""

STAND_INS: Final[Mapping[str, str]] = {"expert": "hard"}
"""By level of a bot that thinks too long for an event loop: the level that plays while nobody can think for it."""

_OLD_NAMES: Final = {"fair": "medium", "sharp": "hard"}
"""By bot level name of version 0.1.0, which commands and stored tables may still use: the name of today."""


def current_level(name: str) -> str:
    """Return today's name of a bot level of an older version; return any other word unchanged."""
    return _OLD_NAMES.get(name, name)
