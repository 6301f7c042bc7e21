"""The keys of one session: the usual ones, or those that the person chose."""

from collections.abc import Iterable
from typing import Any, Final

from uno_tui.local.own_keys import NO_KEYS, OwnKeys
from uno_tui.tui.keyboard.table import KeyConflict, KeyTable, Shown


class SessionKeys:
    """The key tables of a session, made from the usual ones when a screen first needs them."""

    def __init__(self, own: OwnKeys = NO_KEYS) -> None:
        self.own = own
        self._tables: dict[KeyTable[Any], KeyTable[Any]] = {}

    def table(self, usual: KeyTable[Shown]) -> KeyTable[Shown]:
        """Return the session's own form of a key table."""
        if not self.own.chosen:
            return usual
        if usual not in self._tables:
            self._tables[usual] = usual.with_own(self.own)
        return self._tables[usual]


USUAL: Final = SessionKeys()
"""The keyboard of all sessions without own keys."""


def usable(own: OwnKeys, tables: Iterable[KeyTable[Any]]) -> tuple[OwnKeys, list[KeyConflict]]:
    """Return the own keys without those that another command has, and these conflicts."""
    tables, dropped = tuple(tables), []
    while found := [one for table in tables for one in table.conflicts(own)]:
        dropped.append(found[0])
        own = own.without(found[0].command)
    return own, dropped
