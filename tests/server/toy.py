"""A small app that stands in for the game, and classes that record what a client receives."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.events import Key, MouseDown, MouseMove, Paste, Resize
from textual.widgets import Static

from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_tui.local.terminal import Terminal


class ToyApp(App[int]):
    """An app that shows a colored title, the size, and the last input."""

    CSS = """
    #title { background: #123456; color: #abcdef; height: 1; }
    #ansi { background: ansi_red; color: ansi_bright_white; height: 1; }
    """
    BINDINGS: ClassVar = [
        Binding("q", "leave", "leave"),
        Binding("x", "crash", "crash"),
    ]

    def __init__(self, greeting: str = "hello") -> None:
        super().__init__()
        self.greeting = greeting
        self.keys: list[str] = []
        self.pasted: list[str] = []
        self.mice: list[tuple[float, float]] = []
        self.sizes: list[tuple[int, int]] = []
        self.secret_hand = "r5 gS W4"

    def compose(self) -> ComposeResult:
        yield Static(self.greeting, id="title", markup=False)
        yield Static("ansi", id="ansi")
        yield Static("waiting", id="echo", markup=False)
        yield Static("", id="size")

    def on_mount(self) -> None:
        self.query_one("#echo", Static).update("ready")

    def on_key(self, event: Key) -> None:
        self.keys.append(event.key)
        self.query_one("#echo", Static).update(f"key {event.key}.")

    def on_paste(self, event: Paste) -> None:
        self.pasted.append(event.text)
        self.query_one("#echo", Static).update(f"paste {len(event.text)}.")

    def on_mouse_down(self, event: MouseDown) -> None:
        self.mice.append((event.x, event.y))

    def on_mouse_move(self, event: MouseMove) -> None:
        self.mice.append((event.x, event.y))

    def on_resize(self, event: Resize) -> None:
        self.sizes.append((event.size.width, event.size.height))
        self.query_one("#size", Static).update(f"{event.size.width}x{event.size.height}.")

    def action_leave(self) -> None:
        self.exit(return_code=7)

    def action_crash(self) -> None:
        secret_local = self.secret_hand
        raise ValueError(secret_local)


class RemoteToy(SessionApp, ToyApp):
    """The toy app in an ssh session."""


async def open_toy(line: Line, person: Person, words: list[str]) -> int:
    """Run the toy app, which greets a person by name and identity; without a screen greet in a line."""
    if line.terminal.dumb:
        line.write(f"in lines, {line.pty=}: {' '.join(words)}{line.newline}".encode())
        return 3
    return await run(RemoteToy(" ".join([person.name, person.identity[:20], *words])), line)


async def answer(person: Person, words: list[str]) -> tuple[str, int]:
    """Answer `who`, and refuse every other command."""
    if words == ["who"]:
        return f"{person.identity} {person.name}\n", 0
    return f"There is no command {words[0]!a} here; there is: who", 2


class Tape:
    """A carrier that records what is written."""

    def __init__(self) -> None:
        self.data = b""
        self.status: int | None = None
        self.aborted = False
        self.reading = True
        self.line: Line | None = None

    @property
    def drawn(self) -> bytes:
        """The output after the questions to the terminal."""
        return self.data.partition(b"\x1b[H\x1b[2J")[2]

    def write(self, data: bytes) -> None:
        self.data += data

    def finish(self, status: int) -> None:
        self.status = status

    def abort(self) -> None:
        self.aborted = True
        if self.line is not None:
            self.line.lost()

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def taped(term: str = "xterm-256color", size: tuple[int, int] = (80, 24), **environment: str) -> tuple[Line, Tape]:
    """Return a line and the tape that records its output."""
    tape = Tape()
    line = Line(tape, Terminal.from_client(term, environment), size)
    tape.line = line
    return line, tape
