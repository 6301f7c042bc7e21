"""Errors in the log."""

import logging

import pytest

from uno_tui.faults import FRAMES, describe, log_fault


def _fail(depth: int, hand: str) -> None:
    if depth:
        _fail(depth - 1, hand)
    raise ValueError(hand)


def _caught(depth: int = 0) -> ValueError:
    with pytest.raises(ValueError, match="r5 gS") as caught:
        _fail(depth, "r5 gS")
    return caught.value


def test_the_description_holds_the_type_and_the_places_only() -> None:
    """A description names the error's type and where it was raised, and holds no message and no value."""
    text = describe(_caught())

    assert text.startswith("ValueError < ")
    assert "test_faults.py" in text
    assert "in _fail" in text
    assert "r5" not in text


def test_the_innermost_frames_are_described() -> None:
    """An error from deep in the stack is described by its innermost frames, the innermost first."""
    places = describe(_caught(depth=FRAMES + 2)).split(" < ")[1:]

    assert FRAMES == len(places)
    assert {"_fail"} == {place.rpartition(" ")[2] for place in places}


def test_the_causes_are_described() -> None:
    """The error that caused another one is described after it, and a circle of causes is described once."""
    cause, error = _caught(), RuntimeError("secret")
    error.__cause__, cause.__context__ = cause, error
    kinds = [part.partition(" < ")[0] for part in describe(error).split("; from ")]

    assert ["RuntimeError", "ValueError"] == kinds


def test_a_fault_is_logged_as_an_error(caplog: pytest.LogCaptureFixture) -> None:
    """A fault is logged at level ERROR, with what failed before the description."""
    log_fault("the journal cannot be read", _caught())
    (record,) = caplog.records

    assert logging.ERROR == record.levelno
    assert record.getMessage().startswith("the journal cannot be read: ValueError < ")
    assert "r5" not in record.getMessage()
