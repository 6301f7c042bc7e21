"""The table screen: takes messages from the table, turns keys and clicks into requests, shows the scene."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Input

from uno_tui.i18n import Words
from uno_tui.lessons import Course
from uno_tui.speech import Speaker
from uno_tui.table.chat import MAX_CHAT
from uno_tui.table.protocol import MUTE_ANSWERS, Closed, Handle, Listener, Notice, Refused, TableView
from uno_tui.table.protocol import Message as TableMessage
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.keytable import handles
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.rows import session_appearance, stepped
from uno_tui.tui.table.bars import Keys, Prompt, Title
from uno_tui.tui.table.entry import Entry
from uno_tui.tui.table.hand import Hand
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.layout import Plan, plan
from uno_tui.tui.table.log import Log
from uno_tui.tui.table.piles import Piles
from uno_tui.tui.table.scene import Mode, Scene
from uno_tui.tui.table.scores import Scores
from uno_tui.tui.table.seat_requests import Errand, seats_for
from uno_tui.tui.table.seats import Seats
from uno_tui.tui.table.too_small import Small
from uno_tui.tui.table.tutoring import Tutoring


class TableScreen(Tutoring):
    """One person's table."""

    KEYS = TABLE

    class Arrived(Message, bubble=False):
        """The table sent something; it waits in the inbox."""

    class Left(Message):
        """The person is no longer at the table."""

        def __init__(self, closed: Closed) -> None:
            super().__init__()
            self.closed = closed

    class Tuned(Message):
        """The person set something at the table."""

        def __init__(self, session: SessionOptions, appearance: Appearance) -> None:
            super().__init__()
            self.session, self.appearance = session, appearance

    def __init__(
        self,
        appearance: Appearance,
        session: SessionOptions,
        connect: Callable[[Listener], Handle],
        themes: Path | None = None,
        complaint: str = "",
    ) -> None:
        super().__init__()
        self.appearance, self.session, self.themes = appearance, session, themes
        self.inbox: deque[TableMessage] = deque()
        self.plan: Plan | None = None
        self.room: Size | None = None
        """The size of the screen, once it was told: to ask for it takes longer than to draw a row."""
        self.handle = connect(self.listen)
        course = Course() if session.lessons else None
        self.scene = Scene(
            self.handle.view, answer=complaint, bad=bool(complaint), invitation=session.invitation, course=course
        )
        self.scene = replace(self.scene, selected=_selected(self.scene, self.scene, fresh=self.scene.on_turn))
        self.title_bar, self.seats = Title(appearance, "title"), Seats(appearance, "seats")
        self.piles, self.log_lines = Piles(appearance, "piles"), Log(appearance, "log")
        self.prompt, self.hand = Prompt(appearance, "prompt"), Hand(appearance, "hand")
        self.keys, self.scores = Keys(appearance, "keys"), Scores(appearance, "scores")
        self.small = Small(appearance, "small")
        self.painted: tuple[CanvasWidget[Any], ...] = (
            self.title_bar, self.seats, self.piles, self.log_lines, self.prompt, self.hand, self.keys, self.scores,
            self.small,
        )  # fmt: skip
        self.styles.background = appearance.palette.background

    def compose(self) -> ComposeResult:
        """The few widgets."""
        yield from self.painted

    def on_mount(self) -> None:
        """Show what there is, also what came before anybody could listen."""
        self.take_view(self.handle.view)
        self.on_table_screen_arrived()

    @staticmethod
    def ending(words: Words, closed: Closed) -> str:
        """Why a person is no longer at the table, as a sentence."""
        return Speaker(words, ()).ending(closed)

    # From the table. `listen` runs in whoever's context the table calls it from: it only puts things down.

    def listen(self, message: TableMessage) -> None:
        """Put a message into the inbox; a picture takes the place of an older one that nobody looked at."""
        waiting = bool(self.inbox)
        if waiting and isinstance(message, TableView) and isinstance(self.inbox[-1], TableView):
            self.inbox.pop()
        self.inbox.append(message)
        if not waiting:
            self.post_message(self.Arrived())

    def on_table_screen_arrived(self) -> None:
        """Take everything out of the inbox, then show it once."""
        while self.inbox:
            match self.inbox.popleft():
                case TableView() as view:
                    self.take_view(view)
                case Refused() as refused:
                    self.answer(Speaker.of(self.appearance.words, self.scene.view).refused(refused), bad=True)
                case Notice() as notice:
                    bad = notice.kind not in MUTE_ANSWERS
                    self.answer(Speaker.of(self.appearance.words, self.scene.view).notice(notice), bad=bad)
                case Closed() as closed:
                    self.post_message(self.Left(closed))
        self.show()

    def take_view(self, view: TableView) -> None:
        """Carry over what the person is about to do into a new picture, as far as it still makes sense."""
        old = self.scene
        fresh = view.game is not None and view.game.on_turn and not old.on_turn
        new = replace(old, view=view, answer="", bad=False) if fresh else replace(old, view=view)
        if fresh:
            self.ring()
        if old.choice is not None:
            still = set(new.legal)
            if not all(option in still for option in old.choice.options):
                new = replace(new, choice=None, mode=Mode.TABLE)
        if old.errand is not None:
            seats = seats_for(old.errand.command, view)
            errand = Errand(old.errand.command, seats) if seats or old.errand.command == "mute" else None
            new = replace(new, errand=errand, mode=new.mode if errand else Mode.TABLE)
        if old.armed and new.game is not None and len(new.cards) not in (2, 3):
            new = replace(new, armed=False)
        selected = _selected(old, new, fresh=fresh)
        self.scene = new if selected == new.selected else replace(new, selected=selected)
        self.teach()
        self.wind_clock()
        self.start_motion(old)

    # To the screen

    def show(self) -> None:
        """Show the scene: each widget whose slice of it changed draws itself."""
        self.lay_out(*(self.room or self.size))
        self.send([(widget, widget.show(self.scene)) for widget in self.painted if widget.region_given.area])
        self.signal()

    def on_resize(self, event: events.Resize) -> None:
        """Place everything anew."""
        self.room = event.size
        self.show()

    def lay_out(self, width: int, height: int) -> None:
        """Give every widget its region; nothing happens while the plan stays the same."""
        if not width or not height:
            return
        scene = self.scene
        told = self.prompt.rows(scene, width)
        new = plan(width, height, len(scene.view.seats), over=scene.over, waiting=scene.waiting, told=told)
        if new is self.plan:
            return
        self.plan = new
        self.scene = replace(scene, narrow=not new.log.area)
        self.hand.card_size, self.piles.card_size = new.card, new.pile
        for widget in self.painted:
            widget.place(getattr(new, widget.id or ""))

    # From the person

    @handles("chat")
    def do_chat(self) -> None:
        """Open the line to type in."""
        region = self.prompt.region_given
        self.open_line(Entry(self.appearance, (region.x + 1, region.y + 1, region.width - 2), MAX_CHAT))
        self.scene = replace(self.scene, mode=Mode.TALK, choice=None)

    # What is set

    def tell_tuned(self) -> None:
        """Tell that the session was changed here."""
        self.post_message(self.Tuned(self.session, self.appearance))

    def restyle(self, appearance: Appearance) -> None:
        """Draw everything with another style."""
        self.appearance = appearance
        self.styles.background = appearance.palette.background
        for widget in self.painted:
            widget.restyle(appearance)

    @handles("theme")
    def do_theme(self) -> None:
        """Take the next theme."""
        self.session = stepped(self.session, "theme", 1, self.themes)
        appearance, complaint = session_appearance(self.session, self.themes)
        self.restyle(appearance)
        self.answer(complaint, bad=bool(complaint))
        self.tell_tuned()

    def tune(self, session: SessionOptions, appearance: Appearance) -> None:
        """Show everything as it was set elsewhere."""
        self.session = session
        self.restyle(appearance)
        self.set_lessons(on=session.lessons)
        self.show()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """A line of chat."""
        if text := event.value.strip():
            self.handle.chat(text)
        self.run("back")


def _selected(old: Scene, new: Scene, *, fresh: bool) -> int:
    """The place of the selected card in the new hand: the drawn card, else the same card, else where it was."""
    cards = new.cards
    if new.game is not None and new.game.drawn is not None and new.game.drawn in cards:
        return cards.index(new.game.drawn)
    selected = min(old.selected, max(len(cards) - 1, 0))
    if old.card is not None and old.card in cards and cards[selected] is not old.card:
        selected = cards.index(old.card)
    if fresh and cards and cards[selected] not in new.playable:
        return next((place for place, card in enumerate(cards) if card in new.playable), selected)
    return selected
