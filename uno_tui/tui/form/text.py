"""The words of the form: label and explanation of each row, and the names of values."""

from typing import Any, Final

from uno_tui.game.cards import Rank
from uno_tui.i18n import Words, mark, mark_n
from uno_tui.speech import rank_name

_ROWS: Final = {
    "seats": (mark("Seats"), mark("How many can play, with you and the bots.")),
    "bots": (mark("Bots"), mark("How many bots sit down at once; people take the rest.")),
    "level": (mark("Bots play"), mark("How well the bots play, also those that fill empty seats.")),
    "fill": (mark("Empty seats at the start"), mark("What happens to seats nobody has taken when you start.")),
    "turn_seconds": (mark("Turn clock"), mark("How long a turn may take before the clock plays.")),
    "public": (mark("Who can find it"), mark("Listed in the lobby, or for those with its code only.")),
    "spectators": (mark("Spectators"), mark("How many may watch; they see no hands.")),
    "preset": (mark("Rules"), mark("A set to start from; each rule can be changed below.")),
    "deck": (mark("Cards"), mark("UNO's own 108 cards, or ordinary packs of cards with jokers.")),
    "jack": (mark("A jack is"), mark("What jacks do; as a number they count 11.")),
    "queen": (mark("A queen is"), mark("What queens do; as a number they count 12.")),
    "king": (mark("A king is"), mark("What kings do; as a number they count 13.")),
    "ace": (mark("An ace is"), mark("What aces do; as a number they count 1.")),
    "black_joker": (mark("The black joker is"), mark("What the black joker does, if it is played with.")),
    "red_joker": (mark("The red joker is"), mark("What the red joker does, if it is played with.")),
    "hand_size": (mark("Cards dealt"), mark("How many cards everybody starts a round with.")),
    "first_wild": (mark("A Wild turned first"), mark("What happens if the first card of a round is a Wild.")),
    "draw": (mark("Drawing"), mark("One card, or cards until one can be played, ten at most.")),
    "must_play": (mark("Must play if you can"), mark("Who holds a card that can be played may not draw.")),
    "doubles": (mark("Doubles"), mark("Two equal number cards may be played together.")),
    "jump_in": (mark("Jumping in"), mark("A card identical to the top card may be played out of turn.")),
    "seven_zero": (mark("Sevens and zeros"), mark("A 7 swaps hands with somebody, a 0 passes all hands along.")),
    "draw_four": (mark("Wild Draw Four"), mark("When it may be played; a bluff may be challenged.")),
    "catch_window": (mark("A forgotten UNO"), mark("How long whoever forgot to call UNO can be caught.")),
    "uno_penalty": (mark("Caught draws"), mark("What it costs to be caught without having called UNO.")),
    "stacking": (mark("Stacking"), mark("A penalty may be passed on with a card that adds to it.")),
    "scoring": (mark("Scoring"), mark("What a round brings, and to whom.")),
    "target": (mark("Points to win"), mark("How many points end the match; 1 is a match of one round.")),
}  # fmt: skip
_VALUES: Final = {
    ("level", "easy"): mark("like children"),
    ("level", "fair"): mark("fairly well"),
    ("level", "sharp"): mark("sharply"),
    ("fill", True): mark("go to bots"),
    ("fill", False): mark("are left out"),
    ("public", True): mark("everybody"),
    ("public", False): mark("who has the code"),
    ("deck", "uno"): mark("UNO deck"),
    ("deck", "regular"): mark("ordinary packs"),
    ("first_wild", "reshuffle"): mark("goes back"),
    ("first_wild", "choose"): mark("first player names color"),
    ("draw", "one"): mark("one card"),
    ("draw", "until_playable"): mark("until one can be played"),
    ("draw_four", "no_match"): mark("if no card matches"),
    ("draw_four", "no_color"): mark("if you lack the color"),
    ("draw_four", "bluff"): mark("always, as a bluff"),
    ("draw_four", "free"): mark("always"),
    ("catch_window", "until_last"): mark("until the last card"),
    ("catch_window", "next_turn"): mark("until the next turn"),
    ("stacking", "off"): mark("no"),
    ("stacking", "same"): mark("with the same card"),
    ("stacking", "cross"): mark("also Four on Two"),
    ("scoring", "winner_takes"): mark("winner gets all points"),
    ("scoring", "caught"): mark("all count their own"),
}
_STANDS: Final = {
    "skip": Rank.SKIP,
    "reverse": Rank.REVERSE,
    "draw_two": Rank.DRAW_TWO,
    "wild": Rank.WILD,
    "wild_draw_four": Rank.WILD_DRAW_FOUR,
}
_FACES: Final = ("jack", "queen", "king", "ace", "black_joker", "red_joker")
_COUNTS: Final = {
    "turn_seconds": mark_n("{count} second", "{count} seconds"),
    "spectators": mark_n("up to {count}", "up to {count}"),
    "hand_size": mark_n("{count} card", "{count} cards"),
    "uno_penalty": mark_n("{count} card", "{count} cards"),
    "target": mark_n("{count} point", "{count} points"),
}
_NONE: Final = {"turn_seconds": mark("off"), "spectators": mark("none"), "bots": mark("none")}


def label(words: Words, row: str) -> str:
    """Return the label of a row."""
    return words(_ROWS[row][0])


def meaning(words: Words, row: str) -> str:
    """Return the explanation of a row, in a sentence."""
    return words(_ROWS[row][1])


def said(words: Words, row: str, value: Any) -> str:
    """Return a value of a row as it is shown."""
    if (row, value) in _VALUES:
        return words(_VALUES[row, value])
    if not value and row in _NONE and value is not False:
        return words(_NONE[row])
    if row in _COUNTS:
        return words.n(*_COUNTS[row], value)
    if isinstance(value, bool):
        return words("yes") if value else words("no")
    if row in _FACES:
        if value in _STANDS:
            return rank_name(words, _STANDS[value])
        return words("a number") if value == "number" else words("left out")
    return str(value)
