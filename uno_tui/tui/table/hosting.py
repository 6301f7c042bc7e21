"""What can be done at a table beside the match: seats, the host's rights, whose chat is shown."""

from dataclasses import replace

from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.screen import Filled, FormScreen
from uno_tui.tui.keytable import handles
from uno_tui.tui.table.commands import Doing
from uno_tui.tui.table.scene import Mode
from uno_tui.tui.table.seat_requests import Errand, seats_for


class Hosting(Doing):
    """The commands that name a seat for something else than a card, and the rules of the next match."""

    def errand(self, command: str) -> None:
        """Ask for the seat that a command is about."""
        seats = seats_for(command, self.scene.view)
        if seats or command == "mute":  # who only watches has no seat, but everybody's chat can be hidden
            self.scene = replace(self.scene, mode=Mode.SEAT, choice=None, errand=Errand(command, seats))

    @handles("kick")
    def do_kick(self) -> None:
        """Ask whom to send away."""
        self.errand("kick")

    @handles("host")
    def do_host(self) -> None:
        """Ask who shall be the host."""
        self.errand("host")

    @handles("sit")
    def do_sit(self) -> None:
        """Sit down, or ask where if there is a choice."""
        seats = seats_for("sit", self.scene.view)
        if len(seats) == 1:
            self.handle.sit(seats[0])
        else:
            self.errand("sit")

    @handles("mute")
    def do_mute(self) -> None:
        """Ask whose chat to hide or show."""
        self.errand("mute")

    @handles("mute_all")
    def do_mute_all(self) -> None:
        """Hide or show everybody's chat."""
        self.do_back()
        self.handle.mute(None, not self.scene.view.all_muted)

    @handles("seat")
    def do_seat(self, number: int) -> None:
        """Name a seat."""
        errand = self.scene.errand
        if errand is None:
            super().do_seat(number)
        elif number in errand.seats:
            self.do_back()
            match errand.command:
                case "kick":
                    self.handle.kick(number)
                case "host":
                    self.handle.pass_host(number)
                case "sit":
                    self.handle.sit(number)
                case _:
                    view = self.scene.view
                    name = view.seats[number].name
                    self.handle.mute(name, name not in view.muted)

    @handles("back")
    def do_back(self) -> None:
        """Stop naming a seat, too."""
        super().do_back()
        self.scene = replace(self.scene, errand=None)

    @handles("options")
    def do_options(self) -> None:
        """Open the form of the rules."""
        view = self.scene.view
        self.app.push_screen(FormScreen(self.appearance, Draft.of_rules(view.rules, len(view.seats))), self.chosen)

    def chosen(self, filled: Filled | None) -> None:
        """The form was left."""
        if filled is not None and filled[1]:
            self.handle.change_rules(filled[0].rules)
