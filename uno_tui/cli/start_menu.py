"""The bare `uno`: the start screen, what is chosen there, and the start screen again until the person leaves.

Each game takes over the terminal in its own way, so the start screen ends before a game and is opened again after it.
"""

import asyncio
import signal
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from uno_tui.cli.daily_game import DailyGame
from uno_tui.cli.play import MatchLostError, OwnGame, play_on_screen, print_report
from uno_tui.cli.screen import LocalScreenApp, run_screen
from uno_tui.i18n import Words
from uno_tui.local.daily_tries import NoTryError, own_tries
from uno_tui.local.kept_matches import InterruptedMatch, own_matches
from uno_tui.local.last_used import LastUsed, last_used_file, save_last_used
from uno_tui.local.record_folder import own_record_folder
from uno_tui.local.settings import Settings, load_or_default, save, settings_file
from uno_tui.local.signals import SIGNALED, exit_status
from uno_tui.local.theme_files import user_folder
from uno_tui.table.options import TableOptions
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.menu.browse import JoinTarget
from uno_tui.tui.menu.start import StartChoice, StartContext, StartScreen
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance


@dataclass(slots=True)
class StartMenu:
    """State of the start menu between games: settings, command-line overrides, and the last message."""

    environment: Mapping[str, str]
    settings: Settings
    """The settings as saved in the file."""
    overrides: dict[str, str]
    """Settings given on the command line; changing a setting in the menu removes its override."""
    login: str
    """The login name, used as the player's name if the settings contain none."""
    complaint: str = ""
    """Error message about the settings file; shown only on the first screen."""
    answer: str = field(default="", init=False)
    game: OwnGame | None = field(default=None, init=False)
    """The game that was played last, which is reported once the start screen is left."""
    app: LocalScreenApp[StartChoice] | None = field(default=None, init=False)
    """The app of the newest start screen, which has collected the terminal's answers to queries."""

    @property
    def effective(self) -> Settings:
        """The settings with the overrides applied."""
        return structs.replace(self.settings, **self.overrides)

    @property
    def words(self) -> Words:
        """The texts in the language chosen by the settings and the command line."""
        return self.words_for(self.effective)

    def words_for(self, settings: Settings) -> Words:
        """Return the texts in the language of the given settings; without one, in the environment's language."""
        return Words(settings.language) if settings.language else Words.of_environment(self.environment)

    @property
    def name(self) -> str:
        """The name at the table."""
        return self.settings.name or self.login

    def appearance_for(self, settings: Settings) -> Appearance:
        """Return the appearance of a screen with these settings."""
        return session_appearance(self.session(structs.replace(settings, **self.overrides)), user_folder())[0]

    def session(self, settings: Settings) -> SessionOptions:
        """Return the options of a screen with these settings."""
        options = SessionOptions.local(self.environment, self.words_for(settings), settings)
        known = self.app.known if self.app is not None else None
        return options if known is None else options.answered(known.answers, known.depth)

    def adopt(self, settings: Settings) -> None:
        """Use new settings for the rest of this session; a changed setting drops its command-line override."""
        for name in list(self.overrides):
            if getattr(settings, name) != getattr(self.settings, name):
                del self.overrides[name]
        self.settings = settings

    def change(self, settings: Settings) -> None:
        """Use new settings and save them; if saving raises `OSError`, the new settings are still used."""
        self.adopt(settings)
        save(settings_file(), settings)

    def run(self) -> int:
        """Show the start screen and carry out choices until the person leaves; return the exit status."""
        while True:
            app = LocalScreenApp[StartChoice](self.session(self.effective), self.screen, user_folder())
            app.known = self.app.known if self.app is not None else None
            self.app = app
            status = asyncio.run(run_screen(app, self.words, self.environment))
            if app.result is None:
                if self.game is not None:
                    print_report(self.game)
                return status
            self.answer = self.carry_out(app.result)
            kept, wrong = load_or_default(settings_file())  # settings can be changed at the table as well
            if not wrong:
                self.adopt(kept)

    def screen(self, appearance: Appearance, complaint: str) -> StartScreen:
        """Return a new start screen."""
        wrong = self.complaint or complaint
        self.complaint = ""
        matches = own_matches()
        start = StartContext(
            last=LastUsed.load(last_used_file()),
            records=own_record_folder(),
            interrupted=matches.interrupted(),
            finished=matches.finished(),
            daily=own_tries().history(),
            browse=browse,
            settings=self.settings,
            save=self.change,
            appearance_for=self.appearance_for,
            themes=user_folder(),
            answer=self.answer or wrong,
            bad=not self.answer,
        )
        return StartScreen(appearance, start)

    def carry_out(self, wish: StartChoice) -> str:
        """Carry out a choice; return the message to show afterwards."""
        if wish.play is not None:
            return self.play(wish.play)
        if wish.match is not None:
            return self._play(wish.match)
        if wish.daily:
            return self._run(DailyGame.of(self.name, self.words))
        if wish.host is not None:
            return self.host(wish.host)
        return self.join(wish.join or JoinTarget())

    def play(self, options: TableOptions) -> str:
        """Play a new match against bots; return the message to show afterwards."""
        return self._play(options)

    def _play(self, wish: TableOptions | InterruptedMatch) -> str:
        return self._run(OwnGame(wish, self.name, self.words))

    def _run(self, game: OwnGame) -> str:
        try:
            status = play_on_screen(game, self.environment, self.effective)
            self.game = game
        except MatchLostError:
            return self.words("The match cannot be continued.")
        except NoTryError as error:
            return error.text(self.words)
        if status > SIGNALED:
            print_report(game)
            sys.exit(status)
        return game.message

    def host(self, options: TableOptions) -> str:
        """Host a game; after an error, wait until the person has read the message."""
        from uno_server.lan.host import HostOptions, run_host  # noqa: PLC0415  # the same
        from uno_server.lan.lan_server import Network  # noqa: PLC0415  # only what is wished is loaded

        save_last_used(host=options)
        network = Network()
        looks, signaled = self.effective, exit_status(signal.SIGTERM)
        status = run_host(HostOptions(options, self.name, self.words, looks, network, keep=False, signaled=signaled))
        if status > SIGNALED:
            sys.exit(status)
        if status:
            self.wait()
        return ""

    def join(self, place: JoinTarget) -> str:
        """Join a game; return the error message, empty if there was none."""
        from uno_tui.net.join import EndedError, JoinError, run_join, split_address  # noqa: PLC0415  # the same

        try:
            run_join(place.game or split_address(place.address), None, self.name, self.words)
        except EndedError as error:
            sys.stderr.write(f"uno join: {error.text(self.words)}\n")
            sys.exit(exit_status(signal.SIGTERM))
        except JoinError as error:
            return error.text(self.words)
        return ""

    def wait(self) -> None:
        """Wait for Enter, to let the person read the text on the terminal."""
        sys.stdout.write(self.words("Press Enter to continue.") + "\n")
        sys.stdout.flush()
        sys.stdin.readline()


def browse(changed: Any) -> AbstractAsyncContextManager[None]:
    """Look for games on the network."""
    from uno_tui.net.lan import browse_games  # noqa: PLC0415  # loaded when somebody looks for games

    return browse_games(changed)
