"""The round table: seats around the piles in their real order, where there is room for it."""

from itertools import combinations
from math import atan2

import pytest
from textual.geometry import Region

from tests.tui.looks import INVITATION, before_start
from tests.tui.playing import Playing, playing
from tests.tui.scenes import NAMES, moved, table
from uno_tui.game.cards import Color, card
from uno_tui.game.events import Cause, Challenged, Drew, Event, Played, Skipped, Swapped
from uno_tui.i18n import Words
from uno_tui.local.settings import AUTO, LIST, ROUND
from uno_tui.local.theme_files import available
from uno_tui.table.protocol import Deadline, Right, Sitter
from uno_tui.tui.draw.theme import LEGIBLE, contrast, load, panel
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.layout import table_layout
from uno_tui.tui.table.round.last_move import last_move, seat_note
from uno_tui.tui.table.round.placement import round_placement
from uno_tui.tui.table.round.seat_strip import SIDES

MINE = "r2 r5 rS W:r W:y W:g W:b draw"


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_two_things_overlap(seats: int) -> None:
    """At every size with a placement, seats and felt lie apart, inside the table, and each seat on one side."""
    found = 0
    for width in range(60, 210, 3):
        for height in range(6, 60):
            placement = round_placement(width, height, seats)
            if placement is None:
                continue
            found += 1
            assert placement.felt.height >= placement.pile.height + 3
            assert placement.felt.width >= 2 * placement.pile.width + 7
            sides = [getattr(placement, side) for side in SIDES]
            assert width * height == sum(one.area for one in (*sides, placement.felt))
            assert seats == len(placement.seats)
            for one, other in combinations((*placement.seats, placement.felt), 2):
                assert not one.overlaps(other), (width, height)
            for one in placement.seats:
                assert 1 == sum(side.contains_region(one) for side in sides), (width, height)
            for one in (*sides, placement.felt):
                assert Region(0, 0, width, height).contains_region(one)
    assert found > 1000
    assert round_placement(100, 14, seats) is not None


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("size", [(100, 16), (90, 27), (152, 47)])
def test_seats_are_in_their_real_order(size: tuple[int, int], seats: int) -> None:
    """Seen from the middle of the felt, each seat is clockwise of the one before it; one's own is at the bottom."""
    placement = round_placement(*size, seats)
    assert placement is not None
    x, y = placement.felt.x + placement.felt.width / 2, placement.felt.y + placement.felt.height / 2
    turns = [
        atan2(-(one.x + one.width / 2 - x) / 2, one.y + one.height / 2 - y) % 6.2831 for one in placement.seats[1:]
    ]
    assert sorted(turns) == turns
    assert placement.seats[0].y == max(one.y for one in placement.seats)


def seat_text(person: Playing, seat: int) -> str:
    """Return the rows of a seat's card at the round table."""
    layout, view = person.screen.table_layout, person.table.view
    assert layout is not None
    assert layout.placement is not None
    region = layout.placement.seats[(seat - (view.you or 0)) % len(view.seats)]
    return "\n".join(row[region.x : region.right] for row in person.rows[region.y + 1 : region.bottom + 1])


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize("seats", range(2, 11))
async def test_each_seat_tells_all_about_its_player(size: tuple[int, int], seats: int) -> None:
    """Each card has name, number of cards and score; one is marked as on turn and one as next."""
    view = table(legal=MINE, seats=seats, called=1)
    async with playing(view, size) as person:
        game = view.game
        assert game is not None
        for seat in range(seats):
            text = seat_text(person, seat)
            assert ("You" if seat == 0 else NAMES[seat]) in text
            assert str(game.seats[seat].cards) in text
            assert str(game.seats[seat].score) in text
            assert (seat == 0) == ("»" in text)
            assert (seat == 1) == ("›" in text)  # noqa: RUF001  # the mark of the next player
        assert "UNO" in seat_text(person, 1)
        assert "Your turn" in person.text
        assert "r RED" in person.text


async def test_the_shape_follows_size_and_setting() -> None:
    """Seats are around the piles from 100x30 on; the setting makes it a list, or round where it fits."""
    view = table(legal=MINE, seats=10)
    for shape, size, is_round in (
        (AUTO, (100, 30), True), (AUTO, (99, 40), False), (AUTO, (120, 29), False), (AUTO, (80, 24), False),
        (LIST, (120, 40), False), (ROUND, (90, 28), True), (ROUND, (80, 24), False), (ROUND, (60, 20), False),
    ):  # fmt: skip  # a table
        async with playing(view, size, session=SessionOptions(table=shape)) as person:
            layout = person.screen.table_layout
            assert layout is not None
            assert is_round == (layout.placement is not None), (shape, size)
            assert is_round != bool(layout.seats.area)


async def test_a_long_answer_and_a_small_window_leave_the_table_whole() -> None:
    """When the prompt needs more rows or the window shrinks, the round table gives way and comes back."""
    async with playing(table(legal=MINE, seats=10), (100, 30)) as person:
        await person.press("H", "right", "left")  # the hint selects its card
        before = person.rows
        await person.press("H")
        assert person.screen.scene.answer in " ".join(person.text.split())
        await person.pilot.resize_terminal(80, 24)
        await person.pilot.resize_terminal(100, 30)
        await person.pilot.pause()
        await person.press("right", "left")
        assert before == person.rows


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_an_answer_takes_its_rows_from_the_log(seats: int) -> None:
    """Where the log is below the table, an answer of up to five rows leaves everything else in its place."""
    placements = [table_layout(100, 30, seats, prompt_rows=rows).placement for rows in (2, 3, 4, 5)]
    assert placements[0] is not None
    assert placements == [placements[0]] * 4


async def test_arrows_lead_in_the_direction_of_play() -> None:
    """Clockwise play goes up on the left and down on the right; a Reverse turns the arrows."""
    async with playing(table(turn=1), (100, 30)) as person:
        for direction, left, right in ((1, "▲", "▼"), (-1, "▼", "▲")):
            await person.send(moved(person.table.view, direction=direction))
            canvas = person.screen.board.piles.canvas
            assert canvas is not None
            assert {left} == {row[1] for row in canvas.chars} & {"▲", "▼"}
            assert {right} == {row[-2] for row in canvas.chars} & {"▲", "▼"}


async def test_the_last_move_is_told_where_it_happened() -> None:
    """The card is named at the seat that played it, and what it did at the seat that it hit."""
    history = (Played(1, card("rS")), Skipped(2))
    async with playing(table(turn=3, top="rS", history=history), (100, 30)) as person:
        assert "red Skip" in seat_text(person, 1)
        assert "skipped" in seat_text(person, 2)
        assert "next" in seat_text(person, 0)


@pytest.mark.parametrize(
    ("history", "told"),
    [
        ((Played(1, card("r5")), Drew(2, 1, 1, Cause.TURN, None)), {2: "drew 1"}),
        ((Played(1, card("r+2")), Drew(2, 2, 2, Cause.PENALTY, None), Skipped(2)), {1: "red Draw Two", 2: "skipped"}),
        ((Played(1, card("W4"), Color.RED), Challenged(2, 1, True, None), Drew(1, 4, 4, Cause.GUILTY, None)),
         {1: "drew 4", 2: "challenge"}),
        ((Played(1, card("r7")), Swapped(1, 3, None)), {1: "hands swapped", 3: "hands swapped"}),
    ],
)  # fmt: skip  # a table
def test_what_a_move_did(history: tuple[Event, ...], told: dict[int, str]) -> None:
    """Only seats that the last move concerned have a note."""
    game = table(history=history).game
    assert game is not None
    assert told == {seat: seat_note(Words(), event) for seat, event in last_move(game).items()}


async def test_seats_are_chosen_by_digit_or_click() -> None:
    """A seat that can be chosen is clicked on its card."""
    async with playing(table(rights=frozenset({Right.KICK}), seats=6), (100, 30)) as person:
        await person.press("K")
        await person.click("seat", 1)
        assert "Remove Ann?" in person.text


async def test_spectators_have_a_larger_table() -> None:
    """Without a hand the table takes its rows."""
    for size in ((120, 40), (100, 30), (80, 24)):
        heights = []
        for you in (0, None):
            async with playing(table(you=you, turn=1), size) as person:
                heights.append(person.screen.board.piles.region_given.height)
                assert (you is None) == ("You are watching." in person.text)
        assert heights[1] > heights[0] + 4


@pytest.mark.parametrize("theme", available())
def test_a_seat_is_legible_in_every_theme(theme: str) -> None:
    """All that stands on a seat's card has enough contrast to its ground."""
    palette = load(theme)
    for key in ("dim", "next", "mark"):
        assert contrast(palette[key], panel(palette)) >= LEGIBLE
    assert contrast(palette["turn"], palette["turn"]) >= LEGIBLE


async def test_the_clock_is_at_the_seat_on_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds that are left are on the card of the seat on turn."""
    monkeypatch.setattr("uno_tui.tui.table.signals.monotonic", lambda: 100.0)
    async with playing(table(turn=2, deadline=Deadline(10.0, 100.0)), (100, 30)) as person:
        assert "10 s" in seat_text(person, 2)


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
@pytest.mark.parametrize("invited", [True, False])
async def test_people_wait_at_the_table_at_which_they_will_play(size: tuple[int, int], invited: bool) -> None:
    """Before the first match the seats, taken and free, stand around the felt with the invitation, as during play."""
    view = before_start()
    session = SessionOptions(invitation=INVITATION if invited else ())
    async with playing(view, size, session=session) as person:
        layout = person.screen.table_layout
        assert layout is not None
        assert layout.placement is not None
        assert not layout.hand.area
        free = sum(seat.sitter is Sitter.NOBODY for seat in view.seats)
        assert free == person.text.count("free seat")
        assert all(seat.name in person.text for seat in view.seats[1:])
        playing_layout = table_layout(*size, len(view.seats))
        assert playing_layout.placement is not None
        sides = [layout.placement.seats, playing_layout.placement.seats]
        assert [one.x < size[0] // 3 for one in sides[0]] == [one.x < size[0] // 3 for one in sides[1]]
