"""A person whose terminal is in the background is notified of their turn, once, by the desktop."""

import pytest

from tests.tui.scenes import moved, table
from tests.tui.table.test_sent import HAND, Person
from uno_tui.local.terminal import Terminal
from uno_tui.tui.session import SessionOptions

MINE = "r2 r5 draw"
OSC_9 = b"\x1b]9;UNO: your turn\x1b\\"
OSC_777 = b"\x1b]777;notify;UNO;UNO: your turn\x1b\\"
IN_TMUX = b"\x1bPtmux;\x1b\x1b]9;UNO: your turn\x1b\x1b\\\x1b\\"


class Recorder(Person):
    """A person whose terminal records what was sent."""

    data = b""

    def write(self, data: bytes) -> None:
        self.data += data
        self.wrote.set()

    async def settle(self) -> int:
        """Let the app handle its pending messages."""
        for _ in range(3):
            await self.turn()
        return 0

    async def turns(self, *received: bytes) -> bytes:
        """Receive bytes of the terminal, then two turns of their own with a pause; return what was sent since."""
        await self.settle()
        for data in received:
            self.line.received(data)
        await self.settle()
        self.data = b""
        mine = table(legal=MINE, hand=HAND, version=9)
        for view in (mine, moved(mine), table(turn=1, hand=HAND, version=20), table(legal=MINE, hand=HAND, version=30)):
            await self.see(view)
        return self.data


@pytest.mark.parametrize(
    ("term", "answer", "sent"),
    [
        ("xterm-256color", b"\x1bP>|iTerm2 3.5.0\x1b\\\x1b[?62c", OSC_9),
        ("xterm-256color", b"\x1bP>|foot(1.16.2)\x1b\\\x1b[?62c", OSC_777),
        ("rxvt-unicode-256color", b"", OSC_777),
        ("xterm-256color", b"", OSC_9),
        ("tmux-256color", b"\x1bP>|tmux 3.3a\x1b\\\x1b[?1;2c", IN_TMUX),
    ],
)
async def test_each_turn_is_one_notification(term: str, answer: bytes, sent: bytes) -> None:
    """In the background each turn is notified once, in the way that the terminal understands."""
    person = Recorder(table(turn=1, hand=HAND), (80, 24))
    person.line.terminal = Terminal(term=term)
    data = await person.turns(answer, b"\x1b[O")

    assert 2 == data.count(sent)
    assert 2 == data.count(b"]9;") + data.count(b"]777;")
    await person.leave()


@pytest.mark.parametrize("received", [b"", b"\x1b[O\x1b[I", b"\x1b[I"])
async def test_nobody_is_notified_of_what_they_see(received: bytes) -> None:
    """While the window has the focus, or the terminal says nothing about it, there is no notification."""
    person = Recorder(table(turn=1, hand=HAND), (80, 24))
    data = await person.turns(received)

    assert b"]9;" not in data
    assert b"]777;" not in data
    await person.leave()


async def test_a_setting_turns_notifications_off() -> None:
    """With the setting off nothing is sent, and the window's title still tells the turn."""
    person = Recorder(table(turn=1, hand=HAND), (80, 24))
    await person.settle()
    person.app.apply_settings(SessionOptions(notify=False), person.app.appearance)
    data = await person.turns(b"\x1b[O")

    assert b"]9;" not in data
    assert b"\x1b]2;UNO: your turn\x1b\\" in data
    await person.leave()


@pytest.mark.parametrize("term", ["linux", "vt100", "ansi"])
async def test_old_terminals_get_no_notification(term: str) -> None:
    """A terminal that could print the notification gets none, whatever it says about its focus."""
    person = Recorder(table(turn=1, hand=HAND), (80, 24))
    person.line.terminal = Terminal(term=term)
    data = await person.turns(b"\x1b[O")

    assert b"]9;" not in data
    await person.leave()
