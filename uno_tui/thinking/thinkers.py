"""The interface between a table and the workers that choose for its expert bots."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from uno_tui.game.actions import Action
from uno_tui.game.view import PlayerView


class Thought(NamedTuple):
    """A bot's choice, as a worker returned it."""

    action: Action | None
    """The chosen action; None if the bot does nothing now."""


Answered = Callable[[Thought | None], object]
"""Receives the bot's choice, or None if the worker died, was too slow or failed."""


class Thinking(Protocol):
    """A pending request for a bot's choice."""

    def cancel(self) -> None:
        """Cancel the request: its callback is never called."""


class Thinkers(Protocol):
    """Lets bots choose without blocking the event loop. A choice depends on level, view and digest alone."""

    def prepare(self) -> None:
        """Start a worker ahead of time, because a request will probably come soon."""

    def ask(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> Thinking | None:
        """Request a bot's choice; `answered` is called with it later, unless the request is canceled.

        Return None, and never call `answered`, if no worker is available. `digest` determines the bot's random numbers.
        """

    async def close(self) -> None:
        """Stop all workers; later requests return None."""


class NoThinkers:
    """Refuses every request, so that every expert bot plays as its stand-in."""

    def prepare(self) -> None:
        """Do nothing."""

    def ask(self, level: str, view: PlayerView, digest: bytes, answered: Answered) -> None:
        """Return None."""

    async def close(self) -> None:
        """Do nothing."""
