"""People in the journal: the names they own, returning guests, settings."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.journals import StoredHouse, entries_of
from tests.tables import QUICK, Person, finish, now
from uno_tui.game.verify import read_record
from uno_tui.journal import store
from uno_tui.journal.people import MAX_NAMES, code_hash, new_resume_code
from uno_tui.journal.retention import GUEST_DAYS
from uno_tui.lobby.operator import LobbyOperator
from uno_tui.lobby.protocol import LobbyMessage
from uno_tui.table.options import GUEST, EntryError, EntryProblem, User
from uno_tui.table.protocol import Notice, NoticeKind, Stage


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StoredHouse:
    monkeypatch.setattr(store, "LOOK_SECONDS", 1e9)  # days pass here, and looking every 20 s of them costs much
    return StoredHouse(tmp_path / "data")


def name_of(house: StoredHouse, identity: str, asked: str) -> str:
    return now(house.journal.people.welcome(identity, asked)).name


class TestNames:
    def test_a_name_belongs_to_the_key_that_first_used_it(self, house: StoredHouse) -> None:
        """Another key that asks for the name gets a similar one; both keep theirs forever."""
        for _ in range(2):
            assert "Ann" == name_of(house, "ssh:ann", "Ann")
            assert "Ann-2" == name_of(house, "ssh:other", "Ann")
            assert "Ann-3" == name_of(house, "ssh:third", "Ann")

    @pytest.mark.parametrize("asked", ["ann", "ANN", " Ann ", "A\u200bnn", "\uff21nn", "Ann\x1b"])
    def test_b11_names_that_look_alike_are_one_name(self, house: StoredHouse, asked: str) -> None:
        """Case, width and invisible characters do not make a different name."""
        name_of(house, "ssh:ann", "Ann")
        assert name_of(house, "ssh:other", asked).endswith("-2")

    def test_a_name_with_a_number_is_somebodys_too(self, house: StoredHouse) -> None:
        """A person who asks for the replacement name of another person gets the next number."""
        name_of(house, "ssh:ann", "Ann")
        name_of(house, "ssh:other", "Ann")
        assert "Ann-3" == name_of(house, "ssh:third", "Ann-2")

    def test_a_guest_has_no_name_of_their_own(self, house: StoredHouse) -> None:
        """A guest never has the name of a person with a key, and reserves no name."""
        assert "Zoe" == name_of(house, "guest:1", "Zoe")
        assert "Zoe" == name_of(house, "ssh:zoe", "Zoe")
        assert "Zoe-2" == name_of(house, "guest:2", "Zoe")

    def test_nobody_takes_all_names(self, house: StoredHouse) -> None:
        """One key owns a limited number of names; under further ones it is known as long as nobody owns them."""
        for number in range(MAX_NAMES + 5):
            assert f"N{number}" == name_of(house, "ssh:ann", f"N{number}")
        assert "N0-2" == name_of(house, "ssh:bob", "N0")
        assert f"N{MAX_NAMES}" == name_of(house, "ssh:bob", f"N{MAX_NAMES}")

    def test_names_outlive_the_process(self, house: StoredHouse, tmp_path: Path) -> None:
        """After a restart a name still belongs to its owner."""
        name_of(house, "ssh:ann", "Ann")
        later = house.dead(tmp_path / "later")
        assert ("Ann-2", "ssh:ann") == (name_of(later, "ssh:bob", "Ann"), now(later.journal.people.named("ANN")))


class TestGuests:
    def test_only_the_hash_of_a_code_is_stored(self, house: StoredHouse) -> None:
        """A guest's code is in no file; its hash is."""
        guest = now(house.journal.people.welcome("guest:1", "Gus"))
        assert [(code_hash(guest.resume_code),)] == house.journal.store.read("SELECT code FROM people")
        house.journal.close()
        content = b"".join(path.read_bytes() for path in house.folder.iterdir())
        plain = guest.resume_code.replace("-", "")
        assert not [code for code in (guest.resume_code, plain) if code.encode() in content]

    def test_who_has_a_key_needs_no_code(self, house: StoredHouse) -> None:
        """Only guests get codes."""
        assert "" == now(house.journal.people.welcome("ssh:ann", "Ann")).resume_code

    def test_codes_are_not_shown_by_accident(self, house: StoredHouse) -> None:
        """A guest's code is not in the guest's `repr`, so no log shows it."""
        guest = now(house.journal.people.welcome("guest:1", "Gus"))
        assert guest.resume_code not in repr(guest)

    def test_a_guest_comes_back_to_the_seat_by_the_code(self, house: StoredHouse, tmp_path: Path) -> None:
        """Typed as a table's code, from another identity and after a restart, the code leads to the guest's seat."""
        guest = Person("Gus")
        guest.user = now(house.journal.people.welcome("guest:1", "Gus"))
        ann = Person("Ann")
        house.open(ann, seats=2)
        house.join(guest)
        assert Notice(NoticeKind.RESUME, f"resume {guest.user.resume_code}") in guest.told
        assert [False, True] == [seat.guest for seat in ann.view.seats]
        later = house.dead(tmp_path / "later")
        later.lobby.restore()
        again = Person("Somebody", "guest:2")
        again.holds(now(later.lobby.join(again.user, again, guest.user.resume_code.lower().replace("-", ""))))
        assert (guest.view.you, guest.view.game) == (again.view.you, again.view.game)

    def test_a_code_brings_the_identity_back(self, house: StoredHouse) -> None:
        """A person who types the code is the guest again, whatever happened to the connection."""
        guest = now(house.journal.people.welcome("guest:1", "Gus"))
        assert User("guest:1", "Gus", True, guest.resume_code) == now(house.journal.guest_of(guest.resume_code))

    def test_a_wrong_code_is_nobodys(self, house: StoredHouse) -> None:
        """An unknown code is refused and opens no table."""
        now(house.journal.people.welcome("guest:1", "Gus"))
        assert now(house.journal.guest_of(new_resume_code())) is None
        with pytest.raises(EntryError) as caught:
            house.join(Person("Ann"), new_resume_code())
        assert EntryProblem.BAD_CODE is caught.value.problem

    def test_guests_who_stay_away_are_forgotten(self, house: StoredHouse) -> None:
        """Guests are forgotten after 60 days of absence; people with keys never."""
        old = now(house.journal.people.welcome("guest:old", "Gus"))
        house.journal.people.set("guest:old", "theme", "dark")
        now(house.journal.people.welcome("ssh:ann", "Ann"))
        days_pass(house, 1)
        new = now(house.journal.people.welcome("guest:new", "Gus"))
        days_pass(house, GUEST_DAYS - 1)
        assert now(house.journal.people.settings("guest:old"))
        days_pass(house, 1)
        assert now(house.journal.guest_of(old.resume_code)) is None
        assert now(house.journal.guest_of(new.resume_code))
        assert [("guest:new",), ("ssh:ann",)] == house.journal.store.read("SELECT identity FROM people ORDER BY 1")
        assert {} == now(house.journal.people.settings("guest:old"))

    def test_a_guest_with_a_seat_is_never_forgotten(self, house: StoredHouse, tmp_path: Path) -> None:
        """As long as a table is stored, a guest's code leads back to the seat, after any absence."""
        guest = Person("Gus")
        guest.user = now(house.journal.people.welcome("guest:1", "Gus"))
        house.open(Person("Ann"), seats=2, grace_seconds=3600)
        house.join(guest)
        now(house.lobby.close())
        now(house.journal.people.welcome("guest:2", "Zoe"))
        days_pass(house, 2 * GUEST_DAYS)
        assert [("guest:1",)] == house.journal.store.read("SELECT identity FROM people")
        later = house.dead(tmp_path / "later")
        later.lobby.restore()
        again = Person("Somebody", "guest:3")
        again.holds(now(later.lobby.join(again.user, again, guest.user.resume_code)))
        assert guest.view.you == again.view.you


def days_pass(house: StoredHouse, days: int) -> None:
    """Let days pass while the server runs."""
    for _ in range(days):
        house.today += 86400
        house.clock.pass_(86400)


class TestAge:
    @pytest.mark.parametrize("jump", [61, -61, 36500])
    def test_a_clock_that_is_wrong_deletes_nothing(self, house: StoredHouse, tmp_path: Path, jump: int) -> None:
        """Starting with a wrong clock deletes nothing, and neither does correcting the clock later."""
        house.journal.keep_days = 30
        days_pass(house, 70)
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        finish(house, ann, bob)
        for person in (ann, bob):
            person.handle.leave()
        guest = now(house.journal.people.welcome("guest:1", "Gus"))
        now(house.journal.people.welcome("ssh:ann", "Ann"))
        right = house.today
        for number, today in enumerate((right + jump * 86400, right + (jump + 1) * 86400, right + 2 * 86400)):
            house = house.dead(tmp_path / str(number), today=today)
            house.journal.keep_days = 30
            days_pass(house, 1)
        assert now(house.journal.guest_of(guest.resume_code))
        assert "ssh:ann" == now(house.journal.people.named("Ann"))
        assert 1 == len(house.journal.results.of("ssh:Ann"))
        assert ("Ann", "Bob") == read_record(house.journal.results.record(1).text).names

    def test_old_results_and_people_are_deleted_if_that_is_wanted(self, house: StoredHouse) -> None:
        """With `keep_days`, older people, results and matches are deleted, but not the people of a kept table."""
        house.journal.keep_days = 30
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        for name in ("Ann", "Bob", "Cat", "Dan"):
            now(house.journal.people.welcome(f"ssh:{name}", name))
        finish(house, ann, bob)
        cat, dan = Person("Cat"), Person("Dan")
        house.open(cat, "OTHER", seats=2, rules=QUICK)
        finish(house, cat, house.join(dan, "OTHER"))
        for person in (cat, dan):
            person.handle.leave()
        days_pass(house, 30)
        assert 2 == len(house.journal.store.read("SELECT id FROM matches"))
        days_pass(house, 1)
        assert [] == house.journal.store.read("SELECT id FROM matches UNION SELECT match FROM results")
        assert [("ssh:Ann",), ("ssh:Bob",)] == house.journal.store.read("SELECT identity FROM people ORDER BY 1")
        assert ((), None) == (house.journal.results.of("ssh:Cat"), now(house.journal.people.named("Cat")))
        assert Stage.OVER is house.table().state.stage

    def test_a_forgotten_person_is_in_nothing(self, house: StoredHouse) -> None:
        """No stored row names a forgotten person; other people's results stay, and the name is free again."""
        ann, bob = house.people("Ann", "Zebulon", rules=QUICK)
        now(house.journal.people.welcome("ssh:Zebulon", "Zebulon"))
        finish(house, ann, bob)
        for person in (ann, bob):
            person.handle.leave()
        house.journal.people.forget("ssh:Zebulon")
        house.journal.store.connection.execute("VACUUM")
        assert [] == [line for line in house.journal.store.connection.iterdump() if "Zebulon" in line]
        assert 1 == len(house.journal.results.of("ssh:Ann"))
        assert ["Ann", "player"] == sorted(read_record(house.journal.results.record(1).text).names)
        assert "Zebulon" == name_of(house, "ssh:other", "Zebulon")

    def test_a_forgotten_person_is_a_stranger_to_the_log_of_a_match(self, house: StoredHouse, tmp_path: Path) -> None:
        """A match that a forgotten person has left continues with a guest in their place, also after a restart."""
        ann, _bob, zoe = house.people("Ann", "Bob", "Zoe", rules=QUICK)
        zoe.handle.leave()
        now(LobbyOperator(house.lobby).forget("ssh:Zoe"))
        house.journal.people.forget("ssh:Zoe")
        assert [] == house.journal.store.read("SELECT text FROM entries WHERE instr(text, 'ssh:Zoe')")
        later = house.dead(tmp_path / "later")
        later.lobby.restore()
        assert ann.view.game == later.back(ann).view.game
        before, after = (one.table().state.seats[2].left for one in (house, later))
        assert before == after
        assert before.startswith(GUEST)

    def test_whoever_has_the_name_of_a_forgotten_person_keeps_it(self, house: StoredHouse, tmp_path: Path) -> None:
        """Only the forgotten person's own entries change: being let back in works for both, and the table is the same.

        The first Zoe is sent away and let back in, and leaves; then another person of that name sits down.
        """
        ann = house.open(Person("Ann"), rules=QUICK)
        zoe = house.join(Person("Zoe", "ssh:Zoe"))
        ann.handle.kick(zoe.seat)
        ann.handle.readmit("zoe")
        house.join(Person("Zoe", "ssh:Zoe")).handle.leave()
        other = house.join(Person("Zoe", "ssh:other"))
        now(LobbyOperator(house.lobby).forget("ssh:Zoe"))
        house.journal.people.forget("ssh:Zoe")
        assert [] == house.journal.store.read("SELECT text FROM entries WHERE instr(text, 'ssh:Zoe')")
        assert [(1,)] == house.journal.store.read("SELECT count(*) FROM entries WHERE instr(lower(text), 'zoe')")
        later = house.dead(tmp_path / "later")
        later.lobby.restore()
        assert ["Ann", "Zoe", "", ""] == [seat.name for seat in later.back(other).view.seats]
        again = Person("Zoe", "ssh:Zoe")
        later.join(again)
        assert "Zoe-2" == again.view.seats[again.seat].name

    @pytest.mark.parametrize("number", ["format", "engine"])
    def test_a_person_is_forgotten_in_a_log_of_a_newer_program(self, house: StoredHouse, number: str) -> None:
        """An unreadable entry keeps its form, but without the person's identity."""
        house.people("Ann", "Zoe", rules=QUICK)
        newer = replace(entries_of(house.folder)[-1], **{number: 99}).text
        house.journal.store.connection.execute("INSERT INTO entries VALUES ('FAM', 'x', 1, ?)", (newer,))
        house.journal.people.forget("ssh:Zoe")
        ((text,),) = house.journal.store.read("SELECT text FROM entries WHERE life = 'x'")
        (anonymous,) = re.findall(rf"{GUEST}\w+", text)
        assert newer == text.replace(anonymous, "ssh:Zoe")


class TestSettings:
    def test_settings_are_a_persons_own_and_stay(self, house: StoredHouse, tmp_path: Path) -> None:
        """A person's settings are there at the next visit: their own, and the newest value of each."""
        house.journal.people.set("ssh:ann", "theme", "dark")
        house.journal.people.set("ssh:ann", "theme", "light")
        house.journal.people.set("ssh:bob", "language", "ga")
        later = house.dead(tmp_path / "later").journal.people
        assert ({"theme": "light"}, {"language": "ga"}) == tuple(
            now(later.settings(identity)) for identity in ("ssh:ann", "ssh:bob")
        )


class TestUnseenResults:
    def test_a_result_waits_for_a_person_who_was_away(self, house: StoredHouse) -> None:
        """A person who was away at the end of a match gets the result once, at the next visit; others do not."""
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        bob.handle.drop()
        house.clock.pass_(61)
        ann.handle.autopilot(True)
        house.clock.pass_(3000)
        told: dict[str, list[LobbyMessage]] = {"Ann": [], "Bob": [], "Bob again": []}
        now(house.lobby.enter(ann.user, told["Ann"].append))
        now(house.lobby.enter(bob.user, told["Bob"].append))
        now(house.lobby.enter(bob.user, told["Bob again"].append))
        (result,) = house.journal.results.of(bob.user.identity)
        notice = Notice(NoticeKind.RESULT, f"FAM {result.place}/2 {result.winner}")
        assert {"Ann": False, "Bob": True, "Bob again": False} == {who: notice in told[who] for who in told}

    def test_a_result_is_sent_at_a_table_too(self, house: StoredHouse) -> None:
        """A person who goes straight to a table gets the result there."""
        ann, bob = house.people("Ann", "Bob", rules=QUICK)
        bob.handle.drop()
        ann.handle.leave()
        house.clock.pass_(3000)
        again = house.open(Person("Bob"), "NEXT")
        assert [NoticeKind.RESULT] == again.notices


def test_a_person_is_found_by_any_form_of_the_name(house: StoredHouse) -> None:
    """A name is found in any composition and case; without its accents it is only suggested."""
    now(house.journal.people.welcome("ssh:SHA256:abc", "José"))
    people = house.journal.people
    found = [now(people.named(name)) for name in ("José", "jose\u0301", "JOSÉ", "Jose")]
    assert [*3 * ["ssh:SHA256:abc"], None] == found
    assert ("José", "") == (now(people.near("jose")), now(people.near("joseph")))
