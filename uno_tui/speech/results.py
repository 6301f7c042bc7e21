"""Lines about results, ratings and leaderboards, and how a guest comes back."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from uno_tui.i18n import Words
from uno_tui.speech.status import level_name, level_name_of_many
from uno_tui.table.results import FinishedMatch, PlayerRank, Result, Tally


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def result_line(words: Words, result: Result) -> str:
    """Return a line with a person's result in a match."""
    facts = {
        "date": datetime.fromtimestamp(result.ended, UTC).date().isoformat(),
        "code": result.code,
        "rules": result.rules,
        "place": result.place,
        "seats": result.seats,
        "points": words.n("{count} point", "{count} points", result.points),
        "winner": result.winner,
    }
    if result.code:
        text = words("{date} table {code}, {rules}: {place} of {seats}, {points}; {winner} won", **facts)
    else:
        text = words("{date} {rules}: {place} of {seats}, {points}; {winner} won", **facts)
    if result.left:
        text = words("{line} (you left before the end)", line=text)
    return text if result.seen else words("{line} (new)", line=text)


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def rank_line(words: Words, rank: PlayerRank) -> str:
    """Return a player's rating, matches and wins in a preset, without the player's name."""
    matches = words.n("{count} match", "{count} matches", rank.matches)
    text = words("rating {rating} after {matches}, {wins} won", rating=rank.rating, matches=matches, wins=rank.wins)
    return words("{board}: {line}", board=board(words, rank.preset, rank.bots), line=text)


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def tally_line(words: Words, tally: Tally) -> str:
    """Return totals of matches as a line: played, won, and series of wins."""
    return words(
        "{matches}, {wins}; current streak {streak}, best streak {best}",
        matches=words.n("{count} match", "{count} matches", tally.matches),
        wins=words.n("{count} win", "{count} wins", tally.wins),
        streak=tally.streak,
        best=tally.best,
    )


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def statistics_lines(words: Words, finished: Sequence[FinishedMatch]) -> list[str]:
    """Return a person's totals as lines: all matches, then by preset and bot level, most played first."""
    if not finished:
        return [words("No finished matches yet.")]
    lines = [words("{board}: {line}", board=words("All matches"), line=tally_line(words, Tally.of(finished)))]
    groups: dict[tuple[str, str], list[FinishedMatch]] = {}
    for match in finished:
        groups.setdefault((match.preset, match.level), []).append(match)
    for (preset, level), matches in sorted(groups.items(), key=lambda group: -len(group[1])):
        name = words("{preset}, {level}", preset=preset, level=level_name(words, level)) if level else preset
        lines.append(words("{board}: {line}", board=name, line=tally_line(words, Tally.of(matches))))
    return lines


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def board(words: Words, preset: str, bots: bool) -> str:
    """Return the name of a leaderboard."""
    return words("{preset} with bots", preset=preset) if bots else preset


# Translators: the title of a leaderboard; {board} is a preset, or a preset with bots.
def leader_title(words: Words, preset: str, bots: bool) -> str:
    """Return the title of a leaderboard."""
    return words("Ratings: {board}", board=board(words, preset, bots))


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def player(words: Words, rank: PlayerRank) -> str:
    """Return a player's name for a leaderboard, with a mark for guests and bot levels."""
    if rank.level:
        return level_name_of_many(words, rank.level)
    return words("{name} (guest)", name=rank.name) if rank.guest else rank.name


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def leader_lines(words: Words, ranks: Iterable[PlayerRank]) -> list[str]:
    """Return the lines of a leaderboard, best first: place, player, rating, matches, wins."""
    lines = []
    for place, rank in enumerate(ranks, 1):
        matches = words.n("{count} match", "{count} matches", rank.matches)
        won = words("{wins} won", wins=rank.wins)
        lines.append(f"{place:3} {player(words, rank):25} {rank.rating:5} {matches:>12}, {won}")
    return lines


# Translators: parts of a person's results and ratings: "classic with bots" is a kind of match, {line} a text composed
# before.
def own_lines(
    words: Words,
    results: Iterable[Result],
    ranks: Iterable[PlayerRank],
    tally: Tally,
    resume: str = "",
    *,
    numbered: bool = False,
) -> list[str]:
    """Return a person's totals, ratings and results; `resume` is how a guest comes back, which the first line says.

    With `numbered`, each result begins with its match number, by which its record can be requested.
    """
    lines = [words("You are a guest. To return as this guest: {how}", how=resume)] if resume else []
    if tally.matches:
        lines.append(words("{board}: {line}", board=words("All matches"), line=tally_line(words, tally)))
    text = [(one, result_line(words, one)) for one in results]
    matches = [words("match {number}: {line}", number=one.match, line=line) if numbered else line for one, line in text]
    return [*lines, *(rank_line(words, one) for one in ranks), *matches]
