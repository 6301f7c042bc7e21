"""`uno play`: a game against bots in this terminal, full-screen or in plain lines."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from uno_tui import INTERRUPTED
from uno_tui.cli.options import settings_complaint
from uno_tui.daily import DailyHistory
from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import ConnectTable, TableRelay
from uno_tui.local.kept_matches import InterruptedMatch, KeptMatches, MatchKeeper, own_matches
from uno_tui.local.last_used import save_last_used
from uno_tui.local.output import write_last
from uno_tui.local.record_folder import RecordFolder, own_record_folder, record_message
from uno_tui.local.settings import Settings, SettingsWriter, settings_file
from uno_tui.plain.own_lines import OwnLines, play_at_table
from uno_tui.table.options import LOCAL, Medium, TableOptions, User
from uno_tui.table.protocol import BotPace
from uno_tui.thinking.pool import WorkerPool

CONTINUE: Final = "uno play --continue"

logging.getLogger("uno_tui.journal").addHandler(logging.NullHandler())  # the table reports what cannot be stored


class MatchLostError(Exception):
    """An interrupted match cannot be continued: another process has it open, or its data is damaged."""


@dataclass(slots=True)
class OwnGame:
    """One game against bots: the options, the player's name, and what to report after the game."""

    wish: TableOptions | InterruptedMatch
    """The options of a new match, or the interrupted match to continue."""
    name: str
    words: Words
    records: RecordFolder = field(default_factory=own_record_folder)
    matches: KeptMatches = field(default_factory=own_matches)
    medium: Medium = Medium.SCREEN
    """The interface in which the person plays: full screen or text mode."""
    kept: bool = field(default=False, init=False)
    """Whether the match was interrupted and can be continued; set when the `table` context ends."""
    remembers: ClassVar[bool] = True
    """Whether the options of a match in which the person played are those that the start screen offers next."""
    notice: str = field(default="", init=False)
    """Message that a damaged file was moved aside to store the match; empty if none was. Set in the `table` context."""

    @contextmanager
    def storage(self) -> Iterator[tuple[MatchKeeper, TableOptions | InterruptedMatch]]:
        """Yield the storage for the match, and the match to play in it."""
        match = self.wish if isinstance(self.wish, InterruptedMatch) else None
        with self.matches.keeping(match) as keeper:
            yield keeper, self.wish

    @asynccontextmanager
    async def table(self) -> AsyncIterator[tuple[ConnectTable, str]]:
        """Sit down; yield the way to the seat, and the sentence that the match is not kept (empty if it is).

        Raises:
            MatchLostError: The match cannot be continued.
        """
        with self.storage() as (keeper, wish):
            self.notice = keeper.notice.text(self.words) if keeper.notice else ""
            lobby = Lobby(
                log=keeper.journal.log if keeper.journal else None,
                over=self.records.add_result,
                today=keeper.today,
                keeps_matches=keeper.journal is not None,
                lone_person_pace=BotPace.BRISK,
                thinkers=WorkerPool(),
            )
            relay = TableRelay()
            user = User(LOCAL, self.name, medium=self.medium)
            if isinstance(wish, TableOptions):
                handle = await lobby.open(user, relay, replace(wish, solo=True, public=False, spectators=0))
            else:
                lobby.restore([wish.key])
                found = await lobby.resume(user, relay)
                if found is None:
                    raise MatchLostError
                handle = found
            (code,) = lobby.tables
            try:
                yield relay.to(handle), keeper.complaint(self.words)
            finally:
                await lobby.close()
                self.kept = keeper.has_unfinished(code)
                if self.remembers and isinstance(wish, TableOptions) and (self.kept or self.records.newest):
                    save_last_used(play=wish)

    async def history(self) -> DailyHistory | None:
        """Return the person's tries at the daily deal, if the game is one."""
        return None

    @property
    def message(self) -> str:
        """How to continue or replay the match, or why there is no record; empty if there is nothing to report."""
        if self.kept:
            return self.words("The match is saved. To continue it: {command}", command=CONTINUE)
        return record_message(self.records, self.words)

    @property
    def report(self) -> tuple[str, ...]:
        """The lines to print after the game."""
        return (self.message,) if self.message else ()


def play_on_screen(game: OwnGame, environment: Mapping[str, str], chosen: Settings) -> int:
    """Play full-screen; return the exit status. Raise `MatchLostError` if the match cannot be continued."""
    from uno_tui.cli.screen import LocalApp, run_screen  # noqa: PLC0415  # Textual loads slowly: not for plain mode
    from uno_tui.local.theme_files import user_folder  # noqa: PLC0415  # the same
    from uno_tui.tui.session import Leaving, SessionOptions  # noqa: PLC0415  # the same

    async def play() -> int:
        async with game.table() as (connect, complaint):
            session = SessionOptions.local(environment, game.words, chosen)
            keep = SettingsWriter(settings_file(), session.settings).save
            leaving = Leaving.SEAT if complaint else Leaving.NOTHING
            session = replace(session, leaving=leaving, keep=keep)
            app = LocalApp(session, connect, user_folder(), tries=game.history)
            app.complaint = (app.complaint and settings_complaint()) or app.complaint or complaint or game.notice
            return await run_screen(app, game.words, environment)

    return asyncio.run(play())


def print_report(game: OwnGame) -> None:
    """Print on the terminal what became of a game that was played full-screen."""
    for line in game.report:
        write_last(line)


def play_in_lines(game: OwnGame, chosen: Settings) -> int:
    """Play in plain lines until the player quits or the input ends; return the exit status.

    Raises:
        MatchLostError: The match cannot be continued.
    """

    async def play() -> int:
        with OwnLines() as lines:
            await game_in_lines(game, lines, chosen)
        return lines.status()

    try:
        return asyncio.run(play())
    except KeyboardInterrupt:
        return INTERRUPTED


async def game_in_lines(game: OwnGame, lines: OwnLines, chosen: Settings) -> None:
    """Play a game in text mode, and report what became of it, also after Ctrl-C.

    Raises:
        MatchLostError: The match cannot be continued.
    """
    try:
        async with game.table() as (connect, complaint):
            for line in filter(None, (complaint, game.notice)):
                lines.write(line)
            await play_at_table(connect, game.words, lines, chosen, keeps_match=not complaint)
    except asyncio.CancelledError:
        _report(game, lines)
        raise
    _report(game, lines)


def _report(game: OwnGame, lines: OwnLines) -> None:
    for line in game.report:
        lines.write(line)
