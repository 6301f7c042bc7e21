"""Databases of versions 1 to 6, which stored tables as snapshots, and how they are taken over.

The old shapes are copied here under their own names, so that later changes of the program do not affect them. Rules
stored as a preset and its changed options are read with the presets of version 0.1.0.
"""

import secrets
import sqlite3
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from uno_tui.faults import log_fault
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import MAPPING, Rules
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import apply
from uno_tui.table.entries.host import RulesSet
from uno_tui.table.entries.match import LEAVE, TableStart
from uno_tui.table.entries.transition import EntryRefusedError
from uno_tui.table.options import EntryError, TableOptions
from uno_tui.table.protocol import BotPace
from uno_tui.table.state.facts import Member, Seat, SentAway

OLD_MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # `state` is an `OldTable` in JSON, `match` the id of its newest match.
        "CREATE TABLE tables (code TEXT PRIMARY KEY, state TEXT NOT NULL, match INTEGER)",
        # `ended` is null until the match is over. Times are seconds since 1970.
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY, code TEXT NOT NULL, rules TEXT NOT NULL, seats INTEGER NOT NULL, seed TEXT NOT NULL,
            typed INTEGER NOT NULL, base INTEGER NOT NULL, began INTEGER NOT NULL, ended INTEGER)""",
        # The steps of each match in order: an action in its notation, or `leave` or `sit` with the identity `who`.
        """CREATE TABLE actions (
            match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, what TEXT NOT NULL,
            who TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID""",
    ),
    (
        # `code` is the SHA-256 of a guest's resume code; null for a person with a key.
        """CREATE TABLE people (
            identity TEXT PRIMARY KEY, name TEXT NOT NULL, guest INTEGER NOT NULL, code TEXT UNIQUE,
            first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL)""",
        # Names by case-folded form; `asked` is the case-folded name that the person asked for.
        """CREATE TABLE names (
            folded TEXT PRIMARY KEY, name TEXT NOT NULL, asked TEXT NOT NULL, identity TEXT NOT NULL)""",
        "CREATE INDEX names_of ON names (identity, asked)",
        """CREATE TABLE settings (
            identity TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (identity, name))""",
    ),
    (
        # The result of each seat of a finished match; `owner` is empty for a bot.
        """CREATE TABLE results (
            match INTEGER NOT NULL, seat INTEGER NOT NULL, owner TEXT NOT NULL, guest INTEGER NOT NULL,
            name TEXT NOT NULL, level TEXT NOT NULL, place INTEGER NOT NULL, points INTEGER NOT NULL,
            gone INTEGER NOT NULL, seen INTEGER NOT NULL, PRIMARY KEY (match, seat))""",
        "CREATE INDEX results_of ON results (owner, match)",
        # One rating for each player, preset, and kind of game (with bots or without); a bot's `owner` is `bot:LEVEL`.
        """CREATE TABLE ratings (
            owner TEXT NOT NULL, preset TEXT NOT NULL, bots INTEGER NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
            matches INTEGER NOT NULL, wins INTEGER NOT NULL, PRIMARY KEY (owner, preset, bots))""",
    ),
    (
        # Format of the values in a row. In format 1 of a match its rules are a preset and what differs from it; in
        # format 2 they name every option.
        "ALTER TABLE tables ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE matches ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE settings ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE results ADD COLUMN format INTEGER NOT NULL DEFAULT 1",
    ),
    (
        # The days on which the program ran, in this order; `began` is 0:00 UTC by the clock of that time.
        "CREATE TABLE days (number INTEGER PRIMARY KEY, began INTEGER NOT NULL)",
    ),
    (
        # The levels were called fair and sharp. Stored JSON has no blanks, and a quote in a person's text is escaped.
        """UPDATE tables SET state = replace(
            replace(state, '"level":"fair"', '"level":"medium"'), '"level":"sharp"', '"level":"hard"')""",
        """UPDATE results SET level = CASE level WHEN 'fair' THEN 'medium' ELSE 'hard' END
            WHERE level IN ('fair', 'sharp')""",
        """UPDATE ratings SET owner = CASE owner WHEN 'bot:fair' THEN 'bot:medium' ELSE 'bot:hard' END
            WHERE owner IN ('bot:fair', 'bot:sharp')""",
    ),
)
"""SQL of each old schema migration: number n changes version n - 1 to version n."""

LAST_OLD: Final = len(OLD_MIGRATIONS)
"""The newest old schema version, which is converted to today's format."""

_PRESETS: Final[Mapping[str, str]] = {
    "classic": "",
    "official": "first_wild=choose draw_four=bluff catch_window=next_turn",
    "irish": "draw_four=free stacking=same doubles=on must_play=on",
    "party": "first_wild=choose draw_four=bluff catch_window=next_turn stacking=cross doubles=on "
    "draw=until_playable jump_in=on seven_zero=on",
    "quick": "target=1",
}
"""The presets of version 0.1.0, each as the options that differ from the defaults of 0.1.0."""
_DEFAULTS: Final = (
    "deck=uno jack=skip queen=reverse king=draw_two ace=number black_joker=wild red_joker=wild_draw_four hand_size=7 "
    "first_wild=reshuffle draw=one must_play=off doubles=off jump_in=off seven_zero=off draw_four=no_match "
    "catch_window=until_last uno_penalty=2 stacking=off scoring=winner_takes target=500"
)
"""The option defaults of version 0.1.0."""

_LIFE: Final = "0"
"""Life (id among tables with the same code) of every converted table; new tables never get this value."""
_KEPT: Final = {
    "results": "match, seat, owner, guest, name, level, place, points, gone, seen, format",
    "ratings": "owner, preset, bots, mu, sigma, matches, wins",
    "people": "identity, name, guest, code, first_seen, last_seen",
    "names": "folded, name, asked, identity",
    "settings": "identity, name, value, format",
    "days": "number, began",
}
"""Columns copied unchanged, by database table."""


class OldSeat(msgspec.Struct, frozen=True):
    """A seat."""

    owner: str = ""
    """Identity of the person who owns the seat, even after leaving the match; empty for a bot or an empty seat."""
    guest: bool = False
    name: str = ""
    level: str = ""
    autopilot: bool = False
    left: bool = False


class OldOptions(msgspec.Struct, frozen=True):
    """The options of a table."""

    rules: dict[str, Any]
    seats: int
    bots: int
    level: str
    fill: bool
    turn_seconds: float | None
    grace_seconds: float
    public: bool
    spectators: int
    seed: str | None
    pace: int = 1
    solo: bool = False

    @property
    def today(self) -> TableOptions:
        """Return the options in today's form; raise `EntryError` or `RulesError` if they are impossible."""
        values = msgspec.structs.asdict(self)
        return TableOptions(**{**values, "rules": Rules(**self.rules)})


class OldTable(msgspec.Struct, frozen=True):
    """A table without its match."""

    code: str
    options: OldOptions
    rules: dict[str, Any]
    base: int
    matches: int
    seats: tuple[OldSeat, ...]
    people: tuple[str, ...]
    """Identities of the people who have seats, in the order in which they joined."""
    host: str
    sent_away: tuple[str | dict[str, str], ...]
    """The people who may not return: as identities, or as the fields of `SentAway`."""
    salt: str = ""


def old_rules(text: str) -> Rules:
    """Return the rules of a stored text: every option by name, or a preset of version 0.1.0 and what differs from it.

    Raises:
        RulesError: They are no rules.

    >>> old_rules("party target=200") == old_rules("party: " + Rules.parse("party", ["target=200"]).full_text)
    True
    """
    preset, *settings = text.split() or [""]
    if preset.endswith(":"):
        return Rules.read(text)
    if preset not in _PRESETS:
        raise RulesError("unknown preset {word}{hint}; choose from {known}", word=preset, known=", ".join(_PRESETS))
    found = dict(one.split("=", 1) for one in (*_DEFAULTS.split(), *_PRESETS[preset].split(), *settings))
    named = (f"{name}={value}" for name, value in found.items() if found["deck"] == "regular" or name not in MAPPING)
    return Rules.read(" ".join([f"{preset}:", *named]))


def set_aside(connection: sqlite3.Connection, version: int) -> None:
    """Migrate an old database to the last old version, and rename its tables to make room for today's tables."""
    for statements in OLD_MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    for index in ("names_of", "results_of"):
        connection.execute(f"DROP INDEX {index}")
    for table in ("tables", "matches", "actions", *_KEPT):
        connection.execute(f"ALTER TABLE {table} RENAME TO old_{table}")


def take_over(connection: sqlite3.Connection) -> None:
    """Fill today's tables from those set aside, and delete those.

    A table that cannot be read is logged and left out.
    """
    for kept, columns in _KEPT.items():
        connection.execute(f"INSERT INTO {kept} ({columns}) SELECT {columns} FROM old_{kept}")  # noqa: S608  # constants
    lives: dict[int, tuple[str, int]] = {}
    tables = """SELECT old_tables.code, state, match, rules, seed, typed, began
                FROM old_tables LEFT JOIN old_matches ON match = id ORDER BY old_tables.rowid"""
    for code, state, match, rules, seed, typed, began in connection.execute(tables).fetchall():
        try:
            table = msgspec.json.decode(state, type=OldTable)
            entries = _entries(table, rules, seed, typed, began, _steps(connection, match))
        except (ValueError, TypeError, LookupError, EntryError, EntryRefusedError) as error:
            log_fault(f"the stored table of match {match} cannot be taken over", error)
            continue
        lives[match] = _LIFE, table.matches
        connection.executemany(
            "INSERT INTO entries (code, life, position, text) VALUES (?, ?, ?, ?)",
            [(code, _LIFE, entry.number, entry.text) for entry in entries],
        )
        connection.execute("INSERT INTO starts (code, life) VALUES (?, ?)", (code, _LIFE))
    finished = "SELECT id, code, rules, seats, seed, typed, began, ended FROM old_matches WHERE ended NOT NULL"
    for number, code, rules, *values, began, ended in connection.execute(finished).fetchall():
        moves = "\n".join(f"{seat + 1} {what}" for seat, what in _steps(connection, number))
        connection.execute(
            "INSERT INTO matches (id, code, life, number, rules, seats, seed, typed, moves, began, ended, format) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 3)",
            (number, code, *lives.get(number, ("", 0)), _full_text(rules), *values, moves, began, ended),
        )
    for name in ("tables", "matches", "actions", *_KEPT):
        connection.execute(f"DROP TABLE old_{name}")


def _full_text(rules: str) -> str:
    """Return a stored rules text with every option by name; invalid rules are returned unchanged."""
    try:
        return old_rules(rules).full_text
    except ValueError:
        return rules


def _steps(connection: sqlite3.Connection, match: int | None) -> list[tuple[int, str]]:
    """Return a match's steps as (seat, action). A repeated departure counts once; taking a seat is left out."""
    steps: dict[tuple[int, int, str], None] = {}
    sql = "SELECT number, seat, what FROM old_actions WHERE match = ? AND what != 'sit' ORDER BY number"
    for number, seat, what in connection.execute(sql, (match,)):
        steps.setdefault((0 if what == LEAVE else number + 1, seat, what))
    return [(seat, what) for _, seat, what in steps]


def _entries(
    old: OldTable, played: str | None, seed: str | None, typed: int, began: int | None, steps: list[tuple[int, str]]
) -> list[Entry]:
    """Return the entries that make the same table: its start with all moves, and other rules of its next match.

    `played` are the rules of its match, None if there is none. Raises `EntryRefusedError` if its values do not make a
    table.
    """
    members = {identity: number for number, identity in enumerate(old.people, 1)}
    seated = {seat.owner: seat for seat in old.seats if not seat.left}
    people = tuple(
        Member(number=number, identity=identity, name=seated[identity].name, guest=seated[identity].guest, away=1)
        for identity, number in members.items()
    )
    rules = Rules(**old.rules)
    start = TableStart(
        code=old.code,
        options=old.options.today,
        rules=old_rules(played) if played else rules,
        seats=tuple(_seat(seat, members) for seat in old.seats),
        people=people,
        joined=len(people),
        host=members.get(old.host, 0),
        hosted=True,
        sent_away=tuple(SentAway(one) if isinstance(one, str) else SentAway(**one) for one in old.sent_away),
        salt=old.salt or secrets.token_hex(16),
        matches=old.matches,
        base=old.base,
        pace=BotPace.BRISK,
        seed=seed,
        typed=bool(typed),
        moves=tuple(steps),
    )
    first = Entry(number=1, at=began or 0, what=start)
    state, _ = apply(None, first)
    if rules == start.rules or not start.host:
        return [first]
    second = Entry(number=2, who=start.host, follows=state.check_sum, what=RulesSet(rules))
    apply(state, second)
    return [first, second]


def _seat(old: OldSeat, members: Mapping[str, int]) -> Seat:
    return Seat(
        member=0 if old.left else members.get(old.owner, 0),
        level=old.level,
        name=old.name,
        autopilot=old.autopilot,
        left=old.owner if old.left else "",
        left_guest=old.left and old.guest,
    )
