"""People coming and going: leaving, the host, sending away, watching, sitting down, names."""

import pytest

from tests.tables import QUICK, House, Person, now
from uno_tui.game.events import Drew, Left, MatchWon
from uno_tui.game.rules import Rules
from uno_tui.game.view import Phase
from uno_tui.table.options import EntryError, EntryProblem, User
from uno_tui.table.protocol import Ending, Happening, Message, Notice, NoticeKind, Right, Sitter, Stage


class TestLeaving:
    def test_a28_a_leaver_comes_back_as_a_spectator(self) -> None:
        """Leaving and joining again gives no new hand: the seat is out of the match."""
        house = House()
        ann, bob, _cat = house.people("Ann", "Bob", "Cat")
        bob.handle.leave()
        assert Ending.LEFT is bob.ending
        again = house.join(Person("Bob"))
        assert again.view.you is None
        assert any(isinstance(entry.what, Left) for entry in ann.view.log)
        again.handle.sit(1)
        assert [NoticeKind.SEAT_TAKEN] == again.notices

    def test_the_last_one_left_wins(self) -> None:
        """When the other player leaves, the match is won."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        bob.handle.leave()
        assert Stage.OVER is ann.view.stage
        assert MatchWon(0) == next(entry.what for entry in ann.view.log if isinstance(entry.what, MatchWon))

    @pytest.mark.parametrize("leaver", range(4))
    @pytest.mark.parametrize("moves", range(1, 25, 3))
    def test_a26_anybody_leaves_at_any_moment(self, leaver: int, moves: int) -> None:
        """Whenever somebody leaves, the turn is with a seat that plays, and unchanged if it was another's."""
        house = House()
        people = house.people("Ann", "Bob", "Cat", "Dan", rules=Rules.parse("party"))
        for _ in range(moves):
            house.turn_of(*people).move()
        turn = house.turn_of(*people)
        people.pop(leaver).handle.leave()
        game = people[0].view.game
        assert game
        assert game.seats[game.turn].playing
        assert turn.seat == game.turn if turn in people else leaver != game.turn
        assert 1 == sum(person.on_turn for person in people)

    def test_with_only_bots_left_the_table_ends(self) -> None:
        """When the last person with a seat leaves, the table ends at once, even with spectators."""
        house = House()
        ann = house.open(Person("Ann"), bots=3)
        zoe = house.watch(Person("Zoe"))
        ann.handle.leave()
        assert Ending.LEFT is ann.ending
        assert Ending.TABLE_CLOSED is zoe.ending
        assert {} == house.lobby.tables
        assert 0 == house.clock.waiting


class TestHost:
    def test_b5_before_the_start(self) -> None:
        """When the host leaves a waiting table, the longest-present person is the host at once and can start."""
        house = House()
        ann = house.open(Person("Ann"), bots=1, seats=4)
        bob = house.join(Person("Bob"))
        ann.handle.leave()
        assert bob.view.seats[bob.seat].host
        assert ["Bob"] == bob.saw(Happening.HOST)
        bob.handle.start()
        assert Stage.PLAYING is bob.view.stage

    def test_b5_in_play_and_by_order_of_joining(self) -> None:
        """In a match the longest-present player becomes the host, whatever the seat, never a bot or a spectator."""
        house = House()
        ann = house.open(Person("Ann"), seats=4, bots=1)
        house.watch(Person("Zoe"))
        bob = house.join(Person("Bob"))
        cat = house.join(Person("Cat"))
        ann.handle.leave()
        assert [False, True, False, False] == [seat.host for seat in cat.view.seats]
        bob.handle.drop()
        assert cat.view.seats[cat.seat].host

    def test_b5_at_the_scores(self) -> None:
        """When the host leaves after the match, the next host may start a rematch."""
        house = House()
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        while ann.view.stage is Stage.PLAYING:
            house.turn_of(ann, bob).move() if any(one.on_turn for one in (ann, bob)) else house.clock.pass_(1)
        ann.handle.leave()
        assert Right.REMATCH in bob.view.rights
        bob.handle.rematch()
        assert [Sitter.BOT, Sitter.HUMAN] == [seat.sitter for seat in bob.view.seats]

    def test_the_role_can_be_passed_on(self) -> None:
        """The host may make another person the host, but neither a bot nor an empty seat."""
        house = House()
        ann = house.open(Person("Ann"), bots=1)
        bob = house.join(Person("Bob"))
        ann.handle.pass_host(3)
        ann.handle.pass_host(99)
        assert 2 * [NoticeKind.NOT_ALLOWED] == ann.notices
        ann.handle.pass_host(1)
        assert bob.view.seats[1].host
        assert not bob.view.seats[0].host

    def test_a_host_who_drops_has_a_successor_at_once(self) -> None:
        """The host is always present; a former host who returns in time is host again, later not."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        for seconds, again in ((59, True), (61, False)):
            ann.handle.drop()
            assert Right.KICK in bob.view.rights
            house.clock.pass_(seconds)
            ann = house.back(ann)
            assert again is (Right.KICK in ann.view.rights) is not (Right.KICK in bob.view.rights)


class TestSendingAway:
    def sent_away(self) -> House:
        """Return a house where the guest Gus, of a network where others sit too, was sent away from Ann's table."""
        house = House()
        house.open(Person("Ann"), seats=5, turn_seconds=30)
        for name, origin in (("Gus", "192.0.2.7"), ("Eve", "192.0.2.7")):
            house.join(guest(name, origin))
        ann = Person("Ann")
        ann.holds(now(house.lobby.join(ann.user, ann, "FAM")))
        ann.handle.kick(1)
        return house

    @pytest.mark.parametrize("code", ["FAM", "fam"])
    @pytest.mark.parametrize("watch", [True, False])
    def test_a_guest_who_was_sent_away_stays_away_as_a_new_guest(self, watch: bool, code: str) -> None:
        """A guest from the same network whom the table does not know is refused, by every way in."""
        house = self.sent_away()
        again = guest("Somebody", "192.0.2.7", "guest:new")
        with pytest.raises(EntryError) as caught:
            (house.watch if watch else house.join)(again, code)
        assert EntryProblem.SENT_AWAY is caught.value.problem
        assert "FAM" != now(house.lobby.quick_play(again.user, again)).view.code

    def test_others_of_that_network_are_not_concerned(self) -> None:
        """People with keys, guests at the table, and guests of other networks come in, and everybody elsewhere."""
        house = self.sent_away()
        seated = guest("Eve", "192.0.2.7")
        assert 2 == seated.holds(now(house.lobby.resume(seated.user, seated))).seat
        house.join(Person("Key"))
        house.join(guest("Dan", "192.0.2.8"))
        house.join(guest("Here", ""))
        house.open(Person("Zoe"), "OTHER")
        house.join(guest("Gus", "192.0.2.7"), "OTHER")

    def test_the_host_can_let_somebody_come_back(self) -> None:
        """`/readmit NAME` in the host's chat ends it; from others, or with another name, it does not."""
        house = self.sent_away()
        ann, eve = Person("Ann"), guest("Eve", "192.0.2.7")
        for person in (ann, eve):
            person.holds(now(house.lobby.join(person.user, person, "FAM")))
        eve.handle.chat("/readmit gus")
        assert [NoticeKind.NOT_ALLOWED] == eve.notices
        ann.handle.chat("/readmit Zoe")
        assert [NoticeKind.NOBODY] == ann.notices
        assert EntryProblem.SENT_AWAY is refused(house, guest("Gus", "192.0.2.7"))
        ann.handle.chat("/readmit gus")
        assert [("Ann", "Gus")] == [
            (note.name, note.other) for note in eve.notes if note.happening is Happening.READMITTED
        ]
        house.join(guest("Gus", "192.0.2.7"))
        house.join(guest("New", "192.0.2.7", "guest:new"))

    def test_a_name_without_its_accents_is_suggested_to_the_host(self) -> None:
        """Without its accents the name of a person sent away is suggested, and the person is not readmitted."""
        house = House()
        ann = house.open(Person("Ann"))
        house.join(Person("José"))
        ann.handle.kick(1)
        ann.handle.readmit("jose")
        assert Notice(NoticeKind.MISNAMED, "José") in ann.told
        with pytest.raises(EntryError):
            house.join(Person("José"))
        ann.handle.readmit("JOSE\u0301")
        house.join(Person("José"))

    def test_b1_the_host_sends_away_an_idle_player(self) -> None:
        """A person who was sent away is notified, is out of the match, and cannot come in again."""
        house = House()
        ann, bob, cat = house.people("Ann", "Bob", "Cat")
        ann.handle.kick(1)
        assert Ending.KICKED is bob.ending
        note = next(note for note in cat.notes if note.happening is Happening.KICKED)
        assert ("Ann", "Bob") == (note.name, note.other)
        assert Stage.PLAYING is cat.view.stage
        with pytest.raises(EntryError) as caught:
            house.join(Person("Bob"))
        assert EntryProblem.SENT_AWAY is caught.value.problem

    def test_not_oneself_not_nobody_and_bots_only_before_the_start(self) -> None:
        """The host cannot send away themselves, an empty seat, or a bot during the match, but a bot before it."""
        house = House()
        ann = house.open(Person("Ann"), bots=1, seats=3)
        for seat in (0, 1, -1, 10):
            ann.handle.kick(seat)
        assert 4 * [NoticeKind.NOT_ALLOWED] == ann.notices
        ann.handle.kick(2)
        assert Sitter.NOBODY is ann.view.seats[2].sitter
        ann.handle.start()
        ann.handle.kick(2)
        assert 5 == ann.notices.count(NoticeKind.NOT_ALLOWED)


class TestSpectators:
    def test_b17_watching_is_not_sitting(self) -> None:
        """Five people can watch a full table of ten; they cannot sit and do not count as players."""
        house = House()
        people = house.people(*(f"P{number}" for number in range(10)))
        watchers = [house.join(Person(f"W{number}")) for number in range(5)]
        for watcher in watchers:
            watcher.handle.sit(0)
            assert [NoticeKind.SEAT_TAKEN] == watcher.notices
        assert 5 == people[0].view.watchers
        assert 10 == len(people[0].view.seats)

    def test_b17_a_cap_and_a_permission(self) -> None:
        """A table may have no spectators or a limited number; one more person is refused because it is full."""
        house = House()
        house.people("Ann", "Bob", spectators=1)
        house.watch(Person("Zoe"))
        with pytest.raises(EntryError) as caught:
            house.watch(Person("Yan"))
        assert EntryProblem.FULL is caught.value.problem
        house.open(Person("Dan"), "NONE", spectators=0)
        with pytest.raises(EntryError) as caught:
            house.watch(Person("Yan"), "NONE")
        assert EntryProblem.NO_WATCHING is caught.value.problem

    def test_between_rounds_a_spectator_takes_a_bots_seat(self) -> None:
        """A bot's seat can be taken with its points when a round is over, but not during one."""
        house = House()
        ann = house.open(Person("Ann"), bots=1, seats=2, rules=Rules(target=5000))
        zoe = house.join(Person("Zoe"))
        zoe.handle.sit(1)
        assert [NoticeKind.SEAT_TAKEN] == zoe.notices
        assert Right.SIT not in zoe.view.rights
        ann.handle.autopilot(True)
        while not zoe.view.game or zoe.view.game.phase is not Phase.OVER:
            house.clock.pass_(0.5)
        assert Right.SIT in zoe.view.rights
        assert Right.SIT not in ann.view.rights
        scores = [seat.score for seat in zoe.view.game.seats]
        drawn = [entry.what.seat for entry in house.table().audience.view_of(1).log if isinstance(entry.what, Drew)]
        assert 1 in drawn
        zoe.handle.sit(1)
        assert ["Ann", "Zoe"] == [seat.name for seat in ann.view.seats]
        assert not any(isinstance(entry.what, Drew) and entry.what.cards for entry in zoe.view.log)
        assert scores == [seat.score for seat in zoe.view.game.seats]
        if zoe.on_turn:
            zoe.move()
        house.clock.pass_(10)
        assert 7 <= len(zoe.view.game.hand)

    def test_b3_two_people_on_one_seat(self) -> None:
        """Of two people who want a seat, the first gets it and the other is notified."""
        house = House()
        ann = house.open(Person("Ann"), seats=4)
        bob = house.join(Person("Bob"))
        bob.handle.sit(3)
        ann.handle.sit(3)
        assert [NoticeKind.SEAT_TAKEN] == ann.notices
        assert (0, 3) == (ann.seat, bob.seat)
        assert [Sitter.HUMAN, Sitter.NOBODY, Sitter.NOBODY, Sitter.HUMAN] == [one.sitter for one in ann.view.seats]


class TestNames:
    def test_b11_no_two_people_at_a_table_have_one_name(self) -> None:
        """The same name in other case or with invisible characters gets a number; bots' names count too."""
        house = House()
        ann = house.open(Person("Ann"), seats=10, bots=1)
        for number, name in enumerate(("ann", "Ann\u200b", "\uff21nn", "ADA", "\u200b\u200b", "player")):
            house.join(Person(name, f"guest:{number}"))
        names = [seat.name for seat in ann.view.seats if seat.name]
        assert ["Ann", "ann-2", "Ann-3", "Ann-4", "ADA-2", "player", "player-2", "Ada"] == names

    def test_b13_a_long_name_is_cut_before_anybody_sees_it(self) -> None:
        """A name of thousands of wide or narrow letters is at most 16 cells everywhere, including its number."""
        house = House()
        ann = house.open(Person("Ann"), seats=5)
        for number in range(2):
            house.join(Person("\u6f22" * 5000, f"guest:{number}"))
        names = [seat.name for seat in ann.view.seats[1:3]]
        assert ["\u6f22" * 8, "\u6f22" * 7 + "-2"] == names
        assert names == ann.saw(Happening.SAT)[1:]

    def test_guests_are_marked(self) -> None:
        """Everybody sees who is a guest."""
        house = House()
        ann = house.open(Person("Ann"))
        guest = Person("Gil", "guest:1")
        guest.user = type(guest.user)("guest:1", "Gil", guest=True)
        house.join(guest)
        assert [False, True] == [seat.guest for seat in ann.view.seats[:2]]


def test_a_message_is_one_of_four() -> None:
    """A listener only gets views, refusals and notices, and then one end."""
    house = House()
    ann, bob = house.people("Ann", "Bob")
    house.turn_of(ann, bob).move()
    ann.handle.leave()
    kinds: set[type[Message]] = {type(message) for message in ann.told + bob.told}
    assert {"TableView", "Closed"} == {kind.__name__ for kind in kinds}


def guest(name: str, origin: str, identity: str = "") -> Person:
    """Return a guest who comes from that network."""
    person = Person(name, identity or f"guest:{name}")
    person.user = User(person.user.identity, name, guest=True, origin=origin)
    return person


def refused(house: House, person: Person) -> EntryProblem:
    """Return why that person may not join."""
    with pytest.raises(EntryError) as caught:
        house.join(person)
    return caught.value.problem
