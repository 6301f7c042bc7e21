"""The daily deal as a JSON line, with its sentences in the session's language."""

import json
from typing import Final

from uno_tui.daily import DailyPage
from uno_tui.i18n import Words
from uno_tui.json_protocol.daily import BoardLine, Daily, DailyState, OwnTry, write_daily
from uno_tui.speech.daily import daily_lines, share_line, try_result

_MOST_TRIES: Final = 8
_MOST_LINES: Final = 100
"""Most lines of the board in one message."""


def daily_line(words: Words, page: DailyPage) -> str:
    """Return what a person can know about the daily deal, as one line of JSON."""
    history = page.history
    latest, streak = history.latest, history.streak
    newest = sorted(history.tries, key=lambda one: one.match, reverse=True)[:_MOST_TRIES]
    message = Daily(
        day=history.today.isoformat(),
        state=DailyState.BEGUN if history.begun else DailyState.OVER if history.over else DailyState.OPEN,
        seconds=-int(history.now) % 86400 or 86400,
        streak=streak.now,
        best_streak=streak.best,
        tries=tuple(
            OwnTry(one.day.isoformat(), one.won, one.points, one.moves, try_result(words, one)) for one in newest
        ),
        board=tuple(
            BoardLine(one.name, one.won, one.points, one.moves, try_result(words, one))
            for one in page.board[:_MOST_LINES]
        ),
        guest=page.guest,
        share=share_line(words, history, latest) if latest else "",
        text="\n".join(daily_lines(words, history)),
    )
    return json.dumps(write_daily(message), ensure_ascii=False, separators=(",", ":"))
