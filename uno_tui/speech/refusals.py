"""Why something was refused, in one line each."""

from typing import Final

from uno_tui.game.cards import Color
from uno_tui.game.errors import Reason, Why
from uno_tui.i18n import Plural, mark, mark_n
from uno_tui.speech.cards import card_name, card_short, color_name
from uno_tui.speech.voice import Voice
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


def refusal_sentence(voice: Voice, why: Why) -> str:
    """The sentence of a refusal; it names only what the seat that asked may see."""
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
    """The sentence of the answer to a request that was not carried out."""
    return voice.words(_TOO_LATE) if refused.why is None else refusal_sentence(voice, refused.why)
