"""The complete rules of UNO, as values: only the standard library, no clock, no input or output, no hidden randomness.

A match is a value. `Match.legal` lists what a seat may do; `Match.apply` returns the next match and what happened:

>>> match, events = Match.start(Rules(), seats=3, seed="family evening")
>>> match.turn, match.legal(0)
(0, (action('g+2'), action('draw')))
>>> after, events = match.apply(0, action("g+2"))
>>> events
(Played(seat=0, card=card('g+2'), color=None, double=False, uno=False, jump=False),)
>>> after.turn, after.legal(1), match.turn
(1, (action('take'),), 0)

Any other action is refused with a reason, and nothing changes. Leaving is always possible and has its own method:

>>> match.apply(0, action("W"))
Traceback (most recent call last):
    ...
uno_tui.game.errors.IllegalAction: not_held
>>> try:
...     after.apply(2, action("draw"))
... except IllegalAction as error:
...     print(error.why.reason, error.why.seat)
not_your_turn 1
>>> after.leave(1)[0].turn
2

Seats count from 0, and from 1 in texts. Cards and actions have a short notation (see `uno_tui.game.cards` and
`uno_tui.game.actions`). Equal cards and equal actions are one object, so comparing and hashing them costs nothing:

>>> action("W4:b!")
action('W4:b!')
>>> Play(card("W4"), Color.BLUE, uno=True) is action("W4:b!")
True

`Rules` has every option of the rule sheet. An error names the options that contradict each other:

>>> Rules.parse("official", ["stacking=cross", "hand_size=5"]).text
'official hand_size=5 stacking=cross'
>>> Rules(jack="wild")
Traceback (most recent call last):
    ...
uno_tui.game.errors.RulesError: jack=wild works only with deck=regular

A `PlayerView` is all that one seat may know, or a spectator, whose seat is None. Bots and screens need no more:

>>> view = match.view(2)
>>> view.top, view.hand
(card('g4'), (card('r2'), card('r+2'), card('g1'), card('g4'), card('g9'), card('bS'), card('b+2')))
>>> [seat.cards for seat in view.seats], match.view(None).hand
([7, 7, 7], ())

In teams, partners share their score, and see each other's hands no more than anyone else:

>>> pairs, _ = Match.start(Rules(teams="pairs"), seats=4, seed="family evening")
>>> pairs.view(0).partners(0), [seat.team for seat in pairs.view(0).seats]
((2,), [0, 1, 0, 1])

A loop plays a whole match, here at random:

>>> from random import Random
>>> chance = Random(1)
>>> match, _ = Match.start(Rules.parse("quick"), seats=4, seed="family evening")
>>> record = Record.of(match, ["Ann", "Bob", "Cleo", "Dan"])
>>> while not match.over:
...     seat = match.turn
...     record, match = record.then(match, seat, chance.choice(match.legal(seat)))
>>> match.winner, match.scores
(2, (0, 0, 361, 0))

`Record` is a match as text; `read_record` parses such a text, plays it again and checks it (see `uno_tui.game.record`):

>>> read_record(record.text) == record
True

The seed determines every shuffle (see `uno_tui.game.shuffle`), so seed, rules and actions determine the match.
`new_seed` takes a seed from the operating system. Its hash is known before the deal and proves after the match that the
seed was not changed:

>>> seed_hash("family evening") == match.view(None).seed_hash
True
"""

from uno_tui.game.actions import (
    Action,
    CallUno,
    CatchUno,
    Challenge,
    Deal,
    Draw,
    JumpIn,
    Keep,
    NameColor,
    Play,
    Take,
    action,
)
from uno_tui.game.cards import Card, Color, Rank, card
from uno_tui.game.deck import Deck, regular_deck, uno_deck
from uno_tui.game.errors import IllegalAction, Reason, RulesError, UnoError, Why
from uno_tui.game.events import (
    Called,
    Caught,
    Cause,
    Challenged,
    ColorNamed,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    HandsPassed,
    Kept,
    Left,
    MatchWon,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    RoundEnded,
    Skipped,
    Swapped,
    Turned,
)
from uno_tui.game.match import Match
from uno_tui.game.options import Option
from uno_tui.game.record import Move, Record
from uno_tui.game.round import Round
from uno_tui.game.rule_tables import Setup, setup
from uno_tui.game.rules import MAX_SEATS, MIN_SEATS, OPTIONS, PRESETS, Rules
from uno_tui.game.shuffle import new_seed, seed_hash, shuffled
from uno_tui.game.verify import Fault, RecordError, read_record
from uno_tui.game.view import Phase, PlayerView, SeatView

__all__ = [
    "MAX_SEATS",
    "MIN_SEATS",
    "OPTIONS",
    "PRESETS",
    "Action",
    "CallUno",
    "Called",
    "Card",
    "CatchUno",
    "Caught",
    "Cause",
    "Challenge",
    "Challenged",
    "Color",
    "ColorNamed",
    "Deal",
    "DealerDrew",
    "Dealt",
    "Deck",
    "Draw",
    "Drew",
    "Event",
    "Fault",
    "HandsPassed",
    "IllegalAction",
    "JumpIn",
    "Keep",
    "Kept",
    "Left",
    "Match",
    "MatchWon",
    "Move",
    "NameColor",
    "Option",
    "Passed",
    "Phase",
    "Play",
    "Played",
    "PlayerView",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "Reshuffled",
    "Reversed",
    "Round",
    "RoundEnded",
    "Rules",
    "RulesError",
    "SeatView",
    "Setup",
    "Skipped",
    "Swapped",
    "Take",
    "Turned",
    "UnoError",
    "Why",
    "action",
    "card",
    "new_seed",
    "read_record",
    "regular_deck",
    "seed_hash",
    "setup",
    "shuffled",
    "uno_deck",
]
