"""Reading the text of a match: everything in it is played again and checked, and the first fault is told by its line.

A record is right if the seed has the hash told before the deal, every action was legal, winner and scores are what came
of them, and its lines are those that were written. Who kept the hash from before the deal compares it with
`Record.seed_hash`: whoever writes a whole record anew can hash another seed.
"""

import re
from dataclasses import replace
from enum import StrEnum, auto
from typing import Final

from uno_tui.game.actions import action
from uno_tui.game.errors import IllegalAction, RulesError, UnoError, Why
from uno_tui.game.match import Match
from uno_tui.game.record import CHOOSERS, MAGIC, QUOTED, VERSION, Move, Record, check, quoted, step, unquoted
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import seed_hash


class Fault(StrEnum):
    """What is wrong with a record."""

    NO_RECORD = auto()
    """The text does not begin as a record does."""
    VERSION = auto()
    """It is of a version that this program does not read."""
    LINE = auto()
    """A line of the header or of the end is not as it should be."""
    RULES = auto()
    """The rules do not exist, disagree, or do not fit that many seats."""
    MOVE = auto()
    """A line is no action."""
    ILLEGAL = auto()
    """An action that was not legal; `RecordError.why` says why."""
    CUT = auto()
    """The text ends before the match does, or has no seed to play it by."""
    SEED = auto()
    """The seed is not the one whose hash the header tells."""
    RESULT = auto()
    """Winner or scores are not what the actions led to."""
    CHECK = auto()
    """All is well by itself, but it is not what was written."""


class RecordError(UnoError, ValueError):
    """A record that is damaged, cut short or tampered with.

    `line` is the line it was found in, counted from 1; `fault` the kind; `record` what could be read before it, ready
    to be played as far as it goes if its seed was found, or None if that was not even a whole header.
    """

    def __init__(
        self, line: int, fault: Fault, words: str, record: Record | None = None, why: Why | None = None
    ) -> None:
        super().__init__(f"line {line}: {words}")
        self.line = line
        self.fault = fault
        self.words = words
        self.record = record
        self.why = why


_FIRST: Final = re.compile(rf"{MAGIC} ([1-9][0-9]{{0,5}})")
_RULES: Final = re.compile(r"[!-~]+(?: [!-~]+)*")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CHOOSER: Final = re.compile("|".join(CHOOSERS.values()))
_MOVE: Final = re.compile(r"([1-9][0-9]?) +(\S+)")
_SEAT: Final = re.compile(r"[1-9][0-9]?")
_SCORES: Final = re.compile(r"[0-9]{1,9}(?: [0-9]{1,9})*")


def read_record(text: str) -> Record:
    r"""The record of a text, played again and found right in everything; else `RecordError`.

    >>> read_record("uno-tui record 2\nrules: classic\nseat 1: Ann")
    Traceback (most recent call last):
        ...
    uno_tui.game.verify.RecordError: line 3: "seat 1: Ann", where the seat 1 should be
    """
    if not isinstance(text, str):
        raise RecordError(1, Fault.NO_RECORD, "this is no text")
    return _Reader(text).read()


class _Reader:
    """One reading: the lines that say something, with their numbers, and the record as far as it is read."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        stripped = ((number, line.strip()) for number, line in lines)
        self.lines = [(number, line) for number, line in stripped if line and not line.startswith("#")]
        self.at = 0
        self.begun: Record | None = None
        self.moves: list[Move] = []

    def read(self) -> Record:
        """Header, moves and end, each move played as it is read, so that the first fault is the one told."""
        header = self.header()
        seed = self.good_seed(header.seed_hash)
        self.begun = begun = replace(header, seed=seed)
        match = None if seed is None else next(begun.play())[0]
        end = next((at for at, (_, line) in enumerate(self.lines) if line.startswith("winner:")), len(self.lines))
        while self.at < end:
            move = self.move()
            if match is not None:
                match = self.step(match, move)
            self.moves.append(move)
        winner, scores = self.end(match)
        return replace(begun, moves=tuple(self.moves), winner=winner, scores=scores)

    def fail(self, fault: Fault, words: str, why: Why | None = None) -> RecordError:
        """The error at the line read last."""
        line = self.lines[self.at - 1][0] if self.lines else 1
        record = self.begun and replace(self.begun, moves=tuple(self.moves))
        return RecordError(line, fault, words, record, why)

    def line(self, name: str, pattern: re.Pattern[str]) -> str:
        """What follows the name and a colon in the next line, which must be so and fit the pattern."""
        if self.at == len(self.lines):
            raise self.fail(Fault.CUT, f"the record ends here, before its {name}")
        line = self.lines[self.at][1]
        self.at += 1
        told = line.removeprefix(f"{name}: ")
        if told == line or not pattern.fullmatch(told):
            raise self.fail(Fault.LINE, f"{_shown(line)}, where the {name} should be")
        return told

    def header(self) -> Record:
        """The lines before the first move."""
        self.at = 1
        first = _FIRST.fullmatch(self.lines[0][1]) if self.lines else None
        if not first:
            there = _shown(self.lines[0][1]) if self.lines else "nothing"
            raise self.fail(Fault.NO_RECORD, f'{there}, where "{MAGIC} {VERSION}" should be: this is no record')
        if int(first[1]) > VERSION:
            known = f"{VERSION}, the newest that this program reads"
            raise self.fail(Fault.VERSION, f"a record of version {first[1]}, newer than {known}")
        text = self.line("rules", _RULES)
        try:
            rules = Rules.read(text)
        except RulesError as error:
            raise self.fail(Fault.RULES, str(error)) from None
        names = self.names()
        try:
            rules.check_seats(len(names))
        except RulesError as error:
            raise self.fail(Fault.RULES, str(error)) from None
        told = self.line("seed hash", _HASH)
        typed = self.line("seed chosen by", _CHOOSER) == CHOOSERS[True]
        return Record(rules, tuple(names), told, typed)

    def names(self) -> list[str]:
        """The names of the seats, from the first on."""
        names: list[str] = []
        while not names or (self.at < len(self.lines) and self.lines[self.at][1].startswith("seat ")):
            name = self.line(f"seat {len(names) + 1}", QUOTED)
            try:
                names.append(unquoted(name))
            except ValueError:
                raise self.fail(Fault.LINE, f"{_shown(name)} is no name") from None
        return names

    def good_seed(self, told: str) -> str | None:
        """The seed, if it is there and has the hash told; otherwise `end` says what is wrong with it."""
        seeds = [line.removeprefix("seed: ") for _, line in self.lines if line.startswith("seed: ")]
        try:
            seed = unquoted(seeds[-1])
        except (IndexError, ValueError):
            return None
        return seed if seed_hash(seed) == told else None

    def move(self) -> Move:
        """The next line as a move."""
        line = self.lines[self.at][1]
        self.at += 1
        if not (found := _MOVE.fullmatch(line)):
            raise self.fail(Fault.MOVE, f"{_shown(line)} is no action: write the seat, a blank, and the action")
        try:
            return Move(int(found[1]) - 1, None if found[2] == "leave" else action(found[2]))
        except ValueError:
            raise self.fail(Fault.MOVE, f"{_shown(found[2])} is no action") from None

    def step(self, match: Match, move: Move) -> Match:
        """The match after the move."""
        try:
            return step(match, move)[0]
        except IllegalAction as error:
            words = f"{move.text} is not legal: {error.why.reason.replace('_', ' ')}"
            raise self.fail(Fault.ILLEGAL, words, error.why) from None

    def end(self, match: Match | None) -> tuple[int, tuple[int, ...]]:
        """Winner and scores, compared with what the moves led to, and the lines after them."""
        winner = int(self.line("winner", _SEAT)) - 1
        if match is not None and match.winner != winner:
            led = "no winner yet" if match.winner is None else f"winner {match.winner + 1}"
            raise self.fail(Fault.RESULT, f"winner {winner + 1}, but the actions lead to {led}")
        scores = tuple(map(int, self.line("scores", _SCORES).split()))
        if match is not None and match.scores != scores:
            raise self.fail(Fault.RESULT, f"these scores, but the actions lead to {' '.join(map(str, match.scores))}")
        seed = self.line("seed", QUOTED)
        if match is None or seed != quoted(match.seed):
            raise self.fail(Fault.SEED, "this seed does not have the hash that was told before the deal")
        if self.line("check", _HASH) != check(line for _, line in self.lines[: self.at - 1]):
            raise self.fail(Fault.CHECK, "the lines above are not those that were written")
        if self.at < len(self.lines):
            self.at += 1
            raise self.fail(Fault.LINE, f"{_shown(self.lines[self.at - 1][1])} after the end")
        return winner, scores


def _shown(text: str) -> str:
    """A piece of a foreign text as an error may show it."""
    return quoted(text if len(text) <= 40 else text[:37] + "...")
