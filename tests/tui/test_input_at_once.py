"""Input that arrives at once, while screens open and close: no packet ends a session by a fault."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from textual.app import App

from tests.replays import record
from tests.server.toy import taped
from tests.terminals import shown
from tests.tui.menu.test_start import Network
from tests.waiting import until, within
from uno_server.app.service import GameService
from uno_server.limits import Limits
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_tui.daily import DailyHistory
from uno_tui.lobby.lobby import Lobby
from uno_tui.local.last_used import LastUsed
from uno_tui.local.record_folder import RecordFolder
from uno_tui.local.replay import Replay
from uno_tui.local.settings import Settings
from uno_tui.table.options import TableOptions, User
from uno_tui.table.state.pace import Pace
from uno_tui.tui.menu.start import StartContext, StartScreen
from uno_tui.tui.replay.screen import replay_screen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance
from uno_tui.tui.single_screen_app import SingleScreenApp

KEYS: Final = [
    *"?q?qLRSosnpc/MTwi +-<>jklhxyd123\r\r\x1b ", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~",
    "\x1b[6~", "\x7f", "\t", "\x11", "\x03", "\x1b[200~/hi\x1b[201~", "\x1b[200~some text\x1b[201~",
]  # fmt: skip  # a list of keys
SIZES: Final = [(80, 24), (60, 20), (120, 40), (20, 5), (1, 1)]
PACKETS: Final = 60
"""Packets of each session; screens open and close several times in them."""


def click(x: int, y: int, button: int = 0) -> str:
    """Return what a terminal sends for a click, a turn of the wheel, or a motion of the mouse."""
    pressed = f"\x1b[<{button};{x};{y}M"
    return pressed if button >= 32 else f"{pressed}\x1b[<{button};{x};{y}m"


class Remote(SessionApp, SingleScreenApp[Any]):
    """A single screen of the start menu in a session."""


async def at_the_menu(line: Line, folder: Path) -> int:
    """Run the start screen, with a game on the network and a finished match."""
    (folder / "a.unorec").write_text(record().text)
    start = StartContext(
        last=LastUsed(), records=RecordFolder(folder), browse=Network().browse, settings=Settings(),
        daily=DailyHistory((), 0),
        save=lambda _: None, appearance_for=lambda _: session_appearance(SessionOptions())[0],
    )  # fmt: skip  # a value
    return await run(Remote(SessionOptions(), lambda appearance, _: StartScreen(appearance, start)), line)


async def at_a_replay(line: Line, folder: Path) -> int:
    """Run the screen of a replay."""
    del folder
    replay = Replay.read(record().text)
    return await run(Remote(SessionOptions(), lambda appearance, _: replay_screen(appearance, replay, 0)), line)


async def in_the_lobby(line: Line, folder: Path) -> int:
    """Run a session that begins in the lobby, where another table is open."""
    del folder
    lobby = Lobby(pace=Pace(think=(0, 0), notice=(0, 0), moment=0, scores=0))
    await lobby.open(User("ssh:bob", "Bob"), lambda _: None, TableOptions(), "BOBS")
    return await GameService(lobby).open_session(line, Person("ssh:ann", "Ann", guest=False), [])


async def at_a_table(line: Line, folder: Path) -> int:
    """Run a session that begins at a table."""
    del folder
    lobby = Lobby(pace=Pace(think=(0, 0), notice=(0, 0), moment=0, scores=0))
    return await GameService(lobby).open_session(line, Person("ssh:ann", "Ann", guest=False), ["join", "TABLE"])


Opened = Callable[[Line, Path], Coroutine[Any, Any, int]]


class Session:
    """A session whose terminal sends packets."""

    def __init__(self, opened: Opened, folder: Path, faults: list[BaseException]) -> None:
        self.opened = opened
        self.folder = folder
        self.faults = faults

    async def begin(self) -> None:
        """Begin a session, and wait for its first screen."""
        self.line, self.tape = taped()
        self.line.limits = Limits(keys_rate=10_000, keys_burst=10_000, sizes_rate=10_000)
        self.task = asyncio.create_task(self.opened(self.line, self.folder), context=Context())
        await until(lambda: len(self.tape.data) > 1000 or self.task.done())

    async def send(self, packet: str) -> None:
        """Send a packet, and let the session handle it, or a part of it."""
        self.line.received(packet.encode())
        for _ in range(8):
            await asyncio.sleep(0)

    async def fuzz(self, random: Random) -> None:
        """Send random packets; begin again when the person has quit."""
        await self.begin()
        for _ in range(PACKETS):
            if self.task.done():
                await self.begin()
            if not random.randrange(8):
                self.line.resized(*random.choice(SIZES))
            if not random.randrange(3):
                await asyncio.sleep(0.02)  # until screens that were opened are complete, in some of the cases
            width, height = self.line.size
            await self.send("".join(packet(random, width, height) for _ in range(random.randrange(1, 6))))
            assert [] == self.faults
        self.line.lost()
        await within(self.task)
        assert [] == self.faults


def packet(random: Random, width: int, height: int) -> str:
    """Return a key, or one to three clicks at one place, often on the key bar, or the wheel, or a motion."""
    if random.random() < 0.6:
        return str(random.choice(KEYS))
    x, y = random.randrange(1, width + 1), random.choice([height, random.randrange(1, height + 1)])
    return click(x, y, random.choice([0, 0, 0, 64, 65, 35])) * random.randrange(1, 4)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """The errors with which sessions ended."""
    found: list[BaseException] = []
    handling = App._handle_exception

    def handle(app: Any, error: Exception) -> None:
        found.append(error)
        handling(app, error)

    monkeypatch.setattr(App, "_handle_exception", handle)
    return found


SCREENS: Final[list[Opened]] = [at_the_menu, at_a_replay, in_the_lobby, at_a_table]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("opened", SCREENS, ids=lambda one: one.__name__)
async def test_no_packet_of_input_ends_a_session(
    opened: Opened, seed: int, faults: list[BaseException], tmp_path: Path
) -> None:
    """Random packets of keys, clicks, pastes and sizes are harmless on every screen, also while it opens or closes."""
    await Session(opened, tmp_path, faults).fuzz(Random(seed))


@pytest.mark.parametrize("opened", [in_the_lobby, at_a_table], ids=lambda one: one.__name__)
async def test_three_clicks_at_once_close_a_page_once(
    opened: Opened, faults: list[BaseException], tmp_path: Path
) -> None:
    """Three clicks in one packet close the open page; the session continues."""
    session = Session(opened, tmp_path, faults)
    await session.begin()
    for key in "?LS":
        await session.send(key)
        await session.send(click(40, 12) * 3)
    session.tape.data = b""
    await session.send("\x1b?")
    await until(lambda: "Keys that work now" in shown(session.tape.data))
    assert ([], False) == (faults, session.task.done())
    session.line.lost()
    await within(session.task)


@pytest.mark.parametrize("opened", [in_the_lobby, at_a_table], ids=lambda one: one.__name__)
async def test_a_key_typed_right_after_settings_is_theirs(
    opened: Opened, faults: list[BaseException], tmp_path: Path
) -> None:
    """S and q in one packet open the settings and close them; they do not ask to leave what is below."""
    session = Session(opened, tmp_path, faults)
    await session.begin()
    before = shown(session.tape.data)
    await session.send("Sq" * 3 + "S")
    await until(lambda: "Settings" in shown(session.tape.data))
    await session.send("q")
    await until(lambda: "Settings" not in shown(session.tape.data))

    assert before.split("\n")[-1] == shown(session.tape.data).split("\n")[-1], "the keys at the foot"
    assert ([], False) == (faults, session.task.done())
    session.line.lost()
    await within(session.task)
