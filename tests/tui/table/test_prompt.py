"""The prompt: what a person may do is always visible, every message has lines of its own, and past answers go."""

from dataclasses import replace

import pytest

from tests.lessons import FOUR
from tests.tui.playing import Playing, playing
from tests.tui.scenes import over, table
from uno_tui.game.errors import Reason, Why
from uno_tui.game.view import Phase
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Notice, NoticeKind, Refused
from uno_tui.tui.session import SessionOptions

SIZES = [(80, 24), (60, 20), (40, 12)]
LONG = "The server restarts at nine for an update; matches go on afterwards, and everybody keeps their seat."


def prompt(person: Playing) -> str:
    """Return the text of the prompt and what is below it."""
    region = person.screen.board.prompt.region_given
    return " ".join(" ".join(person.rows[region.y : region.bottom]).split())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_neither_a_lesson_nor_an_announcement_hides_the_prompt(size: tuple[int, int], language: str) -> None:
    """With a lesson or an announcement of two lines the person still reads what they may do, and both are whole."""
    words = Words(language)
    status = Speaker.of(words, FOUR).status(FOUR)
    async with playing(FOUR, size, session=SessionOptions(words=words, lessons=True)) as person:
        assert prompt(person).startswith(status)
        await person.send(Notice(NoticeKind.ANNOUNCEMENT, LONG))
        assert prompt(person).startswith(status)
        assert prompt(person).endswith(LONG)


async def test_the_line_to_type_in_hides_no_prompt() -> None:
    """While a line of chat is typed, all of a prompt of two lines is visible."""
    view = table(legal="take challenge W4:r", penalty=4, phase=Phase.ANSWER, top="W4", color="g", preset="party")
    async with playing(view, (40, 12)) as person:
        status = prompt(person)
        assert status.endswith("or take 4 cards")
        await person.press("slash", "h", "i")
        assert f"{status} hi" == prompt(person)


async def test_each_message_begins_a_line() -> None:
    """Two messages never share a line, whether they arrive together or one after the other."""
    async with playing(table()) as person:
        person.table.send(Notice(NoticeKind.ANNOUNCEMENT, "Good evening."))
        await person.send(Notice(NoticeKind.CHAT_LIMITED))
        await person.send(Notice(NoticeKind.ANNOUNCEMENT, "Good night."))
        assert ["Good evening." in row for row in person.rows].count(True) == 1
        shared = [row for row in person.rows if ("Good" in row) + ("Good night" in row) + ("Slow down" in row) > 1]
        assert [row for row in shared if "evening" in row or "Slow down" in row] == []
        assert "Slow down" in person.text
        await person.press("left")
        assert "Good" not in person.text


async def test_a_refusal_goes_with_the_turn_it_is_about() -> None:
    """The sentence on whose turn it is disappears with the turn; a message that is not an answer remains."""
    async with playing(table(turn=1)) as person:
        await person.send(Notice(NoticeKind.ANNOUNCEMENT, "Good evening."))
        refused = Refused(1, Why(Reason.NOT_YOUR_TURN, seat=1))
        sentence = person.screen.state.speaker.refused(refused)
        await person.send(refused)
        assert sentence in person.text
        await person.send(table(turn=1, version=8))
        assert sentence in person.text
        await person.send(table(turn=2, version=9))
        assert sentence not in person.text
        assert "Good evening." in person.text


async def test_autopilot_is_mentioned_only_while_it_plays() -> None:
    """During a match the prompt says that a bot plays for this person; after the match it does not."""
    said = "A bot is playing for you"
    for view, shown in ((table(turn=1), True), (over(), False), (over(winner=1), False)):
        seats = (replace(view.seats[0], autopilot=True), *view.seats[1:])
        async with playing(replace(view, seats=seats)) as person:
            assert shown == (said in person.text)


async def test_an_announcement_stays_when_the_turn_comes() -> None:
    """An operator's message stays until the next key; other notices disappear when the person's turn begins."""
    announced, stays_open = Notice(NoticeKind.ANNOUNCEMENT, "tea at five"), Notice(NoticeKind.STAYS_OPEN)
    for notice, stays in ((announced, True), (stays_open, True), (Notice(NoticeKind.CHAT_CUT), False)):
        async with playing(table(turn=1)) as person:
            await person.send(notice)
            shown = person.screen.scene.notice
            assert shown in person.text
            await person.send(table(legal="r2 draw", version=8))
            assert stays is (shown in person.text)
            await person.press("left")
            assert shown not in person.text
