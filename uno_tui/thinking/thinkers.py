"""The interface of whatever thinks for the expert bots of a program."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from uno_tui.game.actions import Action
from uno_tui.game.view import PlayerView


class Thought(NamedTuple):
    """What a bot has chosen."""

    action: Action | None
    """The chosen action; None for no action now."""


Answered = Callable[[Thought | None], object]
"""Receives the bot's choice, or None if the worker died, was too slow or failed."""


class Thinking(Protocol):
    """A choice that is asked for and not answered yet."""

    def cancel(self) -> None:
        """Give the choice up: it is not answered any more."""


class Thinkers(Protocol):
    """Lets bots choose without blocking the event loop. A choice depends on level, view and digest alone."""

    def prepare(self) -> None:
        """Get ready, because somebody will probably ask soon."""

    def ask(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> Thinking | None:
        """Ask for the choice of a bot; `answered` is called later, unless the choice is canceled.

        None, and no answer, if nobody can think now. `digest` determines the bot's random numbers.
        """

    async def close(self) -> None:
        """End all thinking; afterwards nobody can think."""


class NoThinkers:
    """Nobody thinks: every expert bot plays as its stand-in."""

    def prepare(self) -> None:
        """Do nothing."""

    def ask(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> None:
        """Return None."""

    async def close(self) -> None:
        """Do nothing."""
