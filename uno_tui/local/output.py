"""Writing to standard output, and the failures of that."""

import contextlib
import errno
import os
import sys
from typing import TextIO


def is_tty(stream: TextIO | None) -> bool:
    """Return whether a standard stream is a terminal; None is a closed one."""
    return stream is not None and stream.isatty()


class OutputError(Exception):
    """A failure to write standard output; the text is the reason."""


def write_stdout(text: str) -> None:
    """Write a text to standard output and flush it.

    Raises:
        BrokenPipeError: The reader has closed the pipe.
        OutputError: It cannot be written for another reason; the buffered rest is discarded.
    """
    if sys.stdout is None:
        raise OutputError(os.strerror(errno.EBADF))
    with contextlib.suppress(AttributeError, ValueError):  # not every stream has this method
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # the same
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_output(sys.stdout)
        raise OutputError(error.strerror or str(error)) from error


def write_last(line: str) -> None:
    """Write the last line of a program to standard output; a terminal that is gone is no error."""
    if sys.stdout is not None:
        try:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        except OSError:
            discard_output(sys.stdout)


def discard_output(stream: TextIO) -> None:
    """Discard what a stream has buffered, so that flushing it when the program ends does not fail again."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
