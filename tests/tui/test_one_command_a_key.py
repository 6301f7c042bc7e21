"""In every scene of the lobby, the form, the menus, the settings and a replay, a key has one command at most."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.replays import record
from tests.tui.test_key_tables import screens
from uno_tui.bots import LEVELS
from uno_tui.daily import DailyHistory, DailyPage
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words
from uno_tui.lobby.protocol import LobbyView, PersonInfo
from uno_tui.local.own_keys import NO_KEYS, OwnKeys
from uno_tui.local.replay import Replay
from uno_tui.local.setting_rows import SETTINGS
from uno_tui.table.options import TableInfo, TableOptions
from uno_tui.table.protocol import Stage
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft, FormScene
from uno_tui.tui.form.keys import FORM
from uno_tui.tui.keyboard.table import KeyTable
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.lobby.scene import LobbyMode, LobbyScene
from uno_tui.tui.menu.keys import BROWSE, CHANGE, MUTING, PICK, START
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.replay.scene import SPEEDS, ReplayScene
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.keys import KEY_PAGE, TUNING
from uno_tui.tui.settings.keys_page import KeysLook, KeysScreen
from uno_tui.tui.settings.look import SettingsLook, session_appearance
from uno_tui.tui.table.keys import TABLE


def lobby_scenes() -> Iterator[LobbyScene]:
    """Yield each mode, with no table, and with one that can or cannot be joined or watched, alone and with others.

    Each where people may open tables, and where they may not.
    """
    flags = False, True
    tables = [
        (TableInfo("FAM", "Ann", stage, PRESETS["classic"], 4, people, 0, 0, watched, None),)
        for stage, people, watched in product(Stage, (1, 4), flags)
    ]
    crowds = [tuple(PersonInfo(name, False, None) for name in names) for names in (["Zoe"], ["Zoe", "Ann"])]
    for mode, listed, crowd, kept, opens in product(LobbyMode, [(), *tables], crowds, (None, ("won",)), flags):
        view = LobbyView(listed, crowd, (), TableOptions(), tuple(LEVELS), may_open=opens)
        yield LobbyScene(view, "Zoe", mode, results=kept, daily=DailyPage(DailyHistory((), 0), (), guest=not kept))


def form_scenes() -> Iterator[FormScene]:
    """Yield each row of the form of a new table, of one against bots, and of the rules of an open table."""
    options = TableOptions()
    for draft in (
        Draft.of_options(options, tuple(LEVELS)),
        Draft.of_options(replace(options, solo=True), tuple(LEVELS)),
        Draft.of_rules(PRESETS["party"], 4),
    ):
        yield from (FormScene(draft, place) for place in range(len(draft.rows)))


def menu_scenes(table: KeyTable[MenuScene]) -> Iterator[MenuScene]:
    """Yield a menu without rows, then with a row for each command, plain and with a value, idle and while typing."""
    names = sorted({*table.names, "name", "theme", "keys"})
    for question in ("", "Which?"):
        yield MenuScene("Menu", (), question=question)
        for value in (None, "on"):
            rows = tuple(MenuRow(name, name, value=value) for name in names)
            yield from (MenuScene("Menu", rows, place, question=question) for place in range(len(rows)))


def replay_scenes() -> Iterator[ReplayScene]:
    """Yield a long replay of ten at its start and end, at each speed, playing, paused, and while a number is typed."""
    replay = Replay(record("party hand_size=9 target=3000", 10))
    for number, playing, speed, typing in product((0, replay.last), (False, True), range(len(SPEEDS)), (False, True)):
        yield ReplayScene(replay, number, playing=playing, speed=speed, typing=typing)


def settings_scenes() -> Iterator[SettingsLook]:
    """Yield each row of the settings of a session."""
    yield from (SettingsLook.of(Words("en"), SessionOptions(), place) for place in range(len(SETTINGS)))


def no_change(_own: OwnKeys) -> tuple[Appearance, str]:
    """Take over no keys."""
    raise NotImplementedError


def key_scenes() -> Iterator[KeysLook]:
    """Yield the page of keys, idle and while it waits for a key."""
    scene = KeysScreen(session_appearance(SessionOptions())[0], NO_KEYS, no_change).scene
    yield from (scene, scene._replace(waiting=True))


MENUS = START, PICK, MUTING, BROWSE, CHANGE
SCENES: list[tuple[KeyTable[Any], list[Any]]] = [
    (LOBBY, list(lobby_scenes())),
    (FORM, list(form_scenes())),
    (TUNING, list(settings_scenes())),
    (REPLAY, list(replay_scenes())),
    (KEY_PAGE, list(key_scenes())),
    *((table, list(menu_scenes(table))) for table in MENUS),
]
"""Each key table but the game table's, which has its own test, and its scenes."""


@pytest.mark.parametrize(("table", "scenes"), SCENES)
def test_a_key_has_one_command_in_every_scene(table: KeyTable[Any], scenes: list[Any]) -> None:
    """In no scene do two commands have the same key, and every command works in some scene."""
    keys = {key for one in table.commands for key in one.keys}
    for scene in scenes:
        for key in keys:
            assert len(table.names_for(key, scene)) <= 1, (key, table.names_for(key, scene), scene)
    assert [one.name for one in table.commands if not any(map(one.when, scenes))] == []


def test_every_key_table_is_tested() -> None:
    """No screen has a key table without scenes here or in the test of the game table."""
    tested = [TABLE, *(table for table, _scenes in SCENES)]
    assert [screen.__name__ for screen in screens() if screen.KEYS not in tested] == []
