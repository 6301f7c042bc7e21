"""Helpers for tests of tables: a manual clock, people who record their messages, and a lobby for them."""

import heapq
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tests.memory_log import MemoryLog
from uno_tui.game.actions import Action, Keep, Play
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase
from uno_tui.lobby.lobby import Lobby
from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import Medium, TableOptions, User
from uno_tui.table.protocol import (
    Closed,
    Ending,
    Happening,
    Message,
    Notice,
    NoticeKind,
    Refused,
    Stage,
    TableNote,
    TableView,
)
from uno_tui.table.state.table_state import OFF_TURN
from uno_tui.table.table import Table

_T = TypeVar("_T")

QUICK = Rules(target=1)
"""Rules for a match of one round."""


def now(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of a coroutine that awaits nothing; fail if it does."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        value: _T = stop.value
        return value
    raise AssertionError("it awaited something")


class Call:
    """A scheduled call of a `Clock`."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class Clock:
    """A manual clock with the `call_later` and `now` of a table; `pass_` advances it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._calls: list[tuple[float, int, Call]] = []
        self._made = 0

    def now(self) -> float:
        return self.time

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Call:
        self._made += 1
        call = Call(callback)
        heapq.heappush(self._calls, (self.time + seconds, self._made, call))
        return call

    def pass_(self, seconds: float) -> None:
        """Advance the clock, making each due call at its time."""
        end = self.time + seconds
        while self._calls and self._calls[0][0] <= end:
            self.time, _, call = heapq.heappop(self._calls)
            if call.callback:
                call.callback()
        self.time = end

    @property
    def waiting(self) -> int:
        """Number of calls still to be made."""
        return sum(call.callback is not None for _, _, call in self._calls)


class Person:
    """A person at a table, who holds the handle and is the listener."""

    def __init__(self, name: str, identity: str = "", medium: Medium = Medium.SCREEN) -> None:
        self.user = User(identity or f"ssh:{name}", name, medium=medium)
        self.told: list[Message] = []
        self._handle: MemberHandle | None = None

    def __call__(self, message: Message) -> None:
        self.told.append(message)

    @property
    def handle(self) -> MemberHandle:
        assert self._handle
        return self._handle

    def holds(self, handle: object) -> "Person":
        assert isinstance(handle, MemberHandle)
        self._handle = handle
        return self

    @property
    def view(self) -> TableView:
        """The newest view this person was sent."""
        return next(message for message in reversed(self.told) if isinstance(message, TableView))

    @property
    def seat(self) -> int:
        assert self.view.you is not None
        return self.view.you

    @property
    def legal(self) -> tuple[Action, ...]:
        assert self.view.game
        return self.view.game.legal

    @property
    def on_turn(self) -> bool:
        return bool(self.view.game and self.view.game.on_turn)

    @property
    def notices(self) -> list[NoticeKind]:
        return [message.kind for message in self.told if isinstance(message, Notice)]

    @property
    def refusals(self) -> list[Refused]:
        return [message for message in self.told if isinstance(message, Refused)]

    @property
    def ending(self) -> Ending | None:
        """The reason why this person is no longer at the table, or None. Fails if a message came after the end."""
        if any(isinstance(message, Closed) for message in self.told[:-1]):
            raise AssertionError("something was told after the end")
        last = self.told[-1] if self.told else None
        return last.reason if isinstance(last, Closed) else None

    @property
    def notes(self) -> list[TableNote]:
        """The table's notes in the newest view."""
        return [entry.what for entry in self.view.log if isinstance(entry.what, TableNote)]

    def saw(self, happening: Happening) -> list[str]:
        """Return the names of the people who did that, once for each time."""
        return [note.name for note in self.notes if note.happening is happening]

    def act(self, action: Action, request: int = 0) -> None:
        self.handle.act(action, self.view.version, request)

    def move(self) -> Action:
        """Make a legal move that continues the game, a play if possible, and return it."""
        actions = [action for action in self.legal if not isinstance(action, OFF_TURN)]
        best = min(actions, key=lambda action: (not isinstance(action, Play), isinstance(action, Keep)))
        self.act(best)
        return best


class House:
    """A lobby with a manual clock."""

    def __init__(self, **changes: Any) -> None:
        self.clock = Clock()
        self._codes = 0
        self.lobby = Lobby(
            **{
                "log": MemoryLog(),
                "call_later": self.clock.call_later,
                "now": self.clock.now,
                "new_seed": lambda: "family evening",
                "new_code": self._new_code,
                **changes,
            }
        )

    def _new_code(self) -> str:
        self._codes += 1
        return f"T{self._codes:03}"

    def open(self, person: Person, code: str = "FAM", **options: Any) -> Person:
        """Open a table for the person: no turn clock and four seats, unless the options say otherwise."""
        return person.holds(now(self.lobby.open(person.user, person, TableOptions(**options), code)))

    def join(self, person: Person, code: str = "FAM") -> Person:
        return person.holds(now(self.lobby.join(person.user, person, code)))

    def watch(self, person: Person, code: str = "FAM") -> Person:
        return person.holds(now(self.lobby.watch(person.user, person, code)))

    def back(self, person: Person) -> Person:
        """Let the same person come back in a new session."""
        again = Person(person.user.name, person.user.identity)
        return again.holds(now(self.lobby.resume(again.user, again)))

    def table(self, code: str = "FAM") -> Table:
        return self.lobby.tables[code]

    def people(self, *names: str, **options: Any) -> list[Person]:
        """Return people who fill a table of their number, so that it has started."""
        people = [Person(name) for name in names]
        self.open(people[0], seats=len(names), **options)
        for person in people[1:]:
            self.join(person)
        return people

    def turn_of(self, *people: Person) -> Person:
        return next(person for person in people if person.on_turn)


def finish(house: House, *people: Person, rounds: int = 10_000) -> None:
    """Play for these people until the match or the given number of rounds is over."""
    for _ in range(100_000):
        view = people[0].view
        assert view.game
        if view.stage is Stage.OVER or (view.game.phase is Phase.OVER and view.game.round >= rounds):
            return
        for person in people:
            if person.on_turn:
                person.move()
                break
        else:
            house.clock.pass_(0.1)
    raise AssertionError("the match never ends")


class Noting(list[Message]):
    """A list that calls a function when something is appended."""

    def __init__(self, items: list[Message], told: object) -> None:
        super().__init__(items)
        self._told = told

    def append(self, item: Message) -> None:
        assert callable(self._told)
        self._told()
        super().append(item)


def bots_play_out(house: House, *people: Person) -> None:
    """Put everybody on autopilot until the match is over."""
    for person in people:
        person.handle.autopilot(True)
    for _ in range(10_000):
        if people[0].view.stage is Stage.OVER:
            return
        house.clock.pass_(1)
    raise AssertionError("the match never ends")
