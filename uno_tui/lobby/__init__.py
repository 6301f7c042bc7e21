"""The lobby: the tables there are, who is present, and how people get to a table."""
