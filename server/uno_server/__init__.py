"""The ssh server: one connection, one line, one Textual app."""
