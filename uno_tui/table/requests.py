"""The requests of one person at a table."""

from typing import Protocol

from uno_tui.game.actions import Action
from uno_tui.game.rules import Rules
from uno_tui.table.protocol import BotPace, TableView


class Handle(Protocol):
    """The requests of one person at a table. They return nothing; answers are sent to the listener."""

    @property
    def view(self) -> TableView:
        """The view as it is now."""

    def act(self, action: Action, version: int, request: int = 0) -> None:
        """Make a move. Calls, catches and jump-ins are refused only as illegal, never because the view was old."""

    def hint(self) -> None:
        """Ask for an expert bot's choice in this seat. The answer is a `Suggestion`, unless the match changes first.

        If no worker is available, or the person asks too often, it is a hard bot's choice.
        """

    def start(self) -> None:
        """Start the match; needs `Right.START`."""

    def rematch(self) -> None:
        """Start another match with the same seats; needs `Right.REMATCH`."""

    def autopilot(self, on: bool) -> None:
        """Let a medium bot play this seat, or give the seat back to the person; needs `Right.AUTOPILOT`."""

    def hurry(self) -> None:
        """Let the bots play without waiting until this person's next turn or the round's end; needs `Right.HURRY`."""

    def set_pace(self, pace: BotPace) -> None:
        """Set the speed of the bots, which applies while this is the only person with a seat."""

    def chat(self, text: str) -> None:
        """Send a message to the table."""

    def mute(self, name: str | None, on: bool) -> None:
        """Hide the chat of the person of that name from this one, or show it again; None means all chat at this table.

        A mute by name holds at every table and in the lobby, also after coming back.
        """

    def kick(self, seat: int) -> None:
        """Send away the person or bot in the given seat; needs `Right.KICK`."""

    def readmit(self, name: str) -> None:
        """Allow people with the given name, who were sent away, to return; needs `Right.KICK`."""

    def sit(self, seat: int) -> None:
        """Take the given seat; needs `Right.SIT`."""

    def pass_host(self, seat: int) -> None:
        """Make the person in the given seat the host; needs `Right.HOST`."""

    def choose_partner(self, seat: int) -> None:
        """Make the player in the given seat, or who will take it, this person's partner; needs `Right.PARTNER`."""

    def change_rules(self, rules: Rules) -> None:
        """Set the rules of the next match; needs `Right.RULES`."""

    def leave(self) -> None:
        """Give up the seat or stop watching. The listener gets `Closed` as its last message."""

    def drop(self) -> None:
        """Report a lost connection: the person's seat is reserved, and the person is sent nothing more."""
