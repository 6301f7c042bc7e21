"""What each command of the key table does."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from uno_tui.bots.hints import hint
from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.game.cards import Color
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Handle, Message
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keytable import KeyScreen, handles
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table import pages
from uno_tui.tui.table.choice import Choice
from uno_tui.tui.table.keys import may_call
from uno_tui.tui.table.scene import Mode, Scene, Sort, labels


class Doing(KeyScreen[None]):
    """The commands, each a method `do_...`; what may be asked is judged by the table, which says why not."""

    handle: Handle
    scene: Scene
    session: SessionOptions
    appearance: Appearance
    themes: Path | None
    inbox: deque[Message]
    request = 0
    show: Callable[[], None]

    def run(self, name: str, number: int | None = None) -> None:
        """Do a command, then show what came of it."""
        if self.scene.answer:
            self.answer("")
        self.carry_out(name, number)
        if not self.inbox:  # else what came of it is still to be taken out, and then shown
            self.show()

    def answer(self, text: str, *, bad: bool = False) -> None:
        """Tell the person something in the line below the prompt."""
        self.scene = replace(self.scene, answer=text, bad=bad)

    def ask(self, action: Action) -> None:
        """Ask the table to do that."""
        self.scene = replace(self.scene, mode=Mode.TABLE, choice=None)
        if isinstance(action, Play | JumpIn):
            self.scene = replace(self.scene, armed=False)
        self.request += 1
        self.handle.act(action, self.scene.view.version, self.request)

    # Playing

    def choose(self, choice: Choice) -> None:
        """Ask for the action that is meant, or first for a color or a seat."""
        if choice.colors:
            self.scene = replace(self.scene, mode=Mode.COLOR, choice=choice)
        elif choice.seats:
            self.scene = replace(self.scene, mode=Mode.SEAT, choice=choice)
        elif action := choice.action(uno=self.scene.armed):
            self.ask(action)

    @handles("play")
    def do_play(self, *, double: bool = False) -> None:
        """Play the selected card; one that cannot be played is asked for all the same, to hear why."""
        card = self.scene.card
        if card is None:
            return
        choice = Choice.of_card(self.scene.legal, card, double=double)
        if choice.options:
            self.choose(choice)
        else:
            self.ask(Play(card, Color.RED if card.is_wild and len(self.scene.cards) > 1 else None, double=double))

    @handles("double")
    def do_double(self) -> None:
        """Play the selected card twice."""
        self.do_play(double=True)

    @handles("label")
    def do_label(self, number: int) -> None:
        """Play the card under which that digit stands."""
        digits = labels(self.scene.cards, self.scene.playable)
        digit = "1234567890"[number]
        if digit in digits:
            self.scene = replace(self.scene, selected=digits.index(digit))
            self.do_play()

    @handles("card")
    def do_card(self, number: int) -> None:
        """A card was clicked: select it, and on turn play it."""
        if number >= len(self.scene.cards):
            return
        self.scene = replace(self.scene, selected=number, mode=Mode.TABLE, choice=None)
        if self.scene.on_turn or self.scene.card in self.scene.playable:
            self.do_play()

    @handles("jump")
    def do_jump(self) -> None:
        """Jump in."""
        self.choose(Choice.of_kind(self.scene.legal, JumpIn))

    @handles("draw")
    def do_draw(self) -> None:
        """Draw."""
        self.ask(Draw())

    @handles("keep")
    def do_keep(self) -> None:
        """Keep the drawn card."""
        self.ask(Keep())

    @handles("take")
    def do_take(self) -> None:
        """Take the penalty."""
        self.ask(Take())

    @handles("draw_or_take")
    def do_draw_or_take(self) -> None:
        """The draw pile was clicked."""
        self.ask(Take() if Take() in self.scene.legal else Draw())

    @handles("challenge")
    def do_challenge(self) -> None:
        """Challenge."""
        self.ask(Challenge())

    @handles("uno")
    def do_uno(self) -> None:
        """Call UNO after a play, or have the next play carry the call."""
        if CallUno() in self.scene.legal or not may_call(self.scene):
            self.ask(CallUno())
        else:
            self.scene = replace(self.scene, armed=not self.scene.armed)

    @handles("catch")
    def do_catch(self, seat: int | None = None) -> None:
        """Catch the one who owes a call, or say whom."""
        game = self.scene.game
        choice = Choice.of_kind(self.scene.legal, CatchUno)
        if seat is not None:
            self.ask(CatchUno(seat))
        elif choice.options:
            self.choose(choice)
        elif game is not None and game.seat is not None:
            self.ask(CatchUno(game.next_seat(game.seat)))

    @handles("deal")
    def do_deal(self) -> None:
        """Deal the next round."""
        self.ask(Deal())

    # Choosing

    def do_color(self, color: Color) -> None:
        """Name a color."""
        if self.scene.choice is not None:
            self.choose(self.scene.choice.with_color(color))
        else:
            self.ask(NameColor(color))

    @handles("red")
    def do_red(self, _number: int) -> None:
        """Name red."""
        self.do_color(Color.RED)

    @handles("yellow")
    def do_yellow(self, _number: int) -> None:
        """Name yellow."""
        self.do_color(Color.YELLOW)

    @handles("green")
    def do_green(self, _number: int) -> None:
        """Name green."""
        self.do_color(Color.GREEN)

    @handles("blue")
    def do_blue(self, _number: int) -> None:
        """Name blue."""
        self.do_color(Color.BLUE)

    @handles("seat")
    def do_seat(self, number: int) -> None:
        """Name a seat."""
        if self.scene.choice is not None:
            self.choose(self.scene.choice.with_seat(number))

    @handles("back")
    def do_back(self) -> None:
        """Stop choosing, leaving or talking; the card is still in the hand."""
        self.close_lines()
        self.scene = replace(self.scene, mode=Mode.TABLE, choice=None)

    # The screen

    def move(self, by: int) -> None:
        """Select another card, around the ends."""
        if count := len(self.scene.cards):
            self.scene = replace(self.scene, selected=(self.scene.selected + by) % count)

    @handles("left")
    def do_left(self) -> None:
        """Select the card to the left."""
        self.move(-1)

    @handles("right")
    def do_right(self) -> None:
        """Select the card to the right."""
        self.move(1)

    @handles("sort")
    def do_sort(self) -> None:
        """Sort the other way; the same card stays selected."""
        card = self.scene.card
        self.scene = replace(self.scene, sort=Sort.RANK if self.scene.sort is Sort.COLOR else Sort.COLOR)
        if card is not None:
            self.scene = replace(self.scene, selected=self.scene.cards.index(card))

    @handles("hint")
    def do_hint(self) -> None:
        """Tell what a sharp bot would do, and why."""
        game = self.scene.game
        if game is not None and (found := hint(game)):
            self.answer(Speaker.of(self.appearance.words, self.scene.view).hint(found, game.penalty))

    @handles("log")
    def do_log(self) -> None:
        """Show everything that happened."""
        self.app.push_screen(pages.log_sheet(self.appearance, self.scene))

    @handles("invitation")
    def do_invitation(self) -> None:
        """Show how others come to the table."""
        self.app.push_screen(pages.invitation_sheet(self.appearance, self.scene))

    @handles("rules")
    def do_rules(self) -> None:
        """Show the rules in force."""
        self.app.push_screen(pages.rules_sheet(self.appearance, self.scene.view.rules))

    # The table

    @handles("settings")
    def do_settings(self) -> None:
        """Ask for the page of settings."""
        self.request_settings()

    @handles("chat")
    def do_chat(self) -> None:
        """Open the line to type in."""
        raise NotImplementedError

    @handles("autopilot")
    def do_autopilot(self) -> None:
        """Hand the seat to a bot, or take it back."""
        you = self.scene.view.you
        if you is not None:
            self.handle.autopilot(not self.scene.view.seats[you].autopilot)

    @handles("start")
    def do_start(self) -> None:
        """Start the match."""
        self.handle.start()

    @handles("rematch")
    def do_rematch(self) -> None:
        """Play another match."""
        self.handle.rematch()

    @handles("leave")
    def do_leave(self) -> None:
        """Ask whether to leave."""
        self.scene = replace(self.scene, mode=Mode.LEAVE, choice=None)

    @handles("leave_now")
    def do_leave_now(self) -> None:
        """Leave."""
        self.handle.leave()
