"""The start screen: what a person who types `uno` can do."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final

from uno_tui.bots import LEVELS
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words, mark
from uno_tui.local.last_used import LastUsed
from uno_tui.local.record_folder import RecordFolder
from uno_tui.local.settings import Settings
from uno_tui.table.options import TableOptions
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.draft import Draft
from uno_tui.tui.form.screen import Filled, FormScreen
from uno_tui.tui.form.text import said
from uno_tui.tui.keytable import handles
from uno_tui.tui.menu.browse import Browse, BrowseScreen, JoinTarget
from uno_tui.tui.menu.keys import PICK, START
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen
from uno_tui.tui.replay.records import RecordsScreen
from uno_tui.tui.settings.screen import SettingsScreen
from uno_tui.tui.table.pages import rules_page


@dataclass(frozen=True, slots=True)
class StartChoice:
    """What a person wants that is done outside of the start screen."""

    play: TableOptions | None = None
    host: TableOptions | None = None
    join: JoinTarget | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartContext:
    """What the start screen needs to know, and whom it asks."""

    last: LastUsed
    records: RecordFolder
    browse: Browse
    settings: Settings
    save: Callable[[Settings], None]
    """Keeps settings, or raises `OSError`."""
    appearance_for: Callable[[Settings], Appearance]
    """What is drawn with by those settings."""
    themes: Path | None = None
    answer: str = ""
    """What the person is told first."""
    bad: bool = False
    """It is something that went wrong."""


_ROWS: Final = (
    ("play", "p", mark("Play")),
    ("host", "h", mark("Host")),
    ("join", "j", mark("Join")),
    ("replay", "r", mark("Replay")),
    ("rules", "R", mark("Rules")),
    ("settings", "s", mark("Settings")),
    ("leave", "q", mark("Quit")),
)
_ABOUT: Final = {
    "join": mark("Find a game on this network and play it."),
    "replay": mark("See a match again that was finished here."),
    "rules": mark("Read the rules, by any of the presets."),
    "settings": mark("Name, theme, language, lessons and more."),
    "leave": mark("Leave the game."),
}

_NEW: Final = mark("New to UNO? Play: the game explains itself.")


class StartScreen(MenuScreen[StartChoice]):
    """Offers what there is; ends with a wish, or with None for none."""

    KEYS = START

    def __init__(self, appearance: Appearance, start: StartContext) -> None:
        self.start = start
        told = start.answer or (appearance.words(_NEW) if start.settings.lessons else "")
        scene = MenuScene("", (), logo=True, answer=told, bad=start.bad and bool(start.answer))
        super().__init__(appearance, scene)
        self.speak()

    def speak(self) -> None:
        """Put the rows into words."""
        words, last = self.appearance.words, self.start.last
        about = {name: words(text) for name, text in _ABOUT.items()}
        about["play"] = against(words, last.play.options)
        about["host"] = hosted(words, last.host.options)
        rows = tuple(MenuRow(name, words(text), about[name], key) for name, key, text in _ROWS)
        self.scene = replace(self.scene.with_rows(rows), title=words("UNO in the terminal"))

    def choose(self) -> None:
        """Do what the selected row says."""
        if self.scene.row is not None:
            self.run(self.scene.row.name)

    def select(self, name: str) -> None:
        """Select the row of that name."""
        self.go_to([row.name for row in self.scene.rows].index(name))

    @handles("play")
    def play(self) -> None:
        """Play as last time."""
        self.dismiss(StartChoice(play=self.start.last.play.options))

    @handles("host")
    def host(self) -> None:
        """Host as last time."""
        self.dismiss(StartChoice(host=self.start.last.host.options))

    @handles("options")
    def open_form(self) -> None:
        """Fill in a form first."""
        name = self.scene.row.name if self.scene.row else "play"
        options = self.start.last.play.options if name == "play" else self.start.last.host.options

        def filled(form: Filled | None) -> None:
            if form is None or not form[1]:
                return
            chosen = form[0].options
            if name == "play":
                chosen = replace(chosen, bots=chosen.seats - 1)
            self.dismiss(StartChoice(play=chosen) if name == "play" else StartChoice(host=chosen))

        self.app.push_screen(FormScreen(self.appearance, Draft.of_options(options, tuple(LEVELS))), filled)

    @handles("join")
    def join(self) -> None:
        """Look for games."""
        self.select("join")

        def joined(place: JoinTarget | None) -> None:
            if place is not None:
                self.dismiss(StartChoice(join=place))

        self.app.push_screen(BrowseScreen(self.appearance, self.start.browse), joined)

    @handles("replay")
    def show_records(self) -> None:
        """Show the kept records."""
        self.select("replay")
        self.app.push_screen(RecordsScreen(self.appearance, self.start.records, self.start.themes))

    @handles("rules")
    def show_presets(self) -> None:
        """Show the presets."""
        self.select("rules")
        self.app.push_screen(PresetsScreen(self.appearance))

    @handles("settings")
    def open_settings(self) -> None:
        """Show the settings."""
        self.select("settings")
        start = self.start
        screen = SettingsScreen(self.appearance, start.settings, start.save, start.appearance_for, start.themes)
        self.app.push_screen(screen, self.changed)

    def changed(self, settings: Settings | None) -> None:
        """The settings were left."""
        if settings is not None:
            self.start = replace(self.start, settings=settings)
            self.restyle(self.start.appearance_for(settings))
            self.speak()
            self.show()


def against(words: Words, options: TableOptions) -> str:
    """How one plays here, in a line."""
    return words.n(
        "Against {count} bot that plays {level}; rules: {rules}",
        "Against {count} bots that play {level}; rules: {rules}",
        options.bots,
        level=said(words, "level", options.level),
        rules=options.rules.text,
    )


def hosted(words: Words, options: TableOptions) -> str:
    """How one hosts, in a line."""
    bots = words.n("{count} bot", "{count} bots", options.bots) if options.bots else words("no bots")
    return words.n(
        "On this network, {count} seat, {bots}; rules: {rules}",
        "On this network, {count} seats, {bots}; rules: {rules}",
        options.seats,
        bots=bots,
        rules=options.rules.text,
    )


class PresetsScreen(MenuScreen[None]):
    """The presets, each a page of rules."""

    KEYS = PICK
    ABOUT: ClassVar = {
        "classic": mark("One card drawn a turn; a Wild Draw Four only if nothing else fits."),
        "official": mark("As the sheet in the box has it: Wild Draw Fours may be bluffs, and challenged."),
        "irish": mark("Stacking and doubles; who can play must play."),
        "party": mark("Everything: stacking, doubles, jumping in, sevens swap hands, zeros pass them on."),
        "quick": mark("One round."),
    }

    def __init__(self, appearance: Appearance) -> None:
        words = appearance.words
        rows = tuple(MenuRow(name, name, words(self.ABOUT[name])) for name in PRESETS)
        super().__init__(appearance, MenuScene(words("Which rules?"), rows))

    def choose(self) -> None:
        """Show the rules."""
        if self.scene.row is not None:
            self.app.push_screen(rules_page(self.appearance, PRESETS[self.scene.row.name]))
