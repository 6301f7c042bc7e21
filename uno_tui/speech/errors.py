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

# Translators: why an action is refused; {card} and {other} are cards such as "red 5", {other_short} is "r5".
_REFUSALS: Final[dict[Reason, str | Plural]] = {
    Reason.NOT_SEATED: mark("You are not in this round."),
    Reason.ROUND_OVER: mark("The round is over; the next dealer has to deal."),
    Reason.MATCH_OVER: mark("The match is over."),
    Reason.NOT_DEALER: mark("{name} deals the next round, not you."),
    Reason.ROUND_GOING: mark("The round is still being played."),
    Reason.NOT_YOUR_TURN: mark("It is {name}'s turn, not yours."),
    Reason.NOT_HELD: mark("You don't have {card}."),
    Reason.NO_MATCH: mark("{card} does not match: the color is {color}, the top card {other}."),
    Reason.FOUR_MATCH: mark("You can't play Wild Draw Four: you have a matching card, {other_short}."),
    Reason.FOUR_COLOR: mark("You can't play Wild Draw Four: you have a card of the current color, {other_short}."),
    Reason.COLOR_MISSING: mark("{card}: choose a color."),
    Reason.COLOR_GIVEN: mark("{card} takes no color."),
    Reason.SWAP_MISSING: mark("{card}: choose whose hand to take."),
    Reason.SWAP_GIVEN: mark("{card} swaps no hands; play it without a seat."),
    Reason.SWAP_SEAT: mark("{card}: choose another player who is still in the round."),
    Reason.PENALTY_OPEN: mark_n(
        "You have a penalty of {count} card; deal with it first.",
        "You have a penalty of {count} cards; deal with it first.",
    ),
    Reason.NO_STACK: mark("{card} cannot be stacked on {other}."),
    Reason.NO_PENALTY: mark("There is no penalty to take."),
    Reason.NO_CHALLENGE: mark("There is no Wild Draw Four to challenge."),
    Reason.COLOR_OWED: mark("Choose the starting color first."),
    Reason.NO_COLOR_OWED: mark("There is no color to choose now."),
    Reason.ONLY_DRAWN: mark("Only the card you drew may be played now: {card}."),
    Reason.ALREADY_DREW: mark("You have drawn; play {card} or keep it."),
    Reason.NOTHING_DRAWN: mark("You have not drawn a card to keep."),
    Reason.MUST_PLAY: mark("You can't draw while you can play, for example {other}."),
    Reason.NO_DOUBLES: mark("{card} cannot be played as a double here."),
    Reason.NO_JUMP_IN: mark("These rules do not allow jumping in."),
    Reason.JUMP_TURN: mark("It is your turn; just play it."),
    Reason.JUMP_CARD: mark("You can jump in only with the same card as the top card, {other}."),
    Reason.JUMP_CLOSED: mark("You can't jump in while a penalty or a color is being settled."),
    Reason.NO_CALL_DUE: mark("You have no UNO to call now."),
    Reason.NO_CATCH: mark("{name} has no UNO to call."),
    Reason.CATCH_SELF: mark("You cannot catch yourself; call UNO instead."),
}
_TOO_LATE: Final = mark("Too late: the game has moved on.")
# Translators: why a table cannot be entered; {detail} is its code.
_PROBLEMS: Final = {
    EntryProblem.BAD_CODE: mark("{detail} is not a table code: a code is 3 to 12 letters or digits."),
    EntryProblem.BAD_OPTION: mark("That table cannot be opened: {detail}."),
    EntryProblem.NO_TABLE: mark("There is no table {detail}."),
    EntryProblem.NEAR_CODE: mark(
        "There is no table {detail}. Did you mean {codes}? To open a new table {detail}, enter the same code again."
    ),
    EntryProblem.CODE_TAKEN: mark("Table {detail} already exists."),
    EntryProblem.FULL: mark("Table {detail} is full."),
    EntryProblem.NO_WATCHING: mark("Table {detail} does not allow spectators."),
    EntryProblem.SENT_AWAY: mark("The host has removed you from table {detail}."),
    EntryProblem.SEATED_ELSEWHERE: mark("You already have a seat at table {detail}. Play there, or leave it first."),
    EntryProblem.TOO_MANY_TABLES: mark("Too many tables are open. Join one of them."),
    EntryProblem.TOO_MANY_OPENED: mark(
        "You or others at your address have too many open tables. Join one, or wait until one closes."
    ),
    EntryProblem.ONLY_HOST: mark("Only the host can open a table here. Join the host's table, or watch it."),
    EntryProblem.NO_GUEST: mark("No guest has the code {detail}."),
    EntryProblem.WAITING: mark("Tables cannot be reached right now. Please try again in a moment."),
    EntryProblem.DRAINED: mark("This server is about to close and starts no new games. Please try again later."),
    EntryProblem.NO_DAILY: mark("There is no daily deal on this server."),
    EntryProblem.PLAYED_DAILY: mark("You have had your try at today's deal."),
    EntryProblem.STOPPING: mark("The server is shutting down."),
}
_NO_TABLE_BUT: Final = mark("There is no table {detail}. Choose from: {codes}.")
"""Sentence for a table code that does not exist, when other tables may be meant."""

# Translators: why a table cannot be entered; {detail} is its code.
_PROBLEMS_WITHOUT_DETAIL: Final = {
    EntryProblem.BAD_CODE: mark("Which table? Give its code: 3 to 12 letters or digits."),
    EntryProblem.NO_GUEST: mark("Give the code you were shown: resume CODE."),
}
"""Sentences for an entry error without a detail."""
# Translators: what is wrong with the file of a match, after "Line 7: ".
_FAULTS: Final = {
    Fault.NO_RECORD: mark("This is not a match record."),
    Fault.VERSION: mark("This record was written by a version that this program cannot read."),
    Fault.LINE: mark("Something else was expected here."),
    Fault.RULES: mark("These rules do not exist, or are not for so many players."),
    Fault.MOVE: mark("This is not an action."),
    Fault.ILLEGAL: mark("This action is not legal. {why}"),
    Fault.CUT: mark("The record ends here, before the match does."),
    Fault.SEED: mark("The seed does not match the hash announced before the deal."),
    Fault.RESULT: mark("The actions do not lead to this result."),
    Fault.CHECK: mark("The record has been altered."),
}


def refusal_sentence(voice: Voice, why: Why) -> str:
    """Return the sentence of a refusal; it mentions only what the refused seat may see."""
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
    """Return the detail of an entry error: why the table's options are impossible, or a code as typed.

    Unprintable characters of what was typed are left out: they would act on the terminal that shows them.
    """
    cause = error.__cause__
    if isinstance(cause, RulesError):
        return rules_error_sentence(words, cause)
    return "".join(char for char in error.detail if char.isprintable())


# Translators: an error about the number of players, then who they are.
def with_bots(words: Words, reason: str, bots: int) -> str:
    """Append the players to an error about their number, to show that the person counts as well as the bots."""
    return words.n("{reason} ({count} bot and you)", "{reason} ({count} bots and you)", bots, reason=reason)


def entry_error_sentence(words: Words, error: EntryError) -> str:
    """Return the sentence of an entry error."""
    if error.problem in _PROBLEMS_WITHOUT_DETAIL and not error.detail:
        return words(_PROBLEMS_WITHOUT_DETAIL[error.problem])
    message = _NO_TABLE_BUT if error.problem is EntryProblem.NO_TABLE and error.codes else _PROBLEMS[error.problem]
    return words(message, detail=entry_error_detail(words, error), codes=", ".join(error.codes))


# Translators: a line of a file, by its number.
def fault_sentence(words: Words, error: RecordError, names: Sequence[str] = ()) -> str:
    """Return a sentence with the faulty line's number and the fault; `names`: players by seat."""
    why = "" if error.why is None else refusal_sentence(Voice(words, names), error.why)
    return words("Line {line}: {reason}", line=error.line, reason=words(_FAULTS[error.fault], why=why).strip())
