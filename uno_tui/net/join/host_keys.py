"""Keys for joining: this person's own key, and the host keys they have accepted."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

import asyncssh

from uno_tui.i18n import Sentence, Words
from uno_tui.local.files import create_file
from uno_tui.net.join.errors import CONNECTION_ERRORS, JoinError, UnreachableError, reason

CONNECT_SECONDS: Final = 15.0
HEAD_START: Final = 2.0
"""Seconds in which only the first address of a game is tried, unless it fails sooner."""

Ask = Callable[[str], Awaitable[bool]]
"""A function that asks the person a question and returns whether the answer was yes."""


def own_key(folder: Path) -> asyncssh.SSHKey:
    """Return this person's key, by which servers recognize them; generate it on first use. Raise `JoinError`.

    If it cannot be stored, for example without a home folder, a new key is generated each time.
    """
    path = folder / "join_key"
    if not path.exists():
        made = asyncssh.generate_private_key("ssh-ed25519", comment="uno join")
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            create_file(path, made.export_private_key())
        except OSError:
            return made
    try:
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.Error, ValueError) as error:
        raise JoinError(
            "your key {path} cannot be used ({reason}). Move it away and a new one will be made",
            path=path, reason=reason(error),
        ) from error  # fmt: skip  # one sentence


class KnownHosts:
    """The file of accepted host keys, one per line: ``HOST PORT SHA256:...``."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "known_games"

    def get(self, host: str, port: int) -> str:
        """Return a host's accepted fingerprint; empty if there is none."""
        if self.path.exists():
            for line in self.path.read_text("utf-8", "replace").splitlines():
                words = line.split()
                if len(words) == 3 and words[:2] == [host, str(port)]:
                    return words[2]
        return ""

    def add(self, host: str, port: int, fingerprint: str) -> None:
        """Add an accepted fingerprint to the file, a private one; do nothing if the file cannot be written."""
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            number = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(number, "a", encoding="utf-8") as file:
                file.write(f"{host} {port} {fingerprint}\n")


async def reach(addresses: Sequence[str], port: int, announced: str) -> tuple[str, asyncssh.SSHKey]:
    """Return an address that answers, and its host key; raise `UnreachableError` if none answers.

    The first address, which the person was shown, has a head start; then all are tried at once. One with the announced
    key is preferred; else the first to answer is returned.
    """
    asking: list[asyncio.Task[tuple[str, asyncssh.SSHKey | None]]] = []

    async def ask(address: str) -> tuple[str, asyncssh.SSHKey | None]:
        if address != addresses[0]:
            await asyncio.wait(asking[:1], timeout=HEAD_START)
        return address, await asyncio.wait_for(asyncssh.get_server_host_key(address, port), CONNECT_SECONDS)

    asking += [asyncio.create_task(ask(address)) for address in addresses]
    answers: list[tuple[str, asyncssh.SSHKey]] = []
    why: Sentence | None = None
    try:
        for answer in asyncio.as_completed(asking):
            try:
                address, key = await answer
            except CONNECTION_ERRORS as error:
                why = why or reason(error)
                continue
            if key is None:
                why = why or Sentence("that is not an ssh server")
                continue
            answers.append((address, key))
            if announced in ("", key.get_fingerprint()):
                return address, key
    finally:
        for task in asking:
            task.cancel()
    if answers:
        return answers[0]
    raise _unreachable(addresses, port, why or Sentence("no answer in time"))


def look_up(host: str, port: int) -> None:
    """Check that a host name has an address; raise `UnreachableError` if not."""
    try:
        socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        if error.errno == socket.EAI_NONAME:
            raise UnreachableError(Sentence("The name {host} is unknown; check its spelling.", host=host)) from error
        raise _unreachable([host], port, reason(error)) from error
    except (OSError, UnicodeError) as error:
        raise _unreachable([host], port, reason(error)) from error


def _unreachable(addresses: Sequence[str], port: int, why: Sentence) -> UnreachableError:
    return UnreachableError(
        Sentence("No game is running at {host} port {port}: {reason}.",
                 host=", ".join(addresses), port=port, reason=why)
    )  # fmt: skip  # one thought


async def check_key(
    host: str, port: int, fingerprint: str, announced: str, known: KnownHosts, words: Words, ask: Ask
) -> None:
    """Return normally if the host key is already accepted or the person accepts it now; else raise `JoinError`."""
    before = known.get(host, port)
    if before and before != fingerprint:
        raise JoinError(
            "WARNING: the key of {host} port {port} has changed. It was {before}; now it is {now}. Someone may "
            "be intercepting the connection. If the host made a new key, or another computer has this address "
            "now, remove the line for {host} from {file}.",
            host=host, port=port, before=before, now=fingerprint, file=known.path,
        )  # fmt: skip  # one thought
    if before:
        return
    question = words("The key of {host} port {port} is {key}.", host=host, port=port, key=fingerprint)
    if announced:
        comparison = words("It matches the key the game announced.") if announced == fingerprint else words(
            "It does NOT match the key the game announced, {key}.", key=announced)  # fmt: skip  # one thought
        question = f"{question}\n{comparison}"
    # Translators: {yes} and {no} are the letters that answer it: [y/n].
    comparing = words("Compare it with the host's screen. Continue? [{yes}/{no}]", **_letters(words))
    if not await ask(f"{question}\n{comparing}"):
        raise JoinError("You did not join.")
    known.add(host, port, fingerprint)


def _letters(words: Words) -> dict[str, str]:
    """Return the letters for yes and no."""
    return {"yes": words.p("answer", "yes")[:1], "no": words.p("answer", "no")[:1]}
