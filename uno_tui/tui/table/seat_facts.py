"""The facts that the table screen shows about a seat, in a list or around the piles."""

from collections.abc import Iterable
from typing import NamedTuple

from uno_tui.game.view import Phase
from uno_tui.i18n import Words
from uno_tui.speech.status import shown_team
from uno_tui.speech.voice import Voice
from uno_tui.table.protocol import SeatInfo, Sitter
from uno_tui.tui.table.scene import TableScene


class SeatFacts(NamedTuple):
    """A seat as the screen shows it."""

    number: int
    name: str
    you: bool
    partner: bool
    """Whether the player of this seat is this person's partner."""
    tag: str
    cards: int | None
    score: int | None
    playing: bool
    called: bool
    owes: bool
    turn: bool
    next: bool
    wanted: bool
    """Whether the seat can be chosen at this moment."""
    catchable: bool

    def shown_name(self, words: Words) -> str:
        """Return the name to show: "You" for this person, ``& Ann`` for a partner, "free seat" without a player."""
        if self.you:
            return words.p("a row of the seats", "You")
        name = self.name or words("free seat")
        return f"& {name}" if self.partner else name


def round_runs(scene: TableScene) -> bool:
    """Return whether somebody is on turn."""
    game = scene.game
    return game is not None and game.winner is None and not scene.over


def seats_from(scene: TableScene) -> list[int]:
    """Return the numbers of all seats in clockwise order, starting with this person's own."""
    count, first = len(scene.view.seats), scene.view.you or 0
    return [(first + step) % count for step in range(count)]


def seat_facts(words: Words, scene: TableScene, seats: Iterable[int]) -> tuple[SeatFacts, ...]:
    """Return what to show about the given seats."""
    game, running = scene.game, round_runs(scene)
    after = game.next_seat(game.turn) if game is not None and running else None
    wanted = scene.seats_wanted
    voice = Voice.of(words, scene.view)
    return tuple([_facts(voice, scene, seat, running, after, seat in wanted) for seat in seats])


def _facts(voice: Voice, scene: TableScene, seat: int, running: bool, after: int | None, wanted: bool) -> SeatFacts:
    view, game = scene.view, scene.game
    info = view.seats[seat]
    state = game.seats[seat] if game else None
    return SeatFacts(
        number=seat + 1,
        name=info.name,
        you=seat == view.you,
        partner=seat in voice.partners,
        tag=_tag(voice, seat, info),
        cards=state.cards if state and state.playing else None,
        score=state.score if state else None,
        playing=state.playing if state else info.sitter is not Sitter.NOBODY,
        called=bool(state and state.called),
        owes=bool(state and state.owes_call),
        turn=running and game is not None and game.turn == seat and game.phase is not Phase.OVER,
        next=seat == after and game is not None and game.turn != seat,
        wanted=wanted,
        catchable=bool(state and state.owes_call and seat != view.you),
    )


# Translators: the list of players: a head, or a name, in a column of 16 letters.
def team_mark(words: Words, team: int) -> str:
    """Return the mark of a team by its number, counted from 1: ``T2``."""
    return words.p("mark of a seat, at most 4 letters", "T{number}", number=team + 1)


# Translators: the list of players: a head, or a name, in a column of 16 letters.
def _tag(voice: Voice, seat: int, info: SeatInfo) -> str:
    words = voice.words
    if info.away:
        return words.p("mark of a seat, at most 4 letters", "away")
    if info.autopilot:
        return words.p("mark of a seat, at most 4 letters", "auto")
    if (team := shown_team(voice, seat)) is not None:
        return team_mark(words, team)
    if info.plays_as:
        # Translators: an expert bot that plays as a hard one for now.
        return words.p("mark of a seat, at most 4 letters", "hard")
    if info.sitter is Sitter.BOT:
        return words.p("mark of a seat, at most 4 letters", "bot")
    return words.p("mark of a seat, at most 4 letters", "host") if info.host else ""
