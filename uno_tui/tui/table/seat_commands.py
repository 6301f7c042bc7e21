"""The commands about seats, people and the next match."""

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from uno_tui.game.actions import Draw
from uno_tui.speech.daily import no_hints
from uno_tui.table.protocol import Sitter
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.screen import Filled, FormScreen
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.table.card_commands import CardCommands
from uno_tui.tui.table.choice import SeatCommand, SeatRequest, seats_for
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.scene import TableMode
from uno_tui.tui.table.state import TableScreenState


class SeatCommands:
    """Commands about seats, including those of the host."""

    def __init__(self, state: TableScreenState, cards: CardCommands, open_screen: Callable[..., Any]) -> None:
        """`open_screen`: pushes a screen and calls its second argument with the result."""
        self.state = state
        self.cards = cards
        self.open_screen = open_screen

    def _request(self, command: str) -> None:
        """Ask the person to choose a seat for a command."""
        seats = seats_for(command, self.state.scene.view)
        if seats or command == "mute":  # spectators have no seat, but everybody's chat can be hidden
            self.state.change(mode=TableMode.SEAT, choice=None, seat_request=SeatRequest(command, seats))

    @handles("seat")
    def choose_seat(self, seat: int) -> None:
        """Choose a seat for the waiting command, or else for the card being played."""
        state = self.state
        request = state.scene.seat_request
        if request is None:
            self.cards.choose_seat(seat)
        elif seat in request.seats:
            state.stop_choosing()
            view = state.scene.view
            name = view.seats[seat].name
            match request.command:
                case "kick" if view.seats[seat].sitter is Sitter.BOT:
                    state.handle.kick(seat)
                case "kick" | "host":
                    command = SeatCommand(request.command, seat, name)
                    state.change(mode=TableMode.CONFIRM, confirming=command)
                case "sit":
                    state.handle.sit(seat)
                case "partner":
                    state.handle.choose_partner(seat)
                case _:
                    state.handle.mute(name, name not in view.muted)

    @handles("confirm")
    def confirm(self) -> None:
        """Run the command that waits for confirmation, if the same person is still on that seat."""
        state, command = self.state, self.state.scene.confirming
        state.stop_choosing()
        if command is None or not command.possible(state.handle.view):
            return
        if command.command == "kick":
            state.handle.kick(command.seat)
        else:
            state.handle.pass_host(command.seat)

    @handles("kick")
    def kick(self) -> None:
        """Ask the host which player to send away."""
        self._request("kick")

    @handles("host")
    def pass_host(self) -> None:
        """Ask the host which person becomes the next host."""
        self._request("host")

    @handles("partner")
    def choose_partner(self) -> None:
        """Ask the host for their partner."""
        self._request("partner")

    @handles("sit")
    def sit(self) -> None:
        """Take a free seat; if there are several, ask the person to choose."""
        seats = seats_for("sit", self.state.scene.view)
        if len(seats) == 1:
            self.state.handle.sit(seats[0])
        else:
            self._request("sit")

    @handles("mute")
    def mute(self) -> None:
        """Ask the person whose chat to mute or unmute."""
        self._request("mute")

    @handles("mute_all")
    def mute_all(self) -> None:
        """Hide or show everybody's chat."""
        self.state.stop_choosing()
        self.state.handle.mute(None, not self.state.scene.view.all_muted)

    @handles("autopilot")
    def toggle_autopilot(self) -> None:
        """Let a bot play this person's seat, or take the seat back from the bot; show why not in a daily deal."""
        view = self.state.scene.view
        if view.once:
            self.state.answer(no_hints(self.state.speaker.words), passing=True)
        elif view.you is not None:
            self.state.handle.autopilot(not view.seats[view.you].autopilot)

    @handles("hurry")
    def hurry(self) -> None:
        """Let the bots play at once."""
        self.state.handle.hurry()

    @handles("hurried")
    def point_out_enter(self) -> None:
        """Play nothing, but name the key that plays: a person who hurries the bots may press once too often."""
        self.state.answer(self._what_to_press(), passing=True)

    # Translators: an answer to the key that hurries the bots, pressed when it is already the person's turn.
    def _what_to_press(self) -> str:
        appearance, scene = self.state.appearance, self.state.scene
        words = appearance.words
        play, draw = (command_key(appearance, TABLE, command) for command in ("play", "draw"))
        if scene.card in scene.playable:
            return words("It is your turn. {key} plays the selected card.", key=play)
        if scene.playable:
            return words("It is your turn. Select a card that can be played; {key} plays it.", key=play)
        if Draw() in scene.legal:
            return words("It is your turn. No card matches; {key} draws one.", key=draw)
        return self.state.speaker.status(scene.view)

    @handles("leave")
    def confirm_leaving(self) -> None:
        """Ask whether to leave."""
        self.state.change(mode=TableMode.LEAVE, choice=None)

    @handles("leave_now")
    def leave(self) -> None:
        """Leave."""
        self.state.handle.leave()

    @handles("start")
    def start_match(self) -> None:
        """Start the match."""
        self.state.handle.start()

    @handles("rematch")
    def rematch(self) -> None:
        """Start another match with the same players."""
        self.state.handle.rematch()

    @handles("options")
    def open_rules_form(self) -> None:
        """Open the form for the rules of the next match."""
        view = self.state.scene.view
        before = Draft.of_rules(view.rules, len(view.seats))

        def change_rules(filled: Filled | None) -> None:
            if filled is not None and filled[1]:
                self.state.handle.change_rules(filled[0].rules)
            elif filled is not None and filled[0] != before:
                self.state.answer(self.state.appearance.words("The rules were not changed."))

        form: Screen[Filled] = FormScreen(self.state.appearance, before)
        self.open_screen(form, change_rules)
