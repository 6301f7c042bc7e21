"""Why something was refused or is wrong, in one sentence each: actions, rules, table options, records."""

from collections.abc import Sequence
from typing import Final

from uno_tui.game.cards import Color
from uno_tui.game.errors import Reason, RulesError, Why
from uno_tui.game.verify import Fault, RecordError
from uno_tui.i18n import Plural, Words, mark, mark_n
from uno_tui.speech.cards import card_name, card_short, color_name
from uno_tui.speech.voice import Voice
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.protocol import Refused

_REFUSALS: Final[dict[Reason, str | Plural]] = {
    Reason.NOT_SEATED: mark("You are not in this round."),
    Reason.ROUND_OVER: mark("The round is over; the next dealer deals."),
    Reason.MATCH_OVER: mark("The match is over."),
    Reason.NOT_DEALER: mark("It is {name} who deals the next round."),
    Reason.ROUND_GOING: mark("The round is still going on; there is nothing to deal."),
    Reason.NOT_YOUR_TURN: mark("It is not your turn; {name} is on turn."),
    Reason.NOT_HELD: mark("You do not hold enough of that: {card}."),
    Reason.NO_MATCH: mark("{card} does not match: the color in force is {color}, the top card {other}."),
    Reason.FOUR_MATCH: mark("Wild Draw Four: you hold a matching card, {other_short}."),
    Reason.FOUR_COLOR: mark("Wild Draw Four: you hold the color in force, {other_short}."),
    Reason.COLOR_MISSING: mark("{card}: name a color."),
    Reason.COLOR_GIVEN: mark("{card}: no color is named with it."),
    Reason.SWAP_MISSING: mark("{card}: say whose hand you want."),
    Reason.SWAP_GIVEN: mark("{card}: there is no swapping hands with that seat."),
    Reason.PENALTY_OPEN: mark_n(
        "A penalty of {count} card is open; answer it first.", "A penalty of {count} cards is open; answer it first."
    ),
    Reason.NO_STACK: mark("{card} does not stack on {other}."),
    Reason.NO_PENALTY: mark("There is no penalty to take."),
    Reason.NO_CHALLENGE: mark("There is no Wild Draw Four to challenge."),
    Reason.COLOR_OWED: mark("Name the first color first."),
    Reason.NO_COLOR_OWED: mark("There is no color to name now."),
    Reason.ONLY_DRAWN: mark("Only the card you drew may be played now: {card}."),
    Reason.ALREADY_DREW: mark("You have drawn; play {card} or keep it."),
    Reason.NOTHING_DRAWN: mark("You have drawn no card to keep."),
    Reason.MUST_PLAY: mark("You may not draw while you can play, such as {other}."),
    Reason.NO_DOUBLES: mark("{card}: no doubles of this here."),
    Reason.NO_JUMP_IN: mark("These rules have no jump-in."),
    Reason.JUMP_TURN: mark("You are on turn; just play."),
    Reason.JUMP_CARD: mark("To jump in you need the same card as the top card, {other}."),
    Reason.JUMP_CLOSED: mark("Nobody may jump in while a penalty or a color is open."),
    Reason.NO_CALL_DUE: mark("There is no UNO call due."),
    Reason.NO_CATCH: mark("{name} owes no UNO call."),
    Reason.CATCH_SELF: mark("You cannot catch yourself; call UNO instead."),
}
_TOO_LATE: Final = mark("Too late: the table has moved on.")
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

_PROBLEMS_WITHOUT_DETAIL: Final = {
    EntryProblem.BAD_CODE: mark("Say which table by its code: 3 to 12 letters or digits."),
    EntryProblem.NO_GUEST: mark("Say the code that was shown to you: resume CODE."),
}
"""Sentences for an entry error without a detail."""
_FAULTS: Final = {
    Fault.NO_RECORD: mark("This is not the record of a match."),
    Fault.VERSION: mark("This record is of a version that this program does not read."),
    Fault.LINE: mark("This is not what should stand here."),
    Fault.RULES: mark("These rules do not exist, or do not fit so many players."),
    Fault.MOVE: mark("This is no action."),
    Fault.ILLEGAL: mark("This action is not legal. {why}"),
    Fault.CUT: mark("The record ends here, before the match does."),
    Fault.SEED: mark("The seed is not the one whose hash was told before the deal."),
    Fault.RESULT: mark("The actions do not lead to this result."),
    Fault.CHECK: mark("The record is not as it was written."),
}


def refusal_sentence(voice: Voice, why: Why) -> str:
    """Return the sentence of a refusal; it names only what the refused seat may see."""
    words = voice.words
    named = {
        "card": "" if why.card is None else card_name(words, why.card),
        "other": "" if why.other is None else card_name(words, why.other),
        "other_short": "" if why.other is None else card_short(why.other),
        "color": "" if why.color is None else color_name(words, Color(why.color)),
        "name": "" if why.seat is None else voice.name(why.seat),
    }
    message = _REFUSALS[why.reason]
    if isinstance(message, tuple):
        return words.n(*message, why.count or 0, **named)
    return words(message, **named)


def refused_sentence(voice: Voice, refused: Refused) -> str:
    """Return the sentence of a refused request."""
    return voice.words(_TOO_LATE) if refused.why is None else refusal_sentence(voice, refused.why)


def rules_error_sentence(words: Words, error: RulesError) -> str:
    """Return the sentence of a `RulesError`."""
    hint = words(" (did you mean {near}?)", near=error.near) if error.near else ""
    return words(error.message, **{**error.named, "hint": hint})


def entry_error_detail(words: Words, error: EntryError) -> str:
    """Return what an entry error is about: a code, or why the table's options are not possible."""
    cause = error.__cause__
    return rules_error_sentence(words, cause) if isinstance(cause, RulesError) else error.detail


def entry_error_sentence(words: Words, error: EntryError) -> str:
    """Return the sentence of an entry error."""
    if error.problem in _PROBLEMS_WITHOUT_DETAIL and not error.detail:
        return words(_PROBLEMS_WITHOUT_DETAIL[error.problem])
    return words(_PROBLEMS[error.problem], detail=entry_error_detail(words, error))


def fault_sentence(words: Words, error: RecordError, names: Sequence[str] = ()) -> str:
    """Return the number of the faulty line of a record, and the fault; `names` are the players by seat."""
    why = "" if error.why is None else refusal_sentence(Voice(words, names), error.why)
    return words("Line {line}: {reason}", line=error.line, reason=words(_FAULTS[error.fault], why=why).strip())
