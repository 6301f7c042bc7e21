"""Presence: the people in the lobby always see its current tables, people and chat."""

from tests.tables import House, Person, now
from uno_tui.game.rules import Rules
from uno_tui.lobby.protocol import LobbyMessage, LobbyView
from uno_tui.lobby.visit import Visit
from uno_tui.table.options import User
from uno_tui.table.protocol import Chat, Closed, Ending, Notice, NoticeKind, Stage


class Looker:
    """A person in the lobby."""

    def __init__(self, house: House, name: str, identity: str = "") -> None:
        self.told: list[LobbyMessage] = []
        self.user = User(identity or f"ssh:{name}", name)
        self.visit = now(house.lobby.enter(self.user, self.told.append))

    @property
    def view(self) -> LobbyView:
        """The newest view this person was sent."""
        return next(message for message in reversed(self.told) if isinstance(message, LobbyView))

    @property
    def people(self) -> dict[str, str | None]:
        """The table of each person by name."""
        return {person.name: person.table for person in self.view.people}

    @property
    def talk(self) -> list[str]:
        return [entry.what.text for entry in self.view.talk if isinstance(entry.what, Chat)]


def test_the_list_follows_the_tables() -> None:
    """Every change of a listed table is sent: opened, joined, other rules, started, watched, closed."""
    house = House()
    zoe = Looker(house, "Zoe")
    assert [] == list(zoe.view.tables)
    ann = house.open(Person("Ann"), seats=2)
    assert ("FAM", "Ann", 1, Stage.WAITING) == (
        (table := zoe.view.tables[0]).code, table.host, table.free, table.stage
    )  # fmt: skip
    ann.handle.change_rules(Rules.parse("party"))
    assert "party" == zoe.view.tables[0].rules.text
    bob = house.join(Person("Bob"))
    assert Stage.PLAYING is zoe.view.tables[0].stage
    house.watch(Person("Kim"))
    assert 1 == zoe.view.tables[0].watchers
    bob.handle.leave()
    ann.handle.leave()
    assert () == zoe.view.tables


def test_moves_that_change_nothing_listed_send_nothing() -> None:
    """A match in play changes nothing in the lobby until it ends."""
    house = House()
    people = house.people("Ann", "Bob")
    zoe = Looker(house, "Zoe")
    before = len(zoe.told)
    for _ in range(6):
        house.turn_of(*people).move()
    assert before == len(zoe.told)


def test_nothing_is_sent_after_leaving() -> None:
    """After leaving, a person gets no messages, and the lobby holds no reference to them."""
    house = House()
    zoe, kim = Looker(house, "Zoe"), Looker(house, "Kim")
    zoe.visit.leave()
    before = len(zoe.told)
    house.open(Person("Ann"))
    zoe.visit.chat("hello")
    zoe.visit.chat("/mute Kim")
    zoe.visit.mute("Kim", True)
    assert before == len(zoe.told)
    assert {"Kim": None, "Ann": "FAM"} == kim.people
    assert [] == kim.talk


def test_a_private_table_and_its_code_are_not_listed() -> None:
    """A person at a private table is listed without the table."""
    house = House()
    zoe = Looker(house, "Zoe")
    house.open(Person("Ann"), "DEN", public=False)
    assert () == zoe.view.tables
    assert {"Zoe": None, "Ann": ""} == zoe.people


def test_a_person_is_listed_once() -> None:
    """A person with two sessions is listed once; a person who dropped is not listed."""
    house = House()
    zoe = Looker(house, "Zoe")
    again = Looker(house, "Zoe")
    assert {"Zoe": None} == again.people
    at_table = house.open(Person("Zoe"))
    assert {"Zoe": "FAM"} == zoe.people
    again.visit.leave()
    zoe.visit.leave()
    kim = Looker(house, "Kim")
    at_table.handle.drop()
    assert {"Kim": None} == kim.people


def test_names_in_the_lobby_differ() -> None:
    """Another person of the same name in any case gets a number; the same person keeps the name."""
    house = House()
    names = [Looker(house, name, identity).visit.name for name, identity in
             (("Ann", "ssh:1"), ("ANN", "ssh:2"), ("Ann", "ssh:1"), ("an\u200bn", "guest:3"))]  # fmt: skip
    assert ["Ann", "ANN-2", "Ann", "ann-3"] == names


def test_talk_is_cleaned_and_limited() -> None:
    """Chat reaches everybody without escape sequences; a flood is stopped, a pasted list is not."""
    house = House()
    zoe, kim = Looker(house, "Zoe"), Looker(house, "Kim")
    zoe.visit.chat("\x1b[2Jhello [red]you\x07")
    assert ["[2Jhello [red]you"] == kim.talk
    for number in range(20):
        zoe.visit.chat(f"line {number}")
    assert 8 == len(kim.talk)
    assert Notice(NoticeKind.CHAT_LIMITED) in zoe.told
    house.clock.pass_(10)
    zoe.visit.chat("x" * 500)
    assert 200 == len(kim.talk[-1])
    assert Notice(NoticeKind.CHAT_CUT) in zoe.told


def test_a_listener_that_fails_reaches_nobody_else() -> None:
    """A listener that raises is not called again; the others get their messages."""
    house = House()

    def bad(message: LobbyMessage) -> None:
        if isinstance(message, LobbyView) and message.tables:
            raise ValueError(message)

    now(house.lobby.enter(User("ssh:bad", "Bad"), bad))
    zoe = Looker(house, "Zoe")
    house.open(Person("Ann"))
    assert 1 == len(zoe.view.tables)
    assert {"Zoe": None, "Ann": "FAM"} == zoe.people


def test_everybody_is_notified_when_the_lobby_closes() -> None:
    """When the lobby closes, everybody gets `Closed` as the last message; a later person gets it at once."""
    house = House()
    zoe = Looker(house, "Zoe")
    house.open(Person("Ann"))
    now(house.lobby.close())
    assert Closed(Ending.SERVER_STOPPED) == zoe.told[-1]
    assert [Closed(Ending.SERVER_STOPPED)] == Looker(house, "Kim").told
    assert {} == house.lobby.tables


def test_a_visit_leads_to_tables() -> None:
    """On a visit a person opens, joins and watches tables, and starts quick play."""
    house = House()
    visit = now(Visit.begin(house.lobby, User("ssh:Zoe", "Zoe")))
    for way in (visit.open, visit.quick_play):
        person = Person("Zoe")
        handle = now(way(person))
        assert 0 == handle.view.you
        handle.leave()
    ann = house.open(Person("Ann"))
    person = Person("Zoe")
    assert 1 == now(visit.join(person, "fam")).view.you
    assert ann.view.seats[1].name == "Zoe"
