"""The question before a host closes a table for everybody."""

from uno_tui.i18n import Words
from uno_tui.table.protocol import Sitter, TableView


def seated_others(view: TableView) -> int:
    """Return the number of people with a seat other than this person."""
    return sum(seat.sitter is Sitter.HUMAN for place, seat in enumerate(view.seats) if place != view.you)


def closing_question(words: Words, view: TableView) -> tuple[str, str]:
    """Return the question whether to close the table, including what that means for everybody else at the table."""
    if not (others := seated_others(view) + view.watchers):
        return words("Close the table?"), words("Nobody can join it any more.")
    question = words.n("End the game for you and {count} other?", "End the game for you and {count} others?", others)
    return question, words("The table is closed for everyone.")
