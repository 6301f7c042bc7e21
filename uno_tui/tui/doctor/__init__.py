"""The text of `uno doctor`: a terminal's answers, the game's decisions, and what a person can change."""
