"""A service whose sessions are all in lines, with bots that do not wait and a known deal."""

from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from uno_server.app.endings import ending_reporter
from uno_server.app.lines import medium_of, run_lines
from uno_server.limits import Limits
from uno_server.line.line import Line
from uno_server.person import Person
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.visit import Visit
from uno_tui.table.options import Medium, TableOptions
from uno_tui.table.state.pace import Pace

AT_ONCE = Pace(think=(0, 0), notice=(0, 0), moment=0, scores=0, hearing=0)
SEED = 17
"""With this seed the last seat begins, at a table of two and at the quiet table."""


class LineService:
    """A lobby whose bots do not wait, reached in lines."""

    def __init__(self, **options: Any) -> None:
        """For `options` see `Lobby`."""
        self.lobby = Lobby(
            pace=AT_ONCE,
            defaults=TableOptions(grace_seconds=3600),
            new_seed=partial(next, map("evening {}".format, count(SEED))),
            **options,
        )
        self.limits = Limits(stall_seconds=3600)
        self.code = ""
        """Resume code of every guest."""

    async def open(self, line: Line, person: Person, words: list[str]) -> int:
        medium = medium_of(line, words)
        assert medium is not Medium.SCREEN
        person = replace(person, resume_code=self.code)
        line.limits = self.limits
        visit = await Visit.begin(self.lobby, replace(person.user, medium=medium))
        line.report_ending = ending_reporter(person, visit, program=medium is Medium.PROGRAM)
        try:
            return await run_lines(visit, line, person, words)
        finally:
            visit.end()

    async def answer(self, person: Person, words: list[str]) -> tuple[str, int]:
        return f"{person.name}: {words}", 2

    @property
    def seated(self) -> list[tuple[str, bool]]:
        """The name of everybody at the tables, and whether they are away."""
        return [
            (member.name, not member.session) for table in self.lobby.tables.values() for member in table.state.people
        ]
