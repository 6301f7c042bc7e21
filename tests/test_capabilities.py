"""Everything that can be done is in one list, which names every key, command, request and click there is."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest

from tests import ROOT
from uno_tui import wire
from uno_tui.plain.lobby_commands import LobbyCommand
from uno_tui.table.capabilities import LOBBY, TABLE, WAYS, Capability
from uno_tui.table.protocol import TableView
from uno_tui.tui.keyboard.table import KeyTable
from uno_tui.tui.lobby import keys as lobby_keys
from uno_tui.tui.table import keys as table_keys
from uno_tui.typed.commands import TableCommand

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
    requests = {str(one.__struct_config__.tag) for one in get_args(wire.AnyRequest)}
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
