"""A table for programs: one JSON value a line, and no input that does harm."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.handles import FakeHandle
from tests.views import game_view, table_view
from uno_tui import json_protocol
from uno_tui.game.actions import Draw
from uno_tui.game.cards import card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Cause, Drew, Played, Skipped
from uno_tui.game.view import SeatView
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.names import MAX_CELLS, clean_name
from uno_tui.plain.jsonlines import MAX_LINE, JsonSession, ending_line, entry_error_line, hello_line
from uno_tui.speech import Speaker
from uno_tui.speech.rules_text import rules_sections
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import (
    Chat,
    Closed,
    Deadline,
    Ending,
    LogEntry,
    Message,
    Notice,
    NoticeKind,
    Refused,
    SeatInfo,
    Sitter,
    Suggestion,
    TableView,
)


class Sitting:
    """A program's session at a fake table, and the values it wrote."""

    def __init__(self, view: TableView, words: Words | None = None) -> None:
        self.handle = FakeHandle(view)
        self.lines: list[str] = []
        self.session = JsonSession(self.handle.connect, words or Words("en"), self.lines.append, clock=lambda: 100)

    def send(self, line: object) -> list[dict[str, Any]]:
        """Send a line, or a value as a line, and return the answers."""
        before = len(self.lines)
        self.session.feed(line if isinstance(line, str) else json.dumps(line))
        return [json.loads(written) for written in self.lines[before:]]

    def tell(self, message: Message) -> list[dict[str, Any]]:
        """Let the table send a message, and return the values written."""
        before = len(self.lines)
        self.handle.send(message)
        return [json.loads(written) for written in self.lines[before:]]


def sit() -> Sitting:
    """Return the session of a program whose turn it is."""
    return Sitting(table_view(game_view(legal=("r5", "draw")), version=7))


def test_the_first_line_names_the_version() -> None:
    """The first line has the version of the protocol, the program and the person's name."""
    hello = json_protocol.decode(hello_line(User("ssh:x", "Άννα", guest=True)), 0)
    assert isinstance(hello, json_protocol.Hello)
    assert (json_protocol.VERSION, "Άννα", True) == (hello.version, hello.name, hello.guest)


def test_a_view_is_the_wires_without_history() -> None:
    """A written view reads back equal, except for the round's history, which the log entries contain."""
    history = (Skipped(1),)
    view = table_view(game_view(history=history), log=[LogEntry(1, Skipped(1))], deadline=Deadline(30, 90))
    assert view.game
    line = Sitting(view).lines[0]
    expected = replace(view, game=replace(view.game, history=()), deadline=Deadline(20, said_at=100))
    assert expected == json_protocol.decode(line, 100)
    assert "history" not in json.loads(line)["game"]


def test_each_log_entry_is_sent_once() -> None:
    """A view's log has only entries that no earlier view had."""
    log = [LogEntry(number, Skipped(1)) for number in (1, 2, 3)]
    sitting = Sitting(table_view(game_view(), log=log[:1]))
    [written] = sitting.tell(table_view(game_view(), log=log))
    assert [2, 3] == [entry["number"] for entry in written["log"]]


def test_a_picture_in_which_nothing_changed_is_not_sent() -> None:
    """A view that differs only in the time left is not written again; on request it is, with its whole log."""
    view = table_view(game_view(), log=[LogEntry(1, Skipped(1))])
    sitting = Sitting(view)
    assert [] == sitting.tell(replace(view, deadline=Deadline(5, 100)))
    [written] = sitting.send({"type": "view"})
    assert [1] == [entry["number"] for entry in written["log"]]


def test_answers_have_a_text() -> None:
    """Refusals, notices and endings have a sentence in the session's language."""
    sitting = sit()
    assert ["It is Βίων's turn, not yours."] == [
        written["text"] for written in sitting.tell(Refused(3, Why(Reason.NOT_YOUR_TURN, seat=1)))
    ]
    assert [("notice", "You can't do that here.")] == [
        (written["type"], written["text"]) for written in sitting.tell(Notice(NoticeKind.NOT_ALLOWED))
    ]
    assert ["There is nothing to do now.", ""] == [
        written["text"]
        for suggestion in (Suggestion(7, None), Suggestion(-1, Draw(), "hard"))
        for written in sitting.tell(suggestion)
    ]
    [hinted] = sitting.send({"type": "hint"})
    assert ("hint", "hard", True) == (hinted["type"], hinted["level"], hinted["text"].startswith("Play "))
    assert [("closed", "kicked")] == [
        (written["type"], written["reason"]) for written in sitting.tell(Closed(Ending.KICKED))
    ]
    assert (True, Ending.KICKED) == (sitting.session.done, sitting.session.ending)
    assert [] == sitting.tell(Notice(NoticeKind.NOT_ALLOWED))
    trouble = json.loads(entry_error_line(Words("en"), EntryError(EntryProblem.FULL, "FAM1")))
    assert {"type": "error", "error": "full", "text": "Table FAM1 is full."} == trouble
    assert "server_stopped" == json.loads(ending_line(Words("en"), Ending.SERVER_STOPPED))["reason"]


def test_what_happened_is_told_in_sentences() -> None:
    """Views, seats and log entries have a sentence in the session's language, and each card is named once."""
    log = [LogEntry(number, Skipped(number)) for number in (1, 2)]
    view = table_view(game_view(legal=("r5", "draw")), log=log[:1])
    sitting = Sitting(view, Words("ms"))
    written = json.loads(sitting.lines[0])
    speaker = Speaker.of(Words("ms"), view)
    assert speaker.status(view) == written["text"]
    assert [speaker.seat(view, seat) for seat in range(3)] == [seat["text"] for seat in written["seats"]]
    assert [speaker.log(log[0])] == [entry["text"] for entry in written["log"]]
    assert {"r3": "3 merah", "r5": "5 merah", "bS": "Langkau biru", "W": "Liar"} == written["names"]
    [later] = sitting.tell(replace(view, game=game_view(hand="r5 g1"), log=tuple(log)))
    assert {"g1": "1 hijau"} == later["names"]
    [whole] = sitting.send({"type": "view"})
    assert {"r3", "r5", "g1"} == set(whole["names"])


def test_a_lean_session_leaves_out_what_is_usual() -> None:
    """A lean session writes the same values, but for those that are usual and those that no page shows."""
    log = [LogEntry(1, Skipped(1)), LogEntry(1, Chat("Eva", "hi"), chat=1)]
    view = table_view(game_view(legal=("r5",)), log=log)
    lines: list[str] = []
    JsonSession(FakeHandle(view).connect, Words("en"), lines.append, lean=True)
    whole, lean = json.loads(Sitting(view).lines[0]), json.loads(lines[0])
    assert {"deadline", "turn_seconds", "muted", "all_muted", "once", "fills", "watchers"} == whole.keys() - lean.keys()
    assert {"color": "r", "hand": ["r5", "bS", "W"], "legal": ["r5"]}.items() <= lean["game"].items()
    assert {"rules", "seat", "seed", "seed_hash", "seed_typed", "drawn", "winner", "winning_team"} == (
        whole["game"].keys() - lean["game"].keys()
    )
    assert [{"cards": 3, "score": 30}, {"cards": 4, "score": 40}, {"cards": 1, "score": 10}] == lean["game"]["seats"]
    assert {"name": "Άννα", "host": True} == lean["seats"][0]
    assert {"sitter": "bot", "name": "Βίων", "level": "medium"} == lean["seats"][1]
    assert [{"number": 1, "text": "Βίων was skipped"}, "chat"] == [lean["log"][0], lean["log"][1]["what"]["event"]]
    assert all(lean[name] == whole[name] for name in ("version", "rules", "names", "rights"))


def test_a_lean_seat_has_its_team_once() -> None:
    """A seat's team is sent with the match; it is sent with the name only if it will change in the next match."""
    states = tuple(SeatView(3, 0, playing=True, called=False, owes_call=False, team=team) for team in (0, 1, None))
    infos = tuple(SeatInfo(Sitter.HUMAN, "Ann", team=team) for team in (0, None, 1))
    lines: list[str] = []
    view = table_view(game_view(seats=states), seats=infos)
    JsonSession(FakeHandle(view).connect, Words("en"), lines.append, lean=True)
    lean = json.loads(lines[0])
    assert [1, 2, None] == [state.get("team") for state in lean["game"]["seats"]]
    assert [{}, {"team": None}, {"team": 2}] == [
        {name: one for name, one in seat.items() if name == "team"} for seat in lean["seats"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lean_view_of_ten_seats_is_small(language: str) -> None:
    """With ten long names, 20 cards and the longest lines of the log, a lean view has at most 2,048 bytes."""
    name, words = "გიორგი-ალექსანდრ", Words(language)
    assert MAX_CELLS == len(name) == len(clean_name(name))
    hand = "r0 r5 r7 rS r+2 y1 y4 yR y+2 y9 g2 g5 gS g+2 g9 b5 bR b+2 W W4"
    wilds = [f"{wild}:{color}" for wild in ("W", "W4") for color in "rygb"]
    legal = [*(card for card in hand.split() if card[0] == "r"), "y+2", "g+2", "b+2", *wilds, "catch:7", "draw"]
    states = tuple(
        SeatView(20, 480, playing=True, called=seat == 3, owes_call=seat == 6, team=seat % 5 + 1) for seat in range(10)
    )
    seats = tuple(
        SeatInfo(Sitter.HUMAN, name, host=not seat, away=seat == 5, guest=True, team=seat % 5 + 1) for seat in range(10)
    )
    game = game_view(hand, legal=legal, seats=states, turn=9, seed_hash="0" * 64)
    view = table_view(game, seats=seats, version=1000, deadline=Deadline(29.123456789, 99.0), turn_seconds=30.0)
    lines: list[str] = []
    table = FakeHandle(view)
    JsonSession(table.connect, words, lines.append, clock=lambda: 100, lean=True)
    log = (LogEntry(998, Played(8, card("y+2"), uno=True)), LogEntry(999, Drew(9, 2, 2, Cause.PENALTY, None)))
    table.send(replace(view, version=1001, log=(*log, LogEntry(1000, Skipped(1)))))
    assert len(lines[-1].encode()) <= 2048


def test_the_rules_in_force_are_explained() -> None:
    """On request the rules of the table come as sentences."""
    sitting = sit()
    [written] = sitting.send({"type": "explain"})
    assert "explained" == written["type"]
    assert [{"title": one.title, "sentences": list(one.sentences)}
            for one in rules_sections(sitting.handle.view.rules, Words("en"))] == written["sections"]  # fmt: skip


def test_an_action_without_a_version_is_of_the_last_view() -> None:
    """An action without a version applies to the view that was sent last, not to the newest one."""
    sitting = sit()
    sitting.handle.view = replace(sitting.handle.view, version=9)
    sitting.send({"type": "act", "action": "r5"})
    assert (["r5"], 7) == (sitting.handle.asked, sitting.handle.version)


def test_requests_reach_the_table() -> None:
    """Every kind of request reaches the table."""
    sitting = sit()
    for request in (
        {"type": "start"},
        {"type": "autopilot", "on": True},
        {"type": "kick", "seat": 2},
        {"type": "chat", "text": "hi"},
    ):
        assert [] == sitting.send(request)
    assert ["start()", "autopilot(True)", "kick(1)", "chat(hi)"] == sitting.handle.asked


@pytest.mark.parametrize(
    "line",
    ["draw", "{", "[]", '{"type": "act"}', '{"type": "act", "action": "r55"}', "[" * 3000, "\x00\x1b[2J", "x" * 9999],
)
def test_what_cannot_be_read_is_one_line_of_error(line: str) -> None:
    """A line that is no request is answered with one error, and the table is asked nothing."""
    sitting = sit()
    [written] = sitting.send(line)
    assert ("error", "malformed") == (written["type"], written["error"])
    assert 200 > len(sitting.lines[-1])
    assert sitting.lines[-1].isprintable()
    assert [] == sitting.handle.asked


def test_a_long_line_is_refused_whole() -> None:
    """A request that is too long is not carried out in part."""
    sitting = sit()
    [written] = sitting.send({"type": "chat", "text": "x" * MAX_LINE})
    assert f"a line has at most {MAX_LINE} letters" == written["text"]
    assert [] == sitting.handle.asked


@pytest.mark.parametrize("line", ["", "  ", "\t"])
def test_an_empty_line_is_nothing(line: str) -> None:
    """An empty line is neither a request nor an error."""
    assert [] == sit().send(line)


def test_leaving_and_hanging_up() -> None:
    """Leaving gives up the seat and hanging up keeps it; each happens once."""
    leaving, dropping = sit(), sit()
    assert ["closed"] == [written["type"] for written in leaving.send({"type": "leave"})]
    leaving.session.hang_up()
    leaving.session.leave()
    assert ["leave()"] == leaving.handle.asked
    dropping.session.hang_up()
    dropping.session.hang_up()
    assert ["drop()"] == dropping.handle.asked
