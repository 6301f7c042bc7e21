"""Everything that can be done is in one list, which names every key, command, request and click there is."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest

from tests import ROOT
from uno_tui import json_protocol
from uno_tui.i18n import Words
from uno_tui.plain.lobby_commands import ENTRIES as LOBBY_ENTRIES
from uno_tui.plain.lobby_commands import LobbyCommand
from uno_tui.table.protocol import TableView
from uno_tui.tui.keyboard.help_page import in_parts
from uno_tui.tui.keyboard.table import KeyTable
from uno_tui.tui.lobby import keys as lobby_keys
from uno_tui.tui.table import keys as table_keys
from uno_tui.typed.capabilities import LOBBY, LOBBY_PARTS, TABLE, TABLE_PARTS, WAYS, Capability, HelpPart
from uno_tui.typed.commands import Commands, TableCommand, Vocabulary

PLACES = [
    pytest.param(TABLE, table_keys.TABLE, TableCommand, "table", id="table"),
    pytest.param(LOBBY, lobby_keys.LOBBY, LobbyCommand, "lobby", id="lobby"),
]


def named(capabilities: Iterable[Capability], way: str) -> set[str]:
    """Return all names that the capabilities have in one way."""
    return {name for one in capabilities for name in getattr(one, way)}


def clickable(keys: KeyTable[Any], folder: Path) -> set[str]:
    """Return the commands that can be clicked: at the foot, in the menu, and where a widget sets a target."""
    foot = {one.name for one in keys.commands if one.foot and not one.hidden}
    source = "".join(path.read_text() for path in folder.glob("*.py"))
    targets = set(re.findall(r'"(\w+)"', " ".join(re.findall(r"\.target\((.*)\)$", source, re.MULTILINE))))
    return foot | targets | (set(lobby_keys.MENU) if keys is lobby_keys.LOBBY else set())


@pytest.mark.parametrize(("capabilities", "keys", "commands", "folder"), PLACES)
def test_every_key_and_command_is_listed(
    capabilities: tuple[Capability, ...], keys: KeyTable[Any], commands: type[TableCommand], folder: str
) -> None:
    """The list has exactly the commands of the key table and of lines."""
    assert keys.names == named(capabilities, "key") | (named(capabilities, "mouse") - named(capabilities, "key"))
    assert {one.name.lower() for one in commands} == named(capabilities, "line")


@pytest.mark.parametrize(("capabilities", "keys", "commands", "folder"), PLACES)
def test_what_is_listed_for_the_mouse_can_be_clicked(
    capabilities: tuple[Capability, ...], keys: KeyTable[Any], commands: type[TableCommand], folder: str
) -> None:
    """Every name for the mouse is at the foot, in the menu or a target of a widget; nothing clickable is left out."""
    found = clickable(keys, ROOT / "uno_tui" / "tui" / folder) & keys.names
    assert found >= named(capabilities, "mouse")
    assert found <= named(capabilities, "mouse") | named(capabilities, "key")


def test_every_request_is_listed() -> None:
    """The list has exactly the types of requests; an answer that is in a view names a field of it."""
    requests = {str(one.__struct_config__.tag) for one in get_args(json_protocol.AnyRequest)}
    names = named(TABLE, "json")
    fields = {name.removeprefix("view.") for name in names if name.startswith("view.")}
    assert requests == {name for name in names if not name.startswith("view.")}
    assert fields <= set(TableView.__dataclass_fields__)


@pytest.mark.parametrize("one", [*TABLE, *LOBBY], ids=lambda one: one.what)
def test_everything_is_reachable_in_each_way_or_says_why_not(one: Capability) -> None:
    """A way has a name or a reason, never both."""
    for way in WAYS:
        assert bool(getattr(one, way)) is not bool(one.missing.get(way)), way
    assert set(one.missing) <= set(WAYS)


@pytest.mark.parametrize(("keys", "parts", "helped"), [
    pytest.param(table_keys.TABLE, TABLE_PARTS, Vocabulary(Words()).help(), id="table"),
    pytest.param(lobby_keys.LOBBY, LOBBY_PARTS, Commands(Words(), LOBBY_ENTRIES).help(parts=LOBBY_PARTS), id="lobby"),
])  # fmt: skip  # one table
def test_help_on_screens_and_in_lines_follows_the_list(
    keys: KeyTable[Any], parts: tuple[HelpPart, ...], helped: list[str]
) -> None:
    """Both kinds of help have the parts of the list in its order; every command stands in one of them, once."""
    shown = list(in_parts(keys.commands, parts))
    assert [part.title for part in parts if any(one.key for one in part.capabilities)] == [title for title, _ in shown]
    assert sorted(one.name for one in keys.commands) == sorted(one.name for _, found in shown for one in found)
    assert [f"{part.title}:" for part in parts] == [
        line for line in helped if line in {f"{one.title}:" for one in parts}
    ]
    assert helped[0] == f"{parts[0].title}:"
