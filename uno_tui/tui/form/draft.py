"""A table as somebody fills it in: every row of the form a value, right or not yet right."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from uno_tui.game.errors import RulesError
from uno_tui.game.rules import MAPPING, MAX_SEATS, MIN_SEATS, OPTIONS, PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.speech import entry_error_sentence
from uno_tui.table.options import MAX_TURN_SECONDS, MIN_TURN_SECONDS, EntryError, EntryProblem, TableOptions
from uno_tui.tui.form.text import label, said

PRESET: Final = "preset"
TABLE_ROWS: Final = ("seats", "bots", "level", "fill", "turn_seconds", "public", "spectators")
_RANGES: Final = {
    "seats": (MIN_SEATS, MAX_SEATS),
    "bots": (0, MAX_SEATS - 1),
    "turn_seconds": (MIN_TURN_SECONDS, MAX_TURN_SECONDS),
    **{name: (option.values[0], option.values[1]) for name, option in OPTIONS.items() if option.is_range},
}
"""The rows whose value is a number that can be typed; the turn clock can be 0, for none, besides."""
_STEPS: Final = {
    "turn_seconds": (0, 15, 20, 30, 45, 60, 90, 120, 180, 300),
    "target": (1, 50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 2000, 5000),
}
"""Where going to the next number would take long: the numbers to go through instead."""
_CHOICES: Final = {"fill": (False, True), "public": (False, True), "spectators": (0, 5, 20, 100)}
_DIGITS: Final = 4
"""The most digits of a number."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is filled in. `values` has one for every row of the form and is never changed, only replaced."""

    values: Mapping[str, Any]
    levels: tuple[str, ...]
    rules_only: bool = False
    """The table is there already, with these seats; only its rules are filled in."""
    base: TableOptions | None = None
    """What is not in the form."""

    @classmethod
    def of_options(cls, options: TableOptions, levels: tuple[str, ...]) -> Self:
        """The form of a new table, filled in like that."""
        values = {
            **_of_rules(options.rules),
            **{name: getattr(options, name) for name in TABLE_ROWS},
            "turn_seconds": int(options.turn_seconds or 0),
        }
        return cls(values, levels, base=options)

    @classmethod
    def of_rules(cls, rules: Rules, seats: int) -> Self:
        """The form of the rules of a table of so many seats."""
        return cls({**_of_rules(rules), "seats": seats}, (), rules_only=True)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that are shown: what jacks and jokers stand for only where there are some."""
        shown = [name for name in OPTIONS if name not in MAPPING or self.values["deck"] == "regular"]
        return (*(() if self.rules_only else TABLE_ROWS), PRESET, *shown)

    @property
    def preset(self) -> str | None:
        """The preset that the rules are, if they are one."""
        own = {name: self.values[name] for name in OPTIONS}
        return next((name for name, rules in PRESETS.items() if own == _of_rules(rules)), None)

    @property
    def nearest(self) -> str | None:
        """The preset that the rules are nearest to; None while they cannot be."""
        try:
            return self.rules.preset
        except RulesError:
            return None

    def choices(self, row: str) -> tuple[Any, ...]:
        """What can be chosen in a row that has no numbers to type."""
        if row == PRESET:
            return tuple(PRESETS)
        if row == "level":
            return self.levels
        return _CHOICES[row] if row in _CHOICES else OPTIONS[row].values

    def stepped(self, row: str, by: int) -> Self:
        """With the next value of a row, or the one before; choices go round, numbers end."""
        if row not in _RANGES:
            choices = self.choices(row)
            value = self.preset if row == PRESET else self.values[row]
            place = choices.index(value) + by if value in choices else 0 if by > 0 else -1
            return self.with_value(row, choices[place % len(choices)])
        value, (low, high) = self.values[row], _RANGES[row]
        steps = _STEPS.get(row, range(low, high + 1))
        further = [one for one in steps if (one - value) * by > 0]
        return self.with_value(row, min(further, key=lambda one: abs(one - value))) if further else self

    def typed(self, row: str, digit: str, *, fresh: bool) -> Self:
        """With a digit behind the number of a row; `fresh`: in its place."""
        if row not in _RANGES:
            return self
        text = "" if fresh else str(self.values[row])
        return replace(self, values={**self.values, row: int((text + digit)[:_DIGITS])})

    def erased(self, row: str) -> Self:
        """With the number of a row without its last digit."""
        return replace(self, values={**self.values, row: self.values[row] // 10}) if row in _RANGES else self

    def with_value(self, row: str, value: Any) -> Self:
        """With that value, and what goes with it."""
        values = {**self.values, row: value}
        if row == PRESET:
            values = {**self.values, **_of_rules(PRESETS[value])}
        elif row == "deck" and value == "uno":
            values.update({name: OPTIONS[name].default for name in MAPPING})
        elif row == "seats" and "bots" in values:
            values["bots"] = min(values["bots"], max(value - 1, 0))
        elif row == "bots":
            values["bots"] = min(value, max(values["seats"] - 1, 0))
        return replace(self, values=values)

    @property
    def rules(self) -> Rules:
        """The rules; values that cannot be raise `RulesError`."""
        return Rules(**{name: self.values[name] for name in OPTIONS})

    @property
    def options(self) -> TableOptions:
        """The new table's options; values that cannot be raise `EntryError`."""
        try:
            rules = self.rules
        except RulesError as error:
            raise EntryError(EntryProblem.BAD_OPTION, str(error)) from error
        chosen = {name: self.values[name] for name in TABLE_ROWS if name != "turn_seconds"}
        seconds = self.values["turn_seconds"] or None
        return replace(self.base or TableOptions(), rules=rules, turn_seconds=seconds, **chosen)

    def trouble(self, words: Words) -> str:
        """What is wrong, in a sentence; nothing if all is right."""
        for row, (low, high) in _RANGES.items():
            value = self.values.get(row, low)
            if not low <= value <= high and not (row == "turn_seconds" and not value):
                shown = {"label": label(words, row), "low": said(words, row, low), "high": said(words, row, high)}
                return words("{label}: from {low} to {high}.", **shown)
        values = self.values
        if values.get("bots", 0) >= values["seats"]:
            return words("{bots} bots on {seats} seats leave none for you.", bots=values["bots"], seats=values["seats"])
        size = self.rules.deck_for(values["seats"]).size
        if values["seats"] * values["hand_size"] + 1 > size:
            return words(
                "{cards} cards for each of {seats} players are too many for a deck of {size}.",
                cards=values["hand_size"], seats=values["seats"], size=size,
            )  # fmt: skip  # one thought
        try:
            if not self.rules_only:
                _ = self.options
        except EntryError as error:
            return entry_error_sentence(words, error)
        return ""


def _of_rules(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in OPTIONS}


def is_number(row: str) -> bool:
    """Whether the value of a row can be typed."""
    return row in _RANGES


@dataclass(frozen=True, slots=True)
class FormScene:
    """What is filled in, and where one is."""

    draft: Draft
    selected: int = 0
    """The place of the selected row."""
    fresh: bool = True
    """The next digit starts a new number."""
    trouble: str = ""
    """What is wrong, in a sentence."""

    @property
    def row(self) -> str:
        """The selected row."""
        return self.draft.rows[min(self.selected, len(self.draft.rows) - 1)]


def takes_digits(scene: FormScene) -> bool:
    """Whether the selected row is a number."""
    return is_number(scene.row)


def always(scene: FormScene) -> bool:
    """Whatever is shown."""
    del scene
    return True
