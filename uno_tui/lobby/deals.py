"""The daily deals of a server, as the visits of its people use them."""

from uno_tui.daily import DailyPage, NoReplayError
from uno_tui.game.record import Record
from uno_tui.i18n import Sentence
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Listener
from uno_tui.table.requests import Handle


class Deals:
    """The daily deals of a server that offers none; a server that does has a subclass."""

    async def enter(self, user: User, listener: Listener) -> Handle:  # noqa: ARG002  # nobody can
        """Seat a person at the deal of the day, or at the table of a try that is not over.

        Raises:
            EntryError: No deal is offered, this person's try is over, or they are in a match at another table.
        """
        raise EntryError(EntryProblem.NO_DAILY)

    async def page(self, user: User) -> DailyPage | None:  # noqa: ARG002  # nothing is known
        """Return the board of the day and a person's own tries; None if no deal is offered."""
        return None

    async def best(self, user: User) -> Record:  # noqa: ARG002  # the same
        """Return the record of the day's best try.

        Raises:
            NoReplayError: There is none, or the person's own try is not over.
        """
        raise NoReplayError(Sentence("There is no daily deal on this server."))
