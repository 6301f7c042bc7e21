"""Pictures of cards in six sizes, and the layout of a hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from uno_tui.game.cards import Card, Color, Rank
from uno_tui.tui.draw.appearance import Appearance, Glyphs
from uno_tui.tui.draw.block_text import is_drawn, large, small
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.card_signs import sign


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a drawn card, in cells."""

    width: int
    height: int
    step: int
    """Number of columns of a covered card that must stay visible, to show its corner."""


COLOSSAL: Final = CardSize(19, 13, 3)
GIANT: Final = CardSize(13, 9, 3)
HUGE: Final = CardSize(9, 7, 3)
LARGE: Final = CardSize(7, 5, 3)
COMPACT: Final = CardSize(5, 3, 3)
LINE: Final = CardSize(5, 1, 5)
SIZES: Final = (COLOSSAL, GIANT, HUGE, LARGE, COMPACT, LINE)
"""All card sizes, largest first."""

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
    """Return a card on one line: its notation; for a playing card its rank and suit, and its effect if it has one."""
    if not card.pip:
        return card.text
    text = corner(card, glyphs)
    return text + ("=" + symbol(card.rank) if not card.rank.is_number else "")


@lru_cache(maxsize=4096)
def _rows(card: Card, size: CardSize, glyphs: Glyphs, *, covered: bool = False) -> tuple[str, ...]:
    """Return the rows of a card.

    A card has one large sign, with the color's letter apart from it in the lower edge. If the next card covers its
    right side (`covered`), rank and letter stand at its left side instead.
    """
    inside = size.width - 2
    if size is LINE:
        return (f" {line_text(card, glyphs)} ",)
    below = card.color.letter if card.color is not None else ""
    if size is COMPACT:
        return _compact_rows(card, glyphs, below, covered=covered)
    rows = [" " * inside] * (size.height - 2)
    (left, edge, right), (low_left, low_edge, low_right) = glyphs.top, glyphs.bottom
    if covered:
        rows[0], rows[-1] = f"{corner(card, glyphs):<{inside}}", f"{below:<{inside}}"
        above, below, side = "", "", glyphs.side
    else:
        side = _side(size, glyphs)
        rows = [f"{row:^{inside}}" for row in picture(card.rank, size, glyphs)]
        above, below = corner(card, glyphs) if card.pip else "", f" {below} " if below else ""
    return (
        f"{left}{above}{edge * (inside - len(above))}{right}",
        *(f"{side}{row}{side}" for row in rows),
        f"{low_left}{below:{low_edge}^{inside}}{low_right}",
    )


def _side(size: CardSize, glyphs: Glyphs) -> str:
    """Return the character at a card's left and right sides: a border for the size `LARGE`, else a blank."""
    return glyphs.side if size is LARGE else " "


def _compact_rows(card: Card, glyphs: Glyphs, below: str, *, covered: bool) -> tuple[str, ...]:
    """Return the rows of a card that is three rows high and has an edge at its left side only."""
    mark = corner(card, glyphs)
    if covered:
        rows = f"{mark:<4}", "    ", f"{below:<4}"
    elif card.pip and not card.rank.is_number:
        rows = f"{mark:<4}", f"{symbol(card.rank):^4}", f"{below:>3} "
    else:
        rows = "    ", f" {symbol(card.rank) if not card.pip else mark:<3}", f"{below:>3} "
    return tuple(glyphs.side + row for row in rows)


def picture(rank: Rank, size: CardSize, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the rows of the picture inside a card's border; for a wild, without its four color fields."""
    width, height = size.width - 2, size.height - 2
    text = _SIGNS.get(rank, rank.text)
    room = height if not rank.is_wild else height - 2 * _field_height(rank, height)
    if glyphs.blocks:
        art = sign(text, width, room)
    elif rank.is_number and size.width >= GIANT.width:
        art = large(text, glyphs.dot)
    else:
        art = _ASCII_ART.get((rank, size.width >= GIANT.width), ())
    rows = _padded(art or (symbol(rank),), width, room)
    beside = ("",) * ((height - room) // 2)
    return (*beside, *rows, *beside)


def _field_height(rank: Rank, height: int) -> int:
    """Return the height, in rows, of each of a wild's four fields. `height`: rows inside the card's edge."""
    return min((height - 1) // 2, 2 if rank is Rank.WILD_DRAW_FOUR else height)


def _padded(art: tuple[str, ...], width: int, height: int) -> tuple[str, ...]:
    """Return art centered in a region; art that is too wide loses both ends."""
    above = (height - len(art)) // 2
    wide = max(map(len, art))
    rows = [f"{row:<{wide}}" for row in art]
    return ("",) * above + tuple(f"{row:^{width}}"[:width] for row in rows) + ("",) * (height - above - len(art))


_SIGNS: Final = {Rank.SKIP: "S", Rank.REVERSE: "R", Rank.WILD: "W", Rank.WILD_DRAW_FOUR: "+4"}
_ASCII_ART: Final = {
    (Rank.SKIP, False): (".-.", "|/|", "'-'"),
    (Rank.REVERSE, False): (".->", "| |", "<-'"),
    (Rank.SKIP, True): (".-----.", "|   / |", "|  /  |", "| /   |", "'-----'"),
    (Rank.REVERSE, True): (".----> ", "|     |", "|     |", "|     |", " <----'"),
}
"""Pictures without half blocks, by rank and whether the card is at least of the giant size."""


def draw_card(
    canvas: Canvas,
    at: tuple[int, int],
    card: Card,
    size: CardSize,
    appearance: Appearance,
    *,
    bright: bool,
    shown: int = 99,
    covered: bool = False,
) -> None:
    """Draw the first `shown` columns of a card; `at` is the column and row of its top left corner.

    `covered`: another card is drawn over its right side later, so that it needs rank and letter at the left.
    """
    x, y = at
    style = appearance.palette.card(card.color, bright)
    covered = covered or shown < size.width - 1
    for row, text in enumerate(_rows(card, size, appearance.glyphs, covered=covered)):
        canvas.put(x, y + row, text[:shown], style)
    if card.is_wild and size is not LINE:
        for color, (left, row, width, height) in zip(Color, _fields(card, size, covered=covered), strict=True):
            for line in range(height):
                text = f"{color.letter if line == (height - 1) // 2 else '':^{width}}"
                canvas.put(
                    x + left, y + row + line, text[: max(shown - left, 0)], appearance.palette.card(color, bright)
                )


def _fields(card: Card, size: CardSize, *, covered: bool) -> tuple[tuple[int, int, int, int], ...]:
    """Return the regions of a wild's four colors, each as column, row, width, height."""
    if covered:
        below = size.height - (1 if size is COMPACT else 2)
        above, width, height, left, right = below - 1, 1, 1, 1, 2
    elif size is COMPACT:
        above, below, width, height, left, right = 0, 2, 2, 1, 1, 3
    else:
        width = (size.width - 3) // 2
        height = _field_height(card.rank, size.height - 2)
        above, below, left, right = 1, size.height - 1 - height, 1, size.width - 1 - width
    return (left, above, width, height), (right, above, width, height), (left, below, width, height), (
        right, below, width, height)  # fmt: skip  # one value


def draw_back(canvas: Canvas, at: tuple[int, int], size: CardSize, appearance: Appearance, name: str) -> None:
    """Draw a face-down card with `name` in its middle, in large letters if they fit."""
    (x, y), glyphs = at, appearance.glyphs
    inside, style, side = size.width - 2, appearance.palette["back"], _side(size, glyphs)
    if size.height < 3:
        canvas.put(x, y, f"{name:^{size.width}}", style)
        return
    canvas.put(x, y, glyphs.top[0] + glyphs.top[1] * inside + glyphs.top[2], style)
    large_name = small(name) if glyphs.blocks and all(map(is_drawn, name)) else ()
    rows = large_name if large_name and len(large_name[0]) <= inside else (name,)
    for row, text in enumerate(_padded(rows, inside, size.height - 2), 1):
        canvas.put(x, y + row, f"{side}{text:^{inside}}{side}", style)
    canvas.put(x, y + size.height - 1, glyphs.bottom[0] + glyphs.bottom[1] * inside + glyphs.bottom[2], style)


@dataclass(frozen=True, slots=True)
class CardPosition:
    """The position of one card in a drawn hand."""

    index: int
    x: int
    shown: int
    """Number of the card's columns that the next card leaves visible."""


@lru_cache(maxsize=64)
def fan(count: int, width: int, size: CardSize, selected: int, left: int | None = None) -> tuple[CardPosition, ...]:
    """Lay out a hand: side by side if the cards fit, else overlapping, else only cards around the selected one.

    `left`: column of the first card, of those that `lefts` returns; None: in the middle, or where the cards overlap.

    >>> [(p.index, p.x) for p in fan(3, 30, LARGE, 0)]
    [(0, 0), (1, 8), (2, 16)]
    >>> len(fan(40, 80, LARGE, 20)) < 40
    True
    """
    if not count or width < size.width:
        return ()
    step = spacing(count, width, size)
    if step >= size.width:
        x = lefts(count, width, size)[0] if left is None else left
        return tuple(CardPosition(index, x + index * step, size.width) for index in range(count))
    first, shown = 0, count
    if step < size.step:
        step = size.step
        shown = min(count, max((width - 2 * size.width) // step + 2, 1))
        first = min(max(selected - shown // 2, 0), count - shown)
    last = first + shown - 1
    x = max((width - 2 * size.width - (shown - 2) * step) // 2, 0)
    places = []
    for index in range(first, last + 1):
        taken = size.width if index in (selected, last) else step
        places.append(CardPosition(index, x, taken))
        x += taken
    return tuple(places)


def spacing(count: int, width: int, size: CardSize) -> int:
    """Return the columns from one card to the next: of cards with a gap, touching cards, or overlapping ones.

    >>> spacing(9, 78, LARGE), spacing(11, 78, LARGE), spacing(12, 78, LARGE)
    (8, 7, 6)
    """
    apart = size.width + (size is not LINE)
    if count * apart - (apart - size.width) <= width:
        return apart
    return min((width - 2 * size.width) // max(count - 2, 1), size.width)


def lefts(count: int, width: int, size: CardSize) -> tuple[int, ...]:
    """Return the columns at which a hand of cards side by side may begin; none if the cards overlap.

    All are whole cards from the left edge, and less than a card off the middle; the nearest to the middle comes first.

    >>> lefts(3, 30, LARGE), lefts(7, 78, LARGE), lefts(10, 78, LARGE), lefts(12, 78, LARGE)
    ((0,), (8, 16), (7, 0), ())
    """
    step = spacing(count, width, size)
    free = width - (count - 1) * step - size.width
    if step < size.width or not count:
        return ()
    before = free // 2 // step * step
    if before + step > free or not free % (2 * step):
        return (before,)
    return (before, before + step) if free - 2 * before <= step else (before + step, before)
