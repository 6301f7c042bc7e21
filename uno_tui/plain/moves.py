"""The moves of a person in plain mode: a typed line becomes an action, and what it lacks is asked for."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, Play, Take
from uno_tui.game.cards import Card, Color
from uno_tui.game.errors import Reason
from uno_tui.game.view import Phase
from uno_tui.i18n import mark
from uno_tui.plain.seen_table import SeenTable
from uno_tui.speech import color_name
from uno_tui.table.protocol import Refused, TableView
from uno_tui.typed.commands import TableCommand
from uno_tui.typed.parser import ParseError, hint
from uno_tui.typed.shown_scenes import ShownScenes

# Translators: an answer to a command in lines.
_CHANGED: Final = mark("Your hand changed just before that, so nothing was played. Check the number, then repeat it.")
_ACTIONS: Final = {
    TableCommand.DRAW: Draw(),
    TableCommand.KEEP: Keep(),
    TableCommand.TAKE: Take(),
    TableCommand.CHALLENGE: Challenge(),
    TableCommand.UNO: CallUno(),
    TableCommand.DEAL: Deal(),
}


# Translators: an answer to a command in lines.
class Moves:
    """The moves of one person at one table."""

    def __init__(self, table: SeenTable, clock: Callable[[], float]) -> None:
        self.pending = False
        """Whether the last requested move is still unanswered."""
        self._table = table
        self._requests = 0
        self._asked: tuple[int, Action] | None = None
        """The last move requested from the table, as (version of the view that the person saw, action)."""
        self._unfinished: tuple[int, Play | JumpIn] | None = None
        """A play that still lacks a color or a seat, as (version of the view that the person saw, play)."""
        self._told_hands: ShownScenes[tuple[Card, ...]] = ShownScenes()
        """Numbered hands that were replaced a moment ago through other people's moves."""
        self._told_hands.clock = clock

    def note_changed_hand(self, before: TableView | None, numbered: tuple[Card, ...]) -> None:
        """Remember the numbered hand shown before a new view changed it, if its cards could be played by number."""
        output = self._table.output
        if output.numbered == numbered or not output.numbered or before is None or before.game is None:
            return
        if any(isinstance(one, Play | JumpIn) for one in before.game.legal):
            self._told_hands.replace(numbered)

    def forget_changed_hands(self) -> None:
        """Let typed numbers refer to the hand as it is printed now, because the person asked for the hand."""
        self._told_hands.forget()

    def obey(self, command: TableCommand, rest: str) -> None:
        """Carry out a command for a move; `rest` is the line without the command."""
        if command is TableCommand.DRAW and self._table.game().phase is Phase.ANSWER:
            self.act(Take())
        elif command in _ACTIONS:
            self.act(_ACTIONS[command])
        else:
            _METHODS[command](self, rest)

    def act(self, action: Action) -> None:
        """Ask the table for a move."""
        self._table.game()
        self._requests += 1
        self.pending = True
        self._asked = self._table.view().version, action
        self._table.handle.act(action, self._table.view().version, self._requests)

    def read(self, text: str) -> Action:
        """Read a line that does not begin with a command: a card, a color to name, or an action in notation."""
        game, reader = self._table.game(), self._table.parser()
        if game.phase is Phase.COLOR and reader.color(text) is not None:
            return reader.name_color(text)
        if (written := reader.notation(text)) is not None:
            return self._with_same_seat(written)
        try:
            return self._read_play(text)
        except ParseError:
            if text[0].isdecimal() or reader.names_card(text):
                raise
        words, word = self._table.words, self._table.vocabulary.word(TableCommand.HELP)
        typed = text[:40] + hint(words, self._table.vocabulary.near(text.partition(" ")[0]))
        if game.on_turn:
            status = self._table.speaker().status(self._table.view())
            raise ParseError(words("{text} is not a command or a card. {status}. Type {help} for the commands.",
                                   text=typed, status=status, help=word))  # fmt: skip  # one sentence
        raise ParseError(
            words("{text} is not a command or a card. Type {help} for the commands.", text=typed, help=word)
        )

    def _read_play(self, text: str, *, jump: bool = False, drawn: bool = False) -> Action:
        """Read a play or a jump-in; raise `ParseError` if the typed number meant another card a moment ago."""
        parser = self._table.parser(drawn)
        found = parser.play(text, jump)

        def meant(hand: tuple[Card, ...]) -> Action | None:
            try:
                return replace(parser, hand=hand).play(text, jump)
            except ParseError:
                return None

        if self._told_hands.contradict(tuple(parser.hand), meant):
            raise ParseError(self._table.words(_CHANGED))
        return self._with_same_seat(found)

    def _with_same_seat(self, action: Action) -> Action:
        """Return a typed action; raise `ParseError` if another person had the action's seat a moment ago."""
        seat = action.swap if isinstance(action, Play | JumpIn) else None
        seat = action.seat if isinstance(action, CatchUno) else seat
        if seat is not None:
            self._table.same_seat(seat)
        return action

    def complete(self, text: str) -> bool:
        """Make the unfinished move, if the text names the missing color or seat; return whether the move was made."""
        unfinished, self._unfinished = self._unfinished, None
        if unfinished is None or unfinished[0] != self._table.view().version:
            return False
        play, parser = unfinished[1], self._table.parser()
        if isinstance(play, Play) and play.color is None and play.card.is_wild:
            color = parser.color(text)
            if color is None:
                return False
            self.act(replace(play, color=color))
            return True
        try:
            self.act(replace(play, swap=self._table.seat(text)))
        except ParseError:
            return False
        return True

    def forget(self) -> None:
        """Forget the unfinished play that lacks a color or a seat."""
        self._unfinished = None

    def ask_for_the_rest(self, refused: Refused) -> None:
        """If a play was refused because its color or seat is missing, ask for it; the next line is then the answer."""
        if refused.why is None or self._asked is None or refused.request != self._requests:
            return
        version, action = self._asked
        if not isinstance(action, Play | JumpIn):
            return
        if refused.why.reason is Reason.COLOR_MISSING:
            colors = ", ".join(f"{color.letter} {color_name(self._table.words, color)}" for color in Color)
            self._table.output.write(self._table.words("Type the color: {colors}", colors=colors))
        elif refused.why.reason is Reason.SWAP_MISSING:
            names = self._table.parser().players()
            self._table.output.write(self._table.words("Type the player: {names}", names=names))
        else:
            return
        self._unfinished = version, action

    def play(self, rest: str) -> None:
        """Play the named card; if no card is named, play the one just drawn."""
        self.act(self._read_play(rest, drawn=self._table.game().drawn is not None))

    def jump(self, rest: str) -> None:
        """Jump in with the named card; if no card is named, with a card identical to the top card."""
        top = self._table.game().top
        self.act(self._read_play(rest or top.text, jump=True))

    def name_color(self, rest: str) -> None:
        """Name the color."""
        self.act(self._table.parser().name_color(rest))

    def catch(self, rest: str) -> None:
        """Catch a player who forgot to call UNO."""
        found = self._table.parser().catch(rest, self._table.game().legal)
        self.act(self._with_same_seat(found) if rest else found)


_METHODS: Final[Mapping[TableCommand, Callable[[Moves, str], None]]] = {
    TableCommand.PLAY: Moves.play,
    TableCommand.JUMP: Moves.jump,
    TableCommand.COLOR: Moves.name_color,
    TableCommand.CATCH: Moves.catch,
}
MOVES: Final = frozenset({*_ACTIONS, *_METHODS})
"""The commands for moves."""
