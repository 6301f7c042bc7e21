"""The commands of the lobby in plain mode: their words, what each does, and what it costs."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from uno_tui.i18n import mark, mark_p
from uno_tui.typed.commands import CommandText


class LobbyCommand(Enum):
    """A command in the lobby; help lists them in this order."""

    ROOMS = auto()
    JOIN = auto()
    WATCH = auto()
    QUICK = auto()
    NEW = auto()
    DAILY = auto()
    WHO = auto()
    SCORE = auto()
    SAY = auto()
    MUTE = auto()
    RULES = auto()
    SETTINGS = auto()
    HELP = auto()
    QUIT = auto()


# Translators: of a command, what it does, in the list that help writes.
ENTRIES: Final[Mapping[LobbyCommand, CommandText]] = {
    LobbyCommand.ROOMS: CommandText(
        mark_p("lobby command", "rooms"),
        mark("list the open tables"),
        "r",
        also=mark_p("other words for rooms", "repeat"),
    ),
    LobbyCommand.JOIN: CommandText(
        mark_p("lobby command", "join"),
        mark("join a table by its code (opened if it doesn't exist): {join} FAM1"),
        "j",
    ),
    LobbyCommand.WATCH: CommandText(mark_p("lobby command", "watch"), mark("watch a table: {watch} FAM1"), "w"),
    LobbyCommand.QUICK: CommandText(
        mark_p("lobby command", "quick"),
        mark("play now, at the fullest open table or a new one with bots"),
        "p",
    ),
    LobbyCommand.NEW: CommandText(
        mark_p("lobby command", "new"),
        mark("open a table, with your own rules and seats if you like: {new} party target=200 seats=3 public=off"),
        "n",
    ),
    LobbyCommand.DAILY: CommandText(
        mark_p("lobby command", "daily"),
        mark("play the deal of the day, or read how it went; {daily} board: everyone's first try"),
        "d",
    ),
    LobbyCommand.WHO: CommandText(mark_p("lobby command", "who"), mark("list who is here"), "o"),
    LobbyCommand.SCORE: CommandText(mark_p("lobby command", "score"), mark("read your results and ratings"), "s"),
    LobbyCommand.SAY: CommandText(mark_p("lobby command", "say"), mark("send a message to everyone in the lobby")),
    LobbyCommand.MUTE: CommandText(
        mark_p("lobby command", "mute"),
        mark("hide a player's messages, or show them again: {mute} Ada, or their number in {who}"),
    ),
    LobbyCommand.RULES: CommandText(
        mark_p("lobby command", "rules"), mark("read the rules of a preset: {rules} party")
    ),
    LobbyCommand.SETTINGS: CommandText(
        mark_p("lobby command", "settings"),
        mark("read your settings, or change one: {settings} bell on"),
        also=mark_p("other words for settings", "set"),
    ),
    LobbyCommand.HELP: CommandText(mark_p("lobby command", "help"), mark("show this list"), "?"),
    LobbyCommand.QUIT: CommandText(mark_p("lobby command", "quit"), mark("leave"), "q"),
}

HOUSE_ENTRIES: Final[Mapping[LobbyCommand, CommandText]] = {
    **ENTRIES,
    LobbyCommand.JOIN: replace(ENTRIES[LobbyCommand.JOIN], help=mark("join a table by its code: {join} FAM1")),
    LobbyCommand.QUICK: replace(ENTRIES[LobbyCommand.QUICK], help=mark("play now, at the fullest open table")),
}
"""The commands where nobody can open a table; help leaves out `LobbyCommand.NEW`, which is refused."""

PRICES: Final[Mapping[LobbyCommand | None, int]] = {
    LobbyCommand.NEW: 8,
    LobbyCommand.QUICK: 8,
    LobbyCommand.JOIN: 8,
    LobbyCommand.WATCH: 8,
    LobbyCommand.DAILY: 8,
    LobbyCommand.RULES: 4,
    LobbyCommand.ROOMS: 2,
    LobbyCommand.WHO: 2,
    LobbyCommand.SCORE: 2,
    LobbyCommand.SETTINGS: 2,
    LobbyCommand.HELP: 2,
}
"""Cost of commands that are several times as expensive as an ordinary one; measured by `tests.bench.command_cost`."""
