"""Time in the tests of the screens: by default a person looks at each screen before pressing the next key."""

from itertools import count

import pytest

from uno_tui.tui.draw.frames import FrameApp
from uno_tui.typed.shown_scenes import ShownScenes


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two seconds pass between any two readings of the clocks that keys are judged by."""
    for clocked in (FrameApp, ShownScenes):
        monkeypatch.setattr(clocked, "clock", staticmethod(count(0.0, 2.0).__next__))
