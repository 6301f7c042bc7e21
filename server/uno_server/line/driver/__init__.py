"""The Textual driver over a line, and what an app needs to run in a remote session.

Process. Many apps run on one loop, so none may touch what the process shares: its streams, task factory, environment,
files and signals. `SessionApp` removes that from any app it is mixed into.

Input. Bytes are decoded and cut into whole tokens, which reach Textual's parser one at a time: the parser never holds
half a sequence, and one that raises is replaced. What input claims about the terminal, such as its size, is ignored;
the carrier knows it. Input is delivered at a limited rate, and beyond a small backlog the line is not read, so that a
flood slows down its sender and nobody else.

Output. A frame is sent whole or not at all. While the peer does not read, frames are dropped, and a full repaint
follows once it reads again; a peer that does not read for long is dropped. The line itself restores the terminal, once,
however the session ends.

Colors. Rich caches the escape codes of a style on the style, and equal styles are one object in the whole process. So
every session renders in truecolor, and a line filter replaces each style by another one of the session's depth.

This package is the only one that uses private names of Textual and rich. `uno_tui.library_internals` lists them, and
importing this package checks that the installed versions have them.
"""

from uno_tui.library_internals import require

require("rich")
require("textual")
