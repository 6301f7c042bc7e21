"""The Textual driver over a line, and what an app needs to run in a remote session.

Theory. One process runs many apps on one loop, so nothing an app does by itself may touch what the process shares: its
streams, its task factory, its environment, its files, its signals. `SessionApp` takes those habits from any app it is
mixed into. Bytes come in by the line, are decoded and cut into whole tokens, and only then reach Textual's parser, one
token at a time: the parser never holds half a sequence, and one that raises is replaced. What it says about the
terminal (a size, a cursor position) is not believed; the carrier knows better. Input is spent at a steady rate, and
beyond a small backlog the line is held, so that a flood costs its sender time and nobody else. Frames go out whole or
not at all: while the line is paused they are dropped and one full repaint follows when it reads again; a line that
stays paused is dropped. The terminal is given back by the line itself, once, on every way out.

Colors. Rich keeps the codes of a style on the style, and equal styles are one object in the whole process. So every
session renders as if for truecolor, and a line filter of its own depth turns each style into another one, downgraded.

This package is the only one that uses private names of Textual and rich. `uno_tui.library_internals` lists them, and
importing this package checks that the installed versions have them.
"""

from uno_tui.library_internals import require

require("rich")
require("textual")
