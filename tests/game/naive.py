"""The naive program: a second engine for UNO, plain and slow, written from the rule sheet alone.

It shares nothing with the engine but the documented shuffle, so that where both agree on every legal action and every
outcome, the agreement says something. Paragraph numbers (``R7.2``) are the rule sheet's. Seats count from 0 here, and
from 1 in action texts. A card is its place in the sorted deck; ``state["deck"]`` has its text.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from uno_tui.game.shuffle import shuffled

State = dict[str, Any]

COLORS = "rygb"
RANKS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "S", "R", "+2", "W", "W4"]
STANDS = {"skip": "S", "reverse": "R", "draw_two": "+2", "wild": "W", "wild_draw_four": "W4"}
SUIT_COLORS = {"H": "r", "D": "y", "C": "g", "S": "b"}
FIXED = ("options", "deck", "seed", "seats")
"""The keys of a state whose values never change in a match."""
DEFAULTS: dict[str, object] = {
    "deck": "uno",
    "jack": "skip",
    "queen": "reverse",
    "king": "draw_two",
    "ace": "number",
    "black_joker": "wild",
    "red_joker": "wild_draw_four",
    "hand_size": 7,
    "first_wild": "reshuffle",
    "draw": "one",
    "must_play": False,
    "doubles": False,
    "jump_in": False,
    "seven_zero": False,
    "draw_four": "no_match",
    "catch_window": "until_last",
    "uno_penalty": 2,
    "stacking": "off",
    "scoring": "winner_takes",
    "target": 500,
    "teams": "off",
}
"""The first values in the table of R12."""


# Cards and decks, R1


@cache
def color_of(text: str) -> str | None:
    """Return a card's color letter, or None for a wild."""
    if rank_of(text) in ("W", "W4"):
        return None
    return text[0] if text[0] in COLORS else SUIT_COLORS[text.split("=", maxsplit=1)[0][-1]]


@cache
def rank_of(text: str) -> str:
    """Return the rank that a card stands for: a number, S, R, +2, W or W4."""
    if "=" in text:
        return text.split("=")[1]
    if text in ("W", "W4"):
        return text
    if text[0] in COLORS:
        return text[1:]
    return "0" if text[:-1] == "10" else text[:-1]


@cache
def order_of(text: str) -> tuple[int, int, str]:
    """Return the sort key of card order."""
    color = color_of(text)
    return (4 if color is None else COLORS.index(color), RANKS.index(rank_of(text)), text.split("=", maxsplit=1)[0])


def points_of(text: str) -> int:
    """Return the value of a card (R1.3)."""
    rank = rank_of(text)
    if rank in ("W", "W4"):
        return 50
    return 20 if rank in ("S", "R", "+2") else int(rank)


def deck_of(options: dict[str, object], seats: int) -> list[str]:
    """Return all cards of a match, in card order (R1.1, R1.4)."""
    cards: list[str] = []
    if options["deck"] == "uno":
        for color in COLORS:
            cards.append(color + "0")
            for rank in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"):
                cards += [color + rank, color + rank]
        cards += 4 * ["W"] + 4 * ["W4"]
        return sorted(cards, key=order_of)
    for suit in SUIT_COLORS:
        cards += [f"{number}{suit}" for number in range(2, 11)]
        for name, letter, number in (("jack", "J", "11"), ("queen", "Q", "12"), ("king", "K", "13"), ("ace", "A", "1")):
            cards.append(f"{letter}{suit}={STANDS.get(str(options[name]), number)}")
    for name, letters in (("black_joker", "BJ"), ("red_joker", "RJ")):
        if options[name] != "none":
            cards.append(f"{letters}={STANDS[str(options[name])]}")
    return sorted(cards * (1 if seats <= 4 else 2), key=order_of)


def texts(s: State, cards: Iterable[int]) -> list[str]:
    """Return the texts of cards, in card order."""
    return [s["deck"][card] for card in sorted(cards)]


def top_of(s: State) -> str:
    """Return the text of the top card."""
    return str(s["deck"][s["discards"][-1]])


# Shuffles, seats, drawing, R5


def shuffle(s: State, cards: Iterable[int]) -> list[int]:
    """Return the cards in the order of the match's next shuffle, the last on top."""
    number = s["shuffles"]
    s["shuffles"] += 1
    return shuffled(sorted(cards), s["seed"], number)


def step(s: State, seat: int, direction: int) -> int:
    """Return the next seat in the match, from a seat that may have left itself (R9.5)."""
    while True:
        seat = (seat + direction) % s["seats"]
        if seat in s["live"]:
            return seat


def after(s: State, seat: int) -> int:
    """Return the next seat in the direction of play."""
    return step(s, seat, s["direction"])


def draw(s: State, seat: int, number: int) -> list[int]:
    """Draw up to `number` cards; reshuffle the discards under the top card when a card is needed (R5.1, R5.2)."""
    drawn: list[int] = []
    while len(drawn) < number:
        if not s["pile"]:
            if len(s["discards"]) < 2:
                break
            s["pile"] = shuffle(s, s["discards"][:-1])
            s["discards"] = s["discards"][-1:]
        drawn.append(s["pile"].pop())
        s["hands"][seat].append(drawn[-1])
        s["touched"] = True
    return drawn


# Teams, R14


def team_of(s: State, seat: int) -> int:
    """Return the number of a seat's team; without teams each seat is a team of its own."""
    if s["options"]["teams"] == "pairs":
        half: int = s["seats"] // 2
        return min(seat, (seat + half) % (2 * half))
    return seat % 2 if s["options"]["teams"] == "halves" else seat


def teams_left(s: State) -> set[int]:
    """Return the teams with a player in the match."""
    return {team_of(s, seat) for seat in s["live"]}


def winning_team(s: State) -> int | None:
    """Return the team that won the match; None until then, and without teams (R14.4)."""
    return None if s["winner"] is None or s["options"]["teams"] == "off" else team_of(s, s["winner"])


def add_points(s: State, team: int, points: int) -> None:
    """Add points to a team; each of its seats shows them, also that of a partner who left (R14.2, R14.4)."""
    for seat in range(s["seats"]):
        if team_of(s, seat) == team:
            s["scores"][seat] += points


# The match's start and the deal, R2 and R3


def blank(options: dict[str, object], seats: int, seed: str) -> State:
    """Return a match before anything is drawn or dealt."""
    if not 2 <= seats <= 10:
        raise ValueError("2 to 10 players")
    if options["teams"] != "off" and seats not in (4, 6, 8, 10):
        raise ValueError("teams are for 4, 6, 8 or 10 players")
    return {
        "options": options,
        "deck": deck_of(options, seats),
        "seed": seed,
        "seats": seats,
        "shuffles": 0,  # of the match so far
        "live": list(range(seats)),  # seats that have not left
        "scores": [0] * seats,
        "winner": None,  # of the match
        "round": 0,
        "dealer": None,
        "hands": [[] for _ in range(seats)],
        "pile": [],  # the last is the top
        "discards": [],  # the last is the top
        "color": None,  # in force
        "turn": None,  # None when the round is over
        "direction": 1,
        "phase": "over",
        "penalty": 0,
        "drawn": None,  # the card that may be played or kept
        "four": None,  # the Wild Draw Four that may be challenged: its offender, and whether guilty
        "calls": [],  # seats whose call stands
        "owing": [],  # seats whose catch window is open
        "touched": False,  # whether a card was drawn or played in this turn
        "idle": 0,  # turns in a row that ended with none drawn and none played
        "actions": 0,  # of the round
    }


def new_match(options: dict[str, object], seats: int, seed: str) -> State:
    """Return a match after the dealer draw and the first deal (R2.2)."""
    s = blank(options, seats, seed)
    if seats * int(str(options["hand_size"])) + 1 > len(s["deck"]):
        raise ValueError("the hands and a top card do not fit the deck")
    tied = list(s["live"])
    while len(tied) > 1:
        pile = shuffle(s, range(len(s["deck"])))
        numbers = {}
        for seat in tied:
            rank = rank_of(s["deck"][pile.pop()])
            numbers[seat] = int(rank) if rank.isdecimal() else 0
        tied = [seat for seat in tied if numbers[seat] == max(numbers.values())]
    deal(s, tied[0])
    note_single_cards(s, {}, None)
    return s


def deal(s: State, dealer: int) -> None:
    """Deal a round and turn its first card (R2.4 to R3.3)."""
    s.update(dealer=dealer, round=s["round"] + 1, direction=1, color=None, phase="play", penalty=0, drawn=None)
    s.update(four=None, calls=[], owing=[], idle=0, actions=0)
    hand_out(s)
    while not may_be_first(s, s["pile"][-1]):
        if any(may_be_first(s, card) for card in s["pile"]):
            s["pile"] = shuffle(s, s["pile"])
        else:
            hand_out(s)
    s["discards"] = [s["pile"].pop()]
    carry_out_first(s)
    s["touched"] = False


def hand_out(s: State) -> None:
    """Shuffle the whole deck and deal the hands, one card at a time from the dealer's left (R2.4)."""
    s["pile"] = shuffle(s, range(len(s["deck"])))
    s["hands"] = [[] for _ in range(s["seats"])]
    seat = s["dealer"]
    for _ in range(s["options"]["hand_size"] * len(s["live"])):
        seat = step(s, seat, 1)
        s["hands"][seat].append(s["pile"].pop())


def may_be_first(s: State, card: int) -> bool:
    """Return whether a turned card stays as first card (R3.2, R3.3)."""
    rank = rank_of(s["deck"][card])
    return rank != "W4" and (rank != "W" or s["options"]["first_wild"] == "choose")


def carry_out_first(s: State) -> None:
    """Carry out the first card and set the first turn (R2.6, R3.1, R3.2)."""
    top = top_of(s)
    rank = rank_of(top)
    first = step(s, s["dealer"], 1)
    second = step(s, first, 1)
    s["color"] = color_of(top)
    s["turn"] = first
    if rank == "W":
        s["phase"] = "color"
    elif rank == "S":
        s["turn"] = second
    elif rank == "+2":
        draw(s, first, 2)
        s["turn"] = second
    elif rank == "R":
        s["turn"] = s["dealer"]
        if len(s["live"]) > 2:
            s["direction"] = -1


# Legal actions


def may_play(s: State, seat: int, card: str) -> bool:
    """Return whether a card of the seat's hand may be played in a normal turn (R4.1, R7.3)."""
    top = rank_of(top_of(s))
    if rank_of(card) == "W":
        return True
    if rank_of(card) == "W4":
        colored = [text for text in texts(s, s["hands"][seat]) if color_of(text) is not None]
        same_color = any(color_of(text) == s["color"] for text in colored)
        same_rank = any(rank_of(text) == top for text in colored)
        rule = s["options"]["draw_four"]
        if rule == "no_match":
            return not same_color and not same_rank
        if rule == "no_color":
            return not same_color
        return True
    return color_of(card) == s["color"] or rank_of(card) == top


def variants(s: State, seat: int, card: str, number: int = 1, prefix: str = "") -> set[str]:
    """Return all plays of a card, or of two as a double: each color or seat, with and without a due call."""
    hands = s["hands"]
    rank = rank_of(card)
    left = len(hands[seat]) - number
    body = prefix + card + ("x2" if number == 2 else "")
    if left == 0:
        return {body}  # no color (R4.4), no swap (R11.2), no call (R10.4)
    held = {body: left}  # the text of each way, and how many cards the seat holds after it
    if color_of(card) is None:
        held = {f"{body}:{color}": left for color in COLORS}
    elif s["options"]["seven_zero"] and rank == "7":
        held = {f"{body}@{other + 1}": len(hands[other]) for other in s["live"] if other != seat}
    elif s["options"]["seven_zero"] and rank == "0":
        held = {body: len(hands[step(s, seat, -s["direction"])])}
    return set(held) | {way + "!" for way, size in held.items() if size == 1}


def legal(s: State) -> dict[int, set[str]]:
    """Return the texts of the legal actions, by seat."""
    found: dict[int, set[str]] = {seat: set() for seat in range(s["seats"])}
    if s["winner"] is not None:
        return found
    if s["phase"] == "over":
        found[step(s, s["dealer"], 1)].add("deal")
        return found
    for seat in s["live"]:
        if seat == s["turn"]:
            found[seat] |= turn_actions(s, seat)
        else:
            found[seat] |= jump_ins(s, seat)
        for other in s["owing"]:
            found[seat].add("uno" if other == seat else f"catch:{other + 1}")
    return found


def turn_actions(s: State, seat: int) -> set[str]:
    """Return the legal actions of the seat on turn, except calls and catches."""
    if s["phase"] == "color":
        return {f"color:{color}" for color in COLORS}
    if s["phase"] == "drawn":
        return {"keep"} | variants(s, seat, s["deck"][s["drawn"]])
    if s["phase"] == "answer":
        return answers(s, seat)
    found: set[str] = set()
    hand = texts(s, s["hands"][seat])
    for card in hand:
        if may_play(s, seat, card):
            found |= variants(s, seat, card)
            if s["options"]["doubles"] and rank_of(card).isdecimal() and hand.count(card) >= 2:
                found |= variants(s, seat, card, number=2)
    if not (found and s["options"]["must_play"]):
        found.add("draw")
    return found


def answers(s: State, seat: int) -> set[str]:
    """Return the answers to a penalty (R6.1, R7.4, R10.1)."""
    found = {"take"}
    if s["four"] is not None:
        found.add("challenge")
    top = rank_of(top_of(s))
    stackable = []
    if s["options"]["stacking"] != "off":
        stackable.append(top)
    if s["options"]["stacking"] == "cross":
        stackable.append("W4")
    for card in texts(s, s["hands"][seat]):
        if rank_of(card) in stackable:
            found |= variants(s, seat, card)
    return found


def jump_ins(s: State, seat: int) -> set[str]:
    """Return the jump-ins of a seat not on turn (R11.1)."""
    found: set[str] = set()
    top = top_of(s)
    if s["options"]["jump_in"] and s["phase"] in ("play", "drawn") and color_of(top) is not None:
        for card in texts(s, s["hands"][seat]):
            if color_of(card) == color_of(top) and rank_of(card) == rank_of(top):
                found |= variants(s, seat, card, prefix="jump:")
    return found


# The effects of actions


def act(state: State, seat: int, text: str) -> State:
    """Return the state after a legal action; any other raises `ValueError`."""
    if text not in legal(state).get(seat, set()):
        raise ValueError(f"seat {seat} may not {text!r}")
    return applied(state, seat, text)


def copied(state: State) -> State:
    """Return a copy that shares only what never changes."""
    s: State = {}
    for key, value in state.items():
        s[key] = list(value) if isinstance(value, list) and key not in FIXED else value
    s["hands"] = [list(hand) for hand in state["hands"]]
    return s


def applied(state: State, seat: int, text: str) -> State:
    """Return the state after an action that is known to be legal."""
    s = copied(state)
    if text == "deal":
        deal(s, seat)
        note_single_cards(s, {}, None)
        return s
    singles = {other: list(hand) for other, hand in enumerate(s["hands"]) if len(hand) == 1}
    if text == "uno":
        s["owing"].remove(seat)
        s["calls"].append(seat)
    elif text.startswith("catch:"):
        caught = int(text.removeprefix("catch:")) - 1
        s["owing"].remove(caught)
        draw(s, caught, s["options"]["uno_penalty"])
    else:
        if s["options"]["catch_window"] == "next_turn":
            s["owing"] = []
        carry_out(s, seat, text)
    s["actions"] += 1
    if s["actions"] >= 10_000 and s["phase"] != "over":
        finish(s)
    note_single_cards(s, singles, seat if text.endswith("!") else None)
    return s


def note_single_cards(s: State, before: dict[int, list[int]], caller: int | None) -> None:
    """Void calls and catch windows that no longer apply; open a window for every new single card (R8.2, R8.3)."""
    for seat in range(s["seats"]):
        hand = s["hands"][seat]
        if len(hand) == 1 and hand == before.get(seat):
            continue  # the same single card as before: its call or debt stays
        s["calls"] = [other for other in s["calls"] if other != seat]
        s["owing"] = [other for other in s["owing"] if other != seat]
        if len(hand) == 1:
            s["calls" if seat == caller else "owing"].append(seat)
    if s["phase"] == "over":
        s["owing"] = []


def carry_out(s: State, seat: int, text: str) -> None:
    """Carry out an action that is no call, no catch and no deal."""
    if text == "draw":
        take_turn_drawing(s, seat)
    elif text == "keep":
        end_turn(s, after(s, seat))
    elif text == "take":
        draw(s, seat, s["penalty"])
        end_turn(s, after(s, seat))
    elif text == "challenge":
        challenge(s, seat)
    elif text.startswith("color:"):
        s["color"] = text.removeprefix("color:")
        s["phase"] = "play"
    else:
        play(s, seat, text)


def take_turn_drawing(s: State, seat: int) -> None:
    """Draw one card, or until one can be played (R4.2, R4.3)."""
    for _ in range(1 if s["options"]["draw"] == "one" else 10):
        drawn = draw(s, seat, 1)
        if not drawn:
            break
        if may_play(s, seat, s["deck"][drawn[0]]):
            s["phase"] = "drawn"
            s["drawn"] = drawn[0]
            return
    end_turn(s, after(s, seat))


def challenge(s: State, seat: int) -> None:
    """Judge the newest Wild Draw Four (R7.4, R10.2)."""
    if s["four"]["guilty"]:
        draw(s, s["four"]["offender"], s["penalty"])
        s.update(phase="play", penalty=0, four=None)
    else:
        draw(s, seat, s["penalty"] + 2)
        end_turn(s, after(s, seat))


def play(s: State, seat: int, text: str) -> None:
    """Play a card or a double, in turn, as an answer, or as a jump-in."""
    body, _, target = text.removeprefix("jump:").removesuffix("!").partition("@")
    body, _, named = body.partition(":")
    card = body.removesuffix("x2")
    rank = rank_of(card)
    hand = s["hands"][seat]
    color_before = s["color"]
    for _ in range(2 if body.endswith("x2") else 1):
        played = next(held for held in hand if s["deck"][held] == card)
        hand.remove(played)
        s["discards"].append(played)
    s["touched"] = True
    s["color"] = color_of(card) or named or color_before
    penalty = s["penalty"] + {"+2": 2, "W4": 4}.get(rank, 0)
    if not hand:
        draw(s, after(s, seat), penalty)
        finish(s)
        score(s, seat)
        return
    if s["options"]["seven_zero"]:
        change_hands(s, seat, rank, target)
    turn_to = after(s, seat)
    if rank == "R" and len(s["live"]) > 2:
        s["direction"] = -s["direction"]
        turn_to = after(s, seat)
    elif rank in ("S", "R"):
        turn_to = after(s, turn_to)
    end_turn(s, turn_to)
    if penalty:
        s.update(phase="answer", penalty=penalty)
    if rank == "W4" and s["options"]["draw_four"] == "bluff":
        guilty = any(color_of(held) == color_before for held in texts(s, hand))
        s["four"] = {"offender": seat, "guilty": guilty}


def change_hands(s: State, seat: int, rank: str, target: str) -> None:
    """Swap two hands for a 7, or pass all hands along for a 0 (R11.2)."""
    old = list(s["hands"])
    if rank == "7":
        other = int(target) - 1
        s["hands"][seat], s["hands"][other] = old[other], old[seat]
    elif rank == "0":
        for giver in s["live"]:
            s["hands"][after(s, giver)] = old[giver]


def end_turn(s: State, turn_to: int) -> None:
    """End the turn, and the round if it is dead (R5.3); all debts lapse."""
    s["idle"] = 0 if s["touched"] else s["idle"] + 1
    s.update(turn=turn_to, touched=False, phase="play", penalty=0, drawn=None, four=None)
    if s["idle"] >= len(s["live"]):
        finish(s)


def finish(s: State) -> None:
    """End the round without a score."""
    s.update(phase="over", turn=None, penalty=0, drawn=None, four=None)


def score(s: State, seat: int) -> None:
    """Score a round that the seat won, and end the match if it is won (R9.2 to R9.4)."""
    caught = {other: sum(points_of(text) for text in texts(s, s["hands"][other])) for other in s["live"]}
    scores, target, won = s["scores"], s["options"]["target"], team_of(s, seat)
    if s["options"]["scoring"] == "winner_takes":
        add_points(s, won, sum(points for other, points in caught.items() if team_of(s, other) != won))
        if scores[seat] >= target or target == 1:
            s["winner"] = seat
        return
    for other, points in caught.items():
        add_points(s, team_of(s, other), points)
    totals = {team_of(s, other): scores[other] for other in s["live"]}
    lowest = [team for team, total in totals.items() if total == min(totals.values())]
    if target == 1:
        s["winner"] = seat
    elif max(totals.values()) >= target and len(lowest) == 1:
        winners = [other for other in s["live"] if team_of(s, other) == lowest[0]]
        s["winner"] = seat if seat in winners else winners[0]


def leave(state: State, seat: int) -> State:
    """Return the state after a player left (R9.5)."""
    if seat not in state["live"] or state["winner"] is not None:
        raise ValueError(f"seat {seat} is not playing")
    s = copied(state)
    s["live"].remove(seat)
    s["discards"] = s["hands"][seat] + s["discards"]
    s["hands"][seat] = []
    if team_of(s, seat) not in teams_left(s):
        add_points(s, team_of(s, seat), -s["scores"][seat])
    s["calls"] = [other for other in s["calls"] if other != seat]
    s["owing"] = [other for other in s["owing"] if other != seat]
    s["idle"] = 0
    if s["four"] is not None and s["four"]["offender"] == seat:
        s["four"] = None
    if len(teams_left(s)) == 1:
        finish(s)
        s["owing"] = []
        s["winner"] = s["live"][0]
    elif s["turn"] == seat and s["phase"] == "color":
        s.update(turn=after(s, seat), touched=False)
    elif s["turn"] == seat:
        s.update(turn=after(s, seat), touched=False, phase="play", penalty=0, drawn=None, four=None)
    return s


# For comparing and testing


def summary(s: State) -> dict[str, Any]:
    """Return the facts of a state on which another engine must agree."""
    return {
        "hands": [texts(s, hand) for hand in s["hands"]],
        "top": top_of(s),
        "color": s["color"],
        "turn": s["turn"],
        "direction": s["direction"],
        "phase": s["phase"],
        "penalty": s["penalty"],
        "pile": len(s["pile"]),
        "discards": texts(s, s["discards"]),
        "calls": sorted(s["calls"]),
        "owing": sorted(s["owing"]),
        "scores": list(s["scores"]),
        "dealer": s["dealer"],
        "winner": s["winner"],
        "round": s["round"],
        "live": list(s["live"]),
    }


def count(s: State, depth: int) -> int:
    """Return the number of sequences of `depth` legal actions."""
    if depth == 0:
        return 1
    actions = legal(s)
    if depth == 1:
        return sum(len(found) for found in actions.values())
    return sum(count(applied(s, seat, text), depth - 1) for seat, found in actions.items() for text in found)


def position(
    hands: Sequence[str],
    top: str,
    pile: str | None = None,
    below: str = "",
    *,
    options: dict[str, object],
    **facts: Any,
) -> State:
    """A state in mid-round: hands, pile and discards below the top as texts of cards with spaces between.

    Without a `pile` all cards not named are in it; with one they are out of the game. Seat 0 is on turn, the last seat
    dealt, a wild on top stands for red; `facts` sets any field of the state.
    """
    s = blank(DEFAULTS | options, len(hands), "position")
    rest = list(range(len(s["deck"])))

    def find(named: str) -> list[int]:
        found = []
        for text in named.split():
            found.append(next(card for card in rest if s["deck"][card] == text))
            rest.remove(found[-1])
        return found

    s["hands"] = [find(hand) for hand in hands]
    s["discards"] = find(below) + find(top)
    s["pile"] = rest if pile is None else find(pile)
    s.update(round=1, dealer=len(hands) - 1, turn=0, phase="play", color=color_of(top) or "r")
    s["owing"] = [seat for seat, hand in enumerate(s["hands"]) if len(hand) == 1]
    s.update(facts)
    return s
