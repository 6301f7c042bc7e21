"""Memory after sessions have ended, and the schedule of garbage collections."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from contextvars import Context
from typing import Any

import pytest
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

import uno_server.app.service
import uno_server.line.driver.app
import uno_server.line.driver.teardown
from tests.server.toy import Tape, taped
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.line.driver.styles import SharedStylesheet
from uno_server.line.line import Line
from uno_server.ops.gc_policy import FEW_GONE, FEW_OLDER, FOR_EACH, MANY_GONE, QUIET_CHECKS, SETTLE_CHECKS, GcPolicy
from uno_server.person import Person
from uno_tui.lobby.lobby import Lobby
from uno_tui.tui.table.scene import TableMode


@pytest.fixture
def frozen() -> Iterator[None]:
    """The garbage collector set as in the server, without collections of old objects."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


async def visit(house: GameService, number: int) -> tuple[Tape, asyncio.Task[int]]:
    """Open a table and wait for its screen; all screens look alike, since drawings are cached by what they show."""
    line, tape = taped()
    person = Person(f"ssh:{number}", "ann", guest=False)
    words = ["join", "TABLE"]
    task = asyncio.get_running_loop().create_task(house.open_session(line, person, words), context=Context())
    await until(lambda: len(tape.data) > 1500)
    return tape, task


async def leave(house: GameService, tape: Tape, task: asyncio.Task[int]) -> None:
    """Drop the line and close the table."""
    assert tape.line is not None
    tape.line.lost()
    await within(task)
    assert isinstance(house.lobby, Lobby)
    for table in list(house.lobby.tables.values()):
        table.close()


async def test_an_ended_session_goes_by_itself(monkeypatch: pytest.MonkeyPatch, frozen: None) -> None:
    """An app that was frozen with all its widgets is freed after its end without a full collection."""
    seen: list[weakref.ref[Any]] = []
    taking_apart = uno_server.line.driver.teardown.break_references

    def watch(app: Any, nodes: list[DOMNode]) -> None:
        seen.extend(weakref.ref(one) for one in (app, *nodes))
        taking_apart(app, nodes)

    monkeypatch.setattr(uno_server.line.driver.teardown, "break_references", watch)
    house = GameService(Lobby())
    tape, task = await visit(house, 1)
    gc.collect()
    gc.freeze()
    await leave(house, tape, task)
    del task
    await until(lambda: seen)
    gc.collect(1)
    assert len(seen) > 10
    assert [] == [one() for one in seen if one() is not None]


OPENED = {"?": "q", "o": "q", "n": "q", "S": "q", "L": "q"}
"""Keys that open a page, a form or the settings in the lobby, and those that close it."""
AT_A_TABLE = {"?": "q", "L": "q", "R": "q", "S": "q"}
"""The same at a table."""


class Visitor:
    """A person in the lobby, whose app is known."""

    app: Any

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uno_server.line.driver.teardown, "DELAY", 0.02)
        monkeypatch.setattr(uno_server.app.service, "run", self.run)
        self.house = GameService(Lobby())
        self.line, self.tape = taped()
        self.line.limits = Limits(keys_rate=10_000, keys_burst=10_000)
        person = Person("ssh:1", "ann", guest=False)
        self.task = asyncio.create_task(self.house.open_session(self.line, person, []), context=Context())

    async def run(self, app: Any, line: Line) -> int:
        self.app = app
        return await uno_server.line.driver.app.run(app, line)

    async def arrive(self, where: str) -> None:
        """Wait until that screen is shown."""
        await until(lambda: self.screen == where and self.app.screen.startup_batch is None)

    @property
    def screen(self) -> str:
        """Name of the screen on top."""
        screens = vars(self).get("app") and self.app.screen_stack
        return type(screens[-1]).__name__ if screens else ""

    def press(self, keys: str) -> None:
        self.line.received(keys.encode())

    async def open(self, key: str) -> None:
        """Press a key that opens something, and wait until it is there."""
        before = self.screen
        self.press(key)
        await until(lambda: self.screen != before and self.app.screen.size)

    async def close(self, key: str, where: str) -> None:
        """Close what was opened, and wait for the screen below it."""
        self.press(key)
        await self.arrive(where)

    async def leave(self) -> None:
        """Drop the line."""
        self.line.lost()
        await within(self.task)


LOBBY_SHOWN, TABLE_SHOWN = "LobbyScreen", "TableScreen"


@pytest.fixture
async def visitor(monkeypatch: pytest.MonkeyPatch, frozen: None) -> AsyncIterator[Visitor]:
    """A person in the lobby."""
    person = Visitor(monkeypatch)
    await person.arrive(LOBBY_SHOWN)
    yield person
    await person.leave()


@pytest.mark.parametrize(("key", "closing"), OPENED.items())
async def test_what_a_person_opened_goes_by_itself(
    visitor: Visitor, key: str, closing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that a page or line held is freed after it was closed, without a full collection and though it was frozen."""
    seen: list[weakref.ref[Any]] = []
    emptying = uno_server.line.driver.teardown.empty_nodes

    def watch(nodes: list[DOMNode]) -> None:
        seen.extend(weakref.ref(vars(one)["_nodes"]) for one in nodes)
        emptying(nodes)

    await visitor.open(key)
    gc.collect()
    gc.freeze()
    monkeypatch.setattr(uno_server.line.driver.teardown, "empty_nodes", watch)
    await visitor.close(closing, LOBBY_SHOWN)
    await until(lambda: seen)
    gc.collect(1)
    assert [] == [one() for one in seen if one() is not None]


async def test_a_hundred_pages_leave_nothing(visitor: Visitor) -> None:
    """Pages, forms, lines and tables opened and closed a hundred times leave no objects, though all were frozen.

    A page that stayed in memory would keep about a thousand objects.
    """

    async def turn() -> None:
        for keys, where in ((OPENED, LOBBY_SHOWN), (AT_A_TABLE, TABLE_SHOWN)):
            if where == TABLE_SHOWN:
                visitor.press("p")
                await visitor.arrive(where)
            for key, closing in keys.items():
                await visitor.open(key)
                gc.collect(1)
                gc.freeze()
                await visitor.close(closing, where)
        visitor.press("q")
        await until(lambda: visitor.app.screen.scene.mode is TableMode.LEAVE)
        visitor.press("y")
        await visitor.arrive(LOBBY_SHOWN)

    async def count() -> int:
        """Return the number of objects after the last ones were freed."""
        await asyncio.wait([asyncio.create_task(asyncio.sleep(0.2))])
        gc.collect()
        return gc.get_freeze_count() + len(gc.get_objects())

    for _ in range(3):
        await turn()
    before = await count()
    for _ in range(8):
        await turn()
    assert await count() - before < 3000


async def test_a_hundred_sessions_leave_no_more_than_ten(frozen: None) -> None:
    """After many sessions the process has about as many objects and tasks as before."""
    house = GameService(Lobby())
    counts, tasks = [], []
    for batch in range(3):
        for number in range(10 if batch < 2 else 40):
            tape, task = await visit(house, 100 * batch + number)
            await leave(house, tape, task)
            del tape, task
        await until(lambda: len(asyncio.all_tasks()) == 1)
        await asyncio.wait([asyncio.create_task(asyncio.sleep(uno_server.line.driver.teardown.DELAY + 0.1))])
        gc.collect()
        counts.append(len(gc.get_objects()))
        tasks.append(len(asyncio.all_tasks()))
    assert [1, 1, 1] == tasks
    assert counts[2] - counts[1] < 4 * 100


def test_style_sheets_are_read_once() -> None:
    """Sessions with the same colors share their style rules; other colors have their own."""

    def rules(color: str) -> list[Any]:
        sheet = Stylesheet(variables={"c": color})
        sheet.add_source("Label { color: $c; }")
        return SharedStylesheet(sheet).rules

    one, same, other = rules("red"), rules("red"), rules("blue")
    assert one[0] is same[0]
    assert one[0] is not other[0]
    assert (Color.parse("red"), Color.parse("blue")) == (one[0].styles.color, other[0].styles.color)


def test_everything_is_looked_through_when_nobody_waits(frozen: None) -> None:
    """Full collections come when all who were here have left, or many for those who are here, and not before that."""
    counts = {"here": 0, "ended": 0}
    policy = GcPolicy(lambda: counts["here"], lambda: counts["ended"])

    def looks(here: int, ended: int, times: int = 1) -> int:
        counts.update(here=here, ended=ended)
        for _ in range(times):
            policy.check()
        return policy.full

    assert 0 == looks(0, 0, times=10)
    assert 0 == looks(5, FEW_GONE - 1, times=10)
    assert 0 == looks(0, FEW_GONE - 1, times=QUIET_CHECKS - 1)
    assert 1 == looks(0, FEW_GONE - 1, times=10)
    assert 1 == looks(300, MANY_GONE)
    assert 2 == looks(300, FEW_GONE - 1 + MANY_GONE, times=5)
    assert 2 == looks(50, FEW_GONE + MANY_GONE + 50 * FOR_EACH - 2)
    assert 3 == looks(50, FEW_GONE + MANY_GONE + 50 * FOR_EACH - 1)
    assert 4 == looks(1, 2 * FEW_GONE + MANY_GONE + 50 * FOR_EACH)


class Chain:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_that_lived_for_some_time_is_collected_while_people_are_here(frozen: None) -> None:
    """An object in a cycle is not frozen by the policy while few objects are made, and is freed within seconds."""
    gc.collect()
    gc.freeze()
    policy = GcPolicy(lambda: 10, lambda: 0)
    lasting = Chain()
    seen = weakref.ref(lasting)
    for _ in range(2 * SETTLE_CHECKS):
        policy.check()
    assert gc.is_tracked(lasting)
    before = gc.get_freeze_count()
    del lasting
    for _ in range(SETTLE_CHECKS):
        policy.check()
    assert (None, before, 0) == (seen(), gc.get_freeze_count(), policy.full)


def test_many_new_objects_are_frozen(frozen: None) -> None:
    """The objects of many people who connect at once are frozen, so that no later collection visits them."""
    gc.collect()
    gc.freeze()
    policy = GcPolicy(lambda: 10, lambda: 0)
    before = gc.get_freeze_count()
    brought = [Chain() for _ in range(2 * FEW_OLDER)]
    policy.check()
    assert gc.get_freeze_count() - before >= len(brought)


async def test_the_policy_lasts_as_long_as_the_server(frozen: None) -> None:
    """While the policy runs, thresholds are high and old objects are frozen; afterwards all is as before."""
    before = gc.get_threshold()
    policy = GcPolicy(lambda: 0, lambda: 0)
    policy.start()
    assert gc.get_threshold()[2] > 10**5
    assert gc.get_freeze_count() > 1000
    policy.stop()
    assert (before, 0) == (gc.get_threshold(), gc.get_freeze_count())
