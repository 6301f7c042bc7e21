"""`uno replay`: show a record on the screen or as JSON, or verify it."""

import asyncio
import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from uno_tui import INTERRUPTED
from uno_tui.game.verify import RecordError
from uno_tui.i18n import Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.local.output import is_tty, write_stdout, write_utf8
from uno_tui.local.record_folder import MAX_BYTES
from uno_tui.local.replay import Replay
from uno_tui.local.settings import Settings, SettingsWriter, settings_file
from uno_tui.speech.errors import fault_sentence

STDIN: Final = "-"


class ReplayUsageError(Exception):
    """Options that do not fit the record or the terminal; the text is translated."""


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """The options of `uno replay`."""

    file: str
    until: int | None = None
    """Number of actions to replay; None for all of them, or on the screen to start at the first."""
    as_json: bool = False
    verify: bool = False
    in_lines: bool = False
    """Whether to show the replay in text mode instead of full-screen."""
    films: Mapping[str, str] = field(default_factory=dict)
    """Output file of the film in each format, `cast` or `svg`; ``-`` means standard output."""
    seat: int | None = None
    """The seat, from 1, whose view the film shows; None to show all hands."""


def run_replay(request: ReplayRequest, words: Words) -> int | Replay:
    """Carry out a request and return the exit status, or return a replay to show or to film.

    Raises:
        ReplayUsageError: The options do not fit the record or the terminal.
    """
    try:
        replay = Replay.read(read_text(request.file))
    except OSError as error:
        return fail(request.file, system_reason(words, error), words)
    except RecordError as error:
        return fail(request.file, fault_text(error, words), words)
    most = replay.last if replay.shown else len(replay.moves)
    if replay.fault is None and request.until is not None and request.until > most:
        raise ReplayUsageError(
            words.n(
                "--until {number} is past the end: this record has {count} action",
                "--until {number} is past the end: this record has {count} actions",
                most,
                number=request.until,
            )
        )
    if request.films and replay.shown:
        _check_seat(request, replay, words)
        return replay
    if not (request.as_json or request.verify or request.films):
        if can_show(request.file) or (request.in_lines and replay.shown):
            return replay
        if replay.fault is None:
            raise ReplayUsageError(words("the replay needs a terminal; without one, use --plain, --json or --verify"))
    if request.as_json:
        number = min(most if request.until is None else request.until, most)
        write_stdout(json.dumps(replay.state(number)) + "\n")
    elif replay.fault is None and not request.films:
        write_stdout(verdict(replay, words) + "\n")
    return 0 if replay.fault is None else fail(request.file, fault_text(replay.fault, words), words)


def _check_seat(request: ReplayRequest, replay: Replay, words: Words) -> None:
    if request.seat is not None and request.seat > replay.seats:
        raise ReplayUsageError(
            words("--seat {number}: this match has the seats 1 to {count}", number=request.seat, count=replay.seats)
        )


def verdict(replay: Replay, words: Words) -> str:
    """Return a line that confirms that a record is valid."""
    record = replay.record
    sentence = words.n(
        "Verified: the seed matches the hash announced before the deal ({hash}), {count} action is legal, and "
        "it leads to this result.",
        "Verified: the seed matches the hash announced before the deal ({hash}), all {count} actions are "
        "legal, and they lead to this result.",
        len(record.moves),
        hash=record.seed_hash,
    )
    return f"{sentence} {words('The seed was chosen by a player.')}" if record.seed_typed else sentence


# Translators: added to what is wrong with a line of a file; {text} is what should stand there, or stands there.
def fault_text(error: RecordError, words: Words) -> str:
    """Return a description of a record's fault, with what was expected and what is there instead."""
    if words.language == "en":
        return str(error)
    text = fault_sentence(words, error)
    if error.wanted:
        text += " " + words("Expected: {text}.", text=error.wanted)
    return text + (" " + words("Found: {text}.", text=error.found) if error.found else "")


def fail(file: str, reason: str, words: Words) -> int:
    """Report a fault in a file on stderr; return the exit status."""
    # Translators: before an error about the record that was read from there.
    name = words("standard input") if file == STDIN else file
    sys.stderr.write(f"uno replay: {name}: {reason}\n")
    return 1


def read_text(file: str) -> str:
    """Return the text of a file, or of standard input for ``-``; bytes that are not UTF-8 become U+FFFD."""
    if file == STDIN:
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        data = sys.stdin.buffer.read(MAX_BYTES)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(MAX_BYTES)
    return data.decode("utf-8", "replace")


def can_show(file: str) -> bool:
    """Return whether a full screen is possible, with a terminal for keys even if the record comes from stdin."""
    return is_tty(sys.stdout) and (is_tty(sys.stdin) or (file == STDIN and terminal() is not None))


@contextlib.contextmanager
def keyboard() -> Iterator[int]:
    """Yield a file descriptor that reads keys: stdin, or the controlling terminal if stdin is the record."""
    path = None if is_tty(sys.stdin) else terminal()
    if path is None:
        yield sys.stdin.fileno()
        return
    fd = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        yield fd
    finally:
        os.close(fd)


def terminal() -> str | None:
    """Return the path of the controlling terminal; None if it cannot be opened."""
    try:
        os.close(os.open(os.ctermid(), os.O_RDWR | os.O_NOCTTY))
    except (OSError, AttributeError):
        return None
    return os.ctermid()


def replay_in_lines(request: ReplayRequest, replay: Replay, words: Words) -> int:
    """Show a replay in text mode until the person leaves or the input ends; return the exit status."""
    from uno_tui.plain.own_lines import OwnLines  # noqa: PLC0415  # only when needed
    from uno_tui.plain.replay import ReplaySession, go_through  # noqa: PLC0415  # the same

    if request.file == STDIN and (path := terminal()):
        keyboard = os.open(path, os.O_RDWR | os.O_NOCTTY)
        os.dup2(keyboard, sys.stdin.fileno())
        os.close(keyboard)

    async def show() -> None:
        with OwnLines() as lines:
            await go_through(ReplaySession(replay, words, lines.write, request.until or 0), lines)

    try:
        asyncio.run(show())
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0 if replay.fault is None else fail(request.file, fault_text(replay.fault, words), words)


def show_replay(
    request: ReplayRequest, replay: Replay, words: Words, environment: Mapping[str, str], chosen: Settings
) -> int:
    """Show a replay on the screen until the person leaves it; return the exit status."""
    from uno_tui.cli.screen import LocalScreenApp, run_screen  # noqa: PLC0415  # Textual takes a while to load
    from uno_tui.local.theme_files import user_folder  # noqa: PLC0415  # the same
    from uno_tui.tui.replay.screen import replay_screen  # noqa: PLC0415  # the same
    from uno_tui.tui.session import SessionOptions  # noqa: PLC0415  # the same

    themes = user_folder()
    session = SessionOptions.local(environment, words, chosen)
    session = replace(session, keep=SettingsWriter(settings_file(), session.settings).save)
    number = request.until or 0
    app = LocalScreenApp[None](
        session, lambda appearance, _complaint: replay_screen(appearance, replay, number, themes, chosen.table), themes
    )
    with keyboard() as fd:
        status = asyncio.run(run_screen(app, words, environment, fd))
    if replay.fault is not None:
        return fail(request.file, fault_text(replay.fault, words), words)
    return status


def film_replay(request: ReplayRequest, replay: Replay, words: Words, chosen: Settings) -> int:
    """Write a replay as films, in the person's theme; return the exit status."""
    from uno_tui.local.theme_files import user_folder  # noqa: PLC0415  # Textual takes a while to load
    from uno_tui.tui.film.formats import written  # noqa: PLC0415  # the same
    from uno_tui.tui.film.frames import Film  # noqa: PLC0415  # the same
    from uno_tui.tui.session import SessionOptions  # noqa: PLC0415  # the same
    from uno_tui.tui.settings.look import session_appearance  # noqa: PLC0415  # the same

    session = SessionOptions(words=words, theme=chosen.theme, ascii=chosen.ascii)
    appearance, _complaint = session_appearance(session, user_folder())
    film = Film(appearance, replay, None if request.seat is None else request.seat - 1)
    for form, file in request.films.items():
        *_, text = written(film, form, request.until)
        try:
            if file == STDIN:
                write_utf8(text)
            else:
                Path(file).write_text(text, encoding="utf-8")
        except OSError as error:
            return fail(file, system_reason(words, error), words)
    return 0 if replay.fault is None else fail(request.file, fault_text(replay.fault, words), words)
