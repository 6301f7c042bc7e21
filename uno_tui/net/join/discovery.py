"""Looking for games on the network: a list for `--list`, and a list that changes until a person picks a game."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Final

from uno_tui.i18n import Words
from uno_tui.local.raw_terminal import TypedLines, show
from uno_tui.net.join.address import join_address
from uno_tui.net.join.errors import JoinError, reason
from uno_tui.net.lan import Game, browse_games

HINT_SECONDS: Final = 6.0
"""Seconds without a game found after which a hint names another way to join."""
BY_ADDRESS: Final = "uno join HOST[:PORT]"
LIST_LINE: Final = "{name:16} {code:12} {seats:>5} {rules:24} {place} {fingerprint}"


def no_network(error: OSError) -> JoinError:
    """Return the error for a network search that the operating system refused."""
    return JoinError(
        "there is no network to search ({reason}); you can still join by address: {command}",
        reason=reason(error),
        command=BY_ADDRESS,
    )


async def list_games(seconds: float) -> tuple[Game, ...]:
    """Return the games found within a number of seconds."""
    games: list[tuple[Game, ...]] = [()]
    async with browse_games(games.append):
        await asyncio.sleep(seconds)
    return games[-1]


def describe(games: Sequence[Game]) -> list[str]:
    """Return a line per game for `uno join --list`: name, code, taken/all seats, rules, address, fingerprint."""
    return [
        LIST_LINE.format(
            name=game.name, code=game.code, seats=game.taken, rules=game.rules,
            place=join_address(game.addresses[0], game.port), fingerprint=game.fingerprint,
        ).rstrip()
        for game in games
    ]  # fmt: skip  # a table


def _lasting(game: Game) -> tuple[str, ...]:
    """Return the parts of a game's row that rarely change: all except its free seats."""
    return game.name, game.code, game.seats, game.rules, join_address(game.addresses[0], game.port)


# Translators: the list of games found on the network, and the answers to what is typed there; {number} is a row's
# number.
class GamePicker:
    """Shows games as they appear and disappear; a person picks a game by its number, which never changes."""

    def __init__(self, words: Words, lines: TypedLines) -> None:
        self._words = words
        self._typed = lines
        self._numbers: dict[str, int] = {}
        self._question = words("Searching this network for games. Type a game's number to join, or q to quit.")
        self._games: dict[int, Game] = {}
        """The currently available games, by their number in the list."""

    def changed(self, games: tuple[Game, ...]) -> None:
        """Show the games that are new, changed or gone; a free seat more or less is not shown."""
        now = {self._numbers.setdefault(game.service, len(self._numbers) + 1): game for game in games}
        lines = [
            self._words("{number}  {name} has closed", number=number, name=game.name)
            for number, game in self._games.items()
            if number not in now
        ]
        lines += [
            f"{number}  {self._description(game)}"
            for number, game in now.items()
            if number not in self._games or _lasting(self._games[number]) != _lasting(game)
        ]
        self._games = now
        if lines:
            self._show("\n".join(lines))

    def repeat(self) -> None:
        """Show all available games again."""
        games = [f"{number}  {self._description(game)}" for number, game in self._games.items()]
        self._show("\n".join([self._question, *games]))

    def _description(self, game: Game) -> str:
        words, place = self._words, join_address(game.addresses[0], game.port)
        seats = words("{free} of {seats} seats free", free=game.free, seats=game.seats) if game.free else ""
        return "  ".join(part for part in (game.name, game.code, seats, game.rules, place) if part)

    def hint(self) -> None:
        """Show how to join by address, unless a game is listed."""
        if not self._games:
            self._show(
                self._words("No games found yet. Some networks block searching; ask the host for the address: "
                            "{command}", command=BY_ADDRESS)
            )  # fmt: skip  # one thought

    def forget(self, game: Game) -> None:
        """Remove a game that does not answer; the list shows the game again when the network announces it again."""
        self._games = {number: one for number, one in self._games.items() if one is not game}

    async def pick(self) -> Game:
        """Wait until the person picks a game; raise `JoinError` if they cancel."""
        while True:
            line = await self._typed.line()
            if line is None or line.strip().lower() == "q":
                raise JoinError("You did not join.")
            picked = line.strip() or (str(*self._games) if len(self._games) == 1 else "")
            if picked.isdecimal() and int(picked) in self._games:
                return self._games[int(picked)]
            self._show(
                self._words("No game is listed as {number}.", number=picked)
                if picked
                else self._words("Type the number of a game.")
            )

    def _show(self, text: str) -> None:
        show(f"\r{text}\n> ".encode())


@contextlib.asynccontextmanager
async def discover(words: Words, lines: TypedLines) -> AsyncIterator[GamePicker]:
    """Search for games and show them; raise `JoinError` if there is no network."""
    picker = GamePicker(words, lines)
    picker.repeat()
    hint = asyncio.get_running_loop().call_later(HINT_SECONDS, picker.hint)
    try:
        async with browse_games(picker.changed):
            yield picker
    except OSError as error:
        raise no_network(error) from error
    finally:
        hint.cancel()
