"""Small screens still show whose turn it is, what can be done, and which key does it."""

from pathlib import Path

import pytest

from tests.tui.looks import INVITATION, before_start
from tests.tui.menu.test_start import starting
from tests.tui.playing import Playing, playing
from tests.tui.scenes import over, table
from uno_tui.game.cards import card
from uno_tui.game.events import Reversed
from uno_tui.game.view import Phase
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.local.theme_files import available
from uno_tui.table.protocol import TableView
from uno_tui.tui.draw.appearance import ASCII, BOX, Glyphs
from uno_tui.tui.draw.card_faces import COMPACT, HUGE, LARGE, CardSize
from uno_tui.tui.draw.card_faces import _rows as rows
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance
from uno_tui.tui.table.log import LogPanel, _lines
from uno_tui.tui.table.scene import TableScene

MINE = "r2 r5 rS W:r W:y W:g W:b draw"
SMALLEST = (40, 12)


def ground(person: Playing, x: int, y: int) -> str:
    """Return the name of the background color of a cell."""
    for widget in person.screen.canvas_widgets:
        left, top = widget.region_given.offset
        if widget.region_given.area and widget.canvas is not None and widget.region_given.contains(x, y):
            color = widget.canvas.styles[y - top][x - left].bgcolor
            return color.name if color else ""
    raise AssertionError(f"nothing at {x}, {y}")


@pytest.mark.parametrize(
    ("view", "keys", "seen"),
    [
        (table(legal=MINE), (), ("Enter", "play", "d", "draw", "?")),
        (table(legal=MINE), ("4",), ("r", "y", "g", "b", "q")),
        (table(legal="take challenge", phase=Phase.ANSWER, penalty=4), (), ("t", "take", "c", "challenge", "?")),
        (table(hand="r5 b1", legal="r5 keep", phase=Phase.DRAWN, drawn="r5"), (), ("Enter", "play", "k", "keep")),
        (table(hand="r5 b1", legal="r5 r5! draw"), (), ("Enter", "play", "d", "draw", "u", "UNO!")),
        (table(hand="r5 r5 b1", legal="r5 r5x2 draw"), (), ("Enter", "play", "p", "both", "d", "?")),
        (table(hand="r7 b1", legal="jump:r7", turn=1), (), ("Enter", "play", "j", "jump")),
    ],
)
async def test_every_key_of_a_move_is_told(view: TableView, keys: tuple[str, ...], seen: tuple[str, ...]) -> None:
    """On the smallest screen the keys for all legal actions are visible; keys that always work are dropped first."""
    async with playing(view, SMALLEST) as person:
        await person.press(*keys)
        assert [one for one in seen if one not in person.rows[-1].split()] == []


@pytest.mark.parametrize("size", [COMPACT, LARGE, HUGE])
@pytest.mark.parametrize("glyphs", [BOX, ASCII])
def test_a_covered_card_tells_its_color(size: CardSize, glyphs: Glyphs) -> None:
    """The visible part of a covered card has its letter, so that cards differ without colors."""
    for face in map(card, ("r1", "yS", "gR", "b+2", "g0")):
        drawn = rows(face, size, glyphs, covered=True)
        assert face.color is not None
        assert face.color.letter in "".join(row[: size.step] for row in drawn)
        assert {size.width} == {len(row) for row in drawn}


async def test_a_long_lesson_leaves_the_prompt_where_it_is() -> None:
    """A lesson of two lines is below the prompt, which keeps the color of the person's turn, and is not cut."""
    async with playing(table(legal=MINE), (60, 20), session=SessionOptions(lessons=True)) as person:
        region = person.screen.board.prompt.region_given
        turn = person.screen.appearance.palette["turn"].bgcolor
        assert turn is not None
        assert "Your turn: play a card or draw" in person.rows[region.y]
        assert turn.name == ground(person, 59, region.y)
        assert "Lesson" in person.rows[region.y + 1]
        assert "To play it: 1" in " ".join(person.text.split())
    async with playing(table(legal=MINE), SMALLEST, session=SessionOptions(lessons=True)) as person:
        assert "To play it: 1." in " ".join(person.text.split())
    async with playing(table(turn=1, legal=""), (60, 20), session=SessionOptions(lessons=True)) as person:
        assert turn.name != ground(person, 59, person.screen.board.prompt.region_given.y)


@pytest.mark.parametrize("theme", [name for name in available(Path("/nowhere")) if name != "mono"])
async def test_a_row_to_choose_has_one_ground(theme: str) -> None:
    """The row of a seat that can be chosen has no gap where its mark is."""
    view = table(legal="catch:3 catch:4", turn=1, owes=2)
    async with playing(view, theme=theme) as person:
        await person.press("x")
        y = next(place for place, row in enumerate(person.rows) if "3 Otto" in row)
        x = person.rows[y].index("bot")
        assert ground(person, x - 2, y) == ground(person, x, y) == ground(person, x + 2, y)


@pytest.mark.parametrize("size", [(60, 20), SMALLEST])
async def test_how_others_come_is_told_whole(size: tuple[int, int]) -> None:
    """Before the match, the invitation, free seats and the state are not cut, and there are no scores."""
    async with playing(before_start(), size, session=SessionOptions(invitation=INVITATION)) as person:
        assert "free seat" in person.text
        assert "score" not in person.text
        told = "ssh -t 192.168.1.7 join K7Q2" if size == (60, 20) else "For more"
        assert told in person.text
        assert "taken" in person.text


@pytest.mark.parametrize("size", [(80, 24), (60, 20), SMALLEST])
async def test_scores_have_whole_headers(size: tuple[int, int]) -> None:
    """The heading above the scores is not cut, and as many cards are shown as fit."""
    async with playing(over(), size) as person:
        header = next(row for row in person.rows if "left in hand" in row)
        assert "left in hand  " in header
        assert header.rstrip().endswith(("score", "score (of 500)"))
        assert "r2 gS" in person.text


async def test_the_pile_and_the_color_stand_apart() -> None:
    """There is a gap between the number of cards left and the color in force."""
    async with playing(table(legal=MINE), (60, 20)) as person:
        assert "61 cards  r RED" in person.text.replace("   ", "  ")


async def test_keys_stand_apart_from_what_they_do() -> None:
    """On a page of keys there is a gap after the longest one, and the page shows its own keys."""
    async with playing(table(legal=MINE)) as person:
        await person.press("question_mark")
        assert "Enter  Play the selected card." in person.text
        assert " q  back" in person.rows[-1]
        await person.press("q", "R")
        assert " ↑ ↓  scroll" in person.rows[-1]
        long = next(place for place, row in enumerate(person.rows) if "- 108 cards" in row)
        assert person.rows[long + 1].startswith("    ")


async def test_menus_tell_all_of_a_row(tmp_path: Path) -> None:
    """On the smallest screen the description of the selected row takes two lines if it must, and names are not cut."""
    async with starting(tmp_path, SMALLEST) as person:
        await person.press("R")
        assert "Four only if nothing else matches." in person.text
        await person.press("q", "home", "down", "down", "o")
        for name in ("Bot strength", "Turn timer", "Visibility", "Spectators"):
            assert name in person.text
        assert "open the table" in person.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("direction", [1, -1])
def test_a_narrow_log_breaks_no_word_of_a_turned_direction(language: str, direction: int) -> None:
    """From the narrowest log on, each word of the direction is whole."""
    appearance = session_appearance(SessionOptions(words=Words(language)))[0]
    view = table(log=(Reversed(direction),))
    panel = LogPanel(appearance, "log")
    entry = panel.look_at(TableScene(view)).entries[0]
    for width in range(9, 40):
        text = entry.fitting(width)
        assert all(word in text.split() for line in _lines(text, width) for word in line.split())
        assert len(text.split()) == sum(len(line.split()) for line in _lines(text, width))
