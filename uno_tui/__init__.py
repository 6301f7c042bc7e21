"""UNO in the terminal: the game, its screens and its tables."""

__version__ = "0.1.0"

DEFAULT_PORT = 2222
"""Port of a server, of a hosted game, and of an address without a port."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells set it: 128 plus the signal's number."""
