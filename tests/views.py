"""Views of a table in the middle of a round, and sets of rules, for tests of texts and of the JSON protocol."""

from collections.abc import Iterable
from dataclasses import replace

from uno_tui.game.actions import Action, action
from uno_tui.game.cards import Color, card
from uno_tui.game.rules import MAPPING, OPTIONS, PRESETS, Rules
from uno_tui.game.view import Phase, PlayerView, SeatView
from uno_tui.table.protocol import LogEntry, Right, SeatInfo, Sitter, Stage, TableView


def game_view(
    hand: str = "r5 bS W", *, you: int | None = 0, legal: Iterable[str] = (), **changes: object
) -> PlayerView:
    """Return a player's view in the middle of a turn in a round of three."""
    cards = tuple(card(text) for text in hand.split())
    view = PlayerView(
        seat=you,
        rules=PRESETS["classic"],
        seats=tuple(SeatView(count, 10 * count, playing=True, called=False, owes_call=False) for count in (3, 4, 1)),
        round=1,
        dealer=2,
        phase=Phase.PLAY,
        turn=0,
        direction=1,
        top=card("r3"),
        color=Color.RED,
        penalty=0,
        pile=80,
        discards=4,
        hand=cards,
        drawn=None,
        legal=tuple(actions(*legal)),
        history=(),
        winner=None,
        seed_hash="",
        seed=None,
        seed_typed=False,
    )
    return replace(view, **changes)  # type: ignore[arg-type]  # named by the caller


def table_view(game: PlayerView | None, *, log: Iterable[LogEntry] = (), **changes: object) -> TableView:
    """Return the view of a table of three with that game."""
    names = ("Άννα", "Βίων", "Γάια")
    view = TableView(
        code="ABCD",
        version=1,
        stage=Stage.WAITING if game is None else Stage.PLAYING,
        rules=PRESETS["classic"] if game is None else game.rules,
        seats=tuple(
            SeatInfo(Sitter.BOT if seat else Sitter.HUMAN, name, host=not seat, level="medium" if seat else "")
            for seat, name in enumerate(names)
        ),
        you=0 if game is None else game.seat,
        rights=frozenset(Right),
        game=game,
        log=tuple(log),
    )
    return replace(view, **changes)  # type: ignore[arg-type]  # named by the caller


def actions(*texts: str) -> list[Action]:
    """Return actions by their notation."""
    return [action(text) for text in texts]


def rule_sets() -> list[Rules]:
    """Return the presets, and rules that have every option at each of its values."""
    sets = list(PRESETS.values())
    for option in OPTIONS.values():
        deck = ["deck=regular"] if option.name in MAPPING else []
        sets += [Rules.parse("classic", [*deck, f"{option.name}={option.text(value)}"]) for value in option.values]
    return sets
