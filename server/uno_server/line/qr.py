"""QR codes as text, to be scanned from a terminal."""

import segno


def qr_lines(text: str) -> list[str]:
    """Return a QR code (ISO/IEC 18004) as lines of half blocks, two rows of modules in each line.

    Light modules are drawn and dark ones left empty, so that it can be scanned from a dark screen.
    """
    rows = [bytes(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return [
        "".join(blocks[bool(upper), bool(lower)] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
