"""No test reads or writes what the person who runs them has kept for their own games."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("suite", derandomize=True, deadline=None)  # the same examples everywhere, however slow
settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    """Give all tests, and the programs they start, folders of nobody."""
    folder = tempfile.TemporaryDirectory(prefix="uno-tests-")
    config.add_cleanup(folder.cleanup)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        os.environ[name] = str(Path(folder.name) / name.lower())
