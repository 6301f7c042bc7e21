"""Output to the terminal when something else happens while a person types, or together with a new layout."""

from textual.geometry import Region

from tests.tui.scenes import table
from tests.tui.table.test_sent import HAND, Person
from tests.waiting import until
from uno_tui.tui.menu.page import PageScreen


async def seated() -> Person:
    """Return a person at a table whose screen is shown; the cursor is visible only while the person types."""
    person = Person(table(turn=1, hand=HAND), (80, 24))
    person.app.cursor_always = False
    await person.settle()
    return person


async def test_typing_on_a_screen_that_is_too_small_draws_nothing() -> None:
    """The line is not drawn over the sentence that asks for a larger terminal, and is back when that is there."""
    person = await seated()
    await person.press("/", page=True)
    for size, typed in (((20, 8), "hello"), ((80, 24), "hello!")):
        person.terminal.resize(*reversed(size))
        person.line.resized(*size)
        while person.screen.screen_size != size:
            await person.turn()
        await person.settle()
        person.line.received(typed[-5:].encode() if size[0] == 20 else b"!")
        while person.screen.line_input is None or person.screen.line_input.text != typed:
            await person.turn()
        assert person.drawn == person.shown
    assert any("hello!" in row for row in person.shown)
    await person.leave()


async def test_the_cursor_of_a_line_is_hidden_on_another_screen() -> None:
    """A screen that opens while the person types has no cursor of the line; it is back with the line."""
    person = await seated()
    seen = [person.terminal.cursor.hidden]
    await person.press("/", page=True)
    seen.append(person.terminal.cursor.hidden)
    page = PageScreen(person.app.appearance, "A page", ())
    await person.app.push_screen(page)
    while "A page" not in person.shown[0]:
        await person.turn()
    seen.append(person.terminal.cursor.hidden)
    page.dismiss()
    await person.settle()
    seen.append(person.terminal.cursor.hidden)
    assert [True, False, True, False] == seen
    await person.leave()


async def test_a_repaint_at_the_moment_of_a_new_layout_is_not_lost() -> None:
    """After a suspended program resumes everything is drawn, even if a move changes the layout before that."""
    person = await seated()
    screen, prompt = person.screen, person.screen.board.prompt

    def resume_and_move() -> None:
        person.terminal.reset()
        person.app.refresh()
        prompt.place(Region(0, 14, 80, 1))
        prompt.show(screen.scene)
        screen.send_widgets(prompt)
        screen._on_timer_update()

    screen.call_later(resume_and_move)
    while not screen.is_laid_out() or prompt.region_given.height > 1:
        await person.turn()
    await person.settle()
    await person.leave()


async def test_a_page_that_opens_right_after_another_has_closed_leaves_nothing() -> None:
    """The table is drawn after the second page, also if the callback for the first comes while the second is open."""
    person = await seated()
    await person.press("L", page=True)
    person.screen.uncover()
    covered = [person.screen.covered]
    await person.press("q", page=False)
    await until(lambda: not person.screen.covered)
    await person.settle()
    assert [True] == covered
    await person.leave()


async def test_a_page_over_a_screen_that_was_never_drawn_leaves_that_screen() -> None:
    """A screen is drawn if a page opened and closed over it before its first frame, as with keys typed ahead."""
    person = await seated()
    lower, upper = (PageScreen(person.app.appearance, title, ()) for title in ("Lower", "Upper"))

    async def open_both() -> None:
        await person.app.push_screen(lower)
        await person.app.push_screen(upper)
        await person.app.pop_screen()

    person.app.call_later(open_both)
    while "Lower" not in person.shown[0]:
        await person.turn()
    await person.leave()
