"""Tests of the folder uno_tui/tui/draw."""
