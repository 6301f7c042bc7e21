"""The commands of plain mode: words and letters of the session's language. The English ones always work as well."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final, Generic, TypeVar

from uno_tui.game.options import near
from uno_tui.i18n import InContext, Words, latin_keys, mark, mark_p
from uno_tui.names import unaccented
from uno_tui.speech.rules_text import short_names
from uno_tui.typed.capabilities import TABLE_PARTS, HelpPart
from uno_tui.typed.card_words import CardWords


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
    HINT = auto()
    HAND = auto()
    TOP = auto()
    CARDS = auto()
    TURN = auto()
    TIME = auto()
    REPEAT = auto()
    TABLE = auto()
    SCORE = auto()
    LOG = auto()
    RULES = auto()
    LESSONS = auto()
    BRIEF = auto()
    FULL = auto()
    BELL = auto()
    SETTINGS = auto()
    SAY = auto()
    MUTE = auto()
    START = auto()
    AGAIN = auto()
    INVITE = auto()
    AUTO = auto()
    FASTER = auto()
    PACE = auto()
    KICK = auto()
    READMIT = auto()
    SIT = auto()
    HOST = auto()
    PARTNER = auto()
    HELP = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class CommandText:
    """A command's word, help text, optional letter, and further words for the command."""

    word: InContext
    help: str
    letter: str = ""
    """Letter of the command, the same in every language because the full screen uses it as key; never r, y, g or b."""
    also: InContext | None = None
    """Other words that people type for the command, separated by blanks; None if there are none."""


# Translators: of a command, what it does, in the list that help writes; {play}, {uno} ... are the words to type.
_ENTRIES: Final[Mapping[TableCommand, CommandText]] = {
    TableCommand.PLAY: CommandText(
        mark_p("command", "play"),
        mark("play a card, by its number in your hand or by its short name: {play} 2, {play} r5, or just r5"),
        "p",
        mark_p("other words for play", "stack"),
    ),
    TableCommand.DRAW: CommandText(
        mark_p("command", "draw"), mark("draw instead of playing"), "d", mark_p("other words for draw", "pick")
    ),
    TableCommand.KEEP: CommandText(
        mark_p("command", "keep"),
        mark("keep the card you have just drawn"),
        "k",
        mark_p("other words for keep", "hold"),
    ),
    TableCommand.TAKE: CommandText(mark_p("command", "take"), mark("take the penalty"), "t"),
    TableCommand.CHALLENGE: CommandText(
        mark_p("command", "challenge"),
        mark("challenge a Wild Draw Four"),
        "c",
        mark_p("other words for challenge", "doubt"),
    ),
    TableCommand.COLOR: CommandText(mark_p("command", "color"), mark("choose the starting color: {color} r")),
    TableCommand.UNO: CommandText(
        mark_p("command", "uno"),
        mark("call UNO, with your play or after it: {play} r5 {uno}"),
        "u",
        mark_p("other words for uno", "call"),
    ),
    TableCommand.CATCH: CommandText(
        mark_p("command", "catch"),
        mark("catch a player who forgot to call UNO: {catch}, {catch} Ada or {catch} 2"),
        "x",
    ),
    TableCommand.JUMP: CommandText(mark_p("command", "jump"), mark("play out of turn, where the rules allow it"), "j"),
    TableCommand.DEAL: CommandText(mark_p("command", "deal"), mark("deal the next round"), "n"),
    TableCommand.HINT: CommandText(
        mark_p("command", "hint"), mark("read what an expert bot would do on your turn, and why")
    ),
    TableCommand.HAND: CommandText(mark_p("command", "hand"), mark("list your hand, numbered"), "h"),
    TableCommand.TOP: CommandText(mark_p("command", "top"), mark("read the top card")),
    TableCommand.CARDS: CommandText(mark_p("command", "cards"), mark("read how many cards everyone has")),
    TableCommand.TURN: CommandText(
        mark_p("command", "turn"),
        mark("read whose turn it is and who is next"),
        also=mark_p("other words for turn", "who next"),
    ),
    TableCommand.TIME: CommandText(mark_p("command", "time"), mark("read how much time is left for this turn")),
    TableCommand.REPEAT: CommandText(mark_p("command", "repeat"), mark("repeat the last question")),
    TableCommand.TABLE: CommandText(
        mark_p("command", "table"), mark("read the table: top card, piles and players"), "v"
    ),
    TableCommand.SCORE: CommandText(mark_p("command", "score"), mark("read the scores"), "s"),
    TableCommand.LOG: CommandText(
        mark_p("command", "log"), mark("repeat the last ten lines, or another number: {log} 30"), "l"
    ),
    TableCommand.RULES: CommandText(
        mark_p("command", "rules"), mark("read the rules; the host can change them: {rules} party target=200")
    ),
    TableCommand.LESSONS: CommandText(
        mark_p("command", "lessons"), mark("turn the lessons on or off, or have them all again: {lessons} {again}")
    ),
    TableCommand.BRIEF: CommandText(mark_p("command", "brief"), mark("read each turn in one line")),
    TableCommand.FULL: CommandText(mark_p("command", "full"), mark("read each turn in full")),
    TableCommand.BELL: CommandText(
        mark_p("command", "bell"), mark("turn the bell at the start of your turn on or off")
    ),
    TableCommand.SETTINGS: CommandText(
        mark_p("command", "settings"),
        mark("read your settings, or change one: {settings} bell on"),
        also=mark_p("other words for settings", "set"),
    ),
    TableCommand.SAY: CommandText(mark_p("command", "say"), mark("send a message to the table")),
    TableCommand.MUTE: CommandText(
        mark_p("command", "mute"),
        mark("hide a player's messages, or show them again: {mute} Ada, or {mute} 2; without a name, everyone's"),
    ),
    TableCommand.START: CommandText(mark_p("command", "start"), mark("start the match (host only)")),
    TableCommand.AGAIN: CommandText(mark_p("command", "again"), mark("play another match (host only)")),
    TableCommand.INVITE: CommandText(mark_p("command", "invite"), mark("read how others can join this table"), "i"),
    TableCommand.AUTO: CommandText(mark_p("command", "auto"), mark("turn autopilot on or off")),
    TableCommand.FASTER: CommandText(
        mark_p("command", "faster"), mark("let the bots play at once until your turn; so does an empty line")
    ),
    TableCommand.PACE: CommandText(
        mark_p("command", "pace"), mark("how fast bots play when you are alone with them: {pace} slow")
    ),
    TableCommand.KICK: CommandText(
        mark_p("command", "kick"), mark("remove a player (host only): {kick} Ada, or {kick} 2")
    ),
    TableCommand.READMIT: CommandText(
        mark_p("command", "readmit"), mark("let a removed player return (host only): {readmit} Ada")
    ),
    TableCommand.SIT: CommandText(
        mark_p("command", "sit"), mark("move to a free seat or, between rounds, a bot's: {sit} 2")
    ),
    TableCommand.HOST: CommandText(
        mark_p("command", "host"), mark("hand the host role to another player (host only): {host} Ada, or {host} 2")
    ),
    TableCommand.PARTNER: CommandText(
        mark_p("command", "partner"), mark("make a player your partner (host only): {partner} Ada, or {partner} 2")
    ),
    TableCommand.HELP: CommandText(mark_p("command", "help"), mark("show this list"), "?"),
    TableCommand.QUIT: CommandText(mark_p("command", "quit"), mark("leave the table")),
}

AMONG_PEOPLE: Final = frozenset(
    {
        TableCommand.SAY,
        TableCommand.MUTE,
        TableCommand.START,
        TableCommand.INVITE,
        TableCommand.KICK,
        TableCommand.READMIT,
        TableCommand.SIT,
        TableCommand.HOST,
        TableCommand.PARTNER,
    }
)
"""Commands that have no meaning at a table that nobody else can join."""
NOT_ONCE: Final = frozenset({TableCommand.AUTO, TableCommand.HINT, TableCommand.AGAIN})
"""Commands that are refused at a table where one match is played once, without help."""
DOUBLE: Final = mark_p("command", "double")
"""Word typed after a card to play two such cards at once."""


SomeCommand = TypeVar("SomeCommand", bound=Enum)


# Translators: a row of the list of commands: the word, its letter, what it does.
class Commands(Generic[SomeCommand]):
    """The names of several commands in a session's language."""

    def __init__(self, words: Words, entries: Mapping[SomeCommand, CommandText]) -> None:
        self.words = words
        self._entries = entries
        self._commands: dict[str, SomeCommand] = {}
        for spoken in (words, Words("en")):
            for command, entry in entries.items():
                for text in (spoken.p(*entry.word), *(spoken.p(*entry.also).split() if entry.also else ())):
                    self._commands.setdefault(unaccented(text), command)
        for command, entry in entries.items():
            if entry.letter:
                self._commands.setdefault(entry.letter, command)

    def command(self, word: str) -> SomeCommand | None:
        """Return the command with that word or letter; None if there is none.

        Case and accents do not matter, nor whether the keyboard has Latin letters.
        """
        return self._commands.get(unaccented(word)) or self._commands.get(latin_keys(word).lower())

    def near(self, word: str) -> str:
        """Return the command word most similar to a mistyped one; empty if none is similar."""
        return near(word, (self.word(command) for command in self._entries))

    def word(self, command: SomeCommand) -> str:
        """Return the command's word."""
        return self.words.p(*self._entries[command].word)

    def help(self, without: Container[SomeCommand] = (), parts: Sequence[HelpPart] = ()) -> list[str]:
        """Return the help text: a line for each command, except those in `without`, in the order of the parts.

        Each part that has commands begins with its title; commands that no part names come last.
        """
        left = {one.name.lower(): self._help_line(one) for one in self._entries if one not in without}
        lines = []
        for part in parts:
            names = dict.fromkeys(name for one in part.capabilities for name in one.line if name in left)
            if names:
                lines.append(self.words("{title}:", title=self.words(part.title)))
                lines += [left.pop(name) for name in names]
        return [*lines, *left.values()]

    def _help_line(self, command: SomeCommand) -> str:
        entry, names = self._entries[command], {one.name.lower(): self.word(one) for one in self._entries}
        word, text = self.words.p(*entry.word), self.words(entry.help, **names)
        if not entry.letter:
            return self.words("{word}: {help}", word=word, help=text)
        return self.words("{word} or {letter}: {help}", word=word, letter=entry.letter, help=text)


# Translators: a row of the list of commands: the word, its letter, what it does.
class Vocabulary(Commands[TableCommand]):
    """The names of the table's commands in a session's language."""

    def __init__(self, words: Words) -> None:
        super().__init__(words, _ENTRIES)
        self.cards = CardWords(words)
        self._helps: dict[frozenset[TableCommand], list[str]] = {}
        """Cache of `help` for all parts, by the commands that were left out."""

    def is_word(self, text: str, word: InContext) -> bool:
        """Return whether a text is the given word, in the session's language or English."""
        return unaccented(text) in (unaccented(self.words.p(*word)), word[1])

    def table_help(self, without: frozenset[TableCommand] = frozenset()) -> list[str]:
        """Return `help` for all parts, cached."""
        if without not in self._helps:
            self._helps[without] = self.help(without)
        return self._helps[without]

    def help(self, without: Container[TableCommand] = (), parts: Sequence[HelpPart] = TABLE_PARTS) -> list[str]:
        """Return the help text: a line for each command, except those in `without`, then examples of plays."""
        return [
            *super().help(without, parts),
            self.words("{title}:", title=self.words("Examples")),
            self.words("A wild and its new color: {example}", example="W g"),
            self.words("A double, if the rules allow it: {example}", example="r5 x2"),
            self.words("A 7 and whose hand to take: {example}", example="r7 @3"),
            short_names(self.words),
        ]


vocabulary: Final = lru_cache(maxsize=8)(Vocabulary)
"""Returns the vocabulary of a language, which all its sessions share."""
