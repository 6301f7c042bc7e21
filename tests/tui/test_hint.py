"""The key that shows what a sharp bot would do."""

from tests.tui.playing import playing
from tests.tui.scenes import table
from uno_tui.i18n import Words


async def test_the_key_shows_a_hint_and_plays_nothing() -> None:
    """`H` tells what would be good to play and why, and asks the table for nothing."""
    async with playing(table(legal="r5 draw", hand="r5 b1 b2")) as here:
        asked = await here.press("H")
        assert "Play red 5: no other card fits." in here.text
    assert [] == asked


async def test_a_hint_is_in_the_session_s_words() -> None:
    """The hint's line goes through the session's words."""
    async with playing(table(legal="r5 draw", hand="r5 b1 b2"), words=Words.pseudo()) as here:
        await here.press("H")
        assert "ƞǿ ǿŧħḗř ċȧřḋ ƒīŧş." in here.text


async def test_there_is_a_hint_only_where_something_may_be_done() -> None:
    """Where nothing may be done the key does nothing."""
    async with playing(table(legal="", turn=1)) as here:
        before = here.text
        await here.press("H")
        assert before == here.text
