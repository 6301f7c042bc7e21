"""A table as a value: what is known of it, and what falls due if nobody acts. No clock, loop or file is known here."""
