"""The directory: the newest report of each table of a lobby, and where each person is."""

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from uno_tui.names import folded
from uno_tui.table.options import TableInfo
from uno_tui.table.protocol import Stage
from uno_tui.table.state.report import TablePerson, TableReport

_NOWHERE: Final[Mapping[str, TablePerson]] = MappingProxyType({})


class Directory:
    """The newest reports, with indexes by person and by name.

    Tables report every move, so storing a report that differs only in its number of actions costs little.
    """

    def __init__(self) -> None:
        self.reports: dict[str, TableReport] = {}
        """The newest report of each open table, by table code, in the order in which the tables were opened."""
        self._places: dict[str, dict[str, TablePerson]] = {}
        """By identity: for each table where the person is, by code, the person's entry in the table's report."""
        self._named: dict[str, Counter[str]] = {}
        """By folded name: how many times each identity has the name at tables; the identity of all bots is empty."""

    def update(self, report: TableReport) -> bool:
        """Store a table's report; return whether the table's people or its line in the lobby's list have changed."""
        code = report.info.code
        before = self.reports.get(code)
        self.reports[code] = report
        moved = before is None or before.people != report.people
        if moved or (before and before.other_names != report.other_names):
            self._count_names(before, -1)
            self._count_names(report, 1)
        if moved:
            self._move(code, before.people if before else _NOWHERE, report.people)
        return moved or before is None or (report.public and before.info != report.info)

    def remove(self, code: str) -> TableReport | None:
        """Remove a closed table and return its last report; None if the table never sent one."""
        if report := self.reports.pop(code, None):
            self._count_names(report, -1)
            self._move(code, report.people, _NOWHERE)
        return report

    def _move(self, code: str, before: Mapping[str, TablePerson], after: Mapping[str, TablePerson]) -> None:
        for identity in before:
            if identity not in after:
                places = self._places[identity]
                del places[code]
                if not places:
                    del self._places[identity]
        for identity, person in after.items():
            self._places.setdefault(identity, {})[code] = person

    def _count_names(self, report: TableReport | None, step: int) -> None:
        """Add the names of a report to the name index (`step` 1), or remove them from the index (`step` -1)."""
        if report is None:
            return
        people = ((identity, one.name) for identity, one in report.people.items())
        for identity, name in (*people, *report.other_names):
            holders = self._named.setdefault(folded(name), Counter())
            holders[identity] += step
            if not holders[identity]:
                del holders[identity]
            if not holders:
                del self._named[folded(name)]

    def named(self, name: str) -> Collection[str]:
        """Return the identities of everyone at a table with the given name, ignoring case; a bot has an empty one."""
        return self._named.get(folded(name), ())

    def name_of(self, identity: str) -> str | None:
        """Return a person's name at a table; None if the person is at no table."""
        return next((one.name for one in self._places.get(identity, _NOWHERE).values()), None)

    def places(self, identity: str) -> Mapping[str, TablePerson]:
        """Return a copy of a person's entries at tables, seated or watching, by table code."""
        return dict(self._places.get(identity, _NOWHERE))

    def seat_of(self, identity: str, *, playing: bool = False) -> str | None:
        """Return the code of the table where a person has a seat, else None; `playing`: only in a match in progress."""
        for code, person in self._places.get(identity, _NOWHERE).items():
            if person.seated and (not playing or self.reports[code].info.stage is Stage.PLAYING):
                return code
        return None

    @property
    def public(self) -> tuple[TableInfo, ...]:
        """The public tables: first those with free seats, fullest first."""
        infos = (report.info for report in self.reports.values() if report.public)
        return tuple(sorted(infos, key=lambda info: (not info.free, -info.people, info.code)))
