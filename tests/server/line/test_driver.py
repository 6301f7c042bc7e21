"""An app on a line: input, frames, the terminal, and separation from other sessions."""

import asyncio
import gc
import importlib
import logging
import os
import random
import sys
import weakref
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.message import Message

from tests.server.toy import RemoteToy, Tape, taped
from tests.terminals import rows, shown
from tests.waiting import until, within
from uno_server.limits import Limits
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.driver.driver import BATCH, SessionDriver
from uno_server.line.line import Line
from uno_tui.local.terminal import ColorDepth, Terminal, restore_sequence

KILLERS = [b"\x1b[99999999;1u", b"\x1b[1:;:;:u", b"\x1b[48;0;0;0;0t\x1b[<0;5;5M", b"\x1b[48;9000;9000;1;1t"]
KEYS = {b"\x1b[A": "up", b"\x1bOP": "f1", b"\x1b[[A": "f1", b"\x1b[15~": "f5", b"\x1b[1;5C": "ctrl+right"}


class Run:
    """A toy running on a line."""

    def __init__(self, line: Line, tape: Tape, **options: Any) -> None:
        self.line, self.tape = line, tape
        self.app = RemoteToy()
        self.task = asyncio.get_running_loop().create_task(run(self.app, line, **options))

    async def ready(self) -> "Run":
        await until(lambda: self.task.done() or "ready" in shown(self.tape.data, self.line.size))
        assert not self.task.done()
        return self

    async def typed(self, data: bytes, key: str) -> list[str]:
        """Type and wait for a key; return all keys so far."""
        self.line.received(data)
        await until(lambda: key in self.app.keys or self.task.done())
        return self.app.keys

    async def shows(self, text: str) -> None:
        await until(lambda: text in shown(self.tape.data, self.line.size))

    async def ends(self) -> int:
        status: int = await within(self.task)
        self.line.close(status)
        return status


@pytest.fixture
def limits() -> Limits:
    return Limits(keys_rate=500)


@pytest.fixture
async def toy(request: pytest.FixtureRequest) -> AsyncIterator[Run]:
    """A toy on a line; a test that also asks for `limits` gets a toy under those."""
    line, tape = taped()
    if "limits" in request.fixturenames:
        line.limits = request.getfixturevalue("limits")
    running = await Run(line, tape).ready()
    yield running
    running.line.lost()
    await running.ends()


async def test_an_app_draws_and_quits() -> None:
    """An app sets up the terminal, draws, and ends with its status; the last bytes restore the terminal."""
    running = await Run(*taped()).ready()
    assert rows(running.tape.data)[:4] == ["hello", "ansi", "ready", "80x24."]
    running.line.received(b"q")
    assert await running.ends() == 7
    assert running.tape.status == 7
    assert running.tape.data.startswith(b"\x1b[?1049h")
    assert running.tape.data.endswith(restore_sequence(Terminal()).encode())
    assert running.tape.data.count(b"\x1b[?1049l") == 1


async def test_a_lone_escape_arrives(toy: Run) -> None:
    """A lone Esc is a key, and does not change the next key."""
    assert await toy.typed(b"\x1b", "escape") == ["escape"]
    assert await toy.typed(b"a", "a") == ["escape", "a"]


@pytest.mark.parametrize("sequence", KEYS)
async def test_a_key_split_anywhere_is_one_key(toy: Run, sequence: bytes) -> None:
    """A key whose bytes come in several packets is that one key, and no text."""
    for at in range(1, len(sequence)):
        toy.app.keys.clear()
        toy.line.received(sequence[:at])
        assert [KEYS[sequence], "z"] == await toy.typed(sequence[at:] + b"z", "z")


@pytest.mark.parametrize("killer", KILLERS)
async def test_input_cannot_kill_the_parser(toy: Run, killer: bytes) -> None:
    """After input that breaks Textual's parser, or claims absurd sizes, the next key arrives as usual."""
    before = len(toy.tape.data)
    assert "a" in await toy.typed(killer + b"a", "a")
    assert toy.app.sizes == [(80, 24)]
    assert toy.app.size == (80, 24)
    assert len(toy.tape.data) - before < 20_000


async def test_bytes_that_are_no_text_are_survived(toy: Run) -> None:
    """Bytes that are not UTF-8 do not end the session, and a character split over packets is one character."""
    await toy.typed(b"\xe9\xff\x80\x9b", "replacement_character")
    toy.line.received(b"\xc3")
    assert "\u00e9" in await toy.typed(b"\xa9", "\u00e9")


async def test_a_mouse_far_out_is_clamped(toy: Run) -> None:
    """A press outside the screen counts at its edge, and of many motions only a few are delivered."""
    toy.line.received(b"\x1b[<0;9999;9999M")
    await until(lambda: toy.app.mice)
    assert toy.app.mice == [(79, 23)]
    toy.line.received(b"".join(b"\x1b[<35;%d;5M" % (x % 80 + 1) for x in range(2000)) + b"z")
    await until(lambda: "z" in toy.app.keys)
    assert len(toy.app.mice) < 10


async def test_buttons_pressed_for_ever_are_forgotten(toy: Run) -> None:
    """Presses without releases do not pile up."""
    toy.line.received(b"\x1b[<0;3;3M" * 500 + b"z")
    await until(lambda: "z" in toy.app.keys)
    assert isinstance(toy.app._driver, SessionDriver)
    assert len(toy.app._driver._down_buttons) < 16


async def test_a_paste_of_megabytes_arrives_cut(toy: Run) -> None:
    """A bracketed paste of 5 MB is one short paste."""
    toy.line.received(b"\x1b[200~")
    for _ in range(160):
        toy.line.received(b"x" * 32768)
    await toy.typed(b"\x1b[201~y", "y")
    assert [len(text) for text in toy.app.pasted] == [8192]


async def test_a_flood_is_held(limits: Limits, toy: Run) -> None:
    """Beyond a small backlog no input is read until it has been delivered, in batches."""
    toy.line.received(b"y" * 5000)
    assert not toy.tape.reading
    await until(lambda: len(toy.app.keys) > 100)
    assert len(toy.app.keys) < 5000
    await until(lambda: toy.tape.reading)


async def test_a_burst_is_delivered_in_helpings(toy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many keys at once the app gets one batch before other sessions have their turn, then the rest."""
    driver = toy.app._driver
    assert isinstance(driver, SessionDriver)
    given: list[Message] = []
    monkeypatch.setattr(driver, "send_message", given.append)
    for _ in range(3):
        toy.line.received(b"y" * 10)
        toy.line.received(b"\x1b[A" * 10)
    assert BATCH == len(given)
    await until(lambda: len(given) == 60)


async def test_sizes_are_clamped_and_coalesced(toy: Run) -> None:
    """Absurd sizes are clamped, and of many at once only the newest counts."""
    for width, height in [(0, 0), (1, 1), (65535, 65535), (2**32 - 1, 2**32 - 1)]:
        toy.line.resized(width, height)
    assert toy.line.size == (500, 200)
    for width in range(30, 230):
        toy.line.resized(width, 50)
    await until(lambda: (229, 50) in toy.app.sizes)
    assert len(toy.app.sizes) < 5


async def test_sizes_that_never_end_cost_little(toy: Run) -> None:
    """A terminal that is resized all the time gets few layouts, and the newest size in the end."""
    for width in range(40, 140):
        toy.line.resized(width, 30)
        await asyncio.wait([asyncio.create_task(asyncio.sleep(0.01))])
    await until(lambda: (139, 30) in toy.app.sizes)
    assert len(toy.app.sizes) < 50


@pytest.mark.parametrize(("asked", "got"), [((0, 0), (80, 24)), ((1, 1), (8, 3)), ((65535, 65535), (500, 200))])
async def test_a_first_size_is_clamped(asked: tuple[int, int], got: tuple[int, int]) -> None:
    """A client that starts with no size or a huge one gets a screen of a sane size."""
    running = Run(*taped(size=asked))
    await until(lambda: running.app.sizes)
    assert [got] == running.app.sizes
    running.line.lost()
    await running.ends()


class Alarm:
    """A timer function whose timers with one delay fire when the test says so."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, delay: float, callback: Callable[[], None]) -> Any:
        if delay != self.delay:
            return asyncio.get_running_loop().call_later(delay, callback)
        self.waiting.append(callback)
        return self

    def cancel(self) -> None:
        self.waiting.pop()


async def test_frames_are_dropped_while_the_peer_does_not_read() -> None:
    """While the line is paused nothing is written; when it reads again, the whole screen is."""
    alarm = Alarm(60.0)
    running = await Run(*taped(), later=alarm).ready()
    running.line.pause_writing()
    before = len(running.tape.data)
    await running.typed(b"abc", "c")
    await asyncio.wait_for(running.app.animator.wait_until_complete(), 5)
    assert before == len(running.tape.data)
    assert len(alarm.waiting) == 1
    running.line.resume_writing()
    await until(lambda: "key c." in shown(running.tape.data[before:]))
    assert rows(running.tape.data[before:])[:3] == ["hello", "ansi", "key c."]
    assert alarm.waiting == []
    running.line.lost()
    await running.ends()


async def test_a_title_is_sent_with_the_frame_that_follows(toy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A title and the frame after it are one write, which over ssh is one packet; a title alone is sent as well."""
    writes: list[bytes] = []
    monkeypatch.setattr(toy.line, "write", writes.append)
    toy.app.send_title("UNO: your turn")
    toy.app.send_frame("a card")
    assert [(b"your turn" in one, b"a card" in one) for one in writes[:1]] == [(True, True)]
    toy.app.send_title("UNO")
    await until(lambda: any(b"\x1b]2;UNO\x1b" in one for one in writes[1:]))


async def test_a_peer_that_never_reads_is_dropped() -> None:
    """A line that stays paused for longer than the limit is dropped, and its app ends."""
    alarm = Alarm(60.0)
    running = await Run(*taped(), later=alarm).ready()
    running.line.pause_writing()
    alarm.waiting.pop()()
    await running.ends()
    assert running.tape.aborted
    assert running.tape.status is None


async def test_a_crash_ends_one_session(caplog: pytest.LogCaptureFixture) -> None:
    """When an app raises, its terminal is restored with a short message; the log has the place and no values."""
    one, two = await Run(*taped()).ready(), await Run(*taped()).ready()
    with caplog.at_level(logging.ERROR):
        one.line.received(b"x")
        assert await one.ends() == 1
    _, _, after = one.tape.data.partition(restore_sequence(Terminal()).encode())
    assert after.decode().strip() == RemoteToy.CRASH_NOTICE
    assert "ValueError" in caplog.text
    assert "action_crash" in caplog.text
    assert "r5 gS W4" not in caplog.text
    assert "r5 gS W4" not in one.tape.data.decode()
    assert await two.typed(b"a", "a") == ["a"]
    two.line.received(b"q")
    assert await two.ends() == 7


async def test_a_farewell_is_printed_after_the_screen() -> None:
    """An app's last message is printed on the restored terminal."""
    running = await Run(*taped()).ready()
    running.app.exit(return_code=3, message="You were sent out\x1b[2J.")
    assert await running.ends() == 3
    assert running.tape.data.endswith(b"You were sent out[2J.\r\n")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_streams_stay_the_process_s_own(order: tuple[int, int]) -> None:
    """After two sessions, ended in either order, the process has its own streams and task factory."""
    streams = sys.stdout, sys.stderr
    both = [await Run(*taped()).ready(), await Run(*taped()).ready()]
    assert streams == (sys.stdout, sys.stderr)
    for index in order:
        both[index].line.received(b"q")
        await both[index].ends()
        assert streams == (sys.stdout, sys.stderr)
    assert asyncio.get_running_loop().get_task_factory() is None


@pytest.mark.parametrize("first", [0, 1])
async def test_color_depths_do_not_mix(first: int) -> None:
    """Of two sessions, whichever starts first, each gets the colors of its own terminal."""
    taken = [taped("xterm-256color"), taped("xterm-256color", COLORTERM="truecolor")]
    runs = {index: await Run(*taken[index]).ready() for index in (first, 1 - first)}
    for running in runs.values():
        await running.typed(b"a", "a")
        await running.shows("key a.")
    assert b"8;2;" not in runs[0].tape.drawn
    assert b"48;5;" in runs[0].tape.data
    assert b"48;2;18;52;86" in runs[1].tape.data
    assert b"8;5;" not in runs[1].tape.data
    for running in runs.values():
        running.line.lost()
        await running.ends()


async def test_no_color_is_the_client_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR of the client removes all colors; NO_COLOR and TERM of the server change nothing."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLORTERM", "truecolor")
    before = dict(os.environ)
    colored, plain = await Run(*taped("xterm")).ready(), await Run(*taped("xterm", NO_COLOR="1")).ready()
    assert b";4" in colored.tape.data
    assert b"8;2;" not in colored.tape.drawn
    assert b"8;5;" not in colored.tape.data
    sgr = {part.split(b"m")[0] for part in plain.tape.data.split(b"\x1b[")[1:] if b"m" in part[:12]}
    assert not [code for code in sgr if code[:1] in (b"3", b"4", b"9") and code != b"4"]
    assert before == dict(os.environ)
    for running in (colored, plain):
        running.line.lost()
        await running.ends()


async def test_a_session_may_change_its_depth(toy: Run) -> None:
    """After a change of the color depth the whole screen is drawn in it."""
    before = len(toy.tape.data)
    toy.app.call_later(toy.app.set_color_depth, ColorDepth.TRUECOLOR)
    await until(lambda: b"48;2;18;52;86" in toy.tape.data[before:])


async def test_nothing_acts_on_the_server(toy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Screenshots, downloads, links, the palette and suspension do nothing in a session."""
    monkeypatch.setattr("webbrowser.open", lambda *_: pytest.fail("a browser on the server"))
    monkeypatch.setattr("os.kill", lambda *_: pytest.fail("a signal on the server"))
    monkeypatch.setattr("builtins.open", lambda *_, **__: pytest.fail("a file on the server"))
    monkeypatch.setattr("pathlib.Path.open", lambda *_, **__: pytest.fail("a file on the server"))
    for action in ("screenshot", "suspend_process", "command_palette"):
        assert await toy.app.run_action(action) or action == "command_palette"
    toy.app.open_url("https://example.org")
    assert (toy.app.save_screenshot(), toy.app.deliver_screenshot()) == ("", None)
    await toy.typed(b"\x10\x1aa", "a")
    assert len(toy.app.screen_stack) == 1


async def test_sessions_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """After many short sessions none of their apps, screens, drivers or lines is left."""
    monkeypatch.setattr("uno_server.line.driver.teardown.DELAY", 0.01)
    left: list[weakref.ref[Any]] = []
    tasks = asyncio.all_tasks()
    for number in range(30):
        running = await Run(*taped()).ready()
        assert running.app._driver is not None
        left += [weakref.ref(one) for one in (running.app, running.app.screen, running.app._driver, running.line)]
        if number % 3 == 0:
            running.line.lost()
        else:
            running.line.received(b"x" if number % 3 == 1 else b"q")
        await running.ends()
    del running
    await until(lambda: tasks == asyncio.all_tasks())
    await until(lambda: gc.collect() and not any(reference() for reference in left))


async def test_no_mixture_of_input_ends_a_session(toy: Run) -> None:
    """Hostile sequences, cut, joined and mangled at random, neither end the session nor block its input."""
    noise = random.Random(11)
    seeds = [
        *KILLERS,
        *KEYS,
        b"\x1b[200~",
        b"\x1b[201~",
        b"\x1b]11;",
        b"\x1bP",
        b"\x1b\\",
        b"\xc3\xa9",
        b"\x1b[<0;5;5M",
    ]
    for _ in range(300):
        piece = bytearray(b"".join(noise.choices(seeds, k=3)))
        piece[noise.randrange(len(piece))] = noise.choice(b"\x1b[;:0189<~uMt\xff")
        toy.line.received(bytes(piece).replace(b"q", b"").replace(b"x", b""))
    driver = toy.app._driver
    assert isinstance(driver, SessionDriver)
    await until(lambda: not driver._backlog)
    toy.app.keys.clear()
    assert "a" in await toy.typed(b"\x07\x1b[201~a", "a")
    assert {(80, 24)} == set(toy.app.sizes)


async def test_the_product_keeps_its_styles_and_bindings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An app's style sheet, default styles and bindings work in its remote subclass."""
    (tmp_path / "product_app.py").write_text(
        "from textual.app import App\n"
        "from textual.widgets import Static\n"
        "class Product(App[int]):\n"
        "    CSS_PATH = 'product.tcss'\n"
        "    DEFAULT_CSS = 'Product Static { width: 20; }'\n"
        "    BINDINGS = [('q', 'leave', 'leave')]\n"
        "    def compose(self):\n"
        "        yield Static('ready', id='one')\n"
        "    def action_leave(self):\n"
        "        self.exit(return_code=9)\n"
    )
    (tmp_path / "product.tcss").write_text("Product #one { background: #010203; height: 3; }")
    monkeypatch.syspath_prepend(tmp_path)
    product = importlib.import_module("product_app").Product
    app = type("RemoteProduct", (SessionApp, product), {"__module__": __name__})()
    line, tape = taped("xterm-direct")
    task = asyncio.get_running_loop().create_task(run(app, line))
    await until(lambda: task.done() or "ready" in shown(tape.data))
    assert (app.query_one("#one").size, b"48;2;1;2;3" in tape.data) == ((20, 3), True)
    line.received(b"q")
    assert await within(task) == 9
