"""The screen of a replay."""
