"""The handle of a fake table, for tests of what talks to a table."""

from random import Random

from uno_tui.bots import hard
from uno_tui.game.actions import Action
from uno_tui.game.rules import Rules
from uno_tui.table.protocol import BotPace, Closed, Ending, Listener, Message, Suggestion, TableView
from uno_tui.table.requests import Handle


class FakeHandle:
    """Records requests as text in `asked`, and sends the messages of the test to its listener."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.asked: list[str] = []
        self.version: int | None = None
        """The version with the last action."""
        self.listener: Listener = lambda _: None

    def connect(self, listener: Listener) -> Handle:
        self.listener = listener
        return self

    def send(self, message: Message) -> None:
        if isinstance(message, TableView):
            self.view = message
        self.listener(message)

    def act(self, action: Action, version: int, request: int = 0) -> None:
        self.asked.append(action.text)
        self.version = version

    def hint(self) -> None:
        """Answer at once, with what a hard bot would do."""
        game = self.view.game
        action = hard(game, Random(1)) if game and game.legal else None
        self.asked.append("hint()")
        self.listener(Suggestion(self.view.version, action, "hard"))

    def start(self) -> None:
        self.asked.append("start()")

    def rematch(self) -> None:
        self.asked.append("rematch()")

    def autopilot(self, on: bool) -> None:
        self.asked.append(f"autopilot({on})")

    def hurry(self) -> None:
        self.asked.append("hurry()")

    def set_pace(self, pace: BotPace) -> None:
        self.asked.append(f"set_pace({pace})")

    def chat(self, text: str) -> None:
        self.asked.append(f"chat({text})")

    def mute(self, name: str | None, on: bool) -> None:
        self.asked.append(f"mute({name}, {on})")

    def kick(self, seat: int) -> None:
        self.asked.append(f"kick({seat})")

    def sit(self, seat: int) -> None:
        self.asked.append(f"sit({seat})")

    def readmit(self, name: str) -> None:
        self.asked.append(f"readmit({name})")

    def pass_host(self, seat: int) -> None:
        self.asked.append(f"pass_host({seat})")

    def choose_partner(self, seat: int) -> None:
        self.asked.append(f"choose_partner({seat})")

    def change_rules(self, rules: Rules) -> None:
        self.asked.append(f"change_rules({rules.text})")

    def leave(self) -> None:
        self.asked.append("leave()")
        self.send(Closed(Ending.LEFT))

    def drop(self) -> None:
        self.asked.append("drop()")
