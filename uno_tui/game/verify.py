"""Verification of a record: it is parsed and played again, and the first fault is reported with its line.

A record is right if the seed has the hash in the header, every action was legal, winner and scores follow from the
actions, and the checksum fits the lines. That cannot detect a record that was invented as a whole, with a seed and hash
of its own: to exclude that, compare `Record.seed_hash` with the hash shown before the deal.
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
    """The kind of fault in a record."""

    NO_RECORD = auto()
    """The first line is not the first line of a record."""
    VERSION = auto()
    """The record has a version that this program does not read."""
    LINE = auto()
    """A line of the header or of the end has the wrong form."""
    RULES = auto()
    """The rules do not exist, contradict each other, or do not fit the number of seats."""
    MOVE = auto()
    """A line between the header and the end is not an action."""
    ILLEGAL = auto()
    """An action was not legal; `RecordError.why` says why."""
    CUT = auto()
    """The text ends in the middle of the record."""
    SEED = auto()
    """The seed does not have the hash in the header."""
    RESULT = auto()
    """The winner or the scores do not follow from the actions."""
    CHECK = auto()
    """The checksum is wrong, although every line is valid by itself."""


class RecordError(UnoError, ValueError):
    """A record that is damaged, cut short or tampered with.

    Attributes:
        line: The line of the fault, from 1.
        fault: The kind of the fault.
        words: The English text of the error, without the line.
        record: The record up to the fault, or None if the header is incomplete. It can be played if it has a seed.
        why: Why an action was not legal, for `Fault.ILLEGAL`; else None.
        wanted: What the line should begin with, or have as its value; empty if there is no single thing.
        found: The text that stands there instead, in quotes; empty if there is none.
    """

    def __init__(
        self,
        line: int,
        fault: Fault,
        words: str,
        record: Record | None = None,
        why: Why | None = None,
        wanted: str = "",
        found: str = "",
    ) -> None:
        super().__init__(f"line {line}: {words}")
        self.line = line
        self.fault = fault
        self.words = words
        self.record = record
        self.why = why
        self.wanted = wanted
        self.found = found


_FIRST: Final = re.compile(rf"{MAGIC} ([1-9][0-9]{{0,5}})")
_RULES: Final = re.compile(r"[!-~]+(?: [!-~]+)*")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CHOOSER: Final = re.compile("|".join(CHOOSERS.values()))
_MOVE: Final = re.compile(r"([1-9][0-9]?) +(\S+)")
_SEAT: Final = re.compile(r"[1-9][0-9]?")
_SCORES: Final = re.compile(r"[0-9]{1,9}(?: [0-9]{1,9})*")


def read_record(text: str) -> Record:
    r"""Parse the text of a record, play it again, and return it if everything is right.

    Raises:
        RecordError: The first fault in the text.

    >>> read_record("uno-tui record 2\nrules: classic\nseat 1: Ann")
    Traceback (most recent call last):
        ...
    uno_tui.game.verify.RecordError: line 3: expected the seat 1, not "seat 1: Ann"
    """
    if not isinstance(text, str):
        raise RecordError(1, Fault.NO_RECORD, "this is no text")
    return _RecordReader(text).read()


class _RecordReader:
    """Reads one record: holds the record's lines, without comments and blank lines, and the values read so far."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        stripped = ((number, line.strip()) for number, line in lines)
        self.lines = [(number, line) for number, line in stripped if line and not line.startswith("#")]
        self.at = 0
        self.begun: Record | None = None
        self.moves: list[Move] = []

    def read(self) -> Record:
        """Read header, moves and end; play each move as soon as it is read, so that the first fault is found."""
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

    def fail(
        self, fault: Fault, words: str, why: Why | None = None, *, wanted: str = "", found: str = ""
    ) -> RecordError:
        """Return an error about the line that the reader read last."""
        line = self.lines[self.at - 1][0] if self.lines else 1
        record = self.begun and replace(self.begun, moves=tuple(self.moves))
        return RecordError(line, fault, words, record, why, wanted, found)

    def line(self, name: str, pattern: re.Pattern[str]) -> str:
        """Read a line of the form ``name: value``; return its value, which must match the pattern."""
        if self.at == len(self.lines):
            raise self.fail(Fault.CUT, f"the record ends here, before its {name}", wanted=f"{name}:")
        line = self.lines[self.at][1]
        self.at += 1
        value = line.removeprefix(f"{name}: ")
        if value == line or not pattern.fullmatch(value):
            shown = _shown(line)
            raise self.fail(Fault.LINE, f"expected the {name}, not {shown}", wanted=f"{name}:", found=shown)
        return value

    def header(self) -> Record:
        """Read the lines before the first move."""
        self.at = 1
        first = _FIRST.fullmatch(self.lines[0][1]) if self.lines else None
        if not first:
            there = _shown(self.lines[0][1]) if self.lines else "nothing"
            wanted = f"{MAGIC} {VERSION}"
            words = f'expected "{wanted}", not {there}; this is not a match record'
            raise self.fail(Fault.NO_RECORD, words, wanted=wanted, found=there if self.lines else "")
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
        expected = self.line("seed hash", _HASH)
        typed = self.line("seed chosen by", _CHOOSER) == CHOOSERS[True]
        return Record(rules, tuple(names), expected, typed)

    def names(self) -> list[str]:
        """Read the names of the seats."""
        names: list[str] = []
        while not names or (self.at < len(self.lines) and self.lines[self.at][1].startswith("seat ")):
            name = self.line(f"seat {len(names) + 1}", QUOTED)
            try:
                names.append(unquoted(name))
            except ValueError:
                raise self.fail(Fault.LINE, f"{_shown(name)} is not a name") from None
        return names

    def good_seed(self, expected: str) -> str | None:
        """Return the seed at the text's end if it has the right hash; else None, and `end` reports the fault."""
        seeds = [line.removeprefix("seed: ") for _, line in self.lines if line.startswith("seed: ")]
        try:
            seed = unquoted(seeds[-1])
        except (IndexError, ValueError):
            return None
        return seed if seed_hash(seed) == expected else None

    def move(self) -> Move:
        """Read the next line as a move."""
        line = self.lines[self.at][1]
        self.at += 1
        if not (found := _MOVE.fullmatch(line)):
            shown = _shown(line)
            words = f"{shown} is not an action: write the seat, a space, and the action"
            raise self.fail(Fault.MOVE, words, wanted="1 draw", found=shown)
        try:
            return Move(int(found[1]) - 1, None if found[2] == "leave" else action(found[2]))
        except ValueError:
            raise self.fail(Fault.MOVE, f"{_shown(found[2])} is not an action", found=_shown(found[2])) from None

    def step(self, match: Match, move: Move) -> Match:
        """Return the match after the move that was read."""
        try:
            return step(match, move)[0]
        except IllegalAction as error:
            words = f"{move.text} is not legal: {error.why.reason.replace('_', ' ')}"
            raise self.fail(Fault.ILLEGAL, words, error.why) from None

    def end(self, match: Match | None) -> tuple[int, tuple[int, ...]]:
        """Read and check the lines after the moves; return winner and scores."""
        winner = int(self.line("winner", _SEAT)) - 1
        if match is not None and match.winner != winner:
            led = "no winner yet" if match.winner is None else f"winner {match.winner + 1}"
            wanted = "" if match.winner is None else f"winner: {match.winner + 1}"
            raise self.fail(Fault.RESULT, f"winner {winner + 1}, but the actions lead to {led}", wanted=wanted)
        scores = tuple(map(int, self.line("scores", _SCORES).split()))
        if match is not None and match.scores != scores:
            led = " ".join(map(str, match.scores))
            raise self.fail(Fault.RESULT, f"these scores, but the actions lead to {led}", wanted=f"scores: {led}")
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
    """Return part of the record, quoted and shortened for an error message."""
    return quoted(text if len(text) <= 40 else text[:37] + "...")
