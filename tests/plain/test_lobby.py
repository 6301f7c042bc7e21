"""The lobby in lines: the way to a table for who reads no screen."""

import pytest

from tests.speaking import unmarked
from tests.tables import House, Person, now
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.plain.commands import Commands
from uno_tui.plain.lobby import _ENTRIES, LobbyCommand, PlainLobby, Seated, no_such_way, screen_hint, table_options
from uno_tui.plain.parser import ParseError
from uno_tui.table.options import TableOptions, User


class Standing:
    """Somebody in the lobby, and the lines they were told."""

    def __init__(self, house: House, name: str = "Ann", words: Words | None = None) -> None:
        self.lines: list[str] = []
        self.results: list[str] = []
        self.lobby = PlainLobby(
            lambda listener: house.lobby.enter(User(f"ssh:{name}", name), listener),
            words or Words("en"),
            self.lines.append,
            lambda: self.results,
        )
        self.seated: Seated | None = None

    def type(self, line: str) -> list[str]:
        """Type a line; the lines it was answered with."""
        before = len(self.lines)
        self.seated = now(self.lobby.feed(line))
        return self.lines[before:]

    def sits(self, house: House, person: Person) -> Person:
        """The person, at the table that was come to."""
        assert self.seated
        return person.holds(self.seated(person))


def test_coming_in() -> None:
    """Who comes in hears where they are, how to get help, and how many tables are open."""
    house = House()
    assert ["You are in the lobby. For the commands type help.", "0 tables are open"] == Standing(house).lines
    house.open(Person("Ben"))
    assert "1 table is open" == Standing(house).lines[1]


def test_own_results() -> None:
    """Who asks for the score hears their results as they are now, or that there is none."""
    ann = Standing(House())
    assert ["No finished match yet."] == ann.type("score")
    ann.results.append("FAM1 first of 4")
    assert ["FAM1 first of 4"] == ann.type("s")


def test_rooms_and_people() -> None:
    """Tables are told in a line each, with what one needs to choose; people with where they are."""
    house = House()
    ann = Standing(house)
    assert ["No table is open. To play at once type quick."] == ann.type("rooms")
    house.open(Person("Ben"), rules=PRESETS["irish"])
    house.open(Person("Cat"), "HIDDEN", public=False)
    assert ["FAM: waits for players, 1 of 4 seats taken, rules irish, host Ben"] == ann.type("ROOMS")
    assert {"Ann, in the lobby", "Ben, at table FAM", "Cat, at a table"} == set(ann.type("who"))


@pytest.mark.parametrize(
    ("typed", "code", "seated"),
    [("join fam", "FAM", True), ("j NEW1", "NEW1", True), ("watch fam", "FAM", False), ("p", "FAM", True)],
)
def test_the_ways_to_a_table(typed: str, code: str, seated: bool) -> None:
    """Joining, watching and quick play lead to a table, where all that was said since is heard."""
    house = House()
    house.open(Person("Ben"))
    ann = Standing(house)
    assert [] == ann.type(typed)
    view = ann.sits(house, Person("Ann")).view
    assert (code, seated) == (view.code, view.you is not None)


def test_a_table_of_ones_own() -> None:
    """A new table has the rules, seats and bots that were typed."""
    house = House()
    ann = Standing(house)
    ann.type("new party target=200 seats=3 bots=1 level=easy")
    view = ann.sits(house, Person("Ann")).view
    assert (Rules.parse("party", ["target=200"]), 3) == (view.rules, len(view.seats))
    assert ["", "", "easy"] == [seat.level for seat in view.seats]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", TableOptions(turn_seconds=30)),
        ("irish", TableOptions(rules=PRESETS["irish"], turn_seconds=30)),
        ("jump_in=on", TableOptions(rules=Rules(jump_in=True), turn_seconds=30)),
        ("bots=2 seats=5", TableOptions(seats=5, bots=2, turn_seconds=30)),
    ],
)
def test_what_a_new_table_is_like(text: str, options: TableOptions) -> None:
    """What is not typed is as the lobby has it."""
    assert options == table_options(Words(), TableOptions(turn_seconds=30), text)


@pytest.mark.parametrize("text", ["partie", "seats", "seats=x", "bots=-1", "target=0", "jump_in=yes"])
def test_what_no_table_can_be_like(text: str) -> None:
    """A word that says nothing of a table is no table."""
    with pytest.raises(ParseError):
        table_options(Words(), TableOptions(), text)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("fly", "No command: fly. For the commands type help."),
        ("room", "No command: room (did you mean rooms?). For the commands type help."),
        ("join", "Say which table: join FAM1."),
        ("join x", "x is no table code: a code is 3 to 12 letters or digits."),
        ("watch NONE", "There is no table NONE."),
        ("new partie", "no preset 'partie' (did you mean party?)"),
        ("new seats=1", "1 player: UNO is for 2 to 10"),
        ("new level=hard", "level=hard: the values are easy, fair"),
        ("rules partie", "no preset 'partie' (did you mean party?)"),
    ],
)
def test_what_cannot_be_done_is_one_line(typed: str, told: str) -> None:
    """What is typed wrongly is explained in one line, and the person is still in the lobby."""
    ann = Standing(House())
    [line] = ann.type(typed)
    assert told in line
    assert (None, False) == (ann.seated, ann.lobby.done)


def test_talk_is_heard_once() -> None:
    """What is said in the lobby is heard by all who are there then, once."""
    house = House()
    ann = Standing(house)
    assert ["Ann: hello [/"] == ann.type("say hello [/")
    ben = Standing(house, "Ben")
    assert 2 == len(ben.lines)
    assert ["Ben: hi"] == ben.type("say hi")
    assert ["Ann: hello [/", "Ben: hi"] == ann.lines[2:]


def test_rules_and_help() -> None:
    """The presets and their rules are told, and a line for each command."""
    ann = Standing(House())
    assert ["The presets are classic, official, irish, party, quick."] == ann.type("rules")
    assert "Rules: irish" == ann.type("rules irish")[0]
    assert len(LobbyCommand) == len(ann.type("help"))


@pytest.mark.parametrize("typed", ["", "  ", "\x1b[A"])
def test_nothing_and_junk(typed: str) -> None:
    """Nothing typed is nothing, and junk is answered with nothing that acts on a terminal."""
    assert all(line.isprintable() for line in Standing(House()).type(typed))


def test_leaving() -> None:
    """`quit` ends the visit; nothing is told or done afterwards. A lobby that closes says so."""
    house = House()
    ann, ben = Standing(house), Standing(house, "Ben")
    assert [] == ann.type("quit")
    assert ann.lobby.done
    assert [] == ann.type("join FAM")
    house.lobby.close()
    assert "The server stopped." == ben.lines[-1]
    assert ben.lobby.done
    assert 2 == len(ann.lines)


def test_every_letter_is_translatable() -> None:
    """In the pseudo-language no letter is unmarked but those of names, rules and examples of what to type."""
    house = House()
    ann = Standing(house, "Άννα", Words.pseudo())
    house.open(Person("Βίων"), "1234")
    for typed in ("rooms", "who", "help", "fly!", "watch 999"):
        ann.type(typed)
    ann.lines += [no_such_way(Words.pseudo(), "999", []), screen_hint(Words.pseudo())]
    given = {"FAM", "party", "target", "seats", "bots", "classic", "fly", "ssh", "t"}
    assert [] == [line for line in ann.lines if set(unmarked(line)) - given]


def test_commands_in_the_session_language() -> None:
    """Commands are words of the session's language, and the English ones work beside them."""
    commands = Commands(Words.pseudo(), _ENTRIES)
    for command in LobbyCommand:
        assert command is commands.command(commands.word(command))
        assert command is commands.command(command.name)
