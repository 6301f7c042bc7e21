"""How an invitation fits into a part of the screen."""

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from uno_tui.tui.draw.block_text import is_qr_row
from uno_tui.tui.draw.text import wrap

_PARTS: Final = re.compile(r"[^./:]*[./:]+|[^./:]+")
"""The parts of an address between which a line may end."""


def fitting_invitation(lines: Sequence[str], width: int, height: int, *, qr: bool) -> tuple[str, ...]:
    """Return an invitation as it fits into a region: what is there to be typed and compared is never cut.

    Those are its indented lines, the ssh commands and the fingerprint; they are wrapped. Left out, if need be, are the
    QR code, then empty lines, then all but the indented lines, then all but the first and the last of these.
    """
    text = [line for line in lines if not is_qr_row(line)]
    indented = [line for line in text if line.startswith("  ")]
    for part in (
        lines if qr else text,
        text,
        [line for line in text if line],
        indented,
        [*indented[:1], *indented[1:][-1:]],
    ):
        found = [row for line in part for row in _rows(line, width)]
        if len(found) <= height and all(cell_len(row) <= width for row in found):
            return tuple(found)
    return tuple(found[: max(height, 0)])


def scannable(lines: Sequence[str], width: int, height: int) -> tuple[str, ...]:
    """Return the QR code of a page's address above the first ssh command and the host key's fingerprint.

    The address is between them if there is room. Empty if there is no page or no room for the rest.
    """
    picture = [line for line in lines if is_qr_row(line)]
    indented = [line for line in lines if line.startswith("  ")]
    page = page_address(lines)
    if not picture or not page:
        return ()
    below = (*_rows(indented[0], width), *_rows(indented[-1], width))
    for found in ((*picture, *_rows(f"  {page}", width), *below), (*picture, *below)):
        if len(found) <= height and all(cell_len(row) <= width for row in found):
            return found
    return ()


def page_address(lines: Sequence[str]) -> str:
    """Return the web page's address from the lines of an invitation; empty if they contain none."""
    return next((line.strip() for line in lines if line.startswith("  http")), "")


def narrow(address: str, width: int) -> tuple[str, ...]:
    """Return a page's address in a narrow column, broken behind dots, colons and slashes.

    >>> narrow("http://192.168.1.7:2280/FAM1", 8)
    ('http://', '192.168.', '1.7:', '2280/', 'FAM1')
    """
    rows = [""]
    for part in _PARTS.findall(address):
        if cell_len(rows[-1] + part) <= width:
            rows[-1] += part
        else:
            rows += [part[start : start + width] for start in range(0, len(part), width)]
    return tuple(filter(None, rows))


def _rows(line: str, width: int) -> list[str]:
    if is_qr_row(line) or cell_len(line) <= width:
        return [line]
    if cell_len(line.strip()) <= width:
        return [line.strip()]
    if line.startswith("  http"):
        return list(narrow(line.strip(), width))
    return wrap(line, width)
