"""The looks of the main states of the table, cell by cell."""

import pytest

from tests.tui.looks import FOLDER, SIZES, STATES, look, path


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("state", STATES)
async def test_a_state_looks_as_it_did(state: str, size: tuple[int, int]) -> None:
    """Every cell has the character and, in three themes, the style of the file that `tests.tui.looks` writes."""
    assert path(state, size).read_text(encoding="utf-8") == await look(state, size)


def test_there_is_no_other_file() -> None:
    """Each state and size has a file, and there are no others."""
    assert sorted(path(state, size) for state in STATES for size in SIZES) == sorted(FOLDER.iterdir())
