"""The commands `scores`, `stats` and `record`: leaderboards, one person's results, and records of their matches."""

import json
from dataclasses import asdict
from typing import Final

from uno_server.app.films import FilmStudio, RecordRequest
from uno_server.person import Person
from uno_tui.game.errors import RulesError
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import Words, mark
from uno_tui.journal import Journal
from uno_tui.speech.errors import rules_error_sentence
from uno_tui.speech.results import leader_lines, leader_title, own_lines
from uno_tui.table.results import Tally

JSON: Final = "--json"
MOST: Final = 10
"""Number of players on a leaderboard, and of results in a person's list."""

NONE: Final = mark("No finished matches yet.")


class ResultCommands:
    """Handlers of the result commands; each returns text from the journal and an exit status."""

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self._films = FilmStudio()

    def scores(self, words: Words, rest: list[str]) -> tuple[str, int]:
        """Handle ``scores [PRESET] [--json]``: return the best players; status 2 for an unknown preset."""
        presets = [word for word in rest if word != JSON]
        try:
            for preset in presets:
                Rules.parse(preset)
        except RulesError as error:
            return rules_error_sentence(words, error), 2
        leaders = self._journal.results.leaders if self._journal else None
        found = {
            (preset, bots): leaders(preset, bots, MOST) if leaders else ()
            for preset in presets or PRESETS
            for bots in (False, True)
        }
        if JSON in rest:
            return json.dumps({"scores": [asdict(rank) for ranks in found.values() for rank in ranks]}), 0
        lines = [
            line
            for (preset, bots), ranks in found.items()
            if ranks
            for line in (leader_title(words, preset, bots), *leader_lines(words, ranks))
        ]
        return "\n".join(lines) if lines else words("No matches have been finished yet."), 0

    async def stats(self, words: Words, person: Person, rest: list[str]) -> tuple[str, int]:
        """Answer ``stats [NAME] [--json]``: results and ratings of a person, by default the one who asks.

        The status is 2 for an unknown name, and for a guest who asks for their own.
        """
        name = " ".join(word for word in rest if word != JSON)
        identity = person.identity if not name else await self._journal.people.named(name) if self._journal else None
        if identity is None:
            near = await self._journal.people.near(name) if self._journal else ""
            hint = words(" (did you mean {near}?)", near=near) if near else ""
            return words("No player is called {name}.", name=name + hint), 2
        if not name and person.guest:
            return words(
                "Guests are recognized only by their resume code. With an ssh key you are recognized automatically."
            ), 2
        results = self._journal.results.of(identity, MOST, person.identity) if self._journal else ()
        ranks = self._journal.results.ranks(identity) if self._journal else ()
        tally = self._journal.results.tally(identity) if self._journal else Tally.of(())
        if not name and self._journal and results:
            self._journal.mark_seen(identity, results[0].match)
        if JSON in rest:
            told = {
                "name": name or person.name, "totals": asdict(tally), "ratings": [asdict(rank) for rank in ranks],
            }  # fmt: skip  # one value
            return json.dumps({**told, "results": [asdict(result) for result in results]}), 0
        lines = own_lines(words, results, ranks, tally, numbered=True)
        return "\n".join(lines) if lines else words(NONE), 0

    async def record(self, words: Words, person: Person, rest: list[str]) -> tuple[str, int]:
        """Answer ``record [MATCH] [--cast|--svg] [--seat N|--open]``: a match that the person finished.

        It is the newest by default, as a record or as a film. The status is 1 if the person has played no such match, 2
        if the arguments are wrong.
        """
        request = RecordRequest.of(rest)
        if request is None:
            odd = ascii(" ".join(rest)[:40])
            return words(
                "record takes the number of a match or the code of its table (see stats), and --cast or --svg with "
                "--seat N or --open, not {word}",
                word=odd,
            ), 2
        played = self._journal.results.of(person.identity, 1000, tries=True) if self._journal else ()
        wanted = [one.match for one in played if request.match in ("", str(one.match))]
        wanted += [one.match for one in played if one.code and one.code == request.match.upper()]
        if not self._journal or not wanted:
            missing = words("You have not played a match {number}.", number=request.match[:20])
            return missing if request.match else words(NONE), 1
        record = self._journal.results.record(wanted[0])
        if not request.form:
            return record.text, 0
        try:
            return await self._films.film(words, record, request), 0
        except LookupError:
            count = len(record.names)
            return words("--seat {number}: this match has the seats 1 to {count}", number=request.seat, count=count), 2
