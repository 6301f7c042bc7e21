"""A terminal that is resized, with and without a page over the table, shows the whole screen again."""

from collections.abc import Callable

from tests.tui.scenes import table
from tests.tui.table.test_sent import HAND, Person
from uno_tui.tui.menu.page import PageScreen


async def seated() -> Person:
    """Return a person at a table whose screen is shown."""
    person = Person(table(turn=1, hand=HAND), (80, 24))
    await person.settle()
    return person


def resize(person: Person, width: int, height: int) -> None:
    """Resize the terminal and clear it, because some terminals wrap their lines again."""
    person.terminal.resize(height, width)
    person.terminal.reset()
    person.line.resized(width, height)


async def until(person: Person, reached: Callable[[], bool]) -> None:
    """Wait for a state that output to the terminal brings."""
    while not reached():
        await person.turn()


def rows(page: PageScreen) -> list[str]:
    """Return the rows of a page as it is drawn."""
    return [] if page.page.canvas is None else ["".join(row) for row in page.page.canvas.chars]


async def test_everything_is_drawn_again_in_the_new_size() -> None:
    """A repaint after a new size, as after a suspended program resumes, draws the whole screen."""
    person = await seated()
    resize(person, 120, 40)
    await until(person, lambda: person.screen.screen_size == (120, 40))
    await person.settle()
    person.terminal.reset()
    person.app.refresh()
    await person.settle()
    await person.leave()


async def test_an_open_page_follows_the_size() -> None:
    """A page that is open while the size changes fills the terminal, and so does the table after it."""
    person = await seated()
    await person.press("?", page=True)
    page = person.app.screen
    assert isinstance(page, PageScreen)
    for size in ((120, 40), (60, 20)):
        resize(person, *size)
        await until(person, lambda: rows(page) == person.shown)
        assert size == (len(person.shown[0]), len(person.shown))
    await person.press("q", page=False)
    await person.settle()
    await person.leave()
