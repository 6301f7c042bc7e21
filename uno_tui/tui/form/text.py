"""The words of the form: label and explanation of each row, and the names of values."""

from typing import Any, Final

from uno_tui.game.cards import Rank
from uno_tui.game.rules import OPTIONS, PRESETS, Rules
from uno_tui.i18n import Words, mark, mark_n
from uno_tui.speech import rank_name

MAX_CHANGES: Final = 3
"""Largest number of changed rules that are all named after the name of a preset."""

# Translators: of each row of the form, its label (22 letters at most), then a sentence that explains it.
_ROWS: Final = {
    "seats": (mark("Seats"), mark("How many can play, you and the bots included.")),
    "bots": (mark("Bots"), mark("How many seats bots take at once; the others are for people.")),
    "level": (mark("Bot strength"), mark("How well the bots play, including those that fill empty seats.")),
    "fill": (mark("Empty seats at the start"), mark("What happens to seats nobody has taken when you start.")),
    "turn_seconds": (mark("Turn timer"), mark("How long a turn may take before a move is made for you.")),
    "public": (mark("Visibility"), mark("Listed in the lobby, or only for people with its code.")),
    "spectators": (mark("Spectators"), mark("How many may watch; they see no hands.")),
    "preset": (mark("Rules"), mark("The preset to start from; every rule can be changed below.")),
    "deck": (mark("Cards"), mark("UNO's own 108 cards, or ordinary packs with jokers.")),
    "jack": (mark("Jacks are"), mark("What jacks do; as numbers they count 11.")),
    "queen": (mark("Queens are"), mark("What queens do; as numbers they count 12.")),
    "king": (mark("Kings are"), mark("What kings do; as numbers they count 13.")),
    "ace": (mark("Aces are"), mark("What aces do; as numbers they count 1.")),
    "black_joker": (mark("The black joker is"), mark("What the black joker does, if it is used.")),
    "red_joker": (mark("The red joker is"), mark("What the red joker does, if it is used.")),
    "hand_size": (mark("Cards dealt"), mark("How many cards everyone starts a round with.")),
    "first_wild": (mark("A Wild as first card"), mark("What happens if the first card of a round is a Wild.")),
    "draw": (mark("Drawing"), mark("One card, or cards until you can play one, at most ten.")),
    "must_play": (mark("Must play if you can"), mark("If you hold a card you can play, you may not draw.")),
    "doubles": (mark("Doubles"), mark("Two identical number cards may be played together.")),
    "jump_in": (mark("Jumping in"), mark("A card identical to the top card may be played out of turn.")),
    "seven_zero": (mark("Sevens and zeros"), mark("A 7 swaps two hands; a 0 passes all hands on.")),
    "draw_four": (mark("Wild Draw Four"), mark("When it may be played. If bluffs are allowed, you can challenge.")),
    "catch_window": (mark("Time to catch"), mark("How long someone who forgot to call UNO can be caught.")),
    "uno_penalty": (mark("Penalty if caught"), mark("How many cards you draw if you are caught.")),
    "stacking": (mark("Stacking"), mark("A penalty may be passed on with a card that adds to it.")),
    "scoring": (mark("Scoring"), mark("Who scores after a round, and what.")),
    "target": (mark("Points to win"), mark("How many points end the match; 1 is a match of one round.")),
    "teams": (mark("Teams"), mark("Partners share their points; for 4, 6, 8 or 10 players.")),
}  # fmt: skip
# Translators: a value of a row of the form, after its label: "Bot strength medium".
_VALUES: Final = {
    ("level", "easy"): mark("easy"),
    ("level", "medium"): mark("medium"),
    ("level", "hard"): mark("hard"),
    ("level", "expert"): mark("expert"),
    ("fill", True): mark("filled by bots"),
    ("fill", False): mark("removed"),
    ("public", True): mark("everyone"),
    ("public", False): mark("people with the code"),
    ("deck", "uno"): mark("UNO deck"),
    ("deck", "regular"): mark("ordinary packs"),
    ("first_wild", "reshuffle"): mark("turn over another card"),
    ("first_wild", "choose"): mark("the first player chooses"),
    ("draw", "one"): mark("one card"),
    ("draw", "until_playable"): mark("until you can play"),
    ("draw_four", "no_match"): mark("if nothing else matches"),
    ("draw_four", "no_color"): mark("if you lack the color"),
    ("draw_four", "bluff"): mark("always, bluffs allowed"),
    ("draw_four", "free"): mark("always"),
    ("catch_window", "until_last"): mark("until the last card"),
    ("catch_window", "next_turn"): mark("until the next turn"),
    ("stacking", "same"): mark("with the same card"),
    ("stacking", "cross"): mark("Four on Two as well"),
    ("scoring", "winner_takes"): mark("winner gets all points"),
    ("scoring", "caught"): mark("everyone counts own hand"),
    ("teams", "pairs"): mark("pairs sit opposite"),
    ("teams", "halves"): mark("two teams"),
}
# Translators: a sentence that explains a row of the form for a match against bots.
_SOLO: Final = {
    "bots": mark("How many bots you play against."),
    "level": mark("How well the bots play."),
}
_STANDS: Final = {
    "skip": Rank.SKIP,
    "reverse": Rank.REVERSE,
    "draw_two": Rank.DRAW_TWO,
    "wild": Rank.WILD,
    "wild_draw_four": Rank.WILD_DRAW_FOUR,
}
_FACES: Final = ("jack", "queen", "king", "ace", "black_joker", "red_joker")
# Translators: a value of a row of the form, after its label: "Bot strength medium".
_COUNTS: Final = {
    "turn_seconds": mark_n("{count} second", "{count} seconds"),
    "spectators": mark_n("up to {count}", "up to {count}"),
    "hand_size": mark_n("{count} card", "{count} cards"),
    "uno_penalty": mark_n("{count} card", "{count} cards"),
    "target": mark_n("{count} point", "{count} points"),
}
# Translators: a value of a row of the form, after its label: "Bot strength medium".
_NONE: Final = {"turn_seconds": mark("off"), "spectators": mark("none"), "bots": mark("none")}


def label(words: Words, row: str) -> str:
    """Return the label of a row."""
    return words(_ROWS[row][0])


def meaning(words: Words, row: str, *, solo: bool = False) -> str:
    """Return a sentence that explains a row; `solo`: the form is for a match against bots."""
    return words(_SOLO[row] if solo and row in _SOLO else _ROWS[row][1])


# Translators: a value of a row of the form, after its label: "Doubles yes", "Jacks are a number".
def said(words: Words, row: str, value: Any) -> str:
    """Return a row's value as displayed text."""
    if (row, value) in _VALUES:
        return words(_VALUES[row, value])
    if not value and row in _NONE and value is not False:
        return words(_NONE[row])
    if row in _COUNTS:
        return words.n(*_COUNTS[row], value)
    if isinstance(value, bool) or value == "off":
        return words.p("value of an option", "yes") if value is True else words.p("value of an option", "no")
    if row in _FACES:
        if value in _STANDS:
            return rank_name(words, _STANDS[value])
        return words("a number") if value == "number" else words("not used")
    return str(value)


def with_changes(words: Words, text: str, rules: Rules) -> str:
    """Return a text that ends with the name of the rules' preset, followed by the rows whose values differ from it.

    At most `MAX_CHANGES` rows are named; of more, the first two, and the others are counted.
    """
    base = PRESETS[rules.preset]
    rows = [name for name in OPTIONS if getattr(rules, name) != getattr(base, name)]
    named = rows if len(rows) <= MAX_CHANGES else rows[: MAX_CHANGES - 1]
    parts = [
        words("{name}: {text}", name=label(words, row), text=said(words, row, getattr(rules, row))) for row in named
    ]
    more = len(rows) - len(named)
    listed = ", ".join([text, *parts])
    return f"{listed} {words.n('and {count} more', 'and {count} more', more)}" if more else listed
