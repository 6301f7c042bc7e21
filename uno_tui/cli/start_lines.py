"""The start menu in lines of text: play, continue, host, join, replay, rules, statistics and settings."""

import asyncio
from pathlib import Path

from uno_tui import INTERRUPTED
from uno_tui.cli.play import MatchLostError, OwnGame, game_in_lines
from uno_tui.game.rules import PRESETS
from uno_tui.game.verify import RecordError
from uno_tui.i18n import Words
from uno_tui.local.kept_matches import InterruptedMatch, own_matches
from uno_tui.local.last_used import LastUsed, last_used_file, save_last_used
from uno_tui.local.record_folder import MAX_BYTES, own_record_folder
from uno_tui.local.replay import Replay
from uno_tui.local.settings import KEYS, Settings, load_or_default, settings_file
from uno_tui.plain.own_lines import OwnLines
from uno_tui.plain.replay import ReplaySession, go_through
from uno_tui.speech.results import statistics_lines
from uno_tui.speech.rules_text import rules_lines
from uno_tui.table.options import Medium, TableOptions
from uno_tui.tui.menu.start import ROWS, row_about


def run_start_lines(chosen: Settings, name: str, words: Words) -> int:
    """Run the start menu in text mode until the person leaves or the input ends; return the exit status."""

    async def run() -> None:
        with OwnLines() as lines:
            await StartLines(lines, chosen, name, words).run()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


class StartLines:
    """The start menu in text mode, for one person."""

    def __init__(self, lines: OwnLines, chosen: Settings, name: str, words: Words) -> None:
        self._lines, self._chosen, self._name, self._words = lines, chosen, name, words

    def _say(self, *texts: str) -> None:
        for text in texts:
            self._lines.write(text)

    async def _pick(self, title: str, rows: list[str]) -> int | None:
        """Ask the person to choose a numbered row; return its index, or None to go back."""
        self._say(title, *(self._words("{number}: {text}", number=at, text=row) for at, row in enumerate(rows, 1)))
        line = (await self._lines.next() or "").strip()
        return int(line) - 1 if line.isascii() and line.isdecimal() and 1 <= int(line[:6]) <= len(rows) else None

    async def run(self) -> None:
        """Show the menu and carry out choices until the person leaves."""
        words = self._words
        self._say(words("UNO in the terminal"))
        while True:
            interrupted = own_matches().interrupted()
            last = LastUsed.load(last_used_file())
            rows = {name: words(label) for name, label in ROWS}
            if interrupted:
                rows = {"continue": words("Continue"), **rows}
            last_label = rows.pop("leave")
            rows |= {"statistics": words("Statistics"), "leave": last_label}
            names = list(rows)
            for number, name in enumerate(names, 1):
                about = row_about(words, name, last, interrupted)
                text = words("{name}: {text}", name=rows[name], text=about) if about else rows[name]
                self._say(words("{number}: {text}", number=number, text=text))
            self._say(words("Type a number or a word from this list."))
            chosen = self._chosen_row(names, rows, await self._lines.next())
            if chosen == "leave":
                return
            if chosen is None:
                continue
            await self._carry_out(chosen, last, interrupted)

    @staticmethod
    def _chosen_row(names: list[str], rows: dict[str, str], line: str | None) -> str | None:
        """Return the name of the chosen row; `leave` at the end of the input, None for an invalid choice."""
        if line is None:
            return "leave"
        text = line.strip().casefold()
        if text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= len(names):
            return names[int(text[:6]) - 1]
        if text in ("q", "quit"):
            return "leave"
        return next((name for name in names if text in (name, rows[name].casefold())), None)

    async def _carry_out(self, name: str, last: LastUsed, interrupted: tuple[InterruptedMatch, ...]) -> None:
        words = self._words
        match name:
            case "continue":
                await self._play(interrupted[0])
            case "play":
                save_last_used(play=last.play.options)
                await self._play(last.play.options)
            case "host":
                await self._host(last.host.options)
            case "join":
                await self._join()
            case "replay":
                await self._replay()
            case "rules":
                at = await self._pick(words("Which rules?"), list(PRESETS))
                if at is not None:
                    self._say(*filter(None, rules_lines(list(PRESETS.values())[at], words)))
            case "statistics":
                self._say(*statistics_lines(words, own_matches().finished()))
            case "settings":
                kept = load_or_default(settings_file())[0]
                self._say(str(settings_file()), *(f"{key} = {getattr(kept, key)}" for key in KEYS))

    async def _play(self, wish: TableOptions | InterruptedMatch) -> None:
        game = OwnGame(wish, self._name, self._words)
        game.medium = Medium.LINES
        try:
            await game_in_lines(game, self._lines, self._chosen)
        except MatchLostError:
            self._say(self._words("The match cannot be continued."))

    async def _host(self, options: TableOptions) -> None:
        from uno_server.lan.host import HostOptions, host_game  # noqa: PLC0415  # only what is wished is loaded
        from uno_server.lan.lan_server import Network  # noqa: PLC0415  # the same

        save_last_used(host=options)
        await host_game(
            HostOptions(
                options, self._name, self._words, self._chosen, Network(), keep=False, lines=self._lines, in_lines=True
            )
        )

    async def _join(self) -> None:
        from uno_tui.net.join import JoinError  # noqa: PLC0415  # the same
        from uno_tui.net.join.run import join_game  # noqa: PLC0415  # the same

        try:
            await join_game(None, None, self._name, self._words, self._lines)
        except JoinError as error:
            self._say(error.spoken(self._words))

    async def _replay(self) -> None:
        words, kept = self._words, own_record_folder().summaries()
        if not kept:
            self._say(words("No finished matches yet."))
            return
        at = await self._pick(
            words("Replay"), [f"{one.played or one.path.name} {', '.join(one.names)}" for one in kept]
        )
        if at is None:
            return
        try:
            replay = Replay.read(_text(kept[at].path))
        except (OSError, RecordError) as error:
            self._say(str(error))
            return
        await go_through(ReplaySession(replay, words, self._lines.write), self._lines)


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_BYTES).decode("utf-8", "replace")
