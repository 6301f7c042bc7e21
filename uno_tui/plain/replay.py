"""A finished match in lines of text: step through it, jump, and hear any seat's or all hands."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final

from uno_tui.i18n import Words, mark, mark_p
from uno_tui.local.replay import OpenView, Replay
from uno_tui.plain.own_lines import OwnLines
from uno_tui.plain.table_output import printable
from uno_tui.speech import Speaker, card_list
from uno_tui.typed.commands import Commands, CommandText


class ReplayCommand(Enum):
    """A command of a replay; help lists them in this order."""

    NEXT = auto()
    BACK = auto()
    GO = auto()
    ROUND = auto()
    OPEN = auto()
    SEAT = auto()
    TABLE = auto()
    SCORE = auto()
    HELP = auto()
    QUIT = auto()


# Translators: the commands of a replay in lines, and what each does; {next} and the like are the words themselves.
_ENTRIES: Final[Mapping[ReplayCommand, CommandText]] = {
    ReplayCommand.NEXT: CommandText(
        mark_p("replay command", "next"), mark("step forward by one action or more: {next} 10; so does an empty line")
    ),
    ReplayCommand.BACK: CommandText(mark_p("replay command", "back"), mark("go back by one action or more: {back} 10")),
    ReplayCommand.GO: CommandText(mark_p("replay command", "go"), mark("jump to an action by its number: {go} 40")),
    ReplayCommand.ROUND: CommandText(mark_p("replay command", "round"), mark("go to the start of a round: {round} 2")),
    ReplayCommand.OPEN: CommandText(mark_p("replay command", "open"), mark("show all hands")),
    ReplayCommand.SEAT: CommandText(
        mark_p("replay command", "seat"),
        mark("show only what one seat saw: {seat} 2; without a number, show all hands"),
    ),
    ReplayCommand.TABLE: CommandText(mark_p("replay command", "table"), mark("read the table at this position")),
    ReplayCommand.SCORE: CommandText(mark_p("replay command", "score"), mark("read the scores")),
    ReplayCommand.HELP: CommandText(mark_p("replay command", "help"), mark("show this list"), "?"),
    ReplayCommand.QUIT: CommandText(mark_p("replay command", "quit"), mark("leave the replay"), "q"),
}


_MOVES: Final = (ReplayCommand.NEXT, ReplayCommand.BACK, ReplayCommand.GO, ReplayCommand.ROUND)


class ReplaySession:
    """One person's replay in text mode: typed commands in, lines of text out."""

    def __init__(self, replay: Replay, words: Words, write: Callable[[str], None], number: int = 0) -> None:
        self.done = False
        """Whether the person has left the replay."""
        self._replay = replay
        self._words = words
        self._write_line = write
        self._commands = Commands(words, _ENTRIES)
        self._number = number
        self._seat: int | None = None
        help_word = self._commands.word(ReplayCommand.HELP)
        self._write(
            words("Replay of {names}. Type {help} for the commands.", names=", ".join(replay.names), help=help_word)
        )
        self._table()

    def feed(self, line: str) -> None:
        """Carry out a typed line; an empty line advances by one action."""
        word, _, rest = printable(line).strip().partition(" ")
        command = self._commands.command(word) if word else ReplayCommand.NEXT
        rest = rest.strip()
        count = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 8 else None
        if command is None:
            known = self._commands.word(ReplayCommand.HELP)
            self._write(
                self._words("Unknown command: {text}. Type {help} for the commands.", text=word[:40], help=known)
            )
        elif command in _MOVES:
            self._move(command, count)
        else:
            self._show(command, count)

    def repeat(self) -> None:
        """Print the position again."""
        self._table()

    def _move(self, command: ReplayCommand, count: int | None) -> None:
        rounds = self._replay.rounds
        if command is ReplayCommand.NEXT:
            self._forward(1 if count is None else count)
        elif command is ReplayCommand.BACK:
            self._jump(self._number - (1 if count is None else count))
        elif command is ReplayCommand.GO:
            self._jump(self._replay.last if count is None else count)
        elif rounds:
            self._jump(rounds[min(max(count or 1, 1), len(rounds)) - 1].start)

    def _show(self, command: ReplayCommand, count: int | None) -> None:
        match command:
            case ReplayCommand.OPEN:
                self._seat = None
                self._hands()
            case ReplayCommand.SEAT:
                self._seat = count - 1 if count is not None and 1 <= count <= self._replay.seats else None
                self._table()
            case ReplayCommand.TABLE:
                self._table()
            case ReplayCommand.SCORE:
                self._write(*self._speaker.scores(self._view.view))
            case ReplayCommand.HELP:
                self._write(*self._commands.help())
            case ReplayCommand.QUIT:
                self.done = True

    @property
    def _view(self) -> OpenView:
        return self._replay.open_view(self._number, self._seat, hands=self._seat is None)

    @property
    def _speaker(self) -> Speaker:
        return Speaker.of(self._words, self._view.view)

    def _forward(self, count: int) -> None:
        """Print the events of the next actions."""
        if self._number >= self._replay.last:
            self._write(self._words("This is the end of the match."))
        for _ in range(min(count, self._replay.last - self._number)):
            self._number += 1
            speaker = self._speaker
            self._write(*(speaker.event(event) for event in self._view.happened))

    def _jump(self, number: int) -> None:
        self._number = max(min(number, self._replay.last), 0)
        self._table()

    # Translators: where a replay stands: the number of the action, and of how many.
    def _table(self) -> None:
        position = self._words("Action {number} of {count}", number=self._number, count=self._replay.last)
        self._write(position, *self._speaker.table(self._view.view))
        self._hands()

    def _hands(self) -> None:
        view = self._view
        for seat, hand in enumerate(view.hands):
            if self._seat in (None, seat):
                self._write(
                    self._words("{name}: {text}", name=self._replay.names[seat], text=card_list(self._words, hand))
                )

    def _write(self, *lines: str) -> None:
        for line in lines:
            self._write_line(printable(line))


async def go_through(session: ReplaySession, lines: OwnLines) -> None:
    """Carry out typed lines until the person leaves the replay or the input ends."""
    with lines.repeating(session.repeat):
        while (line := await lines.next(over=lambda: session.done)) is not None:
            session.feed(line)
