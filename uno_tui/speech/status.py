"""Lines about the current state of a table: turn, top card, piles, seats, scores."""

from typing import Final

from uno_tui.bots import current_level
from uno_tui.game.actions import CallUno, CatchUno, Challenge, Draw, Play
from uno_tui.game.view import Phase, PlayerView
from uno_tui.i18n import Plural, Words, mark, mark_n
from uno_tui.speech.cards import card_name, color_name
from uno_tui.speech.voice import Sentences, Voice
from uno_tui.table.protocol import SeatInfo, Sitter, Stage, TableView

# Translators: whose turn it is and what can be done, in one line of 56 letters at most where it is your turn.
_ANSWERS: Final[dict[tuple[bool, bool], Plural]] = {
    (False, False): mark_n("Your turn: take {count} card", "Your turn: take {count} cards"),
    (True, False): mark_n("Your turn: take {count} card or challenge", "Your turn: take {count} cards or challenge"),
    (False, True): mark_n(
        "Your turn: play a card to stack, or take {count} card",
        "Your turn: play a card to stack, or take {count} cards",
    ),
    (True, True): mark_n(
        "Your turn: play a card to stack, challenge, or take {count} card",
        "Your turn: play a card to stack, challenge, or take {count} cards",
    ),
}
"""Text of the possible answers to a penalty, by (may challenge, may stack)."""
# Translators: whose turn it is and what can be done, in one line of 56 letters at most where it is your turn.
_PLAYS: Final = {
    (True, True): mark("Your turn: play a card or draw"),
    (True, False): mark("Your turn: play a card"),
    (False, True): mark("Your turn: no card matches, draw"),
    (False, False): mark("Your turn"),
}
"""Text of the possible moves in a turn, by (may play, may draw)."""
# Translators: whose turn it is and what can be done, in one line of 56 letters at most where it is your turn.
_OTHERS: Final = {
    Phase.PLAY: mark("{name}'s turn"),
    Phase.DRAWN: mark("{name} is deciding about the card drawn"),
    Phase.COLOR: mark("{name} is choosing the starting color"),
    Phase.OVER: mark("{name} deals the next round"),
}
# Translators: whose turn it is and what can be done, in one line of 56 letters at most where it is your turn.
_OTHER_ANSWERS: Final = mark_n("{name} faces a penalty of {count} card", "{name} faces a penalty of {count} cards")
# Translators: whose turn it is and what can be done, in one line of 56 letters at most where it is your turn.
_WON: Final = Sentences(mark("The match is over: you won"), mark("The match is over: {name} won"))
# Translators: the end of a match; {names} are partners: "Ann & Cat".
_TEAM_WON: Final = Sentences(mark("The match is over: your team won"), mark("The match is over: {names} won"))
# Translators: an UNO call that others may catch; a partner is better not caught.
_OWES: Final = mark("{name} has not called UNO: catch")
# Translators: an UNO call that others may catch; a partner is better not caught.
_PARTNER_OWES: Final = mark("Your partner {name} has not called UNO")
# Translators: who holds a seat, in a list: "2: Ann, player, 3 cards".
_SITTERS: Final = {
    Sitter.NOBODY: mark("free seat"),
    Sitter.HUMAN: mark("player"),
    Sitter.BOT: mark("bot"),
}
# Translators: a bot by its strength, in a list: "2: Ada, medium bot, 3 cards".
_LEVELS: Final = {
    "easy": mark("easy bot"),
    "medium": mark("medium bot"),
    "hard": mark("hard bot"),
    "expert": mark("expert bot"),
}
# Translators: a bot that plays as a weaker one for now, in a list: "2: Ada, expert bot (plays as hard), 3 cards".
_STANDING_IN: Final = mark("expert bot (plays as hard)")
# Translators: all bots of a strength, in a list of ratings or results.
_LEVELS_OF_MANY: Final = {
    "easy": mark("easy bots"),
    "medium": mark("medium bots"),
    "hard": mark("hard bots"),
    "expert": mark("expert bots"),
}


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def status_line(voice: Voice, view: TableView) -> str:
    """Return whose turn it is and what that player may do, or what the table is waiting for."""
    game = view.game
    if game is None or view.stage is Stage.WAITING:
        taken = sum(seat.sitter is not Sitter.NOBODY for seat in view.seats)
        return voice.words.n(
            "Waiting for players: {count} of {seats} seats taken",
            "Waiting for players: {count} of {seats} seats taken",
            taken,
            seats=len(view.seats),
        )
    if game.winner is not None:
        return _won(voice, game.winner)
    return _your_turn(voice, game) if game.on_turn else _their_turn(voice, game)


def _won(voice: Voice, winner: int) -> str:
    team = voice.team(winner)
    if len(team) == 1:
        return voice.say(_WON, winner)
    return voice.words(_TEAM_WON.you if voice.you in team else _TEAM_WON.other, names=voice.together(team))


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def _your_turn(voice: Voice, game: PlayerView) -> str:
    words = voice.words
    kinds = {type(action) for action in game.legal}
    match game.phase:
        case Phase.PLAY:
            return words(_PLAYS[Play in kinds, Draw in kinds])
        case Phase.DRAWN if game.drawn is not None:
            return words("You drew {card}: play it or keep it", card=card_name(words, game.drawn))
        case Phase.ANSWER:
            return words.n(*_ANSWERS[Challenge in kinds, Play in kinds], game.penalty)
        case Phase.COLOR:
            return words("Your turn: choose the starting color")
        case Phase.OVER:
            return words("The round is over: it is your deal")
    return words("Your turn: play or keep the card you drew")


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def _their_turn(voice: Voice, game: PlayerView) -> str:
    name = voice.name(game.turn)
    if game.phase is Phase.ANSWER:
        return voice.words.n(*_OTHER_ANSWERS, game.penalty, name=name)
    return voice.words(_OTHERS[game.phase], name=name)


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def call_lines(voice: Voice, game: PlayerView) -> list[str]:
    """Return a line for each open UNO call: the listener's own to make, others' to catch."""
    lines = []
    for action in game.legal:
        if isinstance(action, CallUno):
            lines.append(voice.words("You have one card left: call UNO"))
        elif isinstance(action, CatchUno):
            message = _PARTNER_OWES if action.seat in voice.partners else _OWES
            lines.append(voice.words(message, name=voice.name(action.seat)))
    return lines


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def top_line(voice: Voice, game: PlayerView) -> str:
    """Return the top card and the color in force."""
    card = card_name(voice.words, game.top)
    if game.color is None:
        return voice.words("Top card {card}, no color yet", card=card)
    if game.color == game.top.color:
        return voice.words("Top card {card}", card=card)
    return voice.words("Top card {card}, color {color}", card=card, color=color_name(voice.words, game.color))


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def direction_line(voice: Voice, game: PlayerView) -> str:
    """Return the direction of play."""
    if game.direction > 0:
        return voice.words("Play goes clockwise, to the left")
    return voice.words("Play goes counterclockwise, to the right")


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def piles_line(voice: Voice, game: PlayerView) -> str:
    """Return the sizes of the draw pile and the discard pile."""
    return voice.words("Draw pile {pile}, discard pile {discards}", pile=str(game.pile), discards=str(game.discards))


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def seat_line(voice: Voice, view: TableView, seat: int) -> str:
    """Return a line about a seat: player, number of cards, points, state."""
    words, game = voice.words, view.game
    parts = [voice.who(seat) if view.seats[seat].sitter is not Sitter.NOBODY else words(_SITTERS[Sitter.NOBODY])]
    parts += team_marks(voice, seat)
    parts += seat_marks(voice, view.seats[seat])
    if game is not None:
        state = game.seats[seat]
        if state.playing:
            parts.append(words.n("{count} card", "{count} cards", state.cards))
            parts.append(words.n("{count} point", "{count} points", state.score))
            if state.called:
                parts.append(words("called UNO"))
            elif state.owes_call:
                parts.append(words("has not called UNO"))
            if game.turn == seat and game.winner is None:
                mine = seat == voice.you
                parts.append(words.p("of the reader", "playing now") if mine else words("playing now"))
        else:
            parts.append(words("left the match"))
    return words("{number}: {text}", number=seat + 1, text=", ".join(parts))


# Translators: how strong bots are, in the report of a simulation or after "Bot strength".
_STRENGTHS: Final = {"easy": mark("easy"), "medium": mark("medium"), "hard": mark("hard"), "expert": mark("expert")}


def strength(words: Words, level: str) -> str:
    """Return the displayed name of a strength of bots."""
    return words(_STRENGTHS[level])


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def team_marks(voice: Voice, seat: int) -> list[str]:
    """Return the mark of a seat's team: "your partner", or its number where that does not follow from the partners."""
    if seat in voice.partners:
        return [voice.words("your partner")]
    number = shown_team(voice, seat)
    return [] if number is None else [voice.words("team {number}", number=number + 1)]


def shown_team(voice: Voice, seat: int) -> int | None:
    """Return the team to show for a seat, from 0; None without teams, or if it follows from the listener's partners."""
    team = voice.team(seat)
    if len(team) == 1 or (voice.you is not None and (voice.you in team or 2 * len(team) == len(voice.names))):
        return None
    return team[0]


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def level_name(words: Words, level: str, plays_as: str = "") -> str:
    """Return the displayed name of a bot level; `plays_as` is `SeatInfo.plays_as`."""
    return words(_STANDING_IN if plays_as else _LEVELS.get(level, _SITTERS[Sitter.BOT]))


def level_name_of_many(words: Words, level: str) -> str:
    """Return the displayed name of all bots of a level, also of one that an older version has stored."""
    return words(_LEVELS_OF_MANY[current_level(level)])


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def seat_marks(voice: Voice, seat: SeatInfo) -> list[str]:
    """Return the marks of a seat: a bot's level, host, away, on autopilot."""
    words = voice.words
    marks = []
    if seat.sitter is Sitter.BOT:
        marks.append(level_name(words, seat.level, seat.plays_as))
    if seat.host:
        marks.append(words("host"))
    if seat.away:
        marks.append(words("disconnected"))
    if seat.autopilot:
        marks.append(words("on autopilot"))
    return marks


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def table_lines(voice: Voice, view: TableView) -> list[str]:
    """Return the whole table: status, top card, direction, piles, then a line per seat."""
    lines = [status_line(voice, view)]
    if view.game is not None:
        lines += [top_line(voice, view.game), direction_line(voice, view.game), piles_line(voice, view.game)]
    lines += [seat_line(voice, view, seat) for seat in range(len(view.seats))]
    if view.watchers:
        lines.append(voice.words.n("{count} person watching", "{count} people watching", view.watchers))
    return lines


def _scores(voice: Voice, game: PlayerView) -> list[tuple[tuple[int, ...], int]]:
    """Return pairs of a team's seats and its points, for the teams still playing; without teams, a seat is a team."""
    teams = dict.fromkeys(voice.team(seat) for seat, state in enumerate(game.seats) if state.playing)
    return [(team, game.seats[team[0]].score) for team in teams]


# Translators: a part of the table's description in lines: "1: you, host, 3 cards, 30 points, playing now".
def score_lines(voice: Voice, view: TableView) -> list[str]:
    """Return the round and target score, then a line per player, or per team, in seat order."""
    if view.game is None:
        return [status_line(voice, view)]
    words = voice.words
    lines = [
        words("{name}: {text}", name=voice.together(team), text=words.n("{count} point", "{count} points", points))
        for team, points in _scores(voice, view.game)
    ]
    if view.rules.target == 1:
        return [words("Round {number}; the winner of a round wins the match", number=view.game.round), *lines]
    return [
        words.n(
            "Round {number}, playing to {count} point",
            "Round {number}, playing to {count} points",
            view.rules.target,
            number=view.game.round,
        ),
        *lines,
    ]
