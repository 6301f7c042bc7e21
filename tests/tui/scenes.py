"""Hand-made views of tables, and a table that only records the requests it gets."""

from dataclasses import replace
from typing import Literal

from uno_tui.game.actions import action
from uno_tui.game.cards import Color, card
from uno_tui.game.events import Dealt, Event, Played, RoundEnded, Turned
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.game.view import Phase, PlayerView, SeatView
from uno_tui.table.protocol import (
    Deadline,
    LogEntry,
    Right,
    SeatInfo,
    Sitter,
    Stage,
    TableView,
)

NAMES = ("Zed", "Ann", "Otto", "Kim", "Maximilian", "Lee", "Fiadh", "Giorgi", "Aisyah", "Mo")


def table(
    *,
    hand: str = "r2 r5 rS y3 y+2 g5 g9 bR W W4",
    legal: str = "",
    seats: int = 4,
    cards: str = "",
    turn: int = 0,
    top: str = "r7",
    color: str = "",
    phase: Phase = Phase.PLAY,
    history: tuple[Event, ...] = (),
    log: tuple[Event, ...] = (),
    you: int | None = 0,
    version: int = 7,
    penalty: int = 0,
    drawn: str = "",
    winner: int | None = None,
    rights: frozenset[Right] = frozenset({Right.CHAT, Right.AUTOPILOT}),
    direction: int = 1,
    preset: str = "classic",
    teams: Literal["off", "pairs", "halves"] = "off",
    owes: int | None = None,
    called: int | None = None,
    deadline: Deadline | None = None,
) -> TableView:
    """Return a view in the middle of a round; by default `you` are on seat 1 and on turn."""
    rules = replace(PRESETS[preset], teams=teams)
    held = tuple(sorted((card(text) for text in hand.split()), key=lambda one: one.order))
    counts = [int(text) for text in cards.split()] if cards else [(3 * n + 4) % 11 + 1 for n in range(seats)]
    if you is not None:
        counts[you] = len(held)
    face = card(top)
    told = Dealt(2, seats - 1, 7), Turned(card("g4"), back=False), Played(1, card("g7")), Played(seats - 1, face)
    game = PlayerView(
        seat=you,
        rules=rules,
        seats=_seats(counts, called, owes, rules),
        round=2,
        dealer=seats - 1,
        phase=phase,
        turn=turn,
        direction=direction,
        top=face,
        color=Color.parse(color) if color else face.color,
        penalty=penalty,
        pile=61,
        discards=9,
        hand=held if you is not None else (),
        drawn=card(drawn) if drawn else None,
        legal=tuple(action(text) for text in legal.split()),
        history=history or told,
        winner=winner,
        winning_team=None if winner is None or teams == "off" else winner % rules.teams_of(seats),
        seed_hash="",
        seed=None,
        seed_typed=False,
    )
    return TableView(
        code="K7Q2",
        version=version,
        stage=Stage.OVER if winner is not None else Stage.PLAYING,
        rules=game.rules,
        seats=_people(seats),
        you=you,
        rights=rights,
        game=game,
        log=tuple(LogEntry(number, event) for number, event in enumerate(log or game.history, 1)),
        deadline=deadline,
    )


def _seats(counts: list[int], called: int | None, owes: int | None, rules: Rules) -> tuple[SeatView, ...]:
    """Return the seats with these numbers of cards; partners have the same score."""
    teams = rules.teams_of(len(counts))
    return tuple(
        SeatView(
            cards=count,
            score=37 * (n % teams) % 211,
            playing=True,
            called=n == called,
            owes_call=n == owes,
            team=None if rules.teams == "off" else n % teams,
        )
        for n, count in enumerate(counts)
    )


def _people(seats: int) -> tuple[SeatInfo, ...]:
    """Return people and two bots, the second one host, the fourth away."""
    kinds = [Sitter.BOT if n in (2, 5) else Sitter.HUMAN for n in range(seats)]
    return tuple(SeatInfo(kind, NAMES[n], away=n == 3, host=n == 1) for n, kind in enumerate(kinds))


def over(
    seats: int = 4, winner: int | None = None, you: int = 0, teams: Literal["off", "pairs", "halves"] = "off"
) -> TableView:
    """Return a view after a round that seat 2 won."""
    hands = [
        tuple(card(text) for text in ["r2", "gS", "W4", "b9", "y+2", "g0", "b1", "r1"][: 2 + n % 7])
        for n in range(seats)
    ]
    hands[1] = ()
    end = RoundEnded(1, tuple(sum(one.points for one in hand) for hand in hands), tuple(hands))
    rights = {Right.CHAT} if winner is None else {Right.CHAT, Right.REMATCH}
    return table(seats=seats, phase=Phase.OVER, turn=0, legal="" if winner is not None else "deal", you=you,
                 history=(end,), winner=winner, rights=frozenset(rights), teams=teams)  # fmt: skip


def moved(view: TableView, **changes: object) -> TableView:
    """Return the view with some fields of the match changed."""
    assert view.game is not None
    return replace(view, version=view.version + 1, game=replace(view.game, **changes))  # type: ignore[arg-type]
