"""The README's example of the engine."""

import doctest

from tests import ROOT


def test_the_engine_s_example_is_true() -> None:
    """Every Python line in the README has the output that the README shows."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (0, True) == (failed, tried > 5)
