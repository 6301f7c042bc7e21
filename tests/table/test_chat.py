"""What people say at a table."""

import pytest

from tests.tables import House, Person
from uno_tui.lobby.protocol import LobbyMessage
from uno_tui.table.protocol import Chat, Notice, NoticeKind


def heard(person: Person) -> list[str]:
    """What was said at the table, as that person's picture has it."""
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
        """Control and format characters are gone from what is said; everybody gets the same text."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat(typed)
        assert Chat("Ann", said) == bob.view.log[-1].what == ann.view.log[-1].what

    @pytest.mark.parametrize("typed", ["[/", "[0]", "[red]x", "[@click=app.quit]hi[/]", "[true, false]"])
    def test_b10_brackets_are_said_as_typed(self, typed: str) -> None:
        """What looks like markup is text, here untouched."""
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
        """Five lines at once are all said; ten million characters are one short message; a stream stops being told."""
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
        """They see no hands, so what they say gives nothing away."""
        house = House()
        ann, _bob = house.people("Ann", "Bob")
        house.watch(Person("Zoe")).handle.chat("go Ann")
        assert Chat("Zoe", "go Ann") == ann.view.log[-1].what


class TestMuting:
    def test_who_is_muted_is_not_heard_by_that_person_alone(self) -> None:
        """After /mute NAME one's own picture lacks what that person says; everybody else's has it."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        ann.handle.chat("/mute bob")
        bob.handle.chat("rude words")
        assert Notice(NoticeKind.MUTED, "Bob") in ann.told
        assert ([], ["rude words"]) == (heard(ann), heard(bob))
        ann.handle.chat("/unmute Bob")
        assert NoticeKind.UNMUTED is ann.notices[-1]
        assert ["rude words"] == heard(ann)

    def test_nobody_can_be_muted_who_is_not_here(self) -> None:
        """A name that nobody here has is told to be one; nothing is said to the others."""
        house = House()
        ann, bob = house.people("Ann", "Bob")
        told = len(bob.told)
        ann.handle.chat("/mute Zoe\x1b[2J")
        assert Notice(NoticeKind.NOBODY, "Zoe[2J") in ann.told
        assert told == len(bob.told)

    def test_in_the_lobby_too(self) -> None:
        """What a muted person says in the lobby is missing from one's own picture only."""
        house = House()
        told: dict[str, list[LobbyMessage]] = {"Ann": [], "Bob": []}
        ann, bob = (house.lobby.enter(Person(name).user, told[name].append) for name in told)
        ann.chat("/mute Bob")
        bob.chat("hello")
        assert (0, 1) == (len(ann.view.talk), len(bob.view.talk))
        assert Notice(NoticeKind.MUTED, "Bob") in told["Ann"]
