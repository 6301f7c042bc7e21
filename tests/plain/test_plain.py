"""Plain mode: a whole game as lines of text; news is written once, and every typed line is carried out or explained."""

import heapq
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Self

import pytest

from tests.handles import FakeHandle
from tests.pseudo import PseudoWords, unmarked
from tests.views import game_view, table_view
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Played, RoundEnded, Skipped, Swapped
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import TableRelay
from uno_tui.plain import PlainSession
from uno_tui.plain.table_output import LineSettings
from uno_tui.speech import Speaker
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import (
    Chat,
    Deadline,
    LogEntry,
    Message,
    Notice,
    NoticeKind,
    Refused,
    Right,
    Sitter,
    Stage,
    TableView,
)
from uno_tui.typed.capabilities import TABLE_PARTS
from uno_tui.typed.commands import TableCommand, Vocabulary
from uno_tui.typed.shown_scenes import REACTION


class Sitting:
    """A session at a fake table, and the lines it wrote."""

    def __init__(self, view: TableView, words: Words | None = None, now: float = 0) -> None:
        self.handle = FakeHandle(view)
        self.lines: list[str] = []
        self.session = PlainSession(self.handle.connect, words or Words("en"), self.lines.append, clock=lambda: now)

    def type(self, line: str) -> list[str]:
        """Type a line and return the lines of the answer."""
        before = len(self.lines)
        self.session.feed(line)
        return self.lines[before:]

    def tell(self, message: Message) -> list[str]:
        """Let the table send a message, and return the lines written for it."""
        before = len(self.lines)
        self.handle.send(message)
        return self.lines[before:]


def sit(game: PlayerView | None = None) -> Sitting:
    """Return the session of a person whose turn it is, with red 5, blue Skip and a Wild."""
    return Sitting(table_view(game or game_view(legal=("r5", "W:r", "draw"))))


def asks(typed: str, game: PlayerView | None = None) -> object:
    """Type a line and return what the table is asked for."""
    sitting = sit(game)
    sitting.type(typed)
    return sitting.handle.asked[0] if len(sitting.handle.asked) == 1 else sitting.handle.asked


def test_what_a_turn_sounds_like() -> None:
    """At the person's turn: what may be done, the top card, and the numbered hand, playable cards first."""
    sitting = sit(game_view(turn=1))
    assert sitting.tell(table_view(game_view(legal=("r5", "W:r", "draw")))) == [
        "Your turn: play a card or draw",
        "Top card red 3",
        "Playable: 1: red 5, 3: Wild",
        "Not playable: 2: blue Skip",
    ]


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            game_view(legal=("draw",)),
            ["Your turn: no card matches, draw", "Top card red 3", "Your hand: 1: red 5, 2: blue Skip, 3: Wild"],
        ),
        (
            game_view(phase=Phase.DRAWN, drawn=card("r5"), legal=("r5", "keep")),
            ["You drew red 5: play it or keep it"],
        ),
        (
            game_view(phase=Phase.ANSWER, penalty=2, legal=("take",), top=card("r+2")),
            ["Your turn: take 2 cards", "Top card red Draw Two"],
        ),
        (
            game_view("r+2", phase=Phase.ANSWER, penalty=2, legal=("take", "r+2"), top=card("r+2")),
            ["Your turn: play a card to stack, or take 2 cards", "Top card red Draw Two", "Playable: 1: red Draw Two"],
        ),
        (
            game_view("r5", phase=Phase.COLOR, color=None, top=card("W"), legal=("color:r",)),
            ["Your turn: choose the starting color", "Top card Wild, no color yet", "Your hand: 1: red 5"],
        ),
        (game_view(phase=Phase.OVER, legal=("deal",)), ["The round is over: it is your deal"]),
    ],
)
def test_what_each_phase_sounds_like(game: PlayerView, lines: list[str]) -> None:
    """Each phase has its own lines, without anything superfluous."""
    assert sit(game_view(turn=1)).tell(table_view(game)) == lines


def test_the_same_picture_is_told_once() -> None:
    """A view that changes nothing for the person writes nothing."""
    sitting = sit()
    view = table_view(game_view(legal=("r5", "W:r", "draw")))
    assert [sitting.tell(view), sitting.tell(replace(view, watchers=3))] == [[], []]


def test_a_log_entry_is_told_once() -> None:
    """Every view has the log; each entry is written only the first time."""
    game = game_view(turn=1)
    log = [LogEntry(1, Played(0, card("r5"))), LogEntry(2, Skipped(1)), LogEntry(3, Chat("Βίων", "…"))]
    sitting = sit(game)
    assert sitting.tell(table_view(game, log=log[:2])) == ["You played a red 5", "Βίων was skipped"]
    assert sitting.tell(table_view(game, log=log[:2])) == []
    assert sitting.tell(table_view(game, log=log)) == ["Βίων says: …"]


def test_a_gap_in_the_log_is_told() -> None:
    """Entries that left the log before they were written are counted."""
    game = game_view(turn=1)
    sitting = Sitting(table_view(game, log=[LogEntry(1, Skipped(1))]))
    lines = sitting.tell(table_view(game, log=[LogEntry(5, Skipped(2))]))
    assert lines == ["You missed 3 lines", "Γάια was skipped"]


def test_coming_in_tells_how_things_stand() -> None:
    """The first view is written as the table, without the log of earlier events."""
    sitting = Sitting(table_view(game_view(legal=("r5", "draw")), log=[LogEntry(7, Skipped(1))]))
    assert sitting.lines == [
        "Table ABCD. Type help for the commands.",
        "Your turn: play a card or draw",
        "Top card red 3",
        "Play goes clockwise, to the left",
        "Draw pile 80, discard pile 4",
        "1: you, host, 3 cards, 30 points, playing now",
        "2: Βίων, medium bot, 4 cards, 40 points",
        "3: Γάια, medium bot, 1 card, 10 points",
        "Type start to start the match.",
        "Playable: 1: red 5",
        "Not playable: 2: blue Skip, 3: Wild",
    ]


def test_coming_in_at_the_start_misses_nothing() -> None:
    """If the log is short and complete, it is written before the table, and not again."""
    log = [LogEntry(1, Skipped(1)), LogEntry(2, Skipped(2))]
    sitting = Sitting(table_view(game_view(turn=1), log=log))
    assert sitting.lines[1:4] == ["Βίων was skipped", "Γάια was skipped", "Βίων's turn"]
    assert sitting.tell(table_view(game_view(turn=1), log=log)) == []


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("play r5", "r5"),
        ("PLAY R5", "r5"),
        ("p 1", "r5"),
        ("1", "r5"),
        ("r5", "r5"),
        ("red 5", "r5"),
        ("play red 5 uno", "r5!"),
        ("1 uno", "r5!"),
        ("1 u", "r5!"),
        ("r5!", "r5!"),
        ("play 3 g", "W:g"),
        ("W:g", "W:g"),
        ("w g", "W:g"),
        ("play W green", "W:g"),
        ("wild blue uno", "W:b!"),
        ("wild draw four: red", "W4:r"),
        ("W", "W"),
        ("bs", "bS"),
        ("2", "bS"),
        ("blue skip", "bS"),
        ("r7@3", "r7@3"),
        ("r7 3", "r7@3"),
        ("r7 γάια uno", "r7@3!"),
        ("r5x2", "r5x2"),
        ("1x2", "r5x2"),
        ("1 double", "r5x2"),
        ("g+2", "g+2"),
        ("jump", "jump:r3"),
        ("jump r3 uno", "jump:r3!"),
        ("jump:r3", "jump:r3"),
        ("draw", "draw"),
        ("d", "draw"),
        ("keep", "keep"),
        ("t", "take"),
        ("challenge", "challenge"),
        ("uno", "uno"),
        ("catch 3", "catch:3"),
        ("catch βίων", "catch:2"),
        ("catch:2", "catch:2"),
        ("color g", "color:g"),
        ("color green", "color:g"),
        ("deal", "deal"),
        ("say hello [/", "chat(hello [/)"),
        ("start", "start()"),
        ("again", "rematch()"),
        ("auto", "autopilot(True)"),
        ("host 2", "pass_host(1)"),
        ("partner 3", "choose_partner(2)"),
        ("mute βίων", "mute(βίων, True)"),
        ("mute", "mute(None, True)"),
        ("mute 2", "mute(Βίων, True)"),
        ("host @3", "pass_host(2)"),
    ],
)
def test_what_can_be_typed(typed: str, asked: str) -> None:
    """A card is a number, its notation or its name; color, double, seat and UNO call may follow."""
    assert asks(typed) == asked


NAMED = ("Ann", "Red Kim", "Yo! uno")
SEVEN = game_view("r7 W", legal=("r7@1",))


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("r7 @2", "r7@2"),
        ("1 @ 2 uno", "r7@2!"),
        ("r7 @Red Kim", "r7@2"),
        ("r7 @red kim uno", "r7@2!"),
        ("r7 @Yo! uno", "r7@3"),
        ("r7 @yo! uno uno", "r7@3!"),
        ("2 r @2", "W:r@2"),
        ("host Red Kim", "pass_host(1)"),
        ("catch Yo! uno", "catch:3"),
        ("mute @3", "mute(Yo! uno, True)"),
    ],
)
def test_a_seat_is_its_number_or_its_name(typed: str, asked: str) -> None:
    """Names with blanks, colors and the word for the call in them are read whole."""
    view = table_view(SEVEN)
    seats = tuple(replace(seat, name=name) for seat, name in zip(view.seats, NAMED, strict=True))
    sitting = Sitting(replace(view, seats=seats))
    sitting.type(typed)
    assert sitting.handle.asked == [asked]


@pytest.mark.parametrize("typed", ["host 2", "sit @2", "mute 2", "catch 2", "catch:2", "r7 @2", "r7@2!"])
def test_a_seat_s_number_typed_as_somebody_else_sits_down_does_nothing(typed: str) -> None:
    """A number means the person last announced with it; if somebody else has it now, nothing is done."""
    now = [0.0]
    view = table_view(SEVEN)
    handle, lines = FakeHandle(view), list[str]()
    session = PlainSession(handle.connect, Words("en"), lines.append, clock=lambda: now[0])
    handle.send(replace(view, seats=(view.seats[0], replace(view.seats[1], name="Zed"), view.seats[2]), version=9))
    session.feed(typed)
    assert (lines[-1], handle.asked) == (
        "The seats changed just before that, so nothing was done. Check the number, then repeat it.",
        [],
    )
    session.feed("host 3")
    assert handle.asked == ["pass_host(2)"]
    now[0] = REACTION + 0.1
    session.feed(typed)
    assert len(handle.asked) == 2


def test_numbers_mean_what_was_told() -> None:
    """A number means the hand as last written, even after a penalty was drawn."""
    sitting = sit()
    sitting.tell(table_view(game_view("r2 r5 bS W", turn=1)))
    sitting.type("1")
    assert sitting.handle.asked == ["r5"]
    sitting.type("hand")
    sitting.type("1")
    assert sitting.handle.asked == ["r5", "r2"]


SKIPPED = game_view("r5", legal=("r5", "draw"), top=card("rS"))
"""On turn again after a Skip without the call, with one card, which has the number 1."""
CAUGHT = game_view("r2 r5 b1", legal=("r2", "r5", "draw"), top=card("rS"))
"""The same turn after the catch: the number 1 is another card's."""
CHANGED = "Your hand changed just before that, so nothing was played. Check the number, then repeat it."


@pytest.mark.parametrize("typed", ["1", "play 1", "1 uno", "1!"])
def test_a_number_typed_as_the_hand_changes_plays_nothing(typed: str) -> None:
    """If a catch changes the hand just before a number arrives, no other card is played, and the person learns why."""
    sitting = Sitting(table_view(SKIPPED))
    sitting.tell(table_view(CAUGHT))
    assert sitting.type(typed) == [CHANGED]
    assert sitting.handle.asked == []


@pytest.mark.parametrize("typed", ["r5", "play red 5", "2"])
def test_a_card_that_is_named_is_played_although_the_hand_changed(typed: str) -> None:
    """A card's name means the same in every hand, and a number that is new was read in the new hand."""
    sitting = Sitting(table_view(SKIPPED))
    sitting.tell(table_view(CAUGHT))
    assert sitting.type(typed) == []
    assert sitting.handle.asked == ["r5"]


def test_the_new_numbers_count_once_they_can_have_been_read() -> None:
    """A moment after the hand changed, or after it was asked for, a number means the hand as told last."""
    now = [0.0]
    handle, lines = FakeHandle(table_view(SKIPPED)), list[str]()
    session = PlainSession(handle.connect, Words("en"), lines.append, clock=lambda: now[0])
    handle.send(table_view(CAUGHT))
    now[0] = REACTION / 2
    session.feed("1")
    assert (lines[-1], handle.asked) == (CHANGED, [])
    now[0] = REACTION + 0.1
    session.feed("1")
    assert handle.asked == ["r2"]
    handle.send(table_view(SKIPPED, version=9))  # the answer to the person's own play
    session.feed("1")
    assert handle.asked == ["r2", "r5"]
    handle.send(Notice(NoticeKind.IDLE, "9"))
    handle.send(table_view(CAUGHT))
    session.feed("hand")
    session.feed("1")
    assert handle.asked == ["r2", "r5", "r2"]


def test_numbers_work_at_once_when_the_turn_begins() -> None:
    """A hand that changed while no card could be played refuses no number: a program may answer at once."""
    sitting = Sitting(table_view(game_view("r5", turn=1)))
    sitting.tell(table_view(CAUGHT))
    sitting.type("1")
    assert sitting.handle.asked == ["r2"]


def test_a_new_round_has_new_numbers() -> None:
    """The numbers of a round's hand do not apply to the next round."""
    sitting = sit()
    sitting.tell(table_view(game_view("g1 g2", turn=1, round=2)))
    sitting.type("jump 1")
    assert sitting.handle.asked == ["jump:g1"]


def test_the_drawn_card_needs_no_name() -> None:
    """After a draw, `play` alone plays the drawn card; a typed color is its color."""
    drawn = game_view(phase=Phase.DRAWN, drawn=card("W"), legal=("W:r", "keep"))
    assert asks("play g", drawn) == "W:g"
    assert asks("play", game_view(phase=Phase.DRAWN, drawn=card("r5"), legal=("r5", "keep"))) == "r5"
    assert asks("play r7", drawn) == "r7"


def test_the_first_color_by_its_letter() -> None:
    """When a color must be named, its letter or name alone is enough."""
    owed = game_view(phase=Phase.COLOR, color=None, top=card("W"))
    assert [asks(typed, owed) for typed in ("g", "green", "color g")] == 3 * ["color:g"]


def test_the_only_catch_needs_no_name() -> None:
    """`catch` alone is enough with one seat to catch; with two it asks, with none it explains."""
    assert asks("catch", game_view(legal=("catch:3",))) == "catch:3"
    assert sit(game_view(legal=("catch:2", "catch:3"))).type("x") == ["Catch who? 2 Βίων, 3 Γάια"]
    assert sit().type("catch") == ["Nobody has forgotten to call UNO."]


def test_the_regular_deck_by_face_or_meaning() -> None:
    """A card of the regular deck can be typed by face, suit sign, notation or meaning."""
    rules = Rules(deck="regular")
    game = game_view("5H JC=S BJ=W", legal=("JC=S",), rules=rules)
    typed = ("jc", "J♣", "JC=S", "gS", "green skip", "2")
    assert [asks(text, game) for text in typed] == 6 * ["JC=S"]
    assert asks("black joker (wild) r", game) == "BJ=W:r"
    assert asks("W r", game) == "BJ=W:r"
    assert asks("5h", game) == "5H"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("fly", "fly is not a command or a card. Your turn: play a card or draw. Type help for the commands."),
        ("17", "You have no card 17: you have 3 cards."),
        ("0", "You have no card 0: you have 3 cards."),
        ("play", "Which card? Type its number or name, such as 1 or r5."),
        ("play fly", "Which card? Type its number or name, such as 1 or r5."),
        ("r7 nobody", "No player is called nobody. Players: 1 Άννα, 2 Βίων, 3 Γάια."),
        ("color pink", "Choose a color: r red, y yellow, g green, b blue"),
        ("jump r3 x2", "You can jump in with one card only, never a wild."),
        ("kick 9", "No player is called 9. Players: 1 Άννα, 2 Βίων, 3 Γάια."),
        ("99999999999999999999999", "You have no card 9999: you have 3 cards."),
    ],
)
def test_what_cannot_be_read_is_explained(typed: str, told: str) -> None:
    """A line that is no action sends no request, and one line explains what is missing."""
    sitting = sit()
    assert (sitting.type(typed), sitting.handle.asked) == ([told], [])


@pytest.mark.parametrize("typed", ["pass", "skip", "end"])
def test_a_word_for_passing_is_answered_with_what_is_possible(typed: str) -> None:
    """There is no passing, so the answer names the moves there are: draw, take, or keep."""
    drawn = game_view("r5", phase=Phase.DRAWN, drawn=card("r5"), legal=("r5", "keep"))
    owing = game_view("r5", phase=Phase.ANSWER, penalty=2, legal=("take",))
    for game, possible in (
        (None, "Your turn: play a card or draw"),
        (drawn, "You drew red 5: play it or keep it"),
        (owing, "Your turn: take 2 cards"),
    ):
        sitting = sit(game) if game else sit()
        answer = f"{typed} is not a command or a card. {possible}. Type help for the commands."
        assert [answer] == sitting.type(typed)


def test_a_move_that_is_not_due_is_answered_with_what_is_possible() -> None:
    """`keep` before a draw, and `take` without a penalty, are followed by the moves there are."""
    for typed, reason in (("keep", Reason.NOTHING_DRAWN), ("take", Reason.NO_PENALTY)):
        sitting = sit()
        sitting.type(typed)
        assert "Your turn: play a card or draw" == refuse(sitting, reason)[-1]


@pytest.mark.parametrize("typed", ["", "   ", "\n", "\t", "say"])
def test_nothing_typed_is_nothing(typed: str) -> None:
    """An empty line and an empty chat message have no effect."""
    sitting = sit()
    assert (sitting.type(typed), sitting.handle.asked) == ([], [])


@pytest.mark.parametrize(
    "typed", ["\x1b[A", "\x1b]0;x\x07", "\x9b5n", "play \x00", "{play}", "%s", "ß" * 5000, "r5" * 5000]
)
def test_junk_is_answered_without_control_characters(typed: str) -> None:
    """Any typed line gets a short answer without control characters."""
    for line in sit().type(typed):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", line)
        assert len(line) < 200


def test_asking_how_things_stand() -> None:
    """Hand, table, score, log, rules and help are written on request."""
    view = table_view(
        game_view(legal=("r5", "draw")), log=[LogEntry(1, Skipped(1))], deadline=Deadline(30, said_at=100)
    )
    sitting = Sitting(view, now=110)
    assert sitting.type("hand") == ["3 cards: 1: red 5, 2: blue Skip, 3: Wild"]
    assert sitting.type("table")[0] == "Your turn: play a card or draw"
    assert sitting.type("v")[-1] == "20 seconds left"
    assert sitting.type("score") == [
        "Round 1, playing to 500 points",
        "you: 30 points",
        "Βίων: 40 points",
        "Γάια: 10 points",
    ]
    assert sitting.type("log") == ["Βίων was skipped"]
    assert sitting.type("rules")[:3] == ["Rules: classic", "Goal", "- Be the first to get rid of all your cards."]
    help_lines = sitting.type("help")
    assert len(help_lines) == len(TableCommand) + 3 + len(TABLE_PARTS) + 2
    assert help_lines[-1].startswith("Short names: r5 for red 5")


def test_refusals_and_notices_are_one_line() -> None:
    """Each refusal and notice is one line."""
    sitting = sit()
    why = Why(Reason.NOT_YOUR_TURN, seat=1)
    assert sitting.tell(Refused(1, why)) == ["It is Βίων's turn, not yours."]
    assert sitting.tell(Refused(2, None)) == ["Too late: the game has moved on."]
    assert sitting.tell(Notice(NoticeKind.NOT_ALLOWED)) == ["You can't do that here."]


def test_an_idle_person_in_lines_is_asked_for_enter() -> None:
    """A key alone may stay in the person's terminal, so lines ask for Enter."""
    told = sit().tell(Notice(NoticeKind.IDLE, "30"))
    assert told == ["Still there? Press Enter within 30 s or you will be disconnected."]


def test_what_may_be_done_out_of_turn_is_told_once() -> None:
    """A due call, a catch and a jump-in are written when they become possible, and not again."""
    sitting = sit(game_view(turn=1))
    view = table_view(game_view(turn=1, legal=("uno", "catch:3", "jump:r3", "jump:r3!")))
    assert sitting.tell(view) == [
        "You have one card left: call UNO",
        "Γάια has not called UNO: catch",
        "You can jump in with red 3",
    ]
    assert sitting.tell(replace(view, watchers=1)) == []


def test_leaving() -> None:
    """`quit` leaves the table; the table's answer is written, and nothing after it."""
    sitting = sit()
    assert sitting.type("quit") == ["You left the table."]
    assert sitting.handle.asked == ["leave()"]
    assert sitting.tell(Notice(NoticeKind.SERVER_STOPS)) == []
    assert sitting.type("help") == []


def test_hanging_up_keeps_the_seat() -> None:
    """When the connection is lost the table is informed once, and nothing more is written."""
    sitting = sit()
    sitting.session.hang_up()
    sitting.session.hang_up()
    assert (sitting.handle.asked, sitting.tell(Notice(NoticeKind.SERVER_STOPS))) == (["drop()"], [])


def test_a_watcher_and_a_waiting_table() -> None:
    """Spectators and people who wait for the start get an explanation when they try to play; other commands work."""
    watcher = Sitting(table_view(game_view("", you=None)))
    assert "You are only watching this game." in watcher.lines
    assert [watcher.type("draw"), watcher.type("hand")] == 2 * [["You are only watching this game."]]
    waiting = Sitting(table_view(None))
    assert [waiting.type("draw"), waiting.type("1")] == 2 * [["The match hasn't started yet."]]
    assert waiting.type("score") == ["Waiting for players: 3 of 3 seats taken"]
    assert waiting.type("say …") == []
    assert (watcher.handle.asked, waiting.handle.asked) == ([], ["chat(…)"])


def test_a_script_knows_when_to_go_on() -> None:
    """The session waits for a line at the person's turn and outside a match, not while others play."""
    sitting = sit()
    waits = [sitting.session.waits]
    sitting.type("draw")
    waits.append(sitting.session.waits)
    for view in (table_view(game_view(turn=1)), table_view(game_view(winner=1, phase=Phase.OVER), stage=Stage.OVER)):
        sitting.tell(view)
        waits.append(sitting.session.waits)
    assert waits == [True, False, False, True]


def test_another_match_is_offered_once() -> None:
    """After the match, the command for a rematch is shown once, to people who may use it."""
    sitting = sit()
    over = table_view(game_view(winner=1, phase=Phase.OVER), stage=Stage.OVER)
    assert sitting.tell(over) == ["To play another match, type: again"]
    assert sitting.tell(over) == []
    assert sit().tell(replace(over, rights=frozenset({Right.CHAT}))) == []


def test_after_a_try_at_the_daily_deal_the_way_to_its_result_is_told() -> None:
    """There is no rematch then; the result, with the streak, comes after `quit`."""
    sitting = sit()
    rights = frozenset[Right]()
    over = table_view(game_view(winner=1, phase=Phase.OVER), stage=Stage.OVER, once=True, rights=rights)
    assert ["To see your result and your streak, type: quit"] == sitting.tell(over)
    assert [] == sitting.tell(over)


def test_after_the_match_the_bots_cannot_hurry() -> None:
    """After the match, the answer to `faster` is that it is over, and how to play another one if that is allowed."""
    over = table_view(game_view(winner=1, phase=Phase.OVER), stage=Stage.OVER, rights=frozenset({Right.REMATCH}))
    assert Sitting(over).type("faster") == ["The match is over. To play another match, type: again"]
    assert Sitting(replace(over, rights=frozenset())).type("faster") == ["The match is over."]


def test_a_bot_cannot_be_removed_in_mid_match() -> None:
    """The host who removes a bot during the match reads why that is impossible, and nothing is requested."""
    sitting = sit()
    assert sitting.type("kick 2") == ["A bot plays that seat; it can be removed when the match is over."]
    assert sitting.handle.asked == []
    view = table_view(game_view())
    human = replace(view.seats[1], sitter=Sitter.HUMAN)
    sitting = Sitting(replace(view, seats=(view.seats[0], human, view.seats[2])))
    sitting.type("kick 2")
    assert sitting.handle.asked == ["kick(1)"]


def test_every_letter_is_translatable() -> None:
    """In the pseudo-language every letter is marked, except in names, notation and typed text."""
    words = PseudoWords()
    sitting = Sitting(table_view(game_view(legal=("r5", "draw", "uno", "catch:3", "jump:r3"))), words)
    for typed in ("hand", "table", "score", "help", "42", "play", "r7 9", "color 9", "§", "jump r3 x2", "quit"):
        sitting.type(typed)
    letters = re.compile(r"ABCD|(?<= ǿř )[a-z](?=:)")  # letters of commands are the same in every language
    assert [line for line in sitting.lines if unmarked(letters.sub("", line))] == []


def test_commands_in_the_session_language() -> None:
    """Commands are words of the session's language, and the English ones work as well."""
    words = PseudoWords()
    vocabulary = Vocabulary(words)
    for command in TableCommand:
        assert vocabulary.command(vocabulary.word(command)) is command
        assert vocabulary.command(command.name) is command
    sitting = Sitting(table_view(game_view()), words)
    for typed in ("ḋřȧẇ", "draw", "ƥŀȧẏ 1 ŭƞǿ", "ẇ ɠřḗḗƞ", "red 5"):
        sitting.type(typed)
    assert sitting.handle.asked == ["draw", "draw", "r5!", "W:g", "r5"]


@pytest.mark.parametrize(
    ("language", "typed", "asked"),
    [
        ("ka", "რ5", "r5"),
        ("ka", "წ გ", "W:g"),
        ("ka", "დ", "draw"),
        ("ka", "დრაწ", "draw"),
        ("ka", "აიღე", "draw"),
        ("ka", "აღება", "draw"),
        ("ka", "თქვი UNO", "uno"),
        ("ka", "დაიჭირე", "catch:3"),
        ("ka", "ითამაშე რ5", "r5"),
        ("ka", "Რ5", "r5"),
        ("ga", "tarraing", "draw"),
        ("ga", "tog", "draw"),
        ("ga", "d", "draw"),
        ("ga", "scipeail ghorm", "bS"),
        ("ga", "gorm scipeáil", "bS"),
        ("ga", "5 dearg", "r5"),
        ("ms", "6 kuning", "y6"),
        ("ms", "kuning 6", "y6"),
        ("ms", "d", "draw"),
        ("en", "green +2", "g+2"),
        ("en", "+2 green", "g+2"),
        ("en", "green draw 2", "g+2"),
        ("en", "skip yellow", "yS"),
        ("en", "6 yellow", "y6"),
        ("en", "3: g", "W:g"),
        ("en", "wild draw 4 blue", "W4:b"),
        ("en", "re\u0301d 5", "r5"),
        ("en", "call UNO", "uno"),
    ],
)
def test_what_people_type_in_their_language(language: str, typed: str, asked: str) -> None:
    """Another keyboard, missing accents, the other order of words and usual synonyms are understood."""
    sitting = Sitting(table_view(game_view(legal=("r5", "W:r", "draw", "uno", "catch:3"))), Words(language))
    sitting.type(typed)
    assert sitting.handle.asked == [asked]


def test_the_natural_name_of_a_held_card_is_no_number() -> None:
    """In Malay "3 merah" is the red 3 that the person holds, not the wild with the number 3; in English it is that."""
    game = game_view("r3 bS W", legal=("r3", "W:r"))
    for language, asked in (("ms", "r3"), ("en", "W:r")):
        sitting = Sitting(table_view(game), Words(language))
        sitting.type("3 merah" if language == "ms" else "3 red")
        assert sitting.handle.asked == [asked]


def refuse(sitting: Sitting, reason: Reason) -> list[str]:
    """Refuse the last move for that reason, and return the lines written for it."""
    return sitting.tell(Refused(len(sitting.handle.asked), Why(reason, card=card("W"))))


def test_a_wild_without_a_color_is_finished_by_the_color() -> None:
    """After "3" for a wild the color is asked for, and the color alone then plays it."""
    sitting = sit()
    sitting.type("3")
    assert refuse(sitting, Reason.COLOR_MISSING)[1:] == ["Type the color: r red, y yellow, g green, b blue"]
    sitting.type("g")
    assert sitting.handle.asked == ["W", "W:g"]


def test_a_seven_without_a_player_is_finished_by_the_player() -> None:
    """After a 7 that swaps hands the player is asked for; a number then names a seat, not a card."""
    for typed in ("3", "γάια"):
        sitting = sit(game_view("r7 bS W", legal=("r7@2", "r7@3")))
        sitting.type("1")
        assert refuse(sitting, Reason.SWAP_MISSING)[1:] == ["Type the player: 1 Άννα, 2 Βίων, 3 Γάια"]
        sitting.type(typed)
        assert sitting.handle.asked == ["r7", "r7@3"]


def test_a_question_is_forgotten_with_its_moment() -> None:
    """After the table has moved on, or after another line, a color alone finishes nothing."""
    later, other = sit(), sit()
    for sitting in (later, other):
        sitting.type("3")
        refuse(sitting, Reason.COLOR_MISSING)
    later.tell(table_view(game_view(turn=1), version=2))
    other.type("hand")
    assert ["g is not a command or a card. Type help for the commands."] == later.type("g")
    assert ["g is not a command or a card. Your turn: play a card or draw. Type help for the commands."] == (
        other.type("g")
    )
    assert later.handle.asked == other.handle.asked == ["W"]


def test_a_match_alone_is_kept() -> None:
    """A table without a code has only bots: there the question mentions that the match is saved."""
    alone = Sitting(replace(table_view(game_view(legal=("r5", "W:r", "draw"))), code=""))
    assert alone.type("q") == [
        "If you have made a move, it is kept, and you can continue it. To leave, type yes or quit."
    ]


@pytest.mark.parametrize("letter", ["q", "Q", "ქ"])
def test_the_letter_asks_before_a_seat_is_given_up(letter: str) -> None:
    """In a running match the letter of the full screen asks; only a yes or the whole word then leaves."""
    for answers, leaves in (
        (["yes"], True),
        (["y"], True),
        (["quit"], True),
        ([letter], False),
        (["hand", "y"], False),
    ):
        sitting = sit()
        assert sitting.type(letter) == [
            "If you leave, you lose your seat in this match for good. To leave, type yes or quit."
        ]
        for answer in answers:
            sitting.type(answer)
        assert ("leave()" in sitting.handle.asked) is leaves


def test_a_host_is_asked_about_everybody() -> None:
    """A host whose leaving closes the table is asked at any time, and hears for how many others the game ends."""
    for view in (table_view(game_view("", you=None)), table_view(None)):
        handle, lines = FakeHandle(replace(view, watchers=1)), list[str]()
        session = PlainSession(handle.connect, Words(), lines.append, closes_table=True)
        lines.clear()
        session.feed("q")
        others = sum(seat.sitter is Sitter.HUMAN for place, seat in enumerate(view.seats) if place != view.you) + 1
        question = f"End the game for you and {others} other{'s' * (others > 1)}?"
        assert [f"{question} The table is closed for everyone. To leave, type yes or quit."] == lines
        assert [] == handle.asked
        session.feed("y")
        assert ["leave()"] == handle.asked


def test_without_a_seat_in_a_match_the_letter_leaves() -> None:
    """A spectator and a person at a waiting table lose nothing, so they are not asked."""
    for view in (table_view(game_view("", you=None)), table_view(None)):
        sitting = Sitting(view)
        sitting.type("q")
        assert sitting.handle.asked == ["leave()"]


def test_the_georgian_letter_for_green_is_no_command() -> None:
    """The letter გ names green and does not leave; no letter of a command is a color's in any language."""
    sitting = Sitting(table_view(game_view(phase=Phase.COLOR, color=None, top=card("W"))), Words("ka"))
    sitting.type("გ")
    assert sitting.handle.asked == ["color:g"]
    assert not sitting.session.done


class Timing:
    """Timers that a test rings by itself."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, seconds: float, callback: Callable[[], None]) -> "Timing":
        self.due.append((self.now + seconds, callback))
        return self

    def cancel(self) -> None:
        """Do nothing: a canceled call has no effect when it is made."""

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        due, self.due = [one for one in self.due if one[0] <= self.now], [one for one in self.due if one[0] > self.now]
        for _, callback in due:
            callback()


def test_the_clock_is_announced_and_warns() -> None:
    """People hear the time for a turn on joining, and warnings in their own turn 20 and 10 seconds before its end."""
    timing, lines = Timing(), list[str]()
    handle = FakeHandle(table_view(game_view(turn=1), turn_seconds=60, deadline=Deadline(60, said_at=0)))
    PlainSession(handle.connect, Words("en"), lines.append, clock=lambda: timing.now, call_later=timing.call_later)
    told = "Each turn has 60 seconds; then a move is made for you."
    assert told in lines
    assert told not in Sitting(table_view(game_view(seat=None), you=None, turn_seconds=60)).lines
    heard = len(lines)
    timing.pass_(55)
    assert lines[heard:] == []
    handle.send(table_view(game_view(legal=("r5",)), deadline=Deadline(60, said_at=55)))
    heard = len(lines)
    for seconds in (39, 1, 10):
        timing.pass_(seconds)
    assert lines[heard:] == ["20 seconds left", "10 seconds left"]
    handle.send(table_view(game_view(turn=1), deadline=Deadline(60, said_at=105)))
    heard = len(lines)
    timing.pass_(100)
    assert lines[heard:] == []


def test_the_way_back_from_the_autopilot_is_told() -> None:
    """When a bot begins to play for the person, one line says how to play again."""
    view = table_view(game_view(turn=1))
    sitting = Sitting(view)
    on = replace(view, seats=(replace(view.seats[0], autopilot=True), *view.seats[1:]))
    assert sitting.tell(on) == ["To take over again, type auto."]
    assert sitting.tell(replace(on, watchers=1)) == []


def test_asking_for_one_thing() -> None:
    """The top card, everybody's cards, the turn, the time, the last question and a hint are one short answer each."""
    view = table_view(game_view(legal=("r5", "draw")), deadline=Deadline(30, said_at=100))
    sitting = Sitting(view, now=110)
    assert sitting.type("top") == ["Top card red 3"]
    assert sitting.type("cards") == ["Cards: you 3, Βίων 4, Γάια 1"]
    assert sitting.type("turn") == [
        "Your turn: play a card or draw",
        "Next: Βίων",
        "Play goes clockwise, to the left",
    ]
    assert sitting.type("time") == ["20 seconds left"]
    assert sitting.type("repeat")[-2:] == ["Playable: 1: red 5", "Not playable: 2: blue Skip, 3: Wild"]
    assert sitting.type("hint")[0].startswith("Play red 5: ")
    assert Sitting(table_view(game_view(turn=1))).type("time") == ["There is no time limit now."]
    assert Sitting(table_view(game_view("", you=None))).type("top") == ["Top card red 3"]


def test_as_many_lines_of_the_log_as_asked_for() -> None:
    """`log` gives ten lines, `log 30` thirty."""
    sitting = Sitting(table_view(game_view(), log=[LogEntry(number, Skipped(1)) for number in range(1, 51)]))
    assert [len(sitting.type(typed)) for typed in ("log", "log 30", "log 1", "log x")] == [10, 30, 1, 10]


def test_settings_at_a_table() -> None:
    """They are read in words and changed; what holds at once does, what does not is said to hold the next time."""
    kept: dict[str, object] = {}
    handle, lines = FakeHandle(table_view(game_view(turn=1))), list[str]()
    session = PlainSession(handle.connect, Words("en"), lines.append, settings=LineSettings(keep=kept.__setitem__))

    def answer(line: str) -> list[str]:
        before = len(lines)
        session.feed(line)
        return lines[before:]

    assert {"theme: automatic", "bell: off", "bots' pace: brisk"} < set(answer("settings"))
    assert answer("set bell on") == ["bell: on"]
    assert answer("settings bots' pace slow") == ["bots' pace: slow"]
    assert answer("set theme mono") == ["theme: mono", "This holds from the next time on."]
    assert answer("set theme blue")[0].startswith("theme: blue is not possible. Choose from: automatic, classic, ")
    assert handle.asked == ["set_pace(slow)"]
    assert kept == {"bell": True, "pace": "slow", "theme": "mono"}
    assert "bell: on" in answer("settings")


@pytest.mark.parametrize(
    ("invitation", "code", "said"),
    [
        (("Others type:", "ssh -t 10.0.0.1 join ABCD"), "ABCD", ["Others type:", "ssh -t 10.0.0.1 join ABCD"]),
        ((), "ABCD", ["Others join this table with its code: ABCD."]),
        ((), "", ["You play alone, so nobody can join."]),
    ],
)
def test_the_invitation_is_read_again(invitation: tuple[str, ...], code: str, said: list[str]) -> None:
    """`invite` repeats how others join."""
    handle, lines = FakeHandle(table_view(game_view(turn=1), code=code)), list[str]()
    session = PlainSession(handle.connect, Words("en"), lines.append, invitation=invitation)
    before = len(lines)
    session.feed("invite")
    assert said == lines[before:]


def test_brief_tells_a_turn_in_one_line() -> None:
    """After `brief` a turn is one line, after `full` all of them again; both choices are kept."""
    kept: list[tuple[str, bool | str]] = []
    handle, lines = FakeHandle(table_view(game_view(turn=1))), list[str]()
    settings = LineSettings(keep=lambda name, on: kept.append((name, on)))
    session = PlainSession(handle.connect, Words("en"), lines.append, settings=settings)
    told = []
    for command in ("brief", "full"):
        session.feed(command)
        before = len(lines)
        handle.send(table_view(game_view(legal=("r5", "W:r", "draw"))))
        told.append(lines[before:])
        handle.send(table_view(game_view(turn=1)))
    assert told[0] == ["Your turn. Top card red 3. Playable: 1: red 5, 3: Wild"]
    assert len(told[1]) == 4
    assert kept == [("brief", True), ("brief", False)]


def test_the_bell_rings_when_the_turn_begins() -> None:
    """With the setting on, the bell rings once at the beginning of a turn, and not for what others do."""
    rung: list[bool] = []
    handle = FakeHandle(table_view(game_view(turn=1)))
    settings = LineSettings(ring=lambda: rung.append(True))
    session = PlainSession(handle.connect, Words("en"), lambda _: None, settings=settings)
    turn = table_view(game_view(legal=("r5",)))
    handle.send(turn)
    assert rung == []
    session.feed("bell")
    for view in (table_view(game_view(turn=1)), turn, replace(turn, watchers=1)):
        handle.send(view)
    assert rung == [True]


def test_few_cards_are_counted_after_a_play() -> None:
    """After another player's play a number of cards left up to three is announced; after one's own none is."""
    game = game_view(turn=1)
    sitting = sit(game)
    log = [LogEntry(1, Played(2, card("r5"))), LogEntry(2, Played(1, card("b5"))), LogEntry(3, Played(0, card("g5")))]
    assert sitting.tell(table_view(game, log=log)) == [
        "Γάια played a red 5, 1 card left",
        "Βίων played a blue 5",
        "You played a green 5",
    ]


def test_the_new_hand_is_told_after_a_swap() -> None:
    """After swapping hands people hear their new hand; a swap between others repeats nothing."""
    sitting = sit(game_view(turn=1))
    mine = [LogEntry(1, Swapped(1, 0, None))]
    assert sitting.tell(table_view(game_view("g1 g2", turn=1), log=mine))[-1] == "2 cards: 1: green 1, 2: green 2"
    others = [LogEntry(2, Swapped(1, 2, None))]
    assert len(sitting.tell(table_view(game_view("g1 g2", turn=1), log=others))) == 1


def test_the_scores_are_told_after_a_round() -> None:
    """The end of a round is followed by everybody's score in one line."""
    sitting = sit(game_view(turn=1))
    ended = [LogEntry(1, RoundEnded(1, (10, 0, 5), ((),) * 3))]
    lines = sitting.tell(table_view(game_view(turn=1, phase=Phase.OVER), log=ended))
    assert lines[-1] == "you: 30 points; Βίων: 40 points; Γάια: 10 points"


def test_faces_are_named_in_words() -> None:
    """A card of the regular deck is heard without the sign of its suit."""
    game = game_view("JC=S 2D", legal=("JC=S",), rules=Rules(deck="regular"))
    assert sit(game).type("hand") == ["2 cards: 1: jack of clubs (green Skip), 2: 2 of diamonds (yellow 2)"]
    assert asks("jack of clubs", game) == "JC=S"


def test_a_name_without_its_accents_is_suggested() -> None:
    """A name matches in any composition and case; without accents it is only suggested."""
    view = table_view(game_view())
    named = replace(view, seats=(view.seats[0], replace(view.seats[1], name="José"), view.seats[2]))
    sitting = Sitting(named)
    sitting.type("host JOSE\u0301")
    assert sitting.handle.asked == ["pass_host(1)"]
    assert sitting.type("kick jose") == [
        "No player is called jose (did you mean José?). Players: 1 Άννα, 2 José, 3 Γάια."
    ]


def test_command_letters_are_no_colors() -> None:
    """No one-letter command is a color's letter, so a color alone is never taken for a command."""
    vocabulary = Vocabulary(Words("en"))
    assert [color for color in Color if vocabulary.command(color.letter)] == []


class Clock:
    """Time that passes only when the test lets it."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Timer]] = []
        self._count = 0

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> "Timer":
        self._count += 1
        timer = Timer(callback)
        heapq.heappush(self._due, (self.now + seconds, self._count, timer))
        return timer

    def step(self) -> bool:
        """Run the next timer; return False if there is none."""
        if not self._due:
            return False
        self.now, _, timer = heapq.heappop(self._due)
        if not timer.canceled:
            timer.callback()
        return True


class Timer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback = callback
        self.canceled = False

    def cancel(self) -> None:
        self.canceled = True


class Pipe:
    """A real pipe that carries lines."""

    def __enter__(self) -> Self:
        reader, writer = os.pipe()
        self._reader, self._writer = os.fdopen(reader), os.fdopen(writer, "w")
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._reader.close()

    def send(self, line: str) -> None:
        self._writer.write(line + "\n")
        self._writer.flush()

    def receive(self) -> str:
        return self._reader.readline().rstrip("\n")


class Listening:
    """A person who reads lines from a pipe and answers with lines."""

    def __init__(self) -> None:
        self.hand = 0
        self.playable: list[tuple[str, str]] = []

    def answer(self, lines: list[str]) -> Iterator[str]:
        for line in lines:
            if told := re.fullmatch(r"Playable: (.*)", line):
                self.playable = re.findall(r"(\d+): ([^,]+)", told[1])
                self.hand = len(self.playable)
            elif told := re.fullmatch(r"(?:Not playable:|Your hand:) (\d+: .*)", line):
                self.hand += len(re.findall(r"\d+: [^,]+", told[1]))
            elif line.endswith("has not called UNO: catch"):
                yield "catch"
        for line in lines:
            yield from self._turn(line)

    def _turn(self, line: str) -> Iterator[str]:
        if line.startswith("Your turn: play a card"):
            number, name = self.playable[0]
            yield number + self._after(name)
        elif line.startswith("Your turn: no card matches"):
            yield "draw"
        elif line.startswith("Your turn: take"):
            yield "take"
        elif told := re.fullmatch(r"(?:You drew (.*): p|P)lay it or keep it", line):
            yield "keep" if "Wild" not in (told[1] or "") else "play g"
        elif line == "The round is over: it is your deal":
            yield "deal"

    def _after(self, name: str) -> str:
        color = " y" if "Wild" in name and self.hand > 1 else ""
        return color + (" uno" if self.hand == 2 else "")


@pytest.mark.parametrize(
    "rules",
    [
        PRESETS["classic"],
        replace(PRESETS["official"], target=200),
        replace(PRESETS["irish"], target=200),
        replace(PRESETS["party"], target=100, seven_zero=False),
        Rules(deck="regular", target=200, scoring="caught"),
    ],
    ids=lambda rules: rules.text,
)
async def test_a_whole_match_over_a_pipe(rules: Rules) -> None:
    """A program that only reads and writes lines plays a whole match against bots; each log line comes once."""
    clock = Clock()
    lobby = Lobby(call_later=clock.call_later, now=clock.time)
    relay, told = TableRelay(), dict[int, LogEntry]()

    def overhearing(message: Message) -> None:
        if isinstance(message, TableView):
            told.update({entry.number: entry for entry in message.log})
        relay(message)

    seed = "c0ffee" * 5 + "00"
    handle = await lobby.open(User("local", "Ann"), overhearing, TableOptions(rules=rules, bots=3, seed=seed))
    written: list[str] = []
    with Pipe() as out, Pipe() as into:

        def write(line: str) -> None:
            written.append(line)
            out.send(line)

        session = PlainSession(relay.to(handle), Words("en"), write)
        person, read = Listening(), 0
        while handle.view.stage is not Stage.OVER:
            if len(written) == read:
                assert clock.step(), f"nothing goes on: {written[-12:]}"
                continue
            lines = [out.receive() for _ in range(len(written) - read)]
            read += len(lines)
            for answer in person.answer(lines):
                into.send(answer)
                session.feed(into.receive())
        speaker = Speaker.of(Words("en").to_hear, handle.view)
    written = [re.sub(r", \d cards? left$", "", line) for line in written]
    expected = [speaker.log(entry) for _, entry in sorted(told.items())]
    assert sorted(told) == list(range(1, max(told) + 1))
    assert expected[-1].endswith("won the match")
    assert Counter(line for line in written if line in set(expected)) == Counter(expected)
    await lobby.close()


def test_a_costly_line_has_a_price() -> None:
    """The rules and the situation count as several lines for a limit of the rate, a move as one."""
    sitting = Sitting(table_view(game_view()))
    prices = {}
    for line in ("rules", "table", "hand", "help", "nonsense"):
        sitting.type(line)
        prices[line] = sitting.session.price
    assert {"rules": 4, "table": 2, "hand": 1, "help": 2, "nonsense": 1} == prices
