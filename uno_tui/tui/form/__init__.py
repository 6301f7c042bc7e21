"""The form of a new table, or of the rules of one that is open."""
