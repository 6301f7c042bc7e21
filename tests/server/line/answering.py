"""Answers of terminals to the questions of a session, documented or observed."""

from dataclasses import dataclass

from uno_tui.local.terminal import ColorDepth


@dataclass(frozen=True)
class Answering:
    """A terminal: its TERM over ssh, its answers to all questions, and what follows from them."""

    term: str
    data: bytes
    depth: ColorDepth
    light: bool | None = None
    name: str = ""


TRUECOLOR, EIGHT_BIT, SIXTEEN = ColorDepth.TRUECOLOR, ColorDepth.EIGHT_BIT, ColorDepth.SIXTEEN

TERMINALS = {
    "xterm": Answering(
        "xterm-256color",
        b"\x1b[?2026;0$y\x1bP>|XTerm(379)\x1b\\\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
        b"\x1b[>41;379;0c\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
        TRUECOLOR, light=True, name="XTerm(379)",
    ),
    "xterm without true color": Answering(
        "xterm-256color",
        b"\x1b[?2026;0$y\x1bP>|XTerm(353)\x1b\\\x1bP1$r0;48:5:16m\x1b\\\x1b]11;rgb:0000/0000/0000\x1b\\"
        b"\x1b[>41;353;0c\x1b[?64;1;2;6;9;15;18;21;22c",
        EIGHT_BIT, light=False, name="XTerm(353)",
    ),
    "foot": Answering(
        "xterm-256color",
        b"\x1b[?2026;2$y\x1bP>|foot(1.16.2)\x1b\\\x1bP1+r524742=382F382F38\x1b\\\x1bP1+r5463\x1b\\"
        b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b]11;rgb:2424/2424/2424\x1b\\\x1b[>1;011602;0c\x1b[?62;4;22c",
        TRUECOLOR, light=False, name="foot(1.16.2)",
    ),
    "kitty": Answering(
        "xterm-256color",
        b"\x1b[?2026;2$y\x1bP>|kitty(0.35.2)\x1b\\\x1bP1$r48:2:1:2:3m\x1b\\\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\"
        b"\x1b[>1;4000;35c\x1b[?62;c",
        TRUECOLOR, light=True, name="kitty(0.35.2)",
    ),
    "Alacritty": Answering(
        "xterm-256color",
        b"\x1b[?2026;2$y\x1b]11;rgb:1818/1818/1818\x07\x1b[>0;1301;1c\x1b[?6c",
        TRUECOLOR, light=False,
    ),
    "GNOME Terminal": Answering(
        "xterm-256color", b"\x1b[?2026;2$y\x1b]11;rgb:fff/fff/fff\x1b\\\x1b[>65;6800;1c\x1b[?65;1;9c",
        TRUECOLOR, light=True,
    ),
    "Windows Terminal": Answering(
        "xterm-256color", b"\x1b[?2026;0$y\x1b[>0;10;1c\x1b[?61;4;6;7;14;21;22;23;24;28;32;42c", TRUECOLOR
    ),
    "Apple Terminal": Answering(
        "xterm-256color", b"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[>1;95;0c\x1b[?1;2c", EIGHT_BIT, light=True
    ),
    "tmux": Answering(
        "tmux-256color", b"\x1bP>|tmux 3.3a\x1b\\\x1b[>84;0;0c\x1b[?1;2c", EIGHT_BIT, name="tmux 3.3a"
    ),
    "a newer tmux": Answering(
        "tmux-256color",
        b"\x1b[?2026;2$y\x1bP>|tmux 3.6\x1b\\\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[>84;0;0c\x1b[?1;2;4c",
        EIGHT_BIT, light=True, name="tmux 3.6",
    ),
    "screen": Answering("screen-256color", b"\x1b[>83;40900;0c\x1b[?1;2c", EIGHT_BIT),
    "screen in an xterm": Answering(
        "screen-256color", b"\x1b[>83;40900;0c\x1b[?1;2c\x1b]11;rgb:ffff/ffff/ffff\x1b\\", EIGHT_BIT, light=True
    ),
    "PuTTY": Answering("xterm", b"\x1b[>0;136;0c\x1b[?6c", EIGHT_BIT),
    "mosh": Answering("xterm-256color", b"\x1b[>1;10;0c\x1b[?62c", EIGHT_BIT),
    "an unknown one": Answering("xterm", b"\x1b[?6c", SIXTEEN),
}  # fmt: skip  # a table
