"""The message that a terminal has answered what it was asked about itself."""

from textual.message import Message

from uno_tui.local.terminal import ColorDepth
from uno_tui.local.terminal_questions import TerminalAnswers


class TerminalAnswered(Message, bubble=False):
    """The terminal's answers: posted to the app once, soon after its start, and after each change of light and dark."""

    def __init__(self, answers: TerminalAnswers, depth: ColorDepth) -> None:
        super().__init__()
        self.answers = answers
        self.depth = depth
        """The color depth that the session uses from now on."""
