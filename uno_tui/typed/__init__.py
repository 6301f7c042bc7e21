"""Typed text at a table: words for commands and cards in the person's language, read as actions."""
