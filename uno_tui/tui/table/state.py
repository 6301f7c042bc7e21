"""The state that the parts of a table screen share: handle, scene and the person's settings."""

from dataclasses import replace
from typing import Any

from uno_tui.bots.hints import explain
from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.speech import Speaker
from uno_tui.table.protocol import Suggestion
from uno_tui.table.requests import Handle
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.text import with_message
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.scene import TableMode, TableScene, moment


class TableScreenState:
    """The state of a table screen, shared by its command classes; only the screen draws it."""

    def __init__(self, handle: Handle, scene: TableScene, session: SessionOptions, appearance: Appearance) -> None:
        self.handle = handle
        self.scene = scene
        self.session = session
        self.appearance = appearance
        self.request = 0
        """Number of the last requested action, to match its answer."""

    @property
    def speaker(self) -> Speaker:
        """The `Speaker` that turns this table's events into sentences."""
        return Speaker.of(self.appearance.words, self.scene.view)

    def change(self, **fields: Any) -> None:
        """Replace fields of the scene."""
        self.scene = replace(self.scene, **fields)

    def answer(self, text: str, *, bad: bool = False, passing: bool = False) -> None:
        """Show an answer below the prompt, in place of the text there.

        `passing`: the answer is about this moment of the match, so it disappears with the turn.
        """
        answered = moment(self.scene.view) if passing else None
        self.scene = replace(self.scene, answer=text, bad=bad, answered=answered, lasting=False, notice="")

    def suggest(self, suggestion: Suggestion) -> None:
        """Show a hint and select its card, unless the match has gone on or there is nothing to do."""
        game = self.scene.game
        if game is not None and suggestion.action is not None and suggestion.version == self.scene.view.version:
            advised = suggestion.action
            if self.scene.mode is TableMode.TABLE and isinstance(advised, Play | JumpIn):
                self.change(selected=self.scene.cards.index(advised.card))
            text = self.speaker.hint(explain(game, advised), game.penalty)
            self.change(hint=(advised, text))
            self.answer(text, passing=True)

    def refuse(self, text: str) -> None:
        """Show why a request was refused, above the messages that came since the last key."""
        self.scene = replace(self.scene, answer=text, bad=True, answered=moment(self.scene.view))

    def notify(self, text: str, *, bad: bool, lasting: bool = False) -> None:
        """Show a message on a line of its own, below the messages that are already shown.

        `lasting`: it stays until the next key, even if the person's turn comes meanwhile.
        """
        notice, bad, lasting = (
            with_message(self.scene.notice, text),
            self.scene.bad or bad,
            self.scene.lasting or lasting,
        )
        self.scene = replace(self.scene, notice=notice, bad=bad, lasting=lasting)

    def act(self, action: Action) -> None:
        """Request a game action, and close any open choice."""
        self.scene = replace(self.scene, mode=TableMode.TABLE, choice=None, hint=None)
        if isinstance(action, Play | JumpIn):
            self.scene = replace(self.scene, armed=False)
        self.request += 1
        self.handle.act(action, self.scene.view.version, self.request)

    def stop_choosing(self) -> None:
        """Cancel the open choice; the card stays in the hand."""
        self.scene = replace(self.scene, mode=TableMode.TABLE, choice=None, seat_request=None, confirming=None)
