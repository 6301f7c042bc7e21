"""The commands of plain mode: words and letters of the session's language. The English ones always work as well."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Generic, TypeVar

from uno_tui.i18n import InContext, Words, mark, mark_p


class TableCommand(Enum):
    """A command at a table; help lists them in this order."""

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
class CommandText:
    """A command's word, its one-letter form if it has one, and its help text."""

    word: InContext
    help: str
    letter: InContext | None = None


_ENTRIES: Final[Mapping[TableCommand, CommandText]] = {
    TableCommand.PLAY: CommandText(
        mark_p("command", "play"),
        mark("play a card, by its number in your hand or by its short name: {play} 2, {play} r5, or just r5"),
        mark_p("command letter", "p"),
    ),
    TableCommand.DRAW: CommandText(
        mark_p("command", "draw"), mark("draw instead of playing"), mark_p("command letter", "d")
    ),
    TableCommand.KEEP: CommandText(
        mark_p("command", "keep"), mark("keep the card you have just drawn"), mark_p("command letter", "k")
    ),
    TableCommand.TAKE: CommandText(mark_p("command", "take"), mark("take the penalty"), mark_p("command letter", "t")),
    TableCommand.CHALLENGE: CommandText(
        mark_p("command", "challenge"), mark("challenge a Wild Draw Four"), mark_p("command letter", "c")
    ),
    TableCommand.COLOR: CommandText(mark_p("command", "color"), mark("name the first color: {color} r"), None),
    TableCommand.UNO: CommandText(
        mark_p("command", "uno"),
        mark("call UNO, after the play or along with it: {play} r5 {uno}"),
        mark_p("command letter", "u"),
    ),
    TableCommand.CATCH: CommandText(
        mark_p("command", "catch"),
        mark("catch a player who has not called UNO"),
        mark_p("command letter", "x"),
    ),
    TableCommand.JUMP: CommandText(
        mark_p("command", "jump"), mark("play out of turn, where the rules allow it"), mark_p("command letter", "j")
    ),
    TableCommand.DEAL: CommandText(
        mark_p("command", "deal"), mark("deal the next round"), mark_p("command letter", "n")
    ),
    TableCommand.HAND: CommandText(
        mark_p("command", "hand"), mark("hear your hand, numbered"), mark_p("command letter", "h")
    ),
    TableCommand.TABLE: CommandText(
        mark_p("command", "table"), mark("hear the top card, the piles and the seats"), mark_p("command letter", "v")
    ),
    TableCommand.SCORE: CommandText(mark_p("command", "score"), mark("hear the scores"), mark_p("command letter", "s")),
    TableCommand.LOG: CommandText(
        mark_p("command", "log"), mark("hear the last ten lines again"), mark_p("command letter", "l")
    ),
    TableCommand.RULES: CommandText(
        mark_p("command", "rules"), mark("hear the rules in force; the host may set others: {rules} party target=200")
    ),
    TableCommand.LESSONS: CommandText(
        mark_p("command", "lessons"), mark("end the lessons, or have the game explained while you play")
    ),
    TableCommand.SAY: CommandText(mark_p("command", "say"), mark("say something to the table")),
    TableCommand.START: CommandText(mark_p("command", "start"), mark("start the match, if you are the host")),
    TableCommand.AGAIN: CommandText(mark_p("command", "again"), mark("play another match, if you are the host")),
    TableCommand.AUTO: CommandText(mark_p("command", "auto"), mark("let a bot play for you, or stop it")),
    TableCommand.KICK: CommandText(mark_p("command", "kick"), mark("send a player away, if you are the host")),
    TableCommand.SIT: CommandText(
        mark_p("command", "sit"), mark("take that seat, if it is free or between rounds a bot's: {sit} 2")
    ),
    TableCommand.HOST: CommandText(mark_p("command", "host"), mark("make another player the host, if you are it")),
    TableCommand.HELP: CommandText(mark_p("command", "help"), mark("hear this list"), mark_p("command letter", "?")),
    TableCommand.QUIT: CommandText(mark_p("command", "quit"), mark("leave the table"), mark_p("command letter", "q")),
}

DOUBLE: Final = mark_p("command", "double")
"""The word after a card that plays two of it."""


SomeCommand = TypeVar("SomeCommand", bound=Enum)


class Commands(Generic[SomeCommand]):
    """The names of a set of commands in a session's language."""

    def __init__(self, words: Words, entries: Mapping[SomeCommand, CommandText]) -> None:
        self.words = words
        self._entries = entries
        self._commands: dict[str, SomeCommand] = {}
        for spoken in (words, Words("en")):
            for command, entry in entries.items():
                for text in (entry.word, entry.letter):
                    if text is not None:
                        self._commands.setdefault(spoken.p(*text).casefold(), command)

    def command(self, word: str) -> SomeCommand | None:
        """Return the command with that word or letter; None if there is none."""
        return self._commands.get(word.casefold())

    def word(self, command: SomeCommand) -> str:
        """Return the command's word."""
        return self.words.p(*self._entries[command].word)

    def help(self) -> list[str]:
        """Return the help: a line for each command."""
        names = {command.name.lower(): self.word(command) for command in self._entries}
        lines = []
        for entry in self._entries.values():
            word, text = self.words.p(*entry.word), self.words(entry.help, **names)
            if entry.letter is None:
                lines.append(self.words("{word}: {help}", word=word, help=text))
            else:
                letter = self.words.p(*entry.letter)
                lines.append(self.words("{word} or {letter}: {help}", word=word, letter=letter, help=text))
        return lines


class Vocabulary(Commands[TableCommand]):
    """The names of the table's commands in a session's language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words, _ENTRIES)

    def is_word(self, text: str, word: InContext) -> bool:
        """Return whether the text is that word, in the session's language or in English."""
        return text.casefold() in (self.words.p(*word).casefold(), word[1].casefold())

    def help(self) -> list[str]:
        """Return the help: a line for each command, then examples of what may follow a card."""
        return [
            *super().help(),
            self.words("A wild with the color it gets: {example}", example="W g"),
            self.words("A double, where the rules allow it: {example}", example="r5 x2"),
            self.words("A 7 with the seat to swap hands with: {example}", example="r7 @3"),
        ]
