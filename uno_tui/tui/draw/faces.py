"""Pictures of cards in five sizes, and the layout of a hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.cards import Card, Color, Rank
from uno_tui.tui.draw.appearance import Appearance, Glyphs
from uno_tui.tui.draw.block_text import large, small
from uno_tui.tui.draw.canvas import Canvas


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a drawn card, in cells."""

    width: int
    height: int
    step: int
    """Number of columns of a covered card that must stay visible, to show its corner."""


GIANT: Final = CardSize(13, 9, 3)
HUGE: Final = CardSize(9, 7, 3)
LARGE: Final = CardSize(7, 5, 3)
COMPACT: Final = CardSize(5, 3, 3)
LINE: Final = CardSize(5, 1, 5)
SIZES: Final = (GIANT, HUGE, LARGE, COMPACT, LINE)
"""All sizes, the largest first."""

_SYMBOLS: Final = {Rank.SKIP: "(/)", Rank.REVERSE: "<=>", Rank.WILD: "W", Rank.WILD_DRAW_FOUR: "+4"}


def symbol(rank: Rank) -> str:
    """Return the short symbol of a rank, as in the middle of a small card."""
    return _SYMBOLS.get(rank, rank.text)


def corner(card: Card, glyphs: Glyphs) -> str:
    """Return the text in a card's corner: its rank, or in the regular deck the real card, such as J♣."""
    if card.pip:
        return card.pip if card.pip in ("BJ", "RJ") else card.pip[:-1] + glyphs.suits["HDCS".index(card.pip[-1])]
    return "+4" if card.rank is Rank.WILD_DRAW_FOUR else card.rank.text


def letter(card: Card) -> str:
    """Return the letter of the card's color; for a wild ``W`` or ``+4``."""
    return card.color.letter if card.color is not None else symbol(card.rank)


def line_text(card: Card, glyphs: Glyphs) -> str:
    """Return a card's one-line form: its notation, or in the regular deck the real card and its effect."""
    if not card.pip:
        return card.text
    text = corner(card, glyphs)
    return text + ("=" + symbol(card.rank) if not card.rank.is_number else "")


@lru_cache(maxsize=4096)
def _rows(card: Card, size: CardSize, glyphs: Glyphs, *, covered: bool = False) -> tuple[str, ...]:
    """Return the rows of a card; if the next card covers its right side, the color letter moves left."""
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
    """Return the picture in the middle of a bordered card."""
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
    """Return the picture of a Draw Two: two small cards, or ``+2``."""
    if not glyphs.blocks:
        return ("+2",)
    return ("   ▄▄", " ▄▄▀▀", " ▀▀  ") if size is LARGE else small("+2")


_ART: Final = {
    (Rank.SKIP, False): ("╭─╮", "│/│", "╰─╯"),
    (Rank.REVERSE, False): ("╭─>", "│ │", "<─╯"),
    (Rank.SKIP, True): ("╭─────╮", "│   / │", "│  /  │", "│ /   │", "╰─────╯"),
    (Rank.REVERSE, True): ("╭────> ", "│     │", "│     │", "│     │", " <────╯"),
}
"""Pictures made of light lines, by rank and whether the card is of the giant size."""
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
    """Draw the first `shown` columns of a card; `at` is the column and row of its top left corner."""
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
    """Return the regions of a wild's four colors, each as column, row, width, height."""
    if size is GIANT:
        return (2, 2, 4, 2), (7, 2, 4, 2), (2, 5, 4, 2), (7, 5, 4, 2)
    if size is HUGE:
        return (1, 2, 3, 1), (5, 2, 3, 1), (1, 4, 3, 1), (5, 4, 3, 1)
    left = 2 if size is LARGE else 1
    return tuple((left + place, size.height // 2, 1, 1) for place in range(4))


def draw_back(canvas: Canvas, at: tuple[int, int], size: CardSize, appearance: Appearance, name: str) -> None:
    """Draw a face-down card with `name` in its middle."""
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
    """The position of one card in a drawn hand."""

    index: int
    x: int
    shown: int
    """Number of the card's columns that the next card leaves visible."""


@lru_cache(maxsize=64)
def fan(count: int, width: int, size: CardSize, selected: int) -> tuple[CardPosition, ...]:
    """Lay out a hand: side by side if the cards fit, else overlapping, else only cards around the selected one.

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
    # Centered in steps of a card's width: the hand moves with every second card that it gains, not by half a card each.
    x = max((width - used + apart) // (2 * apart) * apart, 0)
    places = []
    for index, taken in enumerate(widths, first):
        places.append(CardPosition(index, x, min(taken, size.width)))
        x += taken
    return tuple(places)
