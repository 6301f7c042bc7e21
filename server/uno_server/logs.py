"""The server's log: one line for each event, as text for people or as JSON for programs.

A line holds the name of an event and a few facts, which travel in the attribute `facts` of a log record. No line ever
holds a hand, the text of an error, or something a person typed; control characters are escaped.
"""

import json
import logging
import math
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from uno_tui.faults import describe

logger = logging.getLogger("server")

QUIET_SECONDS: Final = 60.0
"""Seconds after a log line during which repetitions of the line are counted but not logged."""
KINDS: Final = 1000
"""Maximum number of repetition keys that are tracked; then old ones are forgotten."""

ESCAPED = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}


def note(event: str, *, level: int = logging.INFO, repeats: str | None = None, **facts: object) -> None:
    """Log an event with its facts; facts that are None or False are left out.

    Events with the same text in `repeats` get one line a minute, see `RepeatFilter`; with an empty text each gets one.
    """
    if logger.isEnabledFor(level):
        kept = {name: fact for name, fact in facts.items() if fact is not None and fact is not False}
        logger.log(level, "%s", event, extra={"facts": kept, "repeats": repeats})


class RepeatFilter(logging.Filter):
    """A filter that lets one line a minute pass of those that repeat, with the number of lines left out before it.

    Lines repeat if their `repeats` are equal; warnings and errors without it if they say the same.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._left_out: dict[object, int] = {}
        """Number of repeated lines suppressed since the last logged one, by repetition key."""
        self._since: dict[object, float] = {}
        """Time of the last logged line, by repetition key."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record; repeated lines are suppressed."""
        key = _repeats(record)
        if key is None:
            return True
        now = self._now()
        if now < self._since.get(key, -math.inf) + QUIET_SECONDS:
            self._left_out[key] = self._left_out.get(key, 0) + 1
            return False
        if len(self._since) >= KINDS:
            self._since = {one: since for one, since in self._since.items() if now < since + QUIET_SECONDS}
            self._left_out = {one: count for one, count in self._left_out.items() if one in self._since}
        self._since[key] = now
        if left_out := self._left_out.pop(key, 0):
            record.facts = {**(getattr(record, "facts", None) or {}), "repeated": left_out}
        return True


def _repeats(record: logging.LogRecord) -> object:
    """Return the key that all repetitions of a record share; None if every such record is logged."""
    if (named := getattr(record, "repeats", None)) is not None:
        return (record.getMessage(), named) if named else None
    if record.levelno < logging.WARNING:
        return None
    return record.name, record.lineno, record.getMessage(), str(_facts(record))


class TextFormat(logging.Formatter):
    """Formatter of a log record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line: time, level, event and facts."""
        facts = " ".join(f"{name}={_bare(fact)}" for name, fact in _facts(record).items())
        line = f"{_time(record)} {record.levelname} {record.getMessage()} {facts}"
        return line.rstrip().translate(ESCAPED)


class JsonFormat(logging.Formatter):
    """Formatter of a log record as one JSON object in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as a JSON object: time, level, source and event first, then the facts."""
        head = {"time": _time(record), "level": record.levelname.lower(), "source": record.name}
        return json.dumps({**head, "event": record.getMessage(), **_facts(record)}, default=str)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts = dict(getattr(record, "facts", None) or {})
    if record.exc_info and record.exc_info[1] is not None:
        facts["error"] = describe(record.exc_info[1])
    return facts


def _bare(fact: object) -> str:
    text = ascii(fact) if isinstance(fact, str) else str(fact)
    plain = isinstance(fact, str) and text[1:-1] == fact and not set(fact) & set(" =\"'\\") and fact
    return str(fact) if plain else text


def _time(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


def begin(style: str) -> None:
    """Send the log of the whole process to stderr in that style, `text` or `json`.

    It goes to the original stderr, even if `sys.stderr` is replaced later.
    """
    handler = logging.StreamHandler(sys.__stderr__)
    handler.setFormatter(JsonFormat() if style == "json" else TextFormat())
    root = logging.getLogger()
    handler.addFilter(RepeatFilter())
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    quiet()


def quiet() -> None:
    """Let asyncssh and asyncio log errors only.

    Below that level asyncssh logs user names and reasons as the peer sent them, and asyncio logs a warning for each
    write to a peer that has gone.
    """
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    logging.getLogger("asyncio").setLevel(logging.ERROR)
