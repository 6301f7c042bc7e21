"""The start screen and what is done from it, until the person has enough.

A game takes the whole terminal, each in its own way; so the start screen ends before it and comes back after it.
"""

import asyncio
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from uno_tui.cli.play import play_on_screen
from uno_tui.i18n import Words
from uno_tui.local.last_used import LastUsed, last_used_file, save_last_used
from uno_tui.local.record_folder import own_record_folder, record_message
from uno_tui.local.settings import Settings, load_or_default, save, settings_file
from uno_tui.table.options import TableOptions
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.theme import user_folder
from uno_tui.tui.local_app import TERMINATED, run_here
from uno_tui.tui.menu.browse import JoinTarget
from uno_tui.tui.menu.start import StartChoice, StartContext, StartScreen
from uno_tui.tui.screen_app import ScreenApp
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.rows import session_appearance


@dataclass(slots=True)
class StartMenu:
    """One person at the start screen."""

    environment: Mapping[str, str]
    settings: Settings
    """As they are kept."""
    asked: dict[str, str]
    """The settings that options of the command line go before, until they are changed here."""
    login: str
    """The name of who has set none."""
    complaint: str = ""
    answer: str = field(default="", init=False)

    @property
    def chosen(self) -> Settings:
        """The settings that hold now."""
        return structs.replace(self.settings, **self.asked)

    @property
    def words(self) -> Words:
        """The language that holds now."""
        return self.words_for(self.chosen)

    def words_for(self, settings: Settings) -> Words:
        """The language of settings."""
        return Words(settings.language) if settings.language else Words.of_environment(self.environment)

    @property
    def name(self) -> str:
        """What this person is called."""
        return self.settings.name or self.login

    def appearance_for(self, settings: Settings) -> Appearance:
        """What is drawn with by those settings."""
        shown = structs.replace(settings, **self.asked)
        return session_appearance(SessionOptions.local(self.environment, self.words_for(shown), shown), user_folder())[
            0
        ]

    def take(self, settings: Settings) -> None:
        """Take settings that were changed: they go before the command line's options from now on."""
        for name in list(self.asked):
            if getattr(settings, name) != getattr(self.settings, name):
                del self.asked[name]
        self.settings = settings

    def change(self, settings: Settings) -> None:
        """Take settings that were changed here, and keep them; if that raises `OSError`, they hold all the same."""
        self.take(settings)
        save(settings_file(), settings)

    def stay(self) -> int:
        """Show the start screen and do what is wished, until nothing is; the exit status."""
        while True:
            session = SessionOptions.local(self.environment, self.words, self.chosen)
            app = ScreenApp[StartChoice](session, self.screen, user_folder())
            status = asyncio.run(run_here(app))
            if app.result is None:
                return status
            self.answer = self.fulfil(app.result)
            kept, wrong = load_or_default(settings_file())  # at the table, too, settings can be changed
            if not wrong:
                self.take(kept)

    def screen(self, appearance: Appearance, complaint: str) -> StartScreen:
        """The start screen as it is now."""
        wrong = self.complaint or complaint
        self.complaint = ""
        start = StartContext(
            last=LastUsed.load(last_used_file()),
            records=own_record_folder(),
            browse=browse,
            settings=self.settings,
            save=self.change,
            appearance_for=self.appearance_for,
            themes=user_folder(),
            answer=self.answer or wrong,
            bad=not self.answer,
        )
        return StartScreen(appearance, start)

    def fulfil(self, wish: StartChoice) -> str:
        """Do it, and give what the person is to be told of it."""
        if wish.play is not None:
            return self.play(wish.play)
        if wish.host is not None:
            return self.host(wish.host)
        return self.join(wish.join or JoinTarget())

    def play(self, options: TableOptions) -> str:
        """Play against bots."""
        save_last_used(play=options)
        records = own_record_folder()
        status = play_on_screen(options, self.name, self.words, self.environment, self.chosen, records)
        if status == TERMINATED:
            sys.exit(status)
        return record_message(records, self.words)

    def host(self, options: TableOptions) -> str:
        """Host a game; what goes wrong is told on the terminal, and waited for to be read."""
        from uno_server.lan.host import HostOptions, run_host  # noqa: PLC0415  # the same
        from uno_server.lan.lan_server import Network  # noqa: PLC0415  # only what is wished is loaded

        save_last_used(host=options)
        network = Network(None, 2222, announce=True)
        looks = self.chosen
        status = run_host(HostOptions(options, self.name, self.words, looks, network, keep=False, signaled=TERMINATED))
        if status == TERMINATED:
            sys.exit(status)
        if status:
            self.wait()
        return ""

    def join(self, place: JoinTarget) -> str:
        """Join a game, and give why that could not be."""
        from uno_tui.net.join import EndedError, JoinError, run_join, split_address  # noqa: PLC0415  # the same

        try:
            run_join(place.game or split_address(place.address), None, self.name, self.words)
        except EndedError as error:
            sys.stderr.write(f"uno join: {error.spoken(self.words)}\n")
            sys.exit(TERMINATED)
        except JoinError as error:
            return error.spoken(self.words)
        return ""

    def wait(self) -> None:
        """Let the person read what stands on the terminal."""
        sys.stdout.write(self.words("Press Enter to go on.") + "\n")
        sys.stdout.flush()
        sys.stdin.readline()


def browse(changed: Any) -> AbstractAsyncContextManager[None]:
    """Look for games on the network."""
    from uno_tui.net.lan import browse_games  # noqa: PLC0415  # loaded when somebody looks for games

    return browse_games(changed)
