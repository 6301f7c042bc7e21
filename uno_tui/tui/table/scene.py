"""The scene of the table screen: the newest view of the table and the person's unfinished input, as one value."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Self

from uno_tui.game.actions import Action, JumpIn, NameColor, Play
from uno_tui.game.cards import Card
from uno_tui.game.view import Phase, PlayerView
from uno_tui.lessons import Course
from uno_tui.table.protocol import Stage, TableView
from uno_tui.tui.session import Leaving
from uno_tui.tui.table.animations import Animation
from uno_tui.tui.table.choice import ActionChoice, SeatCommand, SeatRequest, seats_for


class TableMode(Enum):
    """The mode of the table screen; each mode has its own keys."""

    TABLE = auto()
    COLOR = auto()
    """The person is choosing a color."""
    SEAT = auto()
    """The person is choosing a seat."""
    LEAVE = auto()
    """The person is asked to confirm leaving the table."""
    CONFIRM = auto()
    """The person is asked to confirm a command about a seat."""
    TALK = auto()
    """The person is typing a line of chat."""
    TYPE = auto()
    """The person is typing a card."""


class HandOrder(Enum):
    """The order of the hand."""

    COLOR = auto()
    RANK = auto()


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything that the table screen shows."""

    view: TableView
    mode: TableMode = TableMode.TABLE
    choice: ActionChoice | None = None
    """The open choice of a color or seat; None in other modes."""
    seat_request: SeatRequest | None = None
    """The table command for which the person is choosing a seat; None if there is none."""
    confirming: SeatCommand | None = None
    """The command to confirm in the mode CONFIRM."""
    order: HandOrder = HandOrder.COLOR
    selected: int = 0
    """Index of the selected card in `cards`."""
    armed: bool = False
    """Whether the next play that leaves one card calls UNO."""
    answer: str = ""
    """The reason of the last refusal, or another message to the person."""
    bad: bool = False
    """Whether the answer is a refusal."""
    answered: tuple[object, ...] | None = None
    """The value of `moment` for which the answer is true; None if the answer stays until the next key."""
    lasting: bool = False
    """Whether answer and notice stay until the next key, even if the person's turn comes meanwhile."""
    notice: str = ""
    """Messages from the table that answer no request, separated by line breaks."""
    hint: tuple[Action, str] | None = None
    """The advised action and its sentence, until the moment of the match is over; None if there is none."""
    narrow: bool = False
    """Whether there is no room for the log; if so, the prompt shows the newest entry."""
    invitation: tuple[str, ...] = ()
    """Lines that explain how to join."""
    leaving: Leaving = Leaving.SEAT
    """The effect of leaving, for this person."""
    animation: Animation | None = None
    """The animation of what just happened; None while nothing moves."""
    course: Course | None = None
    """The lessons; None if they are off."""
    result: str = ""
    """The result of a try at the daily deal, with the person's streak; empty before its end."""
    seconds: int | None = None
    """Seconds remaining on the clock; None while the clock is hidden."""

    @property
    def typing(self) -> bool:
        """Whether the person is typing a line."""
        return self.mode in (TableMode.TALK, TableMode.TYPE)

    @property
    def game(self) -> PlayerView | None:
        """The match; None before it starts."""
        return self.view.game

    @property
    def seats_wanted(self) -> tuple[int, ...]:
        """The seats that can be chosen now."""
        return self.seat_request.seats if self.seat_request else self.choice.seats if self.choice else ()

    @property
    def legal(self) -> tuple[Action, ...]:
        """This person's legal actions."""
        return self.view.game.legal if self.view.game else ()

    @property
    def advised(self) -> Action | None:
        """The advised action, if it answers the open question for a color or seat; else None."""
        if self.hint is None:
            return None
        action = self.hint[0]
        if self.mode is TableMode.TABLE:
            return action if isinstance(action, NameColor) else None
        return action if self.choice is not None and action in self.choice.options else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand in display order."""
        game = self.view.game
        return sorted_hand(game.hand, self.order) if game else ()

    @property
    def card(self) -> Card | None:
        """The selected card."""
        cards = self.cards
        return cards[self.selected] if self.selected < len(cards) else None

    @property
    def playable(self) -> frozenset[Card]:
        """The cards that may be played now."""
        return playable(self.legal)

    @property
    def on_turn(self) -> bool:
        """Whether this person must act."""
        return self.game is not None and self.game.on_turn

    @property
    def asking(self) -> bool:
        """Whether the person must answer a question with a key."""
        return self.mode in (TableMode.COLOR, TableMode.SEAT, TableMode.LEAVE, TableMode.CONFIRM)

    @property
    def waiting(self) -> bool:
        """Whether no match has started yet."""
        return self.view.game is None

    @property
    def over(self) -> bool:
        """Whether the scores are shown instead of the table."""
        game = self.view.game
        return game is not None and (game.phase is Phase.OVER or self.view.stage is Stage.OVER)

    def with_view(self, view: TableView) -> Self:
        """Return the scene with a new view; close a choice that is no longer possible."""
        fresh = view.game is not None and view.game.on_turn and not self.on_turn
        if fresh and not self.lasting:
            new = replace(self, view=view, answer="", bad=False, answered=None, notice="")
        elif self.answered is not None and self.answered != moment(view):
            new = replace(self, view=view, answer="", bad=False, answered=None)
        else:
            new = replace(self, view=view)
        if self.hint is not None and (moment(self.view) != moment(view) or self.hint[0] not in new.legal):
            new = replace(new, hint=None)
        if self.choice is not None and not set(self.choice.options) <= set(new.legal):
            new = replace(new, choice=None, mode=TableMode.TABLE)
        if self.seat_request is not None:
            command = self.seat_request.command
            seats = seats_for(command, view)
            request = SeatRequest(command, seats) if seats or command == "mute" else None
            new = replace(new, seat_request=request, mode=new.mode if request else TableMode.TABLE)
        if self.confirming is not None and not self.confirming.possible(view):
            new = replace(new, confirming=None, mode=TableMode.TABLE)
        if self.armed and not any(isinstance(one, Play | JumpIn) and one.uno for one in new.legal):
            new = replace(new, armed=False)
        return new.with_selection(self, fresh=fresh)

    def input_on(self, old: Self) -> Self:
        """Return an older scene with the choices that this person has made since."""
        return replace(
            old,
            mode=self.mode,
            choice=self.choice,
            seat_request=self.seat_request,
            confirming=self.confirming,
            order=self.order,
            hint=self.hint,
        )

    def with_selection(self, old: Self, *, fresh: bool) -> Self:
        """Return the scene with a selected card: the drawn card, else the card or index selected in `old`.

        `fresh`: it has just become this person's turn, so that a playable card is selected if there is one.
        """
        selected = self._selection(old, fresh=fresh)
        return self if selected == self.selected else replace(self, selected=selected)

    def _selection(self, old: Self, *, fresh: bool) -> int:
        cards = self.cards
        if self.game is not None and self.game.drawn is not None and self.game.drawn in cards:
            return cards.index(self.game.drawn)
        selected = min(old.selected, max(len(cards) - 1, 0))
        if old.card is not None and old.card in cards and cards[selected] is not old.card:
            selected = cards.index(old.card)
        if fresh and cards and cards[selected] not in self.playable:
            return next((place for place, card in enumerate(cards) if card in self.playable), selected)
        return selected


def moment(view: TableView) -> tuple[object, ...]:
    """Return a value that changes when somebody else must act, or has something else to decide."""
    game = view.game
    return (game.round, game.phase, game.turn) if game is not None else ()


@lru_cache(maxsize=64)
def sorted_hand(hand: tuple[Card, ...], order: HandOrder) -> tuple[Card, ...]:
    """Return the hand in display order; the table sends it sorted by color."""
    if order is HandOrder.COLOR:
        return hand
    return tuple(sorted(hand, key=lambda card: (int(card.rank), card.order)))


@lru_cache(maxsize=64)
def playable(legal: tuple[Action, ...]) -> frozenset[Card]:
    """Return the cards that the legal actions can play."""
    return frozenset(one.card for one in legal if isinstance(one, Play | JumpIn))


@lru_cache(maxsize=64)
def labels(cards: tuple[Card, ...], bright: frozenset[Card]) -> tuple[str, ...]:
    """Return the digit that plays each card: 1-9 and 0 from the left, on the first of equal cards, else empty.

    >>> from uno_tui.game.cards import card
    >>> hand = tuple(map(card, ("r2", "r5", "r5", "b1")))
    >>> labels(hand, frozenset({card("r5"), card("b1")}))
    ('', '1', '', '2')
    """
    digits = iter("1234567890")
    seen: set[Card] = set()
    found = []
    for one in cards:
        if one in bright and one not in seen:
            seen.add(one)
            found.append(next(digits, ""))
        else:
            found.append("")
    return tuple(found)
