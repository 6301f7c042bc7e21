"""How an invitation fits into a part of the screen."""

from collections.abc import Sequence

from rich.cells import cell_len

from uno_tui.tui.draw.block_text import is_qr_row
from uno_tui.tui.draw.canvas import wrap


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

    Empty if there is no page or no room for all of it.
    """
    picture = [line for line in lines if is_qr_row(line)]
    indented = [line for line in lines if line.startswith("  ")]
    if not picture or not any(line.startswith("  http") for line in indented):
        return ()
    found = (*picture, *_rows(indented[0], width), *_rows(indented[-1], width))
    return found if len(found) <= height and all(cell_len(row) <= width for row in found) else ()


def _rows(line: str, width: int) -> list[str]:
    if is_qr_row(line) or cell_len(line) <= width:
        return [line]
    return wrap(line, width)
