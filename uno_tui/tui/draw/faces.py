"""What cards look like, in five sizes."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.cards import Card, Color, Rank
from uno_tui.tui.draw.appearance import Appearance, Glyphs
from uno_tui.tui.draw.block_text import large, small
from uno_tui.tui.draw.canvas import Canvas


@dataclass(frozen=True, slots=True)
class CardSize:
    """How large a card is drawn."""

    width: int
    height: int
    step: int
    """The fewest cells of it that must show for its corner to be read."""


GIANT: Final = CardSize(13, 9, 3)
HUGE: Final = CardSize(9, 7, 3)
LARGE: Final = CardSize(7, 5, 3)
COMPACT: Final = CardSize(5, 3, 3)
LINE: Final = CardSize(5, 1, 5)
SIZES: Final = (GIANT, HUGE, LARGE, COMPACT, LINE)
"""The largest first."""

_SYMBOLS: Final = {Rank.SKIP: "(/)", Rank.REVERSE: "<=>", Rank.WILD: "W", Rank.WILD_DRAW_FOUR: "+4"}


def symbol(rank: Rank) -> str:
    """The picture in the middle of a card."""
    return _SYMBOLS.get(rank, rank.text)


def corner(card: Card, glyphs: Glyphs) -> str:
    """The index in a card's corner: what it is; of the regular deck the real card (J♣)."""
    if card.pip:
        return card.pip if card.pip in ("BJ", "RJ") else card.pip[:-1] + glyphs.suits["HDCS".index(card.pip[-1])]
    return "+4" if card.rank is Rank.WILD_DRAW_FOUR else card.rank.text


def letter(card: Card) -> str:
    """The color's letter, or for wilds what they are."""
    return card.color.letter if card.color is not None else corner_of_wild(card)


def corner_of_wild(card: Card) -> str:
    """``W`` or ``+4``."""
    return symbol(card.rank)


def line_text(card: Card, glyphs: Glyphs) -> str:
    """The card in one line: its notation, or the real card and its color's letter."""
    if not card.pip:
        return card.text
    text = corner(card, glyphs)
    return text + ("=" + symbol(card.rank) if not card.rank.is_number else "")


@lru_cache(maxsize=4096)
def _rows(card: Card, size: CardSize, glyphs: Glyphs, *, covered: bool = False) -> tuple[str, ...]:
    """The rows of a card; where another one covers its right side, the color's letter stands to the left."""
    mark, inside = corner(card, glyphs), size.width - 2
    below = letter(card)
    if size is LINE:
        return (f" {line_text(card, glyphs)} ",)
    covered = covered and card.color is not None
    if size is COMPACT:
        last = f"{below:<3}" if covered else f"{below:>3}"
        return (f"{glyphs.side}{mark:<4}", f"{glyphs.side}{symbol(card.rank):^3} ", f"{glyphs.side}{last} ")
    rows = [
        list(f"{mark:<{inside}}"),
        *(list(" " * inside) for _ in range(size.height - 4)),
        list(f"{below:>{inside}}"),
    ]
    art = picture(card.rank, size, glyphs)
    if card.pip and len(art) > len(rows) - 2:
        art = (symbol(card.rank),)  # a real card's corner is two wide and must not be drawn over
    for y, text in enumerate(art, (len(rows) - len(art)) // 2):
        left = (inside - len(text)) // 2
        for x, char in enumerate(text, left):
            if char != " ":
                rows[y][x] = char
    if covered:
        rows[-1][0], rows[-1][-1] = below, " "
    edge = glyphs.top[1] * inside
    return (
        glyphs.top[0] + edge + glyphs.top[2],
        *(glyphs.side + "".join(row) + glyphs.side for row in rows),
        glyphs.bottom[0] + edge + glyphs.bottom[2],
    )


def picture(rank: Rank, size: CardSize, glyphs: Glyphs) -> tuple[str, ...]:
    """What stands in the middle of a card that has a border."""
    if rank.is_number:
        if size is GIANT:
            return large(rank.text, glyphs.dot)
        art = small(rank.text) if glyphs.blocks else ()
        return art if art and len(art[0]) <= size.width - 4 else (rank.text,)
    if rank in (Rank.WILD, Rank.WILD_DRAW_FOUR):
        return ()
    if rank is Rank.DRAW_TWO:
        return _two_cards(size, glyphs)
    art = _ART[rank, size is GIANT]
    return art if glyphs.blocks else tuple(row.translate(_ASCII_LINES) for row in art)


def _two_cards(size: CardSize, glyphs: Glyphs) -> tuple[str, ...]:
    """Two small cards, or where there is room ``+2``."""
    if not glyphs.blocks:
        return ("+2",)
    return ("   ▄▄", " ▄▄▀▀", " ▀▀  ") if size is LARGE else small("+2")


_ART: Final = {
    (Rank.SKIP, False): ("╭─╮", "│/│", "╰─╯"),
    (Rank.REVERSE, False): ("╭─>", "│ │", "<─╯"),
    (Rank.SKIP, True): ("╭─────╮", "│   / │", "│  /  │", "│ /   │", "╰─────╯"),
    (Rank.REVERSE, True): ("╭────> ", "│     │", "│     │", "│     │", " <────╯"),
}
"""Of light lines, by whether there is room for the large one."""
_ASCII_LINES: Final = str.maketrans("╭╮╰╯─│", "..''-|")


def draw_card(
    canvas: Canvas,
    at: tuple[int, int],
    card: Card,
    size: CardSize,
    appearance: Appearance,
    *,
    bright: bool,
    shown: int = 99,
) -> None:
    """Draw a card with its upper left corner there; only the first `shown` of its columns."""
    x, y = at
    style = appearance.palette.card(card.color, bright)
    for row, text in enumerate(_rows(card, size, appearance.glyphs, covered=shown < size.width - 1)):
        canvas.put(x, y + row, text[:shown], style)
    if card.is_wild and size is not LINE:
        for color, (left, row, width, height) in zip(Color, _colors(size), strict=True):
            for line in range(height):
                text = f"{color.letter if line == (height - 1) // 2 else '':^{width}}"
                canvas.put(
                    x + left, y + row + line, text[: max(shown - left, 0)], appearance.palette.card(color, bright)
                )


def _colors(size: CardSize) -> tuple[tuple[int, int, int, int], ...]:
    """Where a wild has its four colors: column, row, width, height."""
    if size is GIANT:
        return (2, 2, 4, 2), (7, 2, 4, 2), (2, 5, 4, 2), (7, 5, 4, 2)
    if size is HUGE:
        return (1, 2, 3, 1), (5, 2, 3, 1), (1, 4, 3, 1), (5, 4, 3, 1)
    left = 2 if size is LARGE else 1
    return tuple((left + place, size.height // 2, 1, 1) for place in range(4))


def draw_back(canvas: Canvas, at: tuple[int, int], size: CardSize, appearance: Appearance, name: str) -> None:
    """Draw a card's back."""
    (x, y), glyphs = at, appearance.glyphs
    inside, style = size.width - 2, appearance.palette["back"]
    if size.height < 3:
        canvas.put(x, y, f"{name:^{size.width}}", style)
        return
    canvas.put(x, y, glyphs.top[0] + glyphs.top[1] * inside + glyphs.top[2], style)
    for row in range(1, size.height - 1):
        text = name if row == size.height // 2 else ""
        canvas.put(x, y + row, glyphs.side + f"{text:^{inside}}"[:inside] + glyphs.side, style)
    canvas.put(x, y + size.height - 1, glyphs.bottom[0] + glyphs.bottom[1] * inside + glyphs.bottom[2], style)


@dataclass(frozen=True, slots=True)
class CardPosition:
    """Where a card of the hand lies."""

    index: int
    x: int
    shown: int
    """How many of its columns are not covered."""


@lru_cache(maxsize=64)
def fan(count: int, width: int, size: CardSize, selected: int) -> tuple[CardPosition, ...]:
    """Lay a hand out: apart if there is room, else fanned, the selected card uncovered, else a window of it.

    >>> [(p.index, p.x) for p in fan(3, 30, LARGE, 0)]
    [(0, 0), (1, 8), (2, 16)]
    >>> len(fan(40, 80, LARGE, 20)) < 40
    True
    """
    if not count or width < size.width:
        return ()
    first, shown = 0, count
    apart = size.width + (1 if size is not LINE else 0)
    step = apart
    if count * apart - 1 > width:
        room = width - 2 * size.width
        step = room // max(count - 2, 1) if count > 2 else size.width
        step = min(step, size.width)
        if step < size.step:
            step = size.step
            shown = min(count, max(room // step + 2, 1))
            first = min(max(selected - shown // 2, 0), count - shown)
    last = first + shown - 1
    widths = [apart if step == apart else size.width if i in (selected, last) else step for i in range(first, last + 1)]
    used = sum(widths) - (apart - size.width if step == apart else 0)
    # Where the middle moves by half a card with every card, the hand moves only with every second.
    x = max((width - used + apart) // (2 * apart) * apart, 0)
    places = []
    for index, taken in enumerate(widths, first):
        places.append(CardPosition(index, x, min(taken, size.width)))
        x += taken
    return tuple(places)
