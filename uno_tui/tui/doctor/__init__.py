"""What a terminal answered about itself, what the game makes of it, and what a person can change, as text."""
