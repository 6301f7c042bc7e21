"""The commands of the start menu in lines of text: their words, their order, and what each row says."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final

from uno_tui.bots import LEVELS, current_level
from uno_tui.daily import DailyHistory
from uno_tui.game.errors import RulesError
from uno_tui.i18n import Words, mark, mark_p
from uno_tui.local.kept_matches import InterruptedMatch
from uno_tui.local.last_used import LastUsed
from uno_tui.plain.table_options import table_options
from uno_tui.speech.daily import daily_row
from uno_tui.speech.errors import entry_error_detail, with_bots
from uno_tui.table.options import EntryError, TableOptions
from uno_tui.tui.menu.start import row_about
from uno_tui.typed.commands import CommandText
from uno_tui.typed.parser import ParseError


class StartCommand(Enum):
    """A command of the start menu; the menu and help list them in this order."""

    CONTINUE = auto()
    PLAY = auto()
    DAILY = auto()
    HOST = auto()
    JOIN = auto()
    REPLAY = auto()
    RULES = auto()
    SETTINGS = auto()
    STATISTICS = auto()
    MENU = auto()
    HELP = auto()
    QUIT = auto()


# Translators: the commands of the start menu in lines, and what each does; {play} and the like are the words to type.
ENTRIES: Final[Mapping[StartCommand, CommandText]] = {
    StartCommand.CONTINUE: CommandText(
        mark_p("start command", "continue"), mark("continue a match that you left"), "c"
    ),
    StartCommand.PLAY: CommandText(
        mark_p("start command", "play"),
        mark("play against bots, with the last options or new ones: {play} bots=5 level=hard irish target=200"),
        "p",
    ),
    StartCommand.DAILY: CommandText(
        mark_p("start command", "daily"), mark("play the deal of the day, or read how it went"), "d"
    ),
    StartCommand.HOST: CommandText(
        mark_p("start command", "host"),
        mark("host a game on this network, with the last options or new ones: {host} seats=4 bots=1 party"),
    ),
    StartCommand.JOIN: CommandText(
        mark_p("start command", "join"),
        mark("look for games on this network, or join one by its address: {join} 192.168.1.7:2222"),
        "j",
    ),
    StartCommand.REPLAY: CommandText(
        mark_p("start command", "replay"), mark("replay a match that you finished here: {replay} 1 is the latest")
    ),
    StartCommand.RULES: CommandText(
        mark_p("start command", "rules"), mark("read the rules of a preset, with options if you like: {rules} irish")
    ),
    StartCommand.SETTINGS: CommandText(
        mark_p("start command", "settings"),
        mark("read your settings, or change one: {settings} theme mono"),
        "s",
        mark_p("other words for settings", "set"),
    ),
    StartCommand.STATISTICS: CommandText(
        mark_p("start command", "statistics"), mark("how many matches you played and won"), "t"
    ),
    StartCommand.MENU: CommandText(mark_p("start command", "menu"), mark("read the menu again")),
    StartCommand.HELP: CommandText(mark_p("start command", "help"), mark("show this list"), "?"),
    StartCommand.QUIT: CommandText(mark_p("start command", "quit"), mark("leave"), "q"),
}
_NUMBERED: Final = tuple(one for one in StartCommand if one not in (StartCommand.MENU, StartCommand.HELP))


def numbered_rows(interrupted: bool) -> tuple[StartCommand, ...]:
    """Return the commands that have a number in the menu; `interrupted`: whether a match can be continued."""
    return _NUMBERED if interrupted else tuple(one for one in _NUMBERED if one is not StartCommand.CONTINUE)


def row_text(
    words: Words,
    command: StartCommand,
    last: LastUsed,
    interrupted: tuple[InterruptedMatch, ...],
    daily: DailyHistory,
) -> str:
    """Return a row of the menu: the word to type, and what the command currently does."""
    word = words.p(*ENTRIES[command].word)
    name = "leave" if command is StartCommand.QUIT else command.name.lower()
    about = daily_row(words, daily) if command is StartCommand.DAILY else row_about(words, name, last, interrupted)
    return words("{name}: {text}", name=word, text=about) if about else word


def own_options(words: Words, last: TableOptions, text: str) -> TableOptions:
    """Return the options of a game against bots, the last ones changed by typed ones; all seats but one are bots'.

    Raises:
        ParseError: The text cannot be read, or the options are not possible.
    """
    parts = [_named(part) for part in text.split()]
    counts = dict(part.split("=", 1) for part in parts if part.startswith(("bots=", "seats=")))
    if counts.get("bots", "").isdecimal():
        parts.append(f"seats={int(counts['bots'][:3]) + 1}")
    elif counts.get("seats", "").isdecimal():
        parts.append(f"bots={max(int(counts['seats'][:3]) - 1, 0)}")
    try:
        return table_options(words, last, " ".join(parts))
    except EntryError as error:
        reason, bots = entry_error_detail(words, error), counts.get("bots", "")
        if bots.isdecimal() and isinstance(error.__cause__, RulesError) and "seats" in error.__cause__.named:
            reason = with_bots(words, reason, int(bots))
        raise ParseError(reason) from error


def _named(part: str) -> str:
    """Return an option with its name: a number alone counts the bots, and a level is theirs.

    >>> _named("5"), _named("hard"), _named("irish")
    ('bots=5', 'level=hard', 'irish')
    """
    if part.isascii() and part.isdecimal():
        return f"bots={part}"
    return f"level={part}" if current_level(part) in LEVELS else part


def numbered(text: str, rows: Sequence[object]) -> int | None:
    """Return the index of the row with the typed number; None if there is no such row."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 7
    return int(text) - 1 if is_number and 1 <= int(text) <= len(rows) else None
