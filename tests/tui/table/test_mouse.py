"""Common actions with the mouse alone."""

import pytest

from tests.tui.playing import playing
from tests.tui.scenes import over, table
from uno_tui.game.view import Phase
from uno_tui.table.protocol import Right, TableView
from uno_tui.tui.table.scene import TableMode

MINE = "r2 r5 rS W:r W:y W:g W:b draw"

Click = tuple[str, int | None]

CLICKS = [
    pytest.param(table(legal=MINE), [("card", 1)], ["r5"], id="play"),
    pytest.param(table(legal=MINE), [("card", 8), ("green", 2)], ["W:g"], id="a wild and its color"),
    pytest.param(table(legal=MINE), [("draw_or_take", None)], ["draw"], id="the draw pile"),
    pytest.param(table(legal="take", phase=Phase.ANSWER, penalty=2), [("draw_or_take", None)], ["take"], id="take"),
    pytest.param(
        table(legal="take challenge", phase=Phase.ANSWER), [("challenge", None)], ["challenge"], id="challenge"
    ),
    pytest.param(table(legal="r5 keep", phase=Phase.DRAWN, drawn="r5"), [("keep", None)], ["keep"], id="keep"),
    pytest.param(table(legal="r5 r5! draw", hand="r5 b1"), [("uno", None), ("card", 0)], ["r5!"], id="UNO"),
    pytest.param(table(legal="catch:3", owes=2, turn=1), [("catch", 2)], ["catch:3"], id="catch by the seat"),
    pytest.param(table(legal="r7@2 r7@3", hand="r7 b1 b2"), [("card", 0), ("seat", 2)], ["r7@3"], id="swap"),
    pytest.param(
        table(legal="r7@2 r7@10", hand="r7 b1 b2", seats=10),
        [("card", 0), ("seat", 9)],
        ["r7@10"],
        id="swap with the last of ten",
    ),
    pytest.param(table(turn=1, rights=frozenset({Right.HURRY})), [("hurry", None)], ["hurry()"], id="hurry"),
    pytest.param(over(), [("deal", None)], ["deal"], id="deal"),
    pytest.param(over(winner=1), [("rematch", None)], ["rematch()"], id="rematch"),
    pytest.param(table(turn=1), [("autopilot", None)], ["autopilot(True)"], id="autopilot"),
    pytest.param(table(legal=MINE), [("leave", None), ("leave_now", None)], ["leave()"], id="leave"),
]


@pytest.mark.parametrize(("view", "clicks", "asked"), CLICKS)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_clicks_ask_the_table(
    view: TableView, clicks: list[Click], asked: list[str], size: tuple[int, int]
) -> None:
    """All common actions can be done with the mouse alone."""
    async with playing(view, size) as person:
        found: list[str] = []
        for command, number in clicks:
            found += await person.click(command, number)
        assert found == asked


async def test_a_click_out_of_turn_only_selects() -> None:
    """A click on a card while somebody else is on turn selects it and requests nothing."""
    async with playing(table(turn=1)) as person:
        assert await person.click("card", 3) == []
        assert person.screen.scene.selected == 3


async def test_the_choice_of_a_color_is_cancelled_by_mouse() -> None:
    """Going back from the choice of a color can be clicked."""
    async with playing(table(legal=MINE)) as person:
        await person.click("card", 8)
        modes = [person.screen.scene.mode]
        await person.click("back")
        modes.append(person.screen.scene.mode)
        assert modes == [TableMode.COLOR, TableMode.TABLE]
