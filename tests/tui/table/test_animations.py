"""Short animations of a move, which cost nothing where nothing may move."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.handles import FakeHandle
from tests.tui.playing import Playing, playing
from tests.tui.scenes import moved, over, table
from uno_server.line.driver import app as driver_app
from uno_server.line.driver.app import MOST_ANIMATED, SessionApp
from uno_server.line.line import Line
from uno_tui.game.cards import card
from uno_tui.game.events import Called, Cause, Dealt, Drew, Event, Played, Reversed, RoundEnded, Turned
from uno_tui.i18n import Words
from uno_tui.local.settings import Settings
from uno_tui.local.terminal import Terminal
from uno_tui.table.protocol import Chat, LogEntry, TableView
from uno_tui.tui.app import UnoApp
from uno_tui.tui.session import FAST_LINE, SessionOptions
from uno_tui.tui.table.animation_player import LATE, REST
from uno_tui.tui.table.animations import AnimationKind, animations_between

DEAL, PLAY, DRAW, TURN, UNO, WIN = AnimationKind


class Timer:
    """A timer that runs out when the test says so."""

    def __init__(self, seconds: float, callback: Callable[[], None]) -> None:
        self.seconds, self.callback, self.stopped = seconds, callback, False

    def cancel(self) -> None:
        self.stopped = True


class Stage:
    """The animations of a person's screen, with a clock and timers of the test's own."""

    def __init__(self, person: Playing, steps: int = 1) -> None:
        self.person, self.now, self.timers = person, 0.0, list[Timer]()
        self.animations = person.screen.animations
        self.animations.clock = lambda: self.now
        self.animations.after = self.after  # type: ignore[assignment]  # a timer that can be stopped
        person.app.travel_steps = steps

    def after(self, seconds: float, callback: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, callback))
        return self.timers[-1]

    def step(self, late: float = 0.0) -> None:
        """Let the newest timer run out."""
        timer = self.timers[-1]
        assert not timer.stopped
        timer.stopped = True
        self.now += timer.seconds + late
        timer.callback()

    @property
    def running(self) -> bool:
        return any(not timer.stopped for timer in self.timers)

    @property
    def shown(self) -> AnimationKind | None:
        animation = self.person.screen.scene.animation
        return None if animation is None else animation.kind


def after(view: TableView, *events: Event, **changes: Any) -> TableView:
    """Return the view after some events of the match."""
    assert view.game is not None
    return moved(view, history=(*view.game.history, *events), **changes)


MOVES: list[tuple[tuple[Event, ...], list[AnimationKind]]] = [
    ((Played(1, card("r9")),), [PLAY]),
    ((Played(1, card("rR")), Reversed(-1)), [PLAY, TURN]),
    ((Played(1, card("r9"), uno=True),), [PLAY, UNO]),
    ((Drew(1, 1, 1, Cause.TURN, None),), [DRAW]),
    ((Called(1),), [UNO]),
    ((Played(1, card("r9")), Drew(2, 1, 1, Cause.TURN, None), Played(3, card("r1"))), [PLAY]),
    ((Played(1, card("r9")), RoundEnded(1, (0, 0, 0, 0), ((), (), (), ()))), [WIN]),
    ((), []),
]


@pytest.mark.parametrize(("events", "kinds"), MOVES)
def test_what_a_move_shows(events: tuple[Event, ...], kinds: list[AnimationKind]) -> None:
    """A move shows a travel and its effect; of several moves at once only the last one is shown."""
    view = table(turn=1)
    old, new = view.game, after(view, *events).game
    assert old is not None
    assert new is not None
    assert kinds == [one.kind for one in animations_between(old, new)]
    for steps in (1, 3):
        animations = animations_between(old, new, steps)
        assert kinds == [one.kind for one in animations]
        assert all(one.seconds * one.steps <= 0.25 and one.left == one.steps for one in animations)


def test_a_new_round_is_dealt() -> None:
    """The first view of another round shows the deal, however many events there were before."""
    view = table(turn=1)
    new = moved(view, round=3, history=(Dealt(3, 0, 7), Turned(card("r7"), back=False))).game
    assert view.game is not None
    assert new is not None
    assert [DEAL] == [one.kind for one in animations_between(view.game, new)]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (100, 30), (40, 12)])
@pytest.mark.parametrize("steps", [1, 3])
async def test_a_card_travels_and_lands(size: tuple[int, int], steps: int) -> None:
    """A played card is under way for some steps; then the screen is as without motion, and no timer runs."""
    view = table(turn=1)
    new = after(view, Played(1, card("b9")), turn=2, top=card("b9"), color=card("b9").color)
    async with playing(view, size, session=SessionOptions(motion=False)) as person:
        await person.send(new)
        still = person.rows
    async with playing(view, size, session=SessionOptions(motion=True)) as person:
        stage = Stage(person, steps)
        await person.send(new)
        frames = []
        for _ in range(steps):
            assert PLAY is stage.shown
            frames.append(person.rows)
            stage.step()
        assert stage.shown is None
        assert not stage.running
        assert still == person.rows
        assert size == (40, 12) or len({"\n".join(rows) for rows in (*frames, still)}) == steps + 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_every_moment_is_drawn_and_goes(size: tuple[int, int]) -> None:
    """Deal, draw, turn, call and win each change the screen, and leave nothing behind."""
    view = table(turn=1)
    cases = [
        (moved(view, round=3, history=(Dealt(3, 0, 7), Turned(card("r7"), back=False))), DEAL),
        (after(view, Drew(1, 1, 1, Cause.TURN, None)), DRAW),
        (after(view, Called(1)), UNO),
        (replace(over(), version=99), WIN),
    ]
    if size == (100, 30):
        cases.append((after(view, Reversed(-1), direction=-1), TURN))
    for new, kind in cases:
        async with playing(view, size, session=SessionOptions(motion=True)) as person:
            stage = Stage(person)
            await person.send(new)
            assert kind is stage.shown
            moving = looks(person)
            while stage.running:
                stage.step()
            finished = looks(person)
            assert moving != finished
        async with playing(new, size) as person:
            assert finished == looks(person)


def looks(person: Playing) -> list[object]:
    """Return what all widgets show."""
    return [widget.look for widget in person.screen.canvas_widgets if widget.region_given.area]


async def test_the_next_move_ends_the_moment_before() -> None:
    """If moves come faster than animations, only the newest is shown; another change of the screen leaves it alone."""
    view = table(turn=1)
    async with playing(view, session=SessionOptions(motion=True)) as person:
        stage = Stage(person)
        first = after(view, Played(1, card("r9"), uno=True), turn=2, top=card("r9"))
        await person.send(first)
        stage.step()
        await person.send(after(first, Drew(2, 1, 1, Cause.TURN, None), turn=3))
        assert DRAW is stage.shown
        assert [True, True, False] == [timer.stopped for timer in stage.timers]
        chat = replace(person.table.view, log=(*person.table.view.log, LogEntry(99, Chat("Ann", "hello"))))
        await person.send(chat)
        assert DRAW is stage.shown


async def test_a_late_program_rests() -> None:
    """A step that comes 20 ms late ends the animation, and there is none for a while."""
    view = table(turn=1)
    async with playing(view, session=SessionOptions(motion=True)) as person:
        stage = Stage(person)
        for number, (pause, wanted) in enumerate(((0.0, PLAY), (REST / 2, None), (REST, PLAY))):
            stage.now += pause
            await person.send(after(person.table.view, Played(1, card(f"r{number}")), top=card(f"r{number}")))
            assert wanted is stage.shown
            if number == 0:
                stage.step(late=LATE + 0.001)
                assert stage.shown is None
                assert not stage.running


async def test_nothing_moves_where_it_is_not_wanted() -> None:
    """Without the setting, with NO_MOTION, and behind a page, there is no animation and no timer."""
    view = table(turn=1)
    new = after(view, Played(1, card("r9")), top=card("r9"))
    for session in (SessionOptions(motion=False), SessionOptions(motion=True, still=True)):
        async with playing(view, session=session) as person:
            stage = Stage(person)
            await person.send(new)
            assert stage.shown is None
            assert [] == stage.timers
    async with playing(view, session=SessionOptions(motion=True)) as person:
        stage = Stage(person)
        await person.press("L")
        await person.send(new)
        assert stage.shown is None


def test_the_environment_can_ask_for_stillness() -> None:
    """Motion is on by default; NO_MOTION turns it off for a session without changing the person's settings."""
    for variables, animated in (({}, True), ({"NO_MOTION": "1"}, False), ({"NO_MOTION": ""}, True)):
        session = SessionOptions.on(Terminal.from_client("xterm", variables), Words(), Settings())
        assert animated == session.animated
        assert session.settings.motion


class Remote(SessionApp, UnoApp):
    """The app as a server runs it."""


class Silent:
    """A peer to which nothing is written."""

    def write(self, data: bytes) -> None: ...

    def finish(self, status: int) -> None: ...

    def abort(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


def test_slow_lines_and_full_servers_are_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over ssh things move only if the terminal answered soon, reads what is sent, and the sessions are not many."""
    app = Remote(SessionOptions(), FakeHandle(table()).connect)
    app.line = Line(Silent(), Terminal(), (80, 24))
    assert [True, True, False, False] == [app.can_animate(one) for one in (0.0, FAST_LINE, FAST_LINE + 0.01, None)]
    app.line.paused = True
    assert not app.can_animate(0.0)
    app.line.paused = False
    monkeypatch.setattr(driver_app, "_RUNNING", set(range(MOST_ANIMATED)))
    assert app.can_animate(0.0)
    monkeypatch.setattr(driver_app, "_RUNNING", set(range(MOST_ANIMATED + 1)))
    assert not app.can_animate(0.0)
    monkeypatch.setattr(driver_app, "_RUNNING", set())
    app.is_local = True
    assert app.can_animate(None)


async def failing() -> None:
    """Run a table's screen on which a step fails."""
    async with playing(table(turn=1)) as person:
        failed = asyncio.Event()

        def fail() -> None:
            failed.set()
            raise ZeroDivisionError

        person.screen.after(0.0, fail)
        await failed.wait()
        await person.pilot.pause()


async def test_an_error_in_a_step_ends_the_session() -> None:
    """An error in a step is not lost in the event loop: it ends the app."""
    with pytest.raises(ZeroDivisionError):
        await failing()


async def test_a_step_that_comes_after_the_screen_does_nothing() -> None:
    """A step that is due when its screen has ended is not run."""
    async with playing(table(turn=1)) as person:
        screen = person.screen
    late, due = list[str](), asyncio.Event()
    screen.after(0.0, lambda: late.append("step"))
    asyncio.get_running_loop().call_later(0.0, due.set)
    await due.wait()
    assert [] == late


async def test_the_piles_can_be_clicked_while_a_card_moves() -> None:
    """A card in the air takes no click from the piles, on the first screen that draws it and on the next."""
    view = table(turn=1)
    new = after(view, Played(1, card("b9")), turn=0, top=card("b9"), color=card("b9").color)
    for _ in range(2):
        async with playing(view, session=SessionOptions(motion=True)) as person:
            stage = Stage(person)
            before = list(person.screen.board.piles.targets)
            await person.send(new)
            assert PLAY is stage.shown
            assert before == list(person.screen.board.piles.targets) != []
