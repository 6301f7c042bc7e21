"""The lobby in lines of text, and the ways from it to a table."""

import re

import pytest

from tests.pseudo import PseudoWords, unmarked
from tests.tables import House, Person, now
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.lobby.relay import ConnectTable
from uno_tui.lobby.visit import Visit
from uno_tui.plain.lobby import PlainLobby, screen_hint, unknown_destination
from uno_tui.plain.lobby_commands import ENTRIES, LobbyCommand
from uno_tui.plain.moves import MOVES
from uno_tui.plain.table_commands import TableCommands
from uno_tui.plain.table_options import table_options
from uno_tui.table.options import TableOptions, User
from uno_tui.tui.form.draft import TABLE_ROWS
from uno_tui.typed.capabilities import LOBBY_PARTS
from uno_tui.typed.commands import Commands, TableCommand
from uno_tui.typed.parser import ParseError


class Guest:
    """A person in the lobby, and the lines written for them."""

    def __init__(self, house: House, name: str = "Ann", words: Words | None = None) -> None:
        self.lines: list[str] = []
        self.results: list[str] = []
        visit = now(Visit.begin(house.lobby, User(f"ssh:{name}", name)))
        self.lobby = PlainLobby(
            lambda listener: now(visit.enter(listener)),
            visit,
            words or Words("en"),
            self.lines.append,
            lambda: self.results,
        )
        self.seated: ConnectTable | None = None

    def type(self, line: str) -> list[str]:
        """Type a line and return the lines of the answer."""
        before = len(self.lines)
        self.seated = now(self.lobby.feed(line))
        return self.lines[before:]

    def sits(self, house: House, person: Person) -> Person:
        """Seat the person at the table that the last line led to."""
        assert self.seated
        return person.holds(self.seated(person))


def test_coming_in() -> None:
    """The greeting names the lobby, the help command and the number of open tables."""
    house = House()
    assert [
        "You are in the lobby. Type help for the commands.",
        "No tables are open. Type quick to play now.",
    ] == Guest(house).lines
    house.open(Person("Ben"))
    assert "1 table is open" == Guest(house).lines[1]


def test_own_results() -> None:
    """`score` writes the current results, or that there are none."""
    ann = Guest(House())
    assert ["No finished matches yet."] == ann.type("score")
    ann.results.append("FAM1 first of 4")
    assert ["FAM1 first of 4"] == ann.type("s")


def test_rooms_and_people() -> None:
    """`rooms` writes a line per table with code, stage, seats, rules and host; `who` writes where each person is."""
    house = House()
    ann = Guest(house)
    assert ["No tables are open. Type quick to play now."] == ann.type("rooms")
    house.open(Person("Ben"), rules=PRESETS["irish"])
    house.open(Person("Cat"), "HIDDEN", public=False)
    assert ["FAM: waiting for players, 1 of 4 seats taken, irish rules, hosted by Ben"] == ann.type("ROOMS")
    assert ["1: Ann (you), in the lobby", "2: Ben, at table FAM", "3: Cat, at a table"] == ann.type("who")


@pytest.mark.parametrize(
    ("typed", "code", "seated"),
    [("join fam", "FAM", True), ("j NEW1", "NEW1", True), ("watch fam", "FAM", False), ("p", "FAM", True)],
)
def test_the_ways_to_a_table(typed: str, code: str, seated: bool) -> None:
    """Joining, watching and quick play lead to a table."""
    house = House()
    house.open(Person("Ben"))
    ann = Guest(house)
    assert [] == ann.type(typed)
    view = ann.sits(house, Person("Ann")).view
    assert (code, seated) == (view.code, view.you is not None)


def test_a_table_of_ones_own() -> None:
    """A new table has the rules, seats and bots that were typed."""
    house = House()
    ann = Guest(house)
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
        (
            "public=off spectators=0 fill=off turn_seconds=90",
            TableOptions(public=False, spectators=0, fill=False, turn_seconds=90),
        ),
        ("turn_seconds=0 public=on", TableOptions()),
    ],
)
def test_options_of_a_new_table(text: str, options: TableOptions) -> None:
    """Options that are not typed have the lobby's defaults."""
    assert options == table_options(Words(), TableOptions(turn_seconds=30), text)


def test_every_row_of_the_form_can_be_typed() -> None:
    """Every option of the form for a new table is accepted in lines and JSON, too."""
    for row in TABLE_ROWS:
        value = {"level": "easy", "public": "off", "fill": "off", "turn_seconds": "90"}.get(row, "2")
        changed = table_options(Words(), TableOptions(), f"{row}={value}")
        assert getattr(changed, row) != getattr(TableOptions(), row)


def test_an_unknown_option_of_a_new_table_is_told_with_all_there_are() -> None:
    """The error suggests a similar option and lists those of tables as well as those of rules."""
    with pytest.raises(
        ParseError, match=r"'publik' \(did you mean public\?\); choose from seats, .*, public, .*, deck,"
    ):
        table_options(Words(), TableOptions(), "irish publik=off")


@pytest.mark.parametrize(
    "text",
    ["partie", "seats", "seats=x", "bots=-1", "target=0", "jump_in=yes", "public=maybe", "fill", "spectators=-1"],
)
def test_wrong_options_of_a_new_table(text: str) -> None:
    """A word that is no option of a table is an error."""
    with pytest.raises(ParseError):
        table_options(Words(), TableOptions(), text)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("fly", "Unknown command: fly. Type help for the commands."),
        ("room", "Unknown command: room (did you mean rooms?). Type help for the commands."),
        ("join", "Which table? For example: join FAM1."),
        ("join x", "x is not a table code: a code is 3 to 12 letters or digits."),
        ("watch NONE", "There is no table NONE."),
        ("new partie", "unknown preset 'partie' (did you mean party?)"),
        ("new seats=1", "UNO is for 2 to 10 players, not 1"),
        ("new level=best", "level cannot be best; choose from easy, medium"),
        ("rules partie", "unknown preset 'partie' (did you mean party?)"),
    ],
)
def test_an_error_is_one_line(typed: str, expected: str) -> None:
    """A wrong line is answered with one line, and the person stays in the lobby."""
    ann = Guest(House())
    [line] = ann.type(typed)
    assert expected in line
    assert (None, False) == (ann.seated, ann.lobby.done)


def test_a_chat_line_is_written_once() -> None:
    """A chat line is written once for each person who is in the lobby at that moment."""
    house = House()
    ann = Guest(house)
    assert ["Ann says: hello [/"] == ann.type("say hello [/")
    ben = Guest(house, "Ben")
    assert 2 == len(ben.lines)
    assert ["Ben says: hi"] == ben.type("say hi")
    assert ["Ann says: hello [/", "Ben says: hi"] == ann.lines[2:]


def test_rules_and_help() -> None:
    """`rules` lists the presets or one preset's rules; `help` has a line for each command."""
    ann = Guest(House())
    assert ["Presets: classic, official, irish, party, quick."] == ann.type("rules")
    assert "Rules: irish" == ann.type("rules irish")[0]
    assert len(LobbyCommand) - 1 + len(LOBBY_PARTS) == len(ann.type("help"))  # no daily deal is offered here


@pytest.mark.parametrize("typed", ["", "  ", "\x1b[A"])
def test_nothing_and_junk(typed: str) -> None:
    """An empty line has no effect, and an answer never contains what acts on a terminal."""
    assert all(line.isprintable() for line in Guest(House()).type(typed))


def test_leaving() -> None:
    """`quit` ends the visit, after which nothing is written or done; a lobby that closes writes why."""
    house = House()
    ann, ben = Guest(house), Guest(house, "Ben")
    assert [] == ann.type("quit")
    assert ann.lobby.done
    assert [] == ann.type("join FAM")
    now(house.lobby.close())
    assert "The server is shutting down." == ben.lines[-1]
    assert ben.lobby.done
    assert 2 == len(ann.lines)


def test_every_letter_is_translatable() -> None:
    """In the pseudo-language every letter is marked, except in names, rules and examples of input."""
    house = House()
    ann = Guest(house, "Άννα", PseudoWords())
    house.open(Person("Βίων"), "1234")
    for typed in ("rooms", "who", "help", "fly!", "watch 999"):
        ann.type(typed)
    ann.lines += [unknown_destination(PseudoWords(), "999", []), screen_hint(PseudoWords())]
    given = {"FAM", "party", "target", "seats", "bots", "classic", "fly", "ssh", "t"}
    letters = re.compile(r"(?<= ǿř )[a-z](?=:)")  # the same in every language
    assert [] == [line for line in ann.lines if set(unmarked(letters.sub("", line))) - given]


def test_commands_in_the_session_language() -> None:
    """Commands are words of the session's language, and the English ones work as well."""
    commands = Commands(PseudoWords(), ENTRIES)
    for command in LobbyCommand:
        assert command is commands.command(commands.word(command))
        assert command is commands.command(command.name)


def test_every_command_is_carried_out() -> None:
    """Each command of lobby and table has exactly one method, or is a move, an entrance to a table or the way out."""
    entrances = {LobbyCommand[name] for name in ("JOIN", "WATCH", "QUICK", "DAILY", "NEW")}
    assert sorted(LobbyCommand, key=str) == sorted([*PlainLobby._COMMANDS, *entrances], key=str)
    assert sorted(TableCommand, key=str) == sorted([*TableCommands.METHODS, *MOVES, TableCommand.QUIT], key=str)


def test_somebody_is_muted_and_heard_again() -> None:
    """`mute NAME` hides what a person says in the lobby, and the same again shows it; a name is needed."""
    house = House()
    ann, ben = Guest(house, "Ann"), Guest(house, "Ben")
    ann.type("mute ben")
    ben.type("say one")
    assert [] == [line for line in ann.lines if "one" in line]
    ann.type("mute BEN")
    ben.type("say two")
    assert any("two" in line for line in ann.lines)
    assert "Ben" in ann.type("mute")[0]


def test_somebody_is_muted_by_their_number() -> None:
    """A number means the person whom `who` listed under it, although others came since."""
    house = House()
    ann, ben = Guest(house, "Ann"), Guest(house, "Ben")
    assert ["1: Ann (you), in the lobby", "2: Ben, in the lobby"] == ann.type("who")
    Guest(house, "Al")
    ann.type("mute 2")
    ben.type("say one")
    assert [] == [line for line in ann.lines if "one" in line]


def test_settings_in_the_lobby() -> None:
    """They are read in words and changed, and what does not hold at the next table is said to hold the next time."""
    ann = Guest(House())
    assert {"theme: automatic", "language: same as the system", "bell: off"} < set(ann.type("settings"))
    assert ["bell: on"] == ann.type("set bell on")
    assert ["language: Gaeilge", "This holds from the next time on."] == ann.type("settings language Gaeilge")
    assert ann.type("set bell loud")[0].startswith("bell: loud is not possible. Choose from: off, on.")
