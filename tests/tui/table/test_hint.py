"""The key that shows what a strong bot would do."""

from dataclasses import replace

from tests.pseudo import PseudoWords
from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.game.actions import action
from uno_tui.game.view import Phase
from uno_tui.table.protocol import Sitter, Suggestion


async def test_the_key_shows_a_hint_and_plays_nothing() -> None:
    """`H` shows a good action and the reason, and requests nothing but the hint."""
    async with playing(table(legal="r5 draw", hand="r5 b1 b2")) as here:
        assert " H  hint" in here.text
        asked = await here.press("H")
        assert "Play red 5: no other card can be played." in here.text
    assert ["hint()"] == asked


async def test_enter_plays_the_card_of_the_hint() -> None:
    """The advised card is selected, whichever one was, so that Enter does what the hint says."""
    async with playing(table(legal="r5 y1 draw", hand="r5 y1 b2", version=8)) as here:
        await here.send(Suggestion(8, action("y1"), "expert"))
        assert ["y1"] == await here.press("enter")
        await here.send(Suggestion(8, action("r5"), "expert"))
        assert ["r5"] == await here.press("enter")


async def test_a_hint_is_in_the_session_s_words() -> None:
    """The hint is in the session's language."""
    async with playing(table(legal="r5 draw", hand="r5 b1 b2"), words=PseudoWords()) as here:
        await here.press("H")
        assert "ƞǿ ǿŧħḗř ċȧřḋ ċȧƞ ƀḗ ƥŀȧẏḗḋ." in here.text


async def test_there_is_a_hint_only_where_something_may_be_done() -> None:
    """While no action is legal, for a player or a spectator, the key says for whom hints are."""
    for you in (0, None):
        async with playing(table(legal="", turn=1, you=you)) as here:
            assert [] == await here.press("H")
            assert "Hints are for the player whose turn it is." in here.text


async def test_the_advised_color_is_there_while_it_is_asked_for() -> None:
    """While the color of the advised card is asked for, the hint stays, and Enter chooses its color."""
    async with playing(table(legal="W:r W:y W:g W:b draw", hand="r5 g3 W", version=8)) as here:
        await here.send(Suggestion(8, action("W:g"), "expert"))
        assert [] == await here.press("enter")
        assert "Choose a color." in here.text
        assert "Play Wild and choose green" in here.text
        assert "Enter  follow hint" in here.text
        assert ["W:g"] == await here.press("enter")


async def test_without_a_hint_no_color_is_advised() -> None:
    """Without a hint, or with one for another card, Enter chooses no color."""
    async with playing(table(legal="r5 W:r W:y W:g W:b draw", hand="r5 g3 W", version=8)) as here:
        await here.send(Suggestion(8, action("r5"), "expert"))
        await here.press("2")
        assert "Choose a color." in here.text
        assert "follow hint" not in here.text
        assert [] == await here.press("enter")


async def test_the_advised_seat_and_the_first_color_are_taken_by_enter() -> None:
    """So it is with the player to swap hands with, and with the color of the round's first card."""
    async with playing(table(legal="r7@2 r7@3 draw", hand="r7 g3", version=8, preset="party")) as here:
        await here.send(Suggestion(8, action("r7@3"), "expert"))
        assert [] == await here.press("enter")
        assert "Play red 7" in here.text
        assert ["r7@3"] == await here.press("enter")
    async with playing(table(legal="color:r color:b", hand="r7 g3", version=8, phase=Phase.COLOR)) as here:
        await here.send(Suggestion(8, action("color:b"), "expert"))
        assert ["color:b"] == await here.press("enter")


async def test_there_is_no_hint_in_a_try_at_the_daily_deal() -> None:
    """The title says so, the foot does not offer the key, and the key answers that there are none."""
    daily = table(legal="r5 draw", hand="r5 b1 b2", rights=frozenset())
    async with playing(replace(daily, once=True)) as here:
        assert "daily deal, without hints" in here.text
        assert " H  hint" not in here.text
        for key in ("H", "a"):
            assert [] == await here.press(key)
            assert "In the daily deal you play alone, without hints and autopilot." in here.text
            await here.press("right")


async def test_a_hint_that_comes_too_late_is_not_shown() -> None:
    """A hint that was thought out for an older position says nothing about the new one."""
    async with playing(table(legal="r5 draw", hand="r5 b1 b2", version=8)) as here:
        before = here.text
        await here.send(Suggestion(7, action("draw"), "expert"))
        assert before == here.text
        await here.send(Suggestion(8, action("draw"), "expert"))
        assert "Draw" in here.text


async def test_an_expert_that_plays_as_a_hard_bot_is_marked() -> None:
    """The seat of such a bot has a mark of its own, in place of that of a bot."""
    view = table(legal="r5 draw", hand="r5 b1 b2")
    seat = replace(view.seats[1], sitter=Sitter.BOT, level="expert", away=False, autopilot=False, host=False)
    async with playing(replace(view, seats=(view.seats[0], seat, *view.seats[2:]))) as here:
        marked = here.text.count("hard")
        await here.send(
            replace(view, seats=(view.seats[0], replace(seat, plays_as="hard"), *view.seats[2:]), version=9)
        )
        assert marked + 1 == here.text.count("hard")
