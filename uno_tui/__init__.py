"""UNO in the terminal: the game, its screens and its tables."""

__version__ = "0.1.0"

DEFAULT_PORT = 2222
"""Port of a server, of a hosted game, and of an address without a port."""
