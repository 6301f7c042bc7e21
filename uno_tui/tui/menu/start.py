"""The start screen, which `uno` without a command shows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from uno_tui.bots import LEVELS
from uno_tui.daily import DailyHistory
from uno_tui.i18n import Words, mark
from uno_tui.lessons import BASICS, stored_lessons
from uno_tui.local.kept_matches import InterruptedMatch
from uno_tui.local.last_used import LastUsed
from uno_tui.local.record_folder import RecordFolder
from uno_tui.local.settings import Settings
from uno_tui.speech.daily import daily_lines, daily_row
from uno_tui.speech.results import statistics_lines, tally_line
from uno_tui.table.options import TableOptions
from uno_tui.table.results import FinishedMatch, Tally
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.screen import Filled, FormScreen
from uno_tui.tui.form.text import said, with_changes
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.browse import Browse, BrowseScreen, JoinTarget
from uno_tui.tui.menu.keys import START
from uno_tui.tui.menu.lists import InterruptedScreen, PresetsScreen, to_continue
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen
from uno_tui.tui.replay.records import RecordsScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.screen import SettingsScreen
from uno_tui.tui.single_screen_app import SingleScreenApp


@dataclass(frozen=True, slots=True)
class StartChoice:
    """The person's choice on the start screen: exactly one field is set. The command line then runs it."""

    play: TableOptions | None = None
    match: InterruptedMatch | None = None
    host: TableOptions | None = None
    join: JoinTarget | None = None
    daily: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StartContext:
    """Inputs of the start screen: data to show, and functions to call."""

    last: LastUsed
    records: RecordFolder
    browse: Browse
    interrupted: tuple[InterruptedMatch, ...] = ()
    """Matches that can be continued, newest first."""
    finished: tuple[FinishedMatch, ...] = ()
    """The person's finished matches, oldest first."""
    daily: DailyHistory
    """The person's tries at the daily deal."""
    settings: Settings
    save: Callable[[Settings], None]
    """Saves settings, or raises `OSError`."""
    appearance_for: Callable[[Settings], Appearance]
    """Function that returns the appearance for given settings."""
    themes: Path | None = None
    answer: str = ""
    """Message shown when the screen opens."""
    bad: bool = False
    """Whether `answer` is an error."""


# Translators: of each row of the start screen, a verb (12 letters at most) and a sentence.
ROWS: Final = (
    ("play", mark("Play")),
    ("daily", mark("Daily deal")),
    ("host", mark("Host")),
    ("join", mark("Join")),
    ("replay", mark("Replay")),
    ("rules", mark("Rules")),
    ("settings", mark("Settings")),
    ("leave", mark("Quit")),
)
# Translators: what a row of the start screen does, in one line.
_ABOUT: Final = {
    "join": mark("Find a game on this network and play it."),
    "replay": mark("Replay a match you finished here."),
    "rules": mark("Read the rules of any preset."),
    "settings": mark("Name, theme, language, lessons and more."),
    "statistics": mark("Show how many matches you have played and won."),
    "leave": mark("Leave the game."),
}

_NEW: Final = mark("New to UNO? Play: the game explains itself.")


# Translators: the start screen: a title, or the line beside Play: "3 bots, medium; classic rules".
class StartScreen(MenuScreen[StartChoice]):
    """The start screen; its result is the person's choice, or None to quit."""

    KEYS = START

    def __init__(self, appearance: Appearance, start: StartContext) -> None:
        self.start = start
        told = start.answer or _greeting(appearance.words, start)
        scene = MenuScene("", (), logo=True, answer=told, bad=start.bad and bool(start.answer))
        super().__init__(appearance, scene)
        self.speak()

    def speak(self) -> None:
        """Translate the rows into the session's language."""
        words, last = self.appearance.words, self.start.last
        about = {name: words(text) for name, text in _ABOUT.items()}
        about["play"] = against(words, last.play.options)
        about["daily"] = daily_row(words, self.start.daily)
        about["host"] = hosted(words, last.host.options)
        rows = tuple(MenuRow(name, words(text), about[name], self._key(name)) for name, text in ROWS)
        if self.start.interrupted:
            ongoing = to_continue(words, self.start.interrupted)
            rows = (MenuRow("continue", words("Continue"), ongoing, self._key("continue")), *rows)
        self.scene = replace(self.scene.with_rows(rows), title=words("UNO in the terminal"))

    def _key(self, command: str) -> str:
        return command_key(self.appearance, START, command)

    def choose(self) -> None:
        """Run the command of the selected row."""
        if self.scene.row is not None:
            self.run(self.scene.row.name)

    def select_named(self, name: str) -> None:
        """Select the row with a name."""
        self.select([row.name for row in self.scene.rows].index(name))

    @handles("continue")
    def continue_match(self) -> None:
        """Continue the interrupted match; if there are several, ask which."""
        matches = self.start.interrupted
        if len(matches) == 1:
            self.dismiss(StartChoice(match=matches[0]))
        elif matches:
            self.select_named("continue")

            def picked(match: InterruptedMatch | None) -> None:
                if match is not None:
                    self.dismiss(StartChoice(match=match))

            self.app.push_screen(InterruptedScreen(self.appearance, matches), picked)

    @handles("play")
    def play(self) -> None:
        """Play with the options of the last game."""
        self.dismiss(StartChoice(play=self.start.last.play.options))

    @handles("daily")
    def play_daily(self) -> None:
        """Play the deal of the day; after it, open its page."""
        history = self.start.daily
        if not history.over:
            self.dismiss(StartChoice(daily=True))
            return
        self.select_named("daily")
        words = self.appearance.words
        lines = [PageLine("", line) for line in daily_lines(words, history)]
        self.app.push_screen(PageScreen(self.appearance, words("Daily deal"), lines))

    @handles("host")
    def host(self) -> None:
        """Host with the options of the last hosted game."""
        self.dismiss(StartChoice(host=self.start.last.host.options))

    @handles("options")
    def open_form(self) -> None:
        """Open the form with the options for playing or hosting, depending on the selected row."""
        name = self.scene.row.name if self.scene.row else "play"
        last = self.start.last
        options = replace(last.play.options, solo=True) if name == "play" else last.host.options
        before = Draft.of_options(options, tuple(LEVELS))

        def filled(form: Filled | None) -> None:
            if form is None or not form[1]:
                if form is not None and form[0] != before:
                    self.say(self.appearance.words("Your changes to the options were not kept."))
                return
            chosen = form[0].options
            if name == "play":
                chosen = replace(chosen, bots=chosen.seats - 1, solo=False)
            self.dismiss(StartChoice(play=chosen) if name == "play" else StartChoice(host=chosen))

        self.app.push_screen(FormScreen(self.appearance, before), filled)

    @handles("join")
    def join(self) -> None:
        """Open the list of games on the network."""
        self.select_named("join")

        def joined(place: JoinTarget | None) -> None:
            if place is not None:
                self.dismiss(StartChoice(join=place))

        self.app.push_screen(BrowseScreen(self.appearance, self.start.browse), joined)

    @handles("replay")
    def show_records(self) -> None:
        """Open the list of finished matches."""
        self.select_named("replay")
        self.app.push_screen(
            RecordsScreen(self.appearance, self.start.records, self.start.themes, self.start.settings.table)
        )

    @handles("statistics")
    def show_statistics(self) -> None:
        """Open the page of statistics."""
        words = self.appearance.words
        lines = [PageLine("", line) for line in statistics_lines(words, self.start.finished)]
        self.app.push_screen(PageScreen(self.appearance, words("Statistics"), lines))

    @handles("rules")
    def show_presets(self) -> None:
        """Open the list of presets."""
        self.select_named("rules")
        self.app.push_screen(PresetsScreen(self.appearance, stored_lessons(self.start.settings.taught)))

    @handles("settings")
    def open_settings(self) -> None:
        """Open the settings."""
        self.select_named("settings")
        start = self.start
        screen = SettingsScreen(self.appearance, start.settings, start.save, start.appearance_for, start.themes)
        self.app.push_screen(screen, self.changed)

    def opens_own_settings(self) -> bool:
        """Open the settings above any other screen."""
        self.open_settings()
        return True

    def apply_settings(self, session: SessionOptions, appearance: Appearance) -> None:
        """Draw everything with the theme that suits the terminal."""
        del session
        self.restyle(appearance)
        self.show()

    def changed(self, settings: Settings | None) -> None:
        """Apply the new settings when the settings screen closes."""
        if settings is not None:
            self.start = replace(self.start, settings=settings)
            appearance = self.start.appearance_for(settings)
            if isinstance(self.app, SingleScreenApp):
                self.app.apply_settings(self.app.session, appearance)  # also to what is open above this screen
            self.restyle(appearance)
            self.speak()
            self.show()


# Translators: the start screen: a title, or the line beside Play: "3 bots, medium; classic rules".
def against(words: Words, options: TableOptions) -> str:
    """Return the options of a game against bots, in one line of text."""
    text = words.n(
        "{count} bot, {level}; {rules} rules",
        "{count} bots, {level}; {rules} rules",
        options.bots,
        level=said(words, "level", options.level),
        rules=options.rules.preset,
    )
    return with_changes(words, text, options.rules)


# Translators: the start screen: a title, or the line beside Play: "3 bots, medium; classic rules".
def _greeting(words: Words, start: StartContext) -> str:
    """Return the person's statistics, or a suggestion to play if they are new."""
    if start.finished:
        return tally_line(words, Tally.of(start.finished))
    begun = bool(start.interrupted) or stored_lessons(start.settings.taught) >= BASICS
    return words(_NEW) if start.settings.lessons and not begun else ""


# Translators: the start screen: a title, or the line beside Play: "3 bots, medium; classic rules".
def row_about(words: Words, name: str, last: LastUsed, interrupted: tuple[InterruptedMatch, ...]) -> str:
    """Return a line about a start menu row; empty if its label is clear enough."""
    match name:
        case "continue":
            return to_continue(words, interrupted)
        case "play":
            return against(words, last.play.options)
        case "host":
            return hosted(words, last.host.options)
    return words(_ABOUT[name]) if name in _ABOUT else ""


# Translators: the start screen: a title, or the line beside Play: "3 bots, medium; classic rules".
def hosted(words: Words, options: TableOptions) -> str:
    """Return the options for hosting, in one line of text."""
    if options.bots:
        bots = words.n("{count} bot", "{count} bots", options.bots)
    else:
        bots = words("bots fill in") if options.fill else words("no bots")
    text = words.n(
        "On this network, {count} seat, {bots}; rules: {rules}",
        "On this network, {count} seats, {bots}; rules: {rules}",
        options.seats,
        bots=bots,
        rules=options.rules.preset,
    )
    return with_changes(words, text, options.rules)
