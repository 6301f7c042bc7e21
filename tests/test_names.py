"""Names are cleaned so that they can be shown to others."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from uno_tui.names import DEFAULT_NAME, MAX_CELLS, clean_name, folded, near_name

NAMES = {
    "Ann": "Ann",
    "  Ann \t Lee  ": "Ann Lee",
    "Ann\u200b": "Ann",
    "\u202eAnn\u2066": "Ann",
    "\x1b[2JAnn\x9b1A\x07": "[2JAnn1A",
    "\uff21\uff4e\uff4e": "Ann",
    "[@click=app.quit]": "[@click=app.quit",
    "\u200b\u200b": DEFAULT_NAME,
    "": DEFAULT_NAME,
    "\u0301": DEFAULT_NAME,
    "\u3164\u2800": DEFAULT_NAME,
    "e\u0301" * 20: "\u00e9" * 16,
    "\u4e00" * 20: "\u4e00" * 8,
    "a" + "\u4e00" * 20: "a" + "\u4e00" * 7,
    "x" * 5000: "x" * 16,
    "Se\u00e1n \u00d3": "Se\u00e1n \u00d3",
    "\u10d2\u10d8\u10dd": "\u10d2\u10d8\u10dd",
}


@pytest.mark.parametrize(("raw", "clean"), NAMES.items())
def test_a_name_is_cleaned(raw: str, clean: str) -> None:
    """Controls, direction marks and extra blanks are removed; width counts in cells; an empty name is the default."""
    assert clean == clean_name(raw)


@given(st.text(max_size=60))
def test_any_name_is_safe(raw: str) -> None:
    """Any cleaned name is visible, narrow, free of controls, and unchanged by cleaning it again."""
    name = clean_name(raw)
    assert 1 <= wcswidth(name) <= MAX_CELLS
    assert {"Cc", "Cf", "Co", "Cs", "Cn"}.isdisjoint(unicodedata.category(char) for char in name)
    assert name == name.strip()
    assert name == clean_name(name)


@pytest.mark.parametrize(
    ("raw", "name"), [("\u00af\u00b80", "0"), ("\u00af\u00b8", "player"), ("a \u00b8 b", "a b"), ("a\u00b8 b", "a b")]
)
def test_a_mark_needs_a_letter(raw: str, name: str) -> None:
    """A combining mark after a blank is dropped; NFKC turns macrons and cedillas into such marks."""
    assert name == clean_name(raw)


def test_marks_do_not_pile_up() -> None:
    """A letter keeps only a few marks, so they cannot overlap the line above."""
    assert len(clean_name("a" + "\u0323\u0331" * 500)) <= 4


@pytest.mark.parametrize("typed", ["José", "JOSE\u0301", "jose\u0301", "JOSÉ"])
def test_names_are_compared_composed_and_without_case(typed: str) -> None:
    """However the accent was typed, and in whatever case, it is the same name; without the accent it is not."""
    assert folded("José") == folded(typed)
    assert folded("José") != folded("Jose")


def test_a_name_without_accents_is_nearly_one_name() -> None:
    """The near name is the only one that differs in accents; of two none is chosen."""
    assert ("José", "", "") == (
        near_name("Jose", ["Ann", "José"]), near_name("jose", ["José", "Josè"]), near_name("x", ["José"])
    )  # fmt: skip  # one row
