"""A table: seats, people, the match they play, and what each of them is sent."""
