"""The daily deal of the real server program, whose clock a test sets: midnight, kill -9, two terminals, a guest."""

import json
import re
import signal
import sqlite3
import time
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.server.app.test_game_over_ssh import LARGE, Serving
from tests.server.app.test_restart_over_ssh import guest, started
from tests.terminals import Terminal, ran
from tests.waiting import until, within
from uno_tui.plain.jsonlines import protocol_schema

MIDNIGHT = int(datetime(2026, 12, 2, tzinfo=UTC).timestamp())
HAND = re.compile(r"\d+ cards?: .+")


def set_clock(folder: Path, seconds: float) -> None:
    """Set the server's clock to some seconds after midnight between 1 and 2 December 2026 in UTC."""
    (folder / "clock").write_text(str(MIDNIGHT + seconds - time.time()))


def clocked(folder: Path) -> AbstractAsyncContextManager[Serving]:
    """`uno serve` with a clock of its own and its data in that folder; killed with kill -9 at the end."""
    return started(folder, "tests.clocked", str(folder / "clock"))


async def hand(command: Sequence[str]) -> str:
    """Return the hand that a person in lines has; then their connection is lost."""
    async with Terminal(command, size=(200, 50)) as person:
        await until(lambda: "Type help" in person.text)
        person.type(b"hand\r")
        await until(lambda: HAND.search(person.text))
        return str(HAND.findall(person.text)[-1]).strip()


async def test_a_try_goes_on_after_midnight(tmp_path: Path) -> None:
    """A lost connection and midnight keep the try; after it the next day's deal is dealt, and the board is new."""
    set_clock(tmp_path, -60)
    async with clocked(tmp_path) as serving:
        daily = serving.ssh("ann", "-t", "plain", "daily")
        before = await hand(daily)
        set_clock(tmp_path, 60)
        assert before == await hand(daily)
        out, _, _ = await ran(serving.ssh("ann", "daily", "board"))
        assert "Daily deal of 2026-12-02" == out.splitlines()[0]
        await ran(serving.ssh("ann", "plain", "daily"))  # the end of the input gives up the seat
        assert before != await hand(daily)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
async def test_a_restarted_server_keeps_the_try(tmp_path: Path, sign: signal.Signals) -> None:
    """After kill -9, or a stop, and a restart `daily` leads back to the same hand, and there is no second try."""
    set_clock(tmp_path, 0)
    async with clocked(tmp_path) as serving:
        before = await hand(serving.ssh("ann", "-t", "plain", "daily"))
        serving.process.send_signal(sign)
        await within(serving.process.wait())
    async with clocked(tmp_path) as serving:
        assert before == await hand(serving.ssh("ann", "-t", "plain", "daily"))
        out, _, status = await ran(serving.ssh("ann", "plain", "daily"))
        assert 0 == status
        assert "Today's try is over: you left before the end." in out
        out, _, status = await ran(serving.ssh("ann", "plain", "daily"))
        assert ("Daily deal of 2026-12-02", 0) == (out.splitlines()[0], status)
        out, _, status = await ran(serving.ssh("ann", "daily", "watch"))
        assert ("No finished tries yet.\n", 1) == (out, status)


async def test_two_terminals_at_once_have_one_try(tmp_path: Path) -> None:
    """Of two that ask in the same moment with one key, one has the seat in the end, and one table was opened."""
    set_clock(tmp_path, 0)
    async with clocked(tmp_path) as serving:
        command = serving.ssh("ann", "-t", "daily")
        async with Terminal(command, size=LARGE) as one, Terminal(command, size=LARGE) as other:
            await until(lambda: one.process.returncode is not None or other.process.returncode is not None)
            staying = one if one.process.returncode is None else other
            await staying.shows("round 1")
        with closing(sqlite3.connect(tmp_path / "data" / "uno.db")) as journal:
            assert [("2026-12-02",)] == journal.execute("SELECT day FROM daily").fetchall()
            assert 1 == len(journal.execute("SELECT DISTINCT code FROM entries").fetchall())


async def test_a_guest_has_a_try_without_a_place(tmp_path: Path) -> None:
    """The page says so; the next connection is another guest."""
    set_clock(tmp_path, 0)
    async with clocked(tmp_path) as serving:
        out, _, status = await ran(guest(serving, "plain", "daily"))
        assert 0 == status
        assert "You are a guest, so your tries are not on the board." in out
        assert "Today's try is over: you left before the end." in out
        out, _, _ = await ran(guest(serving, "daily", "board"))
        assert "No finished tries yet." in out
        assert "you left before the end" not in out


async def test_programs_get_the_result_and_the_board(tmp_path: Path) -> None:
    """`json daily` ends with the message that `daily board --json` prints; it has the fields of the schema."""
    set_clock(tmp_path, 0)
    async with clocked(tmp_path) as serving:
        out, _, status = await ran(serving.ssh("ann", "json", "daily"), stdin=b'{"type":"leave"}\n')
        assert 0 == status
        told = json.loads(out.splitlines()[-1])
        schema = next(one for one in protocol_schema()["$defs"]["message"]["oneOf"] if one["title"] == "Daily")
        assert set(schema["required"]) == set(told)
        assert ("daily", "over", "2026-12-02", [], "") == tuple(
            told[name] for name in ("type", "state", "day", "board", "share")
        )
        board, _, status = await ran(serving.ssh("ann", "daily", "board", "--json"))
        assert 0 == status
        assert {**told, "seconds": 0} == {**json.loads(board), "seconds": 0}
        out, _, status = await ran(serving.ssh("ann", "daily", "boards"))
        assert ("daily takes board, board --json, record, watch or nothing, not 'boards'\n", 2) == (out, status)
