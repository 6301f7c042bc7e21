"""The bytes sent to others do not depend on a hand they cannot see."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from tests.tables import House, Person
from tests.tui.table.test_sent import Remote
from uno_server.line.driver.app import run
from uno_server.line.line import Line
from uno_tui.game.actions import CatchUno, Keep, Play
from uno_tui.game.match import Match
from uno_tui.game.round import Round
from uno_tui.local.terminal import Terminal
from uno_tui.table.protocol import Listener, Message
from uno_tui.table.requests import Handle
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.screen import TableScreen

SECRET = 2
"""The seat that has another hand in the second match."""


class Onlooker(Person):
    """A remote person at the table; every byte sent to them is stored."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.listener: Listener | None = None
        self.data = b""
        self.wrote = asyncio.Event()

    def __call__(self, message: Message) -> None:
        super().__call__(message)
        if self.listener is not None:
            self.listener(message)

    def connect(self, listener: Listener) -> Handle:
        self.listener = listener
        return self.handle

    def write(self, data: bytes) -> None:
        self.data += data
        self.wrote.set()

    def finish(self, status: int) -> None: ...

    def abort(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    async def begin(self) -> None:
        """Open the screen, and wait until it is complete."""
        self.app = Remote(SessionOptions(), self.connect)
        self.task = asyncio.ensure_future(run(self.app, Line(self, Terminal(), (120, 40))))
        while "Log" not in self.data.decode() or self.screen.startup_batch is not None:
            self.wrote.clear()
            await asyncio.wait_for(self.wrote.wait(), 5)
        self.data = b""

    @property
    def screen(self) -> TableScreen:
        screen = self.app.screen
        assert isinstance(screen, TableScreen)
        return screen

    async def settle(self) -> None:
        """Wait until the screen shows what has arrived."""
        taken = asyncio.Event()
        self.screen.call_later(taken.set)
        await asyncio.wait_for(taken.wait(), 5)


def disguised(match: Match) -> Match:
    """Return the same match with the hand of that seat exchanged with the bottom cards of the draw pile."""
    now = match.round
    hand = now.setup.deck.ids(now.hands[SECRET])
    given = now.pile[: len(hand)]
    hands = [*now.hands]
    hands[SECRET] = sum(1 << one for one in given)
    changed: dict[str, Any] = {"hands": tuple(hands), "pile": (*hand, *now.pile[len(hand) : now.left])}
    return replace(match, round=Round.arrange(**now.facts() | changed))


async def sent(*, disguise: bool, turns: int) -> tuple[list[bytes], list[bytes]]:
    """Return what is sent to the others in some turns in which that seat shows no card, and after it shows one."""
    house = House()
    people = [Onlooker(name) for name in ("Ann", "Bob", "Cat", "Dan")]
    house.open(people[0], seats=4)
    for person in people[1:]:
        house.join(person)
    others = [*(person for person in people if person.seat != SECRET), house.watch(Onlooker("Eve"))]
    replica = house.table().replica
    assert replica.state.match is not None
    if disguise:
        replica._state = structs.replace(replica.state, match=disguised(replica.state.match))
    for one in others:
        assert isinstance(one, Onlooker)
        await one.begin()
    secret = next(person for person in people if person.seat == SECRET)
    for _ in range(turns):
        move(house.turn_of(*people), secret)
        await settled(others)
    before = [one.data for one in others if isinstance(one, Onlooker)]
    while not (house.turn_of(*people) is secret and any(isinstance(one, Play) for one in secret.legal)):
        move(house.turn_of(*people), secret)
    secret.move()
    await settled(others)
    after = [one.data for one in others if isinstance(one, Onlooker)]
    for one in others:
        assert isinstance(one, Onlooker)
        one.app.exit(0)
        await one.task
    return before, after


def move(person: Person, secret: Person) -> None:
    """Make the next move. That seat shows no card: it keeps a drawn card, else it draws or takes."""
    if person is not secret:
        person.move()
        return
    actions = [one for one in secret.legal if not isinstance(one, Play | CatchUno)]
    secret.act(Keep() if Keep() in actions else actions[0])


async def settled(others: Sequence[Person]) -> None:
    for one in others:
        assert isinstance(one, Onlooker)
        await one.settle()


async def test_no_byte_depends_on_a_hidden_hand() -> None:
    """In two matches that differ in one hand, the others and a spectator are sent the same bytes until a card shows."""
    (first, first_shown), (second, second_shown) = [await sent(disguise=one, turns=30) for one in (False, True)]
    assert all(len(one) > 3000 for one in first)
    assert first == second
    assert [a != b for a, b in zip(first_shown, second_shown, strict=True)] == [True] * 4
