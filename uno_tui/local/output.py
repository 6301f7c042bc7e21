"""Writing to standard output, and the failures of that."""

import codecs
import contextlib
import errno
import os
import sys
from typing import Final, TextIO

from uno_tui.i18n.ascii_text import ascii_text

_SIMILAR: Final = "uno_tui.similar"
"""Name of the error handler for characters that a stream's encoding lacks."""


def _similar(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded by similar ones, as on a full screen."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_text(error.object[error.start : error.end]), error.end


codecs.register_error(_SIMILAR, _similar)


def show_all(stream: TextIO | None) -> None:
    """Let a stream replace characters that its encoding lacks; without this, they are errors."""
    with contextlib.suppress(AttributeError, ValueError):  # not every stream has this method
        stream.reconfigure(errors=_SIMILAR)  # type: ignore[union-attr]  # the same


def is_tty(stream: TextIO | None) -> bool:
    """Return whether a standard stream is a terminal; False for None, which stands for a closed stream."""
    return stream is not None and stream.isatty()


class OutputError(Exception):
    """Standard output could not be written although its reader still reads; the cause is the system's error."""


def write_utf8(text: str) -> None:
    """Write a text for programs to standard output, in UTF-8 whatever the locale; errors as of `write_stdout`."""
    with contextlib.suppress(AttributeError, ValueError):  # not every stream has this method
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # the same
    write_stdout(text)


def write_stdout(text: str) -> None:
    """Write a text to standard output and flush it.

    Raises:
        BrokenPipeError: The reader has closed the pipe.
        OutputError: It cannot be written for another reason; the buffered rest is discarded.
    """
    if sys.stdout is None:
        raise OutputError from OSError(errno.EBADF, os.strerror(errno.EBADF))
    show_all(sys.stdout)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_output(sys.stdout)
        raise OutputError from error


def write_last(line: str) -> None:
    """Write the program's last line to standard output; do nothing if the terminal is closed."""
    if sys.stdout is not None:
        try:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        except OSError:
            discard_output(sys.stdout)


def discard_output(stream: TextIO) -> None:
    """Discard a stream's buffer, so that flushing it at exit does not fail again."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
