"""The middle of a table before its first match: its code, and how others join."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.block_text import QR_STYLE, is_qr_row, small
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.text import wrap
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.table.felt import BORDERED
from uno_tui.tui.table.invitation import fitting_invitation, narrow, page_address, scannable
from uno_tui.tui.table.keys import TABLE

MIN_BESIDE: Final = 8
"""Minimum width for a page's address beside its QR code, in columns."""


# Translators: a sentence in the middle of the table before the match.
def paint_waiting(canvas: Canvas, appearance: Appearance, table_code: str, invitation: tuple[str, ...]) -> bool:
    """Draw the code, in large letters if there is room, and how others join; return whether that is shown."""
    words, felt = appearance.words, appearance.palette["felt"]
    bordered = canvas.width >= BORDERED
    room, height = canvas.width - (4 if bordered else 2), canvas.height - (2 if bordered else 0)
    large = small(table_code) if appearance.glyphs.blocks else ()
    key = command_key(appearance, TABLE, "invitation")
    lines = wrap(words("For more ways to join, press {key}.", key=key), room)
    code: tuple[str, ...] = (table_code,)
    told = fitting_invitation(invitation, room, height - len(lines) - 3, qr=False)
    if large and cell_len(large[0]) <= room:
        below = fitting_invitation(invitation, room, height - len(large) - len(lines) - 2, qr=False)
        code, told = (large, below) if len(below) >= len(told) else (code, told)
    whole = fitting_invitation(invitation, room, height - len(code) - 1, qr=appearance.glyphs.blocks)
    if not told:
        lines = wrap(words("Others can join with this code."), room)
    elif set(invitation) <= {"", *whole}:
        told, lines = whole, []
    elif appearance.glyphs.blocks and (scan := scannable(invitation, room, height)):
        code, told = (), scan  # the command has the code
        lines = lines if len(scan) + len(lines) <= height else []  # the foot names the key, too
        if lines and large and cell_len(large[0]) <= room and len(scan) + len(lines) + len(large) + 2 <= height:
            code = large
    y = max((canvas.height - len(code) - len(lines) - len(told) - 2) // 2, int(bordered))
    center_lines(canvas, y, code, felt)
    y += len(code) + bool(code)
    center_lines(canvas, y, [line if not is_qr_row(line) else "" for line in told], felt)
    pictured = [line for line in told if is_qr_row(line)]
    x = max((canvas.width - max(map(cell_len, pictured), default=0)) // 2, 1)
    if pictured and told != whole:
        x = max((canvas.width - max(map(cell_len, told))) // 2, 1)
        address = page_address(invitation)
        beside = x + cell_len(pictured[0]) + 1
        if address in "".join(told):
            _explain_beside(canvas, appearance, y, beside, len(pictured), "" if lines else key)
        else:
            _paint_beside(canvas, appearance, y, beside, len(pictured), address, key)
    for row, line in enumerate(told, y):
        if is_qr_row(line):
            canvas.put(x, row, line, QR_STYLE)
    center_lines(canvas, y + len(told) + (1 if told and y + len(told) + len(lines) < height else 0), lines, felt)
    return bool(told)


def _explain_beside(canvas: Canvas, appearance: Appearance, y: int, x: int, rows: int, key: str) -> None:
    """Say at the right of the QR code what it and the lines below it are for; `x`, `y`, `rows` as in `_paint_beside`.

    All is said or nothing, and empty lines are left out if need be. `key`: the key that shows more ways to join; empty
    if it is named elsewhere.
    """
    words, room = appearance.words, canvas.width - 2 - x
    sentences = [
        # Translators: in a column of 18 letters beside a QR code, on several lines.
        words.p("beside a QR code", "Scan this with a phone, or open the address below."),
        # Translators: in a column of 18 letters beside a QR code, on several lines.
        words.p("beside a QR code", "In a terminal, type the ssh command; the last line is the key it asks about."),
        words("For more ways to join, press {key}.", key=key) if key else "",
    ]
    parts = [wrap(sentence, room) for sentence in filter(None, sentences)] if room >= MIN_BESIDE else []
    spaced = [row for part in parts for row in ("", *part)][1:]
    for lines in (spaced, list(filter(None, spaced))):
        if len(lines) <= rows and all(cell_len(line) <= room for line in lines):
            for row, line in enumerate(lines, y + (rows - len(lines)) // 2):
                canvas.put(x, row, line, appearance.palette["felt"])
            return


def _paint_beside(canvas: Canvas, appearance: Appearance, y: int, x: int, rows: int, address: str, key: str) -> None:
    """Draw the web page's address, and the key that shows more, at the right of the QR code if there is room.

    `x`, `y`: the first cell next to the QR code; `rows`: the height of the QR code.
    """
    words, room = appearance.words, canvas.width - 3 - x
    if room < MIN_BESIDE:
        return
    # Translators: a narrow column beside a QR code, 8 letters at most: the code is for phones; {key} shows more.
    label, more = words.p("beside a QR code", "phones"), words.p("beside a QR code", "more: {key}", key=key)
    for row, line in enumerate((label, *narrow(address, room), "", more), y + 1):
        if row - y < rows and cell_len(line) <= room:
            canvas.put(x, row, line, appearance.palette["felt"])


def center_lines(canvas: Canvas, y: int, lines: Sequence[str], style: Style) -> None:
    """Draw lines as a centered block, from row `y` down."""
    x = max((canvas.width - max(map(cell_len, lines), default=0)) // 2, 1)
    for row, line in enumerate(lines, max(y, 1)):
        canvas.put(x, row, line, style)
