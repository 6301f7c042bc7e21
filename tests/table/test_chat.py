"""Chat at a table, and muting people."""

from dataclasses import replace

import pytest

from tests.tables import House, Person, now
from uno_tui.lobby.protocol import LobbyMessage
from uno_tui.table.protocol import Chat, Notice, NoticeKind


def heard(person: Person) -> list[str]:
    """Return the lines of chat in that person's view."""
    return [entry.what.text for entry in person.handle.view.log if isinstance(entry.what, Chat)]


class TestChat:
    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("\x1b[2Jhi\x1b]52;c;eHg=\x07", "[2Jhi]52;c;eHg="),
            ("a\x9b31mb\r\b\x00c", "a31mb c"),
            ("\u202egnp.exe\u200b", "gnp.exe"),
            ("two\nlines", "two lines"),
            ("Gr\u00e1inne \u10d3\u10d0", "Gr\u00e1inne \u10d3\u10d0"),
            ("z" + "\u0301" * 50, "\u017a" + "\u0301" * 3),
        ],
    )
    def test_b9_nothing_said_acts_on_a_terminal(self, typed: str, said: str) -> None:
        """Control and format characters are removed from chat; everybody gets the same text."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat(typed)
        assert Chat("Ann", said) == bob.view.log[-1].what == ann.view.log[-1].what

    @pytest.mark.parametrize("typed", ["[/", "[0]", "[red]x", "[@click=app.quit]hi[/]", "[true, false]"])
    def test_b10_brackets_are_said_as_typed(self, typed: str) -> None:
        """Text that looks like markup arrives unchanged."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat(typed)
        assert Chat("Ann", typed) == bob.view.log[-1].what

    def test_nothing_visible_is_not_said(self) -> None:
        """A message without a visible character changes nothing."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        before = len(bob.told)
        ann.handle.chat(" \u200b\x07 ")
        assert before == len(bob.told)

    def test_b19_a_flood_is_cut_and_limited_an_honest_paste_is_not(self) -> None:
        """Five lines at once all arrive; ten million characters are cut to one short message; a stream is stopped."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        for line in range(5):
            ann.handle.chat(f"line {line}")
        assert [] == ann.notices
        ann.handle.chat("x" * 10_000_000)
        assert [NoticeKind.CHAT_CUT] == ann.notices
        assert Chat("Ann", "x" * 200) == bob.view.log[-1].what
        for _ in range(100):
            ann.handle.chat("again")
        assert 98 == ann.notices.count(NoticeKind.CHAT_LIMITED)
        house.clock.pass_(2)
        ann.handle.chat("sorry")
        assert Chat("Ann", "sorry") == bob.view.log[-1].what

    def test_spectators_may_talk(self) -> None:
        """Spectators may chat, because they see no hands."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        house.watch(Person("Zoe")).handle.chat("go Ann")
        assert Chat("Zoe", "go Ann") == ann.view.log[-1].what


class TestMuting:
    def test_a_muted_person_is_hidden_from_one_reader_alone(self) -> None:
        """After /mute NAME the reader's own view lacks that person's chat; everybody else's has it."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat("/mute bob")
        bob.handle.chat("rude words")
        assert Notice(NoticeKind.MUTED, "Bob") in ann.told
        assert ([], ["rude words"]) == (heard(ann), heard(bob))
        ann.handle.chat("/unmute Bob")
        assert NoticeKind.UNMUTED is ann.notices[-1]
        assert ["rude words"] == heard(ann)

    def test_a_name_that_nobody_here_has_cannot_be_muted(self) -> None:
        """The answer says that nobody has the name, nobody else is sent anything, and nobody can mute themselves."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        told = len(bob.told)
        for name in ("Zoe\x1b[2J", "Ann", ""):
            ann.handle.mute(name, True)
        ann.handle.chat("/mute Zoe\x1b[2J")
        assert Notice(NoticeKind.NOBODY, "Zoe[2J") in ann.told
        assert 4 * [NoticeKind.NOBODY] == ann.notices
        assert frozenset() == ann.view.muted
        assert told == len(bob.told)
        assert {} == house.lobby._mutes._muted

    def test_a_name_is_muted_however_its_accent_is_typed(self) -> None:
        """A decomposed accent is the same accent; without it the person is suggested and not muted."""
        house = House()
        ann, other = Person("Ann"), Person("José")
        house.open(other)
        house.join(ann)
        ann.handle.chat("/mute JOSE\u0301")
        assert frozenset({"José"}) == ann.view.muted
        ann.handle.chat("/unmute José")
        ann.handle.chat("/mute jose")
        assert Notice(NoticeKind.MISNAMED, "José") in ann.told
        assert frozenset() == ann.view.muted

    def test_typing_and_the_request_are_one_mute(self) -> None:
        """A mute by typing ends by a request and the other way round; the view names the muted people."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        zoe = house.watch(Person("Zoe"))
        ann.handle.chat("/mute Bob")
        ann.handle.mute("Zoe", True)
        assert frozenset({"Bob", "Zoe"}) == ann.view.muted
        bob.handle.chat("one")
        zoe.handle.chat("two")
        assert [] == heard(ann)
        ann.handle.mute("Bob", False)
        ann.handle.chat("/unmute zoe")
        assert (frozenset(), ["one", "two"]) == (ann.view.muted, heard(ann))
        assert frozenset() == bob.view.muted

    def test_all_chat_of_a_table_is_muted_until_the_person_leaves_it(self) -> None:
        """Without a name all chat of the table is hidden, also after coming back, but not at another table."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.mute(None, True)
        bob.handle.chat("hello")
        assert (True, [], NoticeKind.ALL_MUTED) == (ann.view.all_muted, heard(ann), ann.notices[-1])
        ann.handle.drop()
        ann = house.back(ann)
        assert (True, []) == (ann.view.all_muted, heard(ann))
        ann.handle.mute(None, False)
        assert (False, ["hello"]) == (ann.view.all_muted, heard(ann))
        ann.handle.mute(None, True)
        ann.handle.leave()
        assert not house.open(ann, "DEN").view.all_muted

    def test_a_mute_holds_after_coming_back_at_other_tables_and_in_the_lobby(self) -> None:
        """A mute is between two people, whatever names they use."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.mute("Bob", True)
        ann.handle.drop()
        ann = house.back(ann)
        bob.handle.chat("one")
        assert (frozenset({"Bob"}), []) == (ann.view.muted, heard(ann))
        bob.handle.leave()
        ann = house.open(Person("Ann"), "DEN")
        bob = house.join(Person("Robert", "ssh:Bob"), "DEN")
        bob.handle.chat("two")
        assert (frozenset({"Robert"}), []) == (ann.view.muted, heard(ann))
        told: list[LobbyMessage] = []
        in_lobby = now(house.lobby.enter(ann.user, told.append))
        now(house.lobby.enter(bob.user, lambda _: None)).chat("three")
        assert (frozenset({"Robert"}), ()) == (in_lobby.view.muted, in_lobby.view.talk)
        in_lobby.mute("Robert", False)
        assert ["two"] == heard(ann)
        assert frozenset() == ann.view.muted
        assert ["three"] == [one.what.text for one in in_lobby.view.talk if isinstance(one.what, Chat)]
        assert in_lobby.view == told[-1]

    def test_who_has_left_can_be_unmuted_by_name(self) -> None:
        """A mute of a person who is elsewhere ends by the name under which they were muted."""
        house = House()
        ann, bob, _cat = house.people("Ann", "Bob", "Cat")
        ann.handle.mute("Bob", True)
        bob.handle.leave()
        ann.handle.chat("/unmute BOB")
        assert Notice(NoticeKind.UNMUTED, "Bob") in ann.told
        ann.handle.chat("/unmute BOB")
        assert NoticeKind.NOBODY is ann.notices[-1]

    def test_another_person_of_the_same_name_is_not_muted(self) -> None:
        """Another person of the same name is not muted."""
        house = House()
        ann, bob, _cat = house.people("Ann", "Bob", "Cat")
        ann.handle.mute("Bob", True)
        bob.handle.leave()
        other = house.watch(Person("Bob", "ssh:another"))
        other.handle.chat("hello")
        assert ["hello"] == heard(ann)

    def test_the_oldest_of_too_many_mutes_ends(self) -> None:
        """One person can mute 200 others; muting one more ends the oldest mute."""
        house = House()
        ann = house.open(Person("Ann"), spectators=300)
        watchers = [house.watch(Person(f"W{number}")) for number in range(201)]
        for number in range(200):
            ann.handle.mute(f"W{number}", True)
        ann.handle.mute("W0", True)
        assert 200 == len(ann.view.muted)
        ann.handle.mute("W200", True)
        assert 200 == len(ann.view.muted)
        for number in (0, 1, 200):
            watchers[number].handle.chat(str(number))
        assert ["1"] == heard(ann)

    def test_mutes_of_a_guest_end_with_the_guest(self) -> None:
        """Mutes of a guest and by a guest are forgotten when the guest has been gone for 20 minutes, not before."""
        house = House()
        ann = house.open(Person("Ann"), seats=3)
        gus = Person("Gus", "guest:1")
        gus.user = replace(gus.user, guest=True)
        house.join(gus)
        gus.handle.mute("Ann", True)
        ann.handle.mute("Gus", True)
        house.clock.pass_(3600)
        assert (frozenset({"Ann"}), frozenset({"Gus"})) == (gus.view.muted, ann.view.muted)
        gus.handle.leave()
        house.clock.pass_(300)
        house.join(gus)
        assert (frozenset({"Ann"}), frozenset({"Gus"})) == (gus.view.muted, ann.view.muted)
        gus.handle.leave()
        house.clock.pass_(1200)
        house.join(gus)
        ann.handle.chat("hello")
        assert (frozenset(), frozenset()) == (gus.view.muted, ann.view.muted)
        assert ({}, 0) == (house.lobby._mutes._muted, house.clock.waiting)

    def test_in_the_lobby_too(self) -> None:
        """The chat of a muted person is missing in the reader's own view of the lobby only."""
        house = House()
        told: dict[str, list[LobbyMessage]] = {"Ann": [], "Bob": []}
        ann, bob = (now(house.lobby.enter(Person(name).user, told[name].append)) for name in told)
        ann.chat("/mute Bob")
        bob.chat("hello")
        assert (0, 1) == (len(ann.view.talk), len(bob.view.talk))
        assert Notice(NoticeKind.MUTED, "Bob") in told["Ann"]
