"""Replays as films: their frames, and the formats in which others play them."""
