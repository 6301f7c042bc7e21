"""What is wrong with the record of a match, in one line."""

from collections.abc import Sequence
from typing import Final

from uno_tui.game.verify import Fault, RecordError
from uno_tui.i18n import Words, mark
from uno_tui.speech.refusals import refusal_sentence
from uno_tui.speech.voice import Voice

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


def fault_sentence(words: Words, error: RecordError, names: Sequence[str] = ()) -> str:
    """The line of a record and what is wrong with it."""
    why = "" if error.why is None else refusal_sentence(Voice(words, names), error.why)
    return words("Line {line}: {reason}", line=error.line, reason=words(_FAULTS[error.fault], why=why).strip())
