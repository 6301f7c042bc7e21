"""Standard output: what commands print there, and what is done when it cannot be written."""

import contextlib
import os
import sys
from typing import Final, TextIO

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells set it: 128 plus the signal's number."""


class OutputError(Exception):
    """Standard output cannot be written; the text says why."""


def write_stdout(text: str) -> None:
    """Print a text as it stands, at once; a reader that has gone is the `OSError` it always is.

    Raises:
        OutputError: it cannot be written. What was to be written is forgotten.
    """
    with contextlib.suppress(AttributeError, ValueError):  # not every stream can be told
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # those that can
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_output(sys.stdout)
        raise OutputError(error.strerror or str(error)) from error


def discard_output(stream: TextIO) -> None:
    """Send what is still to be flushed nowhere, so that the program's end is no second error."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
