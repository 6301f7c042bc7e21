"""Typed text on the full screen: chat, and cards, which are read and refused as in lines of text."""

from collections.abc import Callable
from typing import Final

from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.cards import Card
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Words
from uno_tui.table.chat import MAX_CHAT
from uno_tui.tui.keyboard.screen import CHANGED, handles
from uno_tui.tui.table.card_commands import CardCommands
from uno_tui.tui.table.choice import ActionChoice
from uno_tui.tui.table.scene import TableMode, TableScene, labels
from uno_tui.tui.table.state import TableScreenState
from uno_tui.typed.commands import vocabulary
from uno_tui.typed.parser import ActionParser, ParseError
from uno_tui.typed.shown_scenes import ShownScenes

LONGEST: Final = 80
"""Maximum length of a typed move, in characters."""


def numbered(scene: TableScene) -> tuple[Card, ...]:
    """Return the hand with the cards that have a digit first, so that a number means the digit above a card."""
    digits = labels(scene.cards, scene.playable)
    pairs = sorted(zip(digits, scene.cards, strict=True), key=lambda pair: not pair[0])
    return tuple(card for _digit, card in pairs)


def typed_action(words: Words, scene: TableScene, game: PlayerView, text: str) -> Action:
    """Parse a typed move; raise `ParseError` if the text is not a move."""
    view = scene.view
    deck, names = view.rules.deck_for(len(game.seats)).faces, tuple(seat.name for seat in view.seats)
    parser = ActionParser(vocabulary(words), numbered(scene), deck, names)
    if game.phase is Phase.COLOR and parser.color(text) is not None:
        return parser.name_color(text)
    return parser.notation(text) or parser.play(text)


class InputLines:
    """Commands that open an input line, and the handling of the typed text."""

    def __init__(
        self,
        state: TableScreenState,
        cards: CardCommands,
        shown: ShownScenes[TableScene],
        open_line: Callable[[int, TableMode], None],
    ) -> None:
        """`open_line` opens an input line, given the maximum number of characters and the mode of the screen."""
        self.state = state
        self.cards = cards
        self.shown = shown
        self.open_line = open_line

    @handles("chat")
    def ask_message(self) -> None:
        """Open an input line for a chat message."""
        self.open_line(MAX_CHAT, TableMode.TALK)

    @handles("type")
    def ask_card(self) -> None:
        """Open an input line for a card to play."""
        self.open_line(LONGEST, TableMode.TYPE)

    def take(self, mode: TableMode, text: str) -> None:
        """Play a typed text as a move, or send it to everyone as chat, depending on the mode."""
        if mode is TableMode.TYPE:
            self._take_move(text)
        else:
            self.state.handle.chat(text)

    def _take_move(self, text: str) -> None:
        """Make the typed move, or ask for a color or seat that it lacks; show an error if the text is not a move."""
        words, game = self.state.appearance.words, self.state.scene.game
        if game is None:
            return
        try:
            action = typed_action(words, self.state.scene, game, text)
        except ParseError as error:
            self.state.answer(str(error), bad=True, passing=True)
            return
        if self.shown.contradict(self.state.scene, lambda scene: self._meaning(words, scene, text)):
            self.state.answer(words(CHANGED), bad=True)
        elif isinstance(action, Play | JumpIn):
            self._play(action)
        else:
            self.state.act(action)

    @staticmethod
    def _meaning(words: Words, scene: TableScene, text: str) -> Action | None:
        try:
            return typed_action(words, scene, scene.game, text) if scene.game else None
        except ParseError:
            return None

    def _play(self, action: Play | JumpIn) -> None:
        """Play a card; if its color or seat is open, ask for it. The table rejects an illegal play."""
        double, color = (action.double, action.color) if isinstance(action, Play) else (False, None)
        choice = ActionChoice.of_card(self.state.scene.legal, action.card, double=double)
        if color is not None:
            choice = choice.with_color(color)
        if action.swap is not None:
            choice = choice.with_seat(action.swap)
        if action.uno:
            choice = ActionChoice(tuple(one for one in choice.options if isinstance(one, Play | JumpIn) and one.uno))
            self.state.change(armed=bool(choice.options))
        if choice.options:
            self.cards.choose(choice)
        else:
            self.state.act(action)
