"""The command lines about the daily deal: its board, the best try's record, and watching that try."""

from typing import Final

from uno_server.app.commands import MAX_WORD
from uno_server.app.daily import NONE, DailyDeals
from uno_server.line.driver.app import SessionApp, run
from uno_server.line.line import Line
from uno_server.person import Person
from uno_tui.daily import DailyPage, NoReplayError
from uno_tui.local.replay import Replay
from uno_tui.plain.daily_json import daily_line
from uno_tui.speech.daily import page_lines
from uno_tui.tui.replay.screen import replay_screen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.single_screen_app import SingleScreenApp

DAILY: Final = "daily"
BOARD: Final = "board"
RECORD: Final = "record"
WATCH: Final = "watch"
_PLAYED: Final = ([DAILY], ["plain", DAILY])
"""Command lines of people who play the daily deal; when it is over, its page answers them."""


class RemoteReplay(SessionApp, SingleScreenApp[None]):
    """A replay in one person's ssh session."""


class DailyCommands:
    """Answers to the command lines about the daily deals of one server."""

    def __init__(self, deals: DailyDeals) -> None:
        self._deals = deals

    async def answer(self, person: Person, words: list[str]) -> tuple[str, int] | None:
        """Return the text and the exit status that answer a command line; None if it opens a session."""
        if words in _PLAYED:
            page = await self.result(person)
            return None if page is None else (page, 0)
        if words[:1] != [DAILY] or words == [DAILY, WATCH]:
            return None
        if words == [DAILY, RECORD]:
            return await self._record(person)
        if words == [DAILY, BOARD]:
            return await self.page(person), 0
        if words == [DAILY, BOARD, "--json"]:
            known = await self._deals.page(person.user)
            return (daily_line(person.words, known), 0) if known else (NONE.text(person.words), 1)
        odd = ascii(" ".join(words[1:])[:MAX_WORD])
        return person.words("daily takes board, board --json, record, watch or nothing, not {word}", word=odd), 2

    async def page(self, person: Person) -> str:
        """Return the board of the day and the person's own tries."""
        page = await self._deals.page(person.user)
        return _text(person, page) if page else NONE.text(person.words)

    async def result(self, person: Person) -> str | None:
        """Return the page if the person's try is over and they have left its table, else None."""
        page = await self._deals.page(person.user)
        return _text(person, page) if page and page.history.over and not page.seated else None

    async def _record(self, person: Person) -> tuple[str, int]:
        try:
            return (await self._deals.best(person.user)).text, 0
        except NoReplayError as error:
            return error.text(person.words), 1

    async def watch(self, line: Line, person: Person, session: SessionOptions) -> int:
        """Show the best try of the day on the replay screen, or its record without a screen; return the exit status."""
        text, status = await self._record(person)
        if status or not line.pty or line.terminal.dumb:
            line.say(text)
            return status
        replay, shape = Replay.read(text), session.settings.table
        app = RemoteReplay(session, lambda appearance, _complaint: replay_screen(appearance, replay, shape=shape))
        return await run(app, line)


def _text(person: Person, page: DailyPage) -> str:
    return "\n".join(page_lines(person.words, page))
