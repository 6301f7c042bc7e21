"""Descriptions of errors for the log: the type and the places in the code, never a message or a value.

An error's own text and the local variables of its frames may hold a hand, a key or something a person typed, so
neither is written to a log.
"""

import logging
import traceback
from typing import Final

_log = logging.getLogger(__name__)

FRAMES: Final = 8
"""Number of innermost stack frames in the description of one error."""


def describe(error: BaseException) -> str:
    """Return an error's type and innermost stack frames, then the same for each error that caused it.

    Frames are listed from the innermost outwards, as ``file:line in function``.
    """
    described: list[str] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        frames = traceback.extract_tb(link.__traceback__, limit=-FRAMES)
        places = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
        described.append(" < ".join([type(link).__name__, *reversed(places)]))
        link = link.__cause__ or link.__context__
    return "; from ".join(described)


def log_fault(event: str, error: BaseException) -> None:
    """Log an event at level ERROR, together with a description of the error that caused it."""
    _log.error("%s: %s", event, describe(error))
