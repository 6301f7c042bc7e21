"""The question before a host closes a table for everybody."""

from uno_tui.i18n import Words
from uno_tui.table.protocol import Sitter, Stage, TableView


def seated_others(view: TableView) -> int:
    """Return the number of people with a seat other than this person."""
    return sum(seat.sitter is Sitter.HUMAN for place, seat in enumerate(view.seats) if place != view.you)


def closing_question(words: Words, view: TableView) -> tuple[str, str]:
    """Return the question whether to close the table, including what is lost, and for whom."""
    if not (others := seated_others(view) + view.watchers):
        if view.stage is Stage.PLAYING:
            return words("Close the table?"), words("The match ends unfinished, and nobody can join any more.")
        return words("Close the table?"), words("Nobody can join it any more.")
    question = words.n("End the game for you and {count} other?", "End the game for you and {count} others?", others)
    return question, words("The table is closed for everyone.")
