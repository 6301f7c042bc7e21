"""The content of the table screen at every size and in every language, and how little a change draws."""

import re
from dataclasses import replace

import pytest

from tests.pseudo import PseudoWords
from tests.tui.playing import playing
from tests.tui.scenes import NAMES, moved, over, table
from uno_tui.game.cards import Color, card
from uno_tui.game.errors import Reason, Why
from uno_tui.game.view import Phase
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Chat, LogEntry, Refused, Right, SeatInfo, Sitter, Stage, TableView

MINE = "r2 r5 rS W:r W:y W:g W:b draw"
SIZES = [(80, 24), (120, 40), (60, 20), (40, 12), (200, 60)]
FACES = ["r2", "r5", "rS", "y3", "y+2", "g5", "g9", "bR", "W", "W4"]
HANDS = {count: " ".join(FACES[n % 10] for n in range(count)) for count in (1, 7, 20, 40)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 10])
async def test_the_table_is_all_there(size: tuple[int, int], seats: int) -> None:
    """At every size: the seats with their counts, whose turn it is, the color in force, and what to do."""
    async with playing(table(legal=MINE, seats=seats), size) as person:
        text = person.text
        names = NAMES[1:seats] if size[1] > 12 else NAMES[1:3]
        assert [name for name in names if name[:9] not in text and name not in text and seats > NAMES.index(name)] == []
        assert "» 1 You" in text
        assert "r RED" in text
        assert "Your turn" in text
        assert " Enter  play" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_what_was_refused_is_read_to_its_end(size: tuple[int, int], language: str) -> None:
    """A refusal too long for its line takes the lines it needs from above, and returns them with the next key."""
    words, view = Words(language), table(legal=MINE)
    refused = Refused(1, Why(Reason.NO_MATCH, card=card("y+2"), color=Color.YELLOW, other=card("rR")))
    sentence = Speaker.of(words, view).refused(refused)
    async with playing(view, size, words=words) as person:
        before = person.rows
        await person.send(refused)
        region = person.screen.board.prompt.region_given
        assert sentence == " ".join(" ".join(person.rows[region.y : region.bottom]).split())[-len(sentence) :]
        await person.press("right", "left")
        assert before == person.rows


async def test_a_hint_is_read_to_its_end() -> None:
    """A hint is not cut either."""
    async with playing(table(legal=MINE), (40, 12)) as person:
        await person.press("H")
        answer = person.screen.scene.answer
        assert len(answer) > 36
        assert answer in " ".join(person.text.split())


async def test_at_forty_columns_all_that_can_be_done_is_told() -> None:
    """A status too long for its line is wrapped."""
    view = table(legal="take challenge W4:r", penalty=4, phase=Phase.ANSWER, top="W4", color="g", preset="party")
    async with playing(view, (40, 12)) as person:
        assert "play a card to stack, challenge, or take 4 cards" in " ".join(person.text.split())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_the_color_in_force_is_a_whole_word(size: tuple[int, int]) -> None:
    """The name of the longest color is not cut."""
    async with playing(table(legal="draw", top="y7"), size) as person:
        assert "y YELLOW" in person.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", HANDS)
async def test_hands_of_any_size_can_be_played(size: tuple[int, int], count: int) -> None:
    """With 1 to 40 cards, every card can be selected, and then its index and the letter of its color are visible."""
    view = table(legal="draw", hand=HANDS[count])
    async with playing(view, size) as person:
        await person.press(*["right"] * (count - 1))
        scene, hand = person.screen.scene, person.screen.board.hand
        assert scene.selected == count - 1
        targets = {number for _region, name, number in hand.targets if name == "card"}
        assert scene.selected in targets


async def test_a_small_terminal_says_so_and_recovers() -> None:
    """Below the smallest size the screen asks for a larger one and shows whose turn it is; the table comes back."""
    async with playing(table(legal=MINE), (20, 5)) as person:
        assert "Your turn" in person.text
        assert "Make the terminal" in person.text
        await person.pilot.resize_terminal(80, 24)
        await person.pilot.pause()
        assert "r RED" in person.text
        await person.pilot.resize_terminal(1, 1)
        await person.pilot.resize_terminal(80, 24)
        await person.pilot.pause()
        assert await person.press("enter") == ["r2"]


async def test_scores_after_a_round() -> None:
    """After a round: who won, what each was caught with, the scores, and how to continue."""
    async with playing(over()) as person:
        for part in ("Ann won round 2", "left in hand", "gS", "next round"):
            assert part in person.text


async def test_the_match_and_its_winner() -> None:
    """After the match the winner is listed first, and a rematch is offered."""
    async with playing(over(winner=0)) as person:
        assert "You won the match!" in person.text
        assert "» 1 Zed (you)" in person.text
        assert "rematch" in person.text


async def test_scores_give_way_to_the_next_round() -> None:
    """When the next round is dealt, the table returns."""
    async with playing(over()) as person:
        await person.send(table(legal=MINE))
        assert "r RED" in person.text
        assert "left in hand" not in person.text


async def test_a_picture_that_changed_in_one_place_is_drawn_in_that_place() -> None:
    """A view draws only the widgets that show something else, and sends only changed cells."""
    async with playing(table(turn=1)) as person:
        screen = person.screen
        before = {widget.id: widget.paint_count for widget in screen.canvas_widgets}
        await person.send(moved(person.table.view, pile=60))
        assert [widget.id for widget in screen.canvas_widgets if widget.paint_count != before[widget.id]] == ["piles"]
        await person.send(replace(person.table.view, version=99))
        assert sum(widget.paint_count for widget in screen.canvas_widgets) == sum(before.values()) + 1


async def test_a_move_changes_few_cells() -> None:
    """A move by somebody else sends two seats' rows, the discards, the prompt and the new line of the log."""
    async with playing(table(turn=1)) as person:
        screen = person.screen
        view = moved(table(turn=1), turn=2, top=card("r9"))
        screen.state.scene = replace(screen.scene, view=view)
        for widget in screen.canvas_widgets:
            widget.show(screen.scene)
        changed = [run for widget in screen.canvas_widgets for runs in widget.unsent().values() for run in runs]
        assert sum(last - first for first, last in changed) < 200


async def test_the_newest_picture_replaces_older_ones() -> None:
    """Views that arrive faster than they are shown are skipped; no other message is."""
    async with playing(table(turn=1)) as person:
        drawn = person.screen.board.piles.paint_count
        for pile in range(50, 40, -1):
            person.table.send(moved(person.table.view, pile=pile))
        person.table.send(Refused(1, Why(Reason.NOT_YOUR_TURN, seat=1)))
        person.table.send(moved(person.table.view, pile=40))
        await person.pilot.pause()
        assert person.screen.board.piles.paint_count == drawn + 1
        assert "40 cards" in person.text
        assert person.screen.scene.bad


EVIL = ["[/", "[0]", "[red]x", "[@click=app.quit]hi[/]", "a\x1b[2Jb", "[true, false]", "\u202eab", "好好好好好好好"]


@pytest.mark.parametrize("name", EVIL)
async def test_names_and_chat_are_only_text(name: str) -> None:
    """Brackets in names and chat are shown as they are; control characters are left out."""
    view = table(legal=MINE)
    seats = (view.seats[0], SeatInfo(Sitter.HUMAN, name), *view.seats[2:])
    view = replace(view, seats=seats, log=(*view.log, LogEntry(99, Chat(name, name))))
    async with playing(view, (120, 40)) as person:
        shown = "".join(char for char in name if char.isprintable())
        assert shown[:9] in person.text
        assert "\x1b" not in person.text
        await person.press("L")
        assert shown[:9] in person.text
        assert all(widget.canvas is None or len(row) == widget.canvas.width for widget in person.screen.canvas_widgets
                   for row in (widget.canvas.chars if widget.canvas else []))  # fmt: skip


async def test_the_log_moves_by_half_its_height() -> None:
    """The log fills downward, then scrolls by half its height; the newest line is always visible."""
    async with playing(table(turn=1, log=()), (120, 40)) as person:
        log = person.screen.board.log
        kept = 0
        for number in range(5, 90):
            before = log.first
            entry = LogEntry(number, Chat("Ann", f"line {number}"))
            await person.send(replace(person.table.view, log=(*person.table.view.log, entry)))
            assert f"line {number}" in person.text
            kept += log.first == before
        assert kept > 75


PSEUDO = [
    table(legal=MINE),
    table(legal=MINE, preset="party", owes=2, called=3),
    table(legal="catch:3", turn=1, direction=-1),
    table(legal="take challenge W4:r", penalty=4, phase=Phase.ANSWER, top="W4", color="g", preset="party"),
    table(legal="r5 keep", phase=Phase.DRAWN, drawn="r5"),
    table(you=None, turn=2),
    over(),
    over(winner=0),
    over(winner=1),
    replace(table(), game=None, stage=Stage.WAITING, rights=frozenset({Right.START, Right.CHAT}), log=()),
]


def unmarked(text: str) -> list[str]:
    """Return the untranslated words on a screen, except names, the table's code, notation, and single letters."""
    for name in (*sorted(NAMES, key=len, reverse=True), NAMES[4][:9], "K7Q2"):
        text = text.replace(name, "")
    return [word for word in re.findall("[a-zA-Z]+", text) if len(word) > 1 and not set(word) <= set("rygbSRW")]


@pytest.mark.parametrize("view", PSEUDO)
async def test_every_word_goes_through_the_session_s_words(view: TableView) -> None:
    """In the pseudo-language every letter is marked, except in names, notation, and keys."""
    async with playing(view, (120, 40), words=PseudoWords()) as person:
        for keys in ((), ("4",), ("q",), ("question_mark",), ("L",), ("u",)):
            await person.press(*keys)
            assert unmarked(person.text) == []
            await person.press("escape")
        for size in ((60, 20), (40, 12), (20, 5)):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            assert unmarked(person.text) == []


@pytest.mark.parametrize("mono", [False, True])
async def test_ascii_is_ascii(mono: bool) -> None:
    """With ASCII alone, nothing else is drawn."""
    async with playing(
        table(legal=MINE, hand="5H 10C JC=S QD=R BJ=W", top="4C", seats=10), ascii=True, mono=mono
    ) as one:
        assert one.text.isascii()


async def test_mono_tells_what_can_be_played() -> None:
    """Without colors, playable cards differ from others by attributes alone."""
    async with playing(table(legal=MINE), mono=True) as person:
        hand = person.screen.board.hand
        assert hand.canvas is not None
        styles = {hand.canvas.styles[3][region.x].reverse for region, _name, number in hand.targets if number in (0, 5)}
        assert styles == {True, None}


async def test_themes_change_in_the_session() -> None:
    """A key takes the next theme, for this session alone."""
    async with playing(table(legal=MINE), theme="classic") as person:
        await person.press("T")
        assert person.screen.appearance.palette.name == "color-blind"
        assert "r RED" in person.text


async def test_the_count_of_cards_is_not_in_the_column_of_scores() -> None:
    """In the list of seats the number of cards is never below a score."""
    async with playing(table(legal=MINE)) as person:
        head = person.rows[1].index("score")
        under = [row[head - 1 : head + 5].strip() for row in person.rows[2:13]]
        assert ["0", "37", "74", "111"] == [one for one in under if one.isdecimal()]


async def test_a_long_prompt_does_not_move_the_seats() -> None:
    """When a lesson or an answer takes a second row, every seat stays on its row."""
    async with playing(table(legal=MINE)) as person:
        before = person.rows[1:12]
        person.screen.say("word " * 25)
        await person.pilot.pause()
        assert sum("word" in row for row in person.rows) == 2
        assert [row[:36] for row in before] == [row[:36] for row in person.rows[1:12]]
