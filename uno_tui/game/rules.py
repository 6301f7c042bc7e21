"""Rules: every option of the rule sheet a field, and the presets (R12)."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, Final, Literal, Self, get_args

from uno_tui.game.cards import Deck, regular_deck, uno_deck
from uno_tui.game.errors import RulesError

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10
"""The fewest and the most seats of a match (R2.1)."""

Face = Literal["skip", "reverse", "draw_two", "wild", "wild_draw_four", "number"]
Joker = Literal["wild", "wild_draw_four", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a match; the defaults are the preset ``classic``. Contradictions raise `RulesError`.

    >>> Rules.parse("official", ["stacking=same"]).text
    'official stacking=same'
    >>> Rules(target=0)
    Traceback (most recent call last):
        ...
    uno_tui.game.errors.RulesError: target=0: the values are 1 to 5000
    """

    deck: Literal["uno", "regular"] = "uno"
    """The UNO deck of 108 cards, or one or two ordinary packs (R1.1, R1.4)."""
    jack: Face = "skip"
    """With ``deck=regular``: what jacks stand for (R1.4); the next five likewise."""
    queen: Face = "reverse"
    king: Face = "draw_two"
    ace: Face = "number"
    black_joker: Joker = "wild"
    red_joker: Joker = "wild_draw_four"
    hand_size: int = field(default=7, metadata={"range": (1, 15)})
    """Cards dealt to each (R2.4)."""
    first_wild: Literal["reshuffle", "choose"] = "reshuffle"
    """A Wild turned as first card goes back, or the first player names its color (R3.2)."""
    draw: Literal["one", "until_playable"] = "one"
    """One card a draw, or cards until one can be played, at most 10 (R4.3)."""
    must_play: bool = False
    """Who can play may not draw (R10.5)."""
    doubles: bool = False
    """Two equal number cards may be played together (R10.4)."""
    jump_in: bool = False
    """A card identical to the top card may be played out of turn (R11.1)."""
    seven_zero: bool = False
    """A 7 swaps hands with a seat, a 0 passes all hands along (R11.2)."""
    draw_four: Literal["no_match", "no_color", "bluff", "free"] = "no_match"
    """When a Wild Draw Four may be played (R7.3)."""
    catch_window: Literal["until_last", "next_turn"] = "until_last"
    """How long a forgotten UNO call may be caught (R8.3)."""
    uno_penalty: Literal[2, 4] = 2
    """Cards drawn by who is caught (R8.1)."""
    stacking: Literal["off", "same", "cross"] = "off"
    """Whether a penalty may be answered with a card that adds to it (R10.1)."""
    scoring: Literal["winner_takes", "caught"] = "winner_takes"
    """The round's winner scores what the others hold, or everybody adds up what they were caught with (R9.4)."""
    target: int = field(default=500, metadata={"range": (1, 5000)})
    """The points that end a match; 1 is a match of one won round (R9.3)."""

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        if self.deck == "uno":
            for name in MAPPING:
                if getattr(self, name) != OPTIONS[name].default:
                    raise _needs_regular(name, getattr(self, name))

    def check_seats(self, seats: int) -> None:
        """Raise `RulesError` unless that many can play by these rules (R2.1, R12 ``hand_size``)."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise RulesError(
                "1 player: UNO is for {low} to {high}" if seats == 1 else "{seats} players: UNO is for {low} to {high}",
                seats=seats, low=MIN_SEATS, high=MAX_SEATS,
            )  # fmt: skip  # one thought
        size = self.deck_for(seats).size
        if seats * self.hand_size + 1 > size:
            raise RulesError(
                "hand_size={hand} and {seats} players disagree: "
                "{cards} cards and a top card do not fit a deck of {size}",
                hand=self.hand_size, seats=seats, cards=seats * self.hand_size, size=size,
            )  # fmt: skip  # one thought

    def deck_for(self, seats: int) -> Deck:
        """The deck of a match of that many seats: two packs of the regular deck from five on (R1.4)."""
        if self.deck == "uno":
            return uno_deck()
        return regular_deck({name: getattr(self, name) for name in MAPPING}, packs=1 if seats <= 4 else 2)

    @property
    def changes(self) -> dict[str, str]:
        """The options that differ from the defaults, as texts."""
        return {
            name: option.text(getattr(self, name))
            for name, option in OPTIONS.items()
            if getattr(self, name) != option.default
        }

    @property
    def preset(self) -> str:
        """The preset these rules are nearest to: the one with the fewest options set otherwise."""
        return min(PRESETS, key=lambda name: len(self._beyond(name)))

    @property
    def text(self) -> str:
        """The nearest preset and what differs from it, as `parse` and ``--set`` take them."""
        return " ".join([self.preset, *self._beyond(self.preset)])

    def _beyond(self, preset: str) -> list[str]:
        base = PRESETS[preset]
        return [
            f"{name}={option.text(getattr(self, name))}"
            for name, option in OPTIONS.items()
            if getattr(self, name) != getattr(base, name)
        ]

    @classmethod
    def parse(cls, preset: str = "classic", settings: Iterable[str] = ()) -> Self:
        """The rules of a preset with ``OPTION=VALUE`` settings; a wrong word raises `RulesError`, naming a near one."""
        if preset not in PRESETS:
            known = ", ".join(PRESETS)
            raise RulesError(
                "no preset {word}{hint}: the presets are {known}",
                near(preset, PRESETS), word=repr(preset), known=known,
            )  # fmt: skip  # one thought
        changes: dict[str, Any] = {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals:
                raise RulesError("{word} is no setting: write OPTION=VALUE", word=repr(setting))
            if name not in OPTIONS:
                known = ", ".join(OPTIONS)
                raise RulesError(
                    "no option {word}{hint}: the options are {known}",
                    near(name, OPTIONS), word=repr(name), known=known,
                )  # fmt: skip  # one thought
            value = OPTIONS[name].parse(value)
            if changes.setdefault(name, value) != value:
                raise RulesError("{name} is set twice, to different values", name=name)
        rules: Self = replace(PRESETS[preset], **changes)  # type: ignore[assignment]  # Rules is not subclassed
        if rules.deck == "uno" and (mapped := [name for name in changes if name in MAPPING]):
            raise _needs_regular(mapped[0], changes[mapped[0]])
        return rules


def near(word: str, known: Iterable[str]) -> str:
    """The known word, in small letters, that is nearest to a word that is none, if any is near."""
    return next(iter(difflib.get_close_matches(word.casefold(), list(known), n=1)), "")


def _needs_regular(name: str, value: object) -> RulesError:
    return RulesError("{name}={value} and deck=uno disagree: {name} needs deck=regular", name=name, value=value)


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name, values and default."""

    name: str
    values: tuple[Any, ...]
    """The values, the default first; for a range of numbers the lowest and the highest."""
    default: Any
    is_range: bool = False

    @classmethod
    def of(cls, of: "Field[Any]") -> Self:
        """The option that a field of `Rules` is."""
        assert of.default is not MISSING
        if "range" in of.metadata:
            return cls(of.name, of.metadata["range"], of.default, is_range=True)
        return cls(of.name, (False, True) if of.type is bool else get_args(of.type), of.default)

    @staticmethod
    def text(value: object) -> str:
        """The value's word."""
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def check(self, value: Any) -> None:
        """Raise `RulesError` unless it is a value of this option, of the right type."""
        if self.is_range:
            good = type(value) is int and self.values[0] <= value <= self.values[1]
        else:
            good = any(type(value) is type(one) and value == one for one in self.values)
        if not good:
            raise self._wrong(self.text(value))

    def parse(self, word: str) -> Any:
        """The value of a word; anything else raises `RulesError`."""
        if self.is_range:
            if word.isascii() and word.removeprefix("-").isdigit() and len(word) < 10:
                self.check(int(word))
                return int(word)
        else:
            for value in self.values:
                if self.text(value) == word:
                    return value
        raise self._wrong(word, "" if self.is_range else near(word, map(self.text, self.values)))

    def _wrong(self, word: str, meant: str = "") -> RulesError:
        if self.is_range:
            low, high = self.values
            return RulesError(
                "{name}={word}: the values are {low} to {high}", name=self.name, word=word, low=low, high=high
            )
        known = ", ".join(map(self.text, self.values))
        return RulesError("{name}={word}{hint}: the values are {known}", meant, name=self.name, word=word, known=known)


OPTIONS: Final[Mapping[str, Option]] = {one.name: Option.of(one) for one in fields(Rules)}
"""Every option, in the rule sheet's order."""

MAPPING: Final = ("jack", "queen", "king", "ace", "black_joker", "red_joker")
"""The options that only the regular deck has."""

_official: Final = Rules(first_wild="choose", draw_four="bluff", catch_window="next_turn")

PRESETS: Final[Mapping[str, Rules]] = {
    "classic": Rules(),
    "official": _official,
    "irish": Rules(draw_four="free", stacking="same", doubles=True, must_play=True),
    "party": replace(_official, stacking="cross", doubles=True, draw="until_playable", jump_in=True, seven_zero=True),
    "quick": Rules(target=1),
}
