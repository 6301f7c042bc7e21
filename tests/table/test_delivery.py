"""Listeners and timers: one person's fault or context affects nobody else."""

import asyncio
import contextvars
import logging
from collections.abc import Callable

import pytest

from tests.tables import Call, House, Person
from uno_tui.table.protocol import (
    Happening,
    Message,
    TableView,
)
from uno_tui.table.timers import Timers


class TestListeners:
    def test_one_that_fails_is_dropped_and_the_others_go_on(self, caplog: pytest.LogCaptureFixture) -> None:
        """A listener that raises counts as dropped; everybody else has the view, and the log shows no hand."""
        house = House()
        ann, bob, cat = house.people("Ann", "Bob", "Cat")
        visit = house.table().audience.attendee("ssh:Bob")
        assert visit

        def fails(message: Message) -> None:
            raise RuntimeError(repr(message))

        visit.listener = fails
        with caplog.at_level(logging.ERROR):
            house.turn_of(ann, cat, bob).move()
        assert 1 == ann.view.version == cat.view.version
        assert ann.view.seats[1].away
        assert ["Bob"] == cat.saw(Happening.AWAY)
        assert "RuntimeError" in caplog.text
        assert "card(" not in caplog.text

    def test_one_that_acts_at_once_is_answered_after_the_others(self) -> None:
        """A listener that makes a request inside its call is not called again inside it."""
        house = House()
        depth: list[int] = []
        ann, bob = house.people("Ann", "Bob")
        for person, visit in zip((ann, bob), house.table().audience.attendees.values(), strict=True):
            visit.listener = AtOnce(person, depth)
        house.turn_of(ann, bob).move()
        assert {1} == set(depth)
        assert ann.view.version == bob.view.version == house.table().state.version > 20

    async def test_timers_hold_no_session(self) -> None:
        """A timer's callback runs in an empty context, whoever's action set the timer."""
        session: contextvars.ContextVar[str] = contextvars.ContextVar("session")
        session.set("Ann's")
        rang = asyncio.Event()
        seen: list[int] = []

        def ring() -> None:
            seen.append(len(contextvars.copy_context()))
            rang.set()

        timers = Timers(asyncio.get_running_loop().call_later, lambda: 0.0)
        timers.set("turn", 0, ring)
        await rang.wait()
        assert [0] == seen
        assert "turn" not in timers

    def test_b3_a_canceled_timer_does_nothing_even_if_it_is_called(self) -> None:
        """A timer that was replaced or canceled does nothing, even if its call was already due."""
        calls: list[Callable[[], None]] = []
        rung: list[str] = []

        def call_later(seconds: float, callback: Callable[[], None]) -> Call:
            calls.append(callback)
            return Call(callback)

        timers = Timers(call_later, lambda: 0.0)
        timers.set("turn", 1, lambda: rung.append("first"))
        timers.set("turn", 1, lambda: rung.append("second"))
        timers.set("grace", 1, lambda: rung.append("third"))
        timers.cancel("grace")
        for call in calls * 2:
            call()
        assert ["second"] == rung
        timers.stop()
        timers.set("turn", 1, lambda: rung.append("fourth"))
        assert "turn" not in timers


class AtOnce:
    """A listener that moves inside its call as soon as it is on turn."""

    def __init__(self, person: Person, depth: list[int]) -> None:
        self.person, self.depth, self.running = person, depth, 0

    def __call__(self, message: Message) -> None:
        self.running += 1
        self.depth.append(self.running)
        self.person.told.append(message)
        if isinstance(message, TableView) and self.person.on_turn and message.version < 40:
            self.person.move()
        self.running -= 1
