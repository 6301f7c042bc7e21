"""The lobby: its open tables, the people in it, and how people get to a table."""
