"""What a person types at a table: words for commands and cards in their language, read as actions."""
