"""The commands of plain mode, as words and letters of the session's language; the English ones always work too."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Generic, TypeVar

from uno_tui.i18n import InContext, Words, mark, mark_p


class Command(Enum):
    """What can be typed at a table, in the order in which help tells it."""

    PLAY = auto()
    DRAW = auto()
    KEEP = auto()
    TAKE = auto()
    CHALLENGE = auto()
    COLOR = auto()
    UNO = auto()
    CATCH = auto()
    JUMP = auto()
    DEAL = auto()
    HAND = auto()
    TABLE = auto()
    SCORE = auto()
    LOG = auto()
    RULES = auto()
    LESSONS = auto()
    SAY = auto()
    START = auto()
    AGAIN = auto()
    AUTO = auto()
    KICK = auto()
    SIT = auto()
    HOST = auto()
    HELP = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """A command's word, its letter if it has one, and what help says of it."""

    word: InContext
    help: str
    letter: InContext | None = None


_ENTRIES: Final[Mapping[Command, Entry]] = {
    Command.PLAY: Entry(
        mark_p("command", "play"),
        mark("play a card, by its number in your hand or by its short name: {play} 2, {play} r5, or just r5"),
        mark_p("command letter", "p"),
    ),
    Command.DRAW: Entry(mark_p("command", "draw"), mark("draw instead of playing"), mark_p("command letter", "d")),
    Command.KEEP: Entry(
        mark_p("command", "keep"), mark("keep the card you have just drawn"), mark_p("command letter", "k")
    ),
    Command.TAKE: Entry(mark_p("command", "take"), mark("take the penalty"), mark_p("command letter", "t")),
    Command.CHALLENGE: Entry(
        mark_p("command", "challenge"), mark("challenge a Wild Draw Four"), mark_p("command letter", "c")
    ),
    Command.COLOR: Entry(mark_p("command", "color"), mark("name the first color: {color} r"), None),
    Command.UNO: Entry(
        mark_p("command", "uno"),
        mark("call UNO, after the play or along with it: {play} r5 {uno}"),
        mark_p("command letter", "u"),
    ),
    Command.CATCH: Entry(
        mark_p("command", "catch"),
        mark("catch a player who has not called UNO"),
        mark_p("command letter", "x"),
    ),
    Command.JUMP: Entry(
        mark_p("command", "jump"), mark("play out of turn, where the rules allow it"), mark_p("command letter", "j")
    ),
    Command.DEAL: Entry(mark_p("command", "deal"), mark("deal the next round"), mark_p("command letter", "n")),
    Command.HAND: Entry(mark_p("command", "hand"), mark("hear your hand, numbered"), mark_p("command letter", "h")),
    Command.TABLE: Entry(
        mark_p("command", "table"), mark("hear the top card, the piles and the seats"), mark_p("command letter", "v")
    ),
    Command.SCORE: Entry(mark_p("command", "score"), mark("hear the scores"), mark_p("command letter", "s")),
    Command.LOG: Entry(mark_p("command", "log"), mark("hear the last ten lines again"), mark_p("command letter", "l")),
    Command.RULES: Entry(
        mark_p("command", "rules"), mark("hear the rules in force; the host may set others: {rules} party target=200")
    ),
    Command.LESSONS: Entry(
        mark_p("command", "lessons"), mark("end the lessons, or have the game explained while you play")
    ),
    Command.SAY: Entry(mark_p("command", "say"), mark("say something to the table")),
    Command.START: Entry(mark_p("command", "start"), mark("start the match, if you are the host")),
    Command.AGAIN: Entry(mark_p("command", "again"), mark("play another match, if you are the host")),
    Command.AUTO: Entry(mark_p("command", "auto"), mark("let a bot play for you, or stop it")),
    Command.KICK: Entry(mark_p("command", "kick"), mark("send a player away, if you are the host")),
    Command.SIT: Entry(
        mark_p("command", "sit"), mark("take that seat, if it is free or between rounds a bot's: {sit} 2")
    ),
    Command.HOST: Entry(mark_p("command", "host"), mark("make another player the host, if you are it")),
    Command.HELP: Entry(mark_p("command", "help"), mark("hear this list"), mark_p("command letter", "?")),
    Command.QUIT: Entry(mark_p("command", "quit"), mark("leave the table"), mark_p("command letter", "q")),
}

DOUBLE: Final = mark_p("command", "double")
"""The word that may follow a card to play two of it."""


Kind = TypeVar("Kind", bound=Enum)


class Commands(Generic[Kind]):
    """What some commands are called in a session's language."""

    def __init__(self, words: Words, entries: Mapping[Kind, Entry]) -> None:
        self.words = words
        self._entries = entries
        self._commands: dict[str, Kind] = {}
        for spoken in (words, Words("en")):
            for command, entry in entries.items():
                for text in (entry.word, entry.letter):
                    if text is not None:
                        self._commands.setdefault(spoken.p(*text).casefold(), command)

    def command(self, word: str) -> Kind | None:
        """The command that a word or letter is, if it is one."""
        return self._commands.get(word.casefold())

    def word(self, command: Kind) -> str:
        """What the command is called."""
        return self.words.p(*self._entries[command].word)

    def help(self) -> list[str]:
        """A line for each command."""
        names = {command.name.lower(): self.word(command) for command in self._entries}
        lines = []
        for entry in self._entries.values():
            word, told = self.words.p(*entry.word), self.words(entry.help, **names)
            if entry.letter is None:
                lines.append(self.words("{word}: {help}", word=word, help=told))
            else:
                letter = self.words.p(*entry.letter)
                lines.append(self.words("{word} or {letter}: {help}", word=word, letter=letter, help=told))
        return lines


class Vocabulary(Commands[Command]):
    """What the commands of a table are called in a session's language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words, _ENTRIES)

    def is_word(self, text: str, word: InContext) -> bool:
        """Whether the text is that word, in the session's language or in English."""
        return text.casefold() in (self.words.p(*word).casefold(), word[1].casefold())

    def help(self) -> list[str]:
        """A line for each command, and some on what may follow a card."""
        return [
            *super().help(),
            self.words("A wild with the color it gets: {example}", example="W g"),
            self.words("A double, where the rules allow it: {example}", example="r5 x2"),
            self.words("A 7 with the seat to swap hands with: {example}", example="r7 @3"),
        ]
