"""The sentences of the rules text, each with the condition on the rules under which it applies."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from uno_tui.game.cards import Rank
from uno_tui.game.rules import Rules
from uno_tui.i18n import Plural, mark, mark_n

Condition = Callable[[Rules], bool]


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence of the rules text; its placeholders are names of options."""

    text: str | Plural
    """If it has plural forms, `count` names the option with the number."""
    when: Condition = lambda _: True
    count: str = ""


def is_(**options: object) -> Condition:
    """Return a condition: each option has the given value, or one of a tuple of values."""
    wanted = {name: value if isinstance(value, tuple) else (value,) for name, value in options.items()}
    return lambda rules: all(getattr(rules, name) in values for name, values in wanted.items())


def has(*ranks: Rank, **options: object) -> Condition:
    """Return a condition: the deck has one of the ranks, and each option has the given value."""
    as_wanted = is_(**options)
    return lambda rules: as_wanted(rules) and any(int(rank) in rules.deck_for(2).ranks for rank in ranks)


_WILDS: Final = (Rank.WILD, Rank.WILD_DRAW_FOUR)
_FOUR: Final = Rank.WILD_DRAW_FOUR
_PENALTIES: Final = (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)
_ACTIONS: Final = (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO)
_STACKED: Final = ("same", "cross")

SECTIONS: Final[tuple[tuple[str, tuple[Clause, ...]], ...]] = (
    (
        mark("Aim"),
        (
            Clause(mark("Be the first to play all your cards.")),
            Clause(mark("Whoever wins the first round wins the match."), is_(target=1)),
            Clause(mark("Rounds are played until somebody has {target} points."), lambda rules: rules.target > 1),
            Clause(mark("2 to 10 players can play.")),
        ),
    ),
    (
        mark("Deal"),
        (
            Clause(
                mark(
                    "For the deal everybody draws a card. The highest number deals; other cards count 0; those tied for"
                    " highest draw again."
                )
            ),
            Clause(mark("In each later round the deal passes one seat to the left.")),
            Clause(
                mark_n("Everybody gets {count} card, face down.", "Everybody gets {count} cards, face down."),
                count="hand_size",
            ),
            Clause(mark("The rest is the draw pile. Its top card is turned and starts the discard pile.")),
            Clause(mark("The player at the dealer's left starts, and play goes to the left, clockwise.")),
        ),
    ),
    (
        mark("First card"),
        (
            Clause(mark("Skip: the first player is skipped."), has(Rank.SKIP)),
            Clause(mark("Reverse: the dealer plays first, and play goes to the right."), has(Rank.REVERSE)),
            Clause(mark("Draw Two: the first player draws two cards and loses the turn."), has(Rank.DRAW_TWO)),
            Clause(mark("With two players each of these leaves the dealer on turn."), has(*_ACTIONS)),
            Clause(
                mark("Wild: it goes back, the draw pile is shuffled again and another card is turned."),
                has(Rank.WILD, first_wild="reshuffle"),
            ),
            Clause(mark("Wild: the first player names the color, then plays."), has(Rank.WILD, first_wild="choose")),
            Clause(
                mark("Wild Draw Four: it goes back, the draw pile is shuffled again and another card is turned."),
                has(_FOUR),
            ),
        ),
    ),
    (
        mark("Your turn"),
        (
            Clause(mark("Play a card that has the color in force, or the number or symbol of the top card.")),
            Clause(mark("A wild goes on any card: name the color that is in force then."), has(*_WILDS)),
            Clause(mark("Or draw, even if you could play."), is_(must_play=False)),
            Clause(mark("Draw only if you cannot play: who can play must."), is_(must_play=True)),
            Clause(
                mark("You draw one card. If it can be played, play it at once or keep it; if not, the turn passes."),
                is_(draw="one"),
            ),
            Clause(
                mark(
                    "You draw until a card can be played, at most 10 cards. Play that card at once or keep it; if"
                    " none can be played, the turn passes."
                ),
                is_(draw="until_playable"),
            ),
            Clause(mark("When the draw pile is used up, the discards under the top card become the new one.")),
            Clause(mark("When there is nothing to draw at all, the turn passes.")),
            Clause(mark("A round in which nobody can draw or play any more is dead: nobody scores.")),
        ),
    ),
    (
        mark("Action cards"),
        (
            Clause(mark("Skip: the next player's turn is skipped."), has(Rank.SKIP)),
            Clause(mark("Reverse: the direction of play turns. Between two players it is a Skip."), has(Rank.REVERSE)),
            Clause(mark("Draw Two: the next player draws two cards and loses the turn."), has(Rank.DRAW_TWO)),
            Clause(mark("Wild: you name the color in force, which may be the one it was."), has(Rank.WILD)),
            Clause(
                mark("Wild Draw Four: you name the color; the next player draws four cards and loses the turn."),
                has(_FOUR),
            ),
            Clause(
                mark(
                    "It may be played only if no other card in your hand has the color in force or the number or symbol"
                    " of the top card; wilds do not count."
                ),
                has(_FOUR, draw_four="no_match"),
            ),
            Clause(
                mark("It may be played only if no card in your hand has the color in force."),
                has(_FOUR, draw_four="no_color"),
            ),
            Clause(mark("It may be played at any time."), has(_FOUR, draw_four="free")),
            Clause(
                mark(
                    "It should be played only if no card in your hand has the color in force. You may bluff, but the"
                    " next player may challenge you before drawing."
                ),
                has(_FOUR, draw_four="bluff"),
            ),
            Clause(
                mark(
                    "The challenger sees the hand. Guilty: who played it draws four cards, and the challenger plays."
                    " Innocent: the challenger draws six cards and loses the turn. The color stays as named."
                ),
                has(_FOUR, draw_four="bluff", stacking="off"),
            ),
            Clause(
                mark(
                    "The challenger sees the hand; only the newest Wild Draw Four is judged. Guilty: who played it"
                    " draws all that is owed, and the challenger plays. Innocent: the challenger draws that and two"
                    " more and loses the turn. The color stays as named."
                ),
                has(_FOUR, draw_four="bluff", stacking=_STACKED),
            ),
        ),
    ),
    (
        mark("Stacking"),
        (
            Clause(mark("A penalty cannot be passed on: it is taken."), has(*_PENALTIES, stacking="off")),
            Clause(
                mark("A Draw Two may be answered with a Draw Two; the next player owes the sum."),
                has(Rank.DRAW_TWO, stacking=_STACKED),
            ),
            Clause(
                mark("A Wild Draw Four may be answered with a Wild Draw Four, always; the next player owes the sum."),
                has(_FOUR, stacking=_STACKED),
            ),
            Clause(
                mark("A Wild Draw Four may also answer a Draw Two."),
                lambda rules: has(_FOUR, stacking="cross")(rules) and has(Rank.DRAW_TWO)(rules),
            ),
            Clause(
                mark("Whoever does not answer draws it all and loses the turn."), has(*_PENALTIES, stacking=_STACKED)
            ),
            Clause(mark("A Draw Two as first card is not answered."), has(Rank.DRAW_TWO, stacking=_STACKED)),
        ),
    ),
    (
        mark("UNO"),
        (
            Clause(mark("With one card left call UNO, along with the play or after it.")),
            Clause(
                mark_n(
                    "Whoever has not called may be caught by anybody, and draws {count} card.",
                    "Whoever has not called may be caught by anybody, and draws {count} cards.",
                ),
                count="uno_penalty",
            ),
            Clause(
                mark("You can be caught until you call, play your last card or have more cards."),
                is_(catch_window="until_last"),
            ),
            Clause(
                mark("You can be caught until anybody, you included, next plays, draws or answers."),
                is_(catch_window="next_turn"),
            ),
        ),
    ),
    (
        mark("House rules"),
        (
            Clause(
                mark(
                    "Doubles: two number cards of the same color and number may be played together. From three cards"
                    " this leaves one: call UNO."
                ),
                is_(doubles=True),
            ),
            Clause(
                mark(
                    "Jump-in: whoever has the same card as the top card may play it out of turn, except wilds and while"
                    " a penalty is open. Play goes on from there."
                ),
                is_(jump_in=True),
            ),
            Clause(mark("Seven: whoever plays a 7 swaps hands with a player of their choice."), is_(seven_zero=True)),
            Clause(mark("Zero: with a 0 all hands are passed on in the direction of play."), is_(seven_zero=True)),
            Clause(mark("A 7 or 0 as first or last card does nothing more."), is_(seven_zero=True)),
            Clause(
                mark("Two 7s as a double swap once, two 0s pass the hands once."), is_(seven_zero=True, doubles=True)
            ),
        ),
    ),
    (
        mark("End and score"),
        (
            Clause(mark("The round ends when somebody has no card left.")),
            Clause(
                mark("If the last card is a penalty, the next player still draws, and those cards count."),
                has(*_PENALTIES),
            ),
            Clause(mark("The winner of the round scores the cards in all other hands."), is_(scoring="winner_takes")),
            Clause(mark("Everybody adds up the cards they were caught with."), is_(scoring="caught")),
            Clause(mark("Number cards count their number."), has(*(Rank(number) for number in range(14)))),
            Clause(mark("Skip, Reverse and Draw Two count 20 points."), has(*_ACTIONS)),
            Clause(mark("Wild and Wild Draw Four count 50 points."), has(*_WILDS)),
            Clause(
                mark("The first to reach {target} wins the match."),
                lambda rules: rules.target > 1 and rules.scoring == "winner_takes",
            ),
            Clause(
                mark(
                    "When somebody reaches {target}, the lowest total wins the match; while the lowest is shared,"
                    " another round is played."
                ),
                lambda rules: rules.target > 1 and rules.scoring == "caught",
            ),
            Clause(mark("Whoever leaves drops out; their hand goes under the discard pile. The last one left wins.")),
        ),
    ),
)
"""Title and sentences of each section; a section without an applying sentence is left out."""
