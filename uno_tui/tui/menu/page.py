"""A page of text over the whole screen, for help, log and rules."""

from asyncio import sleep
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Size

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.block_text import QR_STYLE, is_qr_row
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.frame_screen import FrameScreen
from uno_tui.tui.draw.text import cut, shortened, wrap
from uno_tui.tui.keyboard.layouts import candidates, latin_key
from uno_tui.tui.keyboard.names import cap_of

Item = TypeVar("Item")
AT_ONCE: Final = 12
"""Number of lines of text that are made or wrapped before other sessions get their turn."""


async def by_turns(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Yield the items, and let the loop run other callbacks after every few."""
    for count, item in enumerate(items, 1):
        yield item
        if not count % AT_ONCE:
            await sleep(0)


class PageLine(NamedTuple):
    """A line of a page: a margin text, such as a key, and the main text."""

    margin: str
    text: str
    title: bool = False
    """Whether the line is a heading."""


class PageLook(NamedTuple):
    """The content of a page screen; the first visible line is the wrapped line with index `top`."""

    title: str
    lines: tuple[PageLine, ...]
    top: int
    sign: str = ""
    """Notice about the covered screen, shown in the title; empty for none."""
    picture: tuple[str, ...] = ()
    """Rows of a QR code: to the right of the text if the screen is wide enough, else above the text."""
    answer: str = ""
    """Answer to a key that has no command on the page."""

    def beside(self, width: int) -> int:
        """Return the number of columns for a picture to the right of the text; 0 if the picture is above the text."""
        columns = len(self.picture[0]) + 2 if self.picture else 0
        return columns if width - columns >= BESIDE else 0

    def fills(self, width: int, height: int) -> bool:
        """Return whether the picture is shown alone, without a title, because it does not fit above the text."""
        rows = len(self.picture)
        return not self.beside(width) and height - 3 < rows <= height - 1 and len(self.picture[0]) <= width


_CLOSES: Final = frozenset(["q", "enter", "escape", "question_mark", "L", "R", "i", "backspace", "ctrl+c", "ctrl+q"])
"""Keys that close a page."""
_SCROLLS: Final = {"down": 1, "j": 1, "up": -1, "k": -1, "pagedown": 10, "space": 10, "pageup": -10, "b": -10,
                   "home": -100_000, "end": 100_000}  # fmt: skip  # a table
"""Number of lines by which each key scrolls, negative for up."""
_CLOSING = ("leave", "help", "log", "rules", "invitation")
"""Commands that close a page if the person has given them own keys and presses one."""
BESIDE = 40
"""Minimum width of the text to the left of a picture, in columns."""
MARGIN = 10
"""Minimum width of the margin in cells, if any line has text in the margin."""
LONGEST = 8
"""Maximum number of cells of a margin text that are shown."""


def _indent(lines: Sequence[PageLine]) -> int:
    """Return the column of the main text: behind the longest margin text, if there is any."""
    longest = max((cell_len(line.margin) for line in lines), default=0)
    return max(MARGIN, min(longest, LONGEST) + 5) if longest else 2


# Translators: labels of keys at the foot of a page.
class Page(CanvasWidget[PageLook]):
    """The text of a page, wrapped to its width."""

    _newest: tuple[object, list[PageLine]] | None = None
    """Cache of `wrapped`: the arguments of the newest result, and the result."""

    def wrapped(self, look: PageLook, width: int, height: int) -> list[PageLine]:
        """Return the lines as they fit into a width, below the picture if it is not beside them.

        In place of a picture that is larger than the screen they say which size it needs.
        """
        key = look.lines, look.picture, width, height
        if self._newest is None or self._newest[0] != key:
            self._newest = key, [*self._wrapped(look, width, height)]
        return self._newest[1]

    async def wrap_by_turns(self, look: PageLook, width: int, height: int) -> None:
        """Fill the cache of `wrapped`; other sessions get their turn meanwhile."""
        lines = [line async for line in by_turns(self._wrapped(look, width, height))]
        self._newest = (look.lines, look.picture, width, height), lines

    def _wrapped(self, look: PageLook, width: int, height: int) -> Iterator[PageLine]:
        indent = _indent(look.lines)
        aside = look.beside(width)
        if not aside:
            yield from self._above(look, width, height)
        for margin, text, title in look.lines:
            before = "  " if text.startswith("  ") else ""
            hang = "  " if text.startswith(("  ", "- ")) else ""
            for place, part in enumerate(wrap(text, max(width - aside - indent - 1 - len(hang), 8))):
                yield PageLine("" if place else margin, (hang if place else before) + part, title)

    def _above(self, look: PageLook, width: int, height: int) -> list[PageLine]:
        columns, rows = len(look.picture[0]) if look.picture else 0, len(look.picture)
        if columns <= width - 2 and rows < height:
            return [PageLine("", row) for row in look.picture]
        words = self.appearance.words
        text = words(
            "For the QR code, make the terminal larger: {width} by {height}.", width=columns + 2, height=rows + 1
        )
        return [*(PageLine("", part) for part in wrap(text, width - 3)), PageLine("", "")]

    @property
    def leave_key(self) -> str:
        """Label of the key that closes the page."""
        return cap_of((*self.appearance.keyboard.own.keys_of("leave"), "q")[0])

    def paint(self, canvas: Canvas, look: PageLook) -> None:
        """Draw title, lines and keys."""
        lines = self.wrapped(look, canvas.width, canvas.height)
        if look.top == 0 and look.fills(canvas.width, canvas.height):
            for y, row in enumerate(look.picture):
                canvas.put(max((canvas.width - cell_len(row)) // 2, 0), y, row, QR_STYLE)
        else:
            self._paint_text(canvas, look, lines)
        self._paint_foot(canvas, look, scrolls=len(lines) > canvas.height - 3)

    def _paint_text(self, canvas: Canvas, look: PageLook, lines: list[PageLine]) -> None:
        """Draw the title, the text, and a picture beside it."""
        palette = self.appearance.palette
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(2, 0, look.title, palette["title"])
        room = canvas.height - 3
        indent = _indent(lines)
        for y, line in enumerate(lines[look.top : look.top + room], 1):
            if line.margin:
                canvas.put(2, y, f" {cut(line.margin, indent - 5)} ", palette["key"])
            style = palette["label"] if line.title else QR_STYLE if is_qr_row(line.text) else palette.text
            canvas.put(indent, y, line.text, style)
        if aside := look.beside(canvas.width):
            for y, row in enumerate(look.picture[:room], 1):
                canvas.put(canvas.width - aside, y, row, QR_STYLE)
        if look.sign:
            canvas.put(canvas.width - cell_len(look.sign) - 3, 0, f" {look.sign} ", palette["turn"])

    def _paint_foot(self, canvas: Canvas, look: PageLook, *, scrolls: bool) -> None:
        """Draw the key hints, and the answer to a key without a command."""
        words, palette = self.appearance.words, self.appearance.palette
        up, down = self.appearance.glyphs.arrows[2:] or (words("Up"), words("Down"))
        x = 0
        hints = (self.leave_key, words("back")), (f"{up} {down}", words("scroll"))
        for key, does in hints[: 2 if scrolls else 1]:
            x = canvas.put(x, canvas.height - 1, f" {key} ", palette["key"])
            x = canvas.put(x, canvas.height - 1, f" {does} ", palette["dim"]) + 1
        canvas.put(x + 1, canvas.height - 1, shortened(look.answer, canvas.width - x - 1), palette["error"])


class PageScreen(FrameScreen[None]):
    """A screen that shows a page until a key or a click closes it."""

    OTHER_KEYS: ClassVar[frozenset[str]] = frozenset()
    """Keys that neither close nor scroll the page; a subclass with such keys handles them in `press`."""

    def __init__(self, appearance: Appearance, title: str, lines: Iterable[PageLine], *, at_end: bool = False,
                 picture: tuple[str, ...] = ()) -> None:  # fmt: skip
        """`lines`: the text; an iterator is read when the page opens, in a callback of its own."""
        super().__init__()
        self.appearance = appearance
        self.lines = lines
        self.page = Page(appearance, "page")
        self.page.look = PageLook(title, (), 0, picture=picture)
        self.at_end = at_end

    def known_key(self, key: str) -> str:
        """Return the key of this page that a pressed key stands for, as on another layout; an unknown key unchanged.

        Own keys of `_CLOSING` commands close the page.
        """
        own = self.page.appearance.keyboard.own
        closing = {latin_key(one) for command in _CLOSING for one in own.keys_of(command)}
        if closing.intersection(candidates(key)):
            return "escape"
        known = _CLOSES | _SCROLLS.keys() | self.OTHER_KEYS
        return next((one for one in candidates(key) if one in known), key)

    async def type_or_press(self, event: events.Key) -> None:
        """Close the page or scroll it; else show that the key does nothing."""
        key = self.known_key(event.key)
        if key in _CLOSES:
            self.close()
        elif key in _SCROLLS:
            self.scroll_lines(_SCROLLS[key])
        elif key in self.OTHER_KEYS:
            await self.press(key)
        else:
            self._show(answer=self.page.appearance.words("That key does nothing here."))

    async def press(self, key: str) -> None:
        """Handle a key of `OTHER_KEYS`."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Yield the page."""
        yield self.page

    def cursor_cell(self) -> Offset:
        """Return the beginning of the first line of text."""
        return Offset(2, 1)

    async def on_mount(self) -> None:
        """Make the text and place the page."""
        lines = tuple([line async for line in by_turns(self.lines)])
        if (look := self.page.look) is not None:
            self.page.look = look._replace(lines=lines)
            await self.page.wrap_by_turns(self.page.look, *self.app.size)
        self.place(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        """Place the page for the new size."""
        self.place(event.size)

    def place(self, size: Size) -> None:
        """Place the page for a screen size, if that is new; a page opened at its end stays there until scrolled."""
        if size.region != self.page.region_given:
            self.page.place(size.region)
            self.show_from(100000 if self.at_end else 0, *size)

    def scroll_lines(self, lines: int) -> None:
        """Scroll by a number of lines; negative numbers scroll up."""
        self.at_end = False
        if (look := self.page.look) is not None:
            back = lines < 0 and look.top + lines < len(look.picture) and look.fills(*self.size)
            self.show_from(0 if back else look.top + lines, *self.size)

    def show_from(self, top: int, width: int, height: int) -> None:
        """Scroll to a wrapped line, but not past the point where the last line is at the bottom."""
        look = self.page.look
        if look is None:
            return
        last = max(len(self.page.wrapped(look, width, height)) - (height - 3), 0)
        if top > 0 and look.fills(width, height):  # the picture is seen whole or not at all
            top, last = max(top, len(look.picture)), max(last, len(look.picture))
        self._show(top=min(max(top, 0), last), answer="")

    def _show(self, **changes: Any) -> None:
        """Draw the page with some fields of its look changed."""
        if self.page.look is not None:
            self.page.look = self.page.look._replace(**changes)
            self.page.outdate()
            self.show()

    def looks(self) -> Iterator[tuple[CanvasWidget[Any], Any]]:
        """Yield the page with its look."""
        yield self.page, self.page.look

    def show_notice(self, text: str) -> None:
        """Show a notice about the covered screen in the title; an empty text removes it."""
        if self.page.look is not None and self.page.look.sign != text:
            self._show(sign=text, answer="")

    def on_mouse_scroll_down(self) -> None:
        """Scroll by three lines."""
        self.scroll_lines(3)

    def on_mouse_scroll_up(self) -> None:
        """Scroll by three lines."""
        self.scroll_lines(-3)

    def on_click(self) -> None:
        """Close the page."""
        self.close()

    def close(self) -> None:
        """Close the page."""
        self.dismiss()
