"""The rules of a match: every option of the rule sheet as a field, and the presets (R12)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Final, Literal, Self

from uno_tui.game.deck import Deck, regular_deck, uno_deck
from uno_tui.game.errors import RulesError
from uno_tui.game.options import Option, near

MIN_SEATS: Final = 2
"""Smallest number of seats in a match (R2.1)."""
MAX_SEATS: Final = 10
"""Largest number of seats in a match (R2.1)."""
MIN_TEAM_SEATS: Final = 4
"""Smallest number of seats in a match of teams; the number must be even (R14.1)."""

Face = Literal["skip", "reverse", "draw_two", "wild", "wild_draw_four", "number"]
Joker = Literal["wild", "wild_draw_four", "none"]

MAX_DRAWN: Final = 10
"""Largest number of cards in one ``until_playable`` draw (R4.3)."""
FAILED_CHALLENGE_CARDS: Final = 2
"""Number of cards that the challenger draws in addition to the penalty after a failed challenge (R7.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a match, as a value; the defaults are the preset ``classic``.

    Raises:
        RulesError: An option has an unknown value or a value of the wrong type, or options contradict each other.

    >>> Rules.parse("official", ["stacking=same"]).text
    'official stacking=same'
    >>> Rules(target=0)
    Traceback (most recent call last):
        ...
    uno_tui.game.errors.RulesError: target cannot be 0; it must be 1 to 5000
    """

    deck: Literal["uno", "regular"] = "uno"
    """The UNO deck of 108 cards, or one or two ordinary packs (R1.1, R1.4)."""
    jack: Face = "skip"
    """The special card that a jack acts as; only with ``deck=regular``, like the next five options (R1.4)."""
    queen: Face = "reverse"
    king: Face = "draw_two"
    ace: Face = "number"
    black_joker: Joker = "wild"
    red_joker: Joker = "wild_draw_four"
    hand_size: int = field(default=7, metadata={"range": (1, 15)})
    """Number of cards dealt to each seat, 1 to 15 (R2.4)."""
    first_wild: Literal["reshuffle", "choose"] = "reshuffle"
    """Effect of a Wild as first card: it is put back, or the first player names the color (R3.2)."""
    draw: Literal["one", "until_playable"] = "one"
    """Whether a draw takes one card, or cards until one can be played, at most 10 (R4.3)."""
    must_play: bool = False
    """Whether drawing is forbidden to a player with a playable card (R10.5)."""
    doubles: bool = False
    """Whether two equal number cards may be played together (R10.4)."""
    jump_in: bool = False
    """Whether a card identical to the top card may be played out of turn (R11.1)."""
    seven_zero: bool = False
    """Whether a 7 swaps hands with a seat and a 0 passes all hands along (R11.2)."""
    draw_four: Literal["no_match", "no_color", "bluff", "free"] = "no_match"
    """When a Wild Draw Four may be played (R7.3)."""
    catch_window: Literal["until_last", "next_turn"] = "until_last"
    """How long a missing UNO call may be caught (R8.3)."""
    uno_penalty: Literal[2, 4] = 2
    """Number of cards that a caught seat draws (R8.1)."""
    stacking: Literal["off", "same", "cross"] = "off"
    """Whether a player may answer a penalty with a card that increases it (R10.1)."""
    scoring: Literal["winner_takes", "caught"] = "winner_takes"
    """Scoring after a round: the winner scores for the others' hands; or each seat for its own hand, and fewest points
    win (R9.4).
    """
    target: int = field(default=500, metadata={"range": (1, 5000)})
    """Points that end a match, 1 to 5000; 1 is a match of one won round (R9.3)."""
    teams: Literal["off", "pairs", "halves"] = "off"
    """Teams: none; each seat with the one opposite; or every second seat, in two teams (R14.1)."""

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        if self.deck == "uno":
            for name in MAPPING:
                if getattr(self, name) != OPTIONS[name].default:
                    raise _needs_regular(name, getattr(self, name))

    def check_seats(self, seats: int) -> None:
        """Check that a match by these rules can have that many seats (R2.1, R12 ``hand_size``, R14.1).

        Raises:
            RulesError: There are too few or too many seats, they cannot be divided into teams, or the hands do not fit
                the deck.
        """
        if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
            raise RulesError(
                "UNO is for {low} to {high} players, not {seats}", seats=seats, low=MIN_SEATS, high=MAX_SEATS
            )
        if not self.divides(seats):
            raise RulesError("teams={teams} is for 4, 6, 8 or 10 players, not {seats}", teams=self.teams, seats=seats)
        size = self.deck_for(seats).size
        if seats * self.hand_size + 1 > size:
            raise RulesError(
                "hand_size={hand} is too large for {seats} players: {cards} cards plus the first card are needed, and "
                "the deck has {size}",
                hand=self.hand_size, seats=seats, cards=seats * self.hand_size, size=size,
            )  # fmt: skip  # one thought

    def deck_for(self, seats: int) -> Deck:
        """Return the deck for a number of seats; a regular deck has two packs for five seats or more (R1.4)."""
        if self.deck == "uno":
            return uno_deck()
        return regular_deck({name: getattr(self, name) for name in MAPPING}, packs=1 if seats <= 4 else 2)

    def divides(self, seats: int) -> bool:
        """Return whether that many seats can be divided into teams, or need not be (R14.1)."""
        return self.teams == "off" or (seats >= MIN_TEAM_SEATS and not seats % 2)

    def teams_of(self, seats: int) -> int:
        """Return the number of teams among that many seats; without teams every seat is one (R14.1).

        `uno_tui.game.teams` says which seat belongs to which.
        """
        return {"off": seats, "pairs": seats // 2, "halves": 2}[self.teams]

    @property
    def preset(self) -> str:
        """Name of the preset that agrees with these rules in the most options."""
        return _nearest(self)[0]

    @property
    def text(self) -> str:
        """The nearest preset and the differing options, in the form that `parse` and ``--set`` accept."""
        return _nearest(self)[1]

    @property
    def full_text(self) -> str:
        """The nearest preset, a colon, and every option by name: the text to store, which `read` reads back.

        Its meaning stays the same when a preset is edited. Options of the regular deck are left out for the UNO deck.
        ``teams=off`` is always left out, so that programs older than that option can read the text.
        """
        left_out = {"teams"} if self.teams == "off" else set()
        if self.deck != "regular":
            left_out.update(MAPPING)
        named = (name for name in OPTIONS if name not in left_out)
        return " ".join([f"{self.preset}:", *(f"{name}={OPTIONS[name].text(getattr(self, name))}" for name in named)])

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the rules of a stored text: a `full_text`, or an older `text`; raise `RulesError` for any other.

        >>> Rules.read(Rules(target=200).full_text) == Rules.read("classic target=200") == Rules(target=200)
        True
        """
        preset, *settings = text.split() or [""]
        return cls._set(cls(), settings) if preset.endswith(":") else cls.parse(preset, settings)

    def beyond(self, preset: str) -> list[str]:
        """Return the options that differ from a preset, in the form that ``--set`` accepts."""
        base = PRESETS[preset]
        return [
            f"{name}={option.text(getattr(self, name))}"
            for name, option in OPTIONS.items()
            if getattr(self, name) != getattr(base, name)
        ]

    @classmethod
    def parse(cls, preset: str = "classic", settings: Iterable[str] = ()) -> Self:
        """Return the rules of a preset, changed by ``OPTION=VALUE`` settings.

        Raises:
            RulesError: A preset, an option or a value does not exist, or options contradict each other; the error
                suggests a similar word.
        """
        if preset not in tuple(PRESETS):
            known = ", ".join(PRESETS)
            raise RulesError(
                "unknown preset {word}{hint}; choose from {known}",
                near(preset, PRESETS), word=repr(preset), known=known,
            )  # fmt: skip  # one thought
        return cls._set(PRESETS[preset], settings)  # type: ignore[arg-type]  # Rules is not subclassed

    @classmethod
    def _set(cls, base: Self, settings: Iterable[str]) -> Self:
        """Return the rules changed by ``OPTION=VALUE`` settings; raise `RulesError` for an invalid one."""
        changes: dict[str, Any] = {}
        for setting in settings:
            name, equals, value = str(setting).partition("=")
            if not equals:
                raise RulesError("{word} is not a setting; write OPTION=VALUE", word=repr(setting))
            if name not in OPTIONS:
                known = ", ".join(OPTIONS)
                raise RulesError(
                    "unknown option {word}{hint}; choose from {known}",
                    near(name, OPTIONS), word=repr(name), known=known,
                )  # fmt: skip  # one thought
            value = OPTIONS[name].parse(value)
            if changes.setdefault(name, value) != value:
                raise RulesError("{name} is set twice, to different values", name=name)
        rules = replace(base, **changes)
        if rules.deck == "uno" and (mapped := [name for name in changes if name in MAPPING]):
            raise _needs_regular(mapped[0], changes[mapped[0]])
        return rules


def _needs_regular(name: str, value: object) -> RulesError:
    return RulesError("{name}={value} works only with deck=regular", name=name, value=value)


OPTIONS: Final[Mapping[str, Option]] = {one.name: Option.of(one) for one in fields(Rules)}
"""Every option by name, in the rule sheet's order."""

MAPPING: Final = ("jack", "queen", "king", "ace", "black_joker", "red_joker")
"""Names of the options that apply only to the regular deck (52-card packs)."""

_official: Final = Rules(first_wild="choose", draw_four="bluff", catch_window="next_turn")

PRESETS: Final[Mapping[str, Rules]] = {
    "classic": Rules(),
    "official": _official,
    "irish": Rules(draw_four="free", stacking="same", doubles=True, must_play=True),
    "party": replace(_official, stacking="cross", doubles=True, draw="until_playable", jump_in=True, seven_zero=True),
    "quick": Rules(target=1),
}
"""The presets by name, ``classic`` first (R12)."""


@lru_cache(maxsize=256)
def _nearest(rules: Rules) -> tuple[str, str]:
    """Return the nearest preset and the text of rules, cached for lists of tables, which show them at every change."""
    preset = min(PRESETS, key=lambda name: len(rules.beyond(name)))
    return preset, " ".join([preset, *rules.beyond(preset)])
