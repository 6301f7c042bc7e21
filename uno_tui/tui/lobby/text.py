"""The texts of the lobby screen."""

from typing import Final

from uno_tui.i18n import Words, mark
from uno_tui.lobby.protocol import PersonInfo
from uno_tui.table.options import TableInfo
from uno_tui.table.protocol import Stage
from uno_tui.tui.lobby.scene import LobbyMode, LobbyScene

# Translators: the state of a table in a narrow column (8 letters at most): "playing" is a match in progress.
_STATES: Final = {Stage.WAITING: mark("waiting"), Stage.PLAYING: mark("playing"), Stage.OVER: mark("over")}


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def state(words: Words, table: TableInfo) -> str:
    """Return the state of a table, as one word."""
    return words(_STATES[table.stage])


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def seats(words: Words, table: TableInfo) -> str:
    """Return the number of free or taken seats as text, about 11 letters long."""
    if table.free:
        return words.n("{count} of {seats} free", "{count} of {seats} free", table.free, seats=table.seats)
    return words.n("{count} player", "{count} players", table.people + table.bots)


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def clock(words: Words, table: TableInfo) -> str:
    """Return the time limit per turn in seconds, in at most 5 letters."""
    return (
        words.p("turn timer, 5 letters", "none")
        if table.turn_seconds is None
        else words("{count} s", count=int(table.turn_seconds))
    )


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def watching(words: Words, table: TableInfo) -> str:
    """Return whether the table admits spectators, in at most 5 letters."""
    return words.p("value of an option", "yes") if table.may_watch else words.p("value of an option", "no")


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def person_line(words: Words, look: LobbyScene, person: PersonInfo) -> str:
    """Return a line with a person's name and table."""
    if person.table:
        return words("{name} at {code}", name=person.name, code=person.table)
    if person.table is not None:
        return words("{name} at a private table", name=person.name)
    if person.name == look.name:
        return words("{name} (you)", name=person.name)
    return words("{name} (guest)", name=person.name) if person.guest else person.name


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def prompt(words: Words, look: LobbyScene) -> tuple[str, str]:
    """Return the two lines of the prompt: a question, or a description of the selected table."""
    if look.mode is LobbyMode.QUIT:
        return words("Quit the game?"), words("You are not at a table, so you lose nothing.")
    if look.mode is LobbyMode.CODE:
        return words("Which code? 3 to 12 letters or digits; a new one opens a table."), ""
    if look.mode is LobbyMode.TALK:
        return words("What do you want to say to everyone in the lobby?"), ""
    table = look.table
    if table is None:
        return words("Welcome, {name}!", name=look.name), words("Tables appear here as soon as someone opens one.")
    return _about(words, table), _details(words, table)


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def _about(words: Words, table: TableInfo) -> str:
    if not table.host:
        return words("Table {code}: everyone is away right now.", code=table.code)
    named = {"code": table.code, "host": table.host, "seats": table.seats}
    if table.free:
        return words.n(
            "{host}'s table {code}: {count} of {seats} seats is free.",
            "{host}'s table {code}: {count} of {seats} seats are free.",
            table.free,
            **named,
        )
    if table.stage is Stage.OVER:
        return words("{host}'s table {code}: the match is over.", **named)
    return words("{host}'s table {code}: a match is being played.", **named)


# Translators: parts of a row or of the line below the list of tables; {name} is a person, {code} a table's code.
def _details(words: Words, table: TableInfo) -> str:
    parts = [words.n("{count} person", "{count} people", table.people)]
    if table.bots:
        parts.append(words.n("{count} bot", "{count} bots", table.bots))
    if table.watchers:
        parts.append(words.n("{count} watching", "{count} watching", table.watchers))
    if table.turn_seconds is None:
        parts.append(words("no turn timer"))
    else:
        parts.append(words.n("{count} second per turn", "{count} seconds per turn", int(table.turn_seconds)))
    parts.append(words("rules: {rules}", rules=table.rules.text))
    return ", ".join(parts)
