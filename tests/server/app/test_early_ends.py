"""Sessions that end while they begin, or while a screen opens, end cleanly; and wrong codes are slowed down."""

import asyncio
import logging
from contextvars import Context
from unittest.mock import AsyncMock

import pytest

from tests.lobby.far import FarLobby
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
    await house.lobby.close()


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
    await house.lobby.close()


async def test_wrong_codes_are_counted_for_their_address() -> None:
    """A code that leads to no table or guest is reported with the person's address; the code of a table is not."""
    lobby = Lobby()
    house = GameService(lobby)
    reported: list[tuple[str, str]] = []

    def guess(kind: str, address: str) -> float:
        reported.append((kind, address))
        return 0.001

    forgiven = AsyncMock()
    house.limit_guesses(guess, forgiven)
    line, _, task = begin(house, 1, "plain", "join", "FAM")  # opens the table
    await until(lambda: "FAM" in lobby.tables)
    for number, words in enumerate([("watch", "WRONG"), ("json", "watch", "WRONG"), ("resume", "WRONG")], 2):
        assert 2 == await within(begin(house, number, *words)[2])
    other, _, watching = begin(house, 9, "plain", "watch", "FAM")
    await take(20)
    for one, ending in ((line, task), (other, watching)):
        one.hang_up()
        await within(ending)
    assert [("table-code", "192.0.2.1")] * 3 + [("resume-code", "192.0.2.1")] == reported
    assert {one.args for one in forgiven.await_args_list} == set(reported)
    await house.lobby.close()


@pytest.mark.parametrize("cancel", [False, True])
@pytest.mark.parametrize("words", [(), ("join", "FAM"), ("plain",), ("plain", "quick"), ("json",)])
async def test_a_session_that_ends_while_a_slow_lobby_lets_it_in_leaves_nobody_there(
    words: tuple[str, ...], cancel: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """At whatever step the connection is lost, nobody is listed as present afterwards, in the lobby or at a table."""
    lobby = FarLobby()
    house = GameService(lobby)
    with caplog.at_level(logging.WARNING):
        for steps in (*range(20), *STEPS):
            line, _, task = begin(house, steps, *words)
            await take(steps)
            line.lost()
            if cancel:
                task.cancel()
            await within(asyncio.wait([task]))
            assert task.cancelled() or task.exception() is None
            await take(20)
            assert [] == lobby.here, steps
    assert "" == caplog.text
    await lobby.close()


async def test_a_session_that_ends_between_a_table_and_a_slow_lobby_leaves_nobody_there(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The same while the table gives way to the lobby."""
    lobby = FarLobby()
    house = GameService(lobby)
    with caplog.at_level(logging.WARNING):
        for steps in (*range(20), *STEPS):
            line, tape, task = begin(house, steps, "join", "FAM")
            await until(lambda tape=tape: len(tape.data) > 1000)  # type: ignore[misc]  # a default binds the value
            lobby.tables["FAM"].close()
            await take(steps)
            line.lost()
            await within(asyncio.wait([task]))
            assert task.cancelled() or task.exception() is None
            await take(20)
            assert [] == lobby.here, steps
    assert "" == caplog.text
    await lobby.close()
