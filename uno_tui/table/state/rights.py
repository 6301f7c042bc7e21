"""Rights: the requests that each person at a table may make now. They are decided here alone.

The table enforces these functions, the view shows their result, and the screens ask them.
"""

from collections.abc import Sequence
from typing import Final

from uno_tui.table.protocol import Right, SeatInfo, Sitter, Stage, TableView

_HOST: Final = frozenset({Right.KICK, Right.HOST})
"""The host's rights at every stage."""
_HOST_AT: Final = {
    Stage.WAITING: _HOST | {Right.START, Right.RULES},
    Stage.PLAYING: _HOST,
    Stage.OVER: _HOST | {Right.REMATCH, Right.RULES},
}
_SOLO_AT: Final = {
    Stage.WAITING: frozenset({Right.START, Right.RULES}),
    Stage.PLAYING: frozenset({Right.AUTOPILOT, Right.HURRY}),
    Stage.OVER: frozenset({Right.REMATCH, Right.RULES}),
}
_ONCE: Final = frozenset({Right.START, Right.HURRY})
"""The rights at a table for a single match, which the person plays to its end without help."""


def solo_rights(stage: Stage, *, once: bool = False) -> frozenset[Right]:
    """Return the rights of a person at a table that nobody else can join; `once`: at which one match is played."""
    return _SOLO_AT[stage] & _ONCE if once else _SOLO_AT[stage]


def rights(stage: Stage, seats: Sequence[SeatInfo], you: int | None, *, between_rounds: bool) -> frozenset[Right]:
    """Return the rights of the person on seat `you`; None is a spectator.

    `between_rounds` is true when a round of the match is over and the next one is not dealt.
    """
    found = {Right.CHAT}
    may_move = you is None or stage is not Stage.PLAYING
    if may_move and any(_open(stage, seat, between_rounds=between_rounds) for seat in seats):
        found.add(Right.SIT)
    if you is not None:
        if stage is Stage.PLAYING:
            found.add(Right.AUTOPILOT)
            if sum(seat.sitter is Sitter.HUMAN for seat in seats) == 1:
                found.add(Right.HURRY)
        if seats[you].host:
            found |= _HOST_AT[stage]
            if stage is Stage.WAITING and seats[you].team is not None:
                found.add(Right.PARTNER)
    return frozenset(found)


def seats_for(right: Right, view: TableView) -> tuple[int, ...]:
    """Return the seats that this person may choose for a right: never the own, for a partner none of the own team."""
    if right not in view.rights:
        return ()
    found = (
        number for number, seat in enumerate(view.seats) if number != view.you and may_choose(right, view.stage, seat)
    )
    if right is not Right.PARTNER or view.you is None:
        return tuple(found)
    team = view.seats[view.you].team
    return tuple(number for number in found if view.seats[number].team != team)


def may_choose(right: Right, stage: Stage, seat: SeatInfo) -> bool:
    """Return whether a person may use `KICK`, `HOST`, `PARTNER` or `SIT` on that seat; not on the person's own."""
    return _CHOICES[right](stage, seat)


def _open(stage: Stage, seat: SeatInfo, *, between_rounds: bool) -> bool:
    return _may_take(stage, seat) and (stage is not Stage.PLAYING or between_rounds)


def _may_take(stage: Stage, seat: SeatInfo) -> bool:
    """Return whether a seat can be taken: an empty seat before a match, a bot's during it, either one afterwards."""
    if stage is Stage.OVER:
        return seat.sitter is not Sitter.HUMAN
    return seat.sitter is (Sitter.BOT if stage is Stage.PLAYING else Sitter.NOBODY)


def _removable(stage: Stage, seat: SeatInfo) -> bool:
    return seat.sitter is Sitter.HUMAN or (seat.sitter is Sitter.BOT and stage is not Stage.PLAYING)


def _may_host(_stage: Stage, seat: SeatInfo) -> bool:
    return seat.sitter is Sitter.HUMAN and not seat.away


def _any(_stage: Stage, _seat: SeatInfo) -> bool:
    return True


_CHOICES: Final = {Right.KICK: _removable, Right.HOST: _may_host, Right.PARTNER: _any, Right.SIT: _may_take}
