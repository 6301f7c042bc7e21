r"""The record of a match: a text that people can read and mail, and programs can play again.

::

    uno-tui record 2
    rules: official: deck=uno hand_size=7 ... stacking=same scoring=winner_takes target=500
    seat 1: "Ann"
    seat 2: "Bob"
    seed hash: b87b7b3e3557eafb...
    seed chosen by: the system

    2 g9
    1 draw
    ...

    1 deal
    ...

    winner: 2
    scores: 120 512
    seed: "5f9c..."
    check: 91ab...

The first line names the format and its version. After the header, each line is one action: the seat, then the action in
its notation, or ``leave``. The seed is at the end, since it is a secret until the match is over. The last line is the
SHA-256 of the lines before it, to detect damage. Names are any text, so they are quoted, and characters that cannot be
printed are escaped, as in ``\u{1b}``. Blank lines, lines that begin with ``#``, and spaces around a line are ignored.

`Record` is the match as a value; `read_record` in verify.py parses a text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, NamedTuple, Self, TypeVar

from uno_tui.game.actions import Action, Deal
from uno_tui.game.errors import IllegalAction, Reason, Why
from uno_tui.game.events import Event
from uno_tui.game.match import Match
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import seed_hash

VERSION: Final = 3
"""The newest version of the format and of the shuffle that this program reads; it reads all versions from 1.

A match without teams is written as version 2, which older programs read too. In version 1 the rules were a preset and
what differed from it.
"""

MAGIC: Final = "uno-tui record"
"""Beginning of a record's first line; the version follows."""

CHOOSERS: Final = {False: "the system", True: "a person"}
"""The words after ``seed chosen by:``, by `Record.seed_typed`."""

QUOTED: Final = re.compile(r'"((?:[^"\\]|\\[\\"]|\\u\{[0-9a-f]{1,6}\})*)"')
_ESCAPE: Final = re.compile(r'\\(?:([\\"])|u\{([0-9a-f]{1,6})\})')
_UNPRINTED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

R = TypeVar("R", bound="Record")


class Move(NamedTuple):
    """A seat's action, or its departure from the match."""

    seat: int
    action: Action | None
    """None if the player left."""

    @property
    def text(self) -> str:
        """The record's line: the seat, counted from 1, and the action or ``leave``."""
        return f"{self.seat + 1} {'leave' if self.action is None else self.action.text}"


@dataclass(frozen=True, slots=True)
class Record:
    """A match as the list of its actions, with the players' names; made by `Record.of` or `read_record`.

    >>> match, _ = Match.start(Rules(), seats=2, seed="family evening", typed=True)
    >>> record = Record.of(match, ["Ann", "Bob"])
    >>> record, match = record.then(match, 0, None)
    >>> print(record.text, end="")  # doctest: +ELLIPSIS
    uno-tui record 2
    rules: classic: deck=uno hand_size=7 ... target=500
    seat 1: "Ann"
    seat 2: "Bob"
    seed hash: b87b7b3e3557eafb2cf7ba637e9553f0f32c8d08718f5e841c0ceb735331f944
    seed chosen by: a person
    <BLANKLINE>
    1 leave
    <BLANKLINE>
    winner: 2
    scores: 0 0
    seed: "family evening"
    check: 7d334adf4f231a90fd4977dd6b95d3070e3e7d802206b50121076f120dfd2ca6
    """

    rules: Rules
    names: tuple[str, ...]
    """Player names by seat. They may contain any characters, so clean them before display."""
    seed_hash: str
    """SHA-256 of the seed, in hexadecimal."""
    seed_typed: bool
    """Whether a person chose the seed and so may have known the cards."""
    moves: tuple[Move, ...] = ()
    winner: int | None = None
    """The seat that won; None until the match is over. Scores and seed are also missing until then."""
    scores: tuple[int, ...] = ()
    seed: str | None = None

    @classmethod
    def of(cls, match: Match, names: Sequence[str], moves: Sequence[Move] = ()) -> Self:
        """Return the record of a match.

        Args:
            match: The match after those moves.
            names: A name for each seat.
            moves: All moves since the start of the match.

        Raises:
            ValueError: The number of names is wrong, or a name is no text.
        """
        if len(names) != match.seats:
            raise ValueError(f"{match.seats} seats and {len(names)} names")
        if not all(isinstance(name, str) for name in names):
            raise ValueError("a name is text")
        whole = tuple(name.encode(errors="replace").decode() for name in names)
        return _with_result(cls(match.rules, whole, seed_hash(match.seed), match.seed_typed, tuple(moves)), match)

    def then(self, match: Match, seat: int, action: Action | None) -> tuple[Self, Match]:
        """Return the record and the match after that seat's action; None is its leaving.

        Raises:
            IllegalAction: The action is not legal, or the seat that leaves is not in the match.
            ValueError: `action` is no action of this engine.
        """
        move = Move(seat, action)
        after, _ = step(match, move)
        return _with_result(replace(self, moves=(*self.moves, move)), after), after

    def play(self) -> Iterator[tuple[Match, tuple[Event, ...]]]:
        """Yield the match at its start and after each move, each with its events.

        Raises:
            ValueError: The record has no seed, since the match is not over.
            IllegalAction: A move is not legal; that cannot happen in a record from `read_record`.
        """
        if self.seed is None:
            raise ValueError("without its seed a match cannot be played again")
        match, events = Match.start(self.rules, len(self.names), self.seed, self.seed_typed)
        yield match, events
        for move in self.moves:
            match, events = step(match, move)
            yield match, events

    def settled(self) -> Self:
        """Return the record of a finished match with the winner that its moves lead to.

        In a match of teams a place tells only the team, not the seat that went out.

        Raises:
            ValueError: The record has no seed.
            IllegalAction: A move is not legal.
        """
        *_, (match, _events) = self.play()
        return replace(self, winner=match.winner)

    @property
    def text(self) -> str:
        """The record as text; winner, scores, seed and checksum are included once the match is over."""
        lines = [
            f"{MAGIC} {2 if self.rules.teams == 'off' else VERSION}",
            f"rules: {self.rules.full_text}",
            *(f"seat {seat}: {quoted(name)}" for seat, name in enumerate(self.names, 1)),
            f"seed hash: {self.seed_hash}",
            f"seed chosen by: {CHOOSERS[self.seed_typed]}",
            "",
        ]
        for move in self.moves:
            if isinstance(move.action, Deal):
                lines.append("")
            lines.append(move.text)
        if self.winner is not None and self.seed is not None:
            scores = " ".join(map(str, self.scores))
            lines += ["", f"winner: {self.winner + 1}", f"scores: {scores}", f"seed: {quoted(self.seed)}"]
            lines.append(f"check: {check(lines)}")
        return "\n".join(lines) + "\n"


def check(lines: Iterable[str]) -> str:
    """Return a record's checksum: SHA-256 in hexadecimal of the record's lines, without blank lines."""
    return sha256("\n".join(line for line in lines if line).encode()).hexdigest()


def step(match: Match, move: Move) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after a move, and its events.

    Raises:
        IllegalAction: The action is not legal, or the seat that leaves is not in the match.
    """
    if move.action is not None:
        return match.apply(move.seat, move.action)
    after, events = match.leave(move.seat)
    if after is match:
        raise IllegalAction(Why(Reason.MATCH_OVER if match.over else Reason.NOT_SEATED))
    return after, events


def _with_result(record: R, match: Match) -> R:
    """Return the record with winner, scores and seed if the match is over; before that, the seed is secret."""
    if match.winner is None:
        return record
    return replace(record, winner=match.winner, scores=match.scores, seed=match.seed)


def quoted(text: str) -> str:
    r"""Return the text in quotes, on one line, with every character escaped that acts on a terminal.

    >>> print(quoted('A "nn"\x1b[2J'))
    "A \"nn\"\u{1b}[2J"
    """
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char == " " or (unicodedata.category(char) not in _UNPRINTED and not char.isspace()):
        return char
    return f"\\u{{{ord(char):x}}}"


def unquoted(text: str) -> str:
    r"""Return the original of a text that `quoted` returned.

    Raises:
        ValueError: `quoted` never returns such a text.

    >>> unquoted(r'"\u{1b}[2J"')
    '\x1b[2J'
    """
    if not (found := QUOTED.fullmatch(text)):
        raise ValueError("not a quoted text")
    plain = _ESCAPE.sub(lambda escape: escape[1] or chr(int(escape[2], 16)), found[1])
    plain.encode()
    return plain
