"""Why the lobby could not do what was asked, in one line each."""

from typing import Final

from uno_tui.i18n import Words, mark
from uno_tui.lobbyview import LobbyError, Trouble
from uno_tui.speech.rules import trouble_detail

_TROUBLES: Final = {
    Trouble.BAD_CODE: mark("{detail} is no table code: a code is 3 to 12 letters or digits."),
    Trouble.BAD_OPTION: mark("The table cannot be opened like that: {detail}."),
    Trouble.NO_TABLE: mark("There is no table {detail}."),
    Trouble.CODE_TAKEN: mark("There is a table {detail} already."),
    Trouble.FULL: mark("Table {detail} is full."),
    Trouble.NO_WATCHING: mark("Nobody may watch table {detail}."),
    Trouble.SENT_AWAY: mark("The host of table {detail} has sent you away."),
    Trouble.SEATED_ELSEWHERE: mark("You have a seat at table {detail}: play there, or leave it first."),
    Trouble.TOO_MANY_TABLES: mark("There are too many tables open; join one of them."),
    Trouble.NO_GUEST: mark("Nobody was given the code {detail}."),
    Trouble.STOPPING: mark("The server is stopping."),
}

_UNSAID: Final = {
    Trouble.BAD_CODE: mark("Say which table by its code: 3 to 12 letters or digits."),
    Trouble.NO_GUEST: mark("Say the code that was shown to you: resume CODE."),
}
"""What is said instead where nothing was named."""


def trouble_sentence(words: Words, error: LobbyError) -> str:
    """The sentence of a trouble with the lobby."""
    if error.trouble in _UNSAID and not error.detail:
        return words(_UNSAID[error.trouble])
    return words(_TROUBLES[error.trouble], detail=trouble_detail(words, error))
