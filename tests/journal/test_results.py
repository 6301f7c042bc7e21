"""Results, statistics and ratings of finished matches."""

import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.journals import StoredHouse
from tests.pseudo import PseudoWords, unmarked
from tests.tables import QUICK, Person, bots_play_out, finish, now
from uno_server.app.results import ResultCommands
from uno_server.person import Person as Visitor
from uno_tui.game.record import Record
from uno_tui.game.rules import Rules
from uno_tui.game.shuffle import seed_hash
from uno_tui.game.verify import read_record
from uno_tui.i18n import Words
from uno_tui.journal.ratings import Placed, Rating, rated
from uno_tui.journal.results import enter_match
from uno_tui.local.replay import Replay
from uno_tui.speech.results import own_lines
from uno_tui.table.process.log import LogKey
from uno_tui.table.protocol import Stage
from uno_tui.table.results import MatchResult, Result, SeatResult, Tally
from uno_tui.tui.film.formats import written
from uno_tui.tui.film.frames import Film
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance

TEAMS = Rules(target=1, teams="pairs")


@pytest.fixture
def house(tmp_path: Path) -> StoredHouse:
    return StoredHouse(tmp_path)


def ended(house: StoredHouse, places: Sequence[tuple[str, int]], preset: str = "classic") -> None:
    """Store a match that ended with these players in these places; a level in angle brackets is a bot."""
    standings = tuple(
        SeatResult(seat, "" if who[0] == "<" else who, False, who, who[1:-1] if who[0] == "<" else "", place, 0,
                   left=False, present=True)
        for seat, (who, place) in enumerate(places)
    )  # fmt: skip  # a table
    names, winner = tuple(who for who, _ in places), [place for _, place in places].index(1)
    record = Record(Rules.parse(preset), names, seed_hash("s"), False, (), winner, (0,) * len(places), "s")
    number = len(house.journal.store.read("SELECT 1 FROM matches")) + 1
    result = MatchResult(number, "FAM", 1, 2, standings, record)
    enter_match(house.journal.store.connection, LogKey("FAM", "x"), result)


def rating(house: StoredHouse, who: str, preset: str = "classic", bots: bool = False) -> int:
    """Return the rating on the leaderboard; 1000 for a player who is not on it."""
    ranks = house.journal.results.ranks(who)
    return next((one.rating for one in ranks if (one.preset, one.bots) == (preset, bots)), 1000)


class TestResults:
    def test_the_winner_is_first_and_the_others_follow_by_points(self, house: StoredHouse) -> None:
        """In a finished match the winner is first, the others follow by points, and equal points share a place."""
        people = house.people("Ann", "Bob", "Cat", rules=Rules(target=100))
        finish(house, *people)
        view = people[0].view
        assert view.game
        scores = [seat.score for seat in view.game.seats]
        results = [house.journal.results.of(person.user.identity)[0] for person in people]
        assert view.seats[view.game.winner or 0].name == results[0].winner
        assert scores == [one.points for one in results]
        ranked = sorted(scores, reverse=True)
        assert [ranked.index(score) + 1 for score in scores] == [one.place for one in results]

    def test_with_caught_scoring_fewer_points_are_better(self, house: StoredHouse) -> None:
        """With caught scoring, fewer points are better."""
        people = house.people("Ann", "Bob", "Cat", rules=Rules(target=100, scoring="caught"))
        finish(house, *people)
        results = [house.journal.results.of(person.user.identity)[0] for person in people]
        assert sorted(results, key=lambda one: one.points) == sorted(results, key=lambda one: one.place)

    def test_who_leaves_is_last(self, house: StoredHouse) -> None:
        """A person who leaves is last, whatever the points were, and the result says that they left."""
        ann, bob, cat = house.people("Ann", "Bob", "Cat", rules=QUICK)
        bob.handle.leave()
        finish(house, ann, cat)
        result = house.journal.results.of(bob.user.identity)[0]
        assert (3, True, 0) == (result.place, result.left, result.points)

    def test_the_owner_of_the_seat_gets_the_result(self, house: StoredHouse) -> None:
        """The owner of a seat on autopilot gets the result, and the match does not count as one with bots."""
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        bots_play_out(house, ann, bob)
        assert [(False, 2)] == [(one.bots, one.seats) for one in house.journal.results.of(ann.user.identity)]

    def test_every_match_counts_once(self, house: StoredHouse) -> None:
        """A rematch counts as a match of its own, and nothing after a match's end changes its result."""
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        ann.handle.chat("well played")
        ann.handle.rematch()
        finish(house, ann, bob)
        bob.handle.leave()
        assert [2, 1] == [one.match for one in house.journal.results.of(bob.user.identity)]
        assert 2 == sum(rank.matches for rank in house.journal.results.ranks(bob.user.identity))


class TestTeams:
    def test_partners_share_place_points_and_victory(self, house: StoredHouse) -> None:
        """Both partners have their team's place and points; the result names both winners, who have both won."""
        people = house.people("Ann", "Bob", "Cat", "Dan", rules=Rules(target=100, teams="pairs"))
        finish(house, *people)
        view = people[0].view
        assert view.game
        assert view.game.winning_team is not None
        results = [house.journal.results.of(person.user.identity)[0] for person in people]
        team = view.game.winning_team
        assert [1 if seat % 2 == team else 2 for seat in range(4)] == [one.place for one in results]
        assert {2} == {one.seats for one in results}
        assert ["Ann & Cat", "Bob & Dan"][team] == results[0].winner
        assert [seat.score for seat in view.game.seats] == [one.points for one in results]
        assert [seat % 2 == team for seat in range(4)] == [
            house.journal.results.tally(one.user.identity).wins for one in people
        ]

    def test_the_record_of_a_match_of_teams_is_right(self, house: StoredHouse) -> None:
        """The stored record names the seat that went out, and is verified as any other."""
        people = house.people("Ann", "Bob", "Cat", "Dan", rules=TEAMS)
        finish(house, *people)
        game = people[0].view.game
        assert game
        record = house.journal.results.record(1)
        assert game.winner == record.winner
        assert record == read_record(record.text)
        assert record == replace(record, winner=None).settled()

    def test_one_who_leaves_shares_the_place_of_the_partner(self, house: StoredHouse) -> None:
        """The partner plays on for both; who left has the place and points of the team, and the result says so."""
        ann, bob, cat, dan = house.people("Ann", "Bob", "Cat", "Dan", rules=TEAMS)
        bob.handle.leave()
        finish(house, ann, cat, dan)
        left, stayed = (house.journal.results.of(person.user.identity)[0] for person in (bob, dan))
        assert (True, False) == (left.left, stayed.left)
        assert (left.place, left.points, left.winner) == (stayed.place, stayed.points, stayed.winner)

    def test_ratings_are_by_team(self, house: StoredHouse) -> None:
        """After one match partners have the same rating, above or below that of their rivals."""
        people = house.people("Ann", "Bob", "Cat", "Dan", rules=TEAMS)
        finish(house, *people)
        ann, bob, cat, dan = (rating(house, person.user.identity, "quick") for person in people)
        assert (ann, bob) == (cat, dan)
        assert ann != bob


class TestRatings:
    @pytest.mark.parametrize("players", range(2, 11))
    def test_better_places_mean_better_ratings(self, players: int) -> None:
        """Among any number of new players, the ratings after a match are in the order of the places."""
        placed = [Placed(f"P{place}", place, Rating(), place) for place in range(1, players + 1)]
        points = [one.points for one in rated(placed).values()]
        assert points == sorted(points, reverse=True)
        assert points[0] > 1000

    def test_partners_are_rated_together(self) -> None:
        """New partners have one rating after a match; who beats better rivals rises more, whoever the partner is."""
        new, good = Rating(), Rating(35.0, 3.0)
        after = rated([Placed("a", 1, new, 0), Placed("b", 2, new, 1), Placed("c", 1, new, 0), Placed("d", 2, new, 1)])
        assert after["a"] == after["c"]
        assert after["b"] == after["d"]
        assert after["a"].points > 1000 > after["b"].mu
        beaten = rated(
            [Placed("a", 1, new, 0), Placed("b", 2, good, 1), Placed("c", 1, new, 0), Placed("d", 2, new, 1)]
        )
        assert beaten["a"].mu > after["a"].mu

    def test_equal_places_are_a_draw(self) -> None:
        """New players who share a place have the same rating after it."""
        after = rated([Placed("a", 1, Rating(), 0), Placed("b", 2, Rating(), 1), Placed("c", 2, Rating(), 2)])
        assert after["b"].mu == pytest.approx(after["c"].mu, abs=0.2)
        assert after["a"].mu > after["b"].mu

    def test_the_better_player_ends_on_top(self, house: StoredHouse) -> None:
        """A player who wins two of three matches is clearly rated above the other after 60 matches."""
        chance = Random(7)
        for _ in range(60):
            won = chance.random() < 2 / 3
            ended(house, [("ann", 1 if won else 2), ("bob", 2 if won else 1)])
        assert rating(house, "ann") > rating(house, "bob") + 100

    def test_games_with_bots_are_apart(self, house: StoredHouse) -> None:
        """A match with a bot changes only the ratings of games with bots, also the rating of the bot's level."""
        ended(house, [("ann", 1), ("<hard>", 2), ("<hard>", 3)])
        assert (1000, True) == (rating(house, "ann"), rating(house, "ann", bots=True) > 1000)
        names = [(one.name, one.level, one.matches) for one in house.journal.results.leaders("classic", bots=True)]
        assert [("ann", "", 1), ("hard", "hard", 1)] == names
        assert () == house.journal.results.leaders("classic", bots=False)

    def test_presets_are_apart(self, house: StoredHouse) -> None:
        """A win with one preset does not change the rating of another."""
        ended(house, [("ann", 1), ("bob", 2)], "party")
        assert (1000, True) == (rating(house, "ann"), rating(house, "ann", "party") > 1000)

    def test_the_best_come_first(self, house: StoredHouse) -> None:
        """A leaderboard is sorted by rating and has at most the requested length."""
        for _ in range(3):
            ended(house, [(f"P{place}", place) for place in range(1, 11)])
        assert [f"P{place}" for place in range(1, 6)] == [
            one.name for one in house.journal.results.leaders("classic", bots=False, most=5)
        ]


class TestCommands:
    def test_scores(self, house: StoredHouse) -> None:
        """`scores` shows a leaderboard for each preset that was played, or for one preset, best first."""
        scores = ResultCommands(house.journal)
        assert ("No matches have been finished yet.", 0) == scores.scores(Words(), [])
        ended(house, [("ann", 1), ("bob", 2)])
        ended(house, [("ann", 1), ("<medium>", 2)], "party")
        text, status = scores.scores(Words(), [])
        lines = [line.split() for line in text.splitlines()]
        assert (0, ["Ratings:", "classic"], ["Ratings:", "party", "with", "bots"]) == (status, lines[0], lines[3])
        assert ["1", "ann", "2", "bob"] == [lines[1][0], lines[1][1], lines[2][0], lines[2][1]]
        assert text.splitlines()[:3] == scores.scores(Words(), ["classic"])[0].splitlines()

    def test_scores_in_json(self, house: StoredHouse) -> None:
        """`scores --json` is one object with every line of the leaderboards."""
        ended(house, [("ann", 1), ("bob", 2)])
        told = json.loads(ResultCommands(house.journal).scores(Words(), ["classic", "--json"])[0])
        assert [("ann", 1, 1), ("bob", 1, 0)] == [(one["name"], one["matches"], one["wins"]) for one in told["scores"]]

    def test_an_unknown_preset_is_refused(self, house: StoredHouse) -> None:
        """An unknown preset is named, a near one suggested, and the status is 2."""
        text, status = ResultCommands(house.journal).scores(Words(), ["clasic"])
        assert (2, True) == (status, "classic" in text)

    def test_stats(self, house: StoredHouse) -> None:
        """`stats` shows one's own results, `stats NAME` those of the name's owner, in any case."""
        now(house.journal.people.welcome("ssh:ann", "Ann"))
        ended(house, [("ssh:ann", 1), ("ssh:bob", 2)])
        scores = ResultCommands(house.journal)
        own = now(scores.stats(Words(), Visitor("ssh:ann", "Ann", guest=False), []))
        assert own == now(scores.stats(Words(), Visitor("ssh:bob", "Bob", guest=False), ["ANN"]))
        assert ("classic: ", "match 1: 1970-01-01 table FAM, classic: 1 of 2, 0 points; ssh:ann won") == (
            own[0].splitlines()[1][:9], own[0].splitlines()[-1]
        )  # fmt: skip  # one fact
        told = json.loads(now(scores.stats(Words(), Visitor("ssh:ann", "Ann", guest=False), ["--json"]))[0])
        assert ("Ann", 1, 1) == (told["name"], len(told["ratings"]), told["results"][0]["place"])

    def test_stats_show_totals_and_streaks(self, house: StoredHouse) -> None:
        """The first line has all matches, wins, and the current and the longest streak; JSON has the same numbers."""
        for place in (1, 1, 1, 2, 1):
            ended(house, [("ssh:ann", place), ("ssh:bob", 3 - place)], "quick" if place == 2 else "classic")
        scores, ann = ResultCommands(house.journal), Visitor("ssh:ann", "Ann", guest=False)
        text, _ = now(scores.stats(Words(), ann, []))
        assert "All matches: 5 matches, 4 wins; current streak 1, best streak 3" == text.splitlines()[0]
        told = json.loads(now(scores.stats(Words(), ann, ["--json"]))[0])
        assert {"matches": 5, "wins": 4, "streak": 1, "best": 3} == told["totals"]

    @given(st.lists(st.tuples(st.sampled_from(["ann", "bob"]), st.booleans()), max_size=12))
    def test_totals_are_those_of_the_matches(self, matches: list[tuple[str, bool]]) -> None:
        """Matches, wins, the series of wins that is on, and the longest: one by one in the order of the matches.

        Their times do not matter, for a clock may be set back: here they are all the same.
        """
        with TemporaryDirectory() as folder:
            house = StoredHouse(Path(folder))
            for who, won in matches:
                ended(house, [(who, 1 if won else 2), ("cat", 2 if won else 1)])
            played = {who: [won for one, won in matches if one == who] for who in ("ann", "bob", "dan")}
            played["cat"] = [not won for _, won in matches]
            for who, wins in played.items():
                series = [len(list(run)) for are_wins, run in itertools.groupby(wins) if are_wins]
                tally = Tally(len(wins), sum(wins), series[-1] if wins and wins[-1] else 0, max(series, default=0))
                assert tally == house.journal.results.tally(who)
            house.journal.close()

    def test_stats_of_nobody(self, house: StoredHouse) -> None:
        """An unknown name, and a guest without a name, get an answer with status 2."""
        scores = ResultCommands(house.journal)
        assert 2 == now(scores.stats(Words(), Visitor("ssh:ann", "Ann", guest=False), ["Zoe"]))[1]
        assert 2 == now(scores.stats(Words(), Visitor("guest:1", "Gus", guest=True), []))[1]
        assert ("No finished matches yet.", 0) == now(scores.stats(Words(), Visitor("ssh:ann", "Ann", guest=False), []))

    @pytest.mark.parametrize(
        ("asked", "said", "status"),
        [
            (["2"], "You have not played a match 2.", 1),
            (["-1"], "with --seat N or --open, not '-1'", 2),
            (["1", "2"], "not '1 2'", 2),
            (["--json"], "not '--json'", 2),
        ],
    )
    def test_a_record_that_is_not_there(self, house: StoredHouse, asked: list[str], said: str, status: int) -> None:
        """A word that is not a number gets another answer than the number of a match that one has not played."""
        ended(house, [("ssh:ann", 1), ("ssh:bob", 2)])
        text, ended_with = now(
            ResultCommands(house.journal).record(Words(), Visitor("ssh:ann", "Ann", guest=False), asked)
        )
        assert (status, True) == (ended_with, said in text)


@pytest.mark.parametrize("rest", [["Ann"], ["Ann", "--json"]])
def test_a_table_s_code_is_shown_only_to_those_who_sat_there(house: StoredHouse, rest: list[str]) -> None:
    """`stats NAME` names the table to its players; to others it shows the same results without the code."""
    now(house.journal.people.welcome("ssh:Ann", "Ann"))
    people = house.people("Ann", "Bob", public=False, rules=QUICK)
    finish(house, *people)
    stats = ResultCommands(house.journal).stats
    shown = {
        name: now(stats(Words(), Visitor(f"ssh:{name}", name, guest=False), rest))[0] for name in ("Ann", "Bob", "Zoe")
    }
    assert {"Ann": True, "Bob": True, "Zoe": False} == {name: "FAM" in text for name, text in shown.items()}
    assert all("quick" in text for text in shown.values())


def test_everything_is_said_in_any_language(house: StoredHouse) -> None:
    """No letter of a result, rating or leaderboard is outside the session's language, except names and notation."""
    ended(house, [("Άννα", 1), ("<1>", 2)])
    for change in ("results SET gone = 1, seen = 0", "matches SET rules = '1'", "ratings SET preset = '1'"):
        house.journal.store.connection.execute(f"UPDATE {change}")
    words = PseudoWords()
    results, ranks = house.journal.results.of("Άννα"), house.journal.results.ranks("Άννα")
    assert isinstance(results[0], Result)
    lines = own_lines(words, results, ranks, house.journal.results.tally("Άννα"), "1234", numbered=True)
    assert 4 == len(lines)
    assert ["FAM"] == [word for line in lines[1:] for word in unmarked(line)]


class TestRecords:
    def test_a_finished_match_can_be_written_and_read(self, house: StoredHouse) -> None:
        """The record of a stored match, with bots, a leaver and a person who sat down later, is read and verified."""
        ann = house.open(Person("Ann"), seats=4, bots=2, rules=Rules(target=300))
        bob = house.join(Person("Bob"))
        zoe = house.watch(Person("Zoe"))
        finish(house, ann, bob, rounds=1)
        zoe.handle.sit(3)
        bob.handle.leave()
        for _ in range(10_000):
            if ann.view.stage is Stage.OVER:
                break
            for person in (ann, zoe):
                if person.on_turn:
                    person.move()
            house.clock.pass_(1)
        record = read_record(house.journal.results.record(1).text)
        view = ann.view.game
        assert view
        assert (view.winner, view.seed) == (record.winner, record.seed)
        assert tuple(seat.name for seat in ann.view.seats) == record.names

    def test_only_players_get_a_record_and_only_of_a_finished_match(self, house: StoredHouse) -> None:
        """`record` reveals the seed and so all cards: it refuses unfinished matches and matches of others."""
        scores = ResultCommands(house.journal)
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        visitor = Visitor("ssh:Ann", "Ann", guest=False)
        assert ("No finished matches yet.", 1) == now(scores.record(Words(), visitor, []))
        with pytest.raises(LookupError):
            house.journal.results.record(1)
        finish(house, ann, bob)
        text, status = now(scores.record(Words(), visitor, []))
        assert (0, ("Ann", "Bob")) == (status, read_record(text).names)
        assert (text, 0) == now(scores.record(Words(), visitor, ["1"]))
        assert (text, 0) == now(scores.record(Words(), visitor, ["fam"]))
        assert ("You have not played a match FAR.", 1) == now(scores.record(Words(), visitor, ["FAR"]))
        assert 1 == now(scores.record(Words(), Visitor("ssh:zoe", "Zoe", guest=False), ["1"]))[1]
        assert 1 == now(scores.record(Words(), visitor, ["2"]))[1]

    async def test_a_record_is_a_film_on_request(self, house: StoredHouse) -> None:
        """`record --cast` and `--svg` make the same films as `uno replay`, of any seat; wrong arguments are refused."""
        scores = ResultCommands(house.journal)
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        visitor = Visitor("ssh:Ann", "Ann", guest=False)
        replay = Replay(house.journal.results.record(1))
        appearance = session_appearance(SessionOptions())[0]
        for words, form, seat in (
            ("--cast", "cast", None),
            ("1 --svg --seat 2", "svg", 1),
            ("--seat=1 --cast", "cast", 0),
        ):
            *_, text = written(Film(appearance, replay, seat), form)
            assert (text, 0) == await scores.record(Words(), visitor, words.split())
        told, status = await scores.record(Words(), visitor, ["--svg", "--seat", "3"])
        assert ("--seat 3: this match has the seats 1 to 2", 2) == (told, status)
        assert 1 == (await scores.record(Words(), Visitor("ssh:zoe", "Zoe", guest=False), ["1", "--cast"]))[1]
        for wrong in (
            "--gif",
            "--seat 1",
            "--open",
            "--cast --svg",
            "--cast --seat 1 --open",
            "--cast --seat 0",
            "1 2",
        ):
            told, status = await scores.record(Words(), visitor, wrong.split())
            assert (2, True) == (
                status,
                told.startswith("record takes the number of a match or the code of its table (see stats)"),
            )
        assert 2 == now(scores.record(Words(), visitor, ["t-o"]))[1]
