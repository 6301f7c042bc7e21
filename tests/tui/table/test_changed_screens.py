"""Keys that arrive just after the screen has changed: they mean what was on the screen they were pressed on."""

from dataclasses import replace

import pytest

from tests.tui.playing import Playing, playing
from tests.tui.scenes import moved, table
from uno_tui.game.actions import action
from uno_tui.game.cards import card
from uno_tui.table.protocol import Right, Sitter, TableView
from uno_tui.typed.shown_scenes import REACTION, ShownScenes

SKIPPED = table(seats=2, hand="r5", legal="r5 draw", top="rS", owes=0)
"""Two seats after a Skip without the call: on turn again, with one card, which has the number 1."""


def caught(view: TableView) -> TableView:
    """Return the view after the catch: two cards more, and the number 1 is another card's."""
    hand = tuple(sorted(map(card, ("r5", "r2", "b1")), key=lambda one: one.order))
    return moved(view, hand=hand, legal=tuple(map(action, ("r2", "r5", "draw"))))


class Moment:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    clock = Moment()
    monkeypatch.setattr(ShownScenes, "clock", clock)
    return clock


async def changed(person: Playing, keys: tuple[str, ...]) -> bool:
    """Press keys; return whether no request was made and the screen says why."""
    return await person.press(*keys) == [] and "The screen changed just before that" in person.text


@pytest.mark.parametrize("key", ["1", "enter"])
async def test_a_number_means_the_card_that_it_was_under(moment: Moment, key: str) -> None:
    """If a catch changes the hand just before a key arrives, no other card is played, and the screen says so."""
    async with playing(SKIPPED) as person:
        await person.send(caught(SKIPPED))
        if key == "1":
            assert await changed(person, ("1",))
        else:
            assert await person.press("enter") == ["r5"]
        moment.now += REACTION + 0.1
        await person.press("left")
        assert await person.press("1") == ["r2"]


async def test_a_click_means_the_card_that_was_there(moment: Moment) -> None:
    """A click on a card just after the hand changed under it plays nothing."""
    del moment
    async with playing(SKIPPED) as person:
        await person.send(caught(SKIPPED))
        assert await person.click("card", 0) == []
        assert "The screen changed just before that" in person.text


async def test_a_key_that_means_the_same_works_at_once(moment: Moment) -> None:
    """A key is not refused because something else on the screen changed."""
    del moment
    async with playing(table(legal="r2 r5 draw", turn=0)) as person:
        await person.send(moved(person.table.view, pile=12))
        assert await person.press("1") == ["r2"]
        await person.send(moved(person.table.view, pile=11))
        assert await person.press("d") == ["draw"]


async def test_what_the_person_chose_in_between_counts(moment: Moment) -> None:
    """A color chosen right after a change is taken, as the question for it was the person's own."""
    del moment
    async with playing(table(legal="r2 W:r W:y W:g W:b draw", hand="r2 W b1")) as person:
        await person.send(moved(person.table.view, pile=12))
        assert await person.press("2", "g") == ["W:g"]


async def test_a_seat_means_the_person_on_it(moment: Moment) -> None:
    """If somebody else sits down before the number arrives, nobody is removed, and the screen says so."""
    del moment
    view = table(rights=frozenset({Right.KICK}), seats=4)
    async with playing(view) as person:
        await person.press("K")
        seats = (*view.seats[:1], replace(view.seats[1], name="Eve", sitter=Sitter.HUMAN), *view.seats[2:])
        await person.send(replace(view, seats=seats))
        assert await changed(person, ("2",))


async def test_a_confirmation_is_for_one_person() -> None:
    """A question about somebody ends when that person has gone; a yes then removes nobody."""
    view = table(rights=frozenset({Right.KICK}), seats=4)
    async with playing(view) as person:
        await person.press("K", "2")
        assert "Remove Ann?" in person.text
        seats = (*view.seats[:1], replace(view.seats[1], name="Eve"), *view.seats[2:])
        await person.send(replace(view, seats=seats))
        assert "Remove" not in person.text
        assert await person.press("y") == []
