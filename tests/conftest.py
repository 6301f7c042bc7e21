"""For all tests: no files of the person who runs them, the same random examples, and signals as in a terminal."""

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from uno_tui.game import rules
from uno_tui.game.rules import PRESETS, Rules

settings.register_profile("suite", derandomize=True, deadline=None)  # the same examples everywhere, however slow
settings.load_profile("suite")

_IGNORED_BY_SHELLS: Final = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests and the programs they start empty folders, and the signals that a terminal would give them.

    `nohup` and a shell's background jobs ignore some signals, and every program started from them would as well.
    """
    folder = tempfile.TemporaryDirectory(prefix="uno-tests-")
    config.add_cleanup(folder.cleanup)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = str(Path(folder.name) / name.lower())
    for number in _IGNORED_BY_SHELLS:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)


@pytest.fixture
def edited_presets(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Rules]]:
    """The presets, for a test that edits them: what is worked out from them is not kept for other tests."""
    edited = dict(PRESETS)
    monkeypatch.setattr(rules, "PRESETS", edited)
    rules._nearest.cache_clear()
    yield edited
    rules._nearest.cache_clear()


def pytest_xdist_auto_num_workers() -> int:
    """Run more tests at once than there are cores: many wait for other programs and for networks."""
    return 3 * (os.cpu_count() or 1) // 2
