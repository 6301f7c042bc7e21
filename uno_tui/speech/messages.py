"""Sentences of a table's notes and chat, of notices to one person, and of endings."""

from typing import Final

from uno_tui.i18n import Words, mark
from uno_tui.speech.voice import Sentences, Voice
from uno_tui.table.protocol import Chat, Closed, Ending, Happening, Notice, NoticeKind, TableNote

_UNSTORED: Final = mark("The game cannot be saved right now. You can play on, but it will be lost if the server stops.")
_STORED: Final = mark("Saving works again; the game is safe.")
_WAITING: Final = mark("Storing ... The table waits, and its clocks are stopped.")
_PLAYS_AS: Final = mark("{name} plays as a hard bot for now, without thinking ahead")
_PLAYS_FULLY: Final = mark("{name} thinks ahead again, as an expert")
_GOES_ON: Final = mark("Everything is stored; the game continues.")
# Translators: something that happened at the table, in the log without a full stop; {name} and {other} are names.
_NOTES: Final = {
    Happening.SAT: Sentences(mark("You sat down"), mark("{name} sat down")),
    Happening.LEFT: Sentences(mark("You left the table"), mark("{name} left the table")),
    Happening.AWAY: Sentences(
        mark("You lost the connection; your seat is held"), mark("{name} lost the connection; the seat is held")
    ),
    Happening.BACK: Sentences(mark("You are back"), mark("{name} is back")),
    Happening.AUTOPILOT_ON: Sentences(mark("A bot is playing for you"), mark("A bot is playing for {name}")),
    Happening.AUTOPILOT_OFF: Sentences(mark("You are playing for yourself again"), mark("{name} is playing again")),
    Happening.HOST: Sentences(mark("You are the host"), mark("{name} is the host")),
    Happening.KICKED: Sentences(
        mark("You removed {other}"), mark("{name} removed {other}"), mark("{name} removed you")
    ),
    Happening.PARTNER: Sentences(
        mark("You chose {other} as your partner"),
        mark("{name} chose {other} as partner"),
        mark("{name} chose you as partner"),
    ),
    Happening.READMITTED: Sentences(
        mark("You let {other} return"), mark("{name} let {other} return"), mark("{name} let you return")
    ),
    Happening.TIMEOUT: Sentences(
        mark("Time's up: a move was made for you"), mark("Time's up: a move was made for {name}")
    ),
    Happening.PLAYS_AS: Sentences(_PLAYS_AS, _PLAYS_AS),
    Happening.PLAYS_FULLY: Sentences(_PLAYS_FULLY, _PLAYS_FULLY),
    Happening.UNSTORED: Sentences(_UNSTORED, _UNSTORED),
    Happening.STORED: Sentences(_STORED, _STORED),
    Happening.WAITING: Sentences(_WAITING, _WAITING),
    Happening.GOES_ON: Sentences(_GOES_ON, _GOES_ON),
    Happening.RULES: Sentences(mark("You changed the rules"), mark("{name} changed the rules")),
}
# Translators: a message to one person, from the server or in answer to a request; in one line.
_NOTICES: Final = {
    NoticeKind.SERVER_STOPS: mark("The server is shutting down. Goodbye!"),
    NoticeKind.ANNOUNCEMENT: mark("The operator says: {detail}"),
    NoticeKind.DRAINS: mark("The server will close soon: matches can be finished, but no new tables are opened."),
    NoticeKind.STAYS_OPEN: mark("The server stays open after all: new tables can be opened again."),
    NoticeKind.IDLE: mark("Still there? Press a key within {detail} s or you will be disconnected."),
    NoticeKind.SILENCED: mark("An operator has muted you; your message was not sent."),
    NoticeKind.TAKEN_OVER: mark("You connected from somewhere else; this session is closed."),
    NoticeKind.NOT_ALLOWED: mark("You can't do that here."),
    NoticeKind.CHAT_LIMITED: mark("Slow down: too many messages at once. That one was not sent."),
    NoticeKind.CHAT_CUT: mark("Your message was too long and was cut."),
    NoticeKind.SEAT_TAKEN: mark("That seat is not available."),
    NoticeKind.RESULT: mark(
        "While you were away, the match at table {code} ended: place {place} of {seats}; {winner} won."
    ),
    NoticeKind.OPENED: mark("You opened table {detail}; others join it by this code."),
    NoticeKind.RESUME: mark("{detail} brings you back, also from another computer."),
    NoticeKind.MUTED: mark("{name}'s messages are hidden."),
    NoticeKind.UNMUTED: mark("{name}'s messages are shown again."),
    NoticeKind.ALL_MUTED: mark("All chat is hidden."),
    NoticeKind.ALL_UNMUTED: mark("Chat is shown again."),
    NoticeKind.NOBODY: mark("Nobody here has that name."),
    NoticeKind.MISNAMED: mark("Nobody here has that name. Did you mean {detail}?"),
    NoticeKind.TOO_FEW: mark("There are too few players to start the match."),
    NoticeKind.NO_TEAMS: mark("Teams need 4, 6, 8 or 10 players."),
    NoticeKind.TOO_MANY_CARDS: mark("The deck has too few cards for so many players and so many cards each."),
    NoticeKind.OTHER_VERSION: mark("This table cannot continue: another version of UNO has played it."),
    NoticeKind.BROKEN: mark("This table cannot continue because of an error in UNO."),
    NoticeKind.WAITING: mark("Nothing can be stored right now; all tables wait until it can."),
    NoticeKind.GOES_ON: mark("Everything is stored; all tables continue."),
}
# Translators: a message to one person, from the server or in answer to a request; in one line.
_RESULT_WON: Final = mark("While you were away, you won the match at table {code}.")
# Translators: why a person is no longer at the table.
_IDLE_IN_LINES: Final = mark("Still there? Press Enter within {detail} s or you will be disconnected.")
_ENDINGS: Final = {
    Ending.LEFT: mark("You left the table."),
    Ending.KICKED: mark("The host removed you from the table."),
    Ending.TAKEN_OVER: mark("You took this seat over from another session."),
    Ending.TABLE_CLOSED: mark("The table was closed."),
    Ending.SERVER_STOPPED: mark("The server is shutting down."),
    Ending.HOST_ENDED: mark("The host has ended the evening. Thanks for playing!"),
    Ending.IDLE: mark("You were disconnected for inactivity."),
    Ending.REMOVED: mark("An operator ended your session."),
    Ending.BANNED: mark("An operator has banned you from this server."),
    Ending.FAILED: mark("Something went wrong, and your session has ended."),
}


_KEEPS_SEAT: Final = frozenset({Ending.SERVER_STOPPED, Ending.IDLE, Ending.FAILED})
"""Endings after which a person can come back to their seat, if they have one."""


def note_sentence(voice: Voice, note: TableNote) -> str:
    """Return the sentence for a table note, for example that somebody sat down."""
    sentences = _NOTES[note.happening]
    mine = None if voice.you is None else voice.name(voice.you)
    message = (
        sentences.you
        if note.name == mine
        else sentences.to_you
        if sentences.to_you and note.other == mine
        else sentences.other
    )
    return voice.words(message, name=note.name, other=note.other)


def chat_line(voice: Voice, chat: Chat) -> str:
    """Return the line of a chat message: name and text."""
    if voice.words.aloud:  # a name and a colon sound like scores
        # Translators: a chat message, read aloud.
        return voice.words("{name} says: {text}", name=chat.name, text=chat.text)
    return voice.words("{name}: {text}", name=chat.name, text=chat.text)


# Translators: a message and its detail, such as a result.
def notice_sentence(voice: Voice, notice: Notice) -> str:
    """Return the sentence for a notice, including its detail if there is one."""
    if notice.kind is NoticeKind.IDLE and voice.words.aloud:  # in lines a key alone may not be sent
        return voice.words(_IDLE_IN_LINES, detail=notice.detail)
    if notice.kind in (NoticeKind.MUTED, NoticeKind.UNMUTED):
        return voice.words(_NOTICES[notice.kind], name=notice.detail)
    if notice.kind is NoticeKind.RESULT:
        return _result_sentence(voice, notice.detail)
    if "{detail}" in _NOTICES[notice.kind]:
        return voice.words(_NOTICES[notice.kind], detail=notice.detail).strip()
    sentence = voice.words(_NOTICES[notice.kind])
    return voice.words("{sentence} ({detail})", sentence=sentence, detail=notice.detail) if notice.detail else sentence


def _result_sentence(voice: Voice, result: str) -> str:
    """Return the sentence for a result in the form of `Result.text`."""
    code, _, rest = result.partition(" ")
    placed, _, winner = rest.partition(" ")
    place, _, seats = placed.partition("/")
    message = _RESULT_WON if place == "1" else _NOTICES[NoticeKind.RESULT]
    return voice.words(message, code=code, place=place, seats=seats, winner=winner)


def ending_sentence(voice: Voice, ending: Closed | Ending, *, seated: bool = False) -> str:
    """Return the reason for a session's end; with `seated`, also that the seat is reserved, if it is."""
    reason = ending.reason if isinstance(ending, Closed) else ending
    sentence = voice.words(_ENDINGS[reason])
    if seated and reason in _KEEPS_SEAT:
        return voice.words("{sentence} Your seat is held for a while.", sentence=sentence)
    return sentence


# Translators: above the command line with which others join the table.
def invitation_lines(words: Words, ssh_command: str, code: str) -> tuple[str, ...]:
    """Return the lines that tell others how to join a server's table; empty without a command line or a code."""
    if not ssh_command or not code:
        return ()
    return words("To join this table, others type:"), "", f"  {ssh_command} join {code}"
