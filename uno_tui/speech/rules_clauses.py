"""The sentences of the rules text, each with the condition on the rules under which it applies."""

from typing import Final

from uno_tui.game.cards import Rank
from uno_tui.i18n import mark, mark_n
from uno_tui.speech.rules_conditions import Clause, has, is_

_ALONE: Final = is_(teams="off")
_TEAMS: Final = is_(teams=("pairs", "halves"))
_WILDS: Final = (Rank.WILD, Rank.WILD_DRAW_FOUR)
_FOUR: Final = Rank.WILD_DRAW_FOUR
_PENALTIES: Final = (Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR)
_ACTIONS: Final = (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO)
_STACKED: Final = ("same", "cross")

# Translators: the rules as a text: titles of sections, and sentences that stand alone.
SECTIONS: Final[tuple[tuple[str, tuple[Clause, ...]], ...]] = (
    (
        mark("Goal"),
        (
            Clause(mark("Be the first to get rid of all your cards.")),
            Clause(mark("The winner of the first round wins the match."), is_(target=1, teams="off")),
            Clause(
                mark("Play rounds until someone has {target} points."),
                lambda rules: rules.target > 1 and _ALONE(rules),
            ),
            Clause(
                mark("The team of the winner of the first round wins the match."),
                is_(target=1, teams=("pairs", "halves")),
            ),
            Clause(
                mark("Play rounds until a team has {target} points."), lambda rules: rules.target > 1 and _TEAMS(rules)
            ),
            Clause(mark("For 2 to 10 players."), _ALONE),
            Clause(mark("For 4, 6, 8 or 10 players."), _TEAMS),
        ),
    ),
    (
        mark("Teams"),
        (
            Clause(mark("You and the player opposite you are partners."), is_(teams="pairs")),
            Clause(mark("Two teams sit alternately: every second player is your partner."), is_(teams="halves")),
            Clause(mark("Partners share their points, but do not see each other's hands."), _TEAMS),
            Clause(
                mark("Cards act on a partner as on anyone else. You may catch and challenge a partner, too."), _TEAMS
            ),
        ),
    ),
    (
        mark("Deal"),
        (
            Clause(
                mark(
                    "To choose the dealer, everyone draws a card. The highest number deals; other cards count "
                    "as 0. Players tied for highest draw again."
                )
            ),
            Clause(mark("After each round the deal passes one seat to the left.")),
            Clause(
                mark_n("Everyone is dealt {count} card, face down.", "Everyone is dealt {count} cards, face down."),
                count="hand_size",
            ),
            Clause(mark("The rest form the draw pile. Turn over its top card to start the discard pile.")),
            Clause(mark("The player to the dealer's left starts. Play goes clockwise.")),
        ),
    ),
    (
        mark("First card"),
        (
            Clause(mark("Skip: the first player is skipped."), has(Rank.SKIP)),
            Clause(mark("Reverse: the dealer plays first, and play goes counterclockwise."), has(Rank.REVERSE)),
            Clause(mark("Draw Two: the first player draws two cards and misses a turn."), has(Rank.DRAW_TWO)),
            Clause(mark("With two players, the dealer plays first after any of these."), has(*_ACTIONS)),
            Clause(
                mark("Wild: return it to the draw pile, shuffle, and turn over another card."),
                has(Rank.WILD, first_wild="reshuffle"),
            ),
            Clause(mark("Wild: the first player chooses the color, then plays."), has(Rank.WILD, first_wild="choose")),
            Clause(
                mark("Wild Draw Four: return it to the draw pile, shuffle, and turn over another card."),
                has(_FOUR),
            ),
        ),
    ),
    (
        mark("Playing a turn"),
        (
            Clause(mark("Play a card that matches the current color, or the top card's number or symbol.")),
            Clause(mark("A wild can be played on anything; choose the color that follows."), has(*_WILDS)),
            Clause(mark("Or draw, even if you could play."), is_(must_play=False)),
            Clause(mark("If you can play, you must. Draw only if you can't."), is_(must_play=True)),
            Clause(
                mark("Draw one card. If you can play it, do so at once or keep it; if you can't, your turn ends."),
                is_(draw="one"),
            ),
            Clause(
                mark(
                    "Draw until you get a card you can play, at most 10 cards. Play it at once or keep it; if "
                    "you still can't play, your turn ends."
                ),
                is_(draw="until_playable"),
            ),
            Clause(
                mark("When the draw pile runs out, the discards under the top card are shuffled to make a new one.")
            ),
            Clause(mark("If there is nothing left to draw, your turn ends.")),
            Clause(mark("If nobody can draw or play, the round is a stalemate and nobody scores.")),
        ),
    ),
    (
        mark("Action cards"),
        (
            Clause(mark("Skip: the next player's turn is skipped."), has(Rank.SKIP)),
            Clause(mark("Reverse: play changes direction. With two players it acts as a Skip."), has(Rank.REVERSE)),
            Clause(mark("Draw Two: the next player draws two cards and misses a turn."), has(Rank.DRAW_TWO)),
            Clause(mark("Wild: choose the color; you may keep the current one."), has(Rank.WILD)),
            Clause(
                mark("Wild Draw Four: choose the color; the next player draws four cards and misses a turn."),
                has(_FOUR),
            ),
            Clause(
                mark(
                    "You may play it only if nothing else in your hand matches the color, number or symbol. "
                    "Other wilds do not count."
                ),
                has(_FOUR, draw_four="no_match"),
            ),
            Clause(
                mark("You may play it only if you have no card of the current color."),
                has(_FOUR, draw_four="no_color"),
            ),
            Clause(mark("You may play it at any time."), has(_FOUR, draw_four="free")),
            Clause(
                mark(
                    "You should play it only if you have no card of the current color. You may bluff, but the "
                    "next player may challenge you before drawing."
                ),
                has(_FOUR, draw_four="bluff"),
            ),
            Clause(
                mark(
                    "The challenger sees your hand. If you were bluffing, you draw four cards and the "
                    "challenger plays. If not, the challenger draws six and misses a turn. The chosen color "
                    "stands."
                ),
                has(_FOUR, draw_four="bluff", stacking="off"),
            ),
            Clause(
                mark(
                    "The challenger sees your hand; only the latest Wild Draw Four counts. If you were "
                    "bluffing, you draw the whole penalty and the challenger plays. If not, the challenger "
                    "draws it plus two cards and misses a turn. The chosen color stands."
                ),
                has(_FOUR, draw_four="bluff", stacking=_STACKED),
            ),
        ),
    ),
    (
        mark("Stacking"),
        (
            Clause(mark("A penalty cannot be passed on; you must take it."), has(*_PENALTIES, stacking="off")),
            Clause(
                mark("You may stack a Draw Two on a Draw Two; the total passes to the next player."),
                has(Rank.DRAW_TWO, stacking=_STACKED),
            ),
            Clause(
                mark("You may always stack a Wild Draw Four on a Wild Draw Four; the total passes to the next player."),
                has(_FOUR, stacking=_STACKED),
            ),
            Clause(
                mark("You may also stack a Wild Draw Four on a Draw Two."),
                lambda rules: has(_FOUR, stacking="cross")(rules) and has(Rank.DRAW_TWO)(rules),
            ),
            Clause(
                mark("A player who does not stack draws the total and misses a turn."),
                has(*_PENALTIES, stacking=_STACKED),
            ),
            Clause(
                mark("You cannot stack on a Draw Two that starts the discard pile."),
                has(Rank.DRAW_TWO, stacking=_STACKED),
            ),
        ),
    ),
    (
        mark("UNO"),
        (
            Clause(mark("When you are down to one card, call UNO, with your play or after it.")),
            Clause(
                mark_n(
                    "If you forget, anyone may catch you, and you draw {count} card.",
                    "If you forget, anyone may catch you, and you draw {count} cards.",
                ),
                count="uno_penalty",
            ),
            Clause(
                mark("You can be caught until you call, play your last card, or have more cards again."),
                is_(catch_window="until_last"),
            ),
            Clause(
                mark("You can be caught until the next play, draw or answer by anyone, including you."),
                is_(catch_window="next_turn"),
            ),
        ),
    ),
    (
        mark("House rules"),
        (
            Clause(
                mark(
                    "Doubles: you may play two number cards of the same color and number together. If that "
                    "takes you from three cards to one, call UNO."
                ),
                is_(doubles=True),
            ),
            Clause(
                mark(
                    "Jump-in: if you have the same card as the top card, you may play it out of turn. Not with "
                    "wilds, and not during a penalty. Play continues from you."
                ),
                is_(jump_in=True),
            ),
            Clause(mark("Sevens: if you play a 7, you swap hands with a player of your choice."), is_(seven_zero=True)),
            Clause(
                mark("Zeros: when a 0 is played, everyone passes their hand on in the direction of play."),
                is_(seven_zero=True),
            ),
            Clause(mark("A 7 or 0 has no effect as the first or last card."), is_(seven_zero=True)),
            Clause(
                mark("A double 7 swaps once; a double 0 passes the hands once."), is_(seven_zero=True, doubles=True)
            ),
        ),
    ),
    (
        mark("Ending and scoring"),
        (
            Clause(mark("The round ends when someone has no cards left.")),
            Clause(
                mark("If the last card makes the next player draw, they still draw, and those cards count."),
                has(*_PENALTIES),
            ),
            Clause(
                mark("The winner of the round scores all cards left in the other hands."),
                is_(scoring="winner_takes", teams="off"),
            ),
            Clause(
                mark(
                    "The winner's team scores all cards left in the hands of other teams. Cards left with a partner "
                    "do not count."
                ),
                is_(scoring="winner_takes", teams=("pairs", "halves")),
            ),
            Clause(mark("Everyone adds up the cards left in their own hand."), is_(scoring="caught", teams="off")),
            Clause(
                mark("Each team adds up the cards left in its hands."),
                is_(scoring="caught", teams=("pairs", "halves")),
            ),
            Clause(mark("Number cards are worth their number."), has(*(Rank(number) for number in range(14)))),
            Clause(mark("Skip, Reverse and Draw Two are worth 20 points."), has(*_ACTIONS)),
            Clause(mark("Wild and Wild Draw Four are worth 50 points."), has(*_WILDS)),
            Clause(
                mark("The first to reach {target} points wins the match."),
                lambda rules: rules.target > 1 and rules.scoring == "winner_takes" and _ALONE(rules),
            ),
            Clause(
                mark("The first team to reach {target} points wins the match."),
                lambda rules: rules.target > 1 and rules.scoring == "winner_takes" and _TEAMS(rules),
            ),
            Clause(
                mark(
                    "When someone reaches {target}, the lowest total wins the match. If the lowest is tied, "
                    "play another round."
                ),
                lambda rules: rules.target > 1 and rules.scoring == "caught" and _ALONE(rules),
            ),
            Clause(
                mark(
                    "When a team reaches {target}, the lowest total wins the match. If the lowest is tied, play "
                    "another round."
                ),
                lambda rules: rules.target > 1 and rules.scoring == "caught" and _TEAMS(rules),
            ),
            Clause(
                mark("A player who leaves is out; their hand goes under the discard pile. The last player left wins."),
                _ALONE,
            ),
            Clause(
                mark(
                    "A player who leaves is out; their hand goes under the discard pile, and the partners keep the "
                    "points. The last team left wins."
                ),
                _TEAMS,
            ),
        ),
    ),
)
"""Title and sentences of each section; a section with no sentence that applies is left out."""
