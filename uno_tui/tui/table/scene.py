"""Scene: all that the table screen shows, as one value: the newest picture and what the person is about to do."""

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from uno_tui.game.actions import Action, JumpIn, Play
from uno_tui.game.cards import Card
from uno_tui.game.view import Phase, PlayerView
from uno_tui.lessons import Course
from uno_tui.table.protocol import Stage, TableView
from uno_tui.tui.table.choice import Choice
from uno_tui.tui.table.seat_requests import Errand


class Mode(Enum):
    """What the keys are for."""

    TABLE = auto()
    COLOR = auto()
    """Naming a color."""
    SEAT = auto()
    """Naming a seat."""
    LEAVE = auto()
    """Confirming that one wants to leave."""
    TALK = auto()
    """Typing a line of chat."""


class Sort(Enum):
    """How the hand is sorted."""

    COLOR = auto()
    RANK = auto()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the table screen shows."""

    view: TableView
    mode: Mode = Mode.TABLE
    choice: Choice | None = None
    """What is being chosen, in the modes color and seat."""
    errand: Errand | None = None
    """What a seat is being named for, when it is not for the match."""
    sort: Sort = Sort.COLOR
    selected: int = 0
    """The place of the selected card in `cards`."""
    armed: bool = False
    """The next play that leaves one card carries the UNO call."""
    answer: str = ""
    """Why the last request was refused, or what the person was told."""
    bad: bool = False
    """The answer is a refusal."""
    narrow: bool = False
    """There is no room for the log, so its newest line is told below the prompt."""
    invitation: tuple[str, ...] = ()
    """What is told to others so that they come."""
    motion: int = 0
    """How many more steps what was played last is on its way to the pile."""
    course: Course | None = None
    """What is taught; None where nothing is."""
    seconds: int | None = None
    """How long until the clock plays, where that is shown."""

    @property
    def game(self) -> PlayerView | None:
        """The match, once it started."""
        return self.view.game

    @property
    def seats_wanted(self) -> tuple[int, ...]:
        """The seats that can be named now."""
        return self.errand.seats if self.errand else self.choice.seats if self.choice else ()

    @property
    def legal(self) -> tuple[Action, ...]:
        """What this person may do in the match."""
        return self.view.game.legal if self.view.game else ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand as it is shown."""
        game = self.view.game
        return sorted_hand(game.hand, self.sort) if game else ()

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
    def waiting(self) -> bool:
        """Whether no match has started yet."""
        return self.view.game is None

    @property
    def over(self) -> bool:
        """Whether the scores are shown instead of the table."""
        game = self.view.game
        return game is not None and (game.phase is Phase.OVER or self.view.stage is Stage.OVER)


@lru_cache(maxsize=64)
def sorted_hand(hand: tuple[Card, ...], sort: Sort) -> tuple[Card, ...]:
    """The hand in the order it is shown; it comes sorted by color."""
    if sort is Sort.COLOR:
        return hand
    return tuple(sorted(hand, key=lambda card: (int(card.rank), card.order)))


@lru_cache(maxsize=64)
def playable(legal: tuple[Action, ...]) -> frozenset[Card]:
    """The cards that legal actions play."""
    return frozenset(one.card for one in legal if isinstance(one, Play | JumpIn))


@lru_cache(maxsize=64)
def labels(cards: tuple[Card, ...], bright: frozenset[Card]) -> tuple[str, ...]:
    """The digit that plays each card: 1-9 and 0 from the left, on the first of equal cards, empty for the rest.

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
