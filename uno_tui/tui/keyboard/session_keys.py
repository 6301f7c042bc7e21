"""The keys of one session: the usual ones, or those that the person chose."""

from collections.abc import Iterable
from typing import Any, Final

from uno_tui.local.own_keys import NO_KEYS, OwnKeys
from uno_tui.tui.keyboard.table import KeyConflict, KeyTable, Shown


class SessionKeys:
    """The key tables of a session with the person's own keys; each is created when a screen first needs it."""

    def __init__(self, own: OwnKeys = NO_KEYS) -> None:
        self.own = own
        self._tables: dict[KeyTable[Any], KeyTable[Any]] = {}

    def table(self, usual: KeyTable[Shown]) -> KeyTable[Shown]:
        """Return a default key table with the person's own keys applied."""
        if not self.own.chosen:
            return usual
        if usual not in self._tables:
            self._tables[usual] = usual.with_own(self.own)
        return self._tables[usual]


USUAL: Final = SessionKeys()
"""The key tables of all sessions without own keys."""


def usable(own: OwnKeys, tables: Iterable[KeyTable[Any]]) -> tuple[OwnKeys, list[KeyConflict]]:
    """Return the person's own keys without those that conflict with another command, and the list of conflicts."""
    tables, dropped = tuple(tables), []
    while found := [one for table in tables for one in table.conflicts(own)]:
        dropped.append(found[0])
        own = own.without(found[0].command)
    return own, dropped
