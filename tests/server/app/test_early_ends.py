"""Sessions that end while they begin, or while a screen opens, end cleanly; and wrong codes are slowed down."""

import asyncio
import logging
from contextvars import Context

import pytest

from tests.server.toy import Tape, taped
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.line.line import Line
from uno_server.person import Person
from uno_tui.lobby.lobby import Lobby

STEPS = (*range(1, 30, 3), *range(30, 150, 15))
"""Steps of the loop after which a session ends; a screen opens in about a hundred."""


def begin(house: GameService, number: int, *words: str) -> tuple[Line, Tape, asyncio.Task[int]]:
    line, tape = taped()
    person = Person(f"guest:{number}", "ann", guest=True, address="192.0.2.1")
    session = house.open_session(line, person, list(words))
    return line, tape, asyncio.get_running_loop().create_task(session, context=Context())


async def take(steps: int) -> None:
    """Let the loop run some steps."""
    for _ in range(steps):
        await asyncio.sleep(0)


@pytest.mark.parametrize("words", [(), ("join", "FAM")])
async def test_a_session_may_end_at_any_step_of_its_start(
    words: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    """Input that ends at any moment of a session's start ends it with status 0, without a notice or an error."""
    house = GameService(Lobby())
    with caplog.at_level(logging.WARNING):
        for steps in (0, *STEPS):
            line, tape, task = begin(house, steps, *words)
            await take(steps)
            line.hang_up()
            assert 0 == await within(task)
            assert b"wrong" not in tape.data
    assert "" == caplog.text
    house.lobby.close()


async def test_a_session_may_end_at_any_step_between_two_screens(caplog: pytest.LogCaptureFixture) -> None:
    """The same while the lobby gives way to a table."""
    house = GameService(Lobby())
    with caplog.at_level(logging.WARNING):
        for steps in STEPS:
            line, tape, task = begin(house, steps)
            await until(lambda tape=tape: len(tape.data) > 1000)  # type: ignore[misc]  # a default binds the value
            line.received(b"p")
            await take(steps)
            line.hang_up()
            assert 0 == await within(task)
            assert b"wrong" not in tape.data
    assert "" == caplog.text
    house.lobby.close()


async def test_wrong_codes_are_counted_for_their_address() -> None:
    """A code that leads to no table or guest is reported with the person's address; the code of a table is not."""
    house = GameService(Lobby())
    reported: list[tuple[str, str]] = []

    def guess(kind: str, address: str) -> float:
        reported.append((kind, address))
        return 0.001

    house.limit_guesses(guess)
    line, _, task = begin(house, 1, "plain", "join", "FAM")  # opens the table
    await until(lambda: "FAM" in house.lobby.tables)
    for number, words in enumerate([("watch", "WRONG"), ("json", "watch", "WRONG"), ("resume", "WRONG")], 2):
        assert 2 == await within(begin(house, number, *words)[2])
    other, _, watching = begin(house, 9, "plain", "watch", "FAM")
    await take(20)
    for one, ending in ((line, task), (other, watching)):
        one.hang_up()
        await within(ending)
    assert [("table-code", "192.0.2.1")] * 3 + [("resume-code", "192.0.2.1")] == reported
    house.lobby.close()
