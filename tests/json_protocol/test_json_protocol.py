"""The JSON protocol: everything that passes between a table and a person, as JSON and back."""

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import date
from random import Random
from types import ModuleType
from typing import Any, get_args
from unittest.mock import MagicMock

import pytest
from hypothesis import given, strategies

from tests.handles import FakeHandle
from tests.tables import House, Person, bots_play_out
from tests.views import game_view, rule_sets, table_view
from uno_tui import json_protocol
from uno_tui.daily import BoardEntry, DailyHistory, DailyPage, DailyTry
from uno_tui.game import actions, events
from uno_tui.game.actions import (
    Action,
    CallUno,
    CatchUno,
    Challenge,
    Deal,
    Draw,
    JumpIn,
    Keep,
    NameColor,
    Play,
    Take,
    action,
)
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.events import Event
from uno_tui.game.match import Match
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import PlayerView
from uno_tui.i18n import Words
from uno_tui.plain.daily_json import daily_line
from uno_tui.plain.jsonlines import JsonSession, error_line, hello_line, protocol_schema
from uno_tui.table.protocol import (
    Chat,
    Closed,
    Deadline,
    Ending,
    Happening,
    LogEntry,
    Message,
    Notice,
    NoticeKind,
    Refused,
    Suggestion,
    TableNote,
    TableView,
)
from uno_tui.table.requests import Handle

NOW = 1000.0


def there_and_back(message: Message | json_protocol.Hello) -> Message | json_protocol.Hello:
    """Return the message after it was written and read at the same moment."""
    return json_protocol.decode(json_protocol.encode(message, NOW), NOW)


def matches(rules: Rules, seats: int, actions: int) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """Yield a match played at random, mostly by playing cards, with the events of each step."""
    chance = Random(rules.text)
    match, happened = Match.start(rules, seats, rules.text)
    yield match, happened
    for _ in range(actions):
        if match.over:
            return
        seat = chance.choice([seat for seat in range(seats) if match.legal(seat)])
        legal = match.legal(seat)
        plays = [one for one in legal if isinstance(one, Play)]
        match, happened = match.apply(seat, chance.choice(plays if plays and chance.random() < 0.9 else legal))
        yield match, happened


@pytest.mark.parametrize(
    "rules",
    [*PRESETS.values(), Rules(deck="regular", queen="draw_two", scoring="caught"), replace(PRESETS["party"], target=1)],
    ids=lambda rules: rules.text,
)
@pytest.mark.parametrize("seats", [2, 5])
def test_every_view_of_a_match_crosses_the_wire(rules: Rules, seats: int) -> None:
    """The views of a seat and a spectator, after every action under every preset, are read back unchanged."""
    number = 0
    for match, happened in matches(rules, seats, 150):
        for seat in (None, number % seats):
            log = tuple(LogEntry(number + at, event.seen_by(seat)) for at, event in enumerate(happened, 1))
            view = table_view(match.view(seat), log=log, deadline=Deadline(12.5, NOW))
            assert view == there_and_back(view)
        number += len(happened)


HAND = (card("r5"), card("W"), card("r5"))
EVENTS: list[Event] = [
    events.DealerDrew(((0, card("y9")), (3, card("W4")))),
    events.Dealt(2, 9, 7),
    events.Turned(card("W4"), back=True),
    events.Played(0, card("JC=S")),
    events.Played(9, card("W"), Color.RED, uno=True),
    events.Played(1, card("r5"), double=True, jump=True),
    *(events.Drew(1, 3, 4, cause, cards) for cause in events.Cause for cards in (HAND, None)),
    events.Kept(0),
    events.Passed(1),
    events.Skipped(2),
    events.Reversed(-1),
    events.ColorNamed(3, Color.GREEN),
    events.Challenged(0, 1, guilty=True, hand=HAND),
    events.Challenged(0, 1, guilty=False, hand=None),
    events.Called(0),
    events.Caught(0, 1),
    events.Swapped(0, 2, (HAND, ())),
    events.Swapped(0, 2, None),
    events.HandsPassed(-1, ((0, 2, HAND), (2, 1, None), (1, 0, ()))),
    events.Reshuffled(60),
    events.Left(4),
    events.RoundEnded(0, (0, 60), ((), HAND)),
    events.RoundEnded(None, (5, 60), (HAND, HAND), dead=True),
    events.MatchWon(0),
]


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_crosses_the_wire(event: Event) -> None:
    """Each kind of event, with and without its hidden cards, is read back unchanged, in the log and the history."""
    view = table_view(game_view(history=(event,)), log=[LogEntry(1, event)])
    assert view == there_and_back(view)


def subclasses(module: ModuleType, base: type) -> set[type]:
    """Return all classes under a class in its module."""
    kinds = {one for one in vars(module).values() if isinstance(one, type) and issubclass(one, base)}
    return kinds - {base}


def test_the_wire_has_a_name_for_every_event() -> None:
    """Every event class of the game has its own name in snake case in JSON, and an example above."""
    classes = subclasses(events, Event)
    assert classes == {type(event) for event in EVENTS}
    assert {
        re.sub(r"(?<=.)(?=[A-Z])", "_", one.__name__).lower(): one for one in classes
    } == json_protocol.messages.EVENTS


def test_the_wire_has_a_request_for_everything_that_a_handle_does() -> None:
    """Each method of a handle but `drop` has one kind of request, and each kind has an example below."""
    kinds = subclasses(json_protocol.requests, json_protocol.requests.Request)
    assert kinds == set(get_args(json_protocol.AnyRequest))
    asked: dict[str, type] = {}
    for written, _ in REQUESTS:
        handle, request = MagicMock(spec=Handle), json_protocol.read_request(json.dumps(written))
        request.ask(handle)
        (call,) = handle.method_calls
        assert asked.setdefault(call[0], type(request)) is type(request)
    assert {name for name in vars(Handle) if not name.startswith("_")} - {"view", "drop"} == set(asked)
    assert kinds - {json_protocol.Look, json_protocol.Explain} == set(asked.values())


ACTIONS: list[Action] = [
    Play(card("r5")), Play(card("W"), Color.GREEN, uno=True), Play(card("b2"), double=True), Draw(), Keep(),
    NameColor(Color.BLUE), Take(), Challenge(), CallUno(), CatchUno(3), JumpIn(card("y7")), Deal(),
]  # fmt: skip  # one of each kind, and more of what has parts


def test_every_action_crosses_the_wire() -> None:
    """An action of every class of the game is read back unchanged, as a request and as a legal action."""
    assert {type(one) for one in ACTIONS} == subclasses(actions, Action)
    for one in ACTIONS:
        request = json_protocol.read_request(json_protocol.write_request(json_protocol.Act(one.text)))
        assert isinstance(request, json_protocol.Act)
        assert one == request.value
    view = table_view(game_view(legal=tuple(one.text for one in ACTIONS)))
    crossed = there_and_back(view)
    assert isinstance(crossed, TableView)
    assert crossed.game
    assert tuple(ACTIONS) == crossed.game.legal


@pytest.mark.parametrize(
    "message",
    [
        *(Refused(7, Why(reason)) for reason in Reason),
        Refused(0, None),
        Suggestion(7, None),
        Suggestion(8, Play(card("W"), Color.GREEN), "expert"),
        Refused(1, Why(Reason.NO_MATCH, card("r5"), card("W4"), Color.BLUE, 9, 12)),
        *(Notice(kind, "[/ \x1b ✓") for kind in NoticeKind),
        *(Closed(ending) for ending in Ending),
        table_view(None),
        table_view(None, log=[LogEntry(1, TableNote(one, "Άννα", "{other}")) for one in Happening]),
        table_view(None, log=[LogEntry(2**40, Chat("a", '"\\\u2028'))], you=None),
        *(table_view(None, rules=rules) for rules in rule_sets()),
        json_protocol.Hello(json_protocol.VERSION, "uno-tui 1", "ann", guest=True),
    ],
    ids=lambda message: type(message).__name__,
)
def test_every_other_message_crosses_the_wire(message: Message | json_protocol.Hello) -> None:
    """Refusals, notices, endings, notes, chat and all rules are read back unchanged."""
    assert message == there_and_back(message)


def test_a_deadline_crosses_as_seconds_left() -> None:
    """Clocks differ between processes, so a deadline is sent as the seconds left and counted from the reading."""
    view = table_view(None, deadline=Deadline(30, said_at=NOW))
    crossed = json_protocol.decode(json_protocol.encode(view, NOW + 10), 5.0)
    assert isinstance(crossed, TableView)
    assert Deadline(20, said_at=5.0) == crossed.deadline
    late = json_protocol.decode(json_protocol.encode(view, NOW + 99), 5.0)
    assert isinstance(late, TableView)
    assert Deadline(0, said_at=5.0) == late.deadline


def test_what_a_view_is_written_as() -> None:
    """Cards and actions are written in notation, seats counted from 1, and all fields by name."""
    view = table_view(game_view(legal=("r5", "catch:3")), log=[LogEntry(1, events.Played(2, card("W"), Color.GREEN))])
    written = json.loads(json_protocol.encode(view, NOW))
    assert {"type", *(field.name for field in fields(TableView))} == set(written)
    assert {field.name for field in fields(PlayerView)} == set(written["game"])
    assert (1, 1, 3) == (written["you"], written["game"]["turn"], written["game"]["dealer"])
    assert ["r5", "catch:3"] == written["game"]["legal"]
    played = {"event": "played", "seat": 3, "card": "W", "color": "g", "double": False, "uno": False, "jump": False}
    assert [{"number": 1, "what": played, "chat": 0}] == written["log"]


def test_more_fields_than_known_are_ignored() -> None:
    """Unknown fields are ignored, so a later version can add some."""
    written = json.loads(json_protocol.encode(Notice(NoticeKind.TOO_FEW, "x"), NOW))
    assert Notice(NoticeKind.TOO_FEW, "x") == json_protocol.decode(json.dumps({**written, "color": "red"}), NOW)


def test_a_view_without_fields_that_were_added_is_read() -> None:
    """A view without the fields for mutes, from an older program of this version, is read as one without mutes."""
    written = json.loads(json_protocol.encode(table_view(None), NOW))
    del written["muted"], written["all_muted"]
    assert table_view(None) == json_protocol.decode(json.dumps(written), NOW)


def test_another_version_is_refused() -> None:
    """A hello of another version is refused."""
    with pytest.raises(json_protocol.WireError, match=f"version {json_protocol.VERSION + 1} is spoken there"):
        json_protocol.decode(
            json_protocol.encode(json_protocol.Hello(json_protocol.VERSION + 1, "", "", guest=False), NOW), NOW
        )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": "1"}, "version: '1' is not int"),
        ({"version": True}, "version: True is not int"),
        ({"you": 0}, "you: 0 is no seat: seats are counted from 1"),
        ({"stage": "done"}, "stage: 'done' is not a valid Stage"),
        ({"rules": "partie"}, "rules: unknown preset 'partie' (did you mean party?)"),
        ({"rules": "classic target=0"}, "rules: target cannot be 0; it must be 1 to 5000"),
        ({"seats": {}}, "seats: {} is no list"),
        ({"rights": ["fly"]}, "rights: 'fly' is not a valid Right"),
        ({"log": [{"number": 1, "what": {"event": "flew"}}]}, "log: what: no event 'flew'"),
        ({"log": [{"what": {"event": "kept", "seat": 1}}]}, "log: no field number"),
        (
            {"log": [{"number": 1, "what": {"event": "dealer_drew", "cards": [[1]]}}]},
            "log: what: cards: [1] is not a list of 2",
        ),
        ({"game": []}, "game: [] is no object"),
        ({"type": "sight"}, "no type 'sight'"),
    ],
)
def test_what_is_no_message_is_named(change: dict[str, object], said: str) -> None:
    """Data that cannot be read raises one kind of error, which says where and why."""
    written = json.loads(json_protocol.encode(table_view(None), NOW))
    with pytest.raises(json_protocol.WireError, match=re.escape(said)):
        json_protocol.decode(json.dumps({**written, **change}), NOW)


REQUESTS: list[tuple[dict[str, object], str]] = [
    ({"type": "hurry"}, "hurry()"),
    ({"type": "pace", "pace": "slow"}, "set_pace(slow)"),
    ({"type": "act", "action": "W:g!", "version": 7, "request": 3}, "W:g!"),
    ({"type": "act", "action": "r5"}, "r5"),
    ({"type": "hint"}, "hint()"),
    ({"type": "start"}, "start()"),
    ({"type": "rematch"}, "rematch()"),
    ({"type": "autopilot", "on": False}, "autopilot(False)"),
    ({"type": "chat", "text": "[/"}, "chat([/)"),
    ({"type": "mute", "name": "Bob", "on": True}, "mute(Bob, True)"),
    ({"type": "mute", "on": False}, "mute(None, False)"),
    ({"type": "kick", "seat": 2}, "kick(1)"),
    ({"type": "sit", "seat": 10}, "sit(9)"),
    ({"type": "pass_host", "seat": 1}, "pass_host(0)"),
    ({"type": "partner", "seat": 3}, "choose_partner(2)"),
    ({"type": "readmit", "name": "Bob"}, "readmit(Bob)"),
    ({"type": "rules", "rules": "party target=200"}, "change_rules(party target=200)"),
    ({"type": "leave"}, "leave()"),
]


@pytest.mark.parametrize(("written", "asked"), REQUESTS)
def test_every_request_reaches_the_table(written: dict[str, object], asked: str) -> None:
    """Each request is read, asked of the handle, and can be written and read again."""
    handle = FakeHandle(table_view(game_view()))
    request = json_protocol.read_request(json.dumps(written))
    request.ask(handle)
    assert [asked] == handle.asked
    assert request == json_protocol.read_request(json_protocol.write_request(request))


def test_an_action_without_a_version_is_of_the_newest_view() -> None:
    """An action without a version is for the newest view; a version that is given is passed on."""
    handle = FakeHandle(table_view(game_view(), version=12))
    json_protocol.read_request('{"type": "act", "action": "draw"}').ask(handle)
    assert 12 == handle.version
    json_protocol.read_request('{"type": "act", "action": "draw", "version": 11}').ask(handle)
    assert 11 == handle.version


def test_a_match_is_played_over_the_wire() -> None:
    """Two people whose messages and requests all pass as bytes play a round to its end."""
    house = House()
    people = house.people("Ann", "Ben", rules=PRESETS["quick"])
    for _ in range(2000):
        if people[0].view.game and people[0].view.game.winner is not None:
            break
        person = house.turn_of(*people)
        view = there_and_back(person.view)
        assert isinstance(view, TableView)
        assert view.game
        best = next((one for one in view.game.legal if one.text[0] in "rygbW"), view.game.legal[0])
        json_protocol.read_request(
            json_protocol.write_request(json_protocol.requests.Act(best.text, view.version))
        ).ask(person.handle)
    assert people[0].view.game
    assert people[0].view.game.winner is not None
    assert [] == [message for person in people for message in person.told if isinstance(message, Refused)]


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "null", "[]", '"r5"', "5", "\ud800", "[" * 4000, "{}", '{"type": 3}', '{"type": "fly"}',
        '{"type": "act"}', '{"type": "act", "action": "r55"}', '{"type": "act", "action": "r5", "verison": 3}',
        '{"type": "act", "action": "r5", "version": "3"}', '{"type": "autopilot", "on": 1}',
        '{"type": "kick", "seat": 0}', '{"type": "kick", "seat": 11}', '{"type": "rules", "rules": "partie"}',
        '{"type": "act", "action": "r5", "x": ' + "[" * 4000, '{"type": "start"} {"type": "start"}',
    ],
)  # fmt: skip  # many short ones
def test_what_is_no_request_is_refused(line: str) -> None:
    """Anything that is not a request raises one kind of error with one short line."""
    with pytest.raises(json_protocol.WireError) as caught:
        json_protocol.read_request(line)
    assert 1 == len(str(caught.value).splitlines())
    assert 200 > len(str(caught.value))


@given(strategies.one_of(strategies.text(), strategies.binary()))
def test_junk_is_never_more_than_refused(line: str | bytes) -> None:
    """Any bytes are read as a value or raise the one kind of error."""
    for read in (json_protocol.read_request, lambda data: json_protocol.decode(data, NOW)):
        with contextlib.suppress(json_protocol.WireError):
            read(line)


VALUES = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.integers() | strategies.text(),
    lambda inner: strategies.lists(inner) | strategies.dictionaries(strategies.text(), inner),
    max_leaves=8,
)


@given(strategies.data())
def test_a_view_with_one_wrong_field_is_refused_or_read(data: strategies.DataObject) -> None:
    """A view in which one field is any JSON value is read, or refused by the one kind of error."""
    written = json.loads(json_protocol.encode(table_view(game_view(legal=("r5", "draw"))), NOW))
    place = data.draw(strategies.sampled_from([written, written["game"], written["seats"][0]]))
    place[data.draw(strategies.sampled_from(sorted(place)))] = data.draw(VALUES)
    with contextlib.suppress(json_protocol.WireError):
        json_protocol.read_message(written, NOW)


def test_actions_of_a_person_reach_a_real_table() -> None:
    """An action that is illegal now comes back as a refusal with the request's number."""
    house = House()
    ann, ben = house.people("Ann", "Ben")
    other = next(person for person in (ann, ben) if not person.on_turn)
    json_protocol.read_request('{"type": "act", "action": "draw", "request": 41}').ask(other.handle)
    assert [41] == [refused.request for refused in other.refusals]
    assert action("draw") == Draw()
    assert isinstance(ann, Person)


def fits(schema: dict[str, Any], value: Any) -> bool:
    """Return whether the value is what a schema allows; only the words that our schema uses are known."""
    kinds = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return any(fits(one, value) for one in schema[word])
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    if schema["type"] == "number":
        return type(value) in (int, float)
    if type(value) is not kinds[schema["type"]]:
        return False
    if isinstance(value, list):
        places = schema.get("prefixItems") or len(value) * [schema.get("items")]
        return len(places) == len(value) and all(map(fits, places, value))
    if isinstance(value, dict) and "properties" not in schema:
        return all(fits(schema["additionalProperties"], one) for one in value.values())
    if isinstance(value, dict):
        fields = schema["properties"]
        return (
            value.keys() <= fields.keys()
            and value.keys() >= set(schema["required"])
            and all(fits(fields[name], one) for name, one in value.items())
        )
    return True


def test_every_line_for_programs_fits_the_schema() -> None:
    """All lines of a match, a refusal, a notice, an error and the ending are as the JSON Schema says."""
    schema = protocol_schema()["$defs"]["message"]
    house = House()
    ann = house.open(Person("Ann"), seats=4, bots=3, rules=Rules.parse("party", ["target=500"]), turn_seconds=30)
    bots_play_out(house, ann)
    done = DailyTry(date(2026, 12, 1), won=True, points=40, moves=9, match=7)
    daily = DailyPage(DailyHistory((done,), 1_796_126_400), (BoardEntry(7, "Ann", True, 40, 9),), guest=False)
    lines: list[str] = [hello_line(ann.user), error_line("malformed", "no"), daily_line(Words("en"), daily)]
    table = FakeHandle(ann.view)
    session = JsonSession(table.connect, Words("en"), lines.append)
    session.feed('{"type":"explain"}')
    others = (
        Refused(1, Why(Reason.NOT_YOUR_TURN, seat=1)),
        Notice(NoticeKind.RESULT, "x"),
        Suggestion(7, None),
        Closed(Ending.KICKED),
    )
    for message in (*ann.told, *others):
        table.send(message)
    assert len(lines) > 50
    assert [line for line in lines if not fits(schema, json.loads(line))] == []


def test_every_request_fits_the_schema() -> None:
    """Each example of a request is as the JSON Schema says, and one with a wrong field is not."""
    schema = protocol_schema()["$defs"]["request"]
    for sent in ({"type": "act", "action": "r5", "version": 3}, {"type": "mute", "on": True}, {"type": "leave"}):
        assert fits(schema, sent)
        assert not fits(schema, {**sent, "odd": 1})


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('{"type":"acts"}', "unknown type 'acts' (did you mean act?)"),
        ('{"type":7}', "unknown type 7"),
        ('{"action":"r5"}', "the type is missing"),
    ],
)
def test_an_unknown_type_is_answered_with_the_types(line: str, wrong: str) -> None:
    """A wrong or missing type is named, and the error lists every type there is."""
    with pytest.raises(json_protocol.WireError) as error:
        json_protocol.read_request(line)
    named, _, types = str(error.value).partition("; the types are ")
    assert (wrong, sorted(json_protocol.request_schemas())) == (named, types.split(", "))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"type": "pace", "pace": "zoom"}, "the fields of pace are pace (brisk or normal or slow)"),
        ({"type": "act"}, "the fields of act are action, version (optional), request (optional)"),
        ({"type": "start", "now": 1}, "start has no fields"),
    ],
)
def test_a_wrong_field_is_told_with_the_fields_there_are(line: object, said: str) -> None:
    """An unknown, missing or wrong field is an error that lists the type's fields and their values."""
    with pytest.raises(json_protocol.WireError) as error:
        json_protocol.read_request(json.dumps(line))
    assert str(error.value).endswith(f"; {said}")
