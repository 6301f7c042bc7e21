"""The entries of a table's log: each with its fields and its effect, and the fold of a log."""
