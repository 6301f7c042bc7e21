"""Plain mode: a table as lines of text, for screen readers, braille displays and pipes."""

from uno_tui.plain.session import PlainSession

__all__ = ["PlainSession"]
