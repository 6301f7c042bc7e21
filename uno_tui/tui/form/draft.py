"""The content of the form: a value for each row, which may be invalid while the person types."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from uno_tui.game.errors import RulesError
from uno_tui.game.rules import MAPPING, MAX_SEATS, MIN_SEATS, MIN_TEAM_SEATS, OPTIONS, PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.speech import entry_error_sentence
from uno_tui.table.options import MAX_TURN_SECONDS, MIN_TURN_SECONDS, EntryError, EntryProblem, TableOptions
from uno_tui.tui.form.text import label, said

PRESET: Final = "preset"
TABLE_ROWS: Final = ("seats", "bots", "level", "fill", "turn_seconds", "public", "spectators")
_SOLO_ROWS: Final = ("bots", "level", "turn_seconds")
"""Rows of the form for a match of one person against bots; bots take all other seats."""
_RANGES: Final = {
    "seats": (MIN_SEATS, MAX_SEATS),
    "bots": (0, MAX_SEATS - 1),
    "turn_seconds": (MIN_TURN_SECONDS, MAX_TURN_SECONDS),
    **{name: (option.values[0], option.values[1]) for name, option in OPTIONS.items() if option.is_range},
}
"""Lowest and highest number of each row whose value can be typed. The turn clock may also be 0, for none."""
_STEPS: Final = {
    "turn_seconds": (0, 15, 20, 30, 45, 60, 90, 120, 180, 300),
    "target": (1, 50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 2000, 5000),
}
"""Numbers that the arrow keys step through, for rows with too many numbers to step through all."""
_CHOICES: Final = {"fill": (False, True), "public": (False, True), "spectators": (0, 5, 20, 100)}
_DIGITS: Final = 4
"""Largest number of digits that can be typed."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of a form. `values` has a value for each row; a change makes a new draft."""

    values: Mapping[str, Any]
    levels: tuple[str, ...]
    rules_only: bool = False
    """Whether the form edits only the rules of an open table, whose seats are fixed."""
    base: TableOptions | None = None
    """Options of the table that the form keeps but does not show; None if there are none."""

    @classmethod
    def of_options(cls, options: TableOptions, levels: tuple[str, ...]) -> Self:
        """Return the form for a new table, filled in with the given options."""
        values = {
            **_of_rules(options.rules),
            **{name: getattr(options, name) for name in TABLE_ROWS},
            "turn_seconds": int(options.turn_seconds or 0),
        }
        return cls(values, levels, base=options)

    @classmethod
    def of_rules(cls, rules: Rules, seats: int) -> Self:
        """Return the form for the rules of a table with the given number of seats."""
        return cls({**_of_rules(rules), "seats": seats}, (), rules_only=True)

    @property
    def solo(self) -> bool:
        """Whether the form is for a match of one person against bots."""
        return self.base is not None and self.base.solo

    def _range(self, row: str) -> tuple[int, int]:
        """Return the lowest and the highest number of a row."""
        low, high = _RANGES[row]
        return (1, high) if row == "bots" and self.solo else (low, high)

    @property
    def rows(self) -> tuple[str, ...]:
        """The visible rows; the effects of face cards and jokers are shown only for the regular deck."""
        shown = [name for name in OPTIONS if name not in MAPPING or self.values["deck"] == "regular"]
        if self.solo:
            return (*_SOLO_ROWS, PRESET, *shown)
        return (*(() if self.rules_only else TABLE_ROWS), PRESET, *shown)

    @property
    def preset(self) -> str | None:
        """The name of the preset that has exactly these rules; None if there is none."""
        own = {name: self.values[name] for name in OPTIONS}
        return next((name for name, rules in PRESETS.items() if own == _of_rules(rules)), None)

    @property
    def nearest(self) -> str | None:
        """The preset with the most similar rules; None while the rules are invalid."""
        try:
            return self.rules.preset
        except RulesError:
            return None

    def choices(self, row: str) -> tuple[Any, ...]:
        """Return the possible values of a row that is chosen, not typed."""
        if row == PRESET:
            return tuple(PRESETS)
        if row == "level":
            return self.levels
        return _CHOICES[row] if row in _CHOICES else OPTIONS[row].values

    def stepped(self, row: str, by: int) -> Self:
        """Return the draft with a row's next (`by` = 1) or previous (-1) value; choices wrap around, numbers do not."""
        if row not in _RANGES:
            choices = self.choices(row)
            value = self.preset if row == PRESET else self.values[row]
            place = choices.index(value) + by if value in choices else 0 if by > 0 else -1
            return self.with_value(row, choices[place % len(choices)])
        value, (low, high) = self.values[row], self._range(row)
        steps = _STEPS.get(row, range(low, high + 1))
        further = [one for one in steps if (one - value) * by > 0]
        return self.with_value(row, min(further, key=lambda one: abs(one - value))) if further else self

    def typed(self, row: str, digit: str, *, fresh: bool) -> Self:
        """Return the draft with a digit appended to a row's number, or replacing the number if `fresh`."""
        if row not in _RANGES:
            return self
        text = "" if fresh else str(self.values[row])
        return self._with_number(row, int((text + digit)[:_DIGITS]))

    def erased(self, row: str) -> Self:
        """Return the draft without the last digit of a row's number."""
        return self._with_number(row, self.values[row] // 10) if row in _RANGES else self

    def _with_number(self, row: str, number: int) -> Self:
        """Return the draft with a number, valid or not; in a match against bots all other seats are theirs."""
        seats = {"seats": number + 1} if row == "bots" and self.solo else {}
        return replace(self, values={**self.values, **seats, row: number})

    def with_value(self, row: str, value: Any) -> Self:
        """Return the draft with a new value, and with other values adjusted that depend on it."""
        values = {**self.values, row: value}
        if row == PRESET:
            values = {**self.values, **_of_rules(PRESETS[value])}
        elif row == "deck" and value == "uno":
            values.update({name: OPTIONS[name].default for name in MAPPING})
        elif row == "teams" and value != "off" and not self.rules_only:
            values["seats"] = seats = max(MIN_TEAM_SEATS, values["seats"] + values["seats"] % 2)
            values["bots"] = seats - 1 if self.solo else values["bots"]
        elif row == "bots" and self.solo:
            values["seats"] = value + 1
        elif row == "seats" and "bots" in values:
            values["bots"] = min(values["bots"], max(value - 1, 0))
        elif row == "bots":
            values["bots"] = min(value, max(values["seats"] - 1, 0))
        return replace(self, values=values)

    @property
    def rules(self) -> Rules:
        """The rules; raises `RulesError` if the values are invalid."""
        return Rules(**{name: self.values[name] for name in OPTIONS})

    @property
    def options(self) -> TableOptions:
        """The options of the new table; raises `EntryError` if the values are invalid."""
        try:
            rules = self.rules
        except RulesError as error:
            raise EntryError(EntryProblem.BAD_OPTION, str(error)) from error
        chosen = {name: self.values[name] for name in TABLE_ROWS if name != "turn_seconds"}
        seconds = self.values["turn_seconds"] or None
        return replace(self.base or TableOptions(), rules=rules, turn_seconds=seconds, **chosen)

    def trouble(self, words: Words) -> str:
        """Return a sentence about what is invalid; empty if the draft is valid."""
        for row in (row for row in _RANGES if row in self.rows):
            value, (low, high) = self.values[row], self._range(row)
            if not low <= value <= high and not (row == "turn_seconds" and not value):
                shown = {"label": label(words, row), "low": said(words, row, low), "high": said(words, row, high)}
                return words("{label}: from {low} to {high}.", **shown)
        values = self.values
        if values.get("bots", 0) >= values["seats"]:
            return words(
                "{bots} bots in {seats} seats leave no seat for you.", bots=values["bots"], seats=values["seats"]
            )
        if not self.rules.divides(values["seats"]):
            if self.solo:
                return words("With you, teams need 3, 5, 7 or 9 bots, not {bots}.", bots=values["bots"])
            return words("Teams need 4, 6, 8 or 10 players, not {seats}.", seats=values["seats"])
        size = self.rules.deck_for(values["seats"]).size
        if values["seats"] * values["hand_size"] + 1 > size:
            return words(
                "A deck of {size} is too small for {cards} cards each for {seats} players.",
                cards=values["hand_size"], seats=values["seats"], size=size,
            )  # fmt: skip
        try:
            if not self.rules_only:
                _ = self.options
        except EntryError as error:
            return entry_error_sentence(words, error)
        return ""


def _of_rules(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in OPTIONS}


def is_number(row: str) -> bool:
    """Return whether the value of a row is a typed number."""
    return row in _RANGES


@dataclass(frozen=True, slots=True)
class FormScene:
    """The form screen's content: the draft and the selected row."""

    draft: Draft
    selected: int = 0
    """Index of the selected row."""
    fresh: bool = True
    """Whether the next digit replaces the number instead of being appended."""
    trouble: str = ""
    """A sentence about what is invalid; empty if nothing is."""

    @property
    def row(self) -> str:
        """The selected row."""
        return self.draft.rows[min(self.selected, len(self.draft.rows) - 1)]


def takes_digits(scene: FormScene) -> bool:
    """Return whether the selected row accepts digits."""
    return is_number(scene.row)


def always(scene: FormScene) -> bool:
    """Return True, the condition of commands that always work."""
    del scene
    return True
