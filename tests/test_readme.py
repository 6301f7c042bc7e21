"""What the README shows of the engine."""

import doctest

from tests import ROOT


def test_the_engine_does_what_is_shown() -> None:
    """Every line typed in the README answers as it says there."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (0, True) == (failed, tried > 5)
