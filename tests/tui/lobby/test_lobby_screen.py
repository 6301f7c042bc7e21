"""The lobby screen: what it shows, where its keys and clicks lead, and the way back."""

import re

import pytest

from tests.game.games import changes
from tests.pseudo import PseudoWords
from tests.tables import House, Person, now
from tests.tui.visiting import Visiting, visiting
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.lobby.openings import TableLimits
from uno_tui.table.handle import MemberHandle
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Sitter, Stage
from uno_tui.tui.app import UnoApp
from uno_tui.tui.form.screen import FormScreen
from uno_tui.tui.keyboard.help_page import help_sentence
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.lobby.scene import LobbyMode
from uno_tui.tui.lobby.screen import LobbyScreen
from uno_tui.tui.menu.page import PageScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.screen import TableScreen
from uno_tui.typed.capabilities import LOBBY_PARTS

SIZES = [(80, 24), (120, 40), (60, 20), (40, 12), (200, 60)]


def busy() -> House:
    """Return a house with a table of each kind and people in the lobby."""
    house = House(defaults=TableOptions(turn_seconds=60))
    house.people("Ann", "Bob")
    house.open(Person("Cat"), "DEN42", bots=1, rules=Rules.parse("party", ["stacking=off"]), turn_seconds=30)
    house.open(Person("Dan"), "SECRET", public=False)
    now(house.lobby.enter(User("guest:1", "Jo", guest=True), lambda _message: None)).chat("hello all")
    return house


# The content of the screen


@pytest.mark.parametrize("size", SIZES)
async def test_the_tables_are_all_there(size: tuple[int, int]) -> None:
    """At every size: code, host and seats of each public table, tables with free seats first; no private table."""
    async with visiting(busy(), size) as zoe:
        assert re.search(r"DEN42\s+Cat\s+2 of 4 free", zoe.rows[3])
        assert re.search(r"FAM\s+Ann\s+2 players", zoe.rows[4])
        assert "SECRET" not in zoe.text
        assert "quick play" in zoe.text
        assert "new table" in zoe.text
        assert " q  quit" in zoe.rows[-1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_row_tells_all_of_a_table(size: tuple[int, int]) -> None:
    """If there is room, a row also has the state, the turn clock, whether one may watch, and the rules."""
    async with visiting(busy(), size) as zoe:
        assert re.search(r"waiting\s+30 s\s+yes\s+party", zoe.row("DEN42"))
        assert re.search(r"playing\s+none\s+yes\s+classic", zoe.row("FAM"))
        assert "party stacking=off" in zoe.text


async def test_a_table_whose_people_are_away_is_nobody_s() -> None:
    """A table whose people are all disconnected is described as such, without a host."""
    house = House()
    for person in house.people("Ann", "Bob"):
        person.handle.drop()
    async with visiting(house) as zoe:
        assert "Table FAM: everyone is away right now." in zoe.text
        assert "'s table" not in zoe.text


async def test_people_talk_and_results_are_shown() -> None:
    """The lobby shows who is here and where, the talk, and the person's own results."""
    async with visiting(busy(), (120, 40), results=lambda: ["Monday: first of 4"]) as zoe:
        for part in ("Jo (guest)", "Zoe (you)", "Cat at DEN42", "Dan at a private table", "Jo: hello all"):
            assert part in zoe.text
        assert "Monday: first of 4" in zoe.text
        await zoe.press("s")
        assert "Monday: first of 4" in zoe.rows[1]


async def test_an_empty_lobby_says_how_to_begin() -> None:
    """While no table is open the lobby shows the two keys to begin with, and Enter plays too."""
    async with visiting(House()) as zoe:
        assert "No tables are open." in zoe.text
        assert "Press p to play at once" in zoe.text
        await zoe.press("enter")
        assert Stage.PLAYING is zoe.table.scene.view.stage


async def test_the_list_follows_the_tables() -> None:
    """A table that opens, fills or closes is shown at once; the selected one stays selected wherever it moves."""
    house = busy()
    async with visiting(house) as zoe:
        await zoe.press("down")
        host = house.open(Person("Kim"), "AAA")
        for name in ("Lea", "Max"):
            house.join(Person(name), "AAA")
        await zoe.pilot.pause()
        assert ["AAA", "DEN42", "FAM"] == [row[2:7].strip() for row in zoe.rows[3:6]]
        assert "FAM" in zoe.row("»")
        host.handle.kick(1)
        await zoe.pilot.pause()
        assert "2 of 4 free" in zoe.row("AAA")
        house.lobby.tables["FAM"].close()
        await zoe.pilot.pause()
        assert "FAM " not in zoe.text


async def test_only_what_changed_is_drawn() -> None:
    """Moves at a table draw nothing in the lobby; a change of one table draws a few cells."""
    house = House()
    people = house.people("Ann", "Bob")
    async with visiting(house) as zoe:
        board = zoe.lobby.body
        before = board.paint_count
        for _ in range(5):
            house.turn_of(*people).move()
        await zoe.pilot.pause()
        assert before == board.paint_count
        house.watch(Person("Kim"))
        await zoe.pilot.pause()
        assert before + 1 == board.paint_count


async def test_many_tables_scroll() -> None:
    """With more tables than rows the selected one is always visible, and the number of those below is shown."""
    house = House()
    for number in range(40):
        house.open(Person(f"P{number}"), f"T{number:02}")
    async with visiting(house) as zoe:
        assert "29 more below" in zoe.text
        await zoe.press("end")
        assert "T39" in zoe.row("»")
        await zoe.press("pageup", "pageup")
        assert "T17" in zoe.row("»")
        await zoe.press("home", "k")
        assert "T00" in zoe.row("»")


# Where it leads


async def test_enter_sits_down_and_leaving_comes_back() -> None:
    """Enter takes a seat at the selected table; leaving it leads back to the lobby, and the seat is free."""
    house = busy()
    async with visiting(house) as zoe:
        await zoe.press("enter")
        assert ("DEN42", 1) == (zoe.table.scene.view.code, zoe.table.scene.view.you)
        assert "Zoe" not in {one.user.name for one in house.lobby.presence.visitors}
        await zoe.press("q", "y")
        assert "2 of 4 free" in zoe.row("DEN42")
        assert "Zoe" in {one.user.name for one in house.lobby.presence.visitors}
        await zoe.press("q", "y")
    assert 0 == zoe.app.return_code


@pytest.mark.parametrize("key", ["enter", "w"])
async def test_a_match_that_is_on_is_watched(key: str) -> None:
    """Enter or w at a table in play shows it, without a seat."""
    async with visiting(busy()) as zoe:
        await zoe.press("down", key)
        assert ("FAM", None) == (zoe.table.scene.view.code, zoe.table.scene.view.you)


async def test_an_action_is_hinted_at_once() -> None:
    """At a table in play Enter and w do the same: the foot names one of them, the help both."""
    async with visiting(busy(), (120, 40)) as zoe:
        assert "sit down" in zoe.rows[-1]
        assert 1 == zoe.rows[-1].count("watch")
        await zoe.press("down")
        assert 1 == zoe.rows[-1].count("watch")
        await zoe.press("?")
        assert 2 == zoe.text.count("Watch the selected table")


async def test_w_watches_a_table_with_free_seats() -> None:
    """Watching a table takes no seat."""
    async with visiting(busy()) as zoe:
        await zoe.press("w")
        assert ("DEN42", None) == (zoe.table.scene.view.code, zoe.table.scene.view.you)


async def test_quick_play_takes_the_best_table() -> None:
    """Quick play sits down where most people wait, whichever table is selected."""
    async with visiting(busy()) as zoe:
        await zoe.press("down", "p")
        assert "DEN42" == zoe.table.scene.view.code


@pytest.mark.parametrize(("code", "seen"), [("secret", "SECRET"), ("brandnew", "BRANDNEW")])
async def test_join_by_code(code: str, seen: str) -> None:
    """A code leads to a private table, or opens one; other characters cannot be typed."""
    async with visiting(busy()) as zoe:
        await zoe.press("c")
        assert "Which code?" in zoe.text
        await zoe.type(code + "-/")
        await zoe.press("enter")
        assert seen == zoe.table.scene.view.code


async def test_a_mistyped_code_is_asked_about() -> None:
    """A code that is almost a table's is asked about; typed again, it opens a table, and the screen says so."""
    async with visiting(busy()) as zoe:
        for _ in range(2):
            await zoe.press("c")
            await zoe.type("den4z")
            await zoe.press("enter")
            if isinstance(zoe.app.screen, LobbyScreen):
                assert "There is no table DEN4Z. Did you mean DEN42?" in zoe.text
        assert "DEN4Z" == zoe.table.scene.view.code
        assert "You opened table DEN4Z" in zoe.text


async def test_a_wrong_code_is_said_and_nothing_happens() -> None:
    """A code that is too short is refused in one line; an empty line goes back."""
    async with visiting(busy()) as zoe:
        await zoe.press("c", "a", "b", "enter")
        assert "ab is not a table code" in zoe.text
        await zoe.press("c", "enter")
        assert LobbyMode.LIST is zoe.lobby.scene.mode
        await zoe.press("c", "x", "escape")
        assert LobbyMode.LIST is zoe.lobby.scene.mode


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_refused_is_read_to_its_end(language: str) -> None:
    """On the smallest screen, too, a refusal is not cut: it takes as many lines as it needs."""
    async with visiting(busy(), (40, 12), session=SessionOptions(words=Words(language))) as zoe:
        await zoe.press("c", "a", "b", "enter")
        answer = zoe.lobby.scene.answer
        assert len(answer) > 36
        assert answer in " ".join(zoe.text.split())


async def test_the_mouse_does_what_is_common() -> None:
    """A click selects a table, a second one joins it; the menu and the hints can be clicked."""
    async with visiting(busy()) as zoe:
        await zoe.click("table", 1)
        assert "FAM" in zoe.row("»")
        await zoe.click("table", 0)
        await zoe.click("table", 0)
        assert "DEN42" == zoe.table.scene.view.code
        await zoe.click("leave")
        await zoe.click("leave_now")
        await zoe.click("new")
        assert isinstance(zoe.app.screen, FormScreen)
        await zoe.click("leave")
        await zoe.click("leave")
        assert "Quit the game?" in zoe.text
        assert "You are not at a table, so you lose nothing." in zoe.text
        await zoe.click("back")
        assert "Quit the game?" not in zoe.text


async def test_what_the_lobby_refuses_is_said() -> None:
    """A person who was sent away is refused on returning, and stays in the lobby."""
    house = busy()
    async with visiting(house) as zoe:
        await zoe.press("enter")
        table = house.lobby.tables["DEN42"]
        host = table.audience.attendees[table.state.host]
        assert isinstance(host, MemberHandle)
        host.kick(1)
        await zoe.pilot.pause()
        assert "The host removed you" in zoe.text
        await zoe.press("enter")
        assert "has removed you" in zoe.text
        assert isinstance(zoe.app.screen, LobbyScreen)


async def test_a_table_that_closes_under_a_page_leads_to_the_lobby() -> None:
    """A person who reads the rules while the table closes is in the lobby afterwards, with the reason."""
    house = busy()
    async with visiting(house, code="FAM") as zoe:
        await zoe.press("R")
        assert "Rules: classic" in zoe.text
        house.lobby.tables["FAM"].close()
        await zoe.pilot.pause()
        await zoe.pilot.pause()
        assert "The table was closed." in zoe.text
        assert isinstance(zoe.app.screen, LobbyScreen)


async def test_straight_to_a_table_and_then_to_the_lobby() -> None:
    """A person who came with a code is at that table first, and in the lobby after it."""
    async with visiting(busy(), code="DEN42") as zoe:
        assert "DEN42" == zoe.table.scene.view.code
        await zoe.press("q", "y")
        assert "Zoe (you)" in zoe.text


async def test_the_theme_stays_from_screen_to_screen() -> None:
    """A theme chosen in the lobby applies at the table, and one chosen there in the lobby."""
    async with visiting(busy()) as zoe:
        await zoe.press("T", "enter")
        first = zoe.table.appearance.palette.name
        assert "classic" != first
        await zoe.press("T")
        second = zoe.table.appearance.palette.name
        await zoe.press("q", "y")
        assert second == zoe.lobby.appearance.palette.name
        assert first != second


# Ends


async def test_quitting_is_confirmed() -> None:
    """The key q asks first; n stays; q again quits."""
    async with visiting(busy()) as zoe:
        await zoe.press("q", "n")
        assert isinstance(zoe.app.screen, LobbyScreen)
        await zoe.press("ctrl+q")
        assert "Quit the game?" in zoe.text
        await zoe.press("y")
    assert 0 == zoe.app.return_code


async def test_the_end_of_the_lobby_ends_the_session() -> None:
    """When the server stops, the session ends, in the lobby and at a table."""
    for keys in ((), ("enter",)):
        house = busy()
        async with visiting(house) as zoe:
            await zoe.press(*keys)
            now(house.lobby.close())
            await zoe.pilot.pause()
            assert not zoe.app.is_running or zoe.app._exit
        assert 0 == zoe.app.return_code


async def test_hanging_up_keeps_the_seat_and_tells_nothing_more() -> None:
    """Disconnecting at a table marks a person as away there; in the lobby it removes the person."""
    house = busy()
    async with visiting(house) as zoe:
        await zoe.press("enter")
    assert house.lobby.tables["DEN42"].state.infos[1].away
    async with visiting(house, user=User("ssh:kim", "Kim")) as kim:
        assert "Zoe" not in kim.text
    assert ["Jo"] == [one.name for one in house.lobby.presence.visitors]


async def test_coming_in_elsewhere_ends_the_older_session() -> None:
    """Taking the seat over from another terminal ends the session on the first."""
    house = busy()
    async with visiting(house) as zoe:
        await zoe.press("enter")
        again = Person("Zoe", "ssh:zoe")
        await house.lobby.resume(again.user, again)
        await zoe.pilot.pause()
    assert 0 == zoe.app.return_code


# Talk


async def test_talk_reaches_everybody_as_text() -> None:
    """Talk is shown on every lobby screen as it is; brackets are no markup."""
    house = busy()
    async with visiting(house, (120, 40)) as zoe:
        await zoe.press("slash")
        await zoe.type("[red]hi[/] q")
        await zoe.press("enter")
        assert "Zoe: [red]hi[/] q" in zoe.text
        await zoe.press("L")
        assert "Zoe: [red]hi[/] q" in zoe.text


async def test_what_is_typed_at_once_with_the_key_of_a_line_is_in_it() -> None:
    """Talk and a code are complete however quickly they follow the key that asks for them."""
    async with visiting(busy(), (120, 40)) as zoe:
        await zoe.rush("slash", "quick")
        assert "Zoe: quick" in zoe.text
        await zoe.rush("c", "FAM")
        assert "FAM" == zoe.table.scene.view.code


async def test_what_somebody_says_is_hidden_by_a_key() -> None:
    """`M` lists the others; Enter mutes the selected one, or ends that, and the list shows it."""
    house = busy()
    async with visiting(house, (120, 40)) as zoe:
        assert "Jo: hello all" in zoe.text
        await zoe.press("question_mark")
        assert "Hide someone's messages, or show them again." in zoe.text
        await zoe.press("q", "M")
        assert "Zoe" not in zoe.text
        while "Jo (guest)" not in zoe.row("»"):
            await zoe.press("down")
        await zoe.press("enter")
        assert "hidden" in zoe.row("Jo (guest)")
        assert "Jo's messages are hidden." in zoe.text
        await zoe.press("q")
        assert "Jo: hello all" not in zoe.text
        await zoe.press("M")
        assert "hidden" in zoe.row("Jo (guest)")
        assert "hidden" not in zoe.row("Ann")
        while "Jo (guest)" not in zoe.row("»"):
            await zoe.press("down")
        await zoe.press("M", "q")
        assert "Jo: hello all" in zoe.text
        await zoe.press("slash")
        await zoe.type("/mute jo")
        await zoe.press("enter", "M")
        assert "hidden" in zoe.row("Jo (guest)")


async def test_nobody_can_be_hidden_where_nobody_else_is() -> None:
    """Alone in the lobby, the key does nothing."""
    async with visiting(House()) as zoe:
        await zoe.press("M")
        assert "No tables are open." in zoe.text


EVIL = ["[/", "[red]x", "[@click=app.quit]hi[/]", "a\x1b[2Jb", "\u202eab", "好好好好好好好"]


@pytest.mark.parametrize("name", EVIL)
async def test_names_are_only_text(name: str) -> None:
    """Names are shown as they are, in the list, among the people and in the prompt."""
    house = House()
    house.open(Person(name), "FAM")
    async with visiting(house, user=User("ssh:me", name)) as zoe:
        assert "\x1b" not in zoe.text
        assert "FAM" in zoe.text
        await zoe.press("o")
        assert PageScreen in map(type, zoe.app.screen_stack)
        await zoe.press("q", "enter")
        assert isinstance(zoe.app.screen, TableScreen)


# Keys and words


async def test_help_lists_exactly_the_keys_that_work() -> None:
    """The help names each working command once, and no other."""
    async with visiting(busy()) as zoe:
        lobby = zoe.lobby
        wanted = {help_sentence(lobby.appearance, one) for one in LOBBY.commands if one.when(lobby.scene)}
        await zoe.press("question_mark")
        assert isinstance(zoe.app.screen, PageScreen)
        page = zoe.app.screen.page.look
        assert page is not None
        assert wanted == {line.text for line in page.lines if line.margin}
        assert [one.title for one in LOBBY_PARTS] == [line.text for line in page.lines if line.title]
        assert "Show your results." not in wanted


def test_nothing_needs_escape_alt_or_function_keys() -> None:
    """Every command has a key that every terminal sends unchanged."""
    for one in LOBBY.commands:
        assert [key for key in one.keys if key != "escape" and not key.startswith(("alt", "f1"))] or one.name == "back"


async def test_a_double_press_joins_once() -> None:
    """Keys pressed on the way to a table request nothing from the lobby."""
    house = House()
    async with visiting(house) as zoe:
        await zoe.press("p", "p", "n")
        assert 1 == len(house.lobby.tables)
        assert isinstance(zoe.app.screen, TableScreen)


PSEUDO = re.compile(
    r"\b(?:Ann|Bob|Cat|Dan|Jo|Zoe|DEN42|FAM|SECRET|party|classic|sta[a-z]*(?:=off)?|hello all)\b"
    r"|\b[pncRosqwyLMTSkjhl]\b"
)


WALK = (
    ("down",), ("q",), ("n",), ("c",), ("escape",), ("slash",), ("escape",), ("question_mark",), ("q",), ("o",), ("q",),
    ("s",), ("q",), ("L",), ("q",), ("M",), ("escape",), ("n",), ("1", "1"), ("question_mark",), ("q",), ("q",),
)  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20), (30, 8)])
@pytest.mark.parametrize("full", [True, False])
async def test_every_word_goes_through_the_session_s_words(size: tuple[int, int], full: bool) -> None:
    """In the pseudo-language every letter is marked on every screen, except in names, notation, and keys."""
    house = busy() if full else House()
    async with visiting(house, size, session=SessionOptions(words=PseudoWords()), results=list) as zoe:
        for keys in ((), *WALK):
            await zoe.press(*keys)
            left = re.findall("[a-zA-Z]+", PSEUDO.sub("", zoe.text).replace(" v ", ""))
            assert (keys, []) == (keys, left)


async def test_ascii_is_ascii() -> None:
    """With ASCII alone, nothing else is drawn."""
    async with visiting(busy(), session=SessionOptions(ascii=True, mono=True)) as zoe:
        assert zoe.text.isascii()
        await zoe.press("n")
        assert zoe.text.isascii()


async def test_mono_tells_what_is_selected() -> None:
    """Without colors the selected table is marked by attributes and a sign."""
    async with visiting(busy(), session=SessionOptions(mono=True)) as zoe:
        canvas = zoe.lobby.body.canvas
        assert canvas is not None
        assert (True, None) == (canvas.styles[3][3].reverse, canvas.styles[4][3].reverse)


async def test_a_small_terminal_says_so_and_recovers() -> None:
    """Below the smallest size the screen asks for a larger one, and the lobby returns by itself."""
    async with visiting(busy(), (30, 8)) as zoe:
        assert "Make the terminal larger" in zoe.text
        await zoe.pilot.resize_terminal(80, 24)
        await zoe.pilot.pause()
        assert "DEN42" in zoe.text


# The form


async def opened(zoe: Visiting) -> TableOptions:
    """Return the options of the table that the form opened."""
    await zoe.press("enter")
    return zoe.house.lobby.tables[zoe.table.scene.view.code].state.options


async def to(zoe: Visiting, row: str) -> None:
    """Go to a row of the form."""
    screen = zoe.app.screen
    assert isinstance(screen, FormScreen)
    await zoe.press("home", *["down"] * screen.scene.draft.rows.index(row))


async def test_a_new_table_as_the_form_says() -> None:
    """Seats, bots, clock, listing and preset chosen by keys are the new table's, and its opener is the host."""
    async with visiting(House()) as zoe:
        await zoe.press("n")
        await zoe.press("6")
        await to(zoe, "bots")
        await zoe.press("right", "right")
        await to(zoe, "turn_seconds")
        await zoe.type("45")
        await to(zoe, "public")
        await zoe.press("space")
        await to(zoe, "spectators")
        await zoe.press("left", "left")
        await to(zoe, "preset")
        await zoe.press("left", "left")
        options = await opened(zoe)
        assert (6, 2, 45, False, 0) == (
            options.seats, options.bots, options.turn_seconds, options.public, options.spectators
        )  # fmt: skip
        assert PRESETS["party"] == options.rules
        seats = zoe.table.scene.view.seats
        assert seats[0].host
        assert [Sitter.BOT, Sitter.BOT] == [seat.sitter for seat in seats[4:]]


async def test_every_option_can_be_chosen() -> None:
    """Each row steps through its values, and each value is valid in the rules."""
    async with visiting(House()) as zoe:
        await zoe.press("n")
        screen = zoe.app.screen
        assert isinstance(screen, FormScreen)
        await to(zoe, "deck")
        await zoe.press("right")
        rows = screen.scene.draft.rows
        assert set(rows) >= {"level", "fill", "jack", "red_joker", "hand_size", "jump_in", "target", "scoring"}
        for place, row in enumerate(rows):
            screen.select(place)
            if row in ("deck", "preset"):
                continue
            before = screen.scene.draft.values[row]
            await zoe.press("right")
            assert before != screen.scene.draft.values[row]
            assert "" == screen.scene.trouble
        options = await opened(zoe)
        assert "regular" == options.rules.deck
        assert len(changes(options.rules)) > 15


@pytest.mark.parametrize(
    ("presses", "sentence"),
    [
        ({"seats": "11"}, "Seats: from 2 to 10."),
        ({"bots": "7"}, "7 bots in 4 seats leave no seat for you."),
        ({"turn_seconds": "7"}, "Turn timer: from 15 seconds to 300 seconds."),
        ({"target": "9999"}, "Points to win: from 1 point to 5000 points."),
        ({"seats": "10", "hand_size": "15"}, "A deck of 108 is too small for 15 cards each for 10 players."),
    ],
)
async def test_what_cannot_be_is_said_in_one_line(presses: dict[str, str], sentence: str) -> None:
    """A wrong value or combination is explained at once, and opens nothing."""
    house = House()
    async with visiting(house) as zoe:
        await zoe.press("n")
        for row, digits in presses.items():
            await to(zoe, row)
            await zoe.type(digits)
        await zoe.press("enter")
        assert sentence in zoe.text
        assert {} == house.lobby.tables
        await zoe.press("backspace", "backspace", "q")
        assert isinstance(zoe.app.screen, LobbyScreen)


async def test_the_form_is_kept() -> None:
    """The form keeps what was filled in, also after a stay at a table."""
    async with visiting(House()) as zoe:
        await zoe.press("n", "8", "q", "n")
        assert "8" in zoe.row("Seats")
        await zoe.press("enter")
        await zoe.press("q", "y", "n")
        assert "8" in zoe.row("Seats")


async def test_the_form_by_mouse() -> None:
    """A click on a value takes the next one, on its arrow the previous one; the hint opens the table."""
    async with visiting(House()) as zoe:
        await zoe.press("n")
        await zoe.click("row_more", 0)
        await zoe.click("row_more", 0)
        await zoe.click("row_less", 0)
        assert "5" in zoe.row("Seats")
        await zoe.click("row", 3)
        assert "Empty seats" in zoe.row("»")
        await zoe.click("take")
        assert 5 == len(zoe.table.scene.view.seats)


@pytest.mark.parametrize(
    ("limit", "said"),
    [("tables", "Too many tables are open"), ("per_person", "You or others at your address")],
)
async def test_too_many_tables_is_said(limit: str, said: str) -> None:
    """If the lobby has no room for a table, it is not opened, and the form keeps its values."""
    house = House(limits=TableLimits(**{limit: 0}))
    async with visiting(house) as zoe:
        await zoe.press("n", "enter")
        assert said in zoe.text
        assert zoe.lobby.table_draft() is not None


def test_a_lobby_needs_a_visit() -> None:
    """Without a visit an app cannot show a lobby, because no table could be joined from there."""
    with pytest.raises(ValueError, match="visit"):
        UnoApp(SessionOptions()).lobby_screen(lambda _listener: now(House().lobby.enter(User("ssh:zoe", "Zoe"), print)))
