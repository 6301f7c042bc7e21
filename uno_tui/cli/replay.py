"""`uno replay`: a record shown on the screen, as JSON, or checked."""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uno_tui.game.verify import RecordError
from uno_tui.i18n import Words
from uno_tui.local.output import write_stdout
from uno_tui.local.record_folder import MAX_BYTES
from uno_tui.local.replay import Replay
from uno_tui.local.settings import Settings

STDIN: Final = "-"


class ReplayUsageError(Exception):  # it is said of words, as a usage error
    """What was asked for does not go with this record or this terminal; the text says why."""


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """What is to be done with a record."""

    file: str
    until: int | None = None
    """So many actions; None: all of them, or on the screen from the start."""
    as_json: bool = False
    verify: bool = False


def run_replay(asked: ReplayRequest, words: Words) -> int | Replay:
    """Do what needs no screen, and give the exit status; or the replay for the screen. `ReplayUsageError`."""
    try:
        replay = Replay.read(read_text(asked.file))
    except OSError as error:
        return fail(asked.file, error.strerror or str(error))
    except RecordError as error:
        return fail(asked.file, str(error))
    most = replay.last if replay.shown else len(replay.moves)
    if replay.fault is None and asked.until is not None and asked.until > most:
        raise ReplayUsageError(
            words("--until {number}: this record has {count} actions", number=asked.until, count=most)
        )
    if not (asked.as_json or asked.verify):
        if can_show(asked.file):
            return replay
        if replay.fault is None:
            raise ReplayUsageError(words("the screen needs a terminal; without one there are --json and --verify"))
    if asked.as_json:
        number = min(most if asked.until is None else asked.until, most)
        write_stdout(json.dumps(replay.state(number)) + "\n")
    elif replay.fault is None:
        write_stdout(verdict(replay, words) + "\n")
    return 0 if replay.fault is None else fail(asked.file, str(replay.fault))


def verdict(replay: Replay, words: Words) -> str:
    """That a record is right in everything, in one line."""
    record = replay.record
    said = words.n(
        "Right: the seed has the hash {hash} told before the deal, {count} action is legal, and it leads to this end.",
        "Right: the seed has the hash {hash} told before the deal, all {count} actions are legal, and they lead to "
        "this end.",
        len(record.moves),
        hash=record.seed_hash,
    )
    return f"{said} {words('A person chose the seed.')}" if record.seed_typed else said


def fail(file: str, reason: str) -> int:
    """Say what is wrong with a file; the exit status."""
    sys.stderr.write(f"uno replay: {'standard input' if file == STDIN else file}: {reason}\n")
    return 1


def read_text(file: str) -> str:
    """The text of a file or of standard input; what is no text in it is read as such a character as no record has."""
    if file == STDIN:
        data = sys.stdin.buffer.read(MAX_BYTES)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(MAX_BYTES)
    return data.decode("utf-8", "replace")


def can_show(file: str) -> bool:
    """Whether there is a screen, and a keyboard beside what the record is read from."""
    return sys.stdout.isatty() and (sys.stdin.isatty() or (file == STDIN and terminal() is not None))


def terminal() -> str | None:
    """The terminal of this process, if it has one that can be opened."""
    try:
        os.close(os.open(os.ctermid(), os.O_RDWR | os.O_NOCTTY))
    except (OSError, AttributeError):
        return None
    return os.ctermid()


def show_replay(
    asked: ReplayRequest, replay: Replay, words: Words, environment: Mapping[str, str], chosen: Settings
) -> int:
    """Show a replay on the screen until the person leaves it; the exit status."""
    from uno_tui.tui.draw.theme import user_folder  # noqa: PLC0415  # the same
    from uno_tui.tui.local_app import run_here  # noqa: PLC0415  # Textual takes a while to load
    from uno_tui.tui.replay.screen import replay_screen  # noqa: PLC0415  # the same
    from uno_tui.tui.screen_app import ScreenApp  # noqa: PLC0415  # the same
    from uno_tui.tui.session import SessionOptions  # noqa: PLC0415  # the same

    if not sys.stdin.isatty() and (path := terminal()):
        keyboard = os.open(path, os.O_RDWR | os.O_NOCTTY)
        os.dup2(keyboard, sys.stdin.fileno())
        os.close(keyboard)
    themes = user_folder()
    session = SessionOptions.local(environment, words, chosen)
    number = asked.until or 0
    app = ScreenApp(session, lambda appearance, _complaint: replay_screen(appearance, replay, number, themes), themes)
    status = asyncio.run(run_here(app))
    if replay.fault is not None:
        return fail(asked.file, str(replay.fault))
    return status
