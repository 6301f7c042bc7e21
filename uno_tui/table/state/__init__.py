"""A table as a value: its state, and the events that are due if nobody acts. It uses no clock, event loop or file."""
