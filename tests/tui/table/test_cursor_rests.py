"""The terminal's cursor is visible on what is selected, and rests there while others move."""

import pytest

from tests.tui.scenes import table
from tests.tui.table.test_sent import HAND, Person, watched
from tests.waiting import until

SYNCHRONIZED = b"\x1b[?2026;2$y\x1b[?62;22c"


class Watcher(Person):
    """A person whose terminal notes where the cursor is each time that it can be seen."""

    seen: list[tuple[int, int]]

    def write(self, data: bytes) -> None:
        self.seen = getattr(self, "seen", [])
        for number in range(len(data)):
            self.stream.feed(data[number : number + 1])
            if not self.terminal.cursor.hidden and b"\x1b[?2026h" not in data:
                self.seen.append((self.terminal.cursor.x, self.terminal.cursor.y))
        if not self.terminal.cursor.hidden:
            self.seen.append((self.terminal.cursor.x, self.terminal.cursor.y))
        if b"\x1b[" in data:
            self.wrote.set()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
@pytest.mark.parametrize("answers", [b"\x1b[?6c", SYNCHRONIZED])
async def test_the_cursor_rests_while_others_move(size: tuple[int, int], answers: bytes) -> None:
    """However others move, a visible cursor is on the selected card of the hand, and nowhere in between."""
    person = Watcher(table(seats=4, turn=1, hand=HAND), size)
    await person.settle()
    person.line.received(answers)
    await person.turn()
    await person.see(table(seats=4, turn=1, hand=HAND, version=90))
    person.seen.clear()
    for view in watched(4, 8):
        await person.see(view)

    hand = person.screen.board.hand.region_given
    assert [person.screen.cursor_cell()] == list(dict.fromkeys(person.seen))
    assert hand.contains_point(person.screen.cursor_cell())
    await person.leave()


async def test_the_cursor_goes_with_the_selection() -> None:
    """The cursor moves to the next card with the selection; a setting hides it except while typing."""
    person = Watcher(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    await person.settle()
    hidden = []
    for always in (True, False):
        person.app.cursor_always = always
        before = person.screen.cursor_cell()
        person.line.received(b"\x1b[C")
        while before == person.screen.cursor_cell():
            await person.turn()
        await person.settle()
        hidden.append(person.terminal.cursor.hidden)
    await person.press("/", page=True)
    while person.terminal.cursor.hidden:
        await person.turn()

    assert [False, True] == hidden
    await person.leave()


async def test_the_cursor_is_the_caret_of_a_line_that_came_in_one_packet() -> None:
    """A line opened and typed in one packet, before it has its place on the screen, has the cursor at its end."""
    person = Watcher(table(legal="r2 r5 draw", hand=HAND), (80, 24))
    await person.settle()
    await person.press("/good evening", page=True)
    cursor = person.terminal.cursor
    await until(lambda: person.shown[cursor.y][: cursor.x].endswith("good evening"))
    await person.leave()


@pytest.mark.parametrize(("keys", "back"), [("1", "q"), ("q", "n")])
async def test_the_cursor_is_on_an_open_question(keys: str, back: str) -> None:
    """While a color is chosen or leaving is asked about, the cursor is on the question, afterwards on the card."""
    person = Watcher(table(legal="W:r W:y draw", hand="W r2"), (80, 24))
    await person.settle()
    before = person.terminal.cursor.y
    for typed in (keys, back):
        person.line.received(typed.encode())
        while person.screen.scene.asking is not (typed == keys):
            await person.turn()
        await person.settle()
        prompt = person.screen.board.prompt.region_given
        found = person.terminal.cursor.x, person.terminal.cursor.y
        assert (typed == keys) is ((prompt.x + 2, prompt.y) == found)
    assert before == person.terminal.cursor.y
    await person.leave()
