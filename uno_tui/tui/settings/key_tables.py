"""All key tables, to find conflicts between a person's own keys."""

from functools import lru_cache
from typing import Any, Final

from uno_tui.i18n import mark
from uno_tui.local.own_keys import FIXED, MOST, OwnKeys
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.keys import FORM
from uno_tui.tui.keyboard.labels import key_label
from uno_tui.tui.keyboard.names import cap_of
from uno_tui.tui.keyboard.session_keys import USUAL, SessionKeys, usable
from uno_tui.tui.keyboard.table import KeyConflict, KeyTable
from uno_tui.tui.lobby.keys import LOBBY
from uno_tui.tui.menu.keys import BROWSE, CHANGE, MUTING, PICK, START
from uno_tui.tui.replay.keys import REPLAY
from uno_tui.tui.settings.keys import KEY_PAGE, TUNING
from uno_tui.tui.table.keys import TABLE

# Translators: the head of a part of the page of keys.
SCREENS: Final[tuple[tuple[str, KeyTable[Any]], ...]] = (
    (mark("At the table"), TABLE),
    (mark("In lists"), PICK),
    (mark("In the lobby"), LOBBY),
    (mark("On the start screen"), START),
    (mark("While searching for games"), BROWSE),
    (mark("In a replay"), REPLAY),
)
"""The key tables with commands that can have other keys, each below the name of its screen."""
_TABLES: Final = (*(table for _title, table in SCREENS), FORM, MUTING, CHANGE, TUNING, KEY_PAGE)


@lru_cache(maxsize=256)
def keyboard_for(own: OwnKeys) -> tuple[SessionKeys, tuple[KeyConflict, ...]]:
    """Return the key tables with a person's own keys, and the conflicts that caused some keys to be dropped."""
    kept, conflicts = usable(own, _TABLES)
    return (SessionKeys(kept) if kept.chosen else USUAL), tuple(conflicts)


def keys_in_use(command: str, own: OwnKeys) -> tuple[str, ...]:
    """Return the keys of a command that can be given to others; `command` is its name in the settings."""
    rows = [
        row for _title, table in SCREENS for row in table.with_own(own).commands if table.setting(row.name) == command
    ]
    return tuple(dict.fromkeys(key for row in rows for key in row.keys if key not in FIXED))


def swapped(own: OwnKeys, command: str, conflict: KeyConflict) -> OwnKeys | None:
    """Return the own keys after two commands in conflict have swapped keys; None if they cannot be swapped."""
    if not conflict.holder:
        return None
    left = [key for key in keys_in_use(conflict.holder, own) if key != conflict.key]
    theirs = tuple(dict.fromkeys([*left, *keys_in_use(command, own)]))[:MOST]
    new = own.with_keys(command, conflict.key).with_keys(conflict.holder, *theirs)
    return new if theirs and not keyboard_for(new)[1] else None


def conflict_sentence(appearance: Appearance, conflict: KeyConflict, advice: str, meaning: str = "") -> str:
    """Return which command already has a key, then `advice`. `meaning` defaults to the help text of that command."""
    words = appearance.words
    key, meaning = key_label(appearance, cap_of(conflict.key)), meaning or words(conflict.other.help)
    # Translators: {key} is a key, {meaning} is what it does, a sentence with its full stop; {advice} is one, too.
    return words("{key} is already used: {meaning} {advice}", key=key, meaning=meaning, advice=advice)
