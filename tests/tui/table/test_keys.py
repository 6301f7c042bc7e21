"""The keys of the table screen."""

from dataclasses import replace

import pytest

from tests.tui.playing import playing
from tests.tui.scenes import over, table
from uno_tui.game.errors import Reason, Why
from uno_tui.game.view import Phase
from uno_tui.table.protocol import (
    Closed,
    Ending,
    Notice,
    NoticeKind,
    Refused,
    Right,
    SeatInfo,
    Sitter,
    Stage,
    TableView,
)
from uno_tui.tui.keyboard.help_page import FEW, help_sentence
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.scene import TableMode, TableScene
from uno_tui.typed.capabilities import TABLE_PARTS

MINE = "r2 r5 rS W:r W:y W:g W:b draw"
LAST_BUT_ONE = "r5 r5! draw"


def waiting() -> TableView:
    view = table()
    return replace(view, game=None, stage=Stage.WAITING, rights=frozenset({Right.START}), log=())


PRESSES = [
    pytest.param(table(legal=MINE), ["enter"], ["r2"], id="play the selected card"),
    pytest.param(table(legal=MINE), ["right", "enter"], ["r5"], id="arrow and enter"),
    pytest.param(table(legal=MINE), ["l", "l", "h", "space"], ["r5"], id="h and l"),
    pytest.param(table(legal=MINE), ["3"], ["rS"], id="a digit"),
    pytest.param(table(legal=MINE), ["4", "g"], ["W:g"], id="a wild and its color"),
    pytest.param(table(legal="W draw", hand="W"), ["enter"], ["W"], id="a wild as last card takes no color"),
    pytest.param(
        table(legal="color:r color:y color:g color:b", phase=Phase.COLOR), ["b"], ["color:b"], id="first color"
    ),
    pytest.param(table(legal=MINE), ["d"], ["draw"], id="draw"),
    pytest.param(table(legal="r5 keep", phase=Phase.DRAWN, drawn="r5"), ["enter"], ["r5"], id="the drawn card"),
    pytest.param(table(legal="r5 keep", phase=Phase.DRAWN, drawn="r5"), ["k"], ["keep"], id="keep"),
    pytest.param(table(legal="take", phase=Phase.ANSWER, penalty=2), ["t"], ["take"], id="take"),
    pytest.param(table(legal="take challenge", phase=Phase.ANSWER, penalty=4), ["c"], ["challenge"], id="challenge"),
    pytest.param(table(legal="take y+2", phase=Phase.ANSWER, penalty=2), ["1"], ["y+2"], id="stack"),
    pytest.param(table(legal=LAST_BUT_ONE, hand="r5 b1"), ["u", "enter"], ["r5!"], id="UNO with the play"),
    pytest.param(table(legal=LAST_BUT_ONE, hand="r5 b1"), ["u", "u", "enter"], ["r5"], id="UNO and not"),
    pytest.param(table(legal="uno", hand="r5", turn=1), ["u"], ["uno"], id="UNO after the play"),
    pytest.param(table(legal="catch:3", turn=1), ["x"], ["catch:3"], id="catch"),
    pytest.param(table(legal="catch:3 catch:4", turn=1), ["x", "4"], ["catch:4"], id="catch one of two"),
    pytest.param(table(legal="jump:r7", hand="r7 b1", turn=1), ["j"], ["jump:r7"], id="jump in"),
    pytest.param(table(legal="r5 r5x2 draw", hand="r5 r5 b1 b2"), ["p"], ["r5x2"], id="a double"),
    pytest.param(table(legal="r5 r5x2 draw", hand="r5 r5 b1 b2"), ["enter"], ["r5"], id="one of two"),
    pytest.param(table(legal="r7@2 r7@3 r7@4", hand="r7 b1 b2"), ["enter", "3"], ["r7@3"], id="a seven and its seat"),
    pytest.param(table(legal="deal", phase=Phase.OVER), ["n"], ["deal"], id="deal"),
    pytest.param(over(winner=1), ["enter"], ["rematch()"], id="rematch"),
    pytest.param(waiting(), ["n"], ["start()"], id="start"),
    pytest.param(table(legal=MINE), ["a"], ["autopilot(True)"], id="autopilot"),
    pytest.param(table(legal=MINE), ["slash", "h", "i", "enter"], ["chat(hi)"], id="chat"),
    pytest.param(table(legal=MINE), ["slash", "enter", "enter"], ["r2"], id="an empty line says nothing"),
    pytest.param(table(legal=MINE), ["q", "y"], ["leave()"], id="leave"),
    pytest.param(table(legal=MINE), ["q", "n", "enter"], ["r2"], id="stay"),
    pytest.param(table(legal=MINE), ["ctrl+c", "y"], ["leave()"], id="leave by ctrl+c"),
    pytest.param(table(legal=MINE), ["ctrl+q", "y"], ["leave()"], id="leave by ctrl+q"),
    pytest.param(table(legal=MINE), ["question_mark", "q", "enter"], ["r2"], id="help and back"),
    pytest.param(table(legal=MINE), ["L", "q", "R", "q", "enter"], ["r2"], id="log, rules and back"),
]


@pytest.mark.parametrize(("view", "keys", "asked"), PRESSES)
async def test_keys_ask_the_table(view: TableView, keys: list[str], asked: list[str]) -> None:
    """Every action can be requested by keys alone, and they request nothing else."""
    async with playing(view) as person:
        assert await person.press(*keys) == asked


@pytest.mark.parametrize("back", ["q", "escape", "backspace"])
async def test_a_color_not_named_leaves_the_card_in_the_hand(back: str) -> None:
    """Going back from the choice of a color requests nothing, and another card can be played."""
    async with playing(table(legal=MINE)) as person:
        assert await person.press("4") == []
        assert person.screen.scene.mode is TableMode.COLOR
        assert await person.press(back) == []
        assert await person.press("1") == ["r2"]


async def test_a_choice_ends_when_it_is_no_longer_legal() -> None:
    """If the clock plays while a color is being chosen, the choice ends."""
    async with playing(table(legal=MINE)) as person:
        await person.press("4")
        await person.send(table(turn=1, version=8))
        assert person.screen.scene.mode is TableMode.TABLE
        assert await person.press("g") == []


async def test_refusals_are_told_and_go_away() -> None:
    """A refusal is explained in one line until the person does something else."""
    async with playing(table(legal=MINE)) as person:
        assert await person.press("right", "right", "right", "enter") == ["y3"]
        await person.send(Refused(1, Why(Reason.NOT_YOUR_TURN, seat=1)))
        assert person.screen.scene.answer in person.text
        assert "Ann" in person.screen.scene.answer
        await person.press("left")
        assert person.screen.scene.answer == ""


async def test_a_key_out_of_place_is_answered_by_the_table() -> None:
    """An illegal action is requested all the same, so that the table answers why not."""
    async with playing(table(turn=1)) as person:
        assert await person.press("d", "k", "t", "c") == ["draw", "keep", "take", "challenge"]


async def test_a_number_that_no_card_has_is_answered() -> None:
    """A digit above no card requests nothing, and the answer says so."""
    async with playing(table(legal="r2 r5 draw", hand="r2 r5 b1")) as person:
        for digit in "90":
            assert await person.press(digit) == []
            assert f"No card has the number {digit} now." in person.text


async def test_notices_are_told() -> None:
    """A notice is shown below the prompt."""
    async with playing(table()) as person:
        await person.send(Notice(NoticeKind.CHAT_LIMITED))
        assert "Slow down" in person.text


async def test_sorting_keeps_the_selected_card() -> None:
    """The hand is sorted by color or by rank, and the same card stays selected."""
    async with playing(table(legal=MINE, hand="r2 r5 y1 b0")) as person:
        await person.press("right", "s")
        assert [card.text for card in person.screen.scene.cards] == ["b0", "y1", "r2", "r5"]
        assert await person.press("enter") == ["r5"]


async def test_a_turn_that_comes_selects_a_card_that_can_be_played() -> None:
    """When it becomes the person's turn, the selected card is one that can be played."""
    async with playing(table(turn=1)) as person:
        await person.send(table(legal="g5 draw", version=8))
        assert await person.press("enter") == ["g5"]


async def test_leaving_ends_with_exit_status_0() -> None:
    """Leaving ends the app with result and exit status 0."""
    async with playing(table()) as person:
        await person.press("q", "enter")
        assert (person.app.return_value, person.app.return_code) == (0, 0)


async def test_being_sent_away_ends_the_app() -> None:
    """Every ending of a stay at the table ends the app."""
    async with playing(table()) as person:
        await person.send(Closed(Ending.KICKED))
        assert person.app.return_value == 0


SCENES = [
    TableScene(table(legal=MINE)),
    TableScene(table(legal="catch:3", turn=1)),
    TableScene(table(legal="take challenge", phase=Phase.ANSWER)),
    TableScene(over()),
    TableScene(waiting()),
    TableScene(table(you=None, turn=2, rights=frozenset())),
]


@pytest.mark.parametrize("scene", SCENES)
async def test_help_lists_exactly_what_works(scene: TableScene) -> None:
    """The help page has a line for every command that works now, and for no other."""
    async with playing(scene.view, (80, 40)) as person:
        screen = person.screen
        helped = [help_sentence(screen.appearance, command) for command in TABLE.working(screen.scene)]
        await person.press("question_mark")
        assert isinstance(person.app.screen, PageScreen)
        assert person.app.screen.page.look is not None
        lines = person.app.screen.page.look.lines
        assert sorted(line.text for line in lines if line.margin) == sorted(set(helped))
        titles = [line.text for line in lines if line.title]
        assert titles == [part.title for part in TABLE_PARTS if part.title in titles]
        assert bool(titles) is (len(helped) > FEW)


def test_nothing_needs_special_keys() -> None:
    """Every command has a key that is neither Esc nor Alt nor a function key."""
    typing = [one for mode in (TableMode.TALK, TableMode.TYPE) for one in TABLE.working(TableScene(table(), mode))]
    for one in TABLE.commands:
        if one not in typing:
            assert [key for key in one.keys if not key.startswith(("escape", "alt", "f1"))]


def test_no_key_has_two_meanings_at_once() -> None:
    """Of a key's commands that work in one mode, the first wins, so that hints and keys agree."""
    for scene in SCENES:
        for one in TABLE.working(scene):
            assert TABLE.command_for(one.keys[0], scene) in (one, TABLE.command_for(one.keys[0], scene))


async def test_free_seats_can_be_seen() -> None:
    """Before the match, free seats are shown as such."""
    view = waiting()
    view = replace(view, seats=(*view.seats[:2], SeatInfo(Sitter.NOBODY, ""), SeatInfo(Sitter.NOBODY, "")))
    async with playing(view) as person:
        assert person.text.count("free seat") == 2


@pytest.mark.parametrize(
    ("view", "card"),
    [
        (table(legal="y3 draw"), "y3"),
        (table(legal="r2 y3 draw"), "r2"),
        (table(legal="draw"), None),
        (table(legal="g9 keep", phase=Phase.DRAWN, drawn="g9"), "g9"),
    ],
)
async def test_who_comes_on_turn_has_a_card_selected_that_can_be_played(view: TableView, card: str | None) -> None:
    """A person who sits down or returns on turn can play at once with Enter."""
    async with playing(view) as person:
        assert ([] if card is None else [card]) == [one for one in await person.press("enter") if one == card]
        assert ("Enter  play" in person.rows[-1]) is (card is not None)


async def test_up_plays_nothing() -> None:
    """The Up key, which the help does not list, asks the table for nothing and is answered."""
    async with playing(table(legal=MINE)) as person:
        assert await person.press("up") == []
        assert "That key does nothing here" in person.text


async def test_the_answer_to_an_unknown_key_goes_with_the_next_move() -> None:
    """A key without a command is answered until something else happens: the next key or the next move."""
    async with playing(table(turn=1)) as person:
        await person.press("up")
        assert "That key does nothing here" in person.text
        await person.send(table(turn=2))
        assert "That key does nothing here" not in person.text


async def test_the_georgian_keyboard_and_caps_lock_work() -> None:
    """Letters of the Georgian layout and capitals do what their keys do."""
    async with playing(table(legal=MINE)) as person:
        assert await person.press("დ") == ["draw"]
        assert await person.press("D") == ["draw"]
        assert await person.press("4", "გ") == ["W:g"]
        await person.press("ღ")
        assert "Rules: classic" in person.text
        await person.press("ქ")
        assert await person.press("ქ", "ყ") == ["leave()"]  # noqa: RUF001  # not a y, but its key


EVERYTHING = frozenset(Right)


@pytest.mark.parametrize("rights", [frozenset(), EVERYTHING])
@pytest.mark.parametrize("mode", TableMode)
def test_a_key_has_one_command_in_every_scene(mode: TableMode, rights: frozenset[Right]) -> None:
    """In no scene do two commands have the same key, also for a host on turn."""
    legal = "r5 r5! r5x2 draw W:r take challenge keep uno catch:3 jump:r7"
    views = [
        table(legal=legal, preset="party", hand="r5 r5 r7 W"),
        table(legal="color:r color:y color:g color:b", phase=Phase.COLOR),
        table(you=None, turn=2),
        over(),
        over(winner=1),
        waiting(),
    ]
    keys = {key for one in TABLE.commands for key in one.keys}
    for view in views:
        allowed = rights - {Right.START} if view.game else rights - {Right.REMATCH}
        if view.game and view.stage is not Stage.OVER:
            allowed -= {Right.REMATCH}
        scene = TableScene(replace(view, rights=allowed), mode, invitation=("ssh",))
        for key in keys:
            assert len(TABLE.names_for(key, scene)) <= 1, (key, TABLE.names_for(key, scene))


@pytest.mark.parametrize(
    ("legal", "keys", "told"),
    [
        ("r2 draw", (), "Enter plays the selected card"),
        ("r2 draw", ("left",), "Select a card that can be played; Enter plays it"),
        ("draw", (), "No card matches; d draws one"),
    ],
)
async def test_who_hurries_too_late_is_told_what_to_press(legal: str, keys: tuple[str, ...], told: str) -> None:
    """Space on one's own turn, where it hurries the bots, plays nothing and names a key that does something."""
    async with playing(table(legal=legal, rights=frozenset({Right.HURRY}))) as person:
        await person.press(*keys)
        assert [] == await person.press("space")
        assert told in person.text


async def test_a_question_names_every_key_that_answers_it() -> None:
    """Enter leaves, too, and the foot says so; the settings have a place in the foot of a small screen."""
    async with playing(table(legal="r2 draw")) as person:
        assert "S  settings" in person.rows[-1]
        await person.press("q")
        assert "y Enter  leave" in person.rows[-1]
        assert "n  stay" in person.rows[-1]


async def test_escape_with_nothing_open_says_nothing() -> None:
    """Escape without a use is ignored silently; any other key without a command gets an answer."""
    async with playing(table(legal=MINE)) as person:
        before = person.text
        assert await person.press("escape") == []
        assert person.text == before
        await person.press("w")
        assert "That key does nothing here." in person.text


async def test_a14_a_call_announced_before_a_draw_is_void() -> None:
    """If the person draws instead of playing, the call is no longer announced, on that turn or the next."""
    async with playing(table(legal=LAST_BUT_ONE, hand="r5 b1")) as person:
        await person.press("u")
        assert "You will call UNO" in person.text
        await person.press("d")
        drew = table(legal="g5 keep", hand="r5 b1 g5", phase=Phase.DRAWN, drawn="g5", version=8)
        await person.send(drew)
        assert "You will call UNO" not in person.text
        await person.send(table(legal="r5 draw", hand="r5 b1 g5", version=10))
        assert "You will call UNO" not in person.text
