"""Results of matches, and the ratings computed from them."""

import sqlite3
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from uno_tui.faults import log_fault
from uno_tui.game.actions import action
from uno_tui.game.errors import RulesError
from uno_tui.game.record import Move, Record
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import seed_hash
from uno_tui.game.teams import team_of
from uno_tui.journal.layout.schema import FORMATS
from uno_tui.journal.ratings import Placed, Rating, rated
from uno_tui.journal.store import Store, statement
from uno_tui.table.entries.match import LEAVE
from uno_tui.table.process.log import LogKey
from uno_tui.table.results import FinishedMatch, MatchResult, PlayerRank, Result, SeatResult, SeededResult, Tally

BOT: Final = "bot:"
"""Prefix of a bot's rating key: `bot:hard`."""

_MATCH = """INSERT INTO matches (id, code, life, number, rules, seats, seed, typed, moves, began, ended, format, once)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_RESULT = """INSERT INTO results (match, seat, owner, guest, name, level, place, points, gone, seen, format)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_RATING = "SELECT mu, sigma FROM ratings WHERE owner = ? AND preset = ? AND bots = ?"
_RATED = """INSERT INTO ratings (owner, preset, bots, mu, sigma, matches, wins) VALUES (?, ?, ?, ?, ?, 1, ?)
            ON CONFLICT (owner, preset, bots) DO UPDATE SET
            mu = excluded.mu, sigma = excluded.sigma, matches = matches + 1, wins = wins + excluded.wins"""
_RESULTS = """SELECT match,
              iif(EXISTS (SELECT 1 FROM results AS own WHERE own.match = results.match AND own.owner = ?), code, ''),
              ended, rules, place, seats, points,
              (SELECT group_concat(name, ' & ') FROM (SELECT name FROM results AS first
              WHERE first.match = results.match AND first.place = 1 ORDER BY seat)),
              EXISTS (SELECT 1 FROM results AS bot WHERE bot.match = results.match AND bot.level != ''), gone, seen
              FROM results JOIN matches ON id = match WHERE owner = ?"""
_FINISHED = """SELECT ended, rules, place = 1, coalesce((SELECT level FROM results AS bot
               WHERE bot.match = results.match AND bot.level != '' ORDER BY seat LIMIT 1), '')
               FROM results JOIN matches ON id = match WHERE owner = ? AND NOT once ORDER BY match"""
_SEEDED = """SELECT match, began, seed, place = 1, points, moves, seat
             FROM results JOIN matches ON id = match WHERE owner = ? ORDER BY match"""
_TRIED = """SELECT match, began, seed, place = 1, points, moves, seat
            FROM daily CROSS JOIN matches ON matches.code = daily.code
            CROSS JOIN results ON match = id AND owner = identity WHERE identity = ? ORDER BY match"""
_SEEN = "UPDATE results SET seen = 1 WHERE owner = ? AND match <= ?"
_RANKS = """SELECT coalesce(people.name, (SELECT results.name FROM results WHERE results.owner = ratings.owner
            ORDER BY match DESC LIMIT 1), ''), coalesce(people.guest, 0), owner, preset, bots, mu, sigma, matches, wins
            FROM ratings LEFT JOIN people ON identity = owner"""


def enter_match(
    connection: sqlite3.Connection, key: LogKey, result: MatchResult, number: int | None = None, *, rated: bool = True
) -> None:
    """Store a finished match, its results, and the new rating of each player; `number` is the match's in the journal.

    Without a number it gets the next one. A try at the daily deal changes no rating.
    """
    record, standings = result.record, result.standings
    moves = "\n".join(move.text for move in record.moves)
    played = record.rules.full_text, len(standings), record.seed, record.seed_typed, moves
    values = number, *key, result.number, *played, result.began, result.ended, FORMATS["matches"], result.once
    match = connection.execute(_MATCH, values).lastrowid
    for one in standings:
        outcome = one.place, one.points, one.left, one.present
        connection.execute(
            _RESULT, (match, one.seat, one.owner, one.guest, one.name, one.level, *outcome, FORMATS["results"])
        )
    if rated and not result.once:
        _rate(connection, record.rules, standings)


def _rate(connection: sqlite3.Connection, rules: Rules, standings: tuple[SeatResult, ...]) -> None:
    preset, teams = rules.preset, rules.teams_of(len(standings))
    bots = any(one.level for one in standings)
    placed = [_placed(connection, one, preset, bots, teams) for one in standings if one.owner or one.level]
    try:
        ratings = rated(placed)
    except Exception as error:  # noqa: BLE001  # without ratings the results stand all the same
        log_fault("a match cannot be rated", error)
        return
    won = {one.player for one in placed if one.place == 1}
    for player, rating in ratings.items():
        connection.execute(_RATED, (player, preset, bots, *rating, player in won))


def _placed(connection: sqlite3.Connection, standing: SeatResult, preset: str, bots: bool, teams: int) -> Placed:
    player = standing.owner or BOT + standing.level
    row = connection.execute(_RATING, (player, preset, bots)).fetchone()
    return Placed(player, standing.place, Rating(*row) if row else Rating(), team_of(standing.seat, teams))


class Results:
    """The stored results and ratings."""

    def __init__(self, store: Store, owner: Callable[[str], str] = lambda identity: identity) -> None:
        """`owner` returns the key under which a person's results are stored."""
        self._store = store
        self._owner = owner

    def of(
        self, identity: str, most: int = 20, reader: str | None = None, *, tries: bool = False
    ) -> tuple[Result, ...]:
        """Return that person's newest results, newest first; `tries`: also those of tries at the daily deal.

        `reader` is who will read them, by default the person. A table's code lets anybody watch, so the reader gets
        only the codes of tables where they sat themselves; the others are empty.
        """
        owner, reader = self._owner(identity), self._owner(identity if reader is None else reader)
        rows = self._store.read(
            f"{_RESULTS} AND (? OR NOT once) ORDER BY match DESC LIMIT ?", reader, owner, tries, most
        )
        return tuple(map(_result, rows))

    def record(self, match: int) -> Record:
        """Return the record of a match; raise `LookupError` if there is none."""
        rows = self._store.read("SELECT rules, seed, typed, moves FROM matches WHERE id = ?", match)
        if not rows:
            raise LookupError(f"there is no finished match {match}")
        ((rules, seed, typed, moves),) = rows
        seats = self._store.read("SELECT name, place, points FROM results WHERE match = ? ORDER BY seat", match)
        return stored_record(rules, seed, bool(typed), moves, seats)

    def unseen(self, identity: str) -> tuple[Result, ...]:
        """Return the results that a person has not seen yet, oldest first."""
        owner = self._owner(identity)
        return tuple(map(_result, self._store.read(f"{_RESULTS} AND NOT seen ORDER BY match", owner, owner)))

    def mark_seen(self, identity: str, match: int) -> None:
        """Mark a person's results as seen, up to the match with the given number."""
        self._store.write(("seen", identity), statement(_SEEN, identity, match))

    def finished(self, identity: str) -> tuple[FinishedMatch, ...]:
        """Return a person's finished matches, oldest first, without tries at the daily deal."""
        return tuple(
            FinishedMatch(ended=ended, preset=_short_rules(rules).split()[0], level=level, won=bool(won))
            for ended, rules, won, level in self._store.read(_FINISHED, self._owner(identity))
        )

    def seeded(self, identity: str) -> tuple[SeededResult, ...]:
        """Return a person's finished matches with their seeds, oldest first."""
        return self._seeded(_SEEDED, self._owner(identity))

    def tries(self, identity: str) -> tuple[SeededResult, ...]:
        """Return those of them that the person began as tries at a server's daily deals."""
        return self._seeded(_TRIED, self._owner(identity))

    def _seeded(self, sql: str, owner: str) -> tuple[SeededResult, ...]:
        return tuple(
            SeededResult(match, began, seed, bool(won), points, _count_moves(moves, seat))
            for match, began, seed, won, points, moves, seat in self._store.read(sql, owner)
        )

    def tally(self, identity: str) -> Tally:
        """Return the totals of all matches of a person."""
        return Tally.of(self.finished(identity))

    def ranks(self, identity: str) -> tuple[PlayerRank, ...]:
        """Return a person's ratings, those with most matches first."""
        rows = self._store.read(f"{_RANKS} WHERE owner = ? ORDER BY matches DESC", self._owner(identity))
        return tuple(map(_rank, rows))

    def leaders(self, preset: str, bots: bool, most: int = 20) -> tuple[PlayerRank, ...]:
        """Return the best players of a preset, in either games among people only or games with bots."""
        rows = self._store.read(
            f"{_RANKS} WHERE preset = ? AND bots = ? ORDER BY mu - 3 * sigma DESC LIMIT ?", preset, bots, most
        )
        return tuple(map(_rank, rows))


def stored_record(rules: str, seed: str, typed: bool, moves: str, seats: Iterable[tuple[str, int, int]]) -> Record:
    """Return the record of a match from its stored values; `seats` are (name, place, points)."""
    names, places, scores = zip(*seats, strict=True)
    record = Record(
        rules=Rules.read(rules),
        names=names,
        seed_hash=seed_hash(seed),
        seed_typed=typed,
        moves=tuple(map(_move, moves.splitlines())),
        winner=places.index(1),
        scores=scores,
        seed=seed,
    )
    return record if record.rules.teams == "off" else record.settled()


def _move(line: str) -> Move:
    seat, _, what = line.partition(" ")
    return Move(int(seat) - 1, None if what == LEAVE else action(what))


def _count_moves(moves: str, seat: int) -> int:
    return sum(line.startswith(f"{seat + 1} ") for line in moves.splitlines())


def _result(row: tuple[int, str, int, str, int, int, int, str, int, int, int]) -> Result:
    match, code, ended, rules, place, seats, points, winner, bots, left, seen = row
    seats = _places(rules, seats)
    return Result(
        match=match,
        code=code,
        ended=ended,
        rules=_short_rules(rules),
        place=place,
        seats=seats,
        points=points,
        winner=winner,
        bots=bool(bots),
        left=bool(left),
        seen=bool(seen),
    )


def _places(stored: str, seats: int) -> int:
    """Return the number of places in a match: of its teams, or of its seats without teams."""
    try:
        return Rules.read(stored).teams_of(seats)
    except RulesError:
        return seats


@lru_cache(maxsize=256)
def _short_rules(stored: str) -> str:
    """Return a stored rules text in short form for people; invalid rules are returned unchanged."""
    try:
        return Rules.read(stored).text
    except RulesError:
        return stored


def _rank(row: tuple[str, int, str, str, int, float, float, int, int]) -> PlayerRank:
    name, guest, owner, preset, bots, mu, sigma, matches, wins = row
    level = owner.removeprefix(BOT) if owner.startswith(BOT) else ""
    return PlayerRank(
        name=name or level,
        guest=bool(guest),
        level=level,
        preset=preset,
        bots=bool(bots),
        rating=Rating(mu, sigma).points,
        matches=matches,
        wins=wins,
    )
