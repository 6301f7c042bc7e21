"""Why the lobby could not do what was asked, in one line each."""

from typing import Final

from uno_tui.i18n import Words, mark
from uno_tui.speech.rules import entry_error_detail
from uno_tui.table.options import EntryError, EntryProblem

_PROBLEMS: Final = {
    EntryProblem.BAD_CODE: mark("{detail} is no table code: a code is 3 to 12 letters or digits."),
    EntryProblem.BAD_OPTION: mark("The table cannot be opened like that: {detail}."),
    EntryProblem.NO_TABLE: mark("There is no table {detail}."),
    EntryProblem.CODE_TAKEN: mark("There is a table {detail} already."),
    EntryProblem.FULL: mark("Table {detail} is full."),
    EntryProblem.NO_WATCHING: mark("Nobody may watch table {detail}."),
    EntryProblem.SENT_AWAY: mark("The host of table {detail} has sent you away."),
    EntryProblem.SEATED_ELSEWHERE: mark("You have a seat at table {detail}: play there, or leave it first."),
    EntryProblem.TOO_MANY_TABLES: mark("There are too many tables open; join one of them."),
    EntryProblem.NO_GUEST: mark("Nobody was given the code {detail}."),
    EntryProblem.STOPPING: mark("The server is stopping."),
}

_UNSAID: Final = {
    EntryProblem.BAD_CODE: mark("Say which table by its code: 3 to 12 letters or digits."),
    EntryProblem.NO_GUEST: mark("Say the code that was shown to you: resume CODE."),
}
"""What is said instead where nothing was named."""


def entry_error_sentence(words: Words, error: EntryError) -> str:
    """The sentence of a trouble with the lobby."""
    if error.problem in _UNSAID and not error.detail:
        return words(_UNSAID[error.problem])
    return words(_PROBLEMS[error.problem], detail=entry_error_detail(words, error))
