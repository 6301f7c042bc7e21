"""What a person can do, and typed text at a table: words for commands and cards, read as actions."""
