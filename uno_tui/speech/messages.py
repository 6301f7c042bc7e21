"""Sentences of a table's notes and chat, of notices to one person, and of endings."""

from typing import Final

from uno_tui.i18n import mark
from uno_tui.speech.voice import Sentences, Voice
from uno_tui.table.protocol import Chat, Closed, Ending, Happening, Notice, NoticeKind, TableNote

_UNSTORED: Final = mark("The game cannot be stored now. Play goes on, but would be lost if the server stopped.")
_STORED: Final = mark("The game is stored again.")
_NOTES: Final = {
    Happening.SAT: Sentences(mark("You sat down"), mark("{name} sat down")),
    Happening.LEFT: Sentences(mark("You left the table"), mark("{name} left the table")),
    Happening.AWAY: Sentences(mark("Your line dropped; the seat is kept"), mark("{name} is away; the seat is kept")),
    Happening.BACK: Sentences(mark("You are back"), mark("{name} is back")),
    Happening.AUTOPILOT_ON: Sentences(mark("A bot plays for you"), mark("A bot plays for {name}")),
    Happening.AUTOPILOT_OFF: Sentences(mark("You play for yourself again"), mark("{name} plays without a bot again")),
    Happening.HOST: Sentences(mark("You are the host"), mark("{name} is the host")),
    Happening.KICKED: Sentences(
        mark("You sent {other} away"), mark("{name} sent {other} away"), mark("{name} sent you away")
    ),
    Happening.TIMEOUT: Sentences(
        mark("Time is up: the clock played for you"), mark("Time is up: the clock played for {name}")
    ),
    Happening.UNSTORED: Sentences(_UNSTORED, _UNSTORED),
    Happening.STORED: Sentences(_STORED, _STORED),
    Happening.RULES: Sentences(mark("You changed the rules"), mark("{name} changed the rules")),
}
_NOTICES: Final = {
    NoticeKind.SERVER_STOPS: mark("The server is stopping. Goodbye!"),
    NoticeKind.ANNOUNCEMENT: mark("The operator says: {detail}"),
    NoticeKind.IDLE: mark("Are you there? This session ends in {detail} seconds unless you press a key."),
    NoticeKind.SILENCED: mark("An operator has muted you; that was not sent."),
    NoticeKind.TAKEN_OVER: mark("You came in from elsewhere; this session is closed."),
    NoticeKind.NOT_ALLOWED: mark("You may not do that here."),
    NoticeKind.CHAT_LIMITED: mark("Slow down: that was too much chat at once. It was not sent."),
    NoticeKind.CHAT_CUT: mark("That was too long; it was sent cut short."),
    NoticeKind.SEAT_TAKEN: mark("That seat cannot be taken."),
    NoticeKind.RESULT: mark("A match ended without you."),
    NoticeKind.RESUME: mark("This code brings you back from anywhere, by resume CODE."),
    NoticeKind.MUTED: mark("What {name} says is not shown any more."),
    NoticeKind.UNMUTED: mark("What {name} says is shown again."),
    NoticeKind.ALL_MUTED: mark("Nobody's chat is shown any more."),
    NoticeKind.ALL_UNMUTED: mark("Chat is shown again."),
    NoticeKind.NOBODY: mark("Nobody of that name is here."),
    NoticeKind.MISNAMED: mark("Nobody of that name is here. Did you mean {detail}?"),
    NoticeKind.TOO_FEW: mark("The match cannot start with so few players."),
    NoticeKind.TOO_MANY_CARDS: mark("So many players and so many cards each are too many for the deck."),
}
_ENDINGS: Final = {
    Ending.LEFT: mark("You left the table."),
    Ending.KICKED: mark("The host sent you away from the table."),
    Ending.TAKEN_OVER: mark("You went on with this seat elsewhere."),
    Ending.TABLE_CLOSED: mark("The table was closed."),
    Ending.SERVER_STOPPED: mark("The server stopped."),
    Ending.HOST_ENDED: mark("The host has ended the evening. Thank you for playing!"),
}


def note_sentence(voice: Voice, note: TableNote) -> str:
    """Return the sentence of a note, such as that somebody sat down."""
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
    return voice.words("{name}: {text}", name=chat.name, text=chat.text)


def notice_sentence(voice: Voice, notice: Notice) -> str:
    """Return the sentence of a notice, with its detail if it has one."""
    if notice.kind in (NoticeKind.MUTED, NoticeKind.UNMUTED):
        return voice.words(_NOTICES[notice.kind], name=notice.detail)
    if "{detail}" in _NOTICES[notice.kind]:
        return voice.words(_NOTICES[notice.kind], detail=notice.detail).strip()
    sentence = voice.words(_NOTICES[notice.kind])
    return voice.words("{sentence} ({detail})", sentence=sentence, detail=notice.detail) if notice.detail else sentence


def ending_sentence(voice: Voice, ending: Closed | Ending) -> str:
    """Return why a person's session at the table ended."""
    return voice.words(_ENDINGS[ending.reason if isinstance(ending, Closed) else ending])
