"""UNO in the terminal: the game, its screens and its tables."""

__version__ = "0.1.0"
