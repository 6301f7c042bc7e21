"""What can happen to a table: each entry with its fields and its effect, and the fold of a log of them."""
