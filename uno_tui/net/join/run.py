"""The command `uno join`: find a game, check its host key, play, return the exit status."""

import asyncio
import contextlib
from collections.abc import Iterator

import asyncssh

from uno_tui import INTERRUPTED
from uno_tui.i18n import Words
from uno_tui.local.files import data_folder
from uno_tui.local.output import write_stdout
from uno_tui.local.raw_terminal import TypedLines, show, typed_lines, typed_secret
from uno_tui.net.join.address import join_address
from uno_tui.net.join.client import play_at
from uno_tui.net.join.discovery import BY_ADDRESS, GamePicker, describe, discover, list_games, no_network
from uno_tui.net.join.errors import JoinError, UnreachableError, reason
from uno_tui.net.join.host_keys import KnownHosts, check_key, own_key, reach
from uno_tui.net.lan import Game, unannounced
from uno_tui.plain.own_lines import OwnLines
from uno_tui.typed.parser import is_yes


def run_list(seconds: float) -> int:
    """Print the games found within a number of seconds and return 0; raise `JoinError` if there are none."""
    try:
        games = asyncio.run(list_games(seconds))
    except OSError as error:
        raise no_network(error) from error
    except KeyboardInterrupt:
        return INTERRUPTED
    for line in describe(games):
        write_stdout(line + "\n")
    if not games:
        raise JoinError("no games found; you can still join by address: {command}", command=BY_ADDRESS)
    return 0


def run_join(
    place: Game | tuple[str, int] | None, code: str | None, name: str, words: Words, *, in_lines: bool = False
) -> int:
    """Join a game found on the network, at an address, or picked by the person; return the exit status."""

    async def join() -> int:
        with OwnLines() if in_lines else contextlib.nullcontext() as lines:
            return await join_game(place, code, name, words, lines)

    try:
        return asyncio.run(join())
    except KeyboardInterrupt:
        show(b"\n")
        return INTERRUPTED


async def join_game(
    place: Game | tuple[str, int] | None, code: str | None, name: str, words: Words, lines: OwnLines | None
) -> int:
    """Join a game as `run_join` does, but inside a running event loop; `lines`: play in text mode."""
    try:
        return await _join(place, code, name, words, lines)
    except OSError as error:
        # Translators: an error: what was tried, and why it failed.
        raise JoinError("{what}: {reason}", what=error.filename or "uno join", reason=reason(error)) from error


class _SharedLines(TypedLines):
    """This process's typed lines, borrowed for joining from the reader that also uses them before and afterwards."""

    def __init__(self, own: OwnLines) -> None:
        super().__init__()
        self._own = own

    async def line(self) -> str | None:
        """Return the next line; None at the end of the input."""
        return await self._own.next()


async def _join(
    place: Game | tuple[str, int] | None, code: str | None, name: str, words: Words, own: OwnLines | None
) -> int:
    folder = data_folder()
    shown = _question if own is None else own.asking
    identity, known = own_key(folder), KnownHosts(folder)
    with typed_lines() if own is None else contextlib.nullcontext(_SharedLines(own)) as lines:
        if place is None:
            game, host, key = await _find(words, lines, own)
        else:
            game = place if isinstance(place, Game) else unannounced(*place)
            host, key = await reach(game.addresses, game.port, game.fingerprint)

        async def ask(question: str) -> bool:
            with shown(question):
                return is_yes(words, await lines.line() or "")

        await check_key(host, game.port, key.get_fingerprint(), game.fingerprint, known, words, ask)

    async def ask_password() -> str | None:
        # Translators: a prompt, behind which the password is typed; {address} is that of a server.
        question = words("Password of {address}:", address=join_address(host, game.port))
        return await (typed_secret(f"{question} ") if own is None else own.secret(question))

    return await play_at(host, game.port, key, identity, name, code or game.code, words.language, ask_password, own)


@contextlib.contextmanager
def _question(text: str) -> Iterator[None]:
    """Show a question whose answer is typed behind it."""
    show(f"{text} ".encode())
    yield


async def _find(words: Words, lines: TypedLines, own: OwnLines | None) -> tuple[Game, str, asyncssh.SSHKey]:
    """Let the person pick a game; return the game with its address and host key."""
    async with discover(words, lines) as picker:
        with own.repeating(picker.repeat) if own else contextlib.nullcontext():
            return await _picked(words, picker)


async def _picked(words: Words, picker: GamePicker) -> tuple[Game, str, asyncssh.SSHKey]:
    """Let the person pick a game, again if it does not answer."""
    while True:
        game = await picker.pick()
        try:
            host, key = await reach(game.addresses, game.port, game.fingerprint)
        except UnreachableError as error:
            picker.forget(game)
            show(f"{error.text(words)}\n> ".encode())
        else:
            return game, host, key
