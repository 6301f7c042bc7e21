"""The reasons that the operating system gives are in the person's language."""

import errno
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from uno_tui.cli.commands import main
from uno_tui.i18n import Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.net.join.errors import JoinError, reason


def test_a_common_reason_is_translated() -> None:
    """English keeps the system's words; another language has its own."""
    error = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    assert system_reason(Words(), error) == "No such file or directory"
    assert system_reason(Words("ka"), error) == "ასეთი ფაილი ან საქაღალდე არ არსებობს"


@pytest.mark.parametrize("reason", ["Level 3 halted", "{name} is odd"])
def test_another_reason_is_left_as_it_is(reason: str) -> None:
    """A reason that is not known, also one with braces, is shown as the system gives it."""
    assert system_reason(Words("ka"), OSError(errno.EL3HLT, reason)) == reason
    assert system_reason(Words("ka"), OSError(reason)) == reason


def test_a_missing_record_in_the_language(tmp_path: Path) -> None:
    """`uno replay` says in the person's language that a file is missing."""
    done = CliRunner().invoke(main, ["replay", str(tmp_path / "none"), "--lang", "ka"])
    assert (1, "ასეთი ფაილი ან საქაღალდე არ არსებობს") == (done.exit_code, done.stderr.rpartition(": ")[2].strip())


def test_a_refused_connection_in_the_language() -> None:
    """The reason within an error of `uno join` is translated with the sentence."""
    error = JoinError(
        "{address} refused the connection: {reason}",
        address="tom.local",
        reason=reason(ConnectionRefusedError(errno.ECONNREFUSED, "anything")),
    )
    assert error.text(Words("ka")) == "tom.local კავშირზე უარს ამბობს: კავშირი უარყოფილია"
