"""The settings, on the start screen and during a game."""
