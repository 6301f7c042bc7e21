"""The screen of games on the local network, updated while it is open."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from uno_tui.i18n.system_reasons import system_reason
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.keys import BROWSE
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen

if TYPE_CHECKING:  # zeroconf is loaded only when somebody looks for games
    from uno_tui.net.lan import Game

Browse = Callable[[Callable[[tuple["Game", ...]], None]], AbstractAsyncContextManager[None]]
"""Returns a context that looks for games and passes all of them to the callback at each change.

Entering it raises `OSError` if there is no network.
"""

MAX_ADDRESS: Final = 260


@dataclass(frozen=True, slots=True)
class JoinTarget:
    """The game that a person wants to join: a game found on the network, or a typed address."""

    game: "Game | None" = None
    address: str = ""


class BrowseScreen(MenuScreen[JoinTarget]):
    """A list of games on the network; its result is the game to join."""

    KEYS = BROWSE

    def __init__(self, appearance: Appearance, browse: Browse) -> None:
        self.browse = browse
        self.games: tuple[Game, ...] = ()
        words = appearance.words
        key = command_key(appearance, BROWSE, "address")
        empty = words("Searching for games... If none appears, press {key} "
                      "and type the address on the host's screen.", key=key)  # fmt: skip  # one thought
        super().__init__(appearance, MenuScene(words("Games on this network"), (), empty=empty))

    def on_mount(self) -> None:
        """Look for games."""
        self.run_worker(self.look(), exit_on_error=False)

    async def look(self) -> None:
        """Search for games until the screen is closed; show an error if searching is impossible."""
        try:
            async with self.browse(self.found):
                await asyncio.get_running_loop().create_future()
        except OSError as error:
            words = self.appearance.words
            self.tell(words("There is no network to search: {error}.", error=system_reason(words, error)), bad=True)
            self.show()

    def found(self, games: "tuple[Game, ...]") -> None:
        """Show the games that exist now."""
        self.games = games
        self.shown_scenes.replace(self.scene)
        rows = tuple(MenuRow(game.service, game.name, _about(game)) for game in games)
        self.scene = self.scene.with_rows(rows)
        if self.is_current:
            self.show()

    def meaning(self, scene: MenuScene, name: str, number: int | None) -> object:
        """Return a command and the game that it is about in a scene."""
        row = scene.row if number is None else scene.rows[number] if number < len(scene.rows) else None
        return (name, row and row.name) if name in ("choose", "row") else (name, number)

    def choose(self) -> None:
        """Close the screen with the selected game."""
        if self.scene.selected < len(self.games):
            self.dismiss(JoinTarget(self.games[self.scene.selected]))

    @handles("address")
    def ask_address(self) -> None:
        """Ask for an address."""
        self.ask(self.appearance.words("Which address? HOST or HOST:PORT, as the host's screen shows it."), MAX_ADDRESS)

    def typed(self, text: str) -> None:
        """Close the screen with an address that was typed."""
        self.dismiss(JoinTarget(address=text))


def _about(game: "Game") -> str:
    return "  ".join(part for part in (game.code, game.taken, game.rules, f"{game.addresses[0]}:{game.port}") if part)
