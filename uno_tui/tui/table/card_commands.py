"""The commands of the match: playing, drawing, calling and choosing.

Most are sent to the table even if they are illegal; the table answers with the reason.
"""

from uno_tui.game.actions import CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Color
from uno_tui.speech.daily import no_hints
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.table.choice import ActionChoice, color_of, seat_of
from uno_tui.tui.table.command_meaning import labeled_card
from uno_tui.tui.table.keys import may_call
from uno_tui.tui.table.scene import HandOrder, TableMode
from uno_tui.tui.table.state import TableScreenState


class CardCommands:
    """Commands for cards, colors and the UNO call."""

    def __init__(self, state: TableScreenState) -> None:
        self.state = state

    def choose(self, choice: ActionChoice) -> None:
        """Request an action; if color or seat is open, ask the person to choose one first, and show the hint again."""
        if choice.colors:
            self.state.change(mode=TableMode.COLOR, choice=choice)
        elif choice.seats:
            self.state.change(mode=TableMode.SEAT, choice=choice)
        elif action := choice.action(uno=self.state.scene.armed):
            self.state.act(action)
        if self.state.scene.advised and self.state.scene.hint:
            self.state.answer(self.state.scene.hint[1], passing=True)

    # Playing

    @handles("play")
    def play_selected(self) -> None:
        """Play the selected card; if that is illegal, the table answers with the reason."""
        self._play(double=False)

    @handles("double")
    def play_double(self) -> None:
        """Play the selected card twice."""
        self._play(double=True)

    def _play(self, *, double: bool) -> None:
        scene = self.state.scene
        card = scene.card
        if card is None:
            return
        choice = ActionChoice.of_card(scene.legal, card, double=double)
        if choice.options:
            self.choose(choice)
        else:
            self.state.act(Play(card, Color.RED if card.is_wild and len(scene.cards) > 1 else None, double=double))

    @handles("label")
    def play_labeled(self, number: int) -> None:
        """Play the card whose label has this index in `1234567890`."""
        scene = self.state.scene
        card = labeled_card(scene, number)
        if card is not None:
            self.state.change(selected=scene.cards.index(card))
            self.play_selected()
        elif scene.cards:
            text = self.state.appearance.words("No card has the number {number} now.", number=(number + 1) % 10)
            self.state.answer(text, bad=True, passing=True)

    @handles("card")
    def click_card(self, number: int) -> None:
        """Select the clicked card; also play it if this person is on turn or may jump in with it."""
        if number >= len(self.state.scene.cards):
            return
        self.state.change(selected=number, mode=TableMode.TABLE, choice=None)
        scene = self.state.scene
        if scene.on_turn or scene.card in scene.playable:
            self.play_selected()

    @handles("jump")
    def jump_in(self) -> None:
        """Play an identical card out of turn."""
        self.choose(ActionChoice.of_kind(self.state.scene.legal, JumpIn))

    @handles("draw")
    def draw(self) -> None:
        """Draw a card."""
        self.state.act(Draw())

    @handles("keep")
    def keep(self) -> None:
        """Keep the drawn card."""
        self.state.act(Keep())

    @handles("take")
    def take(self) -> None:
        """Take the penalty."""
        self.state.act(Take())

    @handles("draw_or_take")
    def click_draw_pile(self) -> None:
        """Take the penalty if one is owed, else draw a card."""
        self.state.act(Take() if Take() in self.state.scene.legal else Draw())

    @handles("challenge")
    def challenge(self) -> None:
        """Challenge the Wild Draw Four."""
        self.state.act(Challenge())

    @handles("uno")
    def call_uno(self) -> None:
        """Call UNO if a call is due, or else toggle whether the next play includes the call."""
        scene = self.state.scene
        if CallUno() in scene.legal or not may_call(scene):
            self.state.act(CallUno())
        else:
            self.state.change(armed=not scene.armed)

    @handles("catch")
    def catch(self, seat: int | None = None) -> None:
        """Catch a seat that owes a call; if none is given, the only such seat, or ask the person to choose."""
        game = self.state.scene.game
        choice = ActionChoice.of_kind(self.state.scene.legal, CatchUno)
        if seat is not None:
            self.state.act(CatchUno(seat))
        elif choice.options:
            self.choose(choice)
        elif game is not None and game.seat is not None:
            self.state.act(CatchUno(game.next_seat(game.seat)))

    @handles("deal")
    def deal(self) -> None:
        """Deal the next round."""
        self.state.act(Deal())

    # Choosing

    def choose_color(self, color: Color) -> None:
        """Choose a color for the card being played, or for the first card of the round."""
        if self.state.scene.choice is not None:
            self.choose(self.state.scene.choice.with_color(color))
        else:
            self.state.act(NameColor(color))

    @handles("red")
    def choose_red(self, _number: int) -> None:
        """Choose red."""
        self.choose_color(Color.RED)

    @handles("yellow")
    def choose_yellow(self, _number: int) -> None:
        """Choose yellow."""
        self.choose_color(Color.YELLOW)

    @handles("green")
    def choose_green(self, _number: int) -> None:
        """Choose green."""
        self.choose_color(Color.GREEN)

    @handles("blue")
    def choose_blue(self, _number: int) -> None:
        """Choose blue."""
        self.choose_color(Color.BLUE)

    @handles("advised")
    def choose_advised(self) -> None:
        """Choose the color or seat that the newest hint advises."""
        scene = self.state.scene
        action = scene.advised
        if scene.choice is None or not isinstance(action, Play | JumpIn | NameColor | CatchUno):
            if action is not None:
                self.state.act(action)
        elif scene.mode is TableMode.COLOR:
            self.choose(ActionChoice(tuple(one for one in scene.choice.options if color_of(one) == color_of(action))))
        else:
            self.choose(ActionChoice(tuple(one for one in scene.choice.options if seat_of(one) == seat_of(action))))

    def choose_seat(self, seat: int) -> None:
        """Choose a seat for the card being played."""
        if self.state.scene.choice is not None:
            self.choose(self.state.scene.choice.with_seat(seat))

    # The hand

    @handles("left")
    def select_left(self) -> None:
        """Select the card to the left, wrapping around."""
        self._select(-1)

    @handles("right")
    def select_right(self) -> None:
        """Select the card to the right, wrapping around."""
        self._select(1)

    def _select(self, by: int) -> None:
        if count := len(self.state.scene.cards):
            self.state.change(selected=(self.state.scene.selected + by) % count)

    @handles("sort")
    def sort(self) -> None:
        """Toggle the sort order of the hand; keep the same card selected."""
        scene = self.state.scene
        self.state.change(order=HandOrder.RANK if scene.order is HandOrder.COLOR else HandOrder.COLOR)
        if scene.card is not None:
            self.state.change(selected=self.state.scene.cards.index(scene.card))

    @handles("hint")
    def show_hint(self) -> None:
        """Ask what a strong bot would do, and why; show why not where the person can do nothing, or in a daily deal."""
        if self.state.scene.view.once:
            self.state.answer(no_hints(self.state.speaker.words), passing=True)
        elif (game := self.state.scene.game) is not None and game.legal:
            self.state.handle.hint()
        else:
            text = self.state.appearance.words("Hints are for the player whose turn it is.")
            self.state.answer(text, bad=True, passing=True)
