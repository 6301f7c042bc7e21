"""The parts of docs that are made from the code: ``python -m tests.docs`` writes them, `tests.test_docs` compares them.

A generated part stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->``.
"""

import ast
import inspect
import itertools
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tests import ROOT
from tests.man_pages import write
from uno_tui.game import errors as game_errors
from uno_tui.game import events
from uno_tui.game import view as game_view
from uno_tui.i18n import Words
from uno_tui.json_protocol import daily, messages, requests
from uno_tui.plain import jsonlines
from uno_tui.plain.jsonlines import protocol_schema
from uno_tui.table import protocol as table_protocol
from uno_tui.tui.draw.appearance import BOX, shared_appearance
from uno_tui.tui.draw.theme import DEFAULT, load
from uno_tui.tui.form.keys import FORM
from uno_tui.tui.keyboard.help_page import help_sentence
from uno_tui.tui.keyboard.labels import key_label
from uno_tui.tui.keyboard.table import KeyTable
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.menu.keys import BROWSE, START
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.settings.keys import KEY_PAGE, TUNING
from uno_tui.tui.table.keys import TABLE
from uno_tui.typed.capabilities import LOBBY_PARTS, TABLE_PARTS, Capability

DOCS: Final = ROOT / "docs"
MAN: Final = DOCS / "man"
_APPEARANCE: Final = shared_appearance(Words("en"), load(DEFAULT), BOX)

_SCREENS: Final[dict[str, KeyTable[Any]]] = {
    "At the table": TABLE,
    "In the lobby": LOBBY,
    "In the form of a table": FORM,
    "On the start screen": START,
    "While searching for games": BROWSE,
    "In the settings during a game": TUNING,
    "On the page of keys": KEY_PAGE,
    "In a replay": REPLAY,
}


def keys() -> str:
    """Return a table of keys for each screen; a key whose meaning depends on the moment has several rows.

    The last column has the name by which settings.toml gives the command other keys, if it can.
    """

    def rows(table: KeyTable[Any]) -> Iterator[str]:
        caps: dict[tuple[str, str], dict[str, None]] = {}
        for one in table.commands:
            if not one.hidden:
                row = help_sentence(_APPEARANCE, one), table.setting(one.name)
                caps.setdefault(row, {})[key_label(_APPEARANCE, one.cap)] = None
        for (help_text, setting), labels in caps.items():
            yield f"| {_codes(tuple(labels))} | {help_text} | {_codes((setting,)) if setting else ''} |"

    parts = ["\n".join([f"## {title}\n", "| key | what it does | name |", "|---|---|---|", *rows(table)])
             for title, table in _SCREENS.items()]  # fmt: skip  # one thought
    return "\n\n".join(parts)


def ways() -> str:
    """Return a table of what can be done at a table, and one for the lobby, with the name in each way."""
    parts = []
    for title, shared, keys in (("At the table", TABLE_PARTS, TABLE), ("In the lobby", LOBBY_PARTS, LOBBY)):
        rows = []
        for part in shared:
            rows.append(f"| **{part.title}** | | | | |")
            rows += [_way(one, keys) for one in part.capabilities]
        head = ["| what | key | in lines | JSON | mouse |", "|---|---|---|---|---|"]
        reasons = [f"- {one.what}: {'; '.join(f'{way}: {why}' for way, why in one.missing.items())}"
                   for part in shared for one in part.capabilities if one.missing]  # fmt: skip  # one thought
        parts.append("\n".join([f"### {title}\n", *head, *rows, "\nWhy something is missing:\n", *reasons]))
    return "\n\n".join(parts)


def _way(one: Capability, keys: KeyTable[Any]) -> str:
    """Return the row of something that can be done."""
    return f"| {one.what} | {_keys_of(one, keys)} | {_codes(one.line)} | {_codes(one.json)} | {_yes(one.mouse)} |"


def _keys_of(one: Capability, table: KeyTable[Any]) -> str:
    found = (key for key in table.commands if key.name in one.key and not key.hidden)
    return _codes(tuple(key_label(_APPEARANCE, key.cap) for key in found))


def _codes(names: tuple[str, ...]) -> str:
    return " ".join(f"`{name}`" for name in dict.fromkeys(names))


def _yes(names: tuple[str, ...]) -> str:
    return "yes" if names else ""


def protocol() -> str:
    """Return the reference of all JSON messages and requests: a section for each object, a row for each field."""
    schema = protocol_schema()["$defs"]
    sent = {one["properties"]["type"]["enum"][0]: one for one in schema["request"]["oneOf"]}
    received = {one["properties"]["type"]["const"]: one for one in schema["message"]["oneOf"]}
    objects: dict[str, Mapping[str, Any]] = {}
    for one in received.values():
        for field in one["properties"].values():
            _collect(field, objects)
    parts = ["## What you send", *(_section(f"`{name}`", one) for name, one in sorted(sent.items()))]
    parts += ["## What you receive", *(_section(f"`{name}`", one) for name, one in received.items())]
    parts += ["## Objects in messages", *(_section(name, one) for name, one in sorted(objects.items()))]
    return "\n\n".join(parts)


def _collect(schema: Mapping[str, Any], objects: dict[str, Mapping[str, Any]]) -> None:
    """Add the objects in a schema, by the names of their classes."""
    if "properties" in schema:
        objects.setdefault(_name(schema), schema)
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())]
    for one in (*inner, *schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else ())):
        _collect(one, objects)


def _name(schema: Mapping[str, Any]) -> str:
    event = schema["properties"].get("event", {}).get("const")
    return f"event `{event}`" if event else str(schema["title"])


def _section(name: str, schema: Mapping[str, Any]) -> str:
    meanings = _field_docs(schema["title"])
    rows = [
        f"| `{field}` | {_type(one)} | {meanings.get(field, '')} |"
        for field, one in schema["properties"].items()
        if field not in ("type", "event")
    ]
    text = meanings.get("", "")
    table = ["", "| field | type | meaning |", "|---|---|---|", *rows] if rows else []
    return "\n".join([f"### {name}", *(["", text] if text else []), *table])


def _type(schema: Mapping[str, Any]) -> str:
    """Return a short description of the values that a schema allows."""
    if "enum" in schema:
        return " ".join(f"`{one}`" for one in schema["enum"])
    if "properties" in schema:
        return str(schema["title"])
    if "oneOf" in schema:
        return "an event, a note or a line of chat"
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "prefixItems" in schema:
        return f"list of {', '.join(_type(one) for one in schema['prefixItems'])}"
    if "items" in schema:
        return f"list of: {_type(schema['items'])}"
    return str(schema.get("description") or schema["type"])


_CLASSES: Final = {
    name: one
    for module in (events, game_view, game_errors, table_protocol, messages, requests, daily, jsonlines)
    for name, one in vars(module).items()
    if isinstance(one, type)
}


def _field_docs(title: str) -> dict[str, str]:
    """Return the first paragraph of the docstring of a class, by the empty name, and of each of its fields."""
    owner = _CLASSES.get(title)
    if owner is None:
        return {}
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
    assert isinstance(body, ast.ClassDef)
    found = {"": inspect.getdoc(owner) or ""}
    for field, docs in itertools.pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(docs, ast.Expr):
            found[field.target.id] = inspect.cleandoc(ast.literal_eval(docs.value))
    return {name: _in_json_terms(text.partition("\n\n")[0]) for name, text in found.items()}


def _in_json_terms(text: str) -> str:
    """Return a docstring's paragraph as one line for readers of JSON."""
    line = " ".join(text.split()).replace("|", "\\|").replace("``", "`")
    return re.sub(r"\bNone\b", "null", line)


def schema_text() -> str:
    """Return the text of the JSON Schema."""
    return json.dumps(protocol_schema(), indent=1) + "\n"


SCHEMA: Final = DOCS / "protocol.schema.json"


def options() -> str:
    """Return a table of the rules' options, as `uno rules --options --json` prints them."""
    done = subprocess.run(
        [sys.executable, "-m", "uno_tui", "rules", "--options", "--json", "--lang", "en"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    )  # fmt: skip  # one thought
    rows = []
    for option in json.loads(done.stdout)["options"]:
        if option["range"]:
            values = f"{option['values'][0]} to {option['values'][-1]}"
        else:
            values = "<br>".join(
                f"`{value}` {option['values_mean'].get(value, '')}".rstrip() for value in option["values"]
            )
        rows.append(f"| `{option['name']}` | `{option['default']}` | {values} | {option['meaning']} |")
    return "\n".join(["| option | default | values | what it means |", "|---|---|---|---|", *rows])


PARTS: Final[dict[str, tuple[str, Callable[[], str]]]] = {
    "keys": ("keys.md", keys),
    "ways": ("ways.md", ways),
    "protocol": ("protocol.md", protocol),
    "options": ("rules.md", options),
}
"""Maker of each generated part, and the page of docs that holds it, by name."""


def renewed(name: str) -> str:
    """Return the page of a generated part with that part regenerated."""
    page, make = PARTS[name]
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    text = (DOCS / page).read_text()
    return re.sub(f"{start}.*?{end}", lambda _: f"{start}\n{make()}\n\n{end}", text, flags=re.DOTALL)


if __name__ == "__main__":
    for one in PARTS:
        (DOCS / PARTS[one][0]).write_text(renewed(one))
    SCHEMA.write_text(schema_text())
    for old in MAN.glob("*.1"):
        old.unlink()
    write(MAN)
