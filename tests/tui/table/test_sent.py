"""The bytes sent over the line: they are few, and the terminal shows what was drawn."""

import asyncio
from collections import defaultdict
from dataclasses import replace

import pyte
import pytest

from tests.bench.screen_moves import Kind, moves
from tests.handles import FakeHandle
from tests.tui.scenes import moved, table
from tests.tui.widgets import drawn_rows
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_tui.game.actions import Action, action
from uno_tui.game.cards import card
from uno_tui.game.events import Played
from uno_tui.local.settings import AUTO, LIST, ROUND
from uno_tui.local.terminal import Terminal
from uno_tui.table.protocol import LogEntry, TableView
from uno_tui.tui.app import UnoApp
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.scene import TableMode
from uno_tui.tui.table.screen import TableScreen

HAND = "r2 r5 y3 g5 bR W b1"


class Remote(SessionApp, UnoApp):
    """The app as a server runs it."""


class Puppet(FakeHandle):
    """A table at which every request leads to a new view."""

    upcoming: TableView | None = None

    @property
    def waiting(self) -> bool:
        """Return whether nothing has been requested yet."""
        return self.upcoming is not None

    def act(self, action: Action, version: int, request: int = 0) -> None:
        super().act(action, version, request)
        if self.upcoming is not None:
            view, self.upcoming = self.upcoming, None
            self.send(view)


class Person:
    """A remote person: what was sent, and the terminal that received it."""

    def __init__(self, view: TableView, size: tuple[int, int], shape: str = AUTO, *, motion: bool = False) -> None:
        self.table = Puppet(view)
        self.terminal = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.terminal)
        self.line = Line(self, Terminal(), size)
        self.wrote = asyncio.Event()
        self.app = Remote(SessionOptions(table=shape, motion=motion), self.table.connect)
        self.task = asyncio.ensure_future(run(self.app, self.line))

    def write(self, data: bytes) -> None:
        self.stream.feed(data.replace(b"\x1b[>1u", b"").replace(b"\x1b[<u", b""))
        if b"\x1b[" in data:
            self.wrote.set()

    def finish(self, status: int) -> None: ...

    def abort(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    async def settle(self) -> int:
        """Wait until the terminal shows what was drawn; return the number of bytes sent for it."""
        before = self.line.written
        while self.shown != self.drawn:
            self.wrote.clear()
            await asyncio.wait_for(self.wrote.wait(), 5)
        return self.line.written - before

    async def see(self, view: TableView) -> int:
        """Send a view and wait for the terminal; return the number of bytes sent for it."""
        before = self.line.written
        self.table.send(view)
        taken = asyncio.Event()
        self.screen.call_later(taken.set)  # comes after the picture in the screen's queue
        await taken.wait()
        await self.settle()
        return self.line.written - before

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, TableScreen)
        return screen

    async def play(self, keys: str, view: TableView) -> int:
        """Press keys, the last of which leads to a new view; return the number of bytes sent for it."""
        before = self.line.written
        self.table.upcoming = view
        self.line.received(keys.encode())
        while self.table.waiting:
            await self.turn()
        await self.turn()
        taken = asyncio.Event()
        self.screen.call_later(taken.set)  # comes after the picture in the screen's queue
        await taken.wait()
        await self.settle()
        return self.line.written - before

    async def press(self, keys: str, *, page: bool) -> None:
        """Press keys, as bytes of the line, and wait until a page or the chat line has opened or closed."""
        self.line.received(keys.encode())
        while page != (self.app.screen is not self.screen or self.screen.scene.mode is TableMode.TALK):
            await self.turn()

    async def turn(self) -> None:
        """Let the app handle one message of its queue."""
        taken = asyncio.Event()
        self.app.call_later(taken.set)
        await asyncio.wait_for(taken.wait(), 5)

    @property
    def shown(self) -> list[str]:
        return list(self.terminal.display)

    @property
    def drawn(self) -> list[str]:
        if not self.app.screen_stack or not isinstance(self.app.screen, TableScreen) or not self.screen.table_layout:
            return []
        return drawn_rows(self.screen.canvas_widgets, self.terminal.columns, self.terminal.lines)

    @property
    def cells(self) -> list[object]:
        """Return every cell of the terminal with its colors and attributes; of a blank only the background is seen."""
        rows = [self.terminal.buffer[y] for y in range(self.terminal.lines)]
        cells = [row[x] for row in rows for x in range(self.terminal.columns)]
        return [one.bg if one.data == " " and not (one.underscore or one.reverse) else one for one in cells]

    async def leave(self) -> None:
        self.app.exit(0)
        assert await self.task == 0


def watched(seats: int, moves: int) -> list[TableView]:
    """Return views of others' moves, as a waiting player sees them."""
    view = table(seats=seats, turn=1, hand=HAND)
    views = []
    for move in range(moves):
        seat, after = 1 + move % (seats - 1), 1 + (move + 1) % (seats - 1)
        game = view.game
        assert game is not None
        face = card("rygb"[(move // 3) % 4] + str(move % 10))
        event = Played(seat, face)
        states = list(game.seats)
        states[seat] = replace(states[seat], cards=states[seat].cards % 12 + 1)
        view = moved(view, seats=tuple(states), turn=after, top=face, color=face.color,
                     history=(*game.history[-30:], event))  # fmt: skip
        view = replace(view, log=(*view.log, LogEntry(view.log[-1].number + 1, event))[-200:])
        views.append(view)
    return views


@pytest.mark.parametrize(("size", "most"), [((80, 24), 1024), ((120, 40), 1536)])
@pytest.mark.parametrize("seats", [4, 10])
async def test_watching_a_move_costs_little(size: tuple[int, int], most: int, seats: int) -> None:
    """A move by somebody else takes 1 KB on average at 80x24 in 256 colors, and 1.5 KB at 120x40."""
    person = Person(table(seats=seats, turn=1, hand=HAND), size)
    await person.settle()
    first, *views = watched(seats, 60)
    await person.see(first)
    sent = [await person.see(view) for view in views]
    assert sum(sent) / len(sent) < most
    await person.leave()


async def test_one_s_own_turn_costs_little() -> None:
    """The start and end of the person's own turn take 2 KB on average at 80x24."""
    theirs = table(turn=1, hand=HAND)
    mine = moved(theirs, turn=0, legal=tuple(map(action, ["r2", "r5", "W:r", "W:y", "W:g", "W:b", "draw"])))
    person = Person(theirs, (80, 24))
    await person.settle()
    await person.see(mine)
    sent = [await person.see(replace(view, version=n)) for n, view in enumerate([theirs, mine] * 10)]
    assert sum(sent) / len(sent) < 2048
    await person.leave()


@pytest.mark.parametrize(
    ("size", "shape", "share"),
    [((80, 24), LIST, 1.0), ((100, 30), ROUND, 1.5), ((120, 40), LIST, 1.5), ((120, 40), ROUND, 1.5)],
)
@pytest.mark.parametrize("seats", [4, 10])
async def test_every_kind_of_move_costs_little(size: tuple[int, int], shape: str, share: float, seats: int) -> None:
    """In a match with default rules each kind of move keeps its byte limit, a wild with its color included.

    This holds with seats in a list and around the piles.
    """
    first, *rest = moves(seats, 60)
    person = Person(first.view, size, shape)
    await person.settle()
    sent: dict[str, list[int]] = defaultdict(list)
    for move in rest:
        if move.kind is Kind.OWN:
            sent["own wild" if len(move.keys) > 1 else "own play"].append(await person.play(move.keys, move.view))
        else:
            sent[move.kind].append(await person.see(move.view))
    most = {Kind.WATCHING: 1024, Kind.COMING: 2048, "own play": 2048, "own wild": 2080}
    assert most.keys() == sent.keys()
    assert {kind for kind, costs in sent.items() if sum(costs) / len(costs) > most[kind] * share} == set()
    await person.leave()


class ByHand:
    """A timer that never runs out by itself."""

    def __init__(self, _seconds: float, _step: object) -> None: ...

    def cancel(self) -> None: ...


@pytest.mark.parametrize(("size", "shape"), [((80, 24), LIST), ((100, 30), ROUND)])
@pytest.mark.parametrize("seats", [4, 10])
async def test_motion_costs_at_most_three_times_the_bytes(
    size: tuple[int, int], shape: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With motion others' moves take at most three times the bytes, and leave the same picture on the terminal."""
    monkeypatch.setattr(Remote, "can_animate", lambda _app, _round_trip: True)
    first, *rest = moves(seats, 40)
    sums, cells = [], []
    for motion in (False, True):
        person = Person(first.view, size, shape, motion=motion)
        await person.settle()
        moments = person.screen.animations
        monkeypatch.setattr(moments, "after", ByHand)
        monkeypatch.setattr(moments, "clock", lambda: 0.0)
        before, steps = person.line.written, 0
        for move in rest:
            await person.see(move.view)
            while person.screen.scene.animation is not None:
                moments.step()
                steps += 1
                await person.settle()
        sums.append(person.line.written - before)
        cells.append(person.cells)
        assert motion == (steps > len(rest) / 2)
        await person.leave()
    assert sums[0] < sums[1] < 3 * sums[0]
    assert cells[0] == cells[1]


async def test_people_who_see_the_same_share_its_drawing_but_never_a_hand() -> None:
    """Two people share the drawing of the piles and the rows of other seats; each has their own hand."""
    view = table(turn=1, hand=HAND)
    people = [Person(view, (80, 24)), Person(view, (80, 24))]
    for person in people:
        await person.settle()
    one, other = (person.screen for person in people)
    assert one.board.piles.canvas is other.board.piles.canvas is not None
    first, second = (screen.board.seats.canvas.rows if screen.board.seats.canvas else [] for screen in (one, other))
    assert first == second != []
    mine, theirs = (screen.board.hand.canvas.rows if screen.board.hand.canvas else [] for screen in (one, other))
    assert not {row for row in mine if any(map(str.strip, row.chars))} & {*theirs}
    for person in people:
        await person.leave()


async def test_what_is_the_same_is_not_sent() -> None:
    """A view that looks the same sends nothing."""
    view = table(turn=1, hand=HAND)
    person = Person(view, (80, 24))
    await person.settle()
    await person.see(replace(view, version=98))
    assert await person.see(replace(view, version=99)) == 0
    await person.leave()


async def test_the_cells_sent_make_the_whole_picture() -> None:
    """After many moves sent cell by cell, the terminal equals one full repaint, colors included."""
    person = Person(table(turn=1, hand=HAND), (80, 24))
    await person.settle()
    for view in watched(4, 20):
        await person.see(view)
    pieced = person.cells
    person.terminal.reset()
    person.app.refresh()
    await person.settle()
    assert person.cells == pieced
    await person.leave()


async def test_moves_behind_a_page_are_seen_after_it() -> None:
    """Changes made while a page or the chat line covered the table are visible when it closes."""
    person = Person(table(turn=1, hand=HAND), (80, 24))
    await person.settle()
    views = watched(4, 8)
    for keys, back in (("?", "q"), ("L", "q"), ("/", "\r"), ("/a", "\r")):
        await person.press(keys, page=True)
        person.table.send(views.pop(0))
        await person.press(back, page=False)
        await person.settle()
        await person.see(views.pop(0))
    await person.leave()


async def test_nothing_is_drawn_over_a_page() -> None:
    """While a page covers the table, a move changes nothing on the terminal."""
    person = Person(table(turn=1, hand=HAND), (80, 24))
    await person.settle()
    await person.press("L", page=True)
    while "Log" not in person.shown[0]:
        await person.turn()
    before = person.shown
    person.table.send(watched(4, 1)[0])
    for _ in range(5):
        await person.turn()
    assert before == person.shown
    await person.leave()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("/hello\r", ["hello"]),
        ("/h\u00e9, you?\r/and\r", ["h\u00e9, you?", "and"]),
        ("/q\x1b[13u", ["q"]),
        ("\x1b[200~/pasted\x1b[201~\r", ["pasted"]),
        ("/\x1b[200~/pasted\x1b[201~ too\r", ["/pasted too"]),
        ("\x1b[200~qd\x1b[201~/\r/ \r", []),
    ],
)
async def test_what_is_typed_behind_the_key_of_the_chat_is_said(sent: str, said: list[str]) -> None:
    """Text that arrives in one piece with the key that opens the chat line is typed in it; later keys are pressed."""
    person = Person(table(turn=0, hand=HAND, legal="draw"), (80, 24))
    await person.settle()
    person.line.received(f"{sent}d".encode())
    while "draw" not in person.table.asked:
        await person.turn()
    assert [f"chat({text})" for text in said] + ["draw"] == person.table.asked
    await person.settle()
    await person.leave()
