"""A table in one process: its log, this copy of it, the clocks and bots, and the people who are served here."""
