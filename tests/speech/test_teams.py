"""Sentences that know partners: seats, scores, results, hints."""

from dataclasses import replace

import pytest

from tests.game.games import deal, matched, play
from tests.tui.scenes import NAMES, over, table
from uno_tui.bots.hints import ActionHint, HintReason, hint
from uno_tui.game.actions import action
from uno_tui.game.events import Dealt, MatchWon, RoundEnded
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.speech import Speaker

PAIRS = Rules(teams="pairs")


def speaker(you: int | None = 0, seats: int = 4, rules: Rules = PAIRS) -> Speaker:
    return Speaker(Words(), NAMES[:seats], you, rules)


def test_a_partner_is_named_in_the_list_of_seats() -> None:
    """Among two teams only partners are marked; among more, and for spectators, the others by the number of a team."""
    two, three = table(teams="pairs"), table(teams="pairs", seats=6)
    marks = [line.split(", ")[1] for line in Speaker.of(Words(), two).table(two)[4:]]
    assert ["10 cards", "host", "your partner", "disconnected"] == marks
    marks = [line.split(", ")[1] for line in Speaker.of(Words(), three).table(three)[4:]]
    assert ["10 cards", "team 2", "team 3", "your partner", "team 2", "team 3"] == marks
    watched = table(teams="pairs", you=None)
    marks = [line.split(", ")[1] for line in Speaker.of(Words(), watched).table(watched)[4:]]
    assert ["team 1", "team 2", "team 1", "team 2"] == marks


def test_partners_are_told_before_the_match() -> None:
    """While people sit down, the list of seats says who would be the partner, and the first deal says it again."""
    view = replace(table(teams="pairs"), game=None)
    assert any(line.startswith("3: Otto, your partner") for line in Speaker.of(Words(), view).table(view))
    assert "Round 1: Ann dealt everyone 7 cards; your partner is Otto" == speaker().event(Dealt(1, 1, 7))
    assert "Round 2: Ann dealt everyone 7 cards" == speaker().event(Dealt(2, 1, 7))
    halves = speaker(seats=6, rules=Rules(teams="halves"))
    assert halves.event(Dealt(1, 1, 7)).endswith("; your partners are Otto & Maximilian")
    assert "Round 1: Ann dealt everyone 7 cards" == speaker(None).event(Dealt(1, 1, 7))


def test_scores_are_those_of_teams() -> None:
    """Each team has one line, with the names of its players."""
    view = over(teams="pairs")
    assert ["you & Otto: 0 points", "Ann & Kim: 37 points"] == Speaker.of(Words(), view).scores(view)[1:]


ENDED = RoundEnded(2, (50, 9, 0, 20), ((),) * 4)


@pytest.mark.parametrize(
    ("you", "text"),
    [
        (0, "Your partner Otto won the round; your team scored 29 points"),
        (1, "Otto won the round; Zed & Otto scored 29 points"),
        (2, "You won the round; your team scored 29 points"),
        (None, "Otto won the round; Zed & Otto scored 29 points"),
    ],
)
def test_a_round_is_won_for_a_team(you: int | None, text: str) -> None:
    """The points are those of the other teams' cards; partner, winner, rivals and spectators hear it their way."""
    assert text == speaker(you).event(ENDED)
    assert "Otto won the round and scored 79 points" == speaker(1, rules=Rules()).event(ENDED)


@pytest.mark.parametrize(
    ("you", "event", "status"),
    [
        (0, "Your team won the match: you & Otto", "The match is over: your team won"),
        (3, "Zed & Otto won the match", "The match is over: Zed & Otto won"),
        (None, "Zed & Otto won the match", "The match is over: Zed & Otto won"),
    ],
)
def test_a_match_is_won_by_a_team(you: int | None, event: str, status: str) -> None:
    """All partners are named as winners."""
    assert event == speaker(you).event(MatchWon(2))
    view = over(teams="pairs", winner=2)
    assert status == speaker(you).status(view)


def test_nobody_is_asked_to_catch_a_partner() -> None:
    """The line on an open call of a partner does not ask to catch; that of a rival does."""
    view = table(legal="r2 catch:3 catch:4 draw", teams="pairs")
    assert view.game
    assert ["Your partner Otto has not called UNO", "Kim has not called UNO: catch"] == speaker().calls(view.game)


def test_hints_name_the_partner() -> None:
    """A hint says that a partner is helped or spared, and never advises to catch or challenge one."""
    feeds, spares = (ActionHint(action("rS"), reason, 2) for reason in (HintReason.FEEDS, HintReason.SPARES))
    assert "Play red Skip: your partner Otto plays next and is about to go out." == speaker().hint(feeds)
    assert "Play red Skip: another card would hit your partner Otto." == speaker().hint(spares)
    catch = matched(deal("r2 r1 b3 | b1 b2 | y1 | g1 g2", top="r5", rules="teams=pairs")).view(0)
    found = hint(catch)
    assert found
    assert found.action != action("catch:3")


def test_a_hint_spares_the_partner_who_plays_next() -> None:
    """With the partner next, no reason of a hint is that this player is stopped or draws."""
    game = play(matched(deal("rS r2 r1 b4 | b1 b2 | y1 y2 y3 y4 | g1 g2", top="r5", rules="teams=pairs")), "2 leave")
    found = hint(game.view(0))
    assert found
    assert found.action.text in ("r2", "r1")
    assert found.reason not in (HintReason.STOPS, HintReason.GIVES, HintReason.STUCK)
