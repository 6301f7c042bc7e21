"""Every event, action and message has a sentence, in the right person and in any language."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.pseudo import PseudoWords, unmarked
from tests.views import actions, game_view, table_view
from uno_tui.game.actions import Action
from uno_tui.game.cards import Color, card
from uno_tui.game.deck import regular_deck, uno_deck
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import (
    Called,
    Caught,
    Cause,
    Challenged,
    ColorNamed,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    HandsPassed,
    Kept,
    Left,
    MatchWon,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    RoundEnded,
    Skipped,
    Swapped,
    Turned,
)
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import Phase
from uno_tui.i18n import Words
from uno_tui.speech import Speaker, a_card, card_name, card_short, entry_error_sentence
from uno_tui.table.options import EntryError, EntryProblem
from uno_tui.table.protocol import (
    Chat,
    Closed,
    Ending,
    Happening,
    LogEntry,
    Notice,
    NoticeKind,
    Refused,
    SeatInfo,
    Sitter,
    Stage,
    TableNote,
)

NAMES = ("Άννα", "Βίων", "Γάια")
R5, BS, W, W4 = (card(text) for text in ("r5", "bS", "W", "W4"))
HANDS = ((R5,), (BS, W), (W4,))

EVENTS: tuple[Event, ...] = (
    DealerDrew(((0, R5), (1, BS), (2, W))),
    Dealt(1, 0, 7),
    Dealt(2, 1, 1),
    Turned(R5, back=False),
    Turned(W4, back=True),
    *(Played(0, R5, uno=uno) for uno in (False, True)),
    *(Played(1, W, Color.BLUE, uno=uno) for uno in (False, True)),
    *(Played(0, R5, double=True, uno=uno) for uno in (False, True)),
    *(Played(2, R5, jump=True, uno=uno) for uno in (False, True)),
    Played(0, W4),
    *(
        Drew(seat, count, owed, cause, (R5, BS, W, W4)[:count])
        for cause in Cause
        for seat in (0, 1)
        for count, owed in ((1, 1), (2, 2), (1, 4), (2, 4), (0, 1))
    ),
    Kept(0),
    Passed(0),
    Skipped(0),
    Reversed(1),
    Reversed(-1),
    ColorNamed(0, Color.GREEN),
    *(Challenged(seat, 1 - seat, guilty, (R5, BS)) for seat in (0, 1) for guilty in (False, True)),
    Called(0),
    Caught(0, 1),
    Swapped(0, 1, ((R5,), (BS, W))),
    HandsPassed(1, ((0, 1, (R5,)), (1, 2, (BS, W)), (2, 0, (W4,)))),
    HandsPassed(-1, ((0, 2, (R5,)), (2, 1, (W4,)), (1, 0, (BS, W)))),
    Reshuffled(1),
    Reshuffled(40),
    Left(0),
    RoundEnded(0, (0, 70, 50), ((), (BS, W), (W4,))),
    RoundEnded(1, (5, 0, 50), ((R5,), (), (W4,))),
    RoundEnded(None, (5, 70, 50), HANDS, dead=True),
    RoundEnded(None, (5, 70, 50), HANDS),
    MatchWon(0),
)
ACTIONS = actions(
    *("r5", "r5!", "W:g", "W4:g!", "W", "r7@3", "r7@3!", "r5x2", "r5x2!", "r7x2@3", "r7x2@3!"),
    *("jump:r5", "jump:r5!", "jump:r7@2", "jump:r7@2!"),
    *("draw", "keep", "take", "challenge", "color:b", "uno", "catch:2", "deal"),
)


def speakers(words: Words | None = None) -> list[Speaker]:
    """Return a speaker for each kind of listener: every seat and a spectator, under both ways of scoring."""
    return [
        Speaker(words or Words("en"), NAMES, you, rules)
        for you in (0, 1, 2, None)
        for rules in (PRESETS["classic"], Rules(scoring="caught"))
    ]


def kinds(base: type[Any]) -> set[type[Any]]:
    """Return the subclasses of a base in the module that defines it."""
    names = vars(sys.modules[base.__module__]).values()
    return {kind for kind in names if isinstance(kind, type) and issubclass(kind, base) and kind is not base}


def everything(speaker: Speaker) -> Iterator[str]:
    """Return every sentence: events, actions, refusals, notes, notices, endings and entry errors."""
    for event in EVENTS:
        yield speaker.log(event.seen_by(speaker.you))
    for action in ACTIONS:
        yield speaker.action(action)
        yield speaker.action(action, penalty=4)
    for why in whys():
        yield speaker.refusal(why)
    yield speaker.refused(Refused(1, None))
    for happening in Happening:
        for name, other in ((NAMES[0], NAMES[1]), (NAMES[1], NAMES[0]), (NAMES[1], NAMES[2])):
            yield speaker.log(TableNote(happening, name, other))
    for kind in NoticeKind:
        yield speaker.notice(Notice(kind))
        yield speaker.notice(Notice(kind, NAMES[2]))
    for ending in Ending:
        yield speaker.ending(ending)
    for trouble in EntryProblem:
        yield entry_error_sentence(speaker.words, EntryError(trouble, "1234"))
    yield speaker.log(LogEntry(1, Chat(NAMES[0], "…")))


def whys() -> list[Why]:
    """Return every reason of a refusal, with all the values it may have."""
    return [
        Why(reason, card=BS, other=card("y4"), color=Color.RED, seat=1, count=n) for reason in Reason for n in (1, 2)
    ]


def test_the_samples_have_every_kind() -> None:
    """The samples above include every event and every action."""
    assert {type(event) for event in EVENTS} == kinds(Event)
    assert {type(action) for action in ACTIONS} == kinds(Action)


@pytest.mark.parametrize("speaker", speakers(), ids=lambda speaker: f"{speaker.you}-{speaker.rules.scoring}")
def test_everything_has_a_sentence(speaker: Speaker) -> None:
    """Every sentence is one line without an open placeholder."""
    for sentence in everything(speaker):
        assert sentence.strip() == sentence != ""
        assert not re.search(r"[{}\n]", sentence), sentence


@pytest.mark.parametrize(
    "speaker", speakers(PseudoWords()), ids=lambda speaker: f"{speaker.you}-{speaker.rules.scoring}"
)
def test_every_letter_is_translatable(speaker: Speaker) -> None:
    """In the pseudo-language every letter is marked, except in names and notation."""
    assert [(text, left) for text in everything(speaker) if (left := unmarked(text))] == []


@pytest.mark.parametrize(
    ("event", "to_doer", "to_others"),
    [
        (Played(0, R5), "You played a red 5", "Ann played a red 5"),
        (Played(0, R5, uno=True), "You played a red 5 and called UNO", "Ann played a red 5 and called UNO"),
        (Played(0, W, Color.BLUE), "You played a Wild and chose blue", "Ann played a Wild and chose blue"),
        (
            Played(0, W4, Color.RED, uno=True),
            "You played a Wild Draw Four, chose red and called UNO",
            "Ann played a Wild Draw Four, chose red and called UNO",
        ),
        (Played(0, R5, double=True), "You played a double: two red 5 cards", "Ann played a double: two red 5 cards"),
        (Played(0, R5, jump=True), "You jumped in with a red 5", "Ann jumped in with a red 5"),
        (Played(0, card("JC=S")), "You played J♣ (green Skip)", "Ann played J♣ (green Skip)"),
        (Drew(0, 1, 1, Cause.TURN, (BS,)), "You drew a blue Skip", "Ann drew 1 card"),
        (Drew(0, 2, 1, Cause.TURN, (BS, R5)), "You drew 2 cards: blue Skip, red 5", "Ann drew 2 cards"),
        (
            Drew(0, 2, 2, Cause.PENALTY, (BS, R5)),
            "You drew 2 cards as a penalty: blue Skip, red 5",
            "Ann drew 2 cards as a penalty",
        ),
        (
            Drew(0, 1, 4, Cause.GUILTY, (R5,)),
            "You drew 1 of 4 cards; there are no more: red 5",
            "Ann drew 1 of 4 cards; there are no more",
        ),
        (
            Drew(0, 0, 1, Cause.TURN, ()),
            "There were no cards left for you to draw",
            "There were no cards left for Ann to draw",
        ),
        (Skipped(0), "You were skipped", "Ann was skipped"),
        (
            RoundEnded(0, (0, 70, 9), ((), (BS, W), (card("r9"),))),
            "You won the round and scored 79 points",
            "Ann won the round and scored 79 points",
        ),
        (MatchWon(0), "You won the match", "Ann won the match"),
    ],
)
def test_you_and_others(event: Event, to_doer: str, to_others: str) -> None:
    """A sentence says "you" to the person it is about, and the name to others."""
    said = [Speaker(Words("en"), ["Ann", "Ben", "Cleo"], you).event(event.seen_by(you)) for you in (0, 1, None)]
    assert said == [to_doer, to_others, to_others]


@pytest.mark.parametrize(
    ("event", "to_doer", "to_victim", "to_others"),
    [
        (
            Caught(0, 1),
            "You caught Ben, who forgot to call UNO",
            "Ann caught you: you forgot to call UNO",
            "Ann caught Ben, who forgot to call UNO",
        ),
        (
            Challenged(0, 1, True, (R5, BS)),
            "You challenged Ben, who was bluffing and held red 5, blue Skip",
            "Ann challenged you: you were caught bluffing",
            "Ann challenged Ben, who was bluffing",
        ),
        (
            Swapped(0, 1, ((R5,), (BS,))),
            "You swapped hands with Ben",
            "Ann swapped hands with you",
            "Ann swapped hands with Ben",
        ),
    ],
)
def test_who_it_befalls(event: Event, to_doer: str, to_victim: str, to_others: str) -> None:
    """A sentence about two people says "you" to each of them."""
    said = [Speaker(Words("en"), ["Ann", "Ben", "Cleo"], you).event(event.seen_by(you)) for you in (0, 1, 2, None)]
    assert said == [to_doer, to_victim, to_others, to_others]


@pytest.mark.parametrize("you", [0, 1, 2, None])
def test_a_hidden_card_is_never_spoken(you: int | None) -> None:
    """A person who may not see the cards of a draw, swap or challenge never reads them, even from the full event."""
    speaker = Speaker(Words("en"), ["Ann", "Ben", "Cleo"], you)
    secrets: list[tuple[Event, set[int]]] = [
        (Drew(0, 1, 1, Cause.TURN, (BS,)), {0}),
        (Drew(0, 2, 2, Cause.PENALTY, (BS, BS)), {0}),
        (Challenged(0, 1, True, (BS,)), {0}),
        (Swapped(0, 1, ((BS,), (BS,))), set()),
        (HandsPassed(1, ((0, 1, (BS,)), (1, 0, (BS,)))), set()),
    ]
    for event, told in secrets:
        for heard in (event, event.seen_by(you)):
            assert ("blue Skip" in speaker.event(heard)) == (you in told)


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (Why(Reason.FOUR_MATCH, other=card("y4")), "You can't play Wild Draw Four: you have a matching card, y4."),
        (Why(Reason.NOT_YOUR_TURN, seat=1), "It is Ben's turn, not yours."),
        (
            Why(Reason.NO_MATCH, card=BS, color=Color.RED, other=R5),
            "blue Skip does not match: the color is red, the top card red 5.",
        ),
        (Why(Reason.COLOR_MISSING, card=W), "Wild: choose a color."),
        (Why(Reason.PENALTY_OPEN, count=4), "You have a penalty of 4 cards; deal with it first."),
        (Why(Reason.NO_CATCH, seat=1), "Ben has no UNO to call."),
        (Why(Reason.SWAP_GIVEN, card=R5), "red 5 swaps no hands; play it without a seat."),
        (Why(Reason.SWAP_SEAT, card=R5), "red 5: choose another player who is still in the round."),
    ],
)
def test_refusals(why: Why, sentence: str) -> None:
    """A refusal says in one line why, and about which card, color or player."""
    assert Speaker(Words("en"), ["Ann", "Ben"], 0).refusal(why) == sentence


def test_every_card_has_its_own_name() -> None:
    """No two cards of a deck have the same name, long or short."""
    mapping = {"jack": "skip", "queen": "reverse", "king": "wild", "ace": "number"}
    jokers = {"black_joker": "wild", "red_joker": "wild_draw_four"}
    for deck in (uno_deck(), regular_deck({**mapping, **jokers}, packs=2)):
        for names in ({card_name(Words("en"), face) for face in deck.faces}, {card_short(face) for face in deck.faces}):
            assert len(names) == len(deck.faces)


def test_an_irish_color_follows_the_gender_of_the_rank() -> None:
    """The color is lenited after the feminine names of Skip and Reverse, and nowhere else."""
    names = [card_name(Words("ga"), card(text)) for text in ("r5", "bS", "yR", "g+2")]
    assert names == ["5 dearg", "Scipeáil ghorm", "Malairt Treo bhuí", "Tarraing 2 glas"]
    assert a_card(Words("ga"), card("rS")) == "Scipeáil dhearg"


def test_real_faces() -> None:
    """A card of the regular deck is named by its face and its meaning."""
    assert card_name(Words("en"), card("JC=S")) == "J♣ (green Skip)"
    assert card_name(Words("en"), card("10H")) == "10♥ (red 0)"
    assert card_name(Words("en"), card("KD=W")) == "K♦ (Wild)"
    assert a_card(Words("en"), card("RJ=W4")) == "red joker (Wild Draw Four)"


def test_names_are_put_in_as_they_are() -> None:
    """A name that looks like markup or like a placeholder is inserted unchanged."""
    for name in ("[/", "[@click=app.quit]x[/]", "{count}", "{name}"):
        assert Speaker(Words("en"), [name], None).event(Called(0)) == f"{name} called UNO"


def test_a_seat_without_a_name() -> None:
    """A player who left and has no name is called by the seat's number."""
    assert Speaker(Words("en"), ["", "Ben"], 1).event(Left(0)) == "seat 1 left the match"


STATUSES = [
    ({"legal": ("r5", "draw")}, "Your turn: play a card or draw"),
    ({"legal": ("r5",)}, "Your turn: play a card"),
    ({"legal": ("draw",)}, "Your turn: no card matches, draw"),
    ({"phase": Phase.DRAWN, "drawn": R5, "legal": ("r5", "keep")}, "You drew red 5: play it or keep it"),
    ({"phase": Phase.ANSWER, "penalty": 2, "legal": ("take",)}, "Your turn: take 2 cards"),
    ({"phase": Phase.ANSWER, "penalty": 4, "legal": ("take", "challenge")}, "Your turn: take 4 cards or challenge"),
    (
        {"phase": Phase.ANSWER, "penalty": 2, "legal": ("take", "r+2")},
        "Your turn: play a card to stack, or take 2 cards",
    ),
    (
        {"phase": Phase.ANSWER, "penalty": 4, "legal": ("take", "challenge", "W4:r")},
        "Your turn: play a card to stack, challenge, or take 4 cards",
    ),
    ({"phase": Phase.COLOR, "color": None, "legal": ("color:r",)}, "Your turn: choose the starting color"),
    ({"phase": Phase.OVER, "legal": ("deal",)}, "The round is over: it is your deal"),
    ({"turn": 1}, "Βίων's turn"),
    ({"turn": 1, "phase": Phase.DRAWN}, "Βίων is deciding about the card drawn"),
    ({"turn": 1, "phase": Phase.ANSWER, "penalty": 2}, "Βίων faces a penalty of 2 cards"),
    ({"turn": 1, "phase": Phase.COLOR, "color": None}, "Βίων is choosing the starting color"),
    ({"turn": 1, "phase": Phase.OVER}, "Βίων deals the next round"),
    ({"winner": 0, "phase": Phase.OVER}, "The match is over: you won"),
    ({"winner": 2, "phase": Phase.OVER}, "The match is over: Γάια won"),
]


@pytest.mark.parametrize(("changes", "sentence"), STATUSES)
def test_the_status_line(changes: dict[str, Any], sentence: str) -> None:
    """The status line has the player on turn and what may be done, in every phase."""
    view = table_view(game_view(**changes))
    assert Speaker.of(Words("en"), view).status(view) == sentence
    assert unmarked(Speaker.of(PseudoWords(), view).status(view)) == []


def test_the_table_in_lines() -> None:
    """The lines of a table have status, piles, direction and seats, all translatable."""
    view = table_view(game_view(legal=("r5", "draw"), direction=-1), watchers=2)
    assert Speaker.of(Words("en"), view).table(view) == [
        "Your turn: play a card or draw",
        "Top card red 3",
        "Play goes counterclockwise, to the right",
        "Draw pile 80, discard pile 4",
        "1: you, host, 3 cards, 30 points, playing now",
        "2: Βίων, medium bot, 4 cards, 40 points",
        "3: Γάια, medium bot, 1 card, 10 points",
        "2 people watching",
    ]
    speaker = Speaker.of(PseudoWords(), view)
    assert unmarked(" ".join([*speaker.table(view), *speaker.scores(view)])) == []


def test_a_waiting_table() -> None:
    """The status of a table that has not started is the number of taken seats."""
    seats = (SeatInfo(Sitter.HUMAN, "Ann", host=True), SeatInfo(Sitter.NOBODY, ""))
    view = table_view(None, seats=seats, stage=Stage.WAITING)
    assert Speaker.of(Words("en"), view).table(view) == [
        "Waiting for players: 1 of 2 seats taken",
        "1: you, host",
        "2: free seat",
    ]


def test_marks_of_a_seat() -> None:
    """Away, autopilot, host and a bot's level are marked, and translatable."""
    speaker = Speaker(PseudoWords(), NAMES)
    for level in ("easy", "medium", "hard", ""):
        assert len(speaker.marks(SeatInfo(Sitter.BOT, NAMES[0], True, True, True, level))) == 4
        assert unmarked(" ".join(speaker.marks(SeatInfo(Sitter.BOT, NAMES[0], True, True, True, level)))) == []


def test_calls_due() -> None:
    """A call to make and a call to catch are each a line."""
    view = table_view(game_view(legal=("uno", "catch:3")))
    assert view.game is not None
    assert Speaker.of(Words("en"), view).calls(view.game) == [
        "You have one card left: call UNO",
        "Γάια has not called UNO: catch",
    ]


def test_the_color_in_force_is_said_when_the_top_card_does_not_show_it() -> None:
    """A wild on top is followed by the named color, or by the remark that there is none yet."""
    speaker = Speaker(Words("en"), NAMES, 0)
    assert speaker.top(game_view(top=W, color=Color.BLUE)) == "Top card Wild, color blue"
    assert speaker.top(game_view(top=W, color=None)) == "Top card Wild, no color yet"


def test_closed_is_an_ending() -> None:
    """The last message to a listener has the sentence of its reason."""
    speaker = Speaker(Words("en"), NAMES)
    assert speaker.ending(Closed(Ending.KICKED)) == "The host removed you from the table."


def test_a_result_is_a_sentence() -> None:
    """A person who was away reads table, place and winner, or that they won; nothing stands in brackets."""
    speaker = Speaker(Words(), ())
    told = [speaker.notice(Notice(NoticeKind.RESULT, detail)) for detail in ("FAM1 1/4 Ann", "FAM1 2/4 Ann Lee")]
    assert [
        "While you were away, you won the match at table FAM1.",
        "While you were away, the match at table FAM1 ended: place 2 of 4; Ann Lee won.",
    ] == told


def test_whose_turn_it_is_in_a_list_of_players() -> None:
    """In a language with another sentence for it, the line of the reader's own seat says that it is their turn."""
    words = Words("ka")
    own, other = (table_view(game_view(turn=turn)) for turn in (0, 1))
    assert Speaker.of(words, own).table(own)[4].endswith("ახლა შენი რიგია")
    assert Speaker.of(words, other).table(other)[5].endswith("ახლა მისი რიგია")


def test_a_typed_code_is_shown_without_what_acts_on_a_terminal() -> None:
    """An error repeats a code as it was typed, but no escape sequence and no change of direction in it."""
    error = EntryError(EntryProblem.NO_GUEST, "BC\x1b[31m\u202eDF\x00")
    assert "No guest has the code BC[31mDF." == entry_error_sentence(Words(), error)
