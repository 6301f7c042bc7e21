"""Opening tables: how many there may be, and who may open another."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from uno_tui.game.errors import RulesError
from uno_tui.game.options import near
from uno_tui.table.options import LOCAL, EntryError, EntryProblem, TableOptions, User


class TableLimits(NamedTuple):
    """How many tables may be open at once in one process."""

    tables: int = 1000
    per_person: int = 5
    """Tables that one person has opened."""
    per_network: int = 32
    """Tables that people of one network have opened: enough for a classroom where each plays against bots."""


class Openings:
    """The person who opened each table through this process. Tables of an earlier run count for nobody."""

    def __init__(
        self, limits: TableLimits, levels: tuple[str, ...], new_code: Callable[[], str], *, for_all: bool = True
    ) -> None:
        """`levels` are those of bots; `new_code` returns a random code.

        `for_all`: whether everybody may open tables, not only the person who plays in this program's own terminal.
        """
        self.draining = False
        """Whether no new tables may be opened; open tables continue."""
        self._limits = limits
        self._levels = levels
        self._new_code = new_code
        self._for_all = for_all
        self._openers: dict[str, User] = {}
        """The person who opened each table, by table code."""
        self._awaited: list[User] = []
        """The people who wait for a table to be opened."""

    def check(self, user: User, options: TableOptions, tables: Collection[str]) -> None:
        """Raise `EntryError` if the person may open no table now, or none like this; `tables` are the open ones."""
        if not self._for_all and user.identity != LOCAL:
            raise EntryError(EntryProblem.ONLY_HOST)
        if self.draining:
            raise EntryError(EntryProblem.DRAINED)
        if len(tables) + len(self._awaited) >= self._limits.tables:
            raise EntryError(EntryProblem.TOO_MANY_TABLES)
        openers = (*self._openers.values(), *self._awaited)
        own = sum(one.identity == user.identity for one in openers)
        neighbors = sum(one.origin == user.origin != "" for one in openers)
        if own >= self._limits.per_person or neighbors >= self._limits.per_network:
            raise EntryError(EntryProblem.TOO_MANY_OPENED)
        if options.level not in self._levels:
            known = ", ".join(self._levels)
            error = RulesError(
                "{name} cannot be {word}{hint}; choose from {known}",
                near(options.level, self._levels),
                name="level",
                word=options.level,
                known=known,
            )
            raise EntryError(EntryProblem.BAD_OPTION, str(error)) from error

    def new_code(self, tables: Collection[str]) -> str:
        """Return a new code that none of the open tables has."""
        while (code := self._new_code()) in tables:
            pass
        return code

    @contextmanager
    def awaited(self, user: User) -> Iterator[None]:
        """In the ``with`` block, count one more table for the person, because it is being opened."""
        self._awaited.append(user)
        try:
            yield
        finally:
            self._awaited.remove(user)

    def add(self, code: str, user: User) -> None:
        """Count a table that the person opens."""
        self._openers[code] = user

    def remove(self, code: str) -> None:
        """Stop counting a table, because it was closed."""
        self._openers.pop(code, None)
