"""Results, ratings and the way back for guests, in a line each."""

from collections.abc import Iterable
from datetime import UTC, datetime

from uno_tui.i18n import Words
from uno_tui.table.results import Rank, Result


def result_line(words: Words, result: Result) -> str:
    """How a person came out of a match."""
    points = words.n("{count} point", "{count} points", result.points)
    told = words(
        "{date} table {code}, {rules}: place {place} of {seats}, {points}; {winner} won",
        date=datetime.fromtimestamp(result.ended, UTC).date().isoformat(),
        code=result.code,
        rules=result.rules,
        place=result.place,
        seats=result.seats,
        points=points,
        winner=result.winner,
    )
    if result.left:
        told = words("{line} (you left before the end)", line=told)
    return told if result.seen else words("{line} (new)", line=told)


def rank_line(words: Words, rank: Rank) -> str:
    """What a player has reached with a preset, without the name."""
    matches = words.n("{count} match", "{count} matches", rank.matches)
    told = words("{rating} after {matches}, {wins} won", rating=rank.rating, matches=matches, wins=rank.wins)
    return words("{board}: {line}", board=board(words, rank.preset, rank.bots), line=told)


def board(words: Words, preset: str, bots: bool) -> str:
    """What a leaderboard is called."""
    return words("{preset} with bots", preset=preset) if bots else preset


def player(words: Words, rank: Rank) -> str:
    """A player's name, and what they are if not a person with a key."""
    if rank.level:
        return words("bots of level {level}", level=rank.level)
    return words("{name} (guest)", name=rank.name) if rank.guest else rank.name


def leader_lines(words: Words, ranks: Iterable[Rank]) -> list[str]:
    """One leaderboard, best first: a table of place, player, rating, matches and matches won."""
    lines = []
    for place, rank in enumerate(ranks, 1):
        matches = words.n("{count} match", "{count} matches", rank.matches)
        won = words("{wins} won", wins=rank.wins)
        lines.append(f"{place:3} {player(words, rank):25} {rank.rating:5} {matches:>12}, {won}")
    return lines


def own_lines(
    words: Words, results: Iterable[Result], ranks: Iterable[Rank], resume_code: str = "", *, numbered: bool = False
) -> list[str]:
    """A person's results with what they have reached before them; a guest is told first how to come back.

    `numbered`: each with the number by which its record is asked for.
    """
    lines = [words("You are a guest. To come back as the same one: {how}", how=f"resume {resume_code}")]
    lines = lines if resume_code else []
    told = [(one, result_line(words, one)) for one in results]
    matches = [words("match {number}: {line}", number=one.match, line=line) if numbered else line for one, line in told]
    return [*lines, *(rank_line(words, one) for one in ranks), *matches]
