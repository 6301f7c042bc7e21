"""Sentences of lessons: what is possible at this moment, and which key or word does it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from uno_tui.game.actions import Action, CatchUno, JumpIn, Keep, Play, Take
from uno_tui.game.cards import Card, Rank
from uno_tui.game.events import Played
from uno_tui.game.rules import Rules
from uno_tui.game.view import PlayerView
from uno_tui.i18n import InContext, Words, mark, mark_n, mark_p
from uno_tui.lessons import Lesson, cause, example, topics
from uno_tui.speech.cards import card_name, color_name, rank_name
from uno_tui.speech.voice import Voice

How = Callable[[Action], str]
"""A function that returns the key or word for an action."""

# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_DRAWS: Final = mark("{card}: {name} draws {count} and misses a turn. To play it: {how}.")
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_SENTENCES: Final = {
    Lesson.OWED: mark("You have one card left. Call UNO before someone catches you: {how}."),
    Lesson.CATCH: mark("{name} forgot to call UNO and draws {count} if caught. To catch: {how}."),
    Lesson.UNO: mark("Call UNO as you go down to one card, or risk drawing {count}: {how}."),
    Lesson.COLOR: mark("{card} matches: the color is {color}. To play it: {how}."),
    Lesson.DRAW: mark("None of your cards matches by color, number or symbol. To draw: {how}."),
    Lesson.DRAWN: mark("You can play the card you drew: {how}. To keep it: {keep}."),
    Lesson.RANK: mark("{card} matches {top}: same number or symbol. To play it: {how}."),
    Lesson.WILD: mark("{card} can be played on anything. To play it: {how}."),
    Lesson.DRAW_TWO: _DRAWS,
    Lesson.SKIP: mark("{card}: {name} misses a turn. To play it: {how}."),
    Lesson.REVERSE: mark("{card} changes the direction: {name} is next. To play it: {how}."),
    Lesson.WILD_DRAW_FOUR: _DRAWS,
    Lesson.DOUBLE: mark("You have two {card} cards and can play both at once: {how}."),
    Lesson.SEVEN: mark("{card}: you swap hands with someone. To play it: {how}."),
    Lesson.ZERO: mark("{card}: everyone passes their hand to the next player. To play it: {how}."),
    Lesson.FIRST_COLOR: mark("You go first, so choose the starting color: {how}."),
    Lesson.CHALLENGE: mark("Did {name} also have the previous color? To challenge: {how}. If not, you draw {count}."),
    Lesson.STACK: mark("You may pass the penalty on with {card}: {how}. To draw the {count}: {take}."),
    Lesson.JUMP_IN: mark("{card} is the same as the top card: you can play it out of turn. To jump in: {how}."),
    Lesson.SKIPPED: mark("{card} makes the next player miss a turn. This time it was you."),
    Lesson.PENALTY: mark("{card} makes the next player draw and miss a turn. This time it was you."),
    Lesson.PARTNER: mark("You and {names} are a team: what one of you wins counts for all."),
    Lesson.GOAL: mark("Be the first to play your last card. To end these lessons: {end}."),
}
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_AGAIN: Final = mark("{card}: with two players, you play again. To play it: {how}.")
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_TAKES: Final = mark_n(
    "The winner scores the cards left in the other hands; {count} point wins the match.",
    "The winner scores the cards left in the other hands; {count} points win the match.",
)
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_TEAM_TAKES: Final = mark_n(
    "The winner's team scores the cards of other teams; {count} point wins the match.",
    "The winner's team scores the cards of other teams; {count} points win the match.",
)
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_TEAM_CAUGHT: Final = mark_n(
    "Each team scores the cards left in its hands; when one has {count} point, the lowest wins.",
    "Each team scores the cards left in its hands; when one has {count} points, the lowest wins.",
)
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_ONE_ROUND: Final = mark("The winner of a round wins the match: one round is enough here.")
# Translators: a lesson: two lines of 56 letters at most with its values; {card} is "red 5", {how} what to press or
# type.
_CAUGHT: Final = mark_n(
    "Everyone scores the cards left in their hand; when someone has {count} point, the lowest wins.",
    "Everyone scores the cards left in their hand; when someone has {count} points, the lowest wins.",
)


# Translators: the topic of a lesson, in a list of those that a person had: "same color, drawing, calling UNO".
_TOPICS: Final[dict[Lesson, InContext]] = {
    Lesson.OWED: mark_p("topic of a lesson", "forgetting UNO"),
    Lesson.CATCH: mark_p("topic of a lesson", "catching others"),
    Lesson.UNO: mark_p("topic of a lesson", "calling UNO"),
    Lesson.COLOR: mark_p("topic of a lesson", "same color"),
    Lesson.DRAW: mark_p("topic of a lesson", "drawing"),
    Lesson.DRAWN: mark_p("topic of a lesson", "the card you drew"),
    Lesson.RANK: mark_p("topic of a lesson", "same number or symbol"),
    Lesson.DOUBLE: mark_p("topic of a lesson", "doubles"),
    Lesson.SEVEN: mark_p("topic of a lesson", "sevens"),
    Lesson.ZERO: mark_p("topic of a lesson", "zeros"),
    Lesson.FIRST_COLOR: mark_p("topic of a lesson", "the starting color"),
    Lesson.CHALLENGE: mark_p("topic of a lesson", "challenging"),
    Lesson.STACK: mark_p("topic of a lesson", "stacking"),
    Lesson.JUMP_IN: mark_p("topic of a lesson", "jumping in"),
    Lesson.SKIPPED: mark_p("topic of a lesson", "missing a turn"),
    Lesson.PENALTY: mark_p("topic of a lesson", "penalties"),
    Lesson.PARTNER: mark_p("topic of a lesson", "partners"),
    Lesson.GOAL: mark_p("topic of a lesson", "winning a round"),
    Lesson.SCORES: mark_p("topic of a lesson", "scores"),
}
_CARD_TOPICS: Final = {
    Lesson.WILD: Rank.WILD,
    Lesson.DRAW_TWO: Rank.DRAW_TWO,
    Lesson.SKIP: Rank.SKIP,
    Lesson.REVERSE: Rank.REVERSE,
    Lesson.WILD_DRAW_FOUR: Rank.WILD_DRAW_FOUR,
}


# Translators: in the rules, the lessons that a person had and those that are still to come; a list of topics follows.
def progress_lines(words: Words, rules: Rules, taught: Collection[Lesson]) -> list[str]:
    """Return lines with the topics that a person's lessons have covered, and the topics still to come."""
    had = [_topic(words, one) for one in topics(rules) if one in taught]
    left = [_topic(words, one) for one in topics(rules) if one not in taught]
    lines = [words("Explained so far: {topics}.", topics=", ".join(had))] if had else []
    return [*lines, words("Still to come: {topics}.", topics=", ".join(left))] if left else lines


def _topic(words: Words, lesson: Lesson) -> str:
    return rank_name(words, _CARD_TOPICS[lesson]) if lesson in _CARD_TOPICS else words.p(*_TOPICS[lesson])


def lesson_sentence(voice: Voice, lesson: Lesson, game: PlayerView, how: How, end: str) -> str:
    """Return the text of a lesson; `end` is the key or word that ends the lessons."""
    if lesson is Lesson.SCORES and game.rules.target == 1:
        return voice.words(_ONE_ROUND)
    if lesson is Lesson.SCORES:
        caught, takes = (_CAUGHT, _TAKES) if game.rules.teams == "off" else (_TEAM_CAUGHT, _TEAM_TAKES)
        return voice.words.n(*(caught if game.rules.scoring == "caught" else takes), game.rules.target)
    action = example(lesson, game)
    card = action.card if isinstance(action, Play | JumpIn) else cause(game)
    message = _SENTENCES[lesson]
    if lesson in (Lesson.SKIP, Lesson.REVERSE) and sum(seat.playing for seat in game.seats) == 2:
        message = _AGAIN
    words = voice.words
    named = "" if card is None else card_name(words, card)
    text = words(
        message,
        card=named,
        top=card_name(words, game.top),
        color="" if game.color is None else color_name(words, game.color),
        name=voice.name(_whom(lesson, game, action)),
        names=" & ".join(map(voice.name, game.partners(game.seat))),
        count=_count(lesson, game, card),
        how="" if action is None else how(action),
        keep=how(Keep()),
        take=how(Take()),
        end=end,
    )
    return _capitalized(named) + text.removeprefix(named) if named and text.startswith(named) else text


def _capitalized(text: str) -> str:
    """Return the text with a capital first letter; unchanged in Georgian, whose capitals fonts cannot show."""
    return text if "\u10a0" <= text[0] <= "\u10ff" else text[0].upper() + text[1:]


def _whom(lesson: Lesson, game: PlayerView, action: Action | None) -> int:
    """Return the seat that a lesson is about; the next seat if the lesson is about no particular seat."""
    you = game.seat or 0
    if isinstance(action, CatchUno):
        return action.seat
    if lesson is Lesson.CHALLENGE:
        return next((one.seat for one in reversed(game.history) if isinstance(one, Played)), you)
    if lesson is Lesson.REVERSE:
        game = replace(game, direction=-game.direction)
    return game.next_seat(you)


def _count(lesson: Lesson, game: PlayerView, card: Card | None) -> int:
    """Return the number of cards that somebody draws, as mentioned in the lesson."""
    if lesson is Lesson.CHALLENGE:
        return game.penalty + 2
    if lesson is Lesson.STACK:
        return game.penalty
    if lesson in (Lesson.DRAW_TWO, Lesson.WILD_DRAW_FOUR):
        return 4 if card is not None and card.rank is Rank.WILD_DRAW_FOUR else 2
    return game.rules.uno_penalty
