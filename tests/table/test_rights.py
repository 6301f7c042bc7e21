"""Rights: the table refuses exactly what a person's view does not offer."""

from dataclasses import replace

import pytest

from tests.tables import QUICK, House, Person, bots_play_out
from uno_tui.table.protocol import NoticeKind, Right, SeatInfo, Sitter, Stage
from uno_tui.table.state.rights import rights, seats_for

ANN = SeatInfo(Sitter.HUMAN, "Ann", host=True)
BOB = SeatInfo(Sitter.HUMAN, "Bob")
AWAY = SeatInfo(Sitter.HUMAN, "Cat", away=True)
BOT = SeatInfo(Sitter.BOT, "Botanist", level="medium")
EMPTY = SeatInfo(Sitter.NOBODY, "")
HOST = {Right.KICK, Right.HOST}


class TestRights:
    @pytest.mark.parametrize(
        ("stage", "found"),
        [
            (Stage.WAITING, {Right.CHAT, Right.SIT, Right.START, Right.RULES, *HOST}),
            (Stage.PLAYING, {Right.CHAT, Right.AUTOPILOT, *HOST}),
            (Stage.OVER, {Right.CHAT, Right.SIT, Right.REMATCH, Right.RULES, *HOST}),
        ],
    )
    def test_the_host_has_more_rights_than_others_at_every_stage(self, stage: Stage, found: set[Right]) -> None:
        """Rights of the host alone are in nobody else's view."""
        seats = (ANN, BOB, EMPTY)
        assert found == rights(stage, seats, 0, between_rounds=False)
        others = HOST | {Right.START, Right.REMATCH, Right.RULES}
        assert found - others == rights(stage, seats, 1, between_rounds=False)

    def test_a_spectator_takes_a_bot_s_seat_between_rounds_only(self) -> None:
        """During a round nobody can sit down; between rounds a spectator can take a bot's seat, if there is one."""
        assert Right.SIT not in rights(Stage.PLAYING, (ANN, BOT), None, between_rounds=False)
        assert Right.SIT in rights(Stage.PLAYING, (ANN, BOT), None, between_rounds=True)
        assert Right.SIT not in rights(Stage.PLAYING, (ANN, BOB), None, between_rounds=True)
        assert Right.SIT not in rights(Stage.PLAYING, (ANN, BOT), 0, between_rounds=True)


def test_the_table_carries_out_what_the_view_offers_and_refuses_the_rest() -> None:
    """Naming a seat has an effect if `seats_for` lists it for the person; otherwise the request is refused."""
    for stage in Stage:
        for asker in range(3):
            for right, refusal in (
                (Right.KICK, NoticeKind.NOT_ALLOWED),
                (Right.HOST, NoticeKind.NOT_ALLOWED),
                (Right.SIT, NoticeKind.SEAT_TAKEN),
            ):
                for seat in range(5):
                    person = _people_at(stage)[asker]
                    if right is Right.HOST and person.view.you == seat:
                        continue
                    told = len(person.told)
                    ask = {Right.KICK: "kick", Right.HOST: "pass_host", Right.SIT: "sit"}[right]
                    allowed = seat in seats_for(right, person.view)
                    getattr(person.handle, ask)(seat)
                    assert allowed is (refusal not in person.notices), (stage, asker, right, seat)
                    assert len(person.told) > told


def _people_at(stage: Stage) -> list[Person]:
    """Return the host, another player and a spectator of a table at that stage, with a bot and an absent player."""
    house = House()
    ann, bob, cat, zoe = (Person(name) for name in ("Ann", "Bob", "Cat", "Zoe"))
    house.open(ann, seats=5, bots=1, rules=QUICK)
    house.join(bob)
    house.join(cat)
    house.watch(zoe)
    if stage is not Stage.WAITING:
        ann.handle.start()
    if stage is Stage.OVER:
        bots_play_out(house, ann, bob, cat)
    cat.handle.drop()
    return [ann, bob, zoe]


class TestPartners:
    def test_the_host_chooses_a_partner_before_a_match_of_teams(self) -> None:
        """Only the host may, only while waiting, and only under rules with teams."""
        ann, bob = (replace(seat, team=team) for team, seat in enumerate((ANN, BOB)))
        assert Right.PARTNER in rights(Stage.WAITING, (ann, bob), 0, between_rounds=False)
        assert Right.PARTNER not in rights(Stage.WAITING, (ann, bob), 1, between_rounds=False)
        assert Right.PARTNER not in rights(Stage.WAITING, (ANN, BOB), 0, between_rounds=False)
        for stage in (Stage.PLAYING, Stage.OVER):
            assert Right.PARTNER not in rights(stage, (ann, bob), 0, between_rounds=False)
