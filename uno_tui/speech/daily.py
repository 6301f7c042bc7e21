"""Lines about the daily deal: a try's result, the streak, the history, and a line to share."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from uno_tui.daily import BoardEntry, DailyHistory, DailyPage, DailyTry, until_next
from uno_tui.i18n import Words

_SHOWN: Final = 7
"""Number of earlier tries that are listed."""


def _points(words: Words, done: DailyTry | BoardEntry) -> str:
    return words.n("{count} point", "{count} points", done.points)


# Translators: the daily deal, one game a day.
def daily_title(words: Words) -> str:
    """Return the name of the daily deal, as a title."""
    return words("Daily deal")


# Translators: the daily deal, one game a day.
def no_hints(words: Words) -> str:
    """Return the refusal of a hint or autopilot in a try at the daily deal."""
    return words("In the daily deal you play alone, without hints and autopilot.")


# Translators: the daily deal, one game a day.
def try_lost(words: Words) -> str:
    """Return the warning shown before a person leaves a try on a server."""
    return words("Your try then ends without a result, and there is no other today.")


# Translators: the daily deal, one game a day.
def try_result(words: Words, done: DailyTry | BoardEntry) -> str:
    """Return the result of a try, without its day."""
    moves = words.n("{count} move", "{count} moves", done.moves)
    if not done.won:
        return words("lost after {moves}", moves=moves)
    return words("{points} in {moves}", points=_points(words, done), moves=moves)


# Translators: the daily deal, one game a day.
def share_line(words: Words, history: DailyHistory, done: DailyTry) -> str:
    """Return a line about a try that a person can send to others; it tells nothing about the cards."""
    return words(
        "UNO daily {date}: {result}, streak {streak}",
        date=done.day.isoformat(),
        result=try_result(words, done),
        streak=history.streak.now,
    )


# Translators: the daily deal, one game a day.
def board_lines(words: Words, day: date, board: Sequence[BoardEntry], most: int = 10) -> list[str]:
    """Return a server's board of a day: a title, the best tries, and which tries are listed."""
    lines = [words("Daily deal of {date}", date=day.isoformat())]
    for place, one in enumerate(board[:most], 1):
        lines.append(f"{place:3} {one.name:25} {try_result(words, one)}")
    if not board:
        lines.append(words("No finished tries yet."))
    return [*lines, words("The board has the first try of each person with an ssh key, begun here.")]


# Translators: the daily deal, one game a day.
def daily_row(words: Words, history: DailyHistory) -> str:
    """Return one line for a menu: the state of today's try and the streak, or the unfinished try to continue."""
    if history.begun is not None:
        return words("Continue the deal of {date}.", date=history.begun.isoformat())
    if history.played is None and history.left:
        return words("Today's try is over: you left before the end.")
    if history.played is None and history.streak.now:
        return words("Not played yet today; streak {streak}", streak=history.streak.now)
    if history.played is None:
        return words("Not played yet today; the same cards for everyone")
    return words("Today: {result}, streak {streak}", result=try_result(words, history.played),
                 streak=history.streak.now)  # fmt: skip  # one sentence


# Translators: the daily deal, one game a day.
def daily_lines(words: Words, history: DailyHistory) -> list[str]:
    """Return the page of the daily deal: the latest try, streaks, the next deal, earlier tries, how it is made."""
    lines = []
    latest = history.latest
    if history.left and history.played is None:
        lines.append(words("Today's try is over: you left before the end."))
    if latest is not None:
        lines.append(share_line(words, history, latest))
    streak = history.streak
    lines.append(words("Streak of days: {streak}; best: {best}", streak=streak.now, best=streak.best))
    if history.over:
        hours, minutes = until_next(history.now)
        lines.append(
            words("The next deal comes at midnight UTC, in {hours} h {minutes} min.", hours=hours, minutes=minutes)
        )
    earlier = [one for one in reversed(history.tries) if one is not latest][:_SHOWN]
    lines += [f"{one.day.isoformat()}: {try_result(words, one)}" for one in earlier]
    about = words("Everyone gets the same cards and bots. The date decides them, so anyone can look ahead.")
    return [*lines, about]


# Translators: the daily deal, one game a day.
def page_parts(words: Words, page: DailyPage) -> dict[str, list[str]]:
    """Return what a person can read on a server: their own tries and the board of the day, each below its title."""
    board = board_lines(words, page.history.today, page.board)
    if page.guest:
        board.append(words("You are a guest, so your tries are not on the board."))
    return {words("Your tries"): daily_lines(words, page.history), board[0]: board[1:]}


def page_lines(words: Words, page: DailyPage) -> list[str]:
    """Return the parts as lines: the board of the day with its title, then the person's own tries."""
    own, (title, board) = page_parts(words, page).items()
    return [title, *board, *own[1]]
